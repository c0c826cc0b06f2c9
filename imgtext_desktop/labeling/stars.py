"""Five stars that can be clicked, or set with the keys 0 to 5 and the arrows."""

import math
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

_STARS = 5
_SIDE = 24  # of the place of one star: large enough to hit
_RADIUS = 6.5
_INNER = 0.42  # of the radius, where two points of a star meet


class Stars(QWidget):
    """A rating.

    Args:
        colour: Returns a colour by its token's name.
        parent: The parent widget.

    Attributes:
        stars: 0 to 5; None where photos differ.

    Signals:
        rated: The user chose so many stars, 0 to 5.
    """

    rated = Signal(int)

    def __init__(self, colour: Callable[[str], QColor], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ratingStars")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setToolTip(self.tr("Rating (0 to 5)"))
        self._colour = colour
        self._hovered = 0
        self.stars: int | None = 0
        self.show_stars(0)

    def show_stars(self, stars: int | None) -> None:
        """Show a rating; None where photos differ."""
        self.stars = stars
        value = self.tr("mixed") if stars is None else self.tr("%Ln stars", "", stars)
        self.setAccessibleName(self.tr("Rating: %1").replace("%1", value))
        self.update()

    def sizeHint(self) -> QSize:
        """Override: the stars side by side."""
        return QSize(_STARS * _SIDE, _SIDE)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override: a click on the only star or on the last one takes the rating away."""
        if event.button() is Qt.MouseButton.LeftButton:
            chosen = self._star_at(event.position().x())
            self.rated.emit(0 if chosen == self.stars else chosen)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override: show what a click would do."""
        self._hover(self._star_at(event.position().x()))

    def leaveEvent(self, event: QEvent) -> None:
        """Override: show the rating again."""
        super().leaveEvent(event)
        self._hover(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: digits and arrows."""
        key = event.key()
        if Qt.Key.Key_0 <= key <= Qt.Key.Key_5:
            self.rated.emit(key - Qt.Key.Key_0)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            is_more = (key == Qt.Key.Key_Right) != self.isRightToLeft()
            self.rated.emit(max(0, min(_STARS, (self.stars or 0) + (1 if is_more else -1))))
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: filled stars, then empty ones."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        filled = self._hovered or self.stars or 0
        for number in range(_STARS):
            place = _STARS - 1 - number if self.isRightToLeft() else number
            centre = QPointF((place + 0.5) * _SIDE, _SIDE / 2)
            is_filled = number < filled
            colour = self._colour("warn" if is_filled else "edge")
            painter.setPen(QPen(colour, 1.2))
            painter.setBrush(colour if is_filled else Qt.BrushStyle.NoBrush)
            painter.drawPolygon(_star(centre))
        if self.hasFocus():
            painter.setPen(QPen(self._colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.end()

    def _star_at(self, x: float) -> int:
        place = max(0, min(_STARS - 1, int(x // _SIDE)))
        return _STARS - place if self.isRightToLeft() else place + 1

    def _hover(self, star: int) -> None:
        if star != self._hovered:
            self._hovered = star
            self.update()


def _star(centre: QPointF) -> QPolygonF:
    points = []
    for corner in range(2 * _STARS):
        radius = _RADIUS * (_INNER if corner % 2 else 1)
        angle = math.pi * (corner / _STARS - 0.5)
        points.append(centre + QPointF(radius * math.cos(angle), radius * math.sin(angle)))
    return QPolygonF(points)
