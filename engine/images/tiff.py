"""TIFF files that Pillow cannot read, reads with too few bits, or cannot read in bands.

These are pictures of 16 bits and more, floating-point ones, CIELAB in any depth, alpha beside
16 bits, and large pictures. The file's directory is read by Pillow, its strips and tiles are
unpacked by zlib and by Pillow, which has the other methods (TIFF 6.0; technical note 3 for the
floating-point predictor). What is packed as JPEG or as fax is left to Pillow, but for WebP and
JPEG 2000, which its TIFF reader lacks.
"""

import io
import struct
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image, TiffImagePlugin

from engine.images.colour import lab_to_srgb
from engine.images.flatten import Values, find_scale, lay_on_white, to_bytes
from engine.images.orientation import ORIENTATION_TAG, is_orientation
from engine.images.source import Source, assemble, band_rows, check_pixels, reduced
from engine.images.tiff_layout import (
    CMYK,
    COLOURS,
    DEFLATE,
    ICC_LAB,
    LAB,
    LUMA_PICTURES,
    PICTURES,
    RAW,
    RGB,
    WHITE_IS_ZERO,
    Layout,
    read_layout,
)

_HALF_RANGE = 2**31  # of values of 32 bits


def open_tiff(data: bytes, directory: Any, *, is_large: bool) -> Source | None:
    """Read a picture that needs more than Pillow.

    Args:
        data: The file.
        directory: Of its page, as Pillow reads it.
        is_large: Whether it must be read here, in bands.

    Returns:
        The picture, or None where Pillow is to read it.
    """
    layout = read_layout(directory, "<" if data.startswith(b"II") else ">")
    if layout is None:
        return None
    is_lab = layout.photometric in (LAB, ICC_LAB)
    is_rare = layout.photometric == ICC_LAB or (layout.is_planar and layout.alpha)
    is_rare |= layout.photometric == CMYK and layout.alpha > 0
    needs_us = layout.is_deep or is_rare or layout.compression in PICTURES
    if not (needs_us or is_large):
        return None
    check_pixels(layout.size)
    width, height = layout.size

    def memory(factor: int) -> int:
        across, down = reduced(layout.size, factor)
        rows = _chunk_rows(layout, factor)
        # Values as stored, unpacked and without differences; then as floating-point numbers.
        pixel = 4 * layout.samples * layout.dtype.itemsize + 14 * layout.samples
        return rows * width * pixel + 4 * across * down

    def read(factor: int) -> Image.Image:
        black, white = _scale(data, layout)
        bands = (
            _to_image(values, layout, black, white)
            for values in _rechunk(_bands(data, layout), _chunk_rows(layout, factor))
        )
        return assemble(bands, layout.size, factor)

    orientation = directory.get(ORIENTATION_TAG, 1)
    profile = directory.get(34675, b"")
    return Source(
        size=(width, height),
        memory=memory,
        read=read,
        orientation=orientation if is_orientation(orientation) else 1,
        profile=profile if isinstance(profile, bytes) and not is_lab else b"",
    )


# ---- stored bytes to values ----


def _chunk_rows(layout: Layout, factor: int) -> int:
    """Rows that are held at once: a band, or the rows of a part where they come at once."""
    rows = band_rows(layout.size[0], factor)
    return rows if _can_stream(layout) else max(rows, layout.part[1] + factor)


def _can_stream(layout: Layout) -> bool:
    is_plain = layout.compression == RAW or layout.compression in DEFLATE
    return is_plain and not layout.is_tiled and not layout.is_planar


def _bands(data: bytes, layout: Layout) -> Iterator[Values]:
    """Yield all values from top to bottom, ``[rows, width, samples]``."""
    width, height = layout.size
    across = -(-width // layout.part[0])
    down = -(-height // layout.part[1])
    for row in range(down):
        rows = min(layout.part[1], height - row * layout.part[1])
        if _can_stream(layout):
            yield from _stream(data, layout, row, rows)
            continue
        planes = []
        for plane in range(layout.samples if layout.is_planar else 1):
            first = (plane * down + row) * across
            stored = layout.part[1] if layout.is_tiled else rows
            parts = [_part(data, layout, first + i, stored) for i in range(across)]
            whole = np.concatenate(parts, 1) if across > 1 else parts[0]
            planes.append(whole[:rows, :width])
        yield np.concatenate(planes, 2) if layout.is_planar else planes[0]


def _stream(data: bytes, layout: Layout, index: int, rows: int) -> Iterator[Values]:
    """Unpack a strip piece by piece, as one may hold the whole picture."""
    stored = memoryview(data)[layout.offsets[index] :][: layout.lengths[index]]
    step = band_rows(layout.size[0], 1)
    inflate = zlib.decompressobj() if layout.compression in DEFLATE else None
    for top in range(0, rows, step):
        count = min(step, rows - top)
        size = count * layout.row_bytes
        if inflate is None:
            piece: bytes | memoryview = stored[top * layout.row_bytes :][:size]
        else:
            piece = b""
            while len(piece) < size and stored:
                piece += inflate.decompress(stored, size - len(piece))
                stored = memoryview(inflate.unconsumed_tail)
        yield _values(piece, layout, count)


def _part(data: bytes, layout: Layout, index: int, rows: int) -> Values:
    """Unpack a strip or tile."""
    start = layout.offsets[index]
    stored = data[start : start + layout.lengths[index]]
    size = rows * layout.row_bytes
    if layout.compression in DEFLATE:
        stored = zlib.decompressobj().decompress(stored, size)
    elif layout.compression in PICTURES:
        stored = _unpack_picture(stored, layout, rows)
    elif layout.compression != RAW:
        stored = _unpack(stored, layout.compression, layout.row_bytes, rows)
    return _values(stored, layout, rows)


def _unpack_picture(stored: bytes, layout: Layout, rows: int) -> bytes:
    """Have Pillow read a part that is a picture file of its own.

    Raises:
        OSError: It is no such part.
    """
    with Image.open(io.BytesIO(stored), formats=["WEBP", "JPEG2000"]) as image:
        if image.size != (layout.part[0], rows):
            raise OSError("a part has another size")
        wanted = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}.get(layout.part_samples, "")
        # A part that hides all may lack its alpha.
        if wanted not in (image.mode, image.mode + "A"):
            raise OSError("a part has other channels")
        whole: Image.Image = image.convert(wanted)
    if layout.compression in LUMA_PICTURES and wanted == "RGB":
        whole = Image.merge("YCbCr", whole.split()).convert(wanted)
    return whole.tobytes()


def _unpack(stored: bytes, compression: int, row_bytes: int, rows: int) -> bytes:
    """Have Pillow unpack bytes, as a grey picture of its own."""
    start = 8
    tags = (
        (256, row_bytes),
        (257, rows),
        (258, 8),
        (259, compression),
        (262, 1),
        (273, start),
        (277, 1),
        (278, rows),
        (279, len(stored)),
    )
    place = start + len(stored) + len(stored) % 2
    directory = struct.pack("<H", len(tags))
    directory += b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
    file = struct.pack("<2sHI", b"II", 42, place) + stored + b"\0" * (len(stored) % 2)
    image = TiffImagePlugin.TiffImageFile(io.BytesIO(file + directory + bytes(4)))
    image.load()
    return image.tobytes()


def _values(stored: bytes | memoryview, layout: Layout, rows: int) -> Values:
    """Turn unpacked bytes into values, ``[rows, width of the part, samples]``.

    Raises:
        OSError: There are too few.
    """
    count = rows * layout.row_bytes
    if len(stored) < count:
        raise OSError("image file is truncated")
    shape = (rows, layout.part[0], layout.part_samples)
    if layout.predictor == 3:
        return _undo_float_differences(stored[:count], layout, shape)
    values = np.frombuffer(stored, layout.dtype, count // layout.dtype.itemsize).reshape(shape)
    if layout.predictor == 2:
        # Whole numbers wrap round, as the standard wants.
        native = values.view(f"{layout.dtype.byteorder}u{layout.dtype.itemsize}")
        summed = np.cumsum(native, 1, dtype=native.dtype.newbyteorder("="))
        return summed.view(layout.dtype.newbyteorder("="))
    return values


def _undo_float_differences(
    stored: bytes | memoryview, layout: Layout, shape: tuple[int, int, int]
) -> Values:
    rows, width, samples = shape
    size = layout.dtype.itemsize
    steps = np.frombuffer(stored, np.uint8).reshape(rows, size * width, samples)
    plain = np.cumsum(steps, 1, dtype=np.uint8).reshape(rows, size, width * samples)
    # First the highest byte of all values of a row, then the next.
    ordered = np.ascontiguousarray(plain.transpose(0, 2, 1))
    return ordered.view(f">f{size}").reshape(shape)


def _rechunk(bands: Iterator[Values], rows: int) -> Iterator[Values]:
    """Yield the same values in pieces of a number of rows."""
    waiting: list[Values] = []
    count = 0
    for band in bands:
        waiting.append(band)
        count += len(band)
        while count >= rows:
            whole = np.concatenate(waiting) if len(waiting) > 1 else waiting[0]
            yield whole[:rows]
            waiting, count = [whole[rows:]], count - rows
    if count:
        yield np.concatenate(waiting) if len(waiting) > 1 else waiting[0]


# ---- values to pictures ----


def _scale(data: bytes, layout: Layout) -> tuple[float, float]:
    """The values that stand for black and white."""
    size = layout.dtype.itemsize
    if layout.dtype.kind == "u" and size <= 2:
        return 0.0, float(256**size - 1)
    if layout.photometric in (LAB, ICC_LAB):
        return 0.0, 100.0 if layout.dtype.kind == "f" else float(256**size - 1)
    colours = COLOURS[layout.photometric]
    usual = 1.0 if layout.dtype.kind == "f" else 65535.0
    if layout.dtype.kind == "i" and size <= 2:
        usual = float(256**size // 2 - 1)
    black, white = find_scale((values[..., :colours] for values in _bands(data, layout)), usual)
    # So large values mean that the picture has the whole range, though it may not have its white.
    is_full = layout.dtype.kind == "u" and white > _HALF_RANGE
    return (0.0, 2.0**32 - 1) if is_full else (black, white)


def _to_image(values: Values, layout: Layout, black: float, white: float) -> Image.Image:
    if layout.photometric in (LAB, ICC_LAB):
        return _lab_to_image(values, layout)
    count = COLOURS[layout.photometric]
    convert = _light_to_bytes if _is_light(layout) else to_bytes
    colours = convert(values[..., :count], black, white)
    if layout.photometric == WHITE_IS_ZERO:
        colours = 255 - colours
    if layout.alpha:
        opaque = 1.0 if layout.dtype.kind == "f" else white
        alpha = to_bytes(values[..., count], 0.0, opaque)
        if count == 4:  # no ink is white: what is multiplied by alpha lies on white already
            if layout.alpha == 2:
                colours = 255 - lay_on_white(255 - colours, alpha, is_premultiplied=False)
        else:
            colours = lay_on_white(colours, alpha, is_premultiplied=layout.alpha == 1)
    if count == 1:
        return Image.fromarray(colours[..., 0])
    return Image.fromarray(colours, "CMYK") if count == 4 else Image.fromarray(colours)


def _is_light(layout: Layout) -> bool:
    """Whether values are amounts of light, as floating-point colours are by custom."""
    return layout.dtype.kind == "f" and layout.photometric == RGB


def _light_to_bytes(values: Values, black: float, white: float) -> npt.NDArray[np.uint8]:
    """Scale amounts of light and give them sRGB's curve (IEC 61966-2-1)."""
    light = (values.astype(np.float32) - np.float32(black)) / np.float32(white - black)
    light = np.nan_to_num(light, nan=0, posinf=1, neginf=0).clip(0, 1)
    curved = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    shown: npt.NDArray[np.uint8] = np.round(255 * curved).astype(np.uint8)
    return shown


def _lab_to_image(values: Values, layout: Layout) -> Image.Image:
    channels = [values[..., i].astype(np.float32) for i in range(3)]
    if layout.dtype.kind == "f":
        scales: tuple[Callable[[Any], Any], ...] = (
            lambda light: light * 2.55,
            lambda colour: colour + 128,
        )
    else:
        span = np.float32(256 ** (layout.dtype.itemsize - 1))
        # In CIELAB the colours are signed, in ICC's way they lie around the middle.
        middle = 128 if layout.photometric == LAB else 0
        half = 128 * span

        def shifted(colour: Any) -> Any:
            is_negative = (colour >= half) if middle and layout.dtype.kind == "u" else False
            return (colour - 2 * half * is_negative) / span + middle

        # Lightness has no sign, even where the file says that its values have one.
        scales = (lambda light: light % (256 * span) * (255 / (256 * span - 1)), shifted)
    planes = [scales[0](channels[0]), *(scales[1](channel) for channel in channels[1:])]
    bands = [Image.fromarray(np.round(plane.clip(0, 255)).astype(np.uint8)) for plane in planes]
    return lab_to_srgb(Image.merge("LAB", bands))
