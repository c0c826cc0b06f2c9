"""The soft shadow under popovers: 0 8 32, 28 % black."""

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

BLUR: Final = 32
_OFFSET: Final = 8
_ALPHA: Final = 0.28
_STEP: Final = 2


def paint_shadow(painter: QPainter, rect: QRectF, radius: float, *, blur: int = BLUR) -> None:
    """Draw the shadow of a rounded rectangle.

    Args:
        painter: Its pen and brush are restored.
        rect: The rectangle that casts it.
        radius: Of its corners, in pixels.
        blur: How far it reaches, in pixels.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    steps = max(1, blur // _STEP)
    offset = _OFFSET * blur / BLUR
    # Many thin sheets, the outer ones larger: together they fall off like a blurred edge.
    sheet = QColor(0, 0, 0)
    sheet.setAlphaF(1 - (1 - _ALPHA) ** (1 / steps))
    painter.setBrush(sheet)
    for step in range(steps):
        grow = blur * (step + 0.5) / steps - blur / 2
        area = rect.translated(0, offset).adjusted(-grow, -grow, grow, grow)
        corner = max(1.0, radius + grow)
        painter.drawRoundedRect(area, corner, corner)
    painter.restore()
