"""An icon in a row that keeps to the theme's colours."""

from typing import Final

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from imgtext_desktop import icons, tokens
from imgtext_desktop.theme import Theme

_ROW: Final = 18


class Sign(QWidget):
    """A Phosphor icon, perhaps on a tinted square.

    Args:
        theme: Colours.
        icon: A Phosphor name.
        token: Its colour.
        side: Of the icon, pixels.
        ground: Side of a tinted square behind it; 0 for none.
    """

    def __init__(
        self, theme: Theme, icon: str, token: str, side: int = _ROW, *, ground: int = 0
    ) -> None:
        super().__init__()
        self._theme = theme
        self._icon, self._token, self._side, self._ground = icon, token, side, ground
        whole = ground or side
        self.setFixedSize(QSize(whole, whole))
        theme.changed.connect(self.update)

    def show_icon(self, icon: str, token: str) -> None:
        """Show another icon."""
        self._icon, self._token = icon, token
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: the square and the icon."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._ground:
            painter.setPen(self._theme.colour("accent_tint"))
            painter.setBrush(self._theme.colour("accent_tint"))
            ground = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(ground, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
        place = QRectF(0, 0, self._side, self._side)
        place.moveCenter(QRectF(self.rect()).center())
        icons.paint_icon(painter, self._icon, place, self._theme.colour(self._token))
        painter.end()
