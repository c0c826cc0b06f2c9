"""What can be done in the viewer, as a table: name, words, icon, keys."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from imgtext_desktop import icons, tokens

Keys = QKeySequence | QKeySequence.StandardKey | str


@dataclass(frozen=True)
class ActionRow:
    """A line of the table.

    Attributes:
        name: Object name, stable.
        text: What it does, in words.
        keys: Its shortcuts; the first one is shown.
        run: What is called.
        icon: Name of its icon; empty for none.
    """

    name: str
    text: str
    keys: Sequence[Keys]
    run: Callable[[], object]
    icon: str = ""


def make_actions(widget: QWidget, rows: Sequence[ActionRow]) -> dict[str, QAction]:
    """Make the actions of a table, add them to a widget and return them by name."""
    actions = {}
    for row in rows:
        action = QAction(row.text, widget)
        action.setObjectName(row.name)
        # The widget looks for its keys itself (see Viewer.event); the context keeps Qt from
        # taking them where the viewer is not shown.
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setShortcuts([_sequence(keys) for keys in row.keys])
        if row.icon:
            action.setIcon(icons.icon(row.icon, tokens.DARK.text))
        action.triggered.connect(lambda _=False, run=row.run: run())
        set_text(action, row.text)
        widget.addAction(action)
        actions[row.name] = action
    return actions


def set_text(action: QAction, text: str) -> None:
    """Name an action anew; its tooltip shows its key."""
    action.setText(text)
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(f"{text} ({keys})" if keys else text)


def _sequence(keys: Keys) -> QKeySequence:
    if isinstance(keys, QKeySequence.StandardKey):
        bindings = QKeySequence.keyBindings(keys)
        return bindings[0] if bindings else QKeySequence()
    return QKeySequence(keys)
