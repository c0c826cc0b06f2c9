"""The window: makes its parts and joins them by signals."""

from functools import partial
from typing import Final

from PySide6.QtCore import QByteArray, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QImage
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow

from engine.catalog.browse import SortKey
from engine.catalog.records import FileState
from engine.search.query import Place
from imgtext_desktop.actions import build_actions
from imgtext_desktop.activity.log import ActivityLog
from imgtext_desktop.activity.panel import ActivityPanel
from imgtext_desktop.chip_crop import ChipCrop
from imgtext_desktop.context import Context
from imgtext_desktop.focus_areas import order_focus
from imgtext_desktop.inspector.inspector import Inspector
from imgtext_desktop.learning_commands import LearningCommands
from imgtext_desktop.ledger_counts import Counted, LedgerCounts
from imgtext_desktop.library_page import LibraryPage
from imgtext_desktop.look_alike_commands import LookAlikeCommands
from imgtext_desktop.model_commands import ModelCommands
from imgtext_desktop.navigation import Navigation
from imgtext_desktop.operations.imports import Imports
from imgtext_desktop.photo_commands import PhotoCommands
from imgtext_desktop.preferences.window_settings import WindowSettings
from imgtext_desktop.root_commands import RootCommands
from imgtext_desktop.search.query_state import Reach
from imgtext_desktop.side_pages import SidePages
from imgtext_desktop.sidebar import Sidebar
from imgtext_desktop.suggest_commands import SuggestCommands
from imgtext_desktop.toast import Toast
from imgtext_desktop.tokens import DARK
from imgtext_desktop.user_data import UserData
from imgtext_desktop.viewer.part_chooser import PartChooser
from imgtext_desktop.viewer.viewer import Viewer
from imgtext_desktop.window_commands import WindowCommands, make_menu
from imgtext_desktop.window_dialogs import WindowDialogs
from imgtext_desktop.window_memory import WindowMemory

_SMALLEST: Final = (960, 600)
_FIRST_SIZE: Final = (1440, 900)
_WORK_MILLISECONDS: Final = 500  # from the window to what it does by itself
_ROOTS_MILLISECONDS: Final = 1500  # between two looks at the folders while an import runs


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
        self._memory = WindowMemory(settings)
        self._is_closed = False
        self.imports = Imports(context, self)
        self.root_commands = RootCommands(context, self.imports, self)
        self._log = ActivityLog(context.jobs, self)
        self.sidebar = Sidebar(context, self._log)
        self.library_page = LibraryPage(context)
        self.side_pages = SidePages(context, self)
        self.problems_page = self.side_pages.problems
        self.duplicates_page = self.side_pages.duplicates
        self.viewer = Viewer(context)
        self._viewer_inspector = Inspector(context, colours=DARK)
        self.viewer.set_info_panel(self._viewer_inspector)
        self.part_chooser = PartChooser(context)
        self._crop = ChipCrop(self.library_page.search_bar, self.part_chooser)
        self.navigation = Navigation(self)
        self.browser = self.navigation.browser
        self.setCentralWidget(self.navigation.whole)
        self.dialogs = WindowDialogs(self)
        self.toast = Toast(context, self)
        self.activity_panel = ActivityPanel(context, self._log, self)
        self.photo_commands = PhotoCommands(context, self)
        self.user_data = UserData(self, self._viewer_inspector)
        self.learning = LearningCommands(context, self.user_data.edits, self)
        # Said for mypy: modules that know each other in a circle hide the type.
        self.models: ModelCommands = ModelCommands(context, self)
        self.suggesting = SuggestCommands(context, self.user_data.edits, self)
        self.look_alikes = LookAlikeCommands(self)
        self.commands = WindowCommands(self).table(self)
        self.actions_by_name = build_actions(self, self.commands)
        self._work_timer = QTimer(self, singleShot=True, interval=_WORK_MILLISECONDS)
        self._work_timer.timeout.connect(self._begin_work)
        self._roots_timer = QTimer(self, singleShot=True, interval=_ROOTS_MILLISECONDS)
        self._roots_timer.timeout.connect(self.sidebar.refresh)
        self._counts = LedgerCounts(context, self)
        self.navigation.add_buttons()
        self.library_page.set_actions(self.actions_by_name["toggleInspector"], make_menu(self))
        self._connect()
        order_focus(self.sidebar, list(self.navigation.buttons.values()), self.library_page)
        self._restore()
        QTimer.singleShot(0, self._on_shown)

    # -- building ---------------------------------------------------------------------------

    def _connect(self) -> None:
        self._connect_library_page()
        self._connect_photos()
        self._connect_sidebar()
        self._crop.started.connect(self.navigation.show_part_chooser)
        self._crop.ended.connect(self.navigation.show_browser)
        self.root_commands.added.connect(self.navigation.show_library)
        self.root_commands.removed.connect(self._refresh_all)
        self.side_pages.join(self, self.navigation.buttons)
        self.side_pages.changed.connect(self._refresh_all)
        self.learning.adopt_requested.connect(self.models.adopt)
        self.learning.compare_requested.connect(self.models.compare)
        self.models.join(self)
        self.models.switched.connect(self._refresh_all)
        self._counts.counted.connect(self._on_counted)
        self.imports.changed.connect(self._on_library_changed)
        self.imports.ended.connect(self._refresh_all)
        self.dialogs.window_settings_changed.connect(self._on_window_settings_changed)
        self.dialogs.library_settings_changed.connect(self.imports.scan)
        self.dialogs.library_settings_changed.connect(self.library_page.ask_again)

    def _connect_library_page(self) -> None:
        page = self.library_page
        page.photo_opened.connect(self.navigation.open_viewer)
        page.empty_state.folder_add_requested.connect(lambda folder: self.add_folders([folder]))
        page.empty_state.choose_requested.connect(self.root_commands.choose)
        page.search_bar.folders_dropped.connect(self.add_folders)
        page.search_bar.changed.connect(self.navigation.show_library)
        page.overlay.folders_dropped.connect(self.add_folders)
        page.overlay.watch(self)
        page.all_places_requested.connect(lambda: self._on_place_chosen(None))
        page.inspector.open_requested.connect(self.navigation.open_viewer)
        page.inspector.similar_requested.connect(page.find_similar)
        page.offline_banner.retry_requested.connect(self.imports.scan)
        page.offline_banner.relink_requested.connect(self.root_commands.relink)
        page.no_match_state.scan_requested.connect(self.imports.scan)
        self.browser.narrow_changed.connect(page.set_narrow)
        page.order_changed.connect(self._on_order_changed)
        page.grid.zoomed.connect(lambda zoom: self._memory.remember(zoom=zoom))
        page.grid.wholeness_changed.connect(lambda on: self._memory.remember(is_whole=on))

    def _connect_photos(self) -> None:
        """Join the commands on photos and the viewer."""
        commands, viewer = self.photo_commands, self.viewer
        for inspector in (self.library_page.inspector, self._viewer_inspector):
            inspector.folder_requested.connect(commands.show_in_folder)
        for view in (self.library_page.grid, viewer):
            commands.serve(view)
        commands.similar_requested.connect(self.find_similar)
        commands.exclusion_requested.connect(partial(self.find_similar, is_excluded=True))
        commands.open_requested.connect(self.navigation.open_viewer)
        commands.part_requested.connect(self._on_part_requested)
        viewer.similar_requested.connect(self.find_similar)
        viewer.exclusion_requested.connect(partial(self.find_similar, is_excluded=True))
        viewer.closed.connect(self.navigation.close_viewer)
        viewer.part_searched.connect(self._on_part_searched)
        viewer.current_changed.connect(lambda photo: self._viewer_inspector.set_selection([photo]))
        viewer.full_screen_requested.connect(self._set_full_screen)

    def _connect_sidebar(self) -> None:
        roots = self.sidebar.root_list
        roots.place_chosen.connect(self._on_place_chosen)
        roots.add_requested.connect(self.root_commands.choose)
        roots.folder_requested.connect(self.photo_commands.show_in_folder)
        roots.scan_requested.connect(lambda _: self.imports.scan())
        roots.remove_requested.connect(self.root_commands.remove)
        roots.relink_requested.connect(self.root_commands.relink)
        self.sidebar.strip.panel_requested.connect(self.toggle_activity)

    def _restore(self) -> None:
        settings = self._memory.settings
        if not self.restoreGeometry(QByteArray.fromBase64(settings.geometry.encode())):
            self.resize(*_FIRST_SIZE)
        self.context.theme.allows_motion = settings.is_animated
        self.library_page.grid.set_zoom(settings.zoom)
        self.library_page.grid.set_whole(settings.is_whole)
        self.library_page.show_inspector(settings.is_inspector_shown)
        self.library_page.set_order(settings.sort, settings.is_descending)
        self.actions_by_name["showLibrary"].setChecked(True)
        self.navigation.buttons["showLibrary"].setChecked(True)

    def _on_shown(self) -> None:
        """Begin what may wait until the window is there."""
        if self._is_closed:
            return
        self.navigation.focus_search()
        self._refresh_all()
        self._work_timer.start()

    def _begin_work(self) -> None:
        """Begin what may wait until the first photos are there, as it would slow them down."""
        self.library_page.controller.warm_up()
        self.models.begin()
        self.imports.begin()  # what changed meanwhile, and what the last run left undone

    def come_to_front(self) -> None:
        """Show the window over the others, such as when it is started again."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    # -- what the user asks for -------------------------------------------------------------

    def add_folders(self, folders: list[bytes]) -> None:
        """Add folders to the library."""
        self.root_commands.add(folders)

    def find_similar(
        self, ids: list[int], *, is_excluded: bool = False, reach: Reach | None = None
    ) -> None:
        """Search with photos; see :meth:`LibraryPage.find_similar`."""
        if self.navigation.is_in_viewer:
            self.navigation.close_viewer()
        self.navigation.show_library()
        self.library_page.find_similar(ids, is_excluded=is_excluded, reach=reach)

    def _on_part_searched(self, image: QImage, label: str) -> None:
        self.navigation.close_viewer()
        self.library_page.search_part(image, label)

    def _on_place_chosen(self, place: Place | None) -> None:
        self.sidebar.root_list.choose(place)
        self.navigation.show_library()
        self.library_page.set_place(place, self.sidebar.root_list.name_of(place) if place else "")

    def _on_part_requested(self, photo_id: int) -> None:
        self.navigation.open_viewer(photo_id)
        self.viewer.mark_part()

    def paste(self) -> None:
        """Paste into the field that has the focus, else as something to search for."""
        bar, focus = self.library_page.search_bar, QApplication.focusWidget()
        if isinstance(focus, QLineEdit) and not bar.isAncestorOf(focus):
            focus.paste()
        elif bar.paste():
            self.navigation.show_library()

    def toggle_activity(self) -> None:
        """Open or close the list of what runs."""
        self.activity_panel.toggle_above(self.sidebar.strip)

    def toggle_inspector(self) -> None:
        """Show or hide what is known of the chosen photos."""
        self.show_inspector(self.library_page.inspector.isHidden())

    def show_inspector(self, is_shown: bool = True) -> None:
        """Show or hide what is known of the chosen photos."""
        self.library_page.show_inspector(is_shown)
        self._memory.remember(is_inspector_shown=is_shown)

    def toggle_full_screen(self) -> None:
        """Fill the screen, or no longer."""
        self._set_full_screen(not self.isFullScreen())

    def _set_full_screen(self, is_full: bool) -> None:
        if is_full:
            self.showFullScreen()
        else:
            self.showNormal()

    # -- what changed -----------------------------------------------------------------------

    def _on_library_changed(self) -> None:
        self.library_page.take_up_changes()
        self._counts.read_soon()
        if not self._roots_timer.isActive():
            self._roots_timer.start()

    def _refresh_all(self) -> None:
        self.sidebar.refresh()
        self.library_page.take_up_changes()
        self._counts.read()
        self.side_pages.refresh()
        self.learning.refresh()
        self.models.refresh()

    def _on_counted(self, counted: Counted) -> None:
        self.sidebar.strip.show_counts(counted.states)
        waiting, is_importing = counted.states[FileState.PENDING], self.imports.is_running
        self.library_page.show_ledger(counted.roots, waiting, is_importing=is_importing)
        self.side_pages.show_failed(counted.failed)

    def _on_order_changed(self, sort: SortKey, is_descending: bool) -> None:
        self._memory.remember(sort=sort, is_descending=is_descending)

    def _on_window_settings_changed(self, settings: WindowSettings) -> None:
        self._memory.settings = settings
        self.context.theme.allows_motion = settings.is_animated
        self.context.theme.apply(settings.appearance)
        self.library_page.grid.set_zoom(settings.zoom)
        if self.library_page.order != (settings.sort, settings.is_descending):
            self.library_page.set_order(settings.sort, settings.is_descending)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Override: stop what runs, keep what is done; ask only where something would be lost."""
        asked = (
            self.user_data.annotating.may_close,
            self.learning.may_close,
            self.suggesting.may_close,
        )
        if not self._is_closed and not all(may_close(self.close) for may_close in asked):
            event.ignore()
            return
        if not self._is_closed:
            self._is_closed = True
            self.hide()
            geometry = bytes(self.saveGeometry().toBase64().data()).decode()
            folder = str(self.context.library.folder)
            self._memory.remember(geometry=geometry, last_library=folder)
            self._work_timer.stop()
            self.imports.close()
            self.learning.close()
            self.models.finish()
            self.context.reader.close()
            self.context.library.close_models()  # who waits for a model stops waiting
            self.context.jobs.close()
            self.user_data.annotating.finish_sidecars()
            self.context.library.close()
            self.closed.emit()
        event.accept()
