"""TIFF files built by hand, of kinds that Pillow does not write."""

import struct
import zlib
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

PACKERS: dict[int, Callable[[bytes], bytes]] = {1: bytes, 8: zlib.compress, 32946: zlib.compress}
# Bytes, text, whole numbers of 16 and 32 bits, fractions.
_LETTERS = {1: "B", 2: "B", 3: "H", 4: "I", 5: "I", 10: "i"}


def build_tiff(
    values: NDArray[Any],
    photometric: int,
    *,
    order: str = "<",
    compression: int = 1,
    predictor: int = 1,
    planar: bool = False,
    tile: int = 0,
    rows_per_strip: int = 7,
    tags: Iterable[tuple[int, int, tuple[int, ...]]] = (),
) -> bytes:
    """Store values ``[height, width, samples]``; ``tags`` are number, type and values."""
    height, width, samples = values.shape
    dtype = values.dtype.newbyteorder(order)
    parts = []
    for plane in np.split(values, samples, 2) if planar else [values]:
        if tile:
            padded = np.pad(plane, ((0, -height % tile), (0, -width % tile), (0, 0)), "edge")
            pieces = [
                padded[y : y + tile, x : x + tile]
                for y in range(0, height, tile)
                for x in range(0, width, tile)
            ]
        else:
            pieces = [plane[y : y + rows_per_strip] for y in range(0, height, rows_per_strip)]
        parts += [PACKERS[compression](_stored(piece, dtype, predictor)) for piece in pieces]
    kind = {"u": 1, "i": 2, "f": 3}[dtype.kind]
    offsets, place = [], 8
    for part in parts:
        offsets.append(place)
        place += len(part) + len(part) % 2
    entries: list[tuple[int, int, tuple[int, ...]]] = [
        (256, 4, (width,)),
        (257, 4, (height,)),
        (258, 3, (8 * dtype.itemsize,) * samples),
        (259, 3, (compression,)),
        (262, 3, (photometric,)),
        (277, 3, (samples,)),
        (284, 3, (2 if planar else 1,)),
        (317, 3, (predictor,)),
        (339, 3, (kind,) * samples),
    ]
    if tile:
        lengths = tuple(map(len, parts))
        entries += [(322, 4, (tile,)), (323, 4, (tile,)), (324, 4, tuple(offsets))]
        entries += [(325, 4, lengths)]
    else:
        entries += [(273, 4, tuple(offsets)), (278, 4, (rows_per_strip,))]
        entries += [(279, 4, tuple(map(len, parts)))]
    body = b"".join(part + b"\0" * (len(part) % 2) for part in parts)
    head = struct.pack(order + "2sHI", b"II" if order == "<" else b"MM", 42, place)
    return head + body + directory(sorted([*entries, *tags]), place, order)


def directory(entries: list[tuple[int, int, tuple[int, ...]]], place: int, order: str) -> bytes:
    """Write a directory that begins at a place of the file."""
    table, extra = b"", b""
    beyond = place + 2 + 12 * len(entries) + 4
    for tag, kind, numbers in entries:
        content = struct.pack(f"{order}{len(numbers)}{_LETTERS[kind]}", *numbers)
        count = len(numbers) // 2 if kind in (5, 10) else len(numbers)
        table += struct.pack(order + "HHI", tag, kind, count)
        if len(content) > 4:
            table += struct.pack(order + "I", beyond + len(extra))
            extra += content + b"\0" * (len(content) % 2)
        else:
            table += content.ljust(4, b"\0")
    return struct.pack(order + "H", len(entries)) + table + bytes(4) + extra


def _stored(piece: NDArray[Any], dtype: np.dtype[Any], predictor: int) -> bytes:
    if predictor == 3:
        rows, width, samples = piece.shape
        flat = piece.reshape(rows, width * samples).astype(f">f{dtype.itemsize}")
        planes = flat.view(np.uint8).reshape(rows, width * samples, dtype.itemsize)
        steps = planes.transpose(0, 2, 1).reshape(rows, -1, samples).copy()
        steps[:, 1:] = steps[:, 1:] - steps[:, :-1]
        return steps.tobytes()
    if predictor == 2:
        numbers = piece.view(f"u{dtype.itemsize}").copy()
        numbers[:, 1:] = numbers[:, 1:] - numbers[:, :-1]
        return numbers.astype(f"{dtype.byteorder}u{dtype.itemsize}").tobytes()
    return piece.astype(dtype).tobytes()
