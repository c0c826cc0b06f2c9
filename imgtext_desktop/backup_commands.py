"""Saving a copy of the library, and the way back to one."""

from pathlib import Path

from PySide6.QtCore import QDate, QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from imgtext_desktop.context import Context


class BackupCommands(QObject):
    """Carries out commands on copies of the library.

    Args:
        context: The window's surroundings.
        window: Parent of dialogs.

    Signals:
        folder_requested: A file (path, bytes) to be shown in its folder.
        restore_requested: The library shall become as in this copy, a Path; the user has
            confirmed it.
    """

    folder_requested = Signal(object)
    restore_requested = Signal(object)

    def __init__(self, context: Context, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._window = window

    def choose_save(self) -> None:
        """Ask where to save a copy, and save it."""
        dialog = self._dialog(self.tr("Save a copy of the library"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("zip")
        today = QDate.currentDate().toString(Qt.DateFormat.ISODate)
        dialog.selectFile(f"{self._context.library.folder.name} {today}.zip")
        dialog.fileSelected.connect(lambda file: self.save(Path(file)))
        dialog.open()

    def save(self, target: Path) -> None:
        """Save a copy and check it."""

        def done(size: int) -> None:
            text = self.tr("The copy %1 is saved and checked (%2). Photos are not in it.")
            text = text.replace("%2", self._window.locale().formattedDataSize(size))
            self._context.notifier.post(
                text.replace("%1", target.name),
                action_text=self.tr("Show in folder"),
                action=lambda: self.folder_requested.emit(bytes(target)),
            )

        self._context.jobs.start(
            self.tr("Saving a copy of the library"),
            lambda: self._context.library.save_copy(target),
            done=done,
            failed=self._context.notifier.error,
        )

    def choose_restore(self) -> None:
        """Ask for a copy, and whether to go back to it."""
        dialog = self._dialog(self.tr("Restore a copy of the library"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(self.tr("Copies of a library (%1)").replace("%1", "*.zip"))
        dialog.fileSelected.connect(lambda file: self.ask_to_restore(Path(file)))
        dialog.open()

    def ask_to_restore(self, source: Path) -> QMessageBox:
        """Ask whether to go back to a copy; nothing waits for the answer."""
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setText(self.tr("Restore “%1”?").replace("%1", source.name))
        box.setInformativeText(
            self.tr(
                "The library becomes as it was when this copy was saved. What it holds now is kept "
                "in its folder “backups”. Your photos are not touched. The window closes and opens "
                "again."
            )
        )
        restore = box.addButton(self.tr("Restore"), QMessageBox.ButtonRole.AcceptRole)
        cancel = box.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        restore.clicked.connect(lambda: self.restore_requested.emit(source))
        box.open()
        return box

    def _dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog
