"""From a thumbnail's file to the pixels of a tile: square, rounded, greyed where offline.

Runs in workers and makes no Qt object there: with PySide6 6.11, a worker that makes or drops Qt
wrappers while the GUI thread deletes widgets crashed the program in a third of the tries.
"""

import functools
import io
from typing import Final

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

OFFLINE_GREY: Final = 0.85
OFFLINE_OPACITY: Final = 0.72

_JPEG_BEGINS: Final = b"\xff\xd8"
_JPEG_ENDS: Final = b"\xff\xd9"
_SMOOTH: Final = 4  # the mask is drawn so many times larger, for smooth corners


def make_tile_picture(
    data: bytes, *, side: int, radius: float, is_offline: bool, is_whole: bool = False
) -> bytes | None:
    """Make the picture of a tile.

    Args:
        data: A thumbnail's JPEG file.
        side: Side of the tile, device pixels.
        radius: Of its corners, device pixels.
        is_offline: Whether to take most of the colour out and let the ground shine through.
        is_whole: Whether to show the whole photo, clear above and below or beside it, instead of
            the square in its middle.

    Returns:
        ``side * side`` pixels as QImage.Format_ARGB32_Premultiplied has them on every machine
        that we run on (little-endian: B, G, R, A), or None if the file is broken.
    """
    # A file that was cut off would be decoded in part.
    if not (data.startswith(_JPEG_BEGINS) and data.endswith(_JPEG_ENDS)):
        return None
    try:
        image = _fitted(data, side) if is_whole else _square(data, side)
    except (OSError, ValueError, SyntaxError):  # what Pillow says of a broken file
        return None
    if is_offline:
        grey = image.convert("L").convert("RGB")
        image = Image.blend(image, grey, OFFLINE_GREY)
    alpha = _mask(image.width, image.height, radius).astype(np.uint16)
    if is_offline:
        alpha = (alpha * OFFLINE_OPACITY).astype(np.uint16)
    pixels = np.zeros((side, side, 4), np.uint8)
    left, top = (side - image.width) // 2, (side - image.height) // 2
    inside = pixels[top : top + image.height, left : left + image.width]
    colours = np.asarray(image)[:, :, ::-1].astype(np.uint16)
    inside[:, :, :3] = (colours * alpha[:, :, None] + 127) // 255
    inside[:, :, 3] = alpha
    return pixels.tobytes()


def _square(data: bytes, side: int) -> Image.Image:
    """Decode the middle of a JPEG file as a square of this side."""
    with Image.open(io.BytesIO(data), formats=["JPEG"]) as image:
        image.draft("RGB", (side, side))
        shorter = min(image.size)
        left, top = (image.width - shorter) // 2, (image.height - shorter) // 2
        box = (left, top, left + shorter, top + shorter)
        return image.convert("RGB").resize((side, side), Image.Resampling.BILINEAR, box=box)


def _fitted(data: bytes, side: int) -> Image.Image:
    """Decode a whole JPEG file so that it fits a square of this side."""
    with Image.open(io.BytesIO(data), formats=["JPEG"]) as image:
        scale = side / max(image.size)
        size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
        image.draft("RGB", size)
        return image.convert("RGB").resize(size, Image.Resampling.BILINEAR)


@functools.lru_cache(maxsize=16)
def _mask(width: int, height: int, radius: float) -> npt.NDArray[np.uint8]:
    """Return the opacity of a rounded rectangle, uint8 [height, width]."""
    large = Image.new("L", (width * _SMOOTH, height * _SMOOTH))
    draw = ImageDraw.Draw(large)
    corner = (width * _SMOOTH - 1, height * _SMOOTH - 1)
    draw.rounded_rectangle((0, 0, *corner), radius * _SMOOTH, fill=255)
    mask = np.asarray(large.resize((width, height), Image.Resampling.BOX))
    mask.setflags(write=False)
    return mask
