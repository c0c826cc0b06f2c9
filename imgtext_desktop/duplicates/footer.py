"""The bar below the groups: how much is marked, and the button that moves it to the trash."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout

from imgtext_desktop import tokens
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.duplicates.marks import Order
from imgtext_desktop.duplicates.words import joined, size_text
from imgtext_desktop.theme import Theme


class Footer(QFrame):
    """Says what is marked for the trash.

    Args:
        theme: Colours and fonts.
        unmark: What "Unmark all" does.
        move: What the other button does.

    Attributes:
        unmark_button: Takes all marks away.
        move_button: Moves what is marked.
    """

    def __init__(self, theme: Theme, *, unmark: QAction, move: QAction) -> None:
        super().__init__()
        self.setObjectName("duplicatesFooter")
        self._theme = theme
        self._move = move
        self._title = text_label("", theme.font(tokens.BODY), wraps=True)
        self._title.setProperty("heading", True)
        self._hint = text_label("", theme.font(tokens.CAPTION), role="secondary", wraps=True)
        self.unmark_button = QPushButton(unmark.text())
        self.unmark_button.setToolTip(unmark.toolTip())
        self.unmark_button.clicked.connect(unmark.trigger)
        self.move_button = QPushButton()
        self.move_button.setProperty("kind", "primary")
        self.move_button.setIconSize(QSize(22, 16))
        self.move_button.clicked.connect(move.trigger)
        text = QVBoxLayout()
        text.setSpacing(2)
        text.addWidget(self._title)
        text.addWidget(self._hint)
        row = QHBoxLayout(self)
        row.setContentsMargins(32, 12, 32, 12)
        row.setSpacing(10)
        row.addLayout(text, 1)
        row.addWidget(self.unmark_button, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.move_button, 0, Qt.AlignmentFlag.AlignVCenter)
        theme.changed.connect(self._retint)
        self._retint()

    def show_order(self, order: Order, *, has_marks: bool, is_moving: bool) -> None:
        """Show what is marked.

        Args:
            order: What is marked for the trash.
            has_marks: Whether anything is marked at all.
            is_moving: Whether files are being moved just now.
        """
        count = len(order.file_ids)
        if is_moving:
            self._title.setText(self.tr("Photos are being moved to the trash…"))
        elif count:
            self._title.setText(self.tr("%Ln photos marked for the trash", "", count))
        else:
            self._title.setText(self.tr("Nothing is marked for the trash"))
        freed = self.tr("%1 can be freed").replace("%1", size_text(order.size))
        self._hint.setText(
            joined(
                freed if count else "",
                self.tr("sidecar files move along"),
                self.tr("the system trash keeps them until you empty it"),
            )
            if count
            else self.tr("K keeps a photo, T marks it for the trash, U takes the mark away.")
        )
        text = self.tr("Move %Ln photos to the trash", "", count)
        self.move_button.setText(text)
        self.move_button.setAccessibleName(text)
        self.move_button.setToolTip(self._move.toolTip())
        self.move_button.setVisible(count > 0)
        self.move_button.setEnabled(not is_moving)
        self.unmark_button.setVisible(has_marks)
        self.unmark_button.setEnabled(not is_moving)

    def show_hint(self, text: str) -> None:
        """Say why something was not done, until marks change."""
        self._hint.setText(text)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def _retint(self) -> None:
        self.move_button.setIcon(self._theme.icon("trash", "on_accent"))
