"""Camera raw files, read by rawpy (extra ``raw``): the camera's own preview where it will do.

Of a file that LibRaw refuses, such as one that is cut, the preview is looked for by hand.
"""

import io
import struct
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from PIL import Image

from engine.images.extras import RAW
from engine.images.formats import PhotoFormat
from engine.images.orientation import ORIENTATION_TAG, is_orientation
from engine.images.pillow import open_pillow
from engine.images.source import Source, check_pixels

# LibRaw's "flip": mirrored across, down, and transposed, as EXIF's orientation.
_ORIENTATIONS = (1, 2, 4, 3, 5, 8, 6, 7)
# Measured, bytes a pixel of the sensor: developing at half the size, and in full.
_MEMORY_HALF, _MEMORY_FULL = 9, 24
# A preview shows what the sensor saw, but for a few rows at the edge; a thumbnail with bars or
# another crop does not.
_SAME_SHAPE = 0.03

_SUB_DIRECTORIES = 330
_PLACES = ((513, 514), (273, 279))  # tags of where a preview begins and how long it is
_MOST_DIRECTORIES = 32


def open_raw(data: bytes, *, min_side: int, min_long_side: int) -> Source:
    """Read the header of a file, and find its preview.

    Args:
        data: The whole file.
        min_side: The preview does if its shorter side has as many pixels; otherwise the
            sensor's values are developed.
        min_long_side: The same for the longer side.

    Raises:
        ImageError: rawpy is missing.
    """
    library: Any = RAW.load()
    raw = library.RawPy()
    try:
        raw.open_buffer(io.BytesIO(data))
    except library.LibRawError:
        preview = _find_preview(data)
        if preview is None:
            raise
        return preview
    sizes = raw.sizes
    size = (
        round(sizes.iwidth * max(1.0, sizes.pixel_aspect)),
        round(sizes.iheight / min(1.0, sizes.pixel_aspect or 1.0)),
    )
    check_pixels(size)
    developed = _Development(library, raw, size)
    orientation = _ORIENTATIONS[sizes.flip & 7]
    preview = _camera_preview(library, raw)
    wanted = (min(min_side, *size), min(min_long_side, max(size)))
    if preview is None or not _has(preview.size, wanted) or not _same_shape(preview.size, size):
        return Source(
            size=size, memory=developed.memory, read=developed.read, orientation=orientation
        )
    return with_preview(preview, size, orientation)


def with_preview(preview: Source, size: tuple[int, int], orientation: int) -> Source:
    """A source that reads the preview in place of the sensor's values."""
    # A preview that lies as the sensor does is turned like it; one that stands is upright.
    is_turned = (preview.size[0] > preview.size[1]) != (size[0] > size[1])
    if is_turned:
        size = size[::-1]
    shrink = min(size) / min(preview.size)

    def inner(factor: int) -> int:
        return max(1, int(factor / shrink))

    return Source(
        size=size,
        memory=lambda factor: preview.memory(inner(factor)),
        read=lambda factor: preview.read(inner(factor)),
        orientation=1 if is_turned else orientation,
        profile=preview.profile,
    )


def _has(size: tuple[int, int], wanted: tuple[int, int]) -> bool:
    return min(size) >= wanted[0] and max(size) >= wanted[1]


def _same_shape(one: tuple[int, int], other: tuple[int, int]) -> bool:
    ratio = max(one) / min(one) * min(other) / max(other)
    return abs(ratio - 1) < _SAME_SHAPE


def _camera_preview(library: Any, raw: Any) -> Source | None:
    try:
        thumb = raw.extract_thumb()
        if thumb.format == library.ThumbFormat.JPEG:
            return open_pillow(thumb.data, PhotoFormat.JPEG)
    except Exception:  # noqa: BLE001 - without a preview the sensor's values will do
        pass
    return None


class _Development:
    """Makes a picture of the sensor's values, at the camera's white balance."""

    def __init__(self, library: Any, raw: Any, size: tuple[int, int]) -> None:
        self._library = library
        self._raw = raw
        self._pixels = size[0] * size[1]

    def memory(self, factor: int) -> int:
        """Bytes that it takes."""
        return self._pixels * (_MEMORY_HALF if factor > 1 else _MEMORY_FULL)

    def read(self, factor: int) -> Image.Image:
        """Develop; at half the size, which is much quicker, if it will be reduced anyway."""
        half = factor > 1
        simple = self._library.DemosaicAlgorithm.LINEAR
        with self._raw as raw:
            pixels = raw.postprocess(
                use_camera_wb=True, half_size=half, user_flip=0, demosaic_algorithm=simple
            )
        image = Image.fromarray(np.asarray(pixels))
        rest = factor // 2 if half else factor
        return image.reduce(rest) if rest > 1 else image


# ---- previews of files that LibRaw refuses ----


def _find_preview(data: bytes) -> Source | None:
    """Find the largest whole JPEG picture that the directories of a TIFF-like file name."""
    best: Source | None = None
    orientation = 1
    for number, tags in enumerate(_directories(data)):
        if number == 0 and is_orientation(tags.get(ORIENTATION_TAG)):
            orientation = tags[ORIENTATION_TAG]
        for start_tag, length_tag in _PLACES:
            start, length = tags.get(start_tag, 0), tags.get(length_tag, 0)
            jpeg = data[start : start + length]
            if not (jpeg.startswith(b"\xff\xd8") and _is_whole(jpeg)):
                continue
            try:
                found = open_pillow(jpeg, PhotoFormat.JPEG)
            except Exception:  # noqa: BLE001 - such as the sensor's values, packed as JPEG
                continue
            if best is None or found.size > best.size:
                best = found
    return None if best is None else replace(best, orientation=orientation)


def _is_whole(jpeg: bytes) -> bool:
    """Whether a JPEG picture has its end, perhaps with some padding behind."""
    return b"\xff\xd9" in jpeg[-64:]


def _directories(data: bytes) -> Iterator[dict[int, int]]:
    """Yield the single numbers of each directory of a TIFF-like file, by tag."""
    if data[:2] not in (b"II", b"MM"):
        return
    order = "<" if data.startswith(b"II") else ">"
    try:
        waiting = [struct.unpack_from(order + "I", data, 4)[0]]
    except struct.error:
        return
    seen: set[int] = set()
    while waiting and len(seen) < _MOST_DIRECTORIES:
        place = waiting.pop(0)
        if place in seen or not place:
            continue
        seen.add(place)
        try:
            tags, inner, following = _directory(data, place, order)
        except struct.error:
            continue
        yield tags
        waiting += [*inner, following]


def _directory(data: bytes, place: int, order: str) -> tuple[dict[int, int], list[int], int]:
    """Read a directory.

    Returns:
        Its single numbers, where the directories below it are, and where the next one is.
    """
    (count,) = struct.unpack_from(order + "H", data, place)
    tags: dict[int, int] = {}
    inner: list[int] = []
    for i in range(count):
        entry = place + 2 + 12 * i
        tag, kind, length = struct.unpack_from(order + "HHI", data, entry)
        (value,) = struct.unpack_from(order + ("H" if kind == 3 else "I"), data, entry + 8)
        if tag == _SUB_DIRECTORIES and 1 < length <= _MOST_DIRECTORIES:
            inner += struct.unpack_from(f"{order}{length}I", data, value)
        elif tag == _SUB_DIRECTORIES:
            inner.append(value)
        elif length == 1:
            tags[tag] = value
    return tags, inner, struct.unpack_from(order + "I", data, place + 2 + 12 * count)[0]
