"""Which page of a TIFF file is meant, and how its values are stored.

The directory is read by Pillow (TIFF 6.0; for files of 64-bit offsets the BigTIFF design).
"""

import io
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import TiffImagePlugin

RAW, PACKED = 1, frozenset((5, 8, 32773, 32946, 34925, 50000))
DEFLATE = frozenset((8, 32946))
LUMA_PICTURES = frozenset((33003, 33004))  # JPEG 2000 of brightness and two differences
PICTURES = LUMA_PICTURES | {33005, 34712, 50001}  # JPEG 2000 and WebP
WHITE_IS_ZERO, BLACK_IS_ZERO, RGB, CMYK, LAB, ICC_LAB = 0, 1, 2, 5, 8, 9
COLOURS = {WHITE_IS_ZERO: 1, BLACK_IS_ZERO: 1, RGB: 3, CMYK: 4, LAB: 3, ICC_LAB: 3}
_TYPES = {
    **{(1, bits): f"u{bits // 8}" for bits in (8, 16, 32)},
    **{(2, bits): f"i{bits // 8}" for bits in (8, 16, 32)},
    **{(3, bits): f"f{bits // 8}" for bits in (16, 32, 64)},
}
_MOST_PAGES = 16


@dataclass(frozen=True, slots=True)
class Layout:
    """How a picture is stored.

    Attributes:
        size: Width and height, pixels.
        samples: Values of a pixel.
        dtype: Of a value, in the file's order of bytes.
        photometric: What the values mean.
        alpha: 0 if there is none, 1 if the colours are multiplied by it, else 2.
        is_planar: Whether each channel is stored apart.
        compression: How the parts are packed.
        predictor: 2 and 3 store differences.
        part: Width and height of a tile, or of a strip.
        is_tiled: Whether parts at the edge have the full size.
        offsets: Where each part begins.
        lengths: Bytes of each part.
    """

    size: tuple[int, int]
    samples: int
    dtype: np.dtype[Any]
    photometric: int
    alpha: int
    is_planar: bool
    compression: int
    predictor: int
    part: tuple[int, int]
    is_tiled: bool
    offsets: tuple[int, ...]
    lengths: tuple[int, ...]

    @property
    def part_samples(self) -> int:
        """Values of a pixel within a part."""
        return 1 if self.is_planar else self.samples

    @property
    def row_bytes(self) -> int:
        """Bytes of a row within a part."""
        return self.part[0] * self.part_samples * self.dtype.itemsize

    @property
    def is_deep(self) -> bool:
        """Whether a value has more than 8 bits."""
        return self.dtype.itemsize > 1


def find_page(data: bytes) -> tuple[int, Any]:
    """Find the picture that a file of several is about.

    Returns:
        Number and directory of the first page that is no reduced version of another (TIFF 6.0,
        "NewSubfileType"); the first of all if there is none.
    """
    file = io.BytesIO(data)
    first: Any = None
    place, seen = _new_directory(data).next, set[int]()
    while place and place not in seen and len(seen) < _MOST_PAGES:
        directory = _new_directory(data)
        file.seek(place)
        try:
            directory.load(file)
        except Exception:
            if first is None:
                raise
            break
        kind = directory.get(254, 0)
        if not (isinstance(kind, int) and kind & 1):
            return len(seen), directory
        first = directory if first is None else first
        seen.add(place)
        place = directory.next
    return 0, first


def is_beyond_pillow(data: bytes) -> bool:
    """Whether Pillow fails on a file's header, which is that of a big-endian BigTIFF."""
    return data.startswith(b"MM\0+")


def _new_directory(data: bytes) -> Any:
    """A directory for a file's order of bytes and length of offsets; nothing is loaded."""
    if is_beyond_pillow(data):
        # Pillow looks for the "+" in one order only.
        return TiffImagePlugin.ImageFileDirectory_v2(b"II+\0" + data[4:16], prefix=b"MM")
    return TiffImagePlugin.ImageFileDirectory_v2(data[: 16 if data[2:3] == b"+" else 8])


def read_layout(directory: Any, order: str) -> Layout | None:
    """Read how a picture is stored; None where it is not for us."""

    def number(tag: int, default: int) -> int:
        value = directory.get(tag, default)
        value = value[0] if isinstance(value, tuple) and value else value
        return value if isinstance(value, int) else default

    width, height, samples = number(256, 0), number(257, 0), number(277, 1)
    bits = directory.get(258, (1,))
    kinds = directory.get(339, (1,))
    photometric, compression = number(262, -1), number(259, 1)
    name = _TYPES.get((kinds[0], bits[0])) if len(set(bits)) == len(set(kinds)) == 1 else None
    extra = samples - COLOURS.get(photometric, samples + 1)
    is_known = compression == RAW or compression in PACKED
    is_known |= compression in PICTURES and bits[0] == 8
    if name is None or extra < 0 or not is_known or number(266, 1) != 1 or width * height <= 0:
        return None
    is_tiled = 324 in directory
    tile = (number(322, 0), number(323, 0))
    part = tile if is_tiled else (width, min(number(278, height), height) or height)
    offsets = directory.get(324 if is_tiled else 273, ())
    lengths = directory.get(325 if is_tiled else 279, ())
    is_planar = number(284, 1) == 2 and samples > 1
    count = -(-width // max(part[0], 1)) * -(-height // max(part[1], 1))
    count *= samples if is_planar else 1
    if min(part) <= 0 or len(offsets) < count:
        return None
    if len(lengths) < count:
        # Some writers leave it out of a picture in one piece.
        if compression != RAW:
            return None
        size = part[0] * part[1] * (1 if is_planar else samples) * bits[0] // 8
        lengths = (size,) * count
    alpha = 0
    if extra and photometric in (WHITE_IS_ZERO, BLACK_IS_ZERO, RGB, CMYK):
        kind = directory.get(338, (0,))
        alpha = {1: 1, 2: 2}.get(kind[0] if isinstance(kind, tuple) else kind, 0)
    return Layout(
        size=(width, height),
        samples=samples,
        dtype=np.dtype(order + name),
        photometric=photometric,
        alpha=alpha,
        is_planar=is_planar,
        compression=compression,
        predictor=number(317, 1),
        part=part,
        is_tiled=is_tiled,
        offsets=offsets[:count],
        lengths=lengths[:count],
    )
