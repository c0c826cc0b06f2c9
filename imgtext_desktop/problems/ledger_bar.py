"""The bar of the five states that add up to all files, with their numbers below."""

from collections.abc import Mapping

from PySide6.QtCore import QLocale, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engine.catalog.records import FileState
from imgtext_desktop import tokens
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.theme import Theme

_ORDER = (
    FileState.INDEXED,
    FileState.PENDING,
    FileState.FAILED,
    FileState.OFFLINE,
    FileState.SKIPPED,
)
_TOKENS = {
    FileState.INDEXED: "good",
    FileState.PENDING: "accent",
    FileState.FAILED: "bad",
    FileState.OFFLINE: "offline",
    FileState.SKIPPED: "edge",
}
_BAR_HEIGHT, _GAP, _NARROWEST = 12, 2, 6


class LedgerBar(QFrame):
    """A card: every file of the library is in one of its five parts."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme
        self._bar = _Bar(theme)
        self._numbers: dict[FileState | None, QLabel] = {}
        legend = QHBoxLayout()
        legend.setSpacing(16)
        names = {
            FileState.INDEXED: self.tr("Searchable"),
            FileState.PENDING: self.tr("Waiting"),
            FileState.FAILED: self.tr("Cannot be read"),
            FileState.OFFLINE: self.tr("Offline"),
            FileState.SKIPPED: self.tr("Skipped"),
        }
        for state in _ORDER:
            legend.addWidget(self._entry(state, names[state]))
            legend.addStretch(1)
        legend.addWidget(self._entry(None, self.tr("All files")))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 12)
        layout.setSpacing(10)
        layout.addWidget(self._bar)
        layout.addLayout(legend)
        self.show_counts({})

    def show_counts(self, counts: Mapping[FileState, int]) -> None:
        """Show how many files are in each state."""
        locale = QLocale()
        total = sum(counts.values())
        for state, label in self._numbers.items():
            label.setText(locale.toString(total if state is None else counts.get(state, 0)))
        self._bar.show_counts(counts)
        shown = [counts.get(state, 0) for state in _ORDER]
        sentence = self.tr(
            "%1 searchable, %2 waiting, %3 cannot be read, %4 offline, %5 skipped; %6 files in all"
        )
        for number, value in enumerate((*shown, total), start=1):
            sentence = sentence.replace(f"%{number}", locale.toString(value))
        self.setAccessibleName(sentence)
        self._bar.setToolTip(sentence)

    def _entry(self, state: FileState | None, name: str) -> QWidget:
        entry = QWidget()
        number = text_label("0", self._theme.font(tokens.NUMBER), role="" if state else "secondary")
        self._numbers[state] = number
        title = QHBoxLayout()
        title.setSpacing(8)
        if state is not None:
            title.addWidget(_Dot(self._theme, _TOKENS[state]))
        title.addWidget(text_label(name, self._theme.font(tokens.CAPTION), role="secondary"), 1)
        layout = QVBoxLayout(entry)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(title)
        layout.addWidget(number)
        return entry


class _Dot(QWidget):
    def __init__(self, theme: Theme, token: str) -> None:
        super().__init__()
        self._theme, self._token = theme, token
        self.setFixedSize(10, 10)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour(self._token))
        painter.drawEllipse(self.rect())
        painter.end()


class _Bar(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._counts: Mapping[FileState, int] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(200, _BAR_HEIGHT)

    def show_counts(self, counts: Mapping[FileState, int]) -> None:
        self._counts = dict(counts)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bar = QRectF(self.rect())
        clip = QPainterPath()
        clip.addRoundedRect(bar, _BAR_HEIGHT / 2, _BAR_HEIGHT / 2)
        painter.setClipPath(clip)
        painter.fillRect(bar, self._theme.colour("track"))
        shown = [state for state in _ORDER if self._counts.get(state)]
        widths = part_widths([self._counts[state] for state in shown], bar.width())
        left = 0.0
        for state, width in zip(shown, widths, strict=True):
            gap = 0 if state is shown[-1] else _GAP
            part = QRectF(left, 0, width - gap, bar.height())
            space = QRectF(part.right(), 0, gap, bar.height())
            left += width
            for rect, token in ((part, _TOKENS[state]), (space, "surface")):
                if self.isRightToLeft():
                    rect.moveRight(bar.width() - rect.left())
                painter.fillRect(rect, self._theme.colour(token))
        painter.end()


def part_widths(counts: list[int], width: float) -> list[float]:
    """Share a width out; even one file among a million can be seen.

    Args:
        counts: Files in each part, above 0.
        width: Pixels in all.

    Returns:
        Pixels of each part; they add up to ``width``.
    """
    if not counts:
        return []
    least = min(_NARROWEST + _GAP, width / len(counts))
    rest = width - least * len(counts)
    total = sum(counts)
    return [least + rest * count / total for count in counts]
