"""The library page: the search box over the grid, with the inspector beside it."""

from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLocale, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QImage, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QSlider,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.catalog.browse import SortKey
from engine.search.query import Place
from engine.search.search import Answer
from imgtext_desktop import tokens
from imgtext_desktop.activity.banner import ImportBanner
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.empty.empty_state import EmptyState
from imgtext_desktop.empty.no_match_state import NoMatchState
from imgtext_desktop.grid.geometry import ZOOM_MAX, ZOOM_MIN, ZOOM_STEP
from imgtext_desktop.grid.view import PhotoGrid
from imgtext_desktop.inspector.inspector import Inspector
from imgtext_desktop.search.controller import SearchController
from imgtext_desktop.search.drop_overlay import DropOverlay
from imgtext_desktop.search.search_bar import SearchBar
from imgtext_desktop.search.sources import FileSource, ImageSource

_CHANNEL: Final = "library"
_REFRESH_MILLISECONDS: Final = 1500  # while an import adds photos


class LibraryPage(QWidget):
    """Shows the whole library, a part of it, or the answer to a query.

    Attributes:
        search_bar: The query.
        grid: The photos.
        inspector: What is known of the chosen ones.
        empty_state: Shown in a library without folders.

    Signals:
        photo_opened: A photo's id shall be shown large.
        all_places_requested: The narrowing to a folder shall end.
        order_changed: What photos are sorted by, and whether the largest come first.
    """

    photo_opened = Signal(int)
    all_places_requested = Signal()
    order_changed = Signal(SortKey, bool)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._place: Place | None = None
        self._place_name = ""
        self._sort, self._is_descending = SortKey.DATE, True
        self._hits: dict[int, tuple[int, float]] = {}
        self._has_roots = True
        self.search_bar = SearchBar(context)
        self.controller = SearchController(context, self)
        self.grid = PhotoGrid(context)
        self.inspector = Inspector(context)
        self.empty_state = EmptyState(context)
        self.no_match_state = NoMatchState(context)
        self.banner = ImportBanner(context)
        self._count = text_label("", context.theme.font(tokens.SUBTITLE))
        self._hint = text_label("", context.theme.font(tokens.BODY), role="secondary")
        self._sort_button, self._sort_actions = self._make_sort_button()
        self._zoom_slider = self._make_zoom_slider()
        self._stack = QStackedWidget()
        self._lay_out()
        self.overlay = DropOverlay(context, self._stack)
        self._refresh_timer = QTimer(self)
        self._refresh_timer.setSingleShot(True)
        self._refresh_timer.setInterval(_REFRESH_MILLISECONDS)
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
        self._sort_actions[sort, is_descending].setChecked(True)
        self._sort_button.setText(self._sort_actions[sort, is_descending].text())
        self.order_changed.emit(sort, is_descending)
        self.show_photos()

    def set_place(self, place: Place | None, name: str = "") -> None:
        """Show only a part of the library, or all of it (None)."""
        self._place, self._place_name = place, name
        self.show_photos()

    def set_has_roots(self, has_roots: bool) -> None:
        """Say whether the library has a folder at all."""
        self._has_roots = has_roots
        self._choose_state()

    def show_photos(self) -> None:
        """Read what is to be shown anew, from the top."""
        if self.search_bar.is_empty:
            self.controller.cancel()
            self._read_ids(is_new=True)
        else:
            self.controller.search(self.search_bar.terms(), self._place)

    def take_up_changes(self) -> None:
        """Photos came or went: show them soon, without moving what is on the screen."""
        if not self._refresh_timer.isActive():
            self._refresh_timer.start()

    def find_similar(self, ids: list[int], *, is_excluded: bool = False) -> None:
        """Search with photos of the library.

        Args:
            ids: Photos.
            is_excluded: Whether photos like them shall move down, beside what is asked for.
        """

        def found(paths: list[bytes]) -> None:
            sources = [FileSource(path) for path in paths]
            self.search_bar.add_sources(sources, is_excluded, is_new=not is_excluded)

        self.grid.photos.paths(ids, found)

    def search_part(self, image: QImage, label: str) -> None:
        """Search with a part of a picture."""
        self.search_bar.add_sources([ImageSource(image, label)], is_new=True)

    def show_inspector(self, is_shown: bool) -> None:
        """Show or hide the inspector."""
        self.inspector.setVisible(is_shown)
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

        tools = QHBoxLayout()
        tools.setContentsMargins(24, 8, 24, 4)
        tools.setSpacing(12)
        for widget in (self._count, self._hint):
            tools.addWidget(widget, 0, Qt.AlignmentFlag.AlignBaseline)
        tools.addStretch(1)
        for tool in (self._sort_button, self._zoom_slider):
            tools.addWidget(tool)

        for page in (self.grid, self.empty_state, self.no_match_state):
            self._stack.addWidget(page)
        self._tools = QWidget()
        self._tools.setLayout(tools)
        left = QVBoxLayout()
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(0)
        left.addLayout(header)
        left.addWidget(line)
        left.addWidget(self.banner)
        left.addWidget(self._tools)
        left.addWidget(self._stack, 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(left, 1)
        layout.addWidget(self.inspector)

    def set_actions(self, inspector: QAction, menu: QMenu) -> None:
        """Give the header's buttons what they do."""
        self._inspector_button.setToolTip(inspector.toolTip())
        self._inspector_button.setAccessibleName(inspector.text())
        self._inspector_button.clicked.connect(inspector.trigger)
        self._menu_button.setMenu(menu)
        self._menu_button.setToolTip(self.tr("More"))
        self._menu_button.setAccessibleName(self.tr("More"))

    def _make_sort_button(
        self,
    ) -> tuple[QToolButton, dict[tuple[SortKey, bool], QAction]]:
        button = QToolButton()
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        button.setAccessibleName(self.tr("Sort photos"))
        button.setToolTip(self.tr("Sort photos"))
        menu, group = QMenu(button), QActionGroup(button)
        actions: dict[tuple[SortKey, bool], QAction] = {}
        for sort, is_descending, text in (
            (SortKey.DATE, True, self.tr("Newest file first")),
            (SortKey.DATE, False, self.tr("Oldest file first")),
            (SortKey.NAME, False, self.tr("By name")),
            (SortKey.FOLDER, False, self.tr("By folder")),
            (SortKey.SIZE, True, self.tr("Largest file first")),
        ):
            action = QAction(text, button, checkable=True)
            action.triggered.connect(lambda _=False, s=sort, d=is_descending: self.set_order(s, d))
            group.addAction(action)
            menu.addAction(action)
            actions[sort, is_descending] = action
        button.setMenu(menu)
        button.setText(actions[SortKey.DATE, True].text())
        actions[SortKey.DATE, True].setChecked(True)
        return button, actions

    def _make_zoom_slider(self) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(ZOOM_MIN // ZOOM_STEP, ZOOM_MAX // ZOOM_STEP)
        slider.setValue(self.grid.zoom // ZOOM_STEP)
        slider.setMinimumWidth(112)
        slider.setAccessibleName(self.tr("Size of the pictures"))
        slider.setToolTip(self.tr("Size of the pictures (Ctrl+=, Ctrl+-)"))
        return slider

    def _connect(self) -> None:
        self.search_bar.changed.connect(self.show_photos)
        self.controller.answered.connect(self._on_answered)
        self.controller.failed.connect(self._on_failed)
        self.controller.dim_changed.connect(self._on_dim_changed)
        self.grid.photo_opened.connect(self.photo_opened)
        self.grid.similar_requested.connect(self.find_similar)
        self.grid.exclusion_requested.connect(lambda ids: self.find_similar(ids, is_excluded=True))
        self.grid.selection_ids_changed.connect(self._on_selection_changed)
        self.grid.zoomed.connect(lambda zoom: self._zoom_slider.setValue(zoom // ZOOM_STEP))
        self._zoom_slider.valueChanged.connect(lambda value: self.grid.set_zoom(value * ZOOM_STEP))
        self.overlay.pictures_dropped.connect(self.search_bar.add_sources)
        self.no_match_state.clear_requested.connect(self.search_bar.clear)
        self.no_match_state.all_folders_requested.connect(self.all_places_requested)

    # -- reading ----------------------------------------------------------------------------

    def _read_ids(self, *, is_new: bool = False) -> None:
        browse, place = self._context.library.browse, self._place
        sort, is_descending = self._sort, self._is_descending

        def read() -> npt.NDArray[np.int64]:
            return browse.ids(
                sort=sort,
                is_descending=is_descending,
                root_id=place.root_id if place else None,
                folder=place.folder if place else b"",
            )

        def show(ids: npt.NDArray[np.int64]) -> None:
            if not self.search_bar.is_empty:
                self.grid.photos.refresh()
                return
            self._hits = {}
            if is_new:
                self.grid.photos.set_photos(ids)
            else:
                self.grid.photos.update_ids(ids)
                self.grid.photos.refresh()
            count = self.tr("%n photo(s)", "", len(ids))
            where = self._place_name or self.tr("in all folders")
            self._describe(count.replace(str(len(ids)), QLocale().toString(len(ids))), where)
            self._choose_state()

        self._context.jobs.read(read, show, channel=_CHANNEL, priority=5)

    def _on_answered(self, answer: Answer) -> None:
        self._context.jobs.drop(_CHANNEL)
        self._hits = {hit.file_id: (hit.rank, hit.score) for hit in answer.hits}
        ids = np.fromiter(self._hits, np.int64, len(self._hits))
        scores = np.array([hit.score for hit in answer.hits], np.float32)
        self.grid.photos.set_photos(ids, scores=scores, is_ranked=True)
        count = self.tr("%n photo(s), best first", "", len(ids))
        milliseconds = QLocale().toString(round(answer.took_ms))
        self._describe(
            count.replace(str(len(ids)), QLocale().toString(len(ids)), 1),
            self.tr("%1 ms").replace("%1", milliseconds),
        )
        for note in answer.notes:
            self._context.notifier.post(note)
        self._choose_state()

    def _on_failed(self, sentence: str) -> None:
        self._context.notifier.error(sentence)

    def _on_dim_changed(self, is_dim: bool) -> None:
        self.grid.set_dimmed(is_dim)

    def _on_selection_changed(self) -> None:
        ids = self.grid.selected_ids
        self.inspector.set_selection(ids)
        if len(ids) == 1 and ids[0] in self._hits:
            self.inspector.set_hit(*self._hits[ids[0]])

    def _describe(self, count: str, hint: str) -> None:
        self._count.setText(count)
        self._hint.setText(hint)
        self._sort_button.setVisible(self.search_bar.is_empty)

    def _choose_state(self) -> None:
        page: QWidget = self.grid
        if not self._has_roots:
            page = self.empty_state
        elif len(self.grid.photos.ids) == 0 and not self.search_bar.is_empty:
            page = self.no_match_state
            self.no_match_state.explain(place_name=self._place_name)
        self._stack.setCurrentWidget(page)
        self._tools.setVisible(page is not self.empty_state)

    def _retint(self) -> None:
        theme = self._context.theme
        self._inspector_button.setIcon(theme.icon("info"))
        self._menu_button.setIcon(theme.icon("dots-three-vertical"))
        self._sort_button.setIcon(theme.icon("caret-down"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override: the overlay covers the grid's area."""
        super().resizeEvent(event)
        self.overlay.setGeometry(self._stack.rect())
