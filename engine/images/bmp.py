"""BMP files whose colours lie in bits of the file's own choice, of which Pillow knows only some.

The layout is that of BITMAPV4HEADER and its forerunners (Microsoft, "Bitmap Storage").
"""

import struct
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image

from engine.images.flatten import lay_on_white
from engine.images.source import Source, assemble, band_rows, check_pixels

_BITFIELDS, _ALPHA_BITFIELDS = 3, 6
_MASKS_AT = 54
_HEADER_WITH_ALPHA = 56  # bytes; smaller ones have no mask of alpha
# Bytes a pixel of a band in numpy, and what lies around.
_BESIDE = 160_000_000

Words = npt.NDArray[np.uint16] | npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class _Layout:
    """How the pixels are stored.

    Attributes:
        size: Width and height, pixels.
        is_upright: Whether the first row stored is the top.
        start: Where the pixels begin.
        word_bytes: Bytes of a pixel.
        masks: Bits of red, green, blue and alpha.
    """

    size: tuple[int, int]
    is_upright: bool
    start: int
    word_bytes: int
    masks: tuple[int, int, int, int]

    @property
    def row_bytes(self) -> int:
        """Bytes of a row, which ends at a multiple of four."""
        return -(-self.size[0] * self.word_bytes // 4) * 4


def open_bitfields(data: bytes) -> Source | None:
    """Read the header of a file.

    Returns:
        The picture, or None if its colours have no bits of their own.
    """
    layout = _layout(data)
    if layout is None:
        return None
    check_pixels(layout.size)
    width, height = layout.size

    def read(factor: int) -> Image.Image:
        rows = band_rows(width, factor)
        bands = (
            _band(data, layout, top, min(rows, height - top)) for top in range(0, height, rows)
        )
        return assemble(bands, layout.size, factor)

    return Source(
        size=layout.size, memory=lambda factor: 3 * width * height // factor + _BESIDE, read=read
    )


def has_rare_alpha(data: bytes) -> bool:
    """Whether pixels of 16 bits have some for alpha."""
    try:
        layout = _layout(data)
    except struct.error:
        return False
    return layout is not None and layout.word_bytes == 2 and layout.masks[3] != 0


def _layout(data: bytes) -> _Layout | None:
    start, header, width, height, _, bits, compression = struct.unpack_from("<IIiiHHI", data, 10)
    if compression not in (_BITFIELDS, _ALPHA_BITFIELDS) or bits not in (16, 32):
        return None
    masks = struct.unpack_from("<4I", data, _MASKS_AT)
    has_alpha = header >= _HEADER_WITH_ALPHA or compression == _ALPHA_BITFIELDS
    return _Layout(
        size=(width, abs(height)),
        is_upright=height < 0,
        start=start,
        word_bytes=bits // 8,
        masks=(*masks[:3], masks[3] if has_alpha else 0),
    )


def _band(data: bytes, layout: _Layout, top: int, rows: int) -> Image.Image:
    """Read some rows, counted from the top of the picture.

    Raises:
        OSError: The file ends before.
    """
    width, height = layout.size
    first = top if layout.is_upright else height - top - rows
    start = layout.start + first * layout.row_bytes
    stored = data[start : start + rows * layout.row_bytes]
    if len(stored) < rows * layout.row_bytes:
        raise OSError("image file is truncated")
    words: Words = np.frombuffer(stored, f"<u{layout.word_bytes}").reshape(rows, -1)[:, :width]
    if not layout.is_upright:
        words = words[::-1]
    colours = np.stack([_channel(words, mask) for mask in layout.masks[:3]], axis=2)
    if layout.masks[3]:
        alpha = _channel(words, layout.masks[3])
        if alpha.any():  # many writers leave it at nothing and mean a picture that hides all
            colours = lay_on_white(colours, alpha, is_premultiplied=False)
    return Image.fromarray(colours)


def _channel(words: Words, mask: int) -> npt.NDArray[np.uint8]:
    """Take the bits of a mask as a value of 8 bits."""
    if not mask:
        return np.zeros(words.shape, np.uint8)
    shift = (mask & -mask).bit_length() - 1
    values = (words.astype(np.uint32) & np.uint32(mask)) >> np.uint32(shift)
    return np.round(values * (255 / (mask >> shift))).astype(np.uint8)
