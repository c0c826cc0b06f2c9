"""A mark that the icon font lacks: a broken picture, as an outline like its own."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

_GRID = 24.0  # the outlines are drawn on a square of so many units
_STROKE = 1.75


def paint_broken_picture(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    """Draw a picture torn in two: the file cannot be read."""
    path = QPainterPath()
    tear = ((13.0, 4.0), (10.0, 9.0), (13.0, 13.0), (10.0, 20.0))
    for offset, edge in ((-1.25, 3.0), (2.25, 21.0)):
        path.moveTo(tear[0][0] + offset, tear[0][1])
        for x, y in tear[1:]:
            path.lineTo(x + offset, y)
        path.lineTo(edge, 20)
        path.lineTo(edge, 4)
        path.closeSubpath()
    _stroke(painter, rect, path, colour)


def _stroke(painter: QPainter, rect: QRectF, path: QPainterPath, colour: QColor) -> None:
    painter.save()
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / _GRID, rect.height() / _GRID)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    caps, joins = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    painter.setPen(QPen(colour, _STROKE, Qt.PenStyle.SolidLine, caps, joins))
    painter.drawPath(path)
    painter.restore()
