"""HEIF files built by hand around one coded picture: 64 x 48, a colour in each quarter."""

import base64
import struct

import numpy as np

_CODEC = base64.b64decode(
    b"AAAAdmh2Y0MBA3AAAACQAAAAAAAe8AD8/fj4AAAPA2AAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAYQABACpC"
    b"AQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4CGgwIAAAAwMgAAADACFiAAEABkQBwXPAiQ=="
)
_PICTURE = base64.b64decode(
    b"AAAAwCgBrwngITip//M8b/78nZe0xyeVp79Y//v0b7zIX/4MG3R+jxPMPTC/8uj/56T62RkjC//kFTo6ciwFqAGd"
    b"F113oE9BiiD1g2NHceyr3vsTaUlAhsdI+VoKL9NbsFgK8zdsHcq5fXBoJhdwTc01+hRxcraPuJ0kMU+54Anar8OG"
    b"x/hMNH58L+UNcwzXJdAlmh81amWF+O+G9fzsg8KI57xShlMm9qPcxh5qn31CLAkROfmqWMmQ8T2m8OHb2HMusA=="
)

# Top left, top right, bottom left, bottom right.
QUARTERS = np.array([[[200, 30, 30], [30, 180, 40]], [[30, 40, 210], [230, 220, 200]]])


def build_heif(
    *,
    quarter_turns: int = 0,
    mirror: int | None = None,
    exif: bytes = b"",
    profile: bytes = b"",
    burst: bool = False,
    size: tuple[int, int] = (64, 64),
) -> bytes:
    """Build a file.

    Args:
        quarter_turns: Turns to the left that its container asks for.
        mirror: 0 for upside down, 1 for left and right exchanged, after the turn.
        exif: Camera data, which must not turn it.
        profile: ICC profile.
        burst: Put a turned picture before the main one.
        size: What the container says that the coded size is.
    """
    properties = [
        _CODEC,
        _box(b"ispe", bytes(4) + struct.pack(">II", *size)),
        _box(b"clap", struct.pack(">8i", 64, 1, 48, 1, 0, 1, -16, 2)),
        _box(b"pixi", bytes(4) + b"\3\x08\x08\x08"),
        _box(b"irot", b"\1"),
    ]
    used = [0x81, 2, 4, 0x83]
    if profile:
        properties.append(_box(b"colr", b"prof" + profile))
        used.append(len(properties))
    if quarter_turns:
        properties.append(_box(b"irot", bytes([quarter_turns])))
        used.append(0x80 | len(properties))
    if mirror is not None:
        properties.append(_box(b"imir", bytes([mirror])))
        used.append(0x80 | len(properties))
    items = {2: (b"hvc1", _PICTURE, used)} if not burst else {}
    if burst:
        items = {1: (b"hvc1", _PICTURE, [0x81, 2, 4, 0x83, 0x85]), 2: (b"hvc1", _PICTURE, used)}
    if exif:
        items[3] = (b"Exif", struct.pack(">I", 0) + exif, [])
    head = _box(b"ftyp", b"heic\0\0\0\0mif1heic")
    place = len(head) + len(_meta(items, properties, 0))
    meta = _meta(items, properties, place + 8)
    return head + meta + _box(b"mdat", b"".join(data for _, data, _ in items.values()))


def _meta(
    items: dict[int, tuple[bytes, bytes, list[int]]], properties: list[bytes], place: int
) -> bytes:
    where = struct.pack(">IBBH", 0, 0x44, 0, len(items))
    names = struct.pack(">IH", 0, len(items))
    links = struct.pack(">II", 0, sum(1 for _, _, used in items.values() if used))
    for number, (kind, data, used) in items.items():
        where += struct.pack(">HHHII", number, 0, 1, place, len(data))
        place += len(data)
        names += _box(b"infe", struct.pack(">IHH", 0x02000000, number, 0) + kind + b"\0")
        if used:
            links += struct.pack(">HB", number, len(used)) + bytes(used)
    boxes = [
        _box(b"hdlr", bytes(8) + b"pict" + bytes(13)),
        _box(b"pitm", struct.pack(">IH", 0, 2)),
        _box(b"iloc", where),
        _box(b"iinf", names),
    ]
    if 3 in items:
        boxes.append(_box(b"iref", bytes(4) + _box(b"cdsc", struct.pack(">HHH", 3, 1, 2))))
    boxes.append(_box(b"iprp", _box(b"ipco", b"".join(properties)) + _box(b"ipma", links)))
    return _box(b"meta", bytes(4) + b"".join(boxes))


def _box(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body) + 8) + name + body
