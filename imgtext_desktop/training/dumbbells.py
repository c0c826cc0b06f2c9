"""Measures before and after on an axis of 0 to 100, with 95 % whiskers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from imgtext_desktop import tokens
from imgtext_desktop.theme import Theme
from imgtext_desktop.training.words import number, percent, signed

_ROW: Final = 50
_AXIS: Final = 28  # height of the row with the axis' numbers
_DOT, _BAR, _WHISKER = 6.5, 6.0, 5.0
_NAME_SHARE: Final = 0.25  # of the width, for names
_GAIN: Final = 74  # width of the column of gains
_CLOSE: Final = 26  # pixels between two numbers that would touch


@dataclass(frozen=True, slots=True)
class Dumbbell:
    """One measure; shares of 0 to 1.

    Attributes:
        name: What it is called.
        before: Of the version in use.
        after: Of the new version.
        low: Lower end of the 95 % range of ``after``.
        high: Its upper end.
    """

    name: str
    before: float
    after: float
    low: float
    high: float

    @property
    def points(self) -> int:
        """The gain in whole points, as the two rounded numbers show it."""
        return round(100 * self.after) - round(100 * self.before)


class Dumbbells(QWidget):
    """Paints them; a screen reader hears a sentence for each."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._rows: Sequence[Dumbbell] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    @property
    def sentences(self) -> str:
        """What it shows, in words."""
        return "\n".join(self._sentence(row) for row in self._rows)

    def show_rows(self, rows: Sequence[Dumbbell]) -> None:
        """Show these, instead of those before."""
        self._rows = rows
        self.setAccessibleName(self.sentences)
        self.setToolTip(self.sentences)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Override: a row a measure, and the axis."""
        return QSize(420, self._row_height * len(self._rows) + _AXIS)

    def minimumSizeHint(self) -> QSize:
        """Override: it may become narrow."""
        return QSize(280, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: grid, rows, axis."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self._paint_grid(painter)
        for place, row in enumerate(self._rows):
            self._paint_row(painter, row, place * self._row_height)
        painter.end()

    # -- painting ---------------------------------------------------------------------------

    @property
    def _row_height(self) -> int:
        return max(_ROW, 3 * QFontMetrics(self._theme.font(tokens.CAPTION)).height())

    @property
    def _plot(self) -> QRectF:
        """Where shares are drawn."""
        left = max(120.0, self.width() * _NAME_SHARE)
        width = max(80.0, self.width() - left - _GAIN - 12)
        x = left
        if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            x = self.width() - left - width
        return QRectF(x, 0, width, self._row_height * len(self._rows))

    def _x(self, share: float) -> float:
        plot = self._plot
        share = min(1.0, max(0.0, share))
        if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            share = 1 - share
        return plot.left() + share * plot.width()

    def _paint_grid(self, painter: QPainter) -> None:
        plot = self._plot
        painter.setFont(self._theme.font(tokens.CAPTION))
        for fifth in range(6):
            x = self._x(fifth / 5)
            painter.setPen(QPen(self._theme.colour("line"), 1))
            painter.drawLine(QLineF(x, plot.top(), x, plot.bottom()))
            painter.setPen(self._theme.colour("text2"))
            zone = QRectF(x - 40, plot.bottom() + 4, 80, _AXIS - 4)
            centre = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
            painter.drawText(zone, int(centre), percent(fifth / 5))

    def _paint_row(self, painter: QPainter, row: Dumbbell, top: float) -> None:
        y = top + 0.6 * self._row_height
        self._paint_ends(painter, row, y)
        is_worse = row.points < 0
        tone = self._theme.colour("bad" if is_worse else "accent")
        before, after = self._x(row.before), self._x(row.after)
        painter.setPen(Qt.PenStyle.NoPen)
        bar = QColor(tone)
        bar.setAlphaF(0.38)
        painter.setBrush(bar)
        painter.drawRect(QRectF(min(before, after), y - _BAR / 2, abs(after - before), _BAR))
        painter.setPen(QPen(tone, 2))
        low, high = self._x(row.low), self._x(row.high)
        painter.drawLine(QLineF(low, y, high, y))
        for x in (low, high):
            painter.drawLine(QLineF(x, y - _WHISKER, x, y + _WHISKER))
        if row.points:
            painter.setPen(QPen(self._theme.colour("edge"), 2.5))
            painter.setBrush(self._theme.colour("surface"))
            painter.drawEllipse(QPointF(before, y), _DOT - 1, _DOT - 1)
        painter.setPen(QPen(self._theme.colour("surface"), 2))
        painter.setBrush(tone)
        painter.drawEllipse(QPointF(after, y), _DOT + 1, _DOT + 1)
        self._paint_numbers(painter, row, y, tone)

    def _paint_numbers(self, painter: QPainter, row: Dumbbell, y: float, tone: QColor) -> None:
        """Write both numbers over their dots, side by side where they would touch."""
        before, after = self._x(row.before), self._x(row.after)
        shift = 0.0
        if row.points and abs(after - before) < _CLOSE:
            shift = (_CLOSE - abs(after - before)) / 2
        sign = 1 if after >= before else -1
        height = QFontMetrics(self._theme.font(tokens.CAPTION)).height()
        centre = int(Qt.AlignmentFlag.AlignCenter)
        if row.points:
            painter.setFont(self._theme.font(tokens.CAPTION))
            painter.setPen(self._theme.colour("text2"))
            zone = QRectF(before - sign * shift - 30, y - 11 - height, 60, height)
            painter.drawText(zone, centre, number(round(100 * row.before)))
        painter.setFont(self._theme.font(tokens.TypeStyle(12, 600)))
        painter.setPen(self._theme.colour("bad") if row.points < 0 else tone)
        zone = QRectF(after + sign * shift - 30, y - 11 - height, 60, height)
        painter.drawText(zone, centre, number(round(100 * row.after)))

    def _paint_ends(self, painter: QPainter, row: Dumbbell, y: float) -> None:
        """Write the name at one side and the gain at the other."""
        plot, half = self._plot, 0.5 * self._row_height
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        start = QRectF(0, y - half, plot.left() - 16, 2 * half)
        end = QRectF(plot.right(), y - half, self.width() - plot.right(), 2 * half)
        if is_mirrored:
            end = QRectF(0, y - half, plot.left(), 2 * half)
            start = QRectF(plot.right() + 16, y - half, self.width() - plot.right() - 16, 2 * half)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
        leading = Qt.AlignmentFlag.AlignRight if is_mirrored else Qt.AlignmentFlag.AlignLeft
        trailing = Qt.AlignmentFlag.AlignLeft if is_mirrored else Qt.AlignmentFlag.AlignRight
        painter.setFont(self._theme.font(tokens.BODY))
        painter.setPen(self._theme.colour("text"))
        painter.drawText(start, int(flags | leading), row.name)
        font = QFont(self._theme.font(tokens.BODY))
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        token = "text2" if not row.points else "good" if row.points > 0 else "bad"
        painter.setPen(self._theme.colour(token))
        painter.drawText(end, int(flags | trailing), signed(row.points))

    def _sentence(self, row: Dumbbell) -> str:
        words = self.tr("%1: %2 before, %3 after (95 % range %4 to %5), %6 points")
        for place, value in (
            ("%1", row.name),
            ("%2", percent(row.before)),
            ("%3", percent(row.after)),
            ("%4", percent(row.low)),
            ("%5", percent(row.high)),
            ("%6", signed(row.points)),
        ):
            words = words.replace(place, value)
        return words
