"""What the user says of photos and how it is kept: its parts, joined to the window by signals."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from imgtext_desktop.annotating import Annotating
from imgtext_desktop.backup_commands import BackupCommands
from imgtext_desktop.exchange_commands import ExchangeCommands
from imgtext_desktop.inspector.inspector import Inspector
from imgtext_desktop.label_commands import LabelCommands

if TYPE_CHECKING:
    from imgtext_desktop.main_window import MainWindow


class UserData(QObject):
    """The user's data of one window.

    Args:
        window: The window, whose pages, toast and commands on photos are made.
        viewer_inspector: The panel beside the viewer.

    Attributes:
        annotating: Labels, captions and stars where photos are seen.
        labels: The labels of the sidebar.
        exchange: Their import and export.
        backups: Copies of the library.
        edits: The edits, with undo and redo.

    Signals:
        restore_requested: The library shall become as in this copy, a Path.
    """

    restore_requested = Signal(object)

    def __init__(self, window: "MainWindow", viewer_inspector: Inspector) -> None:
        super().__init__(window)
        context, page = window.context, window.library_page
        self._toast = window.toast
        self.annotating = Annotating(
            context,
            page=page,
            viewer=window.viewer,
            viewer_inspector=viewer_inspector,
            parent=self,
        )
        self.edits = self.annotating.edits
        self.exchange = ExchangeCommands(context, self.edits, window)
        self.backups = BackupCommands(context, window)
        self.labels = LabelCommands(
            context,
            labels=window.sidebar.label_list,
            page=page,
            annotating=self.annotating,
            parent=self,
        )
        window.sidebar.label_list.label_chosen.connect(window.navigation.show_library)
        self.annotating.serve(window.photo_commands)
        self.annotating.inspector_wanted.connect(window.show_inspector)
        window.sidebar.root_list.labels_requested.connect(self.exchange.label_by_folders)
        window.sidebar.root_list.forget_requested.connect(window.root_commands.forget)
        window.imports.ended.connect(self.annotating.refresh)
        self.backups.restore_requested.connect(self.restore_requested)
        for commands in (self.exchange, self.backups):
            commands.folder_requested.connect(window.photo_commands.show_in_folder)

    def undo(self) -> None:
        """Take back what was done last: the latest message tells, else the latest edit."""
        if not self._toast.undo():
            self.edits.undo()
