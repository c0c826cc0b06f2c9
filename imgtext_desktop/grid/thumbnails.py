"""The pictures of the tiles: decoded in workers, the visible ones first, and kept within bounds."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage, QPixmap
from shiboken6 import isValid

from engine.catalog.records import FileState, PhotoRow
from engine.images.thumbnails import ThumbnailStore
from imgtext_desktop import tokens
from imgtext_desktop.grid.tile_pictures import make_tile_picture
from imgtext_desktop.jobs.runner import JobRunner

_CAPACITY: Final = 128 * 1024 * 1024
_BATCH: Final = 4  # a few at a time: a batch that has begun is not taken back
_BATCHES: Final = 2  # one a thread of the pool
_BYTES_A_PIXEL: Final = 4

_FORMAT: Final = QImage.Format.Format_ARGB32_Premultiplied


class _Key(NamedTuple):
    """What a picture is made of, apart from its size."""

    content_hash: bytes
    is_offline: bool
    is_whole: bool


class _Made(NamedTuple):
    """A picture, and the side in device pixels for which it was made."""

    side: int
    pixmap: QPixmap


class ThumbnailLoader(QObject):
    """Makes the pictures of tiles from the library's thumbnails.

    Only what is wanted now is decoded: :meth:`want` replaces what was wanted before, so that
    nothing is done for photos that have been scrolled away.

    Args:
        jobs: Runs the decoding.
        store: The library's thumbnails.
        parent: Its owner.
        capacity: Bytes of pictures to keep at most.

    Signals:
        loaded: The hashes of contents whose picture is there or is known to be missing, a set.
        arrived: The hashes of those among them that had no picture before, a set; comes first.
    """

    loaded = Signal(object)
    arrived = Signal(object)

    def __init__(
        self,
        jobs: JobRunner,
        store: ThumbnailStore,
        parent: QObject | None = None,
        *,
        capacity: int = _CAPACITY,
    ) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._store = store
        self._capacity = capacity
        self._made: OrderedDict[_Key, _Made] = OrderedDict()
        self._bytes = 0
        self._missing: set[bytes] = set()
        self._wanted: dict[_Key, None] = {}
        self._side = 0
        self._ratio = 1.0
        self._is_whole = False
        self._running: set[_Key] = set()
        self._batches = 0

    @property
    def is_whole(self) -> bool:
        """Whether pictures show the whole photo, instead of the square in its middle."""
        return self._is_whole

    def set_whole(self, is_whole: bool) -> None:
        """Show whole photos, or squares; those that are made are kept."""
        self._is_whole = is_whole

    @property
    def bytes_used(self) -> int:
        """Size of the pictures that are kept."""
        return self._bytes

    def pixmap(self, row: PhotoRow) -> QPixmap | None:
        """Return the picture of a photo, rounded, or None while there is none.

        After another zoom it is one of the old size until the new one is made; so it is where
        the photo has gone offline, or whole photos shall be shown instead of squares.
        """
        key = self._key_of(row)
        for made in _variants(key) if key else ():
            if made in self._made:
                self._made.move_to_end(made)
                return self._made[made].pixmap
        return None

    def is_missing(self, row: PhotoRow) -> bool:
        """Whether the photo is known to have no thumbnail."""
        return row.content_hash in self._missing

    def want(self, rows: Iterable[PhotoRow], side: int, ratio: float) -> None:
        """Make pictures, instead of those wanted before.

        Args:
            rows: The photos, the most important first; those that have their picture are skipped.
            side: Side of a tile, in pixels at 100 %.
            ratio: Device pixels in one of these.
        """
        self._side = max(1, round(side * ratio))
        self._ratio = ratio
        self._wanted = dict.fromkeys(
            key
            for key in map(self._key_of, rows)
            if key is not None and not self._is_made(key) and key.content_hash not in self._missing
        )
        self._start()

    def look_again(self) -> None:
        """Forget which thumbnails are missing; an import may have made them."""
        self._missing.clear()

    def _is_made(self, key: _Key) -> bool:
        made = self._made.get(key)
        return made is not None and made.side == self._side

    def _start(self) -> None:
        """Give the pool what is wanted most, as long as it has a thread for it."""
        while self._batches < _BATCHES:
            batch = [key for key in self._wanted if key not in self._running][:_BATCH]
            if not batch:
                return
            for key in batch:
                del self._wanted[key]
            self._running.update(batch)
            self._batches += 1
            self._jobs.read(self._work(batch), partial(self._on_made, self._side))

    def _work(self, batch: list[_Key]) -> Callable[[], dict[_Key, bytes | None]]:
        store, side, radius = self._store, self._side, tokens.RADIUS_CONTROL * self._ratio
        return lambda: {key: _make(store, key, side, radius) for key in batch}

    def _on_made(self, side: int, pictures: dict[_Key, bytes | None]) -> None:
        if not isValid(self):
            return
        self._batches -= 1
        self._running.difference_update(pictures)
        new = {
            key.content_hash
            for key, pixels in pictures.items()
            if pixels is not None and self._made.keys().isdisjoint(_variants(key))
        }
        for key, pixels in pictures.items():
            if pixels is None:
                self._missing.add(key.content_hash)
            else:
                self._keep(key, _Made(side, _pixmap(pixels, side)))
        self._start()
        self.arrived.emit(new)
        self.loaded.emit({key.content_hash for key in pictures})

    def _keep(self, key: _Key, made: _Made) -> None:
        self._drop(key)
        self._made[key] = made
        self._bytes += _size(made)
        while self._bytes > self._capacity and len(self._made) > 1:
            self._drop(next(iter(self._made)))

    def _key_of(self, row: PhotoRow) -> _Key | None:
        if row.content_hash is None:
            return None
        return _Key(row.content_hash, row.state is FileState.OFFLINE, self._is_whole)

    def _drop(self, key: _Key) -> None:
        old = self._made.pop(key, None)
        if old is not None:
            self._bytes -= _size(old)


def _variants(key: _Key) -> tuple[_Key, ...]:
    """Return the picture that is wanted, and those that may stand in for it."""
    other = key._replace(is_offline=not key.is_offline)
    turned = [variant._replace(is_whole=not key.is_whole) for variant in (key, other)]
    return (key, other, *turned)


def _size(made: _Made) -> int:
    return made.pixmap.width() * made.pixmap.height() * _BYTES_A_PIXEL


def _make(store: ThumbnailStore, key: _Key, side: int, radius: float) -> bytes | None:
    """Make the picture of a tile, in a worker; None where the thumbnail is missing or broken."""
    try:
        data = store.read(key.content_hash)
    except OSError:
        return None
    if data is None:
        return None
    return make_tile_picture(
        data, side=side, radius=radius, is_offline=key.is_offline, is_whole=key.is_whole
    )


def _pixmap(pixels: bytes, side: int) -> QPixmap:
    image = QImage(pixels, side, side, _BYTES_A_PIXEL * side, _FORMAT)
    return QPixmap.fromImage(image)  # copies the pixels
