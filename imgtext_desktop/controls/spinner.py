"""A ring that turns while something takes long."""

from typing import Final

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QWidget

from imgtext_desktop.theme import Theme

_FRAME_MILLISECONDS: Final = 33
_STEP: Final = 12  # degrees a frame: a turn a second
_ARC: Final = 100  # degrees
_SIXTEENTHS: Final = 16  # of a degree, as Qt counts angles


class Spinner(QWidget):
    """Turns while it is seen; where nothing shall move, it stands still."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._angle = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME_MILLISECONDS)
        self._timer.timeout.connect(self._on_frame)
        self.setAccessibleName(self.tr("Searching"))
        self.setToolTip(self.tr("Searching"))
        theme.changed.connect(self.update)

    @property
    def is_turning(self) -> bool:
        """Whether it moves."""
        return self._timer.isActive()

    def showEvent(self, event: QShowEvent) -> None:
        """Override: begin to turn."""
        super().showEvent(event)
        if self._theme.is_animated:
            self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Override: what is not seen costs nothing."""
        super().hideEvent(event)
        self._timer.stop()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: the ring, and the arc that turns on it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ring = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        for token, start, length in (("track", 0, 360), ("accent", -self._angle, -_ARC)):
            pen = QPen(self._theme.colour(token), 2)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawArc(ring, start * _SIXTEENTHS, length * _SIXTEENTHS)
        painter.end()

    def _on_frame(self) -> None:
        self._angle = (self._angle + _STEP) % 360
        self.update()
