"""Choosing photos by drawing a rectangle around them."""

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, QRect, QRectF, QTimer
from PySide6.QtGui import QColor, QPainter, QPen

from imgtext_desktop import tokens
from imgtext_desktop.grid.computed_view import ComputedGridView

_EDGE_INTERVAL = 16  # ms
_EDGE_SHARE = 0.3  # of the distance outside, scrolled at each interval
_FILL_ALPHA = 0.15
_SHOWN_FROM = 4  # pixels; less is a click

_Flag = QItemSelectionModel.SelectionFlag


class RubberBand:
    """A rectangle that stays with the photos while they scroll.

    Args:
        view: The view in which it is drawn.
    """

    def __init__(self, view: ComputedGridView) -> None:
        self._view = view
        self._base = QItemSelection()
        self._origin: QPoint | None = None  # of the content
        self._pointer = QPoint()  # of the viewport
        self._edge = QTimer(view, interval=_EDGE_INTERVAL)
        self._edge.timeout.connect(self._scroll_at_edge)

    @property
    def is_active(self) -> bool:
        """Whether it is being drawn."""
        return self._origin is not None

    def begin(self, pointer: QPoint, *, is_added: bool) -> None:
        """Start at a point of the viewport.

        Args:
            pointer: Where.
            is_added: Whether what is chosen already stays so.
        """
        model = self._view.selectionModel()
        if not is_added:
            model.clearSelection()
        self._base = QItemSelection(model.selection())
        self._origin = pointer + QPoint(0, self._view.verticalOffset())
        self._pointer = pointer

    def move(self, pointer: QPoint) -> None:
        """Follow the pointer; outside, the view scrolls."""
        self._pointer = pointer
        if self._distance_outside():
            self._edge.start()
        else:
            self._edge.stop()
        self.choose()

    def end(self) -> None:
        """Stop drawing; what was chosen stays chosen."""
        self._origin = None
        self._edge.stop()
        self._view.viewport().update()

    def choose(self) -> None:
        """Choose what is touched now."""
        if self._origin is None:
            return
        rect = self._rect()
        runs = self._view.tiles.runs_in(rect.left(), rect.top(), rect.right(), rect.bottom())
        chosen = QItemSelection(self._base)
        chosen.merge(self._view.selection_of(runs), _Flag.Select)
        self._view.selectionModel().select(chosen, _Flag.ClearAndSelect)
        self._view.viewport().update()

    def paint(self, painter: QPainter, accent: QColor) -> None:
        """Draw it."""
        rect = self._rect().translated(0, -self._view.verticalOffset())
        if self._origin is None or max(rect.width(), rect.height()) < _SHOWN_FROM:
            return
        fill = QColor(accent)
        fill.setAlphaF(_FILL_ALPHA)
        painter.setPen(QPen(accent, 1))
        painter.setBrush(fill)
        radius = tokens.RADIUS_CONTROL / 2
        painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)

    def _rect(self) -> QRect:
        """Return the rectangle, in pixels of the content."""
        origin = self._origin or QPoint()
        corner = self._pointer + QPoint(0, self._view.verticalOffset())
        left, right = sorted((origin.x(), corner.x()))
        top, bottom = sorted((origin.y(), corner.y()))
        return QRect(QPoint(left, top), QPoint(right, bottom))

    def _distance_outside(self) -> int:
        """Return how far the pointer is above (negative) or below the view."""
        y = self._pointer.y()
        return min(y, 0) + max(y - self._view.viewport().height(), 0)

    def _scroll_at_edge(self) -> None:
        step = self._distance_outside() * _EDGE_SHARE
        bar = self._view.verticalScrollBar()
        bar.setValue(bar.value() + (round(step) or (1 if step > 0 else -1)))
        self.choose()
