"""The marked part of a picture: a rectangle with eight handles, in picture pixels."""

from enum import IntFlag

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from imgtext_desktop import tokens

MIN_SIDE = 16
HANDLE_SIZE = 12  # widget pixels; the target around it is larger

ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}

_DIM_ALPHA = 0.62


class Grip(IntFlag):
    """What of the rectangle is held: edges, or its inside."""

    NONE = 0
    LEFT = 1
    TOP = 2
    RIGHT = 4
    BOTTOM = 8
    INSIDE = 16


GRIPS = (
    Grip.LEFT | Grip.TOP,
    Grip.TOP,
    Grip.RIGHT | Grip.TOP,
    Grip.RIGHT,
    Grip.RIGHT | Grip.BOTTOM,
    Grip.BOTTOM,
    Grip.LEFT | Grip.BOTTOM,
    Grip.LEFT,
)


class Crop:
    """A rectangle in a picture, changed by dragging or by steps.

    Args:
        picture: Size of the picture, picture pixels.
        rect: Where to begin.

    Attributes:
        rect: The rectangle, picture pixels; always inside the picture.
    """

    def __init__(self, picture: QSizeF, rect: QRectF) -> None:
        self._bounds = QRectF(QPointF(), picture)
        self.rect = rect & self._bounds
        self._grip = Grip.NONE
        self._grabbed_at = QPointF()
        self._grabbed_rect = QRectF()

    @classmethod
    def from_point(cls, picture: QSizeF, point: QPointF) -> "Crop":
        """Return an empty rectangle, held at the corner that is dragged away from a point."""
        bounds = QRectF(QPointF(), picture)
        x = min(max(point.x(), bounds.left()), bounds.right())
        y = min(max(point.y(), bounds.top()), bounds.bottom())
        crop = cls(picture, QRectF())
        crop.rect = QRectF(x, y, 0, 0)
        crop.grab(Grip.RIGHT | Grip.BOTTOM, QPointF(x, y))
        return crop

    def pixels(self) -> QRect:
        """Return the rectangle in whole pixels."""
        left, top = round(self.rect.left()), round(self.rect.top())
        return QRect(left, top, round(self.rect.right()) - left, round(self.rect.bottom()) - top)

    @property
    def is_large_enough(self) -> bool:
        """Whether there is enough in it to search with."""
        pixels = self.pixels()
        return min(pixels.width(), pixels.height()) >= MIN_SIDE

    def grip_at(self, point: QPointF, reach: float) -> Grip:
        """Return what is under a point.

        Args:
            point: Picture pixels.
            reach: How far from a handle still means that handle, picture pixels.
        """
        near = [(self._distance(grip, point), grip) for grip in GRIPS]
        distance, grip = min(near, key=lambda pair: pair[0])
        if distance <= reach:
            return grip
        return Grip.INSIDE if self.rect.contains(point) else Grip.NONE

    def grab(self, grip: Grip, at: QPointF) -> None:
        """Begin to drag."""
        self._grip, self._grabbed_at, self._grabbed_rect = grip, at, QRectF(self.rect)

    def drag_to(self, point: QPointF) -> None:
        """Drag what was grabbed; an edge may pass the opposite one."""
        by = point - self._grabbed_at
        if self._grip is Grip.INSIDE:
            self.rect = QRectF(self._grabbed_rect)
            self.move(by.x(), by.y())
            return
        before = self._grabbed_rect
        self.rect = self._inside(
            before.left() + (by.x() if self._grip & Grip.LEFT else 0),
            before.top() + (by.y() if self._grip & Grip.TOP else 0),
            before.right() + (by.x() if self._grip & Grip.RIGHT else 0),
            before.bottom() + (by.y() if self._grip & Grip.BOTTOM else 0),
        )

    def move(self, dx: float, dy: float) -> None:
        """Move by so many picture pixels, as far as the picture goes."""
        dx = min(max(dx, -self.rect.left()), self._bounds.right() - self.rect.right())
        dy = min(max(dy, -self.rect.top()), self._bounds.bottom() - self.rect.bottom())
        self.rect.translate(dx, dy)

    def grow(self, dx: float, dy: float) -> None:
        """Move the right and lower edges by so many picture pixels."""
        right = max(self.rect.right() + dx, min(self.rect.left() + MIN_SIDE, self.rect.right()))
        bottom = max(self.rect.bottom() + dy, min(self.rect.top() + MIN_SIDE, self.rect.bottom()))
        self.rect = self._inside(self.rect.left(), self.rect.top(), right, bottom)

    def _inside(self, left: float, top: float, right: float, bottom: float) -> QRectF:
        width, height = self._bounds.width(), self._bounds.height()
        xs = sorted(min(max(x, 0.0), width) for x in (left, right))
        ys = sorted(min(max(y, 0.0), height) for y in (top, bottom))
        return QRectF(xs[0], ys[0], xs[1] - xs[0], ys[1] - ys[0])

    def _distance(self, grip: Grip, point: QPointF) -> float:
        away = point - handle(self.rect, grip)
        return max(abs(away.x()), abs(away.y()))


def handle(rect: QRectF, grip: Grip) -> QPointF:
    """Return the middle of a handle of a rectangle."""
    middle = rect.center()
    x = rect.left() if grip & Grip.LEFT else rect.right() if grip & Grip.RIGHT else middle.x()
    y = rect.top() if grip & Grip.TOP else rect.bottom() if grip & Grip.BOTTOM else middle.y()
    return QPointF(x, y)


def cursor(grip: Grip) -> Qt.CursorShape:
    """Return the mouse pointer that tells what a drag would do."""
    shape = Qt.CursorShape
    if grip is Grip.INSIDE:
        return shape.SizeAllCursor
    if grip is Grip.NONE:
        return shape.CrossCursor
    if grip in (Grip.LEFT, Grip.RIGHT):
        return shape.SizeHorCursor
    if grip in (Grip.TOP, Grip.BOTTOM):
        return shape.SizeVerCursor
    falls = grip in (Grip.LEFT | Grip.TOP, Grip.RIGHT | Grip.BOTTOM)
    return shape.SizeFDiagCursor if falls else shape.SizeBDiagCursor


def paint(painter: QPainter, rect: QRectF, picture: QRectF) -> None:
    """Draw the rectangle with its handles, and dim the rest.

    Args:
        painter: Its state is restored.
        rect: The rectangle, widget pixels.
        picture: The picture as far as it is seen, widget pixels.
    """
    painter.save()
    scrim = QColor(tokens.SCRIM)
    scrim.setAlphaF(_DIM_ALPHA)
    upper = QRectF(picture.topLeft(), QPointF(picture.right(), rect.top()))
    lower = QRectF(QPointF(picture.left(), rect.bottom()), picture.bottomRight())
    left = QRectF(QPointF(picture.left(), rect.top()), rect.bottomLeft())
    right = QRectF(rect.topRight(), QPointF(picture.right(), rect.bottom()))
    for area in (upper, lower, left, right):
        painter.fillRect(area & picture, scrim)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(Qt.GlobalColor.white, 2))
    painter.drawRect(rect)
    painter.setBrush(Qt.GlobalColor.white)
    painter.setPen(QPen(QColor(tokens.SCRIM), 1))
    radius = (HANDLE_SIZE - 1) / 2
    for grip in GRIPS:
        painter.drawEllipse(handle(rect, grip), radius, radius)
    painter.restore()
