"""The plug that marks what is not connected; Phosphor 1.3 has none."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

_GRID = 16.0  # the drawing's units on each side


def paint_plug(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    """Draw a plug with two prongs and a cord.

    Args:
        painter: Its pen and brush are restored.
        rect: Where; the smaller side counts.
        colour: The colour.
    """
    side = min(rect.width(), rect.height())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.center() - QPointF(side / 2, side / 2))
    painter.scale(side / _GRID, side / _GRID)
    pen = QPen(colour, 1.2)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for x in (5.5, 10.5):
        painter.drawLine(QPointF(x, 1.5), QPointF(x, 4.5))
    body = QPainterPath(QPointF(3.0, 4.5))
    body.lineTo(13.0, 4.5)
    body.lineTo(13.0, 7.0)
    body.cubicTo(13.0, 12.6, 3.0, 12.6, 3.0, 7.0)
    body.closeSubpath()
    painter.drawPath(body)
    painter.drawLine(QPointF(8.0, 11.2), QPointF(8.0, 14.5))
    painter.restore()
