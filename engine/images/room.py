"""Room in memory that the files under way in all decoding processes share.

Each process asks before it takes much, and waits until others have done. Imports nothing heavy.
"""

import threading
from collections import deque
from collections.abc import Callable
from enum import IntEnum
from functools import partial
from typing import TypeAlias

# What reading one file may take, its bytes included, and all files together beside their bytes: so
# an import with its model and processes stays under 1.5 GB of memory of their own (what is mapped
# from files, which the system can take back, is 0.3 GB more). A 10-bit HEIF of 50 megapixels fits.
MAX_MEMORY = 780_000_000

_MAX_FILES = 150_000_000


class Purpose(IntEnum):
    """What memory is for; asked for in this order, once each, so that nobody waits in a circle."""

    FILE = 0
    PIXELS = 1


Reserve: TypeAlias = Callable[[Purpose, int], None]


def reserve_nothing(purpose: Purpose, size: int) -> None:
    """Take memory without asking, where no other file is read meanwhile."""
    del purpose, size


class Rooms:
    """The memory that there is for each purpose; those who wait are served in turn."""

    def __init__(self) -> None:
        self._files = _Room(_MAX_FILES)
        self._pixels = _Room(MAX_MEMORY)

    def take(
        self, purpose: Purpose, size: int, *, has_some: bool = False
    ) -> list[Callable[[], None]]:
        """Wait until there is room.

        Args:
            purpose: What for.
            size: Bytes wanted; more than there are in all waits for all.
            has_some: Whether memory was taken for the same file already. It is served first: those
                before it may be waiting for what it has.

        Returns:
            Functions to call when it is no longer needed.
        """
        if purpose is Purpose.PIXELS:
            return [self._pixels.take(size, is_first=has_some)]
        shares = [self._files.take(size)]
        if size > _MAX_FILES:
            # It has all that files may have, so nobody else holds some and waits for pixels, too.
            shares.append(self._pixels.take(size - _MAX_FILES))
        return shares

    def close(self) -> None:
        """Let nobody wait any longer."""
        self._files.close()
        self._pixels.close()


class _Room:
    """Memory for one purpose."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._free = size
        self._is_closed = False
        self._changed = threading.Condition()
        self._waiting: deque[object] = deque()

    def take(self, size: int, *, is_first: bool = False) -> Callable[[], None]:
        size = min(size, self._size)
        me = object()
        with self._changed:
            if is_first:
                self._waiting.appendleft(me)
            else:
                self._waiting.append(me)
            self._changed.wait_for(
                lambda: self._is_closed or (self._waiting[0] is me and self._free >= size)
            )
            self._waiting.remove(me)
            self._free -= size
            self._changed.notify_all()
        return partial(self._give, size)

    def _give(self, size: int) -> None:
        with self._changed:
            self._free += size
            self._changed.notify_all()

    def close(self) -> None:
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
