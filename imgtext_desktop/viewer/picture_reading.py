"""Reads photos for the viewer: the work that workers do.

Qt's own readers are not used: they have a size limit, and know neither colour profiles nor all of
our formats. Files are decoded in processes of their own, as a bad one may crash its decoder; our
own thumbnails here. Workers make no Qt objects at all.

WORKAROUND: PySide6 6.11 looks its wrappers up without the interpreter's lock while the event loop
deletes widgets. A painter that a worker makes or drops at that moment crashes the program.
"""

import os
from dataclasses import dataclass
from functools import cached_property

from PIL import Image
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from engine.catalog.records import FileState, PhotoRow
from engine.catalog.roots import is_inside
from engine.errors import ImageError
from engine.images.decode import decode
from engine.images.reader import PictureReader
from engine.images.views import (
    Source,
    View,
    fitted_view,
    full_view,
    lay_out,
    part_view,
    reduction,
)
from engine.library import Library
from engine.paths import printable


@dataclass(frozen=True, slots=True)
class Pixels:
    """A picture in memory, as Qt paints it fastest.

    Attributes:
        data: Blue, green, red and 255 of each pixel, row by row.
        width: Pixels in a row.
        height: Rows.
    """

    data: bytearray
    width: int
    height: int

    def as_image(self) -> QImage:
        """Return an image over the same memory, which must outlive it; in the GUI thread only."""
        image_format = QImage.Format.Format_RGB32
        return QImage(self.data, self.width, self.height, 4 * self.width, image_format)


@dataclass(frozen=True)
class Picture:
    """What is loaded of a photo.

    Attributes:
        pixels: Its pixels, perhaps fewer than the photo has.
        width: Width of the full, upright photo, pixels.
        height: Height of the full, upright photo, pixels.
    """

    pixels: Pixels
    width: int
    height: int

    @cached_property
    def image(self) -> QImage:
        """The pixels as an image; in the GUI thread only, and not to outlive the picture."""
        return self.pixels.as_image()

    @property
    def detail(self) -> float:
        """Loaded pixels for a pixel of the photo, along a side: 1 is everything."""
        return self.pixels.width / self.width

    @property
    def reduction(self) -> int:
        """How many times smaller it must be loaded at least, along a side; 1 for most photos."""
        return reduction(self.width, self.height)

    def cut(self, part: QRect) -> QImage:
        """Cut a part, in pixels of the full photo, out of what is loaded of it."""
        left, top = round(part.x() * self.detail), round(part.y() * self.detail)
        width, height = round(part.width() * self.detail), round(part.height() * self.detail)
        return self.image.copy(left, top, max(1, width), max(1, height))


@dataclass(frozen=True, slots=True)
class Preview:
    """What is known of a photo before its file is read.

    Attributes:
        row: What the catalog knows; None if the photo has left the library.
        thumbnail: Its thumbnail, or None.
        root_name: Name of the folder of the library that it belongs to.
    """

    row: PhotoRow | None
    thumbnail: Picture | None
    root_name: str

    @property
    def can_be_read(self) -> bool:
        """Whether its file is within reach, as far as the catalog knows."""
        return self.row is not None and self.row.state is not FileState.OFFLINE


def load_preview(library: Library, file_id: int) -> Preview:
    """Read what is known of a photo without its file."""
    row = library.browse.rows([file_id]).get(file_id)
    if row is None:
        return Preview(None, None, "")
    roots = [root.path for root in library.roots.all() if is_inside(row.path, root.path)]
    name = printable(os.path.basename(roots[0]) or roots[0]) if roots else ""
    data = library.thumbnails.read(row.content_hash) if row.content_hash else None
    if data is None:
        return Preview(row, None, name)
    try:
        pixels = to_pixels(decode(data, min_side=1 << 16).image)
    except ImageError:  # a damaged thumbnail: the photo itself will do
        return Preview(row, None, name)
    return Preview(row, Picture(pixels, row.width, row.height), name)


def load_picture(reader: PictureReader, source: Source, box: tuple[int, int]) -> Picture:
    """Read a photo as large as it is shown.

    Args:
        reader: Reads it in a process of its own.
        source: The photo.
        box: Width and height of the room it is fitted into, device pixels; it is not enlarged.

    Raises:
        ImageError: It cannot be read.
    """
    return _picture(reader.read(fitted_view, source, box))


def load_full(reader: PictureReader, source: Source, size: tuple[int, int]) -> Picture:
    """Read all pixels of a photo, or as many as ``FULL_PIXELS`` allows.

    Args:
        reader: Reads it in a process of its own.
        source: The photo.
        size: Width and height of the photo, pixels.

    Raises:
        ImageError: It cannot be read.
    """
    return _picture(reader.read(full_view, source, size))


def load_part(
    reader: PictureReader,
    source: Source,
    size: tuple[int, int],
    part: tuple[int, int, int, int],
) -> Pixels:
    """Read a part of a photo, as sharp as a search needs it.

    Args:
        reader: Reads it in a process of its own.
        source: The photo.
        size: Width and height of the photo, pixels.
        part: Left, top, width and height, pixels of the photo.

    Raises:
        ImageError: It cannot be read.
    """
    return _picture(reader.read(part_view, source, size, part)).pixels


def to_pixels(picture: Image.Image) -> Pixels:
    """Lay out a picture of mode RGB for Qt."""
    return Pixels(lay_out(picture), picture.width, picture.height)


def _picture(view: View) -> Picture:
    return Picture(Pixels(view.data, *view.size), *view.full_size)
