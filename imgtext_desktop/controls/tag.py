"""The tag of a label that is only guessed; an icon font has no dashed ones."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

_GRID = 24.0  # the drawing's units on each side
_STROKE = 1.75
_DASHES = (1.6, 2.0)  # in widths of the line
_CORNERS = ((3, 6), (16, 6), (21.5, 12), (16, 18), (3, 18))


def paint_dashed_tag(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    """Draw a tag with a dashed outline.

    Args:
        painter: Its pen and brush are restored.
        rect: A square.
        colour: The colour.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / _GRID, rect.height() / _GRID)
    pen = QPen(colour, _STROKE)
    pen.setDashPattern(_DASHES)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in _CORNERS]))
    painter.restore()
