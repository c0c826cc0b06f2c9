"""The window: joins the pages by signals and owns the commands."""

import os
from functools import partial
from typing import Final

import numpy as np
from PySide6.QtCore import QByteArray, Qt, QTimer, Signal
from PySide6.QtGui import QActionGroup, QCloseEvent, QImage, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QWidget,
)

from engine.catalog.browse import SortKey
from engine.catalog.records import FileState
from engine.errors import EngineError
from engine.search.query import Place
from imgtext_desktop.actions import Command, build_actions
from imgtext_desktop.activity.log import ActivityLog
from imgtext_desktop.activity.panel import ActivityPanel
from imgtext_desktop.context import Context
from imgtext_desktop.inspector.inspector import Inspector
from imgtext_desktop.key_list import key_list
from imgtext_desktop.library_page import LibraryPage
from imgtext_desktop.operations.imports import Imports
from imgtext_desktop.photo_commands import PhotoCommands
from imgtext_desktop.preferences.dialog import PreferencesDialog
from imgtext_desktop.preferences.window_settings import WindowSettings, save_window_settings
from imgtext_desktop.problems.page import ProblemsPage
from imgtext_desktop.shortcuts.shortcuts_dialog import ShortcutsDialog
from imgtext_desktop.sidebar import Sidebar
from imgtext_desktop.toast import Toast
from imgtext_desktop.tokens import DARK
from imgtext_desktop.viewer.viewer import Viewer

_SMALLEST: Final = (960, 600)
_FIRST_SIZE: Final = (1440, 900)


class MainWindow(QMainWindow):
    """The program's window over one library.

    Args:
        context: The window's surroundings; closing the window closes its jobs and library.
        settings: The window's settings.

    Signals:
        closed: The window and its library are closed.
    """

    closed = Signal()

    def __init__(self, context: Context, settings: WindowSettings) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self.setWindowTitle("imgtext")
        self.setMinimumSize(*_SMALLEST)
        self.setAcceptDrops(True)
        self.context = context
        self._settings = settings
        self._is_closed = False
        self.imports = Imports(context, self)
        self._log = ActivityLog(context.jobs, self)
        self.sidebar = Sidebar(context, self._log)
        self.library_page = LibraryPage(context)
        self.problems_page = ProblemsPage(context)
        self.viewer = Viewer(context)
        self._viewer_inspector = Inspector(context, colours=DARK)
        self.viewer.set_info_panel(self._viewer_inspector)
        self._pages = QStackedWidget()
        self._lay_out()
        self._toast = Toast(context, self)
        self.activity_panel = ActivityPanel(context, self._log, self)
        self.photo_commands = PhotoCommands(context, self)
        self._commands = self._make_commands()
        self.actions_by_name = build_actions(self, self._commands)
        self._add_pages()
        self._connect()
        self._restore()
        QTimer.singleShot(0, self._on_shown)

    # -- building ---------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self._pages.addWidget(self.library_page)
        self._pages.addWidget(self.problems_page)
        browser = QWidget()
        row = QHBoxLayout(browser)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.sidebar)
        row.addWidget(self._pages, 1)
        self._whole = QStackedWidget()
        self._whole.addWidget(browser)
        self._whole.addWidget(self.viewer)
        self.setCentralWidget(self._whole)

    def _make_commands(self) -> list[Command]:
        area, pages = self.tr("Everywhere"), self.tr("Pages")
        bar, grid, std = (
            self.library_page.search_bar,
            self.library_page.grid,
            QKeySequence.StandardKey,
        )
        return [
            Command("showLibrary", pages, self.tr("Library"), ("Ctrl+1",), self.show_library),
            Command("showProblems", pages, self.tr("Problems"), ("Ctrl+5",), self.show_problems),
            Command("search", area, self.tr("Search"), (std.Find, "/"), self._focus_search),
            Command("addFolder", area, self.tr("Add a folder…"), ("Ctrl+O",), self.choose_folder),
            Command("paste", area, self.tr("Paste"), (std.Paste,), self._paste),
            Command(
                "toggleInspector", area, self.tr("Details"), ("Ctrl+I",), self._toggle_inspector
            ),
            Command("toggleSidebar", area, self.tr("Sidebar"), ("Ctrl+B",), self._toggle_sidebar),
            Command("toggleActivity", area, self.tr("Activity"), ("Ctrl+J",), self.toggle_activity),
            Command("zoomIn", area, self.tr("Larger pictures"), ("Ctrl+=", "Ctrl++"), grid.zoom_in),
            Command("zoomOut", area, self.tr("Smaller pictures"), ("Ctrl+-",), grid.zoom_out),
            Command("zoomReset", area, self.tr("Normal pictures"), ("Ctrl+0",), grid.reset_zoom),
            Command("rescan", area, self.tr("Scan folders again"), ("F5",), self.imports.scan),
            Command("nextArea", area, self.tr("Next area"), ("F6",), self._focus_next_area),
            Command("fullScreen", area, self.tr("Full screen"), ("F11",), self._toggle_full_screen),
            Command(
                "preferences", area, self.tr("Preferences…"), ("Ctrl+,",), self.show_preferences
            ),
            Command("showKeys", area, self.tr("Keys"), ("F1",), self.show_keys),
            Command("clearSearch", area, self.tr("Clear the search"), (), bar.clear),
            Command("quit", area, self.tr("Quit"), ("Ctrl+Q",), self.close),
        ]

    def _add_pages(self) -> None:
        group = QActionGroup(self)
        self._page_buttons = {}
        for name, icon in (("showLibrary", "image-square"), ("showProblems", "warning-circle")):
            action = self.actions_by_name[name]
            action.setCheckable(True)
            group.addAction(action)
            self._page_buttons[name] = self.sidebar.add_page(action, icon)
        menu = QMenu(self)
        for name in (
            "addFolder",
            "rescan",
            "",
            "fullScreen",
            "preferences",
            "showKeys",
            "",
            "quit",
        ):
            if name:
                menu.addAction(self.actions_by_name[name])
            else:
                menu.addSeparator()
        self.library_page.set_actions(self.actions_by_name["toggleInspector"], menu)

    def _connect(self) -> None:
        page, viewer, roots = self.library_page, self.viewer, self.sidebar.root_list
        page.photo_opened.connect(self.open_viewer)
        page.empty_state.folder_add_requested.connect(lambda folder: self.add_folders([folder]))
        page.empty_state.choose_requested.connect(self.choose_folder)
        page.search_bar.folders_dropped.connect(self.add_folders)
        page.search_bar.changed.connect(self.show_library)
        page.overlay.folders_dropped.connect(self.add_folders)
        page.overlay.watch(self)
        page.all_places_requested.connect(lambda: self._on_place_chosen(None))
        page.inspector.open_requested.connect(self.open_viewer)
        page.inspector.similar_requested.connect(page.find_similar)
        page.order_changed.connect(self._on_order_changed)
        page.grid.zoomed.connect(lambda zoom: self._remember(zoom=zoom))
        for view in (page.grid, viewer):
            self.photo_commands.serve(view)
        self.photo_commands.similar_requested.connect(self._find_similar)
        self.photo_commands.exclusion_requested.connect(
            partial(self._find_similar, is_excluded=True)
        )
        self.photo_commands.open_requested.connect(self.open_viewer)
        viewer.similar_requested.connect(self._find_similar)
        viewer.exclusion_requested.connect(partial(self._find_similar, is_excluded=True))
        viewer.closed.connect(self.close_viewer)
        viewer.part_searched.connect(self._on_part_searched)
        viewer.current_changed.connect(lambda photo: self._viewer_inspector.set_selection([photo]))
        viewer.full_screen_requested.connect(self._set_full_screen)
        roots.place_chosen.connect(self._on_place_chosen)
        roots.add_requested.connect(self.choose_folder)
        roots.folder_requested.connect(self.photo_commands.show_in_folder)
        roots.scan_requested.connect(lambda _: self.imports.scan())
        roots.remove_requested.connect(self._on_remove_requested)
        self.sidebar.strip.panel_requested.connect(self.toggle_activity)
        self.problems_page.retry_requested.connect(self.imports.retry)
        self.problems_page.folder_requested.connect(self.photo_commands.show_in_folder)
        self.imports.changed.connect(self._on_library_changed)
        self.imports.ended.connect(self._refresh_all)

    def _restore(self) -> None:
        settings = self._settings
        if not self.restoreGeometry(QByteArray.fromBase64(settings.geometry.encode())):
            self.resize(*_FIRST_SIZE)
        self.library_page.grid.set_zoom(settings.zoom)
        self.library_page.show_inspector(settings.is_inspector_shown)
        self.library_page.set_order(settings.sort, settings.is_descending)
        self.actions_by_name["showLibrary"].setChecked(True)
        self._page_buttons["showLibrary"].setChecked(True)

    def _on_shown(self) -> None:
        """Begin what may wait until the window is there."""
        if self._is_closed:
            return
        self._focus_search()
        self._refresh_all()
        self.library_page.controller.warm_up()
        if self.context.library.roots.all():
            self.imports.scan()  # what changed meanwhile, and what the last run left undone

    def come_to_front(self) -> None:
        """Show the window over the others, such as when it is started again."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    # -- pages ------------------------------------------------------------------------------

    def show_library(self) -> None:
        """Go to the library page."""
        self._show_page(self.library_page, "showLibrary")

    def show_problems(self) -> None:
        """Go to the problems page."""
        self.problems_page.refresh()
        self._show_page(self.problems_page, "showProblems")
        self.problems_page.setFocus()

    def open_viewer(self, photo_id: int) -> None:
        """Show a photo large, among those that are in the grid."""
        photos = self.library_page.grid.photos
        place = photos.place_of(photo_id)
        ids = photos.ids if place is not None else np.array([photo_id], np.int64)
        self._whole.setCurrentWidget(self.viewer)
        self.viewer.open(ids, place or 0)

    def close_viewer(self) -> None:
        """Go back from the viewer; the photo seen last is the current one."""
        seen = self.viewer.current_id
        self._whole.setCurrentIndex(0)
        self.library_page.grid.set_current_id(seen)
        self.library_page.grid.setFocus()

    def show_preferences(self) -> None:
        """Open the preferences."""
        dialog = PreferencesDialog(self.context, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.window_settings_changed.connect(self._on_window_settings_changed)
        dialog.open()

    def show_keys(self) -> None:
        """Open the list of keys."""
        dialog = ShortcutsDialog(self.context, key_list(self._commands), self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def toggle_activity(self) -> None:
        """Open or close the list of what runs."""
        self.activity_panel.toggle_above(self.sidebar.strip)

    def _show_page(self, page: QWidget, action: str) -> None:
        self._whole.setCurrentIndex(0)
        self._pages.setCurrentWidget(page)
        self.actions_by_name[action].setChecked(True)
        self._page_buttons[action].setChecked(True)

    # -- what the user asks for -------------------------------------------------------------

    def choose_folder(self) -> None:
        """Ask for a folder and add it."""
        dialog = QFileDialog(self, self.tr("Add a folder of photos"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda folder: self.add_folders([os.fsencode(folder)]))
        dialog.open()

    def add_folders(self, folders: list[bytes]) -> None:
        """Add folders to the library."""
        self.imports.add(folders)
        self.show_library()

    def _find_similar(self, ids: list[int], *, is_excluded: bool = False) -> None:
        if self._whole.currentWidget() is self.viewer:
            self.close_viewer()
        self.show_library()
        self.library_page.find_similar(ids, is_excluded=is_excluded)

    def _on_part_searched(self, image: QImage, label: str) -> None:
        self.close_viewer()
        self.library_page.search_part(image, label)

    def _on_place_chosen(self, place: Place | None) -> None:
        self.sidebar.root_list.choose(place)
        self.show_library()
        name = self.tr("in %1").replace("%1", self._place_name(place)) if place else ""
        self.library_page.set_place(place, name)

    def _place_name(self, place: Place) -> str:
        if place.folder:
            return os.fsdecode(place.folder)
        roots = {root.id: root.path for root in self.context.library.roots.all()}
        return os.fsdecode(os.path.basename(roots.get(place.root_id, b"")) or b"/")

    def _on_remove_requested(self, path: bytes) -> None:
        library = self.context.library
        self.context.jobs.read(
            lambda: library.roots.remove(path),
            lambda _: self._refresh_all(),
            failed=self.context.notifier.error,
        )

    def _paste(self) -> None:
        if isinstance(QApplication.focusWidget(), QLineEdit):
            focus = QApplication.focusWidget()
            if isinstance(focus, QLineEdit) and not self.library_page.search_bar.isAncestorOf(
                focus
            ):
                focus.paste()
                return
        if self.library_page.search_bar.paste():
            self.show_library()

    def _focus_search(self) -> None:
        self.show_library()
        self.library_page.search_bar.edit.setFocus()
        self.library_page.search_bar.edit.selectAll()

    def _focus_next_area(self) -> None:
        page = self._pages.currentWidget()
        if page is self.library_page:
            areas: list[QWidget] = [
                self._page_buttons["showLibrary"],
                self.library_page.search_bar.edit,
                self.library_page.grid,
                self.library_page.inspector,
                self.sidebar.strip,
            ]
        else:
            areas = [self._page_buttons["showProblems"], self.problems_page, self.sidebar.strip]
        areas = [area for area in areas if area.isVisible()]
        focus = QApplication.focusWidget()
        here = [
            number
            for number, area in enumerate(areas)
            if focus is not None and (area is focus or area.isAncestorOf(focus))
        ]
        target = areas[(here[-1] + 1) % len(areas) if here else 0]
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if not target.hasFocus():
            target.focusNextChild()

    def _toggle_inspector(self) -> None:
        is_shown = self.library_page.inspector.isHidden()
        self.library_page.show_inspector(is_shown)
        self._remember(is_inspector_shown=is_shown)

    def _toggle_sidebar(self) -> None:
        self.sidebar.setVisible(self.sidebar.isHidden())

    def _toggle_full_screen(self) -> None:
        self._set_full_screen(not self.isFullScreen())

    def _set_full_screen(self, is_full: bool) -> None:
        if is_full:
            self.showFullScreen()
        else:
            self.showNormal()

    # -- what changed -----------------------------------------------------------------------

    def _on_library_changed(self) -> None:
        self.library_page.take_up_changes()
        self._read_counts()

    def _refresh_all(self) -> None:
        self.sidebar.root_list.refresh()
        self.library_page.take_up_changes()
        self._read_counts()
        if self._pages.currentWidget() is self.problems_page:
            self.problems_page.refresh()

    def _read_counts(self) -> None:
        library = self.context.library
        self.context.jobs.read(
            lambda: (library.files.counts(), bool(library.roots.all())),
            self._on_counted,
            channel="counts",
        )

    def _on_counted(self, read: tuple[dict[FileState, int], bool]) -> None:
        counts, has_roots = read
        self.sidebar.strip.show_counts(counts)
        self.library_page.set_has_roots(has_roots or self.imports.is_running)
        failed = counts[FileState.FAILED]
        text = self.locale().toString(failed) if failed else ""
        spoken = self.tr("%n file(s) cannot be read", "", failed) if failed else ""
        self._page_buttons["showProblems"].set_badge(text, spoken)

    def _on_order_changed(self, sort: SortKey, is_descending: bool) -> None:
        self._remember(sort=sort, is_descending=is_descending)

    def _on_window_settings_changed(self, settings: WindowSettings) -> None:
        self._settings = settings
        self.context.theme.apply(settings.appearance)
        self.library_page.grid.set_zoom(settings.zoom)
        if self.library_page.order != (settings.sort, settings.is_descending):
            self.library_page.set_order(settings.sort, settings.is_descending)

    def _remember(self, **changes: object) -> None:
        """Keep window settings; a disk that refuses them is not worth a message."""
        changes = {
            name: value for name, value in changes.items() if getattr(self._settings, name) != value
        }
        if not changes:
            return
        try:
            self._settings = save_window_settings(changes)
        except EngineError:
            self._settings = self._settings.model_copy(update=changes)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Override: stop what runs, keep what is done, ask nothing."""
        if not self._is_closed:
            self._is_closed = True
            self.hide()
            geometry = bytes(self.saveGeometry().toBase64().data()).decode()
            folder = str(self.context.library.folder)
            self._remember(geometry=geometry, last_library=folder)
            self.context.library.close_models()  # who waits for a model stops waiting
            self.context.jobs.close()
            self.context.library.close()
            self.closed.emit()
        event.accept()
