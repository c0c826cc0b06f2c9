"""PNG files: mending what is broken beside the picture, and reading large pictures by strips."""

import io
import struct
import zlib
from collections.abc import Iterator

from PIL import Image, PngImagePlugin

from engine.images.source import band_rows, reduced

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PICTURE_CHUNKS = frozenset((b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"))
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # for each colour type (PNG, table 11.1)
_PLAIN_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}  # of 8-bit values, for each number of bytes a pixel
_PIECE = 1 << 20
_MOST_PROFILE = 16 << 20  # printers have some of several megabytes


def without_text(data: bytes) -> bytes:
    """Drop all but the picture's own chunks from a file whose text or metadata are broken."""
    kept = [_SIGNATURE]
    kept += [_chunk(name, body) for name, body in _chunks(data) if name in _PICTURE_CHUNKS]
    return b"".join(kept)


def color_profile(data: bytes) -> bytes:
    """Unpack the ICC profile of a file, also one that is larger than Pillow allows.

    Returns:
        The profile; empty if there is none, or it is broken or beyond all measure.
    """
    chunk = next((bytes(chunk) for name, chunk in _chunks(data) if name == b"iCCP"), b"")
    packed = chunk.partition(b"\0")[2][1:]  # after its name, and the number of the packing
    try:
        inflate = zlib.decompressobj()
        profile = inflate.decompress(packed, _MOST_PROFILE)
    except zlib.error:
        return b""
    return profile if inflate.eof else b""


def scale_clear_grey(image: Image.Image, depth: int) -> None:
    """Scale the grey that stands for nothing as Pillow scales the picture's own, of 2 or 4 bits."""
    clear = image.info.get("transparency")
    if image.mode == "L" and depth < 8 and isinstance(clear, int):
        image.info["transparency"] = clear * 255 // ((1 << depth) - 1)


def strip_memory(size: tuple[int, int], factor: int) -> int:
    """Bytes that reading by strips takes at most."""
    strip = band_rows(size[0], factor) * size[0]
    across, down = reduced(size, factor)
    # Of a strip: its bytes twice, packed and as a file, Pillow's picture, and some of it again.
    return 32 * strip + 4 * across * down


class Layout:
    """How the rows of a picture are stored.

    Attributes:
        width: In pixels.
        height: In pixels.
        depth: Bits of each value.
        can_strip: Whether it can be read by strips: not if the rows are interlaced or have 16
            bits a colour.
        pixel_bytes: Bytes between a value and its neighbour's.
        row_bytes: Bytes of a row, without the one that names its filter.
        body: The packed rows.
        exif: The camera's data, which may stand behind the picture; empty if there are none.
    """

    def __init__(self, data: bytes) -> None:
        """Read a file whose header is sound."""
        header = data[16:29]
        self.exif = next((bytes(chunk) for name, chunk in _chunks(data) if name == b"eXIf"), b"")
        self.body = [chunk for name, chunk in _chunks(data) if name == b"IDAT"]
        self._extra = b"".join(
            _chunk(name, chunk) for name, chunk in _chunks(data) if name in (b"PLTE", b"tRNS")
        )
        self.width, self.height, self.depth, colour, _, _, interlace = struct.unpack(
            ">IIBBBBB", header
        )
        bits = self.depth * _CHANNELS[colour]
        self.pixel_bytes = max(1, bits // 8)
        self.row_bytes = -(-self.width * bits // 8)
        self.can_strip = not interlace and self.pixel_bytes in _PLAIN_TYPES
        self._kind = header[8:]

    def picture(self, rows: bytes, count: int) -> Image.Image:
        """Read rows as the picture they are."""
        image = _read(self.width, count, self._kind, self._extra, rows)
        scale_clear_grey(image, self.depth)
        return image

    def plain(self, rows: bytes, count: int) -> Image.Image:
        """Read rows as 8-bit values, which undoes their filters, whatever they are."""
        if self.depth == 8:
            return self.picture(rows, count)
        kind = bytes((8, _PLAIN_TYPES[self.pixel_bytes], 0, 0, 0))
        return _read(self.row_bytes // self.pixel_bytes, count, kind, b"", rows)


def read_strips(layout: Layout, factor: int) -> Iterator[Image.Image]:
    """Read a picture by strips, each a picture of its own, from top to bottom.

    Rows are stored as differences from the row above. So each strip becomes a small PNG file of
    its own, which begins with the last row of the strip before as it is, and Pillow reads it.

    Args:
        layout: How it is stored.
        factor: The strips' heights are a multiple of it, but for the last.
    """
    rows = band_rows(layout.width, factor)
    stream = _Inflated(layout.body)
    above = b""
    for top in range(0, layout.height, rows):
        count = min(rows, layout.height - top)
        strip = above + stream.take(count * (layout.row_bytes + 1))
        before = 1 if above else 0
        image = layout.plain(strip, before + count)
        box = (0, before, image.width, before + count)
        # Filter 0 leaves a row as it is.
        above = b"\0" + image.crop((0, box[3] - 1, image.width, box[3])).tobytes()
        if before:
            image = image.crop(box)
        if layout.depth != 8:
            lines = image.tobytes()
            size = layout.row_bytes
            parts = (lines[i : i + size] for i in range(0, len(lines), size))
            image = layout.picture(b"\0" + b"\0".join(parts), count)
        yield image


def _read(width: int, height: int, kind: bytes, extra: bytes, rows: bytes) -> Image.Image:
    file = (
        _SIGNATURE
        + _chunk(b"IHDR", struct.pack(">II", width, height) + kind)
        + extra
        + _chunk(b"IDAT", zlib.compress(rows, 0))
        + _chunk(b"IEND", b"")
    )
    # Closed, because what it holds would wait for the garbage collection, strip by strip.
    with PngImagePlugin.PngImageFile(io.BytesIO(file)) as image:
        image.load()
        return image.copy()


class _Inflated:
    """The rows, unpacked piece by piece."""

    def __init__(self, body: list[memoryview]) -> None:
        self._pieces = (
            chunk[i : i + _PIECE] for chunk in body for i in range(0, len(chunk), _PIECE)
        )
        self._inflate = zlib.decompressobj()
        self._waiting: bytes | memoryview = b""

    def take(self, count: int) -> bytes:
        """Unpack as many bytes.

        Raises:
            OSError: There are fewer.
        """
        parts: list[bytes] = []
        while count:
            if not self._waiting:
                self._waiting = next(self._pieces, b"")
                if not self._waiting:
                    raise OSError("image file is truncated")
            part = self._inflate.decompress(self._waiting, count)
            self._waiting = self._inflate.unconsumed_tail
            parts.append(part)
            count -= len(part)
        return b"".join(parts)


def _chunks(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    """Name and content of each whole chunk."""
    view = memoryview(data)
    position = len(_SIGNATURE)
    while position + 12 <= len(data):
        end = position + 12 + int.from_bytes(view[position : position + 4], "big")
        if end <= len(data):
            yield bytes(view[position + 4 : position + 8]), view[position + 8 : end - 4]
        position = end


def _chunk(name: bytes, content: bytes | memoryview) -> bytes:
    check = zlib.crc32(content, zlib.crc32(name))
    return b"".join((struct.pack(">I", len(content)), name, content, struct.pack(">I", check)))
