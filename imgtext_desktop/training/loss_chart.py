"""The chart of a run. Importing this module imports pyqtgraph, which takes 0.2 seconds."""

import math
from collections.abc import Sequence
from enum import Enum, auto
from typing import Any, Final

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont

from imgtext_desktop import tokens
from imgtext_desktop.theme import Theme
from imgtext_desktop.training.live_state import LiveState, Point
from imgtext_desktop.training.words import number, percent

# UI.md names four colours of charts: grey, the accent, and two more.
_SERIES: Final = (
    ("#7D8690", "#0B6A8B", "#A85A00", "#7A3E9D"),
    ("#8B949E", "#5EC3E4", "#F0A95F", "#C79BE6"),
)
_FILL: Final = 0.14
_HEADROOM: Final = 0.15
_PERCENT_STEPS: Final = (0.01, 0.02, 0.05, 0.1, 0.2)
_MOST_LINES: Final = 7


class Shown(Enum):
    """What the chart shows."""

    EXAM = auto()
    LOSS = auto()
    TERMS = auto()


class _Axis(pg.AxisItem):  # type: ignore[misc]
    """Writes its values as the user does."""

    is_in_percent = False

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple[float, float]]:
        """Override: few lines, all alike."""
        if not self.is_in_percent:
            return [tuple(level) for level in super().tickSpacing(low, high, size)[:1]]
        fits = (step for step in _PERCENT_STEPS if high - low <= _MOST_LINES * step)
        return [(next(fits, _PERCENT_STEPS[-1]), 0.0)]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """Override: percent, or plain numbers."""
        if self.is_in_percent:
            return [percent(value) for value in values]
        digits = max(0, -math.floor(math.log10(spacing))) if spacing > 0 else 0
        return [f"{value:.{digits}f}" for value in values]


class LossChart(pg.PlotWidget):  # type: ignore[misc]
    """Lines with their names at their ends.

    Args:
        theme: Colours and fonts.
    """

    def __init__(self, theme: Theme) -> None:
        self._left = _Axis("left")
        super().__init__(axisItems={"left": self._left, "bottom": _Axis("bottom")})
        self.setObjectName("lossChart")
        self.setFrameShape(self.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMenuEnabled(False)
        self.setMouseEnabled(False, False)
        self.hideButtons()
        self.setMinimumHeight(220)
        self._theme = theme
        self._state = LiveState()
        self._shown = Shown.EXAM
        self._uses_version = True
        plot = self.getPlotItem()
        plot.setContentsMargins(0, 6, 0, 0)
        plot.getViewBox().setDefaultPadding(0.0)
        plot.setLabel("bottom", self.tr("Round"))
        theme.changed.connect(self.redraw)
        self.redraw()

    def show_state(self, state: LiveState, *, uses_version: bool) -> None:
        """Draw a run.

        Args:
            state: What it has said.
            uses_version: Whether it begins from the version in use, which is so named.
        """
        self._state, self._uses_version = state, uses_version
        self.redraw()

    def choose(self, shown: Shown) -> None:
        """Show the exam, the loss or all its terms."""
        self._shown = shown
        self.redraw()

    def redraw(self) -> None:
        """Draw anew."""
        self.clear()
        self._style()
        last = self._state.last
        rounds = max(1, last.epochs if last is not None else 1)
        self.getPlotItem().setXRange(0, rounds, padding=0.02)
        if self._shown is Shown.EXAM:
            self._left.is_in_percent = self._state.is_in_percent
            self._draw_exam(rounds)
        else:
            self._left.is_in_percent = False
            self._draw_losses()
        self.setAccessibleName(self._sentence())
        self.setAccessibleDescription(self._table())

    # -- drawing ----------------------------------------------------------------------------

    def _style(self) -> None:
        colour = self._theme.colour
        self.setBackground(colour("surface"))
        plot = self.getPlotItem()
        for name in ("left", "bottom"):
            axis = plot.getAxis(name)
            axis.setPen(pg.mkPen(colour("line")))
            axis.setTextPen(pg.mkPen(colour("text2")))
            axis.setStyle(tickFont=self._theme.font(tokens.CAPTION), tickLength=0)
            axis.setTickPen(pg.mkPen(colour("line")))
            axis.setZValue(-1)  # names lie over the lines of the grid
        plot.getAxis("bottom").label.setFont(self._theme.font(tokens.CAPTION))
        plot.showGrid(x=False, y=True, alpha=1.0)

    def _draw_exam(self, rounds: int) -> None:
        points, start = self._state.points, self._state.start
        if not points:
            return
        low, high = self._range(points)
        self.getPlotItem().setYRange(low, high, padding=0)
        for earlier in self._state.earlier:
            self._line(earlier, QColor(self._theme.colour("line")), 1)
        learned = [point for point in points if point.learned is not None]
        grey, accent = self._colour(0), self._colour(1)
        if learned:
            at = [point.round for point in learned]
            values = [point.learned for point in learned]
            self.plot(at, values, pen=pg.mkPen(grey, width=2), antialias=True)
            self._name(at[-1], values[-1], self.tr("Photos it learns from"), "text2", rounds)
        base = start.exam if start is not None else low
        ground = QColor(accent)
        ground.setAlphaF(_FILL)
        at = [point.round for point in points]
        values = [point.exam for point in points]
        pen = pg.mkPen(accent, width=3)
        self.plot(at, values, pen=pen, antialias=True, fillLevel=base, brush=ground)
        self._name(at[-1], values[-1], self.tr("Photos it has not seen"), "accent_text", rounds)
        if start is not None:
            line = pg.mkPen(self._theme.colour("text2"), width=2, style=Qt.PenStyle.DashLine)
            self.addItem(pg.InfiniteLine(base, angle=0, pen=line))
            words = self.tr("At the start: %1")
            if self._uses_version:
                words = self.tr("Version in use now: %1")
            self._text(words.replace("%1", self._value(base)), "text2", (1, -0.15), (rounds, base))
        best = self._state.best
        if best is not None:
            edge = pg.mkPen(self._theme.colour("surface"), width=2)
            dot = pg.ScatterPlotItem(
                [best.round], [best.exam], size=12, pen=edge, brush=accent, antialias=True
            )
            self.addItem(dot)

    def _draw_losses(self) -> None:
        names = self._state.terms[: 1 if self._shown is Shown.LOSS else len(_SERIES[0])]
        last = self._state.last
        rounds = max(1, last.epochs if last is not None else 1)
        low, high = math.inf, -math.inf
        for place, name in enumerate(names):
            found = [(at, value) for at, value in self._state.losses(name) if math.isfinite(value)]
            if not found:
                continue
            at, values = [point[0] for point in found], [point[1] for point in found]
            low, high = min(low, *values), max(high, *values)
            colour = self._colour(1 if place == 0 else (0, 2, 3)[(place - 1) % 3])
            width = 3 if place == 0 else 2
            self.plot(at, values, pen=pg.mkPen(colour, width=width), antialias=True)
            self._name(at[-1], values[-1], name, "text2", rounds)
        if low <= high:
            room = (high - low) * _HEADROOM or 0.5
            self.getPlotItem().setYRange(low - room, high + room, padding=0)

    def _line(self, points: Sequence[Point], colour: QColor, width: int) -> None:
        at, values = [point.round for point in points], [point.exam for point in points]
        self.plot(at, values, pen=pg.mkPen(colour, width=width), antialias=True)

    def _name(self, x: float, y: float | None, words: str, token: str, rounds: int) -> None:
        """Write a name at the end of a line, on the side where there is room."""
        is_late = x > 0.6 * rounds
        self._text(words, token, (1, 1.1) if is_late else (-0.04, 0.5), (x, y or 0.0))

    def _text(
        self, words: str, token: str, anchor: tuple[float, float], place: tuple[float, float]
    ) -> None:
        item = pg.TextItem(words, color=self._theme.colour(token), anchor=anchor)
        item.fill = pg.mkBrush(self._theme.colour("surface"))
        font = QFont(self._theme.font(tokens.CAPTION))
        font.setWeight(QFont.Weight.DemiBold)
        item.setFont(font)
        item.setPos(*place)
        self.addItem(item, ignoreBounds=True)

    def _range(self, points: Sequence[Point]) -> tuple[float, float]:
        values = [point.exam for point in points]
        values += [point.learned for point in points if point.learned is not None]
        low, high = min(values), max(values)
        if self._state.is_in_percent:
            low, high = math.floor(low * 10 - 0.6) / 10, math.ceil(high * 10) / 10
            return max(0.0, low) - 0.005, high + 0.04
        room = (high - low) * _HEADROOM or 0.5
        return low - room, high + room

    def _colour(self, place: int) -> QColor:
        return QColor(_SERIES[self._theme.is_dark][place])

    # -- for those who do not see it --------------------------------------------------------

    def _value(self, value: float) -> str:
        return percent(value) if self._state.is_in_percent else f"{value:.3f}"

    def _sentence(self) -> str:
        points, best, start = self._state.points, self._state.best, self._state.start
        if not points or best is None:
            return str(self.tr("Chart of the rounds; nothing has been learned yet."))
        words = self.tr("Chart of the rounds: %1 in round %2, the best of %3; %4 at the start.")
        first: Any = start if start is not None else points[0]
        for place, value in (
            ("%1", self._value(best.exam)),
            ("%2", number(best.round)),
            ("%3", number(points[-1].round)),
            ("%4", self._value(first.exam)),
        ):
            words = words.replace(place, value)
        return str(words)

    def _table(self) -> str:
        line = str(self.tr("Round %1: %2"))
        rows = [
            line.replace("%1", number(point.round)).replace("%2", self._value(point.exam))
            for point in self._state.points
        ]
        return "\n".join(rows)
