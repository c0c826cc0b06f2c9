"""A group of files that are the same picture, as a card."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStyle, QWidget

from engine.catalog.records import Root
from engine.paths import printable
from engine.search.duplicates import Copy, Group
from imgtext_desktop import tokens
from imgtext_desktop.actions import with_keys
from imgtext_desktop.controls.labels import ElidedLabel, text_label
from imgtext_desktop.duplicates import words
from imgtext_desktop.duplicates.marks import Mark, Marks, Refusal
from imgtext_desktop.duplicates.pictures import PictureKey, Pictures
from imgtext_desktop.duplicates.tile import WIDTH, CopyTile, TileRows, TileText
from imgtext_desktop.theme import Theme

_SIDE: Final = 20
_HEADER: Final = 50
_GAP: Final = 16
_BOTTOM: Final = 14


@dataclass(frozen=True, slots=True)
class CardSource:
    """What all cards are made of.

    Attributes:
        theme: Colours and fonts.
        marks: Marks of files.
        pictures: Pictures of files.
        roots: Folders of the library.
        notes: Why files stay, by their id.
    """

    theme: Theme
    marks: Marks
    pictures: Pictures
    roots: Sequence[Root] = ()
    notes: Mapping[int, str] = field(default_factory=dict)


class GroupCard(QFrame):
    """Shows a group.

    Args:
        source: What all cards are made of.
        group: The group.
        parent: Holds the card.

    Attributes:
        group: The group.
        tiles: One a file.

    Signals:
        chosen: The place of the file that was clicked or got the focus.
        opened: The place of a file that shall be shown large.
        mark_requested: The place of a file, and a :class:`Mark` or None.
        exception_requested: The user says that they are not duplicates.
    """

    chosen = Signal(int)
    opened = Signal(int)
    mark_requested = Signal(int, object)
    exception_requested = Signal()

    def __init__(self, source: CardSource, group: Group, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self.group = group
        self._source = source
        self._theme = source.theme
        self._marks, self._pictures = source.marks, source.pictures
        self._rows = rows_of(group, source.notes)
        self.tiles = [self._make_tile(place, copy) for place, copy in enumerate(group.copies)]
        self._header = self._make_header()
        self.show_marks()
        self.show_pictures({key_of(copy) for copy in group.copies})
        self._theme.changed.connect(self._retint)
        self._retint()

    def show_marks(self) -> None:
        """Bring tiles and header in line with the marks."""
        going = 0
        for tile, copy in zip(self.tiles, self.group.copies, strict=True):
            mark = self._marks.mark_of(copy)
            tile.show_mark(mark)
            going += copy.file.size if mark is Mark.TRASH else 0
        if going:
            frees = self.tr("frees %1").replace("%1", words.size_text(going))
        elif self.group.freed_bytes:
            could = words.size_text(self.group.freed_bytes)
            frees = self.tr("could free %1").replace("%1", could)
        else:
            frees = ""
        self._kind.setText(words.joined(words.kind_text(self.group), frees))

    def show_pictures(self, keys: set[PictureKey]) -> None:
        """Take up pictures that are there now."""
        for tile, copy in zip(self.tiles, self.group.copies, strict=True):
            key = key_of(copy)
            if key in keys and self._pictures.is_known(key):
                tile.show_picture(self._pictures.pixmap(key))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override: as many tiles a row as there is room for."""
        super().resizeEvent(event)
        self._header.setGeometry(_SIDE, 0, self.width() - 2 * _SIDE, _HEADER)
        columns, height = columns_in(self.width()), self._rows.height(self._theme)
        for place, tile in enumerate(self.tiles):
            row, column = divmod(place, columns)
            left, top = _SIDE + column * (WIDTH + _GAP), _HEADER + row * (height + _GAP)
            rect = QRect(left, top, WIDTH, height)
            tile.setGeometry(QStyle.visualRect(self.layoutDirection(), self.rect(), rect))

    def _make_tile(self, place: int, copy: Copy) -> CopyTile:
        folder = words.folder_text(copy, self._source.roots)
        note = note_of(copy, self._source.notes)
        text = TileText(
            name=words.name_text(copy),
            size=words.size_text(copy.file.size),
            folder=folder,
            facts=words.facts_text(copy),
            difference=words.difference_text(self.group, copy),
            note=note,
            path="\n".join(printable(path) for path in (copy.file.path, *copy.links)),
            spoken=words.spoken_text(self.group, copy, folder=folder, note=note),
        )
        tile = CopyTile(self._theme, text, self._rows, is_offline=copy.file.is_offline)
        tile.setParent(self)
        tile.chosen.connect(lambda: self.chosen.emit(place))
        tile.opened.connect(lambda: self.opened.emit(place))
        tile.mark_requested.connect(lambda mark: self.mark_requested.emit(place, mark))
        return tile

    def _make_header(self) -> QWidget:
        header = QWidget(self)
        count = self.tr("%Ln copies", "", len(self.group.copies))
        title = text_label(count, self._theme.font(tokens.BODY))
        title.setProperty("heading", True)
        self._kind = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._kind.setFont(self._theme.font(tokens.CAPTION))
        self._kind.setProperty("role", "secondary")
        text = self.tr("Not duplicates")
        self._except = QPushButton(text)
        self._except.setProperty("kind", "quiet")
        self._except.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._except.setIconSize(QSize(20, 14))
        self._except.setToolTip(with_keys(text, QKeySequence("D")))
        self._except.clicked.connect(self.exception_requested)
        if len(self.group.content_ids) < 2:  # identical files are duplicates, whatever one says
            self._except.hide()
        row = QHBoxLayout(header)
        row.setContentsMargins(0, 4, 0, 0)
        row.setSpacing(8)
        row.addWidget(title)
        row.addWidget(self._kind, 1)
        row.addWidget(self._except)
        return header

    def _retint(self) -> None:
        self._except.setIcon(self._theme.icon("prohibit"))


def columns_in(width: int) -> int:
    """Return how many tiles stand beside each other in a card of this width, pixels."""
    return max(1, (width - 2 * _SIDE + _GAP) // (WIDTH + _GAP))


def card_heights(source: CardSource, groups: Iterable[Group], *, width: int) -> list[int]:
    """Return the heights of the cards of groups at this width, pixels."""
    columns = columns_in(width)
    tiles: dict[TileRows, int] = {}  # by what they show: there are few kinds
    heights = []
    for group in groups:
        kind = rows_of(group, source.notes)
        if kind not in tiles:
            tiles[kind] = kind.height(source.theme)
        rows = -(-len(group.copies) // columns)
        heights.append(_HEADER + rows * tiles[kind] + (rows - 1) * _GAP + _BOTTOM)
    return heights


def rows_of(group: Group, notes: Mapping[int, str]) -> TileRows:
    """Return which rows the tiles of a group have."""
    return TileRows(
        has_difference=words.has_difference(group),
        has_note=any(copy.file.is_offline or copy.file.file_id in notes for copy in group.copies),
    )


def note_of(copy: Copy, notes: Mapping[int, str]) -> str:
    """Return why a file cannot be trashed, or was not; may be empty."""
    if copy.file.is_offline:
        return words.refusal_text(Refusal.OFFLINE)
    return notes.get(copy.file.file_id, "")


def key_of(copy: Copy) -> PictureKey:
    """Return what the picture of a file is made of."""
    return PictureKey(copy.file.content_hash, copy.file.is_offline)
