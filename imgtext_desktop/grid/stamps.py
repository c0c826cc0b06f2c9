"""Shapes that many tiles share, drawn once: rounded corners and icons are slow to draw anew."""

import math
from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

_MOST = 64  # zooming leaves shapes of old sizes behind


class Stamps:
    """Pixmaps by name, size and resolution."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, float, float, float], QPixmap] = {}

    def clear(self) -> None:
        """Forget all, as the colours are others."""
        self._made.clear()

    def paint(
        self,
        painter: QPainter,
        rect: QRectF,
        name: str,
        draw: Callable[[QPainter, QRectF], None],
    ) -> None:
        """Paint a shape.

        Args:
            painter: Where.
            rect: All that the shape covers.
            name: Tells the shape from others.
            draw: Draws it into the rectangle that it is given, the first time.
        """
        device = painter.device()
        ratio = 1.0 if device is None else device.devicePixelRatio()
        key = (name, rect.width(), rect.height(), ratio)
        if key not in self._made:
            if len(self._made) >= _MOST:
                self._made.clear()
            self._made[key] = _drawn(rect, ratio, draw)
        painter.drawPixmap(rect.topLeft(), self._made[key])


def _drawn(rect: QRectF, ratio: float, draw: Callable[[QPainter, QRectF], None]) -> QPixmap:
    pixmap = QPixmap(math.ceil(rect.width() * ratio), math.ceil(rect.height() * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw(painter, QRectF(0, 0, rect.width(), rect.height()))
    painter.end()
    return pixmap
