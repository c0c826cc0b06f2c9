"""One photo on the viewer's stage: from its thumbnail to its sharp picture, or why it fails."""

import os
from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from engine.catalog.records import FileState
from engine.paths import printable
from imgtext_desktop.context import Context
from imgtext_desktop.viewer.canvas import Canvas
from imgtext_desktop.viewer.notice import Notice, Sign
from imgtext_desktop.viewer.picture_loader import PictureLoader
from imgtext_desktop.viewer.picture_reading import Picture, Preview

_BUSY_MILLISECONDS = 400  # before that, saying that something is read only flickers
_REFIT_MILLISECONDS = 150


class Stage(QWidget):
    """Loads and shows one photo.

    Attributes:
        canvas: Where it is shown.
        notice: The sentence over it.
        overlay: The layout over the canvas; its columns 0 and 2 are free.
        name: The photo's name; empty while unknown.

    Signals:
        described: There is more to say of the photo: its name, size or zoom.
        settled: The photo is shown, or it is certain that it cannot be.
        part_searched: A part of the photo, as a QImage, and a name for it.
    """

    described = Signal()
    settled = Signal()
    part_searched = Signal(QImage, str)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = ""
        self._id = -1
        self._box = (0, 0)
        self._has_asked_for_full = False
        self._loader = PictureLoader(context, self)
        self._loader.previewed.connect(self._on_previewed)
        self._loader.loaded.connect(self._on_loaded)
        self._loader.failed.connect(self._on_failed)
        self._busy_timer = self._single_shot(_BUSY_MILLISECONDS, self._on_still_busy)
        self._refit_timer = self._single_shot(_REFIT_MILLISECONDS, self._on_refit)
        self.canvas = Canvas(self)
        self.notice = Notice(self.canvas)
        self.overlay = QGridLayout(self.canvas)
        self.overlay.setContentsMargins(24, 16, 24, 16)
        self.overlay.setColumnStretch(1, 1)
        self.overlay.addWidget(self.notice, 0, 1, Qt.AlignmentFlag.AlignCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.canvas)
        self.canvas.view_changed.connect(self._on_view_changed)

    @property
    def notes(self) -> list[str]:
        """What is to be said of the picture beside its name."""
        notes = []
        picture = self.canvas.picture
        locale = self.locale()
        if picture is not None and not self.canvas.is_fit:
            percent = locale.toString(round(100 * self.canvas.zoom))
            notes.append(self.tr("%1 %").replace("%1", percent))
        if picture is not None and picture.reduction > 1:
            most = locale.toString(100 / picture.reduction, "g", 3)
            notes.append(self.tr("very large, shown at %1 % at most").replace("%1", most))
        return notes

    def show_photo(self, file_id: int) -> None:
        """Show a photo; -1 for none."""
        self._id = file_id
        self.name = ""
        self._has_asked_for_full = False
        self.notice.hide()
        self.canvas.show_picture(None)
        if file_id >= 0:
            self._busy_timer.start()
            self._box = self.canvas.box
            self._loader.show(file_id, self._box)

    def load_ahead(self, file_ids: Sequence[int]) -> None:
        """Load photos that may be shown next."""
        self._loader.load_ahead(file_ids, self.canvas.box)

    def clear(self) -> None:
        """Show nothing and free the memory."""
        self._busy_timer.stop()
        self._refit_timer.stop()
        self._loader.clear()
        self.show_photo(-1)

    def search_part(self) -> None:
        """Search with the marked part; where it is too small the canvas says so."""
        part, picture = self.canvas.part, self.canvas.picture
        if part is None or picture is None or not self.canvas.is_part_large_enough:
            return
        label = self.tr("Part of %1").replace("%1", self.name)
        self._loader.load_part(
            self._id,
            part,
            lambda image: self.part_searched.emit(image, label),
            # The file cannot be read any more: what is seen of it will do.
            lambda: self.part_searched.emit(picture.cut(part), label),
        )

    def _single_shot(self, milliseconds: int, slot: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(slot)
        return timer

    def _on_previewed(self, file_id: int, preview: Preview) -> None:
        if file_id != self._id:
            return
        if preview.thumbnail is not None:
            self.canvas.show_picture(preview.thumbnail)
        if preview.row is None:
            self._tell(Sign.BROKEN, self.tr("This photo is no longer in the library."))
        else:
            self.name = printable(os.path.basename(preview.row.path))
            if preview.row.state is FileState.OFFLINE:
                text = self.tr(
                    '"%1" is not connected. You can still search its photos. Nothing was removed.'
                )
                self._tell(Sign.OFFLINE, text.replace("%1", preview.root_name))
        self.described.emit()
        if not preview.can_be_read:
            self.settled.emit()

    def _on_loaded(self, file_id: int, picture: Picture) -> None:
        if file_id != self._id:
            return
        self._busy_timer.stop()
        self.notice.hide()
        self.canvas.sharpen(picture)
        self.described.emit()
        self._ask_for_detail()
        self.settled.emit()

    def _on_failed(self, file_id: int, sentence: str) -> None:
        if file_id == self._id:
            self._tell(Sign.BROKEN, sentence, has_folder=True)
            self.described.emit()
            self.settled.emit()

    def _tell(self, sign: Sign, sentence: str, *, has_folder: bool = False) -> None:
        """Show a sentence: in the middle, or at the foot of a thumbnail that is seen."""
        self._busy_timer.stop()
        is_over = self.canvas.picture is not None
        where = Qt.AlignmentFlag.AlignBottom if is_over else Qt.AlignmentFlag.AlignVCenter
        self.overlay.setAlignment(self.notice, where | Qt.AlignmentFlag.AlignHCenter)
        self.notice.tell(sign, sentence, has_folder=has_folder)

    def _on_still_busy(self) -> None:
        if self.canvas.picture is None:
            self._tell(Sign.WAITING, self.tr("The photo is being read."))

    def _on_view_changed(self) -> None:
        if self._id < 0:
            return
        self.described.emit()
        self._ask_for_detail()
        if self.canvas.box != self._box:
            self._refit_timer.start()

    def _ask_for_detail(self) -> None:
        if not self._has_asked_for_full and not self.canvas.is_fit and self.canvas.needs_detail:
            self._has_asked_for_full = self._loader.load_full(self._id)

    def _on_refit(self) -> None:
        self._box = self.canvas.box
        self._loader.refit(self._id, self._box)
