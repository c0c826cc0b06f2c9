"""The pages beside the library, duplicates and problems, joined to the window by signals."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from imgtext_desktop.context import Context
from imgtext_desktop.duplicates.page import DuplicatesPage
from imgtext_desktop.problems.page import ProblemsPage
from imgtext_desktop.sidebar import PageButton

if TYPE_CHECKING:
    from imgtext_desktop.main_window import MainWindow


class SidePages(QObject):
    """Makes the pages and keeps their numbers in the sidebar.

    Args:
        context: The window's surroundings.
        parent: Its owner.

    Attributes:
        duplicates: Photos that are the same picture.
        problems: Files that cannot be read.

    Signals:
        changed: Files have left the library.
    """

    changed = Signal()

    def __init__(self, context: Context, parent: QObject) -> None:
        super().__init__(parent)
        self.duplicates = DuplicatesPage(context)
        self.problems = ProblemsPage(context)
        self._buttons: dict[str, PageButton] = {}

    def join(self, window: "MainWindow", buttons: dict[str, PageButton]) -> None:
        """Let the pages ask the window for what they cannot do themselves.

        Args:
            window: The window, whose parts are made.
            buttons: Those of the pages in the sidebar.
        """
        self._buttons = buttons
        for page in (self.duplicates, self.problems):
            page.folder_requested.connect(window.photo_commands.show_in_folder)
        self.problems.retry_requested.connect(window.imports.retry)
        self.problems.counted.connect(self.show_failed)
        self.duplicates.photo_opened.connect(window.navigation.open_viewer)
        self.duplicates.library_changed.connect(self.changed)
        self.duplicates.counted.connect(self._show_groups)
        window.viewer.closed.connect(self._on_viewer_closed)
        window.toast.stay_above(self.duplicates.footer)

    def refresh(self) -> None:
        """Take up what has changed in the library."""
        self.duplicates.take_up_changes()
        if self.problems.isVisible():
            self.problems.refresh()

    def show_failed(self, count: int) -> None:
        """Show beside the name of the problems page how many files cannot be read."""
        spoken = self.tr("%Ln files cannot be read", "", count)
        self._buttons["showProblems"].set_badge(count, spoken)

    def _show_groups(self, count: int) -> None:
        spoken = self.tr("%Ln groups of the same picture", "", count)
        self._buttons["showDuplicates"].set_badge(count, spoken, is_calm=True)

    def _on_viewer_closed(self) -> None:
        if self.duplicates.isVisible():
            self.duplicates.take_focus()
