"""Reads photos for the viewer: the work that workers do.

Qt's own readers are not used: they have a size limit, and know neither colour profiles nor all of
our formats. Workers make no Qt objects at all.

WORKAROUND: PySide6 6.11 looks its wrappers up without the interpreter's lock while the event loop
deletes widgets. A painter that a worker makes or drops at that moment crashes the program.
"""

import math
import os
from dataclasses import dataclass
from functools import cached_property

from PIL import Image
from PySide6.QtCore import QCoreApplication, QRect
from PySide6.QtGui import QImage

from engine.catalog.records import FileState, PhotoRow
from engine.catalog.roots import is_inside
from engine.errors import ImageError
from engine.images.decode import DecodedPhoto, decode
from engine.images.prepare import ENCODER_SIDE, read_file
from engine.library import Library
from engine.paths import printable

# All pixels of a larger picture are never loaded: at 8 bytes a pixel while it is converted, this
# one takes half a gigabyte.
FULL_PIXELS = 64_000_000

_PART_SIDE = 2 * ENCODER_SIDE  # a part needs no more detail to be searched with
_BAND_ROWS = 512

translate = QCoreApplication.translate


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


def load_picture(path: bytes, box: tuple[int, int]) -> Picture:
    """Read a photo as large as it is shown.

    Args:
        path: Its file.
        box: Width and height of the room it is fitted into, device pixels; it is not enlarged.

    Raises:
        ImageError: It cannot be read.
    """
    return picture_from(read_file(path), box)


def picture_from(data: bytes, box: tuple[int, int]) -> Picture:
    """Make a picture as large as it is shown out of the bytes of its file.

    Args:
        data: The file.
        box: Width and height of the room it is fitted into, device pixels; it is not enlarged.

    Raises:
        ImageError: It is no picture or a broken one.
    """
    photo = _decode(data, min_side=1, min_long_side=max(box))
    size = fitted((photo.width, photo.height), box)
    image = photo.image
    if image.width > size[0]:
        image = image.resize(size, Image.Resampling.LANCZOS)
    return Picture(to_pixels(image), photo.width, photo.height)


def load_full(path: bytes, size: tuple[int, int]) -> Picture:
    """Read all pixels of a photo, or as many as :data:`FULL_PIXELS` allows.

    Args:
        path: Its file.
        size: Width and height of the photo, pixels.

    Raises:
        ImageError: It cannot be read.
    """
    photo = _decode(read_file(path), min_side=max(1, min(size) // reduction(*size)))
    return Picture(to_pixels(photo.image), photo.width, photo.height)


def load_part(path: bytes, size: tuple[int, int], part: tuple[int, int, int, int]) -> Pixels:
    """Read a part of a photo, as sharp as a search needs it.

    Args:
        path: Its file.
        size: Width and height of the photo, pixels.
        part: Left, top, width and height, pixels of the photo.

    Raises:
        ImageError: It cannot be read.
    """
    return part_from(read_file(path), size, part)


def part_from(data: bytes, size: tuple[int, int], part: tuple[int, int, int, int]) -> Pixels:
    """Cut a part, as :func:`load_part` does, out of the bytes of a file.

    Raises:
        ImageError: It is no picture or a broken one.
    """
    x, y, width, height = part
    factor = max(1, min(width, height) // _PART_SIDE, reduction(*size))
    photo = _decode(data, min_side=max(1, min(size) // factor))
    across = photo.image.width / photo.width
    down = photo.image.height / photo.height
    left, top = round(x * across), round(y * down)
    right = max(left + 1, round((x + width) * across))
    bottom = max(top + 1, round((y + height) * down))
    return to_pixels(photo.image.crop((left, top, right, bottom)))


def to_pixels(picture: Image.Image) -> Pixels:
    """Lay out a picture of mode RGB for Qt."""
    line = 4 * picture.width
    data = bytearray(line * picture.height)
    for top in range(0, picture.height, _BAND_ROWS):  # in bands: never a second copy of it all
        bottom = min(top + _BAND_ROWS, picture.height)
        band = picture.crop((0, top, picture.width, bottom))
        # The fourth byte must be 255, which Pillow's BGRX does not promise.
        data[top * line : bottom * line] = band.convert("RGBA").tobytes("raw", "BGRA")
    return Pixels(data, picture.width, picture.height)


def fitted(size: tuple[int, int], box: tuple[int, int]) -> tuple[int, int]:
    """Return the size of a picture reduced to fit a box; a smaller one keeps its size."""
    width, height = size
    scale = min(box[0] / width, box[1] / height, 1)
    return max(1, round(width * scale)), max(1, round(height * scale))


def reduction(width: int, height: int) -> int:
    """Return how many times smaller a picture must be loaded along a side: 1, 2, 4, ..."""
    excess = math.sqrt(width * height / FULL_PIXELS)
    # JPEG files are reduced by powers of two while they are decoded.
    return 1 << max(0, math.ceil(math.log2(excess)))


def _decode(data: bytes, *, min_side: int, min_long_side: int = 0) -> DecodedPhoto:
    try:
        return decode(data, min_side=min_side, min_long_side=min_long_side)
    except MemoryError as error:
        raise ImageError(
            translate("PictureReading", "There is not enough free memory for this picture.")
        ) from error
