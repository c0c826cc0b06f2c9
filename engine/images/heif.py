"""HEIF and HEIC files, read by pi-heif, which turns them upright as their container says.

The orientation that their camera data may name as well says what was done, not what is to do
(ISO/IEC 23008-12, section 6.5.10 and annex A.2.1): it is ignored.
"""

import importlib
import io
from typing import Any

from PIL import Image

from engine.errors import ImageError
from engine.images.extras import HEIF
from engine.images.flatten import flatten
from engine.images.source import Source, assemble, band_rows

# Measured, bytes a pixel: the decoder's planes and its RGB. Of more than 8 bits it makes 16 first,
# if colours are stored for more than one pixel in four.
_MEMORY = 5
_MEMORY_DEEP = {420: 8, 422: 14}
_MEMORY_DEEPEST = 16
_BESIDE = 60_000_000


def open_heif(data: bytes) -> Source:
    """Read the header of a file; its main picture is meant, not its depth map or burst.

    Raises:
        ImageError: pi-heif is missing.
    """
    library: Any = HEIF.load()
    options: Any = importlib.import_module("pi_heif.options")
    # One file at a time in each process: threads would take memory for nothing. The rest is not
    # looked at.
    options.DECODE_THREADS = 1
    options.THUMBNAILS = options.DEPTH_IMAGES = options.AUX_IMAGES = False
    file = library.open_heif(io.BytesIO(data))
    picture = file[file.primary_index]
    size = picture.size
    work = _MEMORY
    if picture.info["bit_depth"] > 8:
        work = _MEMORY_DEEP.get(picture.info.get("chroma"), _MEMORY_DEEPEST)
    profile = picture.info.get("icc_profile") or b""

    def read(factor: int) -> Image.Image:
        pixels, stride = picture.data, picture.stride
        if picture.size != size or len(pixels) < stride * size[1]:
            raise ImageError("The picture is too large, or its file lies about its size.")
        rows = band_rows(size[0], factor)
        view = memoryview(pixels)
        bands = (
            flatten(_band(view[top * stride : (top + rows) * stride], picture), 1)
            for top in range(0, size[1], rows)
        )
        return assemble(bands, size, factor)

    pixels = size[0] * size[1]
    return Source(
        size=size,
        memory=lambda _: pixels * work + _BESIDE,
        read=read,
        profile=bytes(profile),
    )


def _band(rows: memoryview, picture: Any) -> Image.Image:
    """Some rows as a picture of their own, in place of a second copy of all of them."""
    size = (picture.size[0], len(rows) // picture.stride)
    return Image.frombytes(picture.mode, size, rows, "raw", picture.mode, picture.stride)
