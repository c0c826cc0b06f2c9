"""The person's own folder of pictures, and about how many there are."""

import os
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QStandardPaths

from engine.images.formats import looks_like_photo

MOST = 20_000
_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class PictureCount:
    """How many pictures a folder holds.

    Attributes:
        count: Files that look like photos.
        is_all: Whether everything was looked at; otherwise there are more.
    """

    count: int
    is_all: bool


def pictures_folder() -> bytes | None:
    """Return the person's folder of pictures, or None if there is none of its own."""
    location = QStandardPaths.StandardLocation
    folder = QStandardPaths.writableLocation(location.PicturesLocation)
    home = QStandardPaths.writableLocation(location.HomeLocation)
    # Where a system has no such folder, Qt names the home folder: nobody wants to add that.
    if not folder or os.path.realpath(folder) == os.path.realpath(home):
        return None
    return os.fsencode(os.path.normpath(folder)) if os.path.isdir(folder) else None


def count_pictures(
    folder: bytes,
    *,
    most: int = MOST,
    seconds: float = _SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> PictureCount:
    """Count pictures by their names (runs in a worker).

    Hidden files and folders are left out and links to folders are not followed.

    Args:
        folder: Absolute path, bytes.
        most: Count no further than this.
        seconds: Look no longer than this.
        clock: Seconds, monotonic.
    """
    deadline = clock() + seconds
    waiting = deque([folder])
    count = 0
    while waiting:
        try:
            with os.scandir(waiting.popleft()) as entries:
                for entry in entries:
                    if entry.name.startswith(b"."):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    elif looks_like_photo(entry.name):
                        count += 1
                    if count >= most:
                        return PictureCount(count, is_all=False)
        except OSError:
            continue  # a folder that cannot be listed: the import says so, here it is a guess
        if clock() > deadline:
            return PictureCount(count, is_all=not waiting)
    return PictureCount(count, is_all=True)
