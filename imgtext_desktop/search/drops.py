"""How drops are answered."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QDropEvent


def accept_as_copy(event: QDropEvent) -> None:
    """Accept something dragged, never as a move: the sender would delete its file."""
    for action in (Qt.DropAction.CopyAction, Qt.DropAction.LinkAction):
        if event.possibleActions() & action:
            event.setDropAction(action)
            event.accept()
            return
    event.ignore()
