"""The buttons of the review, with the keys that do the same."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from imgtext_desktop import tokens
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.theme import Theme


class ReviewFooter(QFrame):
    """What can be said of a photo's suggestions.

    Signals:
        accepted: The ticked texts shall be the user's own.
        edit_requested: A text shall be changed.
        rejected: None of the texts is right.
        skipped: Nothing is said now.
        back_requested: The photo before shall be shown.
    """

    accepted = Signal()
    edit_requested = Signal()
    rejected = Signal()
    skipped = Signal()
    back_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("suggestFooter")
        self._back = quiet_button(self.tr("Back"), self.tr("Back (Left)"))
        self._skip = quiet_button(self.tr("Skip"), self.tr("Skip (Right)"))
        self._reject = quiet_button(self.tr("Reject"), self.tr("Reject (N)"))
        self._edit = quiet_button(self.tr("Edit"), self.tr("Edit (E)"))
        self._accept = quiet_button(self.tr("Accept"), self.tr("Accept (Y)"))
        self._accept.setProperty("kind", "primary")
        self._accept.setObjectName("acceptButton")
        self._actions = {
            Qt.Key.Key_Y: self._accept,
            Qt.Key.Key_N: self._reject,
            Qt.Key.Key_E: self._edit,
            Qt.Key.Key_Right: self._skip,
            Qt.Key.Key_Left: self._back,
        }
        for button, signal in (
            (self._back, self.back_requested),
            (self._skip, self.skipped),
            (self._reject, self.rejected),
            (self._edit, self.edit_requested),
            (self._accept, self.accepted),
        ):
            button.clicked.connect(signal)
        hints = text_label(
            self.tr("Y accept · E edit · N reject · ← back · → skip · 1–9 tick · Ctrl+Z undo"),
            theme.font(tokens.CAPTION),
            role="hint",
            wraps=True,
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(32, 12, 32, 12)
        row.setSpacing(10)
        row.addWidget(self._back)
        row.addWidget(self._skip)
        row.addSpacing(8)
        row.addWidget(hints, 1)
        row.addWidget(self._reject)
        row.addWidget(self._edit)
        row.addWidget(self._accept)

    def allow(self, *, answers: bool, accept: bool, skip: bool, back: bool) -> None:
        """Enable what can be done now."""
        self._accept.setEnabled(answers and accept)
        self._reject.setEnabled(answers)
        self._edit.setEnabled(answers)
        self._skip.setEnabled(skip)
        self._back.setEnabled(back)

    def press(self, key: Qt.Key) -> bool:
        """Do what a key does; False where it does nothing here."""
        button = self._actions.get(key)
        if button is not None:
            button.click()
        return button is not None


def quiet_button(text: str, tip: str) -> QPushButton:
    """Return a button that leaves the keys to the page when it is clicked."""
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAccessibleName(text)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
