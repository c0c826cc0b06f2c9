"""Directories of tags: the frame of TIFF files, of EXIF blocks and of most camera raw files.

Reads what is whole and leaves out what is not: a tag with a bad type, count or offset costs itself
only. (Pillow gives up the rest of a directory at the first such tag.) Source: TIFF 6.0, section 2;
BigTIFF as libtiff documents it.
"""

import math
import struct
from collections.abc import Collection
from dataclasses import dataclass

from engine.metadata.fields import parse_number

# Bytes of one value, and its struct code where it is a number, for each type.
_TYPES: dict[int, tuple[int, str]] = {
    1: (1, "B"),
    2: (1, ""),
    3: (2, "H"),
    4: (4, "I"),
    5: (8, "I"),  # a fraction
    6: (1, "b"),
    7: (1, ""),
    8: (2, "h"),
    9: (4, "i"),
    10: (8, "i"),  # a fraction
    11: (4, "f"),
    12: (8, "d"),
    13: (4, "I"),
    16: (8, "Q"),
    17: (8, "q"),
    18: (8, "Q"),
}
_FRACTIONS = (5, 10)
_MAX_NUMBERS = 16

# TIFF, BigTIFF and the numbers that Olympus and Panasonic put in their place.
_VERSIONS = frozenset((42, 43, 0x4F52, 0x5352, 0x55))
_BIG = 43

_MAX_TAGS = 2_000
_MAX_VALUE = 256 * 1024
# How far into a block of EXIF its directories may begin.
_MAX_START = 64


@dataclass(frozen=True, slots=True)
class Tag:
    """One value of a directory.

    Attributes:
        kind: The type, 1 to 18.
        raw: The bytes of the value or values.
        order: ``"<"`` or ``">"``, the order of bytes.
    """

    kind: int
    raw: bytes
    order: str

    def numbers(self) -> list[float | None]:
        """The first few values; None for what is no finite number, such as 0/0."""
        size, code = _TYPES[self.kind]
        if not code:
            return [parse_number(self.raw.split(b"\0")[0].decode("latin-1"))]
        count = min(len(self.raw) // size, _MAX_NUMBERS)
        if self.kind in _FRACTIONS:
            parts = struct.unpack_from(f"{self.order}{2 * count}{code}", self.raw)
            return [
                over / under if under else None
                for over, under in zip(parts[::2], parts[1::2], strict=True)
            ]
        values = struct.unpack_from(f"{self.order}{count}{code}", self.raw)
        return [float(value) if math.isfinite(value) else None for value in values]

    def number(self) -> float | None:
        """The first value."""
        return next(iter(self.numbers()), None)


class TagReader:
    """The directories of one block or file.

    Attributes:
        first: Where the first directory lies.
        order: ``"<"`` or ``">"``, the order of bytes.
    """

    def __init__(self, data: memoryview, order: str, *, is_big: bool) -> None:
        self.order = order
        self._data = data
        self._is_big = is_big
        self.first: int = self._unpack("Q", 8) if is_big else self._unpack("I", 4)

    @classmethod
    def open(cls, data: bytes) -> "TagReader | None":
        """Find the header in a file or in a block of EXIF, before which some programs leave bytes.

        Returns:
            The reader, or None if there is no header.
        """
        for start in range(min(_MAX_START, len(data) - 15)):
            mark = data[start : start + 2]
            if mark not in (b"II", b"MM"):
                continue
            order = "<" if mark == b"II" else ">"
            (version,) = struct.unpack_from(order + "H", data, start + 2)
            if version in _VERSIONS:
                return cls(memoryview(data)[start:], order, is_big=version == _BIG)
        return None

    def directory(
        self, offset: float | None, *, blobs: Collection[int] = (), max_blob: int = 0
    ) -> dict[int, Tag]:
        """Read one directory.

        Args:
            offset: Where it lies; anything else than a place in the data gives no tags.
            blobs: Tags whose values may be large.
            max_blob: How large, in bytes.

        Returns:
            The tags that are whole, by number.
        """
        tags: dict[int, Tag] = {}
        if offset is None or not 0 < offset < len(self._data):
            return tags
        place = int(offset)
        head, entry = ("Q", 20) if self._is_big else ("H", 12)
        place_of_first = place + struct.calcsize(head)
        count = self._unpack(head, place)
        for index in range(min(count, _MAX_TAGS)):
            at = place_of_first + index * entry
            if at + entry > len(self._data):
                break
            number = self._unpack("H", at)
            tag = self._tag(at, max_blob if number in blobs else _MAX_VALUE)
            if tag is not None:
                tags.setdefault(number, tag)
        return tags

    def _tag(self, at: int, limit: int) -> Tag | None:
        kind = self._unpack("H", at + 2)
        if kind not in _TYPES:
            return None
        code = "Q" if self._is_big else "I"
        width = struct.calcsize(code)
        size = self._unpack(code, at + 4) * _TYPES[kind][0]
        place = at + 4 + width
        if size > width:
            place = self._unpack(code, place)
        if size == 0 or size > limit or place + size > len(self._data):
            return None
        return Tag(kind, bytes(self._data[place : place + size]), self.order)

    def _unpack(self, code: str, offset: int) -> int:
        """Read one number; 0 beyond the end."""
        size = struct.calcsize(code)
        if offset + size > len(self._data):
            return 0
        return int.from_bytes(
            self._data[offset : offset + size], "little" if self.order == "<" else "big"
        )
