"""Which page is seen: one beside the sidebar, or the viewer or the part chooser in place of all."""

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QStackedWidget, QWidget

from imgtext_desktop.browser import Browser
from imgtext_desktop.focus_areas import focus_next_area
from imgtext_desktop.window_commands import PAGE_ICONS

if TYPE_CHECKING:
    from imgtext_desktop.main_window import MainWindow
    from imgtext_desktop.sidebar import PageButton


class Navigation(QObject):
    """Goes from page to page.

    Args:
        window: The window, whose sidebar, first pages, viewer and part chooser are made.

    Attributes:
        whole: All that the window shows.
        browser: The sidebar and the pages.
        buttons: Those of the pages in the sidebar, by the names of their commands.
    """

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._pages = QStackedWidget()
        self.browser = Browser(window.sidebar, self._pages)  # before the pages: Tab begins there
        for page in (window.library_page, window.duplicates_page, window.problems_page):
            self._pages.addWidget(page)
        self.whole = QStackedWidget()
        for whole in (self.browser, window.viewer, window.part_chooser):
            self.whole.addWidget(whole)
        self.buttons: dict[str, PageButton] = {}

    def add_buttons(self) -> None:
        """Put the pages into the sidebar, once the window's actions are made."""
        group = QActionGroup(self._window)
        for name, icon in PAGE_ICONS.items():
            action = self._window.actions_by_name[name]
            action.setCheckable(True)
            group.addAction(action)
            self.buttons[name] = self._window.sidebar.add_page(action, icon)

    @property
    def page(self) -> QWidget | None:
        """The page that is seen, or lies under the viewer or the part chooser."""
        return self._pages.currentWidget()

    # -- pages ------------------------------------------------------------------------------

    def show_library(self) -> None:
        """Go to the library page."""
        self._show(self._window.library_page, "showLibrary")

    def show_training(self) -> None:
        """Go to the page of training."""
        page = self._window.learning.page
        self._show(page, "showTraining")
        page.take_focus()

    def show_duplicates(self) -> None:
        """Go to the duplicates page."""
        page = self._window.duplicates_page
        self._show(page, "showDuplicates")
        page.take_focus()

    def show_models(self) -> None:
        """Go to the page of models."""
        page = self._window.models.page
        self._show(page, "showModels")
        page.take_focus()

    def show_comparison(self) -> None:
        """Show two versions beside each other; the page before it stays marked in the sidebar."""
        page = self._window.models.compare_page
        self._add(page)
        self._pages.setCurrentWidget(page)
        page.take_focus()

    def close_comparison(self) -> None:
        """Go back to the page that was there before the comparison."""
        for name in PAGE_ICONS:
            if self._window.actions_by_name[name].isChecked():
                self._window.actions_by_name[name].trigger()

    def show_suggestions(self) -> None:
        """Show suggested captions; they belong to the library, where the way back leads."""
        page = self._window.suggesting.page
        self._show(page, "showLibrary")
        page.setFocus()

    def show_problems(self) -> None:
        """Go to the problems page."""
        page = self._window.problems_page
        page.refresh()
        self._show(page, "showProblems")
        page.setFocus()

    def _show(self, page: QWidget, action: str) -> None:
        self._add(page)
        self.show_browser()
        self.browser.close_sidebar()
        self._pages.setCurrentWidget(page)
        self._window.actions_by_name[action].setChecked(True)
        self.buttons[action].setChecked(True)

    def _add(self, page: QWidget) -> None:
        if self._pages.indexOf(page) < 0:  # the first visit
            self._pages.addWidget(page)

    # -- in place of the pages --------------------------------------------------------------

    @property
    def is_in_viewer(self) -> bool:
        """Whether a photo is shown large."""
        return self.whole.currentWidget() is self._window.viewer

    def show_browser(self) -> None:
        """Go back to the pages."""
        self.whole.setCurrentWidget(self.browser)

    def show_part_chooser(self) -> None:
        """Let the user choose a part of a picture."""
        self.whole.setCurrentWidget(self._window.part_chooser)

    def open_viewer(self, photo_id: int) -> None:
        """Show a photo large, among those that are in the grid."""
        photos = self._window.library_page.grid.photos
        place = photos.place_of(photo_id)
        ids = photos.ids if place is not None else np.array([photo_id], np.int64)
        self.whole.setCurrentWidget(self._window.viewer)
        self._window.viewer.open(ids, place or 0)

    def close_viewer(self) -> None:
        """Go back from the viewer; the photo seen last is the current one."""
        grid = self._window.library_page.grid
        seen = self._window.viewer.current_id
        self.show_browser()
        grid.set_current_id(seen)
        grid.setFocus()

    # -- the focus --------------------------------------------------------------------------

    def focus_search(self) -> None:
        """Go to the search box."""
        self.show_library()
        edit = self._window.library_page.search_bar.edit
        edit.setFocus()
        edit.selectAll()

    def focus_next_area(self) -> None:
        """Move the focus to the next area of the page."""
        page, library = self.page, self._window.library_page
        areas = [page] if page is not None else []
        if page is library:
            areas = [library.search_bar.edit, library.grid, library.inspector]
        shown = [button for button in self.buttons.values() if button.isChecked()]
        focus_next_area([*shown, *areas, self._window.sidebar.strip])
