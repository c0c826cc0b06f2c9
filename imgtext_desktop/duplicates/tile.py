"""One file of a group: its picture, its mark, and what sets it apart."""

import math
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QTextLayout,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from imgtext_desktop import icons, tokens
from imgtext_desktop.actions import with_keys
from imgtext_desktop.controls.labels import ElidedLabel, text_label
from imgtext_desktop.controls.plug import paint_plug
from imgtext_desktop.duplicates.marks import Mark
from imgtext_desktop.duplicates.words import mark_text
from imgtext_desktop.theme import Theme

WIDTH: Final = 208
PICTURE_HEIGHT: Final = 146
_ROW: Final = 24  # of the mark
_GAP: Final = 1  # between lines
_TALL: Final = "Ág年"
_NOTE_LINES: Final = 2
_FADED: Final = 0.45
_PLUG: Final = 16


@dataclass(frozen=True, slots=True)
class TileText:
    """What a tile says.

    Attributes:
        name: Of the file.
        size: Its bytes in words.
        folder: Where it lies.
        facts: Pixels and date.
        difference: What else sets it apart; may be empty.
        note: Why it cannot be trashed; may be empty.
        path: All of its path, for the tooltip.
        spoken: All of this for a screen reader, with a "%1" for the mark.
    """

    name: str
    size: str
    folder: str
    facts: str
    difference: str
    note: str
    path: str
    spoken: str


@dataclass(frozen=True, slots=True)
class TileRows:
    """Which rows the tiles of a group have, so that they are of one height.

    Attributes:
        has_difference: Whether one of them says what else sets it apart.
        has_note: Whether one of them says why it cannot be trashed.
    """

    has_difference: bool
    has_note: bool

    def height(self, theme: Theme) -> int:
        """Return the height of each tile, pixels."""
        body, caption = _line_height(theme.font(tokens.BODY)), _caption_height(theme)
        lines = 2 + self.has_difference + _NOTE_LINES * self.has_note
        return PICTURE_HEIGHT + 4 + _ROW + _GAP + body + lines * (caption + _GAP) + _GAP


def _caption_height(theme: Theme) -> int:
    return _line_height(theme.font(tokens.CAPTION))


def _line_height(font: QFont) -> int:
    """Return the height of a line, pixels; names may be Chinese, in a font that is taller."""
    layout = QTextLayout(_TALL, font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    return max(QFontMetrics(font).height(), math.ceil(line.height()))


class CopyTile(QWidget):
    """Shows a file of a group.

    Args:
        theme: Colours and fonts.
        text: What it says.
        rows: Which rows it has.
        is_offline: Whether its disk is not connected.

    Signals:
        chosen: It was clicked or got the focus.
        opened: It was clicked twice.
        mark_requested: It shall get a :class:`Mark`, or none.
    """

    chosen = Signal()
    opened = Signal()
    mark_requested = Signal(object)

    def __init__(
        self, theme: Theme, text: TileText, rows: TileRows, *, is_offline: bool = False
    ) -> None:
        super().__init__()
        self._theme = theme
        self.text = text
        self._is_offline = is_offline
        self._mark: Mark | None = None
        self._pixmap: QPixmap | None = None
        self._is_missing = False
        self.is_current = False
        self.setFixedWidth(WIDTH)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setToolTip(text.path)
        self._pill = self._make_pill()
        self._choices = [
            self._make_choice(Mark.KEEP, "check", "K"),
            self._make_choice(Mark.TRASH, "trash", "T"),
        ]
        self._size = text_label(text.size, theme.font(tokens.CAPTION))
        self._lay_out(rows)
        self.show_mark(None)
        theme.changed.connect(self._retint)

    def show_mark(self, mark: Mark | None) -> None:
        """Show what shall become of the file."""
        self._mark = mark
        self._pill.setText(mark_text(mark))
        self._pill.setAccessibleName(mark_text(mark))
        self._pill.setVisible(mark is not None)
        for button, choice in self._choices:
            button.setVisible(mark is None and not (self._is_offline and choice is Mark.TRASH))
        self._pill.setProperty("mark", mark.name.lower() if mark else "")
        self._pill.style().polish(self._pill)
        self._size.setProperty("heading", mark is not Mark.TRASH)
        self._size.style().polish(self._size)
        self._retint()

    def show_picture(self, pixmap: QPixmap | None) -> None:
        """Show the picture; None where there is none."""
        self._pixmap, self._is_missing = pixmap, pixmap is None
        self.update()

    def set_current(self, is_current: bool) -> None:
        """Be the tile that keys act on; Tab comes to this one."""
        self.is_current = is_current
        click = Qt.FocusPolicy.ClickFocus
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if is_current else click)
        self.update()

    def _lay_out(self, rows: TileRows) -> None:
        font = self._theme.font
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self._pill)
        for button, _ in self._choices:
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self._size)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, PICTURE_HEIGHT + 4, 0, 0)
        layout.setSpacing(_GAP)
        layout.addLayout(row)
        layout.addWidget(self._line(self.text.name, tokens.BODY, ""))
        layout.addWidget(self._line(self.text.folder, tokens.CAPTION, "secondary"))
        layout.addWidget(self._line(self.text.facts, tokens.CAPTION, "secondary"))
        if rows.has_difference:
            layout.addWidget(self._line(self.text.difference, tokens.CAPTION, "secondary"))
        if rows.has_note:
            note = text_label(self.text.note, font(tokens.CAPTION), wraps=True)
            note.setProperty("role", "warning")
            note.setToolTip(self.text.note)
            note.setAlignment(Qt.AlignmentFlag.AlignTop)
            note.setFixedHeight(_NOTE_LINES * (_caption_height(self._theme) + _GAP))
            note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            layout.addWidget(note)
        layout.addStretch(1)

    def _line(self, text: str, style: tokens.TypeStyle, role: str) -> QLabel:
        label = ElidedLabel(text)
        label.setFont(self._theme.font(style))
        label.setFixedHeight(_line_height(label.font()))
        label.setProperty("role", role)
        label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        return label

    def _make_pill(self) -> QPushButton:
        pill = QPushButton()
        pill.setProperty("kind", "mark")
        pill.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        pill.setIconSize(QSize(18, 14))
        pill.setToolTip(with_keys(self.tr("Take the mark away"), QKeySequence("U")))
        pill.clicked.connect(lambda: self.mark_requested.emit(None))
        return pill

    def _make_choice(self, mark: Mark, icon: str, keys: str) -> tuple[QPushButton, Mark]:
        button = QPushButton()
        button.setProperty("kind", "tile")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setIconSize(QSize(16, 16))
        button.setAccessibleName(mark_text(mark))
        button.setToolTip(with_keys(mark_text(mark), QKeySequence(keys)))
        button.setProperty("glyph", icon)
        button.clicked.connect(lambda: self.mark_requested.emit(mark))
        return button, mark

    def _retint(self) -> None:
        theme = self._theme
        for button, _ in self._choices:
            button.setIcon(theme.icon(str(button.property("glyph"))))
        if self._mark is not None:
            is_kept = self._mark is Mark.KEEP
            self._pill.setIcon(
                theme.icon("check", "good") if is_kept else theme.icon("trash", "bad")
            )
        self.setAccessibleName(self.text.spoken.replace("%1", mark_text(self._mark), 1))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: the picture with rounded corners; faded if it may go."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        area = QRectF(0, 0, WIDTH, PICTURE_HEIGHT)
        clip = QPainterPath()
        clip.addRoundedRect(area, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
        painter.save()
        painter.setClipPath(clip)
        painter.fillRect(area, self._theme.colour("panel"))
        if self._pixmap is not None:
            painter.setOpacity(_FADED if self._mark is Mark.TRASH else 1.0)
            ratio = self.devicePixelRatioF()
            target = QRectF(0, 0, self._pixmap.width() / ratio, self._pixmap.height() / ratio)
            target.moveCenter(area.center())
            painter.drawPixmap(target, self._pixmap, QRectF(self._pixmap.rect()))
        elif self._is_missing:
            sign = QRectF(0, 0, 32, 32)
            sign.moveCenter(area.center())
            icons.paint_icon(painter, "image", sign, self._theme.colour("text3"))
        painter.restore()
        if self._is_offline:
            self._paint_plug(painter, area)
        if self.is_current:
            has_focus = self.hasFocus()
            width = 2.0 if has_focus else 1.0
            painter.setPen(QPen(self._theme.colour("accent" if has_focus else "edge"), width))
            inset = width / 2
            ring = area.adjusted(inset, inset, -inset, -inset)
            painter.drawRoundedRect(ring, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
        painter.end()

    def _paint_plug(self, painter: QPainter, area: QRectF) -> None:
        ground = QRectF(0, 0, _PLUG + 8, _PLUG + 8)
        ground.moveTopRight(area.topRight())
        ground.translate(-6, 6)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("offline_tint"))
        painter.drawRoundedRect(ground, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
        paint_plug(painter, ground.adjusted(4, 4, -4, -4), self._theme.colour("offline"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override: a click chooses it."""
        super().mousePressEvent(event)
        self.chosen.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Override: two open it."""
        self.opened.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Override: what has the focus is chosen."""
        super().focusInEvent(event)
        self.chosen.emit()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Override: the ring becomes thin."""
        super().focusOutEvent(event)
        self.update()
