"""What the inspector shows, read in workers, which make no Qt objects."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image
from PySide6.QtGui import QImage

from engine.catalog.records import PhotoRow
from engine.catalog.roots import is_inside
from engine.errors import ImageError
from engine.images.decode import decode
from engine.library import Library
from engine.metadata.photo_metadata import PhotoMetadata
from engine.paths import printable

MAX_PICTURES = 4

_AT_ONCE = 500  # rows of one query


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A small picture in memory.

    Attributes:
        data: Red, green, blue and 255 of each pixel, row by row.
        width: Pixels in a row.
        height: Rows.
    """

    data: bytes
    width: int
    height: int

    def as_image(self) -> QImage:
        """Return a copy as an image; in the GUI thread only."""
        image_format = QImage.Format.Format_RGBX8888
        return QImage(self.data, self.width, self.height, 4 * self.width, image_format).copy()


@dataclass(frozen=True, slots=True)
class PhotoDetails:
    """One photo.

    Attributes:
        row: What the catalog knows.
        root_name: Name of the folder of the library that it belongs to.
        folder: Its folder as shown: the library's folder and the way from there.
        copies: Paths of other files with the same content, bytes.
        thumbnail: Its thumbnail, or None.
        metadata: What the file says of itself.
    """

    row: PhotoRow
    root_name: str
    folder: str
    copies: tuple[bytes, ...]
    thumbnail: Thumbnail | None
    metadata: PhotoMetadata


@dataclass(frozen=True, slots=True)
class SelectionDetails:
    """Many photos.

    Attributes:
        count: How many of them the library still has.
        size: Bytes of all of them.
        earliest_ns: When the oldest was taken, or its file's time, nanoseconds.
        latest_ns: The same of the newest.
        folders: In how many folders they are.
        thumbnails: Of the first few of them.
    """

    count: int
    size: int
    earliest_ns: int
    latest_ns: int
    folders: int
    thumbnails: tuple[Thumbnail, ...]


def load_photo(library: Library, file_id: int, *, side: int) -> PhotoDetails | None:
    """Read what is known of a photo.

    Args:
        library: The library.
        file_id: The photo.
        side: Width of its picture as shown, device pixels.

    Returns:
        The details, or None if the photo has left the library.
    """
    row = library.browse.rows([file_id]).get(file_id)
    if row is None:
        return None
    roots = [root.path for root in library.roots.all() if is_inside(row.path, root.path)]
    folder = os.path.dirname(row.path)
    root_name = printable(folder)
    shown = root_name
    if roots:
        root_name = printable(os.path.basename(roots[0]) or roots[0])
        way = os.path.relpath(folder, roots[0])
        shown = root_name if way == b"." else os.path.join(root_name, printable(way))
    paths = [] if row.content_id is None else library.browse.copies(row.content_id)
    return PhotoDetails(
        row=row,
        root_name=root_name,
        folder=shown,
        copies=tuple(path for path in paths if path != row.path),
        thumbnail=_thumbnail(library, row, side),
        metadata=library.metadata.of([file_id]).get(file_id, PhotoMetadata()),
    )


def load_selection(
    library: Library, ids: Sequence[int], *, side: int, is_wanted: Callable[[], bool]
) -> SelectionDetails | None:
    """Read what is known of many photos.

    Args:
        library: The library.
        ids: The photos.
        side: Width of one picture as shown, device pixels.
        is_wanted: Asked at times; once it says no, the reading is given up.

    Returns:
        The details, or None if they are not wanted any more or no photo is left.
    """
    count = size = 0
    times: list[int] = []
    folders: set[bytes] = set()
    thumbnails: list[Thumbnail] = []
    for start in range(0, len(ids), _AT_ONCE):
        if not is_wanted():
            return None
        some = ids[start : start + _AT_ONCE]
        rows = library.browse.rows(some)
        count += len(rows)
        size += sum(row.size for row in rows.values())
        dates = [row.date_ns for row in rows.values()]
        times = [min(times + dates), max(times + dates)] if times or dates else []
        folders.update(os.path.dirname(row.path) for row in rows.values())
        for file_id in some:
            if len(thumbnails) == MAX_PICTURES:
                break
            image = _thumbnail(library, rows[file_id], side) if file_id in rows else None
            if image is not None:
                thumbnails.append(image)
    if not count:
        return None
    return SelectionDetails(count, size, times[0], times[1], len(folders), tuple(thumbnails))


def _thumbnail(library: Library, row: PhotoRow, side: int) -> Thumbnail | None:
    data = library.thumbnails.read(row.content_hash) if row.content_hash else None
    if data is None:
        return None
    try:
        picture = decode(data, min_side=side).image
    except ImageError:  # a damaged thumbnail: as good as none
        return None
    scale = side / min(picture.size)
    if scale < 1:
        size = (max(side, round(picture.width * scale)), max(side, round(picture.height * scale)))
        picture = picture.resize(size, Image.Resampling.BICUBIC)
    return Thumbnail(picture.convert("RGBA").tobytes(), *picture.size)
