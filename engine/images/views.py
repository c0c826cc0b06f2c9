"""Pictures as they are looked at: fitted to a window, in full, a part; laid out for a screen.

Runs in a decoding process (``engine.images.reader``): nothing heavier than Pillow and numpy.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from PIL import Image

from engine.images.decode import DecodedPhoto, decode
from engine.images.prepare import (
    ENCODER_SIDE,
    PreparedPhoto,
    prepare_photo,
    prepare_picture,
    read_file,
)
from engine.images.room import Reserve

T = TypeVar("T")

# All pixels of a larger picture are never loaded: at 8 bytes a pixel while it is converted, this
# one takes half a gigabyte.
FULL_PIXELS = 64_000_000

_PART_SIDE = 2 * ENCODER_SIDE  # a part needs no more detail to be searched with
_BAND_ROWS = 512


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture in a file.

    Attributes:
        path: The file, as ``os.fsencode`` gives it.
    """

    path: bytes


@dataclass(frozen=True, slots=True)
class PictureData:
    """A picture in memory.

    Attributes:
        data: The bytes of a picture file.
    """

    data: bytes


Source = PictureFile | PictureData


@dataclass(frozen=True, slots=True)
class View:
    """What is seen of a picture.

    Attributes:
        data: Blue, green, red and 255 of each pixel, row by row.
        size: Width and height of what is seen, pixels.
        full_size: Width and height of the whole upright picture, pixels.
    """

    data: bytearray
    size: tuple[int, int]
    full_size: tuple[int, int]


def call(function: Callable[..., T], arguments: tuple[object, ...], reserve: Reserve) -> T:
    """Call one of the functions below; the task of a decoding process."""
    return function(*arguments, reserve)


def fitted_view(source: Source, box: tuple[int, int], reserve: Reserve) -> View:
    """Read a picture as large as it is shown.

    Args:
        source: The picture.
        box: Width and height of the room it is fitted into, device pixels; it is not enlarged.
        reserve: Called before memory is taken.

    Raises:
        ImageError: It cannot be read.
    """
    photo = decode(_read(source, reserve), min_side=1, min_long_side=max(box), reserve=reserve)
    size = fitted((photo.width, photo.height), box)
    image = photo.image
    if image.width > size[0]:
        image = image.resize(size, Image.Resampling.LANCZOS)
    return _view(image, photo)


def full_view(source: Source, size: tuple[int, int], reserve: Reserve) -> View:
    """Read all pixels of a picture, or as many as :data:`FULL_PIXELS` allows.

    Args:
        source: The picture.
        size: Its width and height, pixels.
        reserve: Called before memory is taken.

    Raises:
        ImageError: It cannot be read.
    """
    side = max(1, min(size) // reduction(*size))
    photo = decode(_read(source, reserve), min_side=side, reserve=reserve)
    return _view(photo.image, photo)


def part_view(
    source: Source, size: tuple[int, int], part: tuple[int, int, int, int], reserve: Reserve
) -> View:
    """Read a part of a picture, as sharp as a search needs it.

    Args:
        source: The picture.
        size: Its width and height, pixels.
        part: Left, top, width and height, pixels of the whole picture.
        reserve: Called before memory is taken.

    Raises:
        ImageError: It cannot be read.
    """
    x, y, width, height = part
    factor = max(1, min(width, height) // _PART_SIDE, reduction(*size))
    side = max(1, min(size) // factor)
    photo = decode(_read(source, reserve), min_side=side, reserve=reserve)
    across = photo.image.width / photo.width
    down = photo.image.height / photo.height
    left, top = round(x * across), round(y * down)
    right = max(left + 1, round((x + width) * across))
    bottom = max(top + 1, round((y + height) * down))
    return _view(photo.image.crop((left, top, right, bottom)), photo)


def prepared(source: Source, reserve: Reserve) -> PreparedPhoto:
    """Make everything of a picture that a search with it needs.

    Raises:
        ImageError: It cannot be read.
    """
    if isinstance(source, PictureData):
        return prepare_picture(source.data)
    photo = prepare_photo(source.path, reserve=reserve)
    assert isinstance(photo, PreparedPhoto)  # nothing was said to be known
    return photo


def lay_out(picture: Image.Image) -> bytearray:
    """Return the pixels of a picture of mode RGB as :class:`View` has them."""
    line = 4 * picture.width
    data = bytearray(line * picture.height)
    for top in range(0, picture.height, _BAND_ROWS):  # in bands: never a second copy of it all
        bottom = min(top + _BAND_ROWS, picture.height)
        band = picture.crop((0, top, picture.width, bottom))
        # The fourth byte must be 255, which Pillow's BGRX does not promise.
        data[top * line : bottom * line] = band.convert("RGBA").tobytes("raw", "BGRA")
    return data


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


def _read(source: Source, reserve: Reserve) -> bytes:
    return source.data if isinstance(source, PictureData) else read_file(source.path, reserve)


def _view(image: Image.Image, photo: DecodedPhoto) -> View:
    return View(lay_out(image), image.size, (photo.width, photo.height))
