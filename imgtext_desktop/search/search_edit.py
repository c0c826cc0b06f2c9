"""The line in the search box where one types."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget


class SearchEdit(QLineEdit):
    """A line of text that leaves pictures and keys at its edges to the box around it.

    Args:
        paste_picture: Pastes what is no plain text; False if the clipboard holds just that.
        parent: The box.

    Signals:
        submitted: Enter was pressed.
        left_behind: Backspace was pressed in an empty line.
        left_backwards: The cursor key was pressed at the very beginning.
    """

    submitted = Signal()
    left_behind = Signal()
    left_backwards = Signal()

    def __init__(self, paste_picture: Callable[[], bool], parent: QWidget) -> None:
        super().__init__(parent)
        self._paste_picture = paste_picture
        self.setObjectName("searchEdit")
        self.setFrame(False)
        self.setAcceptDrops(False)  # the box takes them: a file is no text

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: keys that mean more here than in other lines."""
        is_rtl = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        backwards = Qt.Key.Key_Right if is_rtl else Qt.Key.Key_Left
        is_at_start = self.cursorPosition() == 0 and not self.hasSelectedText()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.submitted.emit()
        elif event.key() == Qt.Key.Key_Backspace and not self.text():
            self.left_behind.emit()
        elif event.key() == backwards and is_at_start and not event.modifiers():
            self.left_backwards.emit()
        elif event.matches(QKeySequence.StandardKey.Paste) and self._paste_picture():
            event.accept()
        else:
            super().keyPressEvent(event)
