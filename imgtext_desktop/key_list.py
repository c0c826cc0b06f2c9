"""The lines of the list of keys: the window's commands, and the keys of grid and viewer."""

from collections.abc import Iterable
from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtGui import QKeySequence

from imgtext_desktop.actions import Command, KeyLine, key_lines

# Any: PySide calls what QT_TRANSLATE_NOOP returns an object, it is the text.
_GRID: Final[Any] = QT_TRANSLATE_NOOP("KeyList", "Photos")
_VIEWER: Final[Any] = QT_TRANSLATE_NOOP("KeyList", "One photo")
_TRAINING: Final[Any] = QT_TRANSLATE_NOOP("KeyList", "Training")
_DUPLICATES: Final[Any] = QT_TRANSLATE_NOOP("KeyList", "Duplicates")
_MODELS: Final[Any] = QT_TRANSLATE_NOOP("KeyList", "Models")
_PROBLEMS: Final[Any] = QT_TRANSLATE_NOOP("KeyList", "Problems")
_SUGGESTING: Final[Any] = QT_TRANSLATE_NOOP("KeyList", "Suggested captions")
_QUERY: Final[Any] = QT_TRANSLATE_NOOP("KeyList", "Search box")

# Area, what it does, keys; what is no key is translated as well.
_LINES: Final[tuple[tuple[Any, Any, str], ...]] = (
    (_GRID, QT_TRANSLATE_NOOP("KeyList", "Move"), "Arrows, Home, End, PgUp, PgDown"),
    (_GRID, QT_TRANSLATE_NOOP("KeyList", "Select further"), "Shift+Arrows"),
    (_GRID, QT_TRANSLATE_NOOP("KeyList", "Select all"), "Ctrl+A"),
    (_GRID, QT_TRANSLATE_NOOP("KeyList", "Show large"), "Return, Space"),
    (_GRID, QT_TRANSLATE_NOOP("KeyList", "Mark"), "M"),
    (_GRID, QT_TRANSLATE_NOOP("KeyList", "Whole photos or squares"), "P"),
    (_GRID, QT_TRANSLATE_NOOP("KeyList", "Find similar"), "S"),
    (_GRID, QT_TRANSLATE_NOOP("KeyList", "Not like this"), "X"),
    (_GRID, QT_TRANSLATE_NOOP("KeyList", "Label"), "L"),
    (_GRID, QT_TRANSLATE_NOOP("KeyList", "Caption"), "C"),
    (_GRID, QT_TRANSLATE_NOOP("KeyList", "Yes or no to a guess"), "Y, N"),
    (_GRID, QT_TRANSLATE_NOOP("KeyList", "Stars, or none"), "1, 2, 3, 4, 5, 0"),
    (_GRID, QT_TRANSLATE_NOOP("KeyList", "Copy image"), "Ctrl+C"),
    (_GRID, QT_TRANSLATE_NOOP("KeyList", "Copy path"), "Ctrl+Shift+C"),
    (_GRID, QT_TRANSLATE_NOOP("KeyList", "Show in folder"), "Ctrl+Return"),
    (_GRID, QT_TRANSLATE_NOOP("KeyList", "Open with…"), "Shift+Return"),
    (_GRID, QT_TRANSLATE_NOOP("KeyList", "Menu"), "Shift+F10"),
    (_VIEWER, QT_TRANSLATE_NOOP("KeyList", "Previous and next"), "Left, Right"),
    (_VIEWER, QT_TRANSLATE_NOOP("KeyList", "Whole photo or 100 %"), "Z"),
    (_VIEWER, QT_TRANSLATE_NOOP("KeyList", "Mark a part"), "R"),
    (_VIEWER, QT_TRANSLATE_NOOP("KeyList", "Search with the part"), "Return"),
    (_VIEWER, QT_TRANSLATE_NOOP("KeyList", "Label"), "L"),
    (_VIEWER, QT_TRANSLATE_NOOP("KeyList", "Caption"), "C"),
    (_VIEWER, QT_TRANSLATE_NOOP("KeyList", "Yes or no to a guess"), "Y, N"),
    (_VIEWER, QT_TRANSLATE_NOOP("KeyList", "Stars, or none"), "1, 2, 3, 4, 5, 0"),
    (_VIEWER, QT_TRANSLATE_NOOP("KeyList", "Back"), "Esc"),
    (_TRAINING, QT_TRANSLATE_NOOP("KeyList", "Start learning, or adopt"), "Ctrl+Return"),
    (_TRAINING, QT_TRANSLATE_NOOP("KeyList", "Stop learning"), "Ctrl+."),
    (_TRAINING, QT_TRANSLATE_NOOP("KeyList", "Pause learning, or go on"), "Ctrl+Shift+."),
    (_TRAINING, QT_TRANSLATE_NOOP("KeyList", "Yes or no to a guess"), "Y, N"),
    (_TRAINING, QT_TRANSLATE_NOOP("KeyList", "Compare versions"), "Ctrl+K"),
    (_TRAINING, QT_TRANSLATE_NOOP("KeyList", "Discard the version"), "Ctrl+Backspace"),
    (_DUPLICATES, QT_TRANSLATE_NOOP("KeyList", "Keep"), "K"),
    (_DUPLICATES, QT_TRANSLATE_NOOP("KeyList", "Mark for the trash"), "T"),
    (_DUPLICATES, QT_TRANSLATE_NOOP("KeyList", "Take the mark away"), "U"),
    (_DUPLICATES, QT_TRANSLATE_NOOP("KeyList", "Not duplicates"), "D"),
    (_DUPLICATES, QT_TRANSLATE_NOOP("KeyList", "Show large"), "Return"),
    (_DUPLICATES, QT_TRANSLATE_NOOP("KeyList", "Show in folder"), "Ctrl+Return"),
    (_DUPLICATES, QT_TRANSLATE_NOOP("KeyList", "Move what is marked to the trash"), "Ctrl+Del"),
    (_MODELS, QT_TRANSLATE_NOOP("KeyList", "Adopt the version"), "Ctrl+Return"),
    (_MODELS, QT_TRANSLATE_NOOP("KeyList", "Roll back"), "Ctrl+Shift+R"),
    (_MODELS, QT_TRANSLATE_NOOP("KeyList", "Compare versions"), "Ctrl+K"),
    (_MODELS, QT_TRANSLATE_NOOP("KeyList", "Export the version"), "Ctrl+E"),
    (_MODELS, QT_TRANSLATE_NOOP("KeyList", "Remove the version"), "Del"),
    (_PROBLEMS, QT_TRANSLATE_NOOP("KeyList", "Try again"), "R"),
    (_PROBLEMS, QT_TRANSLATE_NOOP("KeyList", "Try all again"), "Shift+R"),
    (_PROBLEMS, QT_TRANSLATE_NOOP("KeyList", "Ignore, or no longer"), "I"),
    (_PROBLEMS, QT_TRANSLATE_NOOP("KeyList", "Copy details"), "Ctrl+Shift+C"),
    (_PROBLEMS, QT_TRANSLATE_NOOP("KeyList", "Show in folder"), "Ctrl+Return"),
    (_PROBLEMS, QT_TRANSLATE_NOOP("KeyList", "Export the list"), "Ctrl+E"),
    (_SUGGESTING, QT_TRANSLATE_NOOP("KeyList", "Accept"), "Y, Return"),
    (_SUGGESTING, QT_TRANSLATE_NOOP("KeyList", "Edit, then accept"), "E"),
    (_SUGGESTING, QT_TRANSLATE_NOOP("KeyList", "Reject"), "N"),
    (_SUGGESTING, QT_TRANSLATE_NOOP("KeyList", "Skip, and back"), "Right, Left"),
    (_SUGGESTING, QT_TRANSLATE_NOOP("KeyList", "Tick one of several texts"), "1, 2, 3"),
    (_SUGGESTING, QT_TRANSLATE_NOOP("KeyList", "Finish"), "Esc"),
    (_QUERY, QT_TRANSLATE_NOOP("KeyList", "Earlier query"), "Alt+Left"),
    (_QUERY, QT_TRANSLATE_NOOP("KeyList", "Later query"), "Alt+Right"),
    (_QUERY, QT_TRANSLATE_NOOP("KeyList", "Search with a picture…"), "Ctrl+Shift+O"),
    (_QUERY, QT_TRANSLATE_NOOP("KeyList", "Without: words after a minus sign"), "-word, Return"),
)

_NO_KEYS: Final[tuple[Any, ...]] = (
    QT_TRANSLATE_NOOP("KeyList", "Arrows"),
    QT_TRANSLATE_NOOP("KeyList", "Shift+Arrows"),
    QT_TRANSLATE_NOOP("KeyList", "-word"),
)


def key_list(commands: Iterable[Command]) -> list[KeyLine]:
    """Return every key of the window.

    Args:
        commands: The window's own.
    """
    own = [
        KeyLine(_translate(area), _translate(text), _native(keys)) for area, text, keys in _LINES
    ]
    return [*key_lines(commands), *own]


def _native(keys: str) -> str:
    parts = []
    for part in keys.split(", "):
        if part in _NO_KEYS:
            parts.append(_translate(part))
            continue
        shown = QKeySequence(part).toString(QKeySequence.SequenceFormat.NativeText)
        parts.append(shown or part)
    return ", ".join(parts)


def _translate(text: str) -> str:
    return QCoreApplication.translate("KeyList", text)
