"""The window's own commands as a table, and the menu that shows some of them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from imgtext_desktop.actions import Command, Keys

if TYPE_CHECKING:
    from imgtext_desktop.main_window import MainWindow

# Commands that go to a page, with their icons in the sidebar.
PAGE_ICONS: Final = {
    "showLibrary": "image-square",
    "showTraining": "graduation-cap",
    "showDuplicates": "copy-simple",
    "showModels": "stack",
    "showProblems": "warning-circle",
}
# Names of commands; an empty one is a line between groups.
MENU: Final = (
    *("addFolder", "rescan", "suggestCaptions", ""),
    *("importAnnotations", "importBeside", "takeKeywords", ""),
    *("exportCaptions", "exportLabels", "exportRatings"),
    *("exportBeside", "writeSidecars", ""),
    *("saveCopy", "restoreCopy", ""),
    *("fullScreen", "commands", "preferences", "showKeys", ""),
    "quit",
)

_Row = tuple[str, str, tuple[Keys, ...], Callable[[], object]]


class WindowCommands(QObject):
    """Makes the commands of a window."""

    def table(self, window: "MainWindow") -> list[Command]:
        """Return them, in the order in which they are listed."""
        std = QKeySequence.StandardKey
        pages, grid = self.tr("Pages"), window.library_page.grid
        bar, browser = window.library_page.search_bar, window.browser
        navigation, dialogs = window.navigation, window.dialogs
        on_pages = [
            ("showLibrary", self.tr("Library"), ("Ctrl+1",), navigation.show_library),
            ("showTraining", self.tr("Training"), ("Ctrl+2",), navigation.show_training),
            ("showDuplicates", self.tr("Duplicates"), ("Ctrl+3",), navigation.show_duplicates),
            ("showModels", self.tr("Models"), ("Ctrl+4",), navigation.show_models),
            ("showProblems", self.tr("Problems"), ("Ctrl+5",), navigation.show_problems),
        ]
        everywhere: list[_Row] = [
            ("search", self.tr("Search"), (std.Find, "/"), navigation.focus_search),
            ("lookAlikes", self.tr("Look-alikes"), ("Ctrl+L",), window.look_alikes.toggle),
            ("commands", self.tr("Commands…"), ("Ctrl+Shift+P",), dialogs.show_commands),
            ("addFolder", self.tr("Add a folder…"), ("Ctrl+O",), window.root_commands.choose),
            ("paste", self.tr("Paste"), (std.Paste,), window.paste),
            ("undo", self.tr("Undo"), (std.Undo,), window.user_data.undo),
            ("redo", self.tr("Redo"), ("Ctrl+Shift+Z",), window.user_data.edits.redo),
            ("toggleInspector", self.tr("Details"), ("Ctrl+I",), window.toggle_inspector),
            ("toggleSidebar", self.tr("Sidebar"), ("Ctrl+B",), browser.toggle_sidebar),
            ("toggleActivity", self.tr("Activity"), ("Ctrl+J",), window.toggle_activity),
            ("zoomIn", self.tr("Larger pictures"), ("Ctrl+=", "Ctrl++"), grid.zoom_in),
            ("zoomOut", self.tr("Smaller pictures"), ("Ctrl+-",), grid.zoom_out),
            ("zoomReset", self.tr("Normal pictures"), ("Ctrl+0",), grid.reset_zoom),
            ("rescan", self.tr("Scan folders again"), ("F5",), window.imports.scan),
            ("nextArea", self.tr("Next area"), ("F6",), navigation.focus_next_area),
            ("fullScreen", self.tr("Full screen"), ("F11",), window.toggle_full_screen),
            ("preferences", self.tr("Preferences…"), ("Ctrl+,",), dialogs.show_preferences),
            ("showKeys", self.tr("Keys"), ("F1",), dialogs.show_keys),
            ("clearSearch", self.tr("Clear the search"), (), bar.clear),
            ("quit", self.tr("Quit"), ("Ctrl+Q",), window.close),
        ]
        area = self.tr("Everywhere")
        everywhere += self._data_rows(window)
        return [
            *(Command(name, pages, text, keys, run) for name, text, keys, run in on_pages),
            *(Command(name, area, text, keys, run) for name, text, keys, run in everywhere),
        ]

    def _data_rows(self, window: "MainWindow") -> list[_Row]:
        exchange, backups = window.user_data.exchange, window.user_data.backups
        rows: list[tuple[str, str, Callable[[], object]]] = [
            ("importAnnotations", self.tr("Import captions or labels…"), exchange.choose_import),
            (
                "importBeside",
                self.tr("Import texts beside photos…"),
                exchange.choose_import_beside,
            ),
            ("takeKeywords", self.tr("Take keywords from photos"), exchange.take_keywords),
            ("exportCaptions", self.tr("Export captions…"), exchange.choose_captions_export),
            ("exportLabels", self.tr("Export labels…"), exchange.choose_labels_export),
            ("exportRatings", self.tr("Export ratings…"), exchange.choose_ratings_export),
            (
                "exportBeside",
                self.tr("Write captions beside photos…"),
                exchange.choose_export_beside,
            ),
            ("writeSidecars", self.tr("Write sidecars now"), exchange.write_sidecars),
            ("saveCopy", self.tr("Save a copy of the library…"), backups.choose_save),
            ("restoreCopy", self.tr("Restore a copy…"), backups.choose_restore),
        ]
        suggest = window.suggesting.start
        return [
            ("suggestCaptions", self.tr("Suggest captions…"), ("Shift+C",), suggest),
            *((name, text, (), run) for name, text, run in rows),
        ]


def make_menu(window: "MainWindow") -> QMenu:
    """Return the window's menu; its actions are made."""
    menu = QMenu(window)
    for name in MENU:
        if name:
            menu.addAction(window.actions_by_name[name])
        else:
            menu.addSeparator()
    return menu
