"""Text fields undo their own typing; what they cannot undo is left to the window."""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence


def leaves_undo(event: QEvent, can_undo: bool, can_redo: bool) -> bool:
    """Tell whether a field shall leave a key to the shortcuts of the window.

    Args:
        event: Any event of the field; a key is asked for before it comes.
        can_undo: Whether the field has typing to undo.
        can_redo: Whether it has some to do again.
    """
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    is_undo = event.matches(QKeySequence.StandardKey.Undo) and not can_undo
    is_redo = event.matches(QKeySequence.StandardKey.Redo) and not can_redo
    return is_undo or is_redo
