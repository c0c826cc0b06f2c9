"""The groups one below the other. Only the cards in sight exist, so that there may be thousands."""

import bisect
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QWidget

from engine.catalog.records import Root
from engine.search.duplicates import Copy, Group
from imgtext_desktop.context import Context
from imgtext_desktop.duplicates.card import CardSource, GroupCard, card_heights, columns_in, key_of
from imgtext_desktop.duplicates.marks import Marks
from imgtext_desktop.duplicates.pictures import PictureKey, Pictures
from imgtext_desktop.duplicates.tile import PICTURE_HEIGHT, WIDTH, CopyTile

_MARGIN: Final = 32  # beside the cards
_GAP: Final = 14
_END: Final = 20


class GroupList(QScrollArea):
    """Shows groups; one file is the current one, on which keys act.

    Args:
        context: The window's surroundings.
        marks: Marks of files.

    Attributes:
        groups: What is shown.
        pictures: Makes the pictures of the tiles.

    Signals:
        current_changed: Another file is the current one.
        opened: A file (:class:`Copy`) shall be shown large.
        mark_requested: A group and a file of it shall get a mark, or lose it (None).
        exception_requested: The files of a group are not duplicates.
    """

    current_changed = Signal()
    opened = Signal(object)
    mark_requested = Signal(object, object, object)
    exception_requested = Signal(object)

    def __init__(self, context: Context, marks: Marks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("duplicateGroups")
        self.setAccessibleName(self.tr("Groups of the same picture"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its current tile has it
        self.pictures = Pictures(context.jobs, context.library.thumbnails, self)
        self.groups: list[Group] = []
        self._source = CardSource(context.theme, marks, self.pictures)
        self._tops: list[int] = [0]
        self._cards: dict[int, GroupCard] = {}  # by their group's place
        self._place, self._copy_place = 0, 0
        self._is_chosen = False  # by the user
        self._content = QWidget()
        self.setWidget(self._content)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._populate)
        self.verticalScrollBar().setSingleStep(48)
        self.verticalScrollBar().valueChanged.connect(lambda _: self._soon.start())
        self.pictures.loaded.connect(self._on_pictures)
        marks.changed.connect(self._on_marks_changed)

    @property
    def current(self) -> tuple[Group, Copy] | None:
        """The current group and file."""
        if self._place >= len(self.groups):
            return None
        group = self.groups[self._place]
        return group, group.copies[min(self._copy_place, len(group.copies) - 1)]

    @property
    def current_tile(self) -> CopyTile | None:
        """The tile of the current file, if it exists."""
        card = self._cards.get(self._place)
        return card.tiles[min(self._copy_place, len(card.tiles) - 1)] if card else None

    def card(self, place: int) -> GroupCard | None:
        """Return the card of a group, if it is in sight."""
        return self._cards.get(place)

    def show_groups(
        self, groups: Sequence[Group], roots: Sequence[Root], notes: Mapping[int, str]
    ) -> None:
        """Show groups instead of those before; what is in sight stays where it was.

        Args:
            groups: The groups.
            roots: Folders of the library.
            notes: Why files stay, by their id.
        """
        anchor, offset = self._anchor()
        current, had_focus = self.current, self._has_focus()
        is_new = roots != self._source.roots or notes != self._source.notes
        old = list(self._cards.values())
        self.groups = list(groups)
        self._source = replace(self._source, roots=roots, notes=dict(notes))
        places = {id(group): place for place, group in enumerate(self.groups)}
        by_file = {
            copy.file.file_id: (place, number)
            for place, group in enumerate(self.groups)
            for number, copy in enumerate(group.copies)
        }
        self._cards = {
            places[id(card.group)]: card for card in old if id(card.group) in places and not is_new
        }
        if not old:
            self._is_chosen = False
        if not self._is_chosen:
            self._place, self._copy_place = 0, 0
        elif current is not None:
            fallback = (min(self._place, max(0, len(self.groups) - 1)), 0)
            self._place, self._copy_place = by_file.get(current[1].file.file_id, fallback)
        for card in old:
            if card not in self._cards.values():
                self._drop(card)
        self._measure()
        if anchor is not None and (place := by_file.get(anchor)) is not None:
            self.verticalScrollBar().setValue(self._tops[place[0]] + offset)
        self._populate()
        if had_focus and self.current_tile is not None:
            self.current_tile.setFocus(Qt.FocusReason.OtherFocusReason)
        self.current_changed.emit()

    def focus_current(self) -> None:
        """Give the focus to the current file."""
        self._go(self._place, self._copy_place)

    # -- where things are -------------------------------------------------------------------

    @property
    def _card_width(self) -> int:
        return max(WIDTH + 40, self.width() - 2 * _MARGIN)  # the scroll bar is in the margin

    def _measure(self) -> None:
        width = self._card_width
        heights = card_heights(self._source, self.groups, width=width)
        self._tops = list(accumulate((height + _GAP for height in heights), initial=0))
        self._content.resize(self.viewport().width(), max(0, self._tops[-1] - _GAP + _END))

    def _anchor(self) -> tuple[int | None, int]:
        """Return a file of the first group in sight, and how far its card is scrolled."""
        top = self.verticalScrollBar().value()
        if not self.groups or top == 0:
            return None, 0
        place = min(bisect.bisect_right(self._tops, top) - 1, len(self.groups) - 1)
        return self.groups[place].copies[0].file.file_id, top - self._tops[place]

    def _visible(self) -> range:
        top = self.verticalScrollBar().value()
        bottom = top + self.viewport().height()
        first = max(0, bisect.bisect_right(self._tops, top) - 1)
        last = bisect.bisect_left(self._tops, bottom)
        return range(first, min(last, len(self.groups)))

    def _populate(self) -> None:
        """Make the cards in sight; let go of the others, but for the one with the focus."""
        self._soon.stop()
        visible = self._visible()
        wanted = {*visible, self._place} if self._place < len(self.groups) else {*visible}
        for place in [place for place in self._cards if place not in wanted]:
            self._drop(self._cards.pop(place))
        width = self._card_width
        for place in sorted(wanted):
            card = self._cards.get(place)
            if card is None:
                card = self._cards[place] = self._make_card(place)
            height = self._tops[place + 1] - self._tops[place] - _GAP
            card.setGeometry(_MARGIN, self._tops[place], width, height)
            card.show()
        self._mark_current()
        ratio = self.devicePixelRatioF()
        size = QSize(round(WIDTH * ratio), round(PICTURE_HEIGHT * ratio))
        groups = (self.groups[place] for place in visible)
        self.pictures.want((key_of(copy) for group in groups for copy in group.copies), size)

    def _make_card(self, place: int) -> GroupCard:
        group = self.groups[place]
        card = GroupCard(self._source, group, self._content)
        card.chosen.connect(lambda number: self._on_chosen(card, number))
        card.opened.connect(lambda number: self.opened.emit(group.copies[number]))
        card.mark_requested.connect(
            lambda number, mark: self.mark_requested.emit(group, group.copies[number], mark)
        )
        card.exception_requested.connect(lambda: self.exception_requested.emit(group))
        return card

    @staticmethod
    def _drop(card: GroupCard) -> None:
        card.hide()
        card.setParent(None)
        card.deleteLater()

    def _mark_current(self) -> None:
        current = self.current_tile
        for card in self._cards.values():
            for tile in card.tiles:
                if tile.is_current != (tile is current):
                    tile.set_current(tile is current)

    def _has_focus(self) -> bool:
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    # -- what the user does -----------------------------------------------------------------

    def _on_chosen(self, card: GroupCard, number: int) -> None:
        place = next((place for place, other in self._cards.items() if other is card), None)
        if place is not None and (place, number) != (self._place, self._copy_place):
            self._place, self._copy_place = place, number
            self._is_chosen = True
            self._mark_current()
            self.current_changed.emit()

    def _go(self, place: int, number: int) -> None:
        """Make a file the current one, in sight, and give it the focus."""
        if not self.groups:
            return
        self._place = max(0, min(place, len(self.groups) - 1))
        count = len(self.groups[self._place].copies)
        self._copy_place = max(0, min(number, count - 1))
        self._populate()
        tile, card = self.current_tile, self._cards[self._place]
        assert tile is not None
        top = card.y() + (tile.y() if tile.y() > self.viewport().height() // 2 else 0)
        bottom = card.y() + tile.geometry().bottom() + _GAP
        bar = self.verticalScrollBar()
        if top < bar.value() or bottom - top > self.viewport().height():
            bar.setValue(top)
        elif bottom > bar.value() + self.viewport().height():
            bar.setValue(bottom - self.viewport().height())
        self._populate()
        tile.setFocus(Qt.FocusReason.OtherFocusReason)
        self.current_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: arrows, Home, End and the page keys move from file to file."""
        columns = columns_in(self._card_width)
        place, number = self._place, self._copy_place
        count = len(self.groups[place].copies) if place < len(self.groups) else 0
        key = event.key()
        if self.isRightToLeft() and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            key = Qt.Key.Key_Left if key == Qt.Key.Key_Right else Qt.Key.Key_Right
        page = max(1, len(self._visible()) - 1)
        last = len(self.groups) - 1
        moves = {
            Qt.Key.Key_Left: (place, number - 1) if number else self._end_of(place - 1),
            Qt.Key.Key_Right: (place, number + 1) if number + 1 < count else (place + 1, 0),
            Qt.Key.Key_Up: self._above(place, number, columns),
            Qt.Key.Key_Down: self._below(place, number, columns),
            Qt.Key.Key_Home: (0, 0),
            Qt.Key.Key_End: self._end_of(last),
            Qt.Key.Key_PageUp: (max(0, place - page), 0),
            Qt.Key.Key_PageDown: (min(last, place + page), 0),
        }
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            if self.current is not None:
                self.opened.emit(self.current[1])
        elif key in moves and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            target = moves[Qt.Key(key)]
            if 0 <= target[0] <= last:
                self._is_chosen = True
                self._go(*target)
        else:
            super().keyPressEvent(event)

    def _end_of(self, place: int) -> tuple[int, int]:
        return (place, len(self.groups[place].copies) - 1) if place >= 0 else (-1, 0)

    def _above(self, place: int, number: int, columns: int) -> tuple[int, int]:
        if number >= columns:
            return place, number - columns
        if place <= 0:
            return -1, 0
        count = len(self.groups[place - 1].copies)
        last_row = (count - 1) // columns * columns
        return place - 1, min(count - 1, last_row + number)

    def _below(self, place: int, number: int, columns: int) -> tuple[int, int]:
        count = len(self.groups[place].copies) if place < len(self.groups) else 0
        if number // columns < (count - 1) // columns:
            return place, min(count - 1, number + columns)
        return place + 1, number % columns

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override: cards become wider, with more or fewer tiles a row."""
        anchor, offset = self._anchor()
        super().resizeEvent(event)
        self._measure()
        for place, group in enumerate(self.groups):
            if group.copies[0].file.file_id == anchor:
                self.verticalScrollBar().setValue(self._tops[place] + offset)
                break
        self._populate()

    def _on_pictures(self, keys: set[PictureKey]) -> None:
        for card in self._cards.values():
            card.show_pictures(keys)

    def _on_marks_changed(self) -> None:
        for card in self._cards.values():
            card.show_marks()
