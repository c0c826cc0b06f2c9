"""JPEG XL files, read by imagecodecs (extra ``jxl``), which turns them upright as they say.

Owns the reading of their header (ISO/IEC 18181-1, annex D), which imagecodecs does not show.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from PIL import Image, JpegImagePlugin

from engine.errors import ImageError
from engine.images.extras import JPEG_XL
from engine.images.flatten import lay_on_white, to_bytes
from engine.images.orientation import turns_sideways
from engine.images.source import Source, assemble, band_rows, check_pixels

# Measured, bytes a pixel: the decoder works on floating-point planes.
_MEMORY = 24

_Choices: TypeAlias = tuple[tuple[int, int], ...]

_LENGTHS: _Choices = ((1, 9), (1, 13), (1, 18), (1, 30))
_BITS: _Choices = ((8, 0), (10, 0), (12, 0), (1, 6))
_FLOAT_BITS: _Choices = ((32, 0), (16, 0), (24, 0), (1, 6))
_PREVIEW: _Choices = ((1, 6), (65, 8), (321, 10), (1345, 12))
_PREVIEW_IN_EIGHTS: _Choices = ((16, 0), (32, 0), (1, 5), (33, 9))
_TICKS: _Choices = ((100, 0), (1000, 0), (1, 10), (1, 30))
_TICK_DIVISORS: _Choices = ((1, 0), (1001, 0), (1, 8), (1, 10))
_LOOPS: _Choices = ((0, 0), (0, 3), (0, 16), (0, 32))
_RATIOS = ((1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1))


def open_jpegxl(data: bytes) -> Source:
    """Read the header of a file; of an animation the first picture is meant.

    Raises:
        ImageError: imagecodecs is missing, or the file is damaged.
    """
    library: Any = JPEG_XL.load()
    header = read_header(data)
    size = header.size
    check_pixels(size)

    def read(factor: int) -> Image.Image:
        values = np.asarray(library.jpegxl_decode(data, index=0, numthreads=1))
        if values.ndim == 2:
            values = values[..., None]
        if values.shape[1::-1] != size:
            raise ImageError("The picture is too large, or its file lies about its size.")
        rows = band_rows(size[0], factor)
        white = _white(values, header.bits)
        bands = (_to_image(values[top : top + rows], white) for top in range(0, size[1], rows))
        return assemble(bands, size, factor)

    return Source(
        size=size,
        memory=lambda _: size[0] * size[1] * _MEMORY,
        read=read,
        profile=_jpeg_profile(library, data),
    )


def _jpeg_profile(library: Any, data: bytes) -> bytes:
    """The profile of a file that was made from a JPEG file; of others it cannot be had."""
    if b"jbrd" not in {name for name, _ in _boxes(data)}:
        return b""
    try:
        jpeg = library.jpegxl_decode_jpeg(data)
        return JpegImagePlugin.JpegImageFile(io.BytesIO(jpeg)).info.get("icc_profile") or b""
    except Exception:  # noqa: BLE001 - colours a little off are better than no picture
        return b""


def _white(values: "np.ndarray[Any, np.dtype[Any]]", bits: int) -> float:
    """The value that stands for white; more, as floating-point values may be, is shown as white."""
    return float((1 << bits) - 1) if np.issubdtype(values.dtype, np.integer) else 1.0


def _to_image(values: "np.ndarray[Any, np.dtype[Any]]", white: float) -> Image.Image:
    channels = 3 if values.shape[2] >= 3 else 1
    colours = to_bytes(values[..., :channels], 0.0, white)
    if values.shape[2] in (2, 4):
        alpha = to_bytes(values[..., -1], 0.0, white)
        colours = lay_on_white(colours, alpha, is_premultiplied=False)
    return Image.fromarray(colours if channels == 3 else colours[..., 0])


@dataclass(frozen=True, slots=True)
class Header:
    """What a file's header says.

    Attributes:
        size: Width and height of the upright picture, pixels.
        bits: Of a value; imagecodecs gives whole numbers of so many.
    """

    size: tuple[int, int]
    bits: int


def read_header(data: bytes) -> Header:
    """Read a file's header.

    Raises:
        ImageError: The header is cut.
    """
    bits = _Bits(_codestream(data))
    bits.take(16)  # the signature
    width, height = _take_size(bits)
    orientation, depth = 1, 8
    if not bits.take(1):  # all_default
        if bits.take(1):  # extra_fields
            orientation = 1 + bits.take(3)
            if bits.take(1):  # have_intr_size
                _take_size(bits)
            if bits.take(1):  # have_preview
                _take_preview(bits)
            if bits.take(1):  # have_animation
                _take_animation(bits)
        is_float = bits.take(1)
        depth = bits.take_one_of(_FLOAT_BITS if is_float else _BITS)
    size = (height, width) if turns_sideways(orientation) else (width, height)
    return Header(size, depth)


def _take_size(bits: "_Bits") -> tuple[int, int]:
    is_small = bits.take(1)
    height = 8 * (bits.take(5) + 1) if is_small else bits.take_one_of(_LENGTHS)
    ratio = bits.take(3)
    if ratio:
        across, down = _RATIOS[ratio - 1]
        return height * across // down, height
    return 8 * (bits.take(5) + 1) if is_small else bits.take_one_of(_LENGTHS), height


def _take_preview(bits: "_Bits") -> None:
    sides = _PREVIEW_IN_EIGHTS if bits.take(1) else _PREVIEW
    bits.take_one_of(sides)
    if not bits.take(3):  # the ratio of the sides
        bits.take_one_of(sides)


def _take_animation(bits: "_Bits") -> None:
    for choices in (_TICKS, _TICK_DIVISORS, _LOOPS):
        bits.take_one_of(choices)
    bits.take(1)  # have_timecodes


def _codestream(data: bytes) -> bytes:
    """The first bytes of the codestream, out of its container's boxes if it has one."""
    if data.startswith(b"\xff\x0a"):
        return data[:64]
    for name, body in _boxes(data):
        if name == b"jxlc":
            return body[:64]
        if name == b"jxlp":  # the first of several parts; a number stands before it
            return body[4:68]
    raise ImageError(
        "The file ends too early, part of the picture is missing: copy it again from its source."
    )


def _boxes(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    position = 0
    while position + 8 <= len(data):
        length, head = int.from_bytes(data[position : position + 4], "big"), 8
        if length == 1:
            length, head = int.from_bytes(data[position + 8 : position + 16], "big"), 16
        end = position + length if length else len(data)
        yield data[position + 4 : position + 8], data[position + head : min(end, len(data))][:80]
        if end < position + head:
            return
        position = end


class _Bits:
    """Numbers of some bits, the lowest bit of each byte first."""

    def __init__(self, data: bytes) -> None:
        self._rest = int.from_bytes(data, "little")
        self._left = 8 * len(data)

    def take(self, count: int) -> int:
        """Take the next number."""
        if count > self._left:
            raise ImageError(
                "The file ends too early, part of the picture is missing: copy it again from its"
                " source."
            )
        value = self._rest & ((1 << count) - 1)
        self._rest >>= count
        self._left -= count
        return value

    def take_one_of(self, choices: _Choices) -> int:
        """Take two bits, which choose a number and how many bits of another are added to it."""
        least, count = choices[self.take(2)]
        return least + self.take(count)
