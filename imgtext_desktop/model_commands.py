"""Versions of models: joins their page and the comparison to the window, and lives without them."""

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from engine.models.versions import Slot
from imgtext_desktop.context import Context
from imgtext_desktop.grid.view import PhotoGrid

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from imgtext_desktop.main_window import MainWindow
    from imgtext_desktop.models.changes import VersionChanges
    from imgtext_desktop.models.compare_page import ComparePage
    from imgtext_desktop.models.compare_side import ResultGrid
    from imgtext_desktop.models.overview import Overview
    from imgtext_desktop.models.page import ModelsPage

_COMPARE_ZOOM: Final = 160  # three photos beside each other in half of a usual window


class ModelCommands(QObject):
    """Owns what is done with versions, and the two pages, which are made when they are visited.

    Args:
        context: The window's surroundings.
        window: The window.

    Signals:
        switched: Another version answers in this slot.
        photo_opened: A photo (its id) shall be shown large.
    """

    switched = Signal(object)
    photo_opened = Signal(int)

    def __init__(self, context: Context, window: "MainWindow") -> None:
        super().__init__(window)
        self._context = context
        self._window = window
        self._changes: VersionChanges | None = None
        self._page: ModelsPage | None = None
        self._compare_page: ComparePage | None = None

    @property
    def changes(self) -> "VersionChanges":
        """What is done with versions."""
        if self._changes is None:
            from imgtext_desktop.models.changes import VersionChanges

            self._changes = VersionChanges(self._context, self)
            self._changes.switched.connect(self.switched)
        return self._changes

    @property
    def has_page(self) -> bool:
        """Whether the models page has been visited."""
        return self._page is not None

    @property
    def page(self) -> "ModelsPage":
        """The models page."""
        if self._page is None:
            from imgtext_desktop.models.page import ModelsPage

            take = self._context.library.learning.take
            self._page = ModelsPage(self._context, self.changes, take)
            self._page.compare_requested.connect(self.compare)
        return self._page

    @property
    def compare_page(self) -> "ComparePage":
        """The comparison."""
        if self._compare_page is None:
            self._compare_page = self._make_compare_page()
            self._compare_page.closed.connect(self._window.navigation.close_comparison)
            self._compare_page.adopt_requested.connect(self._on_adopt_requested)
            self._window.toast.stay_above(self._compare_page.footer)
        return self._compare_page

    def join(self, window: "MainWindow") -> None:
        """Let the window show what has changed, and show what the window asks for.

        Args:
            window: The window, whose parts are made.
        """
        self.photo_opened.connect(window.navigation.open_viewer)
        self.switched.connect(self._on_switched)

    def begin(self) -> None:
        """Go on with adoptions that were cut off when the program ended."""
        library = self._context.library

        def go_on(wanted: list[str]) -> None:
            for version in wanted:
                self.adopt(version)

        self._context.jobs.read(lambda: library.learning.wanted(), go_on)  # noqa: PLW0108 (imports)

    def refresh(self) -> None:
        """Show what has changed in the library."""
        if self._page is not None and self._page.isVisible():
            self._page.refresh()

    def finish(self) -> None:
        """Do what waits: before the window closes."""
        if self._changes is not None:
            self._changes.finish()

    def adopt(self, version: str) -> None:
        """Prepare a version, then let it answer; until then the old one does."""
        from imgtext_desktop.models.overview import read_overview

        def done(overview: "Overview") -> None:
            from imgtext_desktop.models.words import name_text

            line = overview.line(version)
            if line is None or line.version.is_active:
                return
            name = name_text(line, overview.cards)
            if line.is_built_in:
                self.changes.leave(line.slot, version, name)
            else:
                self.changes.adopt(line.slot, version, name)

        self._context.jobs.read(
            partial(read_overview, self._context.library),
            done,
            failed=self._context.notifier.error,
        )

    def compare(self, version: str) -> None:
        """Compare a version with the one in use."""
        self.compare_page.show_compare(version)
        self._window.navigation.show_comparison()

    def _on_switched(self, slot: Slot) -> None:
        """Ask anew what is asked in the library: another model answers."""
        page = self._window.library_page
        if slot is Slot.RETRIEVAL and not page.search_bar.is_empty:
            page.show_photos()

    def _on_adopt_requested(self, version: str) -> None:
        self.adopt(version)
        self._window.navigation.close_comparison()

    def _make_compare_page(self) -> "ComparePage":
        from imgtext_desktop.models.compare_page import ComparePage, CompareParts, QueryBox
        from imgtext_desktop.search.search_bar import SearchBar

        bar = SearchBar(self._context)
        bar.setObjectName("compareBar")
        bar.edit.setObjectName("compareEdit")
        bar.setFocusProxy(bar.edit)
        box = QueryBox(bar, bar.terms, bar.set_busy, bar.changed)
        parts = CompareParts(box, self._make_grid("compareLeft"), self._make_grid("compareRight"))
        return ComparePage(self._context, self.changes, parts)

    def _make_grid(self, name: str) -> "ResultGrid":
        from imgtext_desktop.models.compare_side import ResultGrid

        grid = PhotoGrid(self._context)
        grid.setObjectName(name)
        grid.set_zoom(_COMPARE_ZOOM)
        grid.photo_opened.connect(self.photo_opened)

        def show_photos(
            ids: "npt.NDArray[np.int64]", scores: "npt.NDArray[np.float32]", new: frozenset[int]
        ) -> None:
            grid.photos.set_new(new)
            grid.photos.set_photos(ids, scores=scores, is_ranked=True)

        return ResultGrid(grid, show_photos)
