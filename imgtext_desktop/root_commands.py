"""Adding folders to the library and taking them out again."""

import os
from functools import partial
from pathlib import Path

from PySide6.QtCore import QLocale, QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.indexing.relink import Relinked
from engine.paths import printable
from imgtext_desktop.context import Context
from imgtext_desktop.operations.imports import Imports


class RootCommands(QObject):
    """Carries out commands on the library's folders.

    Args:
        context: The window's surroundings.
        imports: Reads what is in added folders.
        window: Parent of dialogs.

    Signals:
        added: Folders will be imported.
        removed: A folder, or some of its photos, has left the library.
    """

    added = Signal()
    removed = Signal()

    def __init__(self, context: Context, imports: Imports, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._imports = imports
        self._window = window

    def choose(self) -> None:
        """Ask for a folder and add it."""
        dialog = QFileDialog(self._window, self.tr("Add a folder of photos"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda folder: self.add([os.fsencode(folder)]))
        dialog.open()

    def add(self, folders: list[bytes]) -> None:
        """Add folders to the library."""
        self._imports.add(folders)
        self.added.emit()

    def relink(self, path: bytes) -> None:
        """Ask where a folder of the library is now."""
        title = self.tr("Where is “%1” now?")
        name = printable(os.path.basename(path) or path)
        dialog = QFileDialog(self._window, title.replace("%1", name))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(partial(self.relink_to, path))
        dialog.open()

    def relink_to(self, path: bytes, folder: str) -> None:
        """Take another place for that of a folder of the library; nothing is encoded again."""
        library = self._context.library
        old = Path(os.fsdecode(path))
        self._context.jobs.read(
            lambda: library.relink_root(old, Path(folder)),
            self._on_relinked,
            failed=self._context.notifier.error,
        )

    def _on_relinked(self, relinked: Relinked) -> None:
        text = self.tr("Found %1 of %2 photos in “%3”.")
        path, match = relinked.root.path, relinked.match
        text = text.replace("%1", QLocale().toString(match.found))
        text = text.replace("%2", QLocale().toString(match.known))
        text = text.replace("%3", printable(os.path.basename(path) or path))
        self._context.notifier.post(text)
        self._imports.scan()

    def forget(self, path: bytes) -> None:
        """Take the photos of a folder that are out of reach out of the library."""
        roots = self._context.library.roots

        def done(count: int) -> None:
            self.removed.emit()
            text = self.tr("Forgot %Ln offline photos of “%1”.", "", count)
            self._context.notifier.post(
                text.replace("%1", printable(os.path.basename(path) or path))
            )

        self._context.jobs.read(
            lambda: roots.forget_offline(path), done, failed=self._context.notifier.error
        )

    def remove(self, path: bytes) -> None:
        """Take a folder out of the library; while it is connected, this can be undone."""
        roots = self._context.library.roots

        def work() -> tuple[int, bool]:
            return roots.remove(path), os.path.isdir(path)

        self._context.jobs.read(
            work, partial(self._on_removed, path), failed=self._context.notifier.error
        )

    def _on_removed(self, path: bytes, removed: tuple[int, bool]) -> None:
        count, is_there = removed
        self.removed.emit()
        text = self.tr("Removed “%1” with %Ln photos. The files stay where they are.", "", count)
        self._context.notifier.post(
            text.replace("%1", printable(os.path.basename(path) or path)),
            action_text=self.tr("Undo") if is_there else "",
            action=partial(self.add, [path]) if is_there else None,
            is_undo=is_there,
        )
