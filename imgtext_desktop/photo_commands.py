"""What can be done with photos of the grid and of the viewer: their menu and their keys."""

import os
from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, QPoint, Signal, SignalInstance
from PySide6.QtGui import QGuiApplication, QImage, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from engine.catalog.records import FileState, PhotoRow
from engine.images.reader import PictureReader
from engine.images.views import PictureFile, fitted_view
from engine.paths import printable
from imgtext_desktop.actions import Choice, ignoring_argument
from imgtext_desktop.context import Context
from imgtext_desktop.notifier import Severity
from imgtext_desktop.operations import files

_MOST_OPENED = 10  # more windows at once are a mistake
_COPIED_SIDE = 4096  # pixels; a clipboard is no archive
_ANNOTATIONS = 2  # the group of the menu that the stars belong to

_Line = tuple[str, str, Callable[[], object]]  # what it does, its key, does it


class PhotoView(Protocol):
    """A view of photos, which asks for commands by signals."""

    menu_requested: SignalInstance
    copy_requested: SignalInstance
    copy_path_requested: SignalInstance
    folder_requested: SignalInstance
    open_with_requested: SignalInstance


class PhotoCommands(QObject):
    """Carries out commands on photos.

    Args:
        context: The window's surroundings.
        window: Parent of menus and dialogs.

    Signals:
        open_requested: A photo's id shall be shown large.
        similar_requested: Ids of photos to search with.
        look_alikes_requested: Ids of one photo whose look-alikes are to be found.
        exclusion_requested: Ids of photos to search away from.
        part_requested: A photo's id: a part of it shall be marked.
        label_requested: Ids of photos that a label shall be typed for.
        caption_requested: Ids of photos that a caption shall be typed for.
        suggestions_requested: Ids of photos that captions shall be suggested for.
        rating_requested: Ids of photos, and the stars that they get, 0 to 5.
    """

    open_requested = Signal(int)
    part_requested = Signal(int)
    similar_requested = Signal(list)
    look_alikes_requested = Signal(list)
    exclusion_requested = Signal(list)
    label_requested = Signal(list)
    caption_requested = Signal(list)
    suggestions_requested = Signal(list)
    rating_requested = Signal(list, int)

    def __init__(self, context: Context, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._window = window

    def serve(self, view: PhotoView) -> None:
        """Carry out what a view asks for."""
        view.menu_requested.connect(self.show_menu)
        view.copy_requested.connect(self.copy_image)
        view.copy_path_requested.connect(self.copy_paths)
        view.folder_requested.connect(self.show_photo_in_folder)
        view.open_with_requested.connect(self.open_with)

    def choices(self, ids: list[int]) -> list[Choice]:
        """Return what can be done with photos, for the list of commands."""
        rating = self.tr("Rating: %1")
        lines = [line for group in self._groups(ids) for line in group]
        lines += [(rating.replace("%1", text), key, run) for text, key, run in self._ratings(ids)]
        return [Choice(text, QKeySequence(keys), run) for text, keys, run in lines]

    def build_menu(self, ids: list[int]) -> QMenu:
        """Return the menu of photos."""
        menu = QMenu(self._window)
        for number, group in enumerate(self._groups(ids)):
            if number:
                menu.addSeparator()
            for line in group:
                _add_line(menu, line)
            if number == _ANNOTATIONS:
                rating = menu.addMenu(self.tr("Rating"))
                for line in self._ratings(ids):
                    _add_line(rating, line)
        return menu

    def _ratings(self, ids: list[int]) -> list[_Line]:
        return [
            (
                self.tr("%Ln stars", "", stars) if stars else self.tr("No stars"),
                str(stars),
                partial(self.rating_requested.emit, ids, stars),
            )
            for stars in range(5, -1, -1)
        ]

    def _groups(self, ids: list[int]) -> list[list[_Line]]:
        part = (self.tr("Search with a part"), "", partial(self.part_requested.emit, ids[0]))
        near = (self.tr("Look-alikes"), "Ctrl+L", partial(self.look_alikes_requested.emit, ids))
        of_one = [near, part] if len(ids) == 1 else []
        return [
            [
                (self.tr("Open"), "Return", partial(self.open_requested.emit, ids[0])),
                (self.tr("Open in its program"), "", partial(self.open_in_program, ids)),
                (self.tr("Open with…"), "Shift+Return", partial(self.open_with, ids)),
                (self.tr("Show in folder"), "Ctrl+Return", partial(self.show_photo_in_folder, ids)),
            ],
            [
                (self.tr("Find similar"), "S", partial(self.similar_requested.emit, ids)),
                (self.tr("Not like this"), "X", partial(self.exclusion_requested.emit, ids)),
                *of_one,
            ],
            [
                (self.tr("Label…"), "L", partial(self.label_requested.emit, ids)),
                (self.tr("Caption…"), "C", partial(self.caption_requested.emit, ids)),
                (
                    self.tr("Suggest captions…"),
                    "Shift+C",
                    partial(self.suggestions_requested.emit, ids),
                ),
            ],
            [
                (self.tr("Copy image"), "Ctrl+C", partial(self.copy_image, ids)),
                (self.tr("Copy path"), "Ctrl+Shift+C", partial(self.copy_paths, ids)),
            ],
        ]

    def show_menu(self, ids: list[int], where: QPoint) -> None:
        """Show the menu of photos at a place on the screen."""
        if not ids:
            return
        menu = self.build_menu(ids)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(where)

    def copy_paths(self, ids: list[int]) -> None:
        """Put the paths of photos on the clipboard."""
        self._with_rows(ids, lambda rows: files.copy_paths([row.path for row in rows]))

    def copy_image(self, ids: list[int]) -> None:
        """Put a photo on the clipboard as a picture and as a file; several as files."""

        def copy(rows: list[PhotoRow]) -> None:
            mime = files.mime_of([row.path for row in rows])
            clipboard = QGuiApplication.clipboard()
            if len(rows) != 1:
                clipboard.setMimeData(mime)
                return

            def done(image: QImage) -> None:
                mime.setImageData(image)
                clipboard.setMimeData(mime)

            failed = partial(self._say, Severity.ERROR)
            self._context.jobs.read(
                partial(_read_image, self._context.reader, rows[0].path), done, failed=failed
            )

        self._with_rows(ids, copy)

    def show_photo_in_folder(self, ids: list[int]) -> None:
        """Show the first of these photos in the system's file manager."""
        self._with_rows(ids[:1], lambda rows: self.show_in_folder(rows[0].path))

    def show_in_folder(self, path: bytes) -> None:
        """Show a file, or a folder, in the system's file manager."""
        if not os.path.lexists(path):
            self._say(
                Severity.WARNING,
                self.tr("%1 is not there at the moment.").replace("%1", printable(path)),
            )
        elif not files.show_in_folder(path):
            self._say(Severity.WARNING, self.tr("The system has no program that shows folders."))

    def open_in_program(self, ids: list[int]) -> None:
        """Open photos with the system's program for them."""

        def run(rows: list[PhotoRow]) -> None:
            opened = [files.open_file(row.path) for row in rows[:_MOST_OPENED]]
            if not all(opened):
                self._say(
                    Severity.WARNING, self.tr("The system has no program for such a picture.")
                )

        self._with_rows(ids[:_MOST_OPENED], run)

    def open_with(self, ids: list[int]) -> None:
        """Ask for a program and open photos with it."""
        dialog = QFileDialog(self._window, self.tr("Open with which program?"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.finished.connect(dialog.deleteLater)
        dialog.fileSelected.connect(partial(self._open_with, ids[:_MOST_OPENED]))
        dialog.open()

    def _open_with(self, ids: list[int], program: str) -> None:
        def run(rows: list[PhotoRow]) -> None:
            if not all(files.open_with(row.path, program) for row in rows):
                self._say(
                    Severity.WARNING, self.tr("%1 could not be started.").replace("%1", program)
                )

        self._with_rows(ids, run)

    def _with_rows(self, ids: list[int], run: Callable[[list[PhotoRow]], object]) -> None:
        """Read photos and act on those that can be reached; say what cannot."""
        browse = self._context.library.browse

        def done(rows: dict[int, PhotoRow]) -> None:
            found = [rows[photo] for photo in ids if photo in rows]
            present = [row for row in found if row.state is not FileState.OFFLINE]
            if len(present) < len(ids):
                text = self.tr(
                    "%Ln photos cannot be reached at the moment.", "", len(ids) - len(present)
                )
                self._say(Severity.WARNING, text)
            if present:
                run(present)

        self._context.jobs.read(lambda: browse.rows(ids), done, priority=15)

    def _say(self, severity: Severity, text: str) -> None:
        self._context.notifier.post(text, severity)


def _add_line(menu: QMenu, line: _Line) -> None:
    text, keys, run = line
    shown = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
    action = menu.addAction(f"{text}\t{shown}" if shown else text)
    action.triggered.connect(ignoring_argument(run))


def _read_image(reader: PictureReader, path: bytes) -> QImage:
    view = reader.read(fitted_view, PictureFile(path), (_COPIED_SIDE, _COPIED_SIDE))
    width, height = view.size
    image = QImage(view.data, width, height, 4 * width, QImage.Format.Format_RGB32)
    return image.copy()
