"""The search box: words, pictures and what is not wanted, in one line or two.

Owns what stands in it and the history of that; it searches nothing.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QMimeData, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
)
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.search.query import Term
from imgtext_desktop.context import Context
from imgtext_desktop.notifier import Severity
from imgtext_desktop.search.chip_popover import ChipPopover
from imgtext_desktop.search.chips import Chip
from imgtext_desktop.search.drops import accept_as_copy
from imgtext_desktop.search.intake import is_plain_text, pictures_from_mime
from imgtext_desktop.search.picture import QueryPicture
from imgtext_desktop.search.picture_dialog import choose_pictures
from imgtext_desktop.search.picture_loader import PictureLoader
from imgtext_desktop.search.query_history import QueryHistory
from imgtext_desktop.search.query_state import ChipState, QueryState, Reach
from imgtext_desktop.search.search_box import SearchBox
from imgtext_desktop.search.sources import Source
from imgtext_desktop.search.words import as_typed, parse

_DEBOUNCE_MILLISECONDS: Final = 180
_MOST_CHIPS: Final = 8


class SearchBar(SearchBox):
    """The search box.

    Typing is told after 180 ms of silence; Enter, paste, drop and chips at once. A picture is
    made ready in a worker first.

    Signals:
        changed: The query is another; read it with :meth:`terms`.
        cleared: It has become empty; comes after ``changed``.
        folders_dropped: Folders were dropped or pasted, a list of paths in bytes.
        crop_requested: A part of a :class:`QueryPicture` shall be cut out; answer with
            :meth:`replace_picture` or :meth:`add_sources`.
    """

    changed = Signal()
    cleared = Signal()
    folders_dropped = Signal(list)
    crop_requested = Signal(object)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context.theme, self._paste_into_edit, parent)
        self._context = context
        self._clipboard = QGuiApplication.clipboard()
        self._loader = PictureLoader(context, self)
        self._history = QueryHistory()
        self._popover: ChipPopover | None = None
        self._told = QueryState()
        self._reach: Reach | None = None
        self._is_showing = False  # text and chips are being set from here
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DEBOUNCE_MILLISECONDS)
        self._timer.timeout.connect(lambda: self._tell(is_typing=True))
        self.setAcceptDrops(True)
        self.edit.textChanged.connect(self._on_text_changed)
        self.edit.submitted.connect(self._on_submitted)
        self.edit.left_behind.connect(self._on_left_behind)
        self.edit.left_backwards.connect(self._on_left_backwards)
        self.row.changed.connect(self._on_chips_changed)
        self.row.opened.connect(self._on_chip_opened)
        self.row.focus_left.connect(self.edit.setFocus)
        self.open_action.triggered.connect(self.open_pictures)
        self.clear_action.triggered.connect(self._on_clear_triggered)
        self.back_action.triggered.connect(self.go_back)
        self.forward_action.triggered.connect(self.go_forward)
        self._update_actions()

    @property
    def state(self) -> QueryState:
        """All that stands in the box."""
        return QueryState(self.edit.text(), self.row.states, self._reach)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to search for."""
        return self.state.is_empty

    def terms(self) -> list[Term]:
        """Return the query for the engine."""
        return self.state.terms()

    def set_text(self, text: str) -> None:
        """Replace the words; chips stay."""
        self.edit.setText(text)
        self._tell()

    def add_exclusion_text(self, text: str) -> None:
        """Add words that are not wanted."""
        text = " ".join(text.split())
        if text and text not in {state.text for state in self.row.states}:
            self._add_chips([ChipState(text=text, is_excluded=True)])

    def add_picture(self, picture: QueryPicture, is_excluded: bool = False) -> None:
        """Add a picture that is ready."""
        self._add_chips([ChipState(picture, is_excluded=is_excluded)])

    def set_reach(self, reach: Reach | None, *, is_held: bool = False) -> None:
        """Look only within a distance of the picture, or (None) at all photos.

        Args:
            reach: How far.
            is_held: Whether it goes on changing: told like typing.
        """
        self._reach = reach
        if is_held:
            self._timer.start()
        else:
            self._tell()

    def add_sources(
        self,
        sources: Sequence[Source],
        is_excluded: bool = False,
        *,
        is_new: bool = False,
        reach: Reach | None = None,
    ) -> None:
        """Make pictures ready and add them.

        Args:
            sources: Where they come from.
            is_excluded: Whether photos like them shall move down.
            is_new: Whether they replace all that stands in the box, as for "find similar".
            reach: With ``is_new``: how far from them photos may be.
        """

        def done(pictures: list[QueryPicture]) -> None:
            states = [ChipState(picture, is_excluded=is_excluded) for picture in pictures]
            if is_new:
                self._show(QueryState(reach=reach))
            self._add_chips(states)

        # Those that cannot become chips need not be read; one more shows that there are more.
        self._loader.load(sources[: _MOST_CHIPS + 1], done)

    def replace_picture(self, picture: QueryPicture, source: Source) -> None:
        """Put another picture in the place of one, with its weight and sign.

        Args:
            picture: One in the query; if it has gone meanwhile, the other is added.
            source: Where the other comes from.
        """

        def done(pictures: list[QueryPicture]) -> None:
            for chip in self.row.chips:
                if chip.state.picture is picture:
                    old = chip.state
                    new = ChipState(pictures[0], "", old.is_excluded, old.weight)
                    self.row.change(chip, new)
                    return
            self.add_picture(pictures[0])

        self._loader.load([source], done)

    def clear(self) -> None:
        """Take everything out."""
        self._show(QueryState())
        self._tell()

    def go_back(self) -> None:
        """Show the query before this one."""
        if self._timer.isActive():
            self._tell(is_typing=True)
        if self._history.can_go_back:
            self._recall(self._history.back())

    def go_forward(self) -> None:
        """Show the query after this one."""
        if self._history.can_go_forward:
            self._recall(self._history.forward())

    def paste(self) -> bool:
        """Paste what the clipboard holds, for when no field has the focus.

        Returns:
            Whether there was something of use; otherwise the user has been told.
        """
        return self.take(self._clipboard_data())

    def take(self, mime: QMimeData) -> bool:
        """Take pictures, folders or words that were dropped or pasted.

        Returns:
            Whether there was something of use; otherwise the user has been told.
        """
        intake = pictures_from_mime(mime)
        if intake.sentence:
            self._context.notifier.post(intake.sentence, Severity.WARNING)
        if intake.pictures:
            self.add_sources(intake.pictures)
        if intake.folders:
            self.folders_dropped.emit(list(intake.folders))
        if intake.text:
            self.set_text(f"{self.edit.text()} {' '.join(intake.text.split())}".strip())
        return bool(intake.pictures or intake.folders or intake.text)

    def open_pictures(self) -> None:
        """Let the user choose pictures to search with."""
        choose_pictures(self.window(), QFileDialog.FileMode.ExistingFiles, self.add_sources)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: Esc clears the query."""
        if event.key() == Qt.Key.Key_Escape and self.has_content:
            self.clear()
            self.edit.setFocus()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Override: everything may be dropped; what is of no use gets a sentence then."""
        accept_as_copy(event)
        self.set_target(event.isAccepted())

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Override: anywhere on it will do."""
        accept_as_copy(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Override: no longer a target."""
        self.set_target(False)

    def dropEvent(self, event: QDropEvent) -> None:
        """Override: take what is dropped."""
        self.set_target(False)
        accept_as_copy(event)
        self.take(event.mimeData())

    def _clipboard_data(self) -> QMimeData:
        # None if there is nothing, whatever the type says.
        return self._clipboard.mimeData() or QMimeData()

    def _paste_into_edit(self) -> bool:
        mime = self._clipboard_data()
        if is_plain_text(mime):
            return False
        self.take(mime)
        return True

    def _add_chips(self, states: Sequence[ChipState]) -> None:
        room = _MOST_CHIPS - len(self.row.chips)
        if len(states) > room:
            self._context.notifier.post(
                self.tr("A search takes up to %Ln pictures and exclusions.", "", _MOST_CHIPS),
                Severity.WARNING,
            )
        if states[:room]:
            self._show(replace(self.state, chips=(*self.row.states, *states[:room])))
            self._tell()

    def _show(self, state: QueryState) -> None:
        """Set what stands in the box, telling nobody."""
        self._close_popover()
        self._is_showing = True
        self._reach = state.reach
        if self.edit.text() != state.text:
            self.edit.setText(state.text)
        if self.row.states != state.chips:
            self.row.set_states(state.chips)
        self._is_showing = False
        self.arrange()

    def _recall(self, state: QueryState) -> None:
        self._show(state)
        self._timer.stop()
        self._told = self.state
        self._update_actions()
        self.changed.emit()

    def _tell(self, *, is_typing: bool = False) -> None:
        """Note the query and say that it is another."""
        self._timer.stop()
        if self.state.is_empty:
            self._reach = None  # it belonged to the picture that is gone
        state = self.state
        if is_typing and _is_same(state, self._told):
            return
        was_empty = self._told.is_empty
        self._told = state
        self._history.note(state, is_typing=is_typing)
        self._update_actions()
        self.changed.emit()
        if state.is_empty and not was_empty:
            self.cleared.emit()

    def _update_actions(self) -> None:
        self.back_action.setEnabled(self._history.can_go_back)
        self.forward_action.setEnabled(self._history.can_go_forward)

    def _on_text_changed(self) -> None:
        self.arrange()
        if not self._is_showing:
            self._timer.start()

    def _on_submitted(self) -> None:
        words = parse(self.edit.text())
        known = {state.text for state in self.row.states}
        new = [text for text in words.exclusions if text not in known]
        chips = [ChipState(text=text, is_excluded=True) for text in new]
        if len(self.row.chips) + len(chips) <= _MOST_CHIPS and words.exclusions:
            self._show(QueryState(words.text, (*self.row.states, *chips), self._reach))
        self._tell()

    def _on_left_behind(self) -> None:
        if self.row.chips:
            self.row.remove(self.row.chips[-1])

    def _on_left_backwards(self) -> None:
        if self.row.chips:
            self.row.chips[-1].setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_clear_triggered(self) -> None:
        self.clear()
        self.edit.setFocus()

    def _on_chips_changed(self) -> None:
        self.arrange()
        self._tell()

    def _on_chip_opened(self, chip: Chip) -> None:
        self._close_popover()
        if chip.state.picture is None:
            text = f"{self.edit.text()} {as_typed(chip.state.text)}".strip()
            self.edit.setText(text)
            self.row.remove(chip)
            self.edit.setFocus()
            return
        picture = chip.state.picture
        popover = ChipPopover(self._context.theme, chip.state, self.window())
        popover.edited.connect(lambda state, is_held: self._on_edited(chip, state, is_held))
        popover.crop_requested.connect(lambda: self.crop_requested.emit(picture))
        popover.replace_requested.connect(lambda: self._on_replace_requested(picture))
        popover.remove_requested.connect(lambda: self.row.remove(chip))
        popover.closed.connect(lambda: self._on_popover_closed(chip))
        self._popover = popover
        chip_x = chip.width() if self.is_mirrored else 0
        corner = chip.mapTo(self.window(), QPoint(chip_x, 0))
        below = self.mapTo(self.window(), QPoint(0, self.height() + 6))
        popover.open_at(QPoint(corner.x() + (2 if self.is_mirrored else -2), below.y()))
        self.set_popover_open(True)

    def _on_edited(self, chip: Chip, state: ChipState, is_held: bool) -> None:
        if not is_held:
            self.row.change(chip, state)
            return
        chip.set_state(state)
        self.arrange()
        self._timer.start()

    def _on_replace_requested(self, picture: QueryPicture) -> None:
        def take(sources: Sequence[Source]) -> None:
            self.replace_picture(picture, sources[0])

        choose_pictures(self.window(), QFileDialog.FileMode.ExistingFile, take)

    def _on_popover_closed(self, chip: Chip) -> None:
        self._popover = None
        self.set_popover_open(False)
        if chip in self.row.chips:
            chip.setFocus(Qt.FocusReason.PopupFocusReason)

    def _close_popover(self) -> None:
        if self._popover is not None:
            self._popover.dismiss()


def _is_same(state: QueryState, other: QueryState) -> bool:
    """Whether two states ask for the same."""
    is_same_kind = state.chips == other.chips and state.reach == other.reach
    return is_same_kind and parse(state.text) == parse(other.text)
