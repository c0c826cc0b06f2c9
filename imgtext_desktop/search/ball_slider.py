"""A slider over a small chart: how far look-alikes may be, and how many photos that gives."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QSlider, QVBoxLayout, QWidget

from imgtext_desktop.theme import Theme

_CHART_HEIGHT: Final = 20
_LEAST_BAR: Final = 2  # pixels: one photo among thousands is still seen
_HALF_HANDLE: Final = 8  # the style's handle is 16 wide
_WIDTH: Final = 300


class BallSlider(QWidget):
    """Chooses a radius; the photos nearer than that are the accented part of the chart.

    Signals:
        moved: The user chose a radius.
    """

    moved = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.within: Sequence[int] = (0, 0)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(self.tr("How far look-alikes may be"))
        self.slider.setToolTip(self.tr("How far look-alikes may be (arrow keys)"))
        # Style sheets fill a slider's groove from the left whatever the direction.
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        self.setProperty("mirrored", is_mirrored)
        self.slider.valueChanged.connect(self._on_moved)
        self._chart = _Chart(theme, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._chart)
        column.addWidget(self.slider)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFocusProxy(self.slider)

    @property
    def radius(self) -> int:
        """What is chosen."""
        return self.slider.value()

    @property
    def count(self) -> int:
        """How many photos that gives."""
        return self.within[min(self.radius, len(self.within) - 1)]

    def show_ball(self, within: Sequence[int], radius: int) -> None:
        """Show counts and a radius, telling nobody.

        Args:
            within: How many photos are less than 0, 1, ... bits + 1 bits away.
            radius: What is chosen; the end of the slider is where all photos are.
        """
        self.within = within
        end = max(1, next(number for number, count in enumerate(within) if count == within[-1]))
        self.slider.blockSignals(True)
        self.slider.setRange(0, end)
        self.slider.setPageStep(max(1, end // 8))
        self.slider.setValue(radius)
        self.slider.blockSignals(False)
        self._chart.update()

    def sizeHint(self) -> QSize:
        """Override: wide enough to hit each bit."""
        return QSize(_WIDTH, super().sizeHint().height())

    def _on_moved(self, radius: int) -> None:
        self._chart.update()
        self.moved.emit(radius)


class _Chart(QWidget):
    """Photos by distance, from the nearest; a bar ends where the slider's handle would take it."""

    def __init__(self, theme: Theme, ball: BallSlider) -> None:
        super().__init__(ball)
        self._theme = theme
        self._ball = ball
        self.setFixedHeight(_CHART_HEIGHT)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: a bar a distance; roots, as most photos are far away."""
        within, end = self._ball.within, self._ball.slider.maximum()
        counts = [within[number + 1] - within[number] for number in range(end)]
        most = max(counts, default=0)
        if not most:
            return
        painter = QPainter(self)
        step = (self.width() - 2 * _HALF_HANDLE) / end
        for distance, count in enumerate(counts):
            if not count:
                continue
            height = max(_LEAST_BAR, self.height() * (count / most) ** 0.5)
            bar = QRectF(
                _HALF_HANDLE + distance * step, self.height() - height, max(1.0, step - 0.5), height
            )
            is_inside = distance < self._ball.radius
            painter.fillRect(self._mirrored(bar), self._theme.colour(_colour(is_inside)))
        painter.end()

    def _mirrored(self, bar: QRectF) -> QRectF:
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            bar.moveLeft(self.width() - bar.right())
        return bar


def _colour(is_inside: bool) -> str:
    return "accent" if is_inside else "edge"
