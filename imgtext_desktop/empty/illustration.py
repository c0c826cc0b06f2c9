"""The three cards above the first sentence."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from imgtext_desktop import icons, tokens
from imgtext_desktop.theme import Theme

_CARD = QSize(124, 94)
_ICON = 32
# Place of the centre from the middle, angle, ground, ink, icon; the last one lies on top.
_CARDS = (
    (-96, 10, -10, "warn_tint", "warn", "image"),
    (96, 10, 10, "good_tint", "good", "boat"),
    (0, 0, 0, "accent_tint", "accent_text", "magnifying-glass"),
)


class Illustration(QWidget):
    """Decoration: three cards like photos on a table."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Override."""
        return QSize(360, 132)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: card by card."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = QPointF(self.width() / 2, self.height() / 2 - 8)
        for x, y, angle, ground, ink, icon in _CARDS:
            painter.save()
            painter.translate(middle + QPointF(x, y))
            painter.rotate(angle)
            rect = QRectF(-_CARD.width() / 2, -_CARD.height() / 2, _CARD.width(), _CARD.height())
            painter.setPen(
                QPen(self._theme.colour("surface"), 5) if angle == 0 else Qt.PenStyle.NoPen
            )
            painter.setBrush(self._theme.colour(ground))
            painter.drawRoundedRect(rect, tokens.RADIUS_CHIP, tokens.RADIUS_CHIP)
            place = QRectF(-_ICON / 2, -_ICON / 2, _ICON, _ICON)
            icons.paint_icon(painter, icon, place, self._theme.colour(ink))
            painter.restore()
        painter.end()
