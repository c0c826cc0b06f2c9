"""A card that chooses what to learn."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout

from engine.training.readiness import Readiness
from imgtext_desktop import tokens
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.theme import Theme
from imgtext_desktop.training.columns import row_line, set_property
from imgtext_desktop.training.sign import Sign
from imgtext_desktop.training.words import estimate_words, method_words, summary_words


class MethodCard(QPushButton):
    """One of the things that can be learned; a choice of one among several.

    Args:
        theme: Colours and fonts.
        method: Name of the method.
    """

    def __init__(self, theme: Theme, method: str) -> None:
        super().__init__()
        self.method = method
        self.setProperty("kind", "method")
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        words = method_words(method)
        self._words = words
        self.setAccessibleName(words.name)
        self.setToolTip(words.promise)
        self._mark = Sign(theme, "circle", "edge")
        self._ready_sign = Sign(theme, "check-circle", "good", 16)
        self._ready = text_label("", theme.font(tokens.CAPTION), wraps=True)
        self._time_sign = Sign(theme, "clock", "text2", 16)
        self._time = text_label("", theme.font(tokens.CAPTION), role="secondary", wraps=True)
        self._lay_out(theme)
        self.toggled.connect(self._on_toggled)
        self.set_estimate(None)

    def show_readiness(self, readiness: Readiness) -> None:
        """Say in a line whether there is enough to learn from."""
        is_ready, words = summary_words(readiness)
        self._ready.setText(words)
        set_property(self._ready, "role", "good" if is_ready else "warn")
        icon = "check-circle" if is_ready else "warning-circle"
        self._ready_sign.show_icon(icon, "good" if is_ready else "warn")
        self._say()

    def set_estimate(self, seconds: float | None) -> None:
        """Say how long it will take, or nothing while nobody knows."""
        self._time.setText("" if seconds is None else estimate_words(seconds))
        for widget in (self._time, self._time_sign):
            widget.setVisible(seconds is not None)
            policy = widget.sizePolicy()
            policy.setRetainSizeWhenHidden(True)  # cards beside each other keep their lines
            widget.setSizePolicy(policy)
        self._say()

    def sizeHint(self) -> QSize:
        """Override: what is on it decides."""
        return self._column.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Override: what is on it decides."""
        return self._column.minimumSize()

    def _lay_out(self, theme: Theme) -> None:
        name = text_label(self._words.name, theme.font(tokens.SUBTITLE), wraps=True)
        promise = text_label(self._words.promise, theme.font(tokens.BODY), wraps=True)
        promise.setProperty("role", "secondary")
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(Sign(theme, self._words.icon, "accent_text", 20, ground=40))
        top.addWidget(name, 1)
        top.addWidget(self._mark)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(promise)
        column.addStretch(1)
        column.addWidget(row_line())
        for sign, words in ((self._ready_sign, self._ready), (self._time_sign, self._time)):
            row = QHBoxLayout()
            row.setSpacing(6)
            row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
            row.addWidget(words, 1)
            column.addLayout(row)
        for label in self.findChildren(QLabel):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        for sign in self.findChildren(Sign):
            sign.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def _on_toggled(self, is_chosen: bool) -> None:
        icon = "check-circle-fill" if is_chosen else "circle"
        self._mark.show_icon(icon, "accent" if is_chosen else "edge")

    def _say(self) -> None:
        parts = (self._words.promise, self._ready.text(), self._time.text())
        self.setAccessibleDescription(". ".join(part.rstrip(".。") for part in parts if part))
