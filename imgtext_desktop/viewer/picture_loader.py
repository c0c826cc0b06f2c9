"""Has pictures read for the viewer, and keeps the last few.

First a preview (the thumbnail, with what the catalog knows), then the picture as large as it is
shown, then all its pixels if the user zooms in.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import QObject, QRect, Signal
from PySide6.QtGui import QImage

from engine.errors import ImageError
from engine.images.reader import PictureReader
from engine.images.views import PictureFile, fitted
from engine.library import Library
from imgtext_desktop.context import Context
from imgtext_desktop.engine_words.sentences import in_user_words
from imgtext_desktop.jobs.runner import JobRunner
from imgtext_desktop.viewer.picture_reading import (
    Picture,
    Preview,
    load_full,
    load_part,
    load_picture,
    load_preview,
)

_KEPT = 5
_KEPT_BYTES = 400_000_000

_PREVIEW_PRIORITY, _PICTURE_PRIORITY, _AHEAD_PRIORITY = 30, 20, 0
_CHANNELS = ("viewer", "viewer-preview", "viewer-full", "viewer-part", "viewer-0", "viewer-1")


@dataclass(slots=True)
class _Entry:
    preview: Preview
    pictures: list[Picture] = field(default_factory=list)  # by growing detail
    problem: str = ""

    @property
    def best(self) -> Picture | None:
        return self.pictures[-1] if self.pictures else None

    @property
    def bytes(self) -> int:
        return sum(len(picture.pixels.data) for picture in self.pictures)


class PictureLoader(QObject):
    """Loads the photo that is shown, and those beside it ahead of time.

    Signals:
        previewed: Id and :class:`Preview`.
        loaded: Id and :class:`Picture`; comes again when more detail has been loaded.
        failed: Id and a sentence: its file cannot be shown.
    """

    previewed = Signal(int, object)
    loaded = Signal(int, object)
    failed = Signal(int, str)

    def __init__(self, context: Context, parent: QObject) -> None:
        super().__init__(parent)
        self._library = context.library
        self._reader = context.reader
        self._jobs = context.jobs
        self._wanted = -1
        self._entries: OrderedDict[int, _Entry] = OrderedDict()
        # Answers must not reach an object that is gone.
        self.destroyed.connect(partial(_drop_all, context.jobs))

    def show(self, file_id: int, box: tuple[int, int]) -> None:
        """Load a photo; what is loaded already is told at once.

        Args:
            file_id: The photo.
            box: Width and height of the room it is shown in, device pixels.
        """
        self._wanted = file_id
        self._jobs.drop("viewer-full")
        entry = self._entries.get(file_id)
        if entry is None:
            self._jobs.drop("viewer")
            self._jobs.read(
                lambda: load_preview(self._library, file_id),
                lambda preview: self._on_previewed(file_id, preview, box),
                channel="viewer-preview",
                priority=_PREVIEW_PRIORITY,
            )
            return
        self._jobs.drop("viewer-preview")
        self._entries.move_to_end(file_id)
        self.previewed.emit(file_id, entry.preview)
        if entry.problem:
            self.failed.emit(file_id, entry.problem)
            return
        if entry.best is not None:
            self.loaded.emit(file_id, entry.best)
        if entry.best is None or not _is_enough(entry.best, box):
            self._load(file_id, entry.preview, box)

    def refit(self, file_id: int, box: tuple[int, int]) -> None:
        """Load the photo that is shown again if its room has grown."""
        entry = self._entries.get(file_id)
        if entry and not entry.problem and not (entry.best and _is_enough(entry.best, box)):
            self._load(file_id, entry.preview, box)

    def load_full(self, file_id: int) -> bool:
        """Load all pixels of a photo, or as many as :data:`FULL_PIXELS` allows.

        Returns:
            Whether this has begun: it waits for the smaller picture.
        """
        entry = self._entries.get(file_id)
        best = entry.best if entry else None
        if entry is None or entry.preview.row is None or best is None:
            return False
        source, size = PictureFile(entry.preview.row.path), (best.width, best.height)
        self._jobs.read(
            lambda: load_full(self._reader, source, size),
            lambda picture: self._on_loaded(file_id, picture),
            failed=lambda sentence: self._on_failed(file_id, sentence),
            channel="viewer-full",
            priority=_PICTURE_PRIORITY,
        )
        return True

    def load_part(
        self,
        file_id: int,
        part: QRect,
        done: Callable[[QImage], None],
        failed: Callable[[], None],
    ) -> None:
        """Load a part of a photo, as sharp as a search needs it.

        Args:
            file_id: The photo, which must be shown.
            part: Picture pixels.
            done: Takes the part.
            failed: Called if the file cannot be read any more.
        """
        entry = self._entries.get(file_id)
        best = entry.best if entry else None
        if entry is None or entry.preview.row is None or best is None:
            failed()
            return
        if best.detail == 1:
            done(best.image.copy(part))
            return
        source, size = PictureFile(entry.preview.row.path), (best.width, best.height)
        x, y, width, height = part.x(), part.y(), part.width(), part.height()
        self._jobs.read(
            lambda: load_part(self._reader, source, size, (x, y, width, height)),
            lambda pixels: done(pixels.as_image().copy()),
            failed=lambda _: failed(),
            channel="viewer-part",
            priority=_PREVIEW_PRIORITY,
        )

    def load_ahead(self, file_ids: Sequence[int], box: tuple[int, int]) -> None:
        """Load at most two photos that may be shown next."""
        for number, file_id in enumerate(file_ids[:2]):
            if file_id not in self._entries:
                self._jobs.read(
                    partial(_load_entry, self._library, self._reader, file_id, box),
                    partial(self._keep, file_id),
                    channel=f"viewer-{number}",
                    priority=_AHEAD_PRIORITY,
                )

    def clear(self) -> None:
        """Forget everything and free the memory."""
        self._wanted = -1
        self._entries.clear()
        _drop_all(self._jobs)

    def _load(self, file_id: int, preview: Preview, box: tuple[int, int]) -> None:
        if preview.row is None or not preview.can_be_read:
            return
        source = PictureFile(preview.row.path)
        self._jobs.read(
            lambda: load_picture(self._reader, source, box),
            lambda picture: self._on_loaded(file_id, picture),
            failed=lambda sentence: self._on_failed(file_id, sentence),
            channel="viewer",
            priority=_PICTURE_PRIORITY,
        )

    def _on_previewed(self, file_id: int, preview: Preview, box: tuple[int, int]) -> None:
        self._keep(file_id, _Entry(preview))
        self.previewed.emit(file_id, preview)
        self._load(file_id, preview, box)

    def _on_loaded(self, file_id: int, picture: Picture) -> None:
        entry = self._entries.get(file_id)
        if entry is None:
            return
        kept = [old for old in entry.pictures if old.detail < picture.detail]
        # Of those with less detail only the last one was made for this window.
        entry.pictures = [*kept[-1:], picture]
        self._trim()
        self.loaded.emit(file_id, picture)

    def _on_failed(self, file_id: int, sentence: str) -> None:
        entry = self._entries.get(file_id)
        if entry is not None:
            entry.problem = sentence
        self.failed.emit(file_id, sentence)

    def _keep(self, file_id: int, entry: _Entry) -> None:
        if file_id not in self._entries:
            self._entries[file_id] = entry
            self._trim()

    def _trim(self) -> None:
        """Drop what was shown longest ago; never the photo that is shown now."""
        while len(self._entries) > 1 and (
            len(self._entries) > _KEPT
            or sum(entry.bytes for entry in self._entries.values()) > _KEPT_BYTES
        ):
            oldest = next(file_id for file_id in self._entries if file_id != self._wanted)
            del self._entries[oldest]


def _load_entry(
    library: Library, reader: PictureReader, file_id: int, box: tuple[int, int]
) -> _Entry:
    preview = load_preview(library, file_id)
    entry = _Entry(preview)
    if preview.row is not None and preview.can_be_read:
        try:
            source = PictureFile(preview.row.path)
            entry.pictures.append(load_picture(reader, source, box))
        except ImageError as error:
            entry.problem = in_user_words(str(error))
    return entry


def _is_enough(picture: Picture, box: tuple[int, int]) -> bool:
    return picture.pixels.width >= fitted((picture.width, picture.height), box)[0]


def _drop_all(jobs: JobRunner) -> None:
    for channel in _CHANNELS:
        jobs.drop(channel)
