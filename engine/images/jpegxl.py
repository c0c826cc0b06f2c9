"""JPEG XL files, read by imagecodecs (extra ``jxl``), which turns them upright as they say.

Owns the reading of their header (ISO/IEC 18181-1, annex D), which imagecodecs does not show.
"""

import importlib
import io
from collections.abc import Iterator
from typing import Any

import numpy as np
from PIL import Image, JpegImagePlugin

from engine.errors import ImageError
from engine.images.flatten import find_scale, lay_on_white, to_bytes
from engine.images.orientation import turns_sideways
from engine.images.source import Source, assemble, band_rows, check_pixels

# Measured, bytes a pixel: the decoder works on floating-point planes.
_MEMORY = 24

_RATIOS = ((1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1))


def open_jpegxl(data: bytes) -> Source:
    """Read the header of a file; of an animation the first picture is meant.

    Raises:
        ImageError: imagecodecs is missing, or the file is damaged.
    """
    try:
        library: Any = importlib.import_module("imagecodecs")
        library.jpegxl_version()
    except ImportError:
        raise ImageError(
            "Install imagecodecs (pip install imgtext-desktop[jxl]) to read JPEG XL photos."
        ) from None
    size = read_size(data)
    check_pixels(size)

    def read(factor: int) -> Image.Image:
        values = np.asarray(library.jpegxl_decode(data, index=0, numthreads=1))
        if values.ndim == 2:
            values = values[..., None]
        if values.shape[1::-1] != size:
            raise ImageError("The picture is too large, or its file lies about its size.")
        rows = band_rows(size[0], factor)
        black, white = _scale(values)
        bands = (
            _to_image(values[top : top + rows], black, white) for top in range(0, size[1], rows)
        )
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


def _scale(values: "np.ndarray[Any, np.dtype[Any]]") -> tuple[float, float]:
    if np.issubdtype(values.dtype, np.integer):
        return 0.0, float(np.iinfo(values.dtype).max)
    colours = values[..., : 3 if values.shape[2] >= 3 else 1]
    rows = band_rows(values.shape[1], 1)
    return find_scale((colours[top : top + rows] for top in range(0, len(values), rows)), 1.0)


def _to_image(values: "np.ndarray[Any, np.dtype[Any]]", black: float, white: float) -> Image.Image:
    channels = 3 if values.shape[2] >= 3 else 1
    colours = to_bytes(values[..., :channels], black, white)
    if values.shape[2] in (2, 4):
        top = white if np.issubdtype(values.dtype, np.integer) else 1.0
        alpha = to_bytes(values[..., -1], 0.0, top)
        colours = lay_on_white(colours, alpha, is_premultiplied=False)
    return Image.fromarray(colours if channels == 3 else colours[..., 0])


def read_size(data: bytes) -> tuple[int, int]:
    """Read the size of the upright picture from a file's header.

    Raises:
        ImageError: The header is cut.
    """
    bits = _Bits(_codestream(data))
    bits.take(16)  # the signature
    width, height = _take_size(bits)
    # all_default, extra_fields, orientation
    orientation = 1 + bits.take(3) if not bits.take(1) and bits.take(1) else 1
    return (height, width) if turns_sideways(orientation) else (width, height)


def _take_size(bits: "_Bits") -> tuple[int, int]:
    is_small = bits.take(1)
    height = 8 * (bits.take(5) + 1) if is_small else bits.take_length()
    ratio = bits.take(3)
    if ratio:
        across, down = _RATIOS[ratio - 1]
        return height * across // down, height
    return 8 * (bits.take(5) + 1) if is_small else bits.take_length(), height


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

    def take_length(self) -> int:
        """Take the length of a side, for which two bits tell how many follow."""
        return 1 + self.take((9, 13, 18, 30)[self.take(2)])
