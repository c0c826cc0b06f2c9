"""The pictures of the tiles: decoded in workers, those in sight first, kept within bounds.

Workers make no Qt object: with PySide6 6.11 that crashed while the GUI thread deleted widgets.
"""

import io
from collections import OrderedDict
from collections.abc import Iterable
from functools import partial
from typing import Final, NamedTuple

from PIL import Image
from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtGui import QImage, QPixmap
from shiboken6 import isValid

from engine.images.thumbnails import ThumbnailStore
from imgtext_desktop.jobs.runner import JobRunner

_KEPT: Final = 200  # pictures, of about 120 kB at 100 %
_BATCH: Final = 4  # a few at a time: what has begun is not taken back
_BATCHES: Final = 2  # one a thread of the pool
_MOST_CUT: Final = 0.15  # of the picture, to fill the tile; otherwise all of it is shown
_GREY: Final = 0.85  # how much colour an offline photo loses


class PictureKey(NamedTuple):
    """What a picture is made of.

    Attributes:
        content_hash: The photo.
        is_offline: Whether most of its colour is taken out.
    """

    content_hash: bytes
    is_offline: bool


class Pixels(NamedTuple):
    """A picture as bytes: red, green, blue, row by row without gaps."""

    width: int
    height: int
    data: bytes


class Pictures(QObject):
    """Makes the pictures of tiles from the library's thumbnails.

    Args:
        jobs: Runs the decoding.
        store: The library's thumbnails.
        parent: Its owner.

    Signals:
        loaded: Keys whose picture is there, or is known to be missing; a set.
    """

    loaded = Signal(object)

    def __init__(self, jobs: JobRunner, store: ThumbnailStore, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._store = store
        self._made: OrderedDict[PictureKey, QPixmap | None] = OrderedDict()
        self._wanted: dict[PictureKey, None] = {}
        self._running: set[PictureKey] = set()
        self._size = QSize(1, 1)
        self._batches = 0

    def pixmap(self, key: PictureKey) -> QPixmap | None:
        """Return a picture, or None while there is none."""
        if key in self._made:
            self._made.move_to_end(key)
        return self._made.get(key)

    def is_known(self, key: PictureKey) -> bool:
        """Whether a picture is there, or is known to be missing."""
        return key in self._made

    def want(self, keys: Iterable[PictureKey], size: QSize) -> None:
        """Make pictures, instead of those wanted before.

        Args:
            keys: The most important first.
            size: Of a tile, device pixels.
        """
        if size != self._size:
            self._size = size
            self._made.clear()
        self._wanted = dict.fromkeys(key for key in keys if key not in self._made)
        self._start()

    def look_again(self) -> None:
        """Forget which pictures are missing."""
        for key in [key for key, pixmap in self._made.items() if pixmap is None]:
            del self._made[key]

    def _start(self) -> None:
        while self._batches < _BATCHES:
            batch = [key for key in self._wanted if key not in self._running][:_BATCH]
            if not batch:
                return
            for key in batch:
                del self._wanted[key]
            self._running.update(batch)
            self._batches += 1
            work = partial(_make_all, self._store, batch, (self._size.width(), self._size.height()))
            self._jobs.read(work, partial(self._on_made, self._size))

    def _on_made(self, size: QSize, pictures: dict[PictureKey, Pixels | None]) -> None:
        if not isValid(self):
            return
        self._batches -= 1
        self._running.difference_update(pictures)
        if size == self._size:
            for key, pixels in pictures.items():
                self._made[key] = None if pixels is None else _pixmap(pixels)
            while len(self._made) > _KEPT:
                self._made.popitem(last=False)
            self.loaded.emit(set(pictures))
        self._start()


def _make_all(
    store: ThumbnailStore, keys: list[PictureKey], size: tuple[int, int]
) -> dict[PictureKey, Pixels | None]:
    return {key: _make(store, key, size) for key in keys}


def _make(store: ThumbnailStore, key: PictureKey, size: tuple[int, int]) -> Pixels | None:
    """Decode a thumbnail, in a worker; None where it is missing or broken."""
    try:
        data = store.read(key.content_hash)
        return None if data is None else make_picture(data, size, is_grey=key.is_offline)
    except (OSError, ValueError, SyntaxError):  # what Pillow says of a broken file
        return None


def make_picture(data: bytes, size: tuple[int, int], *, is_grey: bool) -> Pixels:
    """Decode a picture so that it fills a tile, or fits into it where that would cut off much.

    Args:
        data: A JPEG file.
        size: Width and height of the tile, device pixels.
        is_grey: Whether to take most of the colour out.
    """
    width, height = size
    with Image.open(io.BytesIO(data), formats=["JPEG"]) as image:
        image.draft("RGB", size)
        picture = image.convert("RGB")
    scales = (width / picture.width, height / picture.height)
    cut = 1 - min(scales) / max(scales)
    scale = max(scales) if cut <= _MOST_CUT else min(scales)
    shown = (min(width, round(picture.width * scale)), min(height, round(picture.height * scale)))
    shown = (max(1, shown[0]), max(1, shown[1]))
    across, down = shown[0] / scale, shown[1] / scale
    left, top = max(0.0, (picture.width - across) / 2), max(0.0, (picture.height - down) / 2)
    box = (left, top, min(picture.width, left + across), min(picture.height, top + down))
    picture = picture.resize(shown, Image.Resampling.BILINEAR, box=box)
    if is_grey:
        picture = Image.blend(picture, picture.convert("L").convert("RGB"), _GREY)
    return Pixels(*shown, picture.tobytes())


def _pixmap(pixels: Pixels) -> QPixmap:
    width, height, data = pixels
    image = QImage(data, width, height, 3 * width, QImage.Format.Format_RGB888)
    return QPixmap.fromImage(image)  # copies the pixels
