"""The library page: the search box over the grid, with the inspector beside it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, QLocale, QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QImage,
    QKeyEvent,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QStackedWidget,
    QStyle,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.catalog.browse import SortKey
from engine.catalog.records import Root
from engine.search.query import Place
from engine.search.search import Answer
from imgtext_desktop.activity.banner import ImportBanner
from imgtext_desktop.context import Context
from imgtext_desktop.empty.empty_state import EmptyState
from imgtext_desktop.empty.no_match_state import NoMatchState
from imgtext_desktop.engine_words.sentences import in_user_words
from imgtext_desktop.grid.view import PhotoGrid
from imgtext_desktop.inspector.inspector import Inspector
from imgtext_desktop.narrowing import Ids, Narrowing
from imgtext_desktop.notifier import Severity
from imgtext_desktop.photo_line import PhotoLine
from imgtext_desktop.roots.offline_banner import OfflineBanner
from imgtext_desktop.search.controller import SearchController
from imgtext_desktop.search.drop_overlay import DropOverlay
from imgtext_desktop.search.look_alike_bar import LookAlikeBar
from imgtext_desktop.search.query_state import Reach
from imgtext_desktop.search.search_bar import SearchBar
from imgtext_desktop.search.sources import FileSource, ImageSource

_CHANNEL: Final = "library"
_REFRESH_MILLISECONDS: Final = 1500  # while an import adds photos


class LibraryPage(QWidget):
    """Shows the whole library, a part of it, or the answer to a query.

    Attributes:
        search_bar: The query.
        look_alikes: How far from a picture photos may be.
        line: What is said over the photos.
        grid: The photos.
        inspector: What is known of the chosen ones.
        part: What the photos are narrowed to.
        empty_state: Shown in a library without folders.

    Signals:
        photo_opened: A photo's id shall be shown large.
        all_places_requested: The narrowing to a folder and to a label shall end.
        order_changed: What photos are sorted by, and whether the largest come first.
    """

    photo_opened = Signal(int)
    all_places_requested = Signal()
    order_changed = Signal(SortKey, bool)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.part = Narrowing()
        self._sort, self._is_descending = SortKey.DATE, True
        self._searched = 0
        self._hits: dict[int, tuple[int, float, int | None]] = {}
        self._has_roots = True
        self._waiting = 0
        self._is_importing = False
        self._is_narrow = False
        self.search_bar = SearchBar(context)
        self.look_alikes = LookAlikeBar(context)
        self.controller = SearchController(context, self)
        self.grid = PhotoGrid(context)
        self.inspector = Inspector(context)
        self.empty_state = EmptyState(context)
        self.no_match_state = NoMatchState(context)
        self.banner = ImportBanner(context)
        self.offline_banner = OfflineBanner(context)
        self.line = PhotoLine(context, self.grid)
        self._stack = QStackedWidget()
        self._lay_out()
        self.overlay = DropOverlay(context, self._stack)
        self._refresh_timer = QTimer(self, singleShot=True, interval=_REFRESH_MILLISECONDS)
        self._refresh_timer.timeout.connect(self._read_ids)
        self._connect()
        context.theme.changed.connect(self._retint)
        self._retint()

    # -- what is shown ----------------------------------------------------------------------

    @property
    def order(self) -> tuple[SortKey, bool]:
        """What photos are sorted by without a query, and whether the largest come first."""
        return self._sort, self._is_descending

    def set_order(self, sort: SortKey, is_descending: bool) -> None:
        """Sort the photos that are shown without a query."""
        self._sort, self._is_descending = sort, is_descending
        self.line.show_order(sort, is_descending)
        self.order_changed.emit(sort, is_descending)
        self.show_photos()

    def set_place(self, place: Place | None, name: str = "") -> None:
        """Show only a part of the library, or all of it (None)."""
        self.part = replace(self.part, place=place, place_name=name)
        self.offline_banner.set_place(place)
        self.show_photos()

    def set_label(self, label: str) -> None:
        """Show only photos with a label, given or guessed, or all of them (empty)."""
        self.part = replace(self.part, label=label)
        self.show_photos()

    def show_ledger(self, roots: Sequence[Root], waiting: int, *, is_importing: bool) -> None:
        """Take up how the library stands.

        Args:
            roots: Its folders.
            waiting: Photos that are not ready yet.
            is_importing: Whether an import runs, or is about to.
        """
        self._has_roots = bool(roots) or is_importing
        self._waiting, self._is_importing = waiting, is_importing
        self.offline_banner.show_roots(roots)
        if self.search_bar.is_empty:
            self.line.show_hint(self._hint_text(len(self.grid.photos.ids)))
        self._choose_state()

    def set_narrow(self, is_narrow: bool) -> None:
        """Where there is little room the inspector covers the grid instead of standing beside."""
        self._is_narrow = is_narrow
        if is_narrow:
            self._row.removeWidget(self.inspector)
        else:
            self._row.addWidget(self.inspector)
        self._place_inspector()

    def show_photos(self) -> None:
        """Read what is to be shown anew, from the top."""
        self.look_alikes.show_query(self.search_bar.state)
        if self.search_bar.is_empty:
            self.controller.cancel()
            self._read_ids(is_new=True)
        else:
            self._search()

    def take_up_changes(self) -> None:
        """Photos came or went: show them soon, without moving what is on the screen."""
        if not self._refresh_timer.isActive():
            # A long list takes longer to read: with a million photos, every five seconds.
            self._refresh_timer.start(max(_REFRESH_MILLISECONDS, len(self.grid.photos.ids) // 200))

    def ask_again(self) -> None:
        """What answers is another: what is asked for is answered anew."""
        if not self.search_bar.is_empty:
            self._search()

    def find_similar(
        self, ids: list[int], *, is_excluded: bool = False, reach: Reach | None = None
    ) -> None:
        """Search with photos of the library.

        Args:
            ids: Photos.
            is_excluded: Whether photos like them shall move down, beside what is asked for.
            reach: How far from the one photo others may be; None for no limit.
        """

        def found(paths: list[bytes]) -> None:
            sources = [FileSource(path) for path in paths]
            self.search_bar.add_sources(sources, is_excluded, is_new=not is_excluded, reach=reach)

        self.grid.photos.paths(ids, found)

    def search_part(self, image: QImage, label: str) -> None:
        """Search with a part of a picture."""
        self.search_bar.add_sources([ImageSource(image, label)], is_new=True)

    def show_inspector(self, is_shown: bool) -> None:
        """Show or hide the inspector."""
        self.inspector.setVisible(is_shown)
        self._place_inspector()
        self._inspector_button.setChecked(is_shown)

    # -- building ---------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self._inspector_button = QToolButton()
        self._inspector_button.setCheckable(True)
        self._inspector_button.setIconSize(QSize(20, 20))
        self._menu_button = QToolButton()
        self._menu_button.setIconSize(QSize(20, 20))
        self._menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        header = QHBoxLayout()
        header.setContentsMargins(24, 12, 24, 12)
        header.setSpacing(8)
        header.addWidget(self.search_bar, 1)
        header.addWidget(self._inspector_button)
        header.addWidget(self._menu_button)
        line = QWidget()
        line.setFixedHeight(1)
        line.setProperty("role", "line")
        line.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

        for page in (self.grid, self.empty_state, self.no_match_state):
            self._stack.addWidget(page)
        left = QVBoxLayout()
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(0)
        left.addLayout(header)
        left.addWidget(line)
        left.addWidget(self.banner)
        left.addWidget(self.offline_banner)
        left.addWidget(self.look_alikes)
        left.addWidget(self.line)
        left.addWidget(self._stack, 1)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.addLayout(left, 1)
        self._row.addWidget(self.inspector)

    def set_actions(self, inspector: QAction, menu: QMenu) -> None:
        """Give the header's buttons what they do."""
        self._inspector_button.setToolTip(inspector.toolTip())
        self._inspector_button.setAccessibleName(inspector.text())
        self._inspector_button.clicked.connect(inspector.trigger)
        self._menu_button.setMenu(menu)
        self._menu_button.setToolTip(self.tr("More"))
        self._menu_button.setAccessibleName(self.tr("More"))

    def _connect(self) -> None:
        self.search_bar.changed.connect(self.show_photos)
        self.look_alikes.reach_chosen.connect(
            lambda reach, is_held: self.search_bar.set_reach(reach, is_held=is_held)
        )
        self.search_bar.installEventFilter(self)
        self._stack.installEventFilter(self)
        self.line.order_chosen.connect(self.set_order)
        self.line.again_requested.connect(self.show_photos)
        self.controller.answered.connect(self._on_answered)
        self.controller.failed.connect(self._on_failed)
        self.controller.dim_changed.connect(self.grid.set_dimmed)
        self.controller.busy_changed.connect(self.search_bar.set_busy)
        self.controller.nothing_indexed.connect(self._on_nothing_indexed)
        self.grid.photo_opened.connect(self.photo_opened)
        self.grid.similar_requested.connect(self.find_similar)
        self.grid.exclusion_requested.connect(lambda ids: self.find_similar(ids, is_excluded=True))
        self.grid.selection_ids_changed.connect(self._on_selection_changed)
        self.overlay.pictures_dropped.connect(self.search_bar.add_sources)
        self.no_match_state.clear_requested.connect(self.search_bar.clear)
        self.no_match_state.all_folders_requested.connect(self.all_places_requested)

    # -- reading ----------------------------------------------------------------------------

    def _read_ids(self, *, is_new: bool = False) -> None:
        library, part = self._context.library, self.part
        sort, is_descending = self._sort, self._is_descending

        def read() -> tuple[Ids, int]:
            ids = part.read(library.browse, sort=sort, is_descending=is_descending)
            return ids, library.photos.row_count(library.feature_space)

        def show(found: tuple[Ids, int]) -> None:
            ids, searchable = found
            if not self.search_bar.is_empty:
                self._take_up_new_photos(searchable)
                return
            had_hits, self._hits = bool(self._hits), {}
            if is_new:
                self.grid.photos.set_photos(ids)
            else:
                self.grid.photos.update_ids(ids)
                self.grid.photos.refresh()
            if had_hits:
                self._on_selection_changed()  # a chosen photo is no hit any more
            count = self.tr("%Ln photos", "", len(ids))
            self._describe(count, self._hint_text(len(ids)))
            self._choose_state()

        self._context.jobs.read(read, show, channel=_CHANNEL, priority=5)

    def _take_up_new_photos(self, searchable: int) -> None:
        """While a query is shown: offer to search again; nothing on the screen moves by itself."""
        if len(self.grid.photos.ids):
            self.grid.photos.refresh()
            self.line.offer_again(searchable > self._searched)
        else:  # what was missing may be there now
            self._search()

    def _search(self) -> None:
        part, state = self.part, self.search_bar.state
        reach = state.reach if state.is_one_picture else None
        self.controller.search(state.terms(), part.place, part.labels, reach)

    def _on_answered(self, answer: Answer) -> None:
        self._context.jobs.drop(_CHANNEL)
        self._searched = answer.searched
        self._hits = {hit.file_id: (hit.rank, hit.score, hit.distance) for hit in answer.hits}
        ids = np.fromiter(self._hits, np.int64, len(self._hits))
        scores = np.array([hit.score for hit in answer.hits], np.float32)
        self.grid.photos.set_photos(ids, scores=scores, is_ranked=True)
        self._on_selection_changed()  # a chosen photo has another rank now
        count = self.tr("%Ln photos, best first", "", len(ids)) if len(ids) else ""
        milliseconds = QLocale().toString(round(answer.took_ms))
        self._describe(count, self.tr("%1 ms").replace("%1", milliseconds))
        self._announce(count or self.no_match_state.accessibleName())
        self.look_alikes.show_ball(answer.ball)
        for note in answer.notes if answer.ball is None else ():  # else the bar says it
            self._context.notifier.post(in_user_words(note))
        self._choose_state()

    def _on_failed(self, sentence: str) -> None:
        self._context.notifier.post(
            sentence, Severity.ERROR, action_text=self.tr("Try again"), action=self.show_photos
        )

    def _on_nothing_indexed(self) -> None:
        """Show why there is no answer; the search is run again once there are photos."""
        self._hits = {}
        self.grid.photos.set_photos(np.empty(0, np.int64), is_ranked=True)
        self._describe(self.tr("Nothing to search yet"), "")
        self._choose_state()
        self._announce(self.no_match_state.accessibleName())

    def _announce(self, words: str) -> None:
        """Tell those who do not see that the answer is there."""
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.grid, words))

    def _on_selection_changed(self) -> None:
        ids = self.grid.selected_ids
        self.inspector.set_selection(ids)
        if len(ids) == 1 and ids[0] in self._hits:
            self.inspector.set_hit(*self._hits[ids[0]])

    def _hint_text(self, count: int) -> str:
        """Return where the photos are, or how many of them can be searched already."""
        if self.part.text:
            return self.part.text
        if 0 < self._waiting <= count:
            ready = QLocale().toString(count - self._waiting)
            return self.tr("%1 ready to search").replace("%1", ready)
        return self.tr("in all folders")

    def _describe(self, count: str, hint: str) -> None:
        self.line.describe(count, hint, is_sortable=self.search_bar.is_empty)

    def _choose_state(self) -> None:
        page: QWidget = self.grid
        has_query = not self.search_bar.is_empty
        if not self._has_roots:
            page = self.empty_state
        elif len(self.grid.photos.ids) == 0 and (has_query or self.part.label):
            page = self.no_match_state
            self.no_match_state.explain(
                place_name=self.part.place_name,
                label=self.part.label,
                has_query=has_query,
                waiting=self._waiting,
                is_importing=self._is_importing,
            )
        self._stack.setCurrentWidget(page)
        self.line.setVisible(page is not self.empty_state)

    def _retint(self) -> None:
        theme = self._context.theme
        self._inspector_button.setIcon(theme.icon("info"))
        self._menu_button.setIcon(theme.icon("dots-three-vertical"))

    def _place_inspector(self) -> None:
        self._row.activate()
        if not self._is_narrow:
            return
        area = self._stack.geometry()
        width = min(self.inspector.maximumWidth(), area.width())
        rect = QRect(area.right() + 1 - width, area.top(), width, area.height())
        self.inspector.setGeometry(QStyle.visualRect(self.layoutDirection(), area, rect))
        self.inspector.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override: what lies over the photos follows them; Esc first gives up what is chosen."""
        kind = event.type()
        if watched is self._stack and kind in (QEvent.Type.Resize, QEvent.Type.Move):
            self.overlay.setGeometry(self._stack.rect())
            self._place_inspector()
        is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        is_press = watched is self.search_bar and kind == QEvent.Type.KeyPress
        if is_press and is_escape and self.grid.selected_count:
            self.grid.clearSelection()
            return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: Esc that nobody else wanted clears the query."""
        if event.key() == Qt.Key.Key_Escape and self.search_bar.has_content:
            self.search_bar.clear()
        else:
            super().keyPressEvent(event)
