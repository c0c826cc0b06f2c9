"""Writing the list of files into a table for a spreadsheet."""

import os
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.paths import printable
from imgtext_desktop.context import Context


class Export(QObject):
    """Asks for a file and writes the list into it.

    Args:
        context: The window's surroundings.
        window: Parent of the dialog.
    """

    def __init__(self, context: Context, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._window = window

    def ask(self) -> QFileDialog:
        """Ask for a file; the list is written when the user has chosen one."""
        dialog = QFileDialog(self._window.window(), self.tr("Export the list"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(self.tr("CSV table (*.csv)"))
        dialog.setDefaultSuffix("csv")
        dialog.selectFile(self.tr("problems") + ".csv")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.write)
        dialog.open()
        return dialog

    def write(self, file: str) -> None:
        """Write the list into a file."""
        from engine.exchange.problem_list import write_problems

        unread = self._context.library.unread
        self._context.jobs.read(
            lambda: write_problems(unread, Path(file)),
            partial(self._on_written, file),
            failed=self._context.notifier.error,
        )

    def _on_written(self, file: str, count: int) -> None:
        text = self.tr("%Ln files are listed in %1.", "", count)
        self._context.notifier.post(text.replace("%1", printable(os.fsencode(file))))
