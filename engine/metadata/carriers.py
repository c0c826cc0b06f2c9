"""Where each format keeps its metadata: from a photo file to its blocks of EXIF, XMP and IPTC.

Walks the file's own structure and decodes no picture, so that a photo whose picture is damaged, or
is decoded by another library, keeps its metadata. Sources: Exif 3.0 and XMP part 3 (where the
blocks are kept), PNG 3, WebP's container, GIF89a, Photoshop's file format.
"""

import re
import zlib
from collections.abc import Callable, Iterator

from engine.metadata.boxes import box_blocks
from engine.metadata.fields import Fields, clean_text, decode_text
from engine.metadata.raw_blocks import MAX_BLOCK, RawBlocks
from engine.metadata.tiff_tags import TagReader

_MAX_SEGMENTS = 10_000
_MAX_CHUNKS = 200_000

# Any number of fill bytes may stand before a marker.
_JPEG_MARKER = re.compile(rb"\xff++([^\xff])", re.DOTALL)
_EXIF_HEAD = b"Exif\0\0"
_XMP_HEAD = b"http://ns.adobe.com/xap/1.0/\0"
_EXTENDED_XMP_HEAD = b"http://ns.adobe.com/xmp/extension/\0"
_PHOTOSHOP_HEAD = b"Photoshop 3.0\0"
_EXTENDED_NAME = re.compile(rb"""HasExtendedXMP\s*(?:=\s*["']|>)\s*([0-9A-Fa-f]{32})""")
# The most that one segment of a JPEG holds; a longer block goes on in the next.
_FULL_SEGMENT = 65_000

_PHOTOSHOP_IPTC, _PHOTOSHOP_EXIF, _PHOTOSHOP_XMP = 0x0404, 0x0422, 0x0424

_TIFF_XMP, _TIFF_IPTC, _TIFF_PHOTOSHOP, _PANASONIC_JPEG = 0x02BC, 0x83BB, 0x8649, 0x002E
_BLOBS = (_TIFF_XMP, _TIFF_IPTC, _TIFF_PHOTOSHOP, _PANASONIC_JPEG)

_GIF_XMP_HEAD = b"\x21\xff\x0bXMP DataXMP"
# The packet stands in a GIF as it is; after it comes a ramp that leads a reader of blocks out.
_GIF_XMP_TAIL = b"\x01\xff\xfe\xfd"


def read_blocks(data: bytes) -> RawBlocks:
    """Gather a photo file's blocks of metadata.

    Args:
        data: The whole file.

    Returns:
        The blocks; none for a format that carries none or is not known.
    """
    for magic, reader in _READERS:
        if data.startswith(magic):
            return reader(data)
    if data[4:8] in (b"ftyp", b"JXL ", b"jP  "):
        return box_blocks(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    return _tiff(data)


def _jpeg(data: bytes) -> RawBlocks:
    exif: list[bytes] = []
    xmp: list[bytes] = []
    extended: list[bytes] = []
    photoshop: list[bytes] = []
    goes_on = False
    size = 0
    for marker, content in _jpeg_segments(data):
        size += len(content)
        if size > 2 * MAX_BLOCK:
            break
        if marker == 0xED and content.startswith(_PHOTOSHOP_HEAD):
            photoshop.append(content[len(_PHOTOSHOP_HEAD) :])
        elif marker != 0xE1:
            continue
        elif content.startswith(_EXIF_HEAD):
            if goes_on:
                exif[-1] += content[len(_EXIF_HEAD) :]
            else:
                exif.append(content)
            goes_on = len(content) >= _FULL_SEGMENT
        elif content.startswith(_XMP_HEAD):
            xmp.append(content[len(_XMP_HEAD) :])
        elif content.startswith(_EXTENDED_XMP_HEAD):
            extended.append(content[len(_EXTENDED_XMP_HEAD) :])
    # A resource may be cut at the end of a segment.
    blocks = _photoshop_blocks(b"".join(photoshop))
    return RawBlocks(exif=tuple(exif), xmp=(*xmp, *_join_extended(extended, xmp))) + blocks


def _jpeg_segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield marker and content of the segments before the picture."""
    place = 2
    for _ in range(_MAX_SEGMENTS):
        head = _JPEG_MARKER.match(data, place)
        if head is None or head[1] in (b"\xd9", b"\xda"):
            return
        place = head.end()
        size = int.from_bytes(data[place : place + 2], "big")
        if head[1] in (b"\xe1", b"\xed"):
            yield head[1][0], data[place + 2 : place + size]
        place += max(size, 2)


def _join_extended(parts: list[bytes], packets: list[bytes]) -> list[bytes]:
    """Join what did not fit in the first packet, which names it by its MD5."""
    named = next((name for packet in packets if (name := _EXTENDED_NAME.search(packet))), None)
    if named is None:
        return []
    parts = [part for part in parts if part[:32] == named[1] and len(part) > 40]
    total = min((int.from_bytes(part[32:36], "big") for part in parts), default=0)
    if not 0 < total <= min(MAX_BLOCK, sum(len(part) - 40 for part in parts)):
        return []
    parts.sort(key=lambda part: part[36:40])
    return [b"".join(part[40:] for part in parts)[:total]]


def _photoshop_blocks(data: bytes) -> RawBlocks:
    """Read Photoshop's image resources."""
    found: dict[int, bytes] = {}
    place = 0
    for _ in range(_MAX_SEGMENTS):
        if data[place : place + 4] != b"8BIM":
            break
        code = int.from_bytes(data[place + 4 : place + 6], "big")
        name = 1 + int.from_bytes(data[place + 6 : place + 7], "big")
        start = place + 6 + name + name % 2 + 4
        size = int.from_bytes(data[start - 4 : start], "big")
        if code in (_PHOTOSHOP_IPTC, _PHOTOSHOP_EXIF, _PHOTOSHOP_XMP) and size <= MAX_BLOCK:
            found.setdefault(code, data[start : start + size])
        place = start + size + size % 2
    return RawBlocks(
        exif=tuple(found[code] for code in (_PHOTOSHOP_EXIF,) if found.get(code)),
        xmp=tuple(found[code] for code in (_PHOTOSHOP_XMP,) if found.get(code)),
        iptc=tuple(found[code] for code in (_PHOTOSHOP_IPTC,) if found.get(code)),
    )


def _psd(data: bytes) -> RawBlocks:
    place = 26
    # After the header come the palette and then the resources, each after its size.
    place += 4 + int.from_bytes(data[place : place + 4], "big")
    size = int.from_bytes(data[place : place + 4], "big")
    return _photoshop_blocks(data[place + 4 : place + 4 + min(size, 2 * MAX_BLOCK)])


def _tiff(data: bytes) -> RawBlocks:
    """A TIFF file, or a raw file built like one; the whole of it is one block of EXIF."""
    reader = TagReader.open(data)
    if reader is None:
        return RawBlocks()
    tags = reader.directory(reader.first, blobs=_BLOBS, max_blob=MAX_BLOCK)
    blocks = RawBlocks(
        exif=(data,),
        xmp=tuple(tags[tag].raw for tag in (_TIFF_XMP,) if tag in tags),
        iptc=tuple(tags[tag].raw for tag in (_TIFF_IPTC,) if tag in tags),
    )
    if _TIFF_PHOTOSHOP in tags:
        blocks += _photoshop_blocks(tags[_TIFF_PHOTOSHOP].raw)
    preview = tags.get(_PANASONIC_JPEG)
    if preview is not None and preview.raw.startswith(b"\xff\xd8"):
        blocks += _jpeg(preview.raw)
    return blocks


def _fuji(data: bytes) -> RawBlocks:
    """Fuji's raw files keep the metadata in the JPEG inside."""
    start, size = (int.from_bytes(data[at : at + 4], "big") for at in (84, 88))
    preview = data[start : start + min(size, 2 * MAX_BLOCK)]
    return _jpeg(preview) if preview.startswith(b"\xff\xd8") else RawBlocks()


def _png(data: bytes) -> RawBlocks:
    blocks = RawBlocks()
    place = 8
    for _ in range(_MAX_CHUNKS):
        size = int.from_bytes(data[place : place + 4], "big")
        kind = data[place + 4 : place + 8]
        if len(kind) < 4 or kind == b"IEND" or blocks.is_full:
            break
        if kind in (b"eXIf", b"tEXt", b"zTXt", b"iTXt") and size <= MAX_BLOCK:
            content = data[place + 8 : place + 8 + size]
            blocks += RawBlocks(exif=(content,)) if kind == b"eXIf" else _png_text(kind, content)
        place += 12 + size
    return blocks


def _png_text(kind: bytes, content: bytes) -> RawBlocks:
    keyword, _, rest = content.partition(b"\0")
    is_wanted = keyword in _PNG_TEXTS or keyword.startswith(b"Raw profile type ")
    if not is_wanted:
        return RawBlocks()
    is_packed = kind == b"zTXt"
    if kind == b"iTXt":
        is_packed = rest[:1] == b"\1"
        # Language and translated keyword.
        rest = rest[2:].partition(b"\0")[2].partition(b"\0")[2]
    elif is_packed:
        rest = rest[1:]
    text = _inflate(rest) if is_packed else rest
    if keyword == b"XML:com.adobe.xmp":
        return RawBlocks(xmp=(text,))
    if keyword.startswith(b"Raw profile type "):
        return _imagemagick_profile(keyword[17:], text)
    said = clean_text(decode_text(text) if kind == b"iTXt" else text.decode("latin-1"))
    if keyword == b"Title":
        return RawBlocks(texts=(Fields(title=said),))
    return RawBlocks(texts=(Fields(description=said),))


_PNG_TEXTS = (b"XML:com.adobe.xmp", b"Title", b"Description")


def _inflate(packed: bytes) -> bytes:
    """Unpack up to the limit; nothing if it is damaged."""
    try:
        return zlib.decompressobj().decompress(packed, MAX_BLOCK)
    except zlib.error:
        return b""


def _imagemagick_profile(name: bytes, text: bytes) -> RawBlocks:
    """Read what ImageMagick writes: a name, a size, and the block in hexadecimal."""
    head = re.match(rb"\s*\w+\s+\d+\s", text)
    digits = b"" if head is None else re.sub(rb"\s+", b"", text[head.end() :])
    try:
        block = bytes.fromhex(digits.decode("ascii"))
    except ValueError:
        return RawBlocks()
    if block.startswith(_XMP_HEAD):
        return RawBlocks(xmp=(block[len(_XMP_HEAD) :],))
    if name in (b"exif", b"APP1"):
        return RawBlocks(exif=(block,))
    if name == b"xmp":
        return RawBlocks(xmp=(block,))
    if name in (b"iptc", b"8bim"):
        return _photoshop_blocks(block) if block.startswith(b"8BIM") else RawBlocks(iptc=(block,))
    return RawBlocks()


def _webp(data: bytes) -> RawBlocks:
    blocks = RawBlocks()
    place = 12
    for _ in range(_MAX_CHUNKS):
        kind = data[place : place + 4]
        if len(kind) < 4 or blocks.is_full:
            break
        size = int.from_bytes(data[place + 4 : place + 8], "little")
        if kind in (b"EXIF", b"XMP ") and size <= MAX_BLOCK:
            content = data[place + 8 : place + 8 + size]
            blocks += RawBlocks(exif=(content,)) if kind == b"EXIF" else RawBlocks(xmp=(content,))
        place += 8 + size + size % 2
    return blocks


def _gif(data: bytes) -> RawBlocks:
    start = data.find(_GIF_XMP_HEAD)
    if start < 0:
        return RawBlocks()
    start += len(_GIF_XMP_HEAD)
    end = data.find(_GIF_XMP_TAIL, start, start + MAX_BLOCK)
    return RawBlocks(xmp=(data[start:end],)) if end > 0 else RawBlocks()


_READERS: tuple[tuple[bytes, Callable[[bytes], RawBlocks]], ...] = (
    (b"\xff\xd8\xff", _jpeg),
    (b"\x89PNG\r\n\x1a\n", _png),
    (b"GIF8", _gif),
    (b"8BPS", _psd),
    (b"FUJIFILMCCD-RAW", _fuji),
)
