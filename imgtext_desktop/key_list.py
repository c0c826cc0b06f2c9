"""The lines of the list of keys: the window's commands, and the keys of grid and viewer."""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from imgtext_desktop.actions import Command, KeyLine, key_lines


def key_list(commands: Iterable[Command]) -> list[KeyLine]:
    """Return every key of the window.

    Args:
        commands: The window's own.
    """

    def tr(text: str) -> str:
        return QCoreApplication.translate("KeyList", text)

    grid, viewer, query = tr("Photos"), tr("One photo"), tr("Search box")
    lines = [
        (grid, tr("Move"), "Arrows, Home, End, PgUp, PgDown"),
        (grid, tr("Select further"), "Shift+Arrows"),
        (grid, tr("Select all"), "Ctrl+A"),
        (grid, tr("Show large"), "Return, Space"),
        (grid, tr("Find similar"), "S"),
        (grid, tr("Not like this"), "X"),
        (grid, tr("Copy image"), "Ctrl+C"),
        (grid, tr("Copy path"), "Ctrl+Shift+C"),
        (grid, tr("Show in folder"), "Ctrl+Return"),
        (grid, tr("Open with…"), "Shift+Return"),
        (grid, tr("Menu"), "Shift+F10"),
        (viewer, tr("Previous and next"), "Left, Right"),
        (viewer, tr("Whole photo or 100 %"), "Z"),
        (viewer, tr("Mark a part"), "R"),
        (viewer, tr("Search with the part"), "Return"),
        (viewer, tr("Back"), "Esc"),
        (query, tr("Earlier query"), "Alt+Left"),
        (query, tr("Later query"), "Alt+Right"),
        (query, tr("Search with a picture…"), "Ctrl+Shift+O"),
        (query, tr("Without: words after a minus sign"), "-word, Return"),
    ]
    own = [KeyLine(area, text, _native(keys)) for area, text, keys in lines]
    return [*key_lines(commands), *own]


def _native(keys: str) -> str:
    parts = []
    for part in keys.split(", "):
        shown = QKeySequence(part).toString(QKeySequence.SequenceFormat.NativeText)
        parts.append(shown or part)
    return ", ".join(parts)
