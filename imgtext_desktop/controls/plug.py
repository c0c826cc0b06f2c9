"""The plug that marks what is not connected; Phosphor 1.3 has none."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

_GRID = 24.0  # the drawing's units on each side
_STROKE = 1.75


def paint_plug(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    """Draw a plug with two prongs and a cord.

    Args:
        painter: Its pen and brush are restored.
        rect: A square.
        colour: The colour.
    """
    path = QPainterPath()
    for x in (9.0, 15.0):
        path.moveTo(x, 3)
        path.lineTo(x, 8)
    path.moveTo(5, 8)
    path.lineTo(19, 8)
    path.moveTo(7, 8)
    path.lineTo(7, 12)
    path.arcTo(QRectF(7, 7, 10, 10), 180, 180)
    path.lineTo(17, 8)
    path.moveTo(12, 17)
    path.lineTo(12, 18)
    path.cubicTo(12, 20.5, 13, 21.5, 15.5, 21.5)
    path.lineTo(18, 21.5)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / _GRID, rect.height() / _GRID)
    caps, joins = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    painter.setPen(QPen(colour, _STROKE, Qt.PenStyle.SolidLine, caps, joins))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.restore()
