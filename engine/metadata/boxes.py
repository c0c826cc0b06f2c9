"""Metadata in files made of boxes: HEIF, AVIF, JPEG XL, JPEG 2000 and Canon's CR3.

Source: ISO/IEC 14496-12 (boxes), 23008-12 (HEIF items), 18181-2 (JPEG XL), 15444-1 (JPEG 2000).
"""

import importlib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from engine.metadata.raw_blocks import MAX_BLOCK, RawBlocks

_MAX_BOXES = 10_000
_MAX_ITEMS = 10_000
_MAX_EXTENTS = 1_000

_EXIF_UUID = b"JpgTiffExif->JP2"
_XMP_UUID = bytes.fromhex("be7acfcb97a942e89c71999491e3afac")
_IPTC_UUID = bytes.fromhex("33c7a4d2b81d4723a0baf1a3e097ad38")
_CANON_UUID = bytes.fromhex("85c0b687820f11e08111f4ce462b6a48")

_XMP_TYPE = b"application/rdf+xml"


@dataclass(frozen=True, slots=True)
class _Box:
    kind: bytes
    start: int
    end: int


def box_blocks(data: bytes) -> RawBlocks:
    """Gather the blocks of metadata of such a file.

    Args:
        data: The file.

    Returns:
        The blocks; none where the boxes are damaged.
    """
    blocks = RawBlocks()
    for box in _boxes(data, 0, len(data)):
        if blocks.is_full:
            break
        if box.kind == b"meta":
            blocks += _item_blocks(data, box)
        elif box.kind == b"uuid":
            blocks += _uuid_block(data, box)
        elif box.kind == b"moov":
            blocks += _canon_blocks(data, box)
        elif box.kind == b"brob":
            inner = data[box.start : box.start + 4]
            blocks += _plain_block(inner, _expand(data[box.start + 4 : box.end]))
        elif box.end - box.start <= MAX_BLOCK and box.kind in (b"Exif", b"xml "):
            blocks += _plain_block(box.kind, data[box.start : box.end])
    return blocks


def _boxes(data: bytes, start: int, end: int) -> Iterator[_Box]:
    for _ in range(_MAX_BOXES):
        if start + 8 > end:
            return
        size = _integer(data, start, 4)
        head = 8
        if size == 1:
            size, head = _integer(data, start + 8, 8), 16
        elif size == 0:
            size = end - start
        if size < head:
            return
        yield _Box(data[start + 4 : start + 8], start + head, min(start + size, end))
        start += size


def _integer(data: bytes, start: int, size: int) -> int:
    return int.from_bytes(data[start : start + size], "big")


def _plain_block(kind: bytes, content: bytes) -> RawBlocks:
    """A block of JPEG XL or HEIF; before EXIF stands how far off its header is."""
    if kind == b"Exif":
        return RawBlocks(exif=(content[4 + _integer(content, 0, 4) :] or content,))
    return RawBlocks(xmp=(content,)) if kind == b"xml " else RawBlocks()


def _expand(content: bytes) -> bytes:
    """Expand Brotli, if the library that reads JPEG XL is there."""
    try:
        codecs = importlib.import_module("imagecodecs")
    except ImportError:
        return b""
    try:
        return bytes(codecs.brotli_decode(content, out=MAX_BLOCK))
    except RuntimeError:  # damaged, or larger than that
        return b""


def _uuid_block(data: bytes, box: _Box) -> RawBlocks:
    name, start = data[box.start : box.start + 16], box.start + 16
    if box.end - start > MAX_BLOCK:
        return RawBlocks()
    content = data[start : box.end]
    if name == _EXIF_UUID:
        return RawBlocks(exif=(content,))
    if name == _XMP_UUID:
        return RawBlocks(xmp=(content,))
    return RawBlocks(iptc=(content,)) if name == _IPTC_UUID else RawBlocks()


def _canon_blocks(data: bytes, moov: _Box) -> RawBlocks:
    """Canon keeps its directories one by one: first, EXIF, maker's, position."""
    blocks = RawBlocks()
    for box in _boxes(data, moov.start, moov.end):
        if box.kind != b"uuid" or data[box.start : box.start + 16] != _CANON_UUID:
            continue
        for part in _boxes(data, box.start + 16, box.end):
            content = data[part.start : min(part.end, part.start + MAX_BLOCK)]
            if blocks.is_full:
                break
            if part.kind in (b"CMT1", b"CMT2"):
                blocks += RawBlocks(exif=(content,))
            elif part.kind == b"CMT4":
                blocks += RawBlocks(gps=(content,))
    return blocks


def _item_blocks(data: bytes, meta: _Box) -> RawBlocks:
    """The items of HEIF and AVIF that are EXIF or XMP."""
    # A full box: a version and flags come first.
    inside = {box.kind: box for box in _boxes(data, meta.start + 4, meta.end)}
    if b"iinf" not in inside or b"iloc" not in inside:
        return RawBlocks()
    kinds = _item_kinds(data, inside[b"iinf"])
    blocks = RawBlocks()
    for item, extents, is_inside in _item_places(data, inside[b"iloc"]):
        kind = kinds.get(item)
        if kind is None or blocks.is_full or (is_inside and b"idat" not in inside):
            continue
        base = inside[b"idat"].start if is_inside else 0
        content = _join(data, base, extents)
        blocks += _plain_block(kind, content)
    return blocks


def _join(data: bytes, base: int, extents: list[tuple[int, int]]) -> bytes:
    if sum(size for _, size in extents) > MAX_BLOCK:
        return b""
    return b"".join(data[base + start : base + start + size] for start, size in extents)


def _item_kinds(data: bytes, iinf: _Box) -> dict[int, bytes]:
    """Name the items of interest as JPEG XL names its boxes."""
    count_size = 2 if data[iinf.start : iinf.start + 1] == b"\0" else 4
    kinds: dict[int, bytes] = {}
    boxes = _boxes(data, iinf.start + 4 + count_size, iinf.end)
    for box in itertools.islice(boxes, _MAX_ITEMS):
        version = _integer(data, box.start, 1)
        if box.kind != b"infe" or version < 2:
            continue
        id_size = 2 if version == 2 else 4
        place = box.start + 4 + id_size + 2
        kind = data[place : place + 4]
        # For a MIME item the name and the type follow, both ended by a zero.
        is_xmp = kind == b"mime" and _XMP_TYPE in data[place + 4 : min(box.end, place + 300)]
        if kind == b"Exif" or is_xmp:
            kinds[_integer(data, box.start + 4, id_size)] = b"xml " if is_xmp else kind
    return kinds


def _item_places(data: bytes, iloc: _Box) -> Iterator[tuple[int, list[tuple[int, int]], bool]]:
    """Say of each item where its parts lie, and whether inside the box ``idat``."""
    version = _integer(data, iloc.start, 1)
    sizes = _integer(data, iloc.start + 4, 2)
    offset_size, length_size, base_size, index_size = (
        sizes >> shift & 15 for shift in (12, 8, 4, 0)
    )
    id_size = 4 if version == 2 else 2
    place = iloc.start + 6
    count, place = _integer(data, place, id_size), place + id_size
    for _ in range(min(count, _MAX_ITEMS)):
        if place >= iloc.end:
            return
        item, place = _integer(data, place, id_size), place + id_size
        method = 0
        if version > 0:
            method, place = _integer(data, place, 2) & 15, place + 2
        base, place = _integer(data, place + 2, base_size), place + 2 + base_size
        extent_count, place = _integer(data, place, 2), place + 2
        extents = []
        for _ in range(min(extent_count, _MAX_EXTENTS)):
            place += index_size if version > 0 else 0
            start = base + _integer(data, place, offset_size)
            place += offset_size
            extents.append((start, _integer(data, place, length_size)))
            place += length_size
        if method <= 1:
            yield item, extents, method == 1
