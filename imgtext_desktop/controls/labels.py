"""Labels: one line that is cut in the middle, and text in one of the type styles."""

import re

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyleOption, QWidget

_LONG_WORD = re.compile(r"([\w/.,:%?&=~+#-]{16})(?=[\w/.,:%?&=~+#-])")
_MAY_BREAK = "\u200b"  # zero width space


def breakable(text: str) -> str:
    """Return a text in which a label may break words that are too long for a line.

    Qt breaks lines between words only: an address would make all around it as wide as itself.
    """
    return _LONG_WORD.sub(rf"\1{_MAY_BREAK}", text)


def text_label(text: str, font: QFont, *, role: str = "", wraps: bool = False) -> QLabel:
    """Return a label of plain text.

    Args:
        text: What it says.
        font: From the theme.
        role: ``"secondary"``, ``"hint"`` or empty for the colour of the main text.
        wraps: Whether it may take several lines.
    """
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setFont(font)
    label.setWordWrap(wraps)
    if role:
        label.setProperty("role", role)
    return label


class ElidedLabel(QLabel):
    """A name or path on one line, cut in the middle where room is short; the tooltip has it all."""

    def __init__(
        self,
        text: str = "",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._mode = mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Override: the tooltip carries the whole text."""
        super().setText(text)
        self.setToolTip(text)
        self.setAccessibleName(text)

    def minimumSizeHint(self) -> QSize:
        """Override: it may become narrow."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: the text as far as there is room."""
        painter = QPainter(self)
        option = QStyleOption()
        option.initFrom(self)
        text = self.fontMetrics().elidedText(self.text(), self._mode, self.width())
        self.style().drawItemText(
            painter,
            self.rect(),
            int(self.alignment() | Qt.AlignmentFlag.AlignVCenter),
            option.palette,
            self.isEnabled(),
            text,
            self.foregroundRole(),
        )
        painter.end()
