"""Commands as a table: menus, shortcuts, tooltips and the list of keys all read it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

Keys = QKeySequence.StandardKey | str


@dataclass(frozen=True)
class Command:
    """One thing that the user can do.

    Attributes:
        name: Object name of the action.
        area: Heading under which its keys are listed.
        text: What it does, for menus.
        keys: Its shortcuts, the first one is shown.
        run: Does it.
        icon: A Phosphor name, or empty.
    """

    name: str
    area: str
    text: str
    keys: tuple[Keys, ...]
    run: Callable[[], object]
    icon: str = ""


@dataclass(frozen=True)
class KeyLine:
    """One line of the list of keys."""

    area: str
    text: str
    keys: str


@dataclass(frozen=True)
class Choice:
    """One line of the list of commands.

    Attributes:
        text: What it does.
        keys: Its key, perhaps none.
        run: Does it.
    """

    text: str
    keys: QKeySequence
    run: Callable[[], object]


def build_actions(window: QWidget, commands: Iterable[Command]) -> dict[str, QAction]:
    """Make the actions of a window and add them to it.

    Args:
        window: Shortcuts work while it is active.
        commands: The table.

    Returns:
        The actions by name.
    """
    actions: dict[str, QAction] = {}
    for command in commands:
        action = QAction(command.text, window)
        action.setObjectName(command.name)
        action.setShortcuts([QKeySequence(keys) for keys in command.keys])
        action.setToolTip(with_keys(command.text, action.shortcut()))
        action.triggered.connect(ignoring_argument(command.run))
        window.addAction(action)
        actions[command.name] = action
    return actions


def with_keys(text: str, keys: QKeySequence) -> str:
    """Return a tooltip that names the keys as well."""
    shown = keys.toString(QKeySequence.SequenceFormat.NativeText)
    return f"{text} ({shown})" if shown else text


def key_lines(commands: Iterable[Command]) -> list[KeyLine]:
    """Return the lines of the list of keys for these commands."""
    lines = []
    for command in commands:
        shown = [
            QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
            for keys in command.keys
        ]
        if shown:
            lines.append(KeyLine(command.area, command.text, ", ".join(shown)))
    return lines


def ignoring_argument(run: Callable[[], object]) -> Callable[[], None]:
    """Return a slot that leaves out the "checked" which QAction passes on."""

    def call() -> None:
        run()

    return call
