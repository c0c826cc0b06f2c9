"""Blocks of EXIF, IPTC, XMP and files that carry them, made by bytes."""

import struct
from collections.abc import Mapping

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
NAMESPACES = {
    "aux": "http://ns.adobe.com/exif/1.0/aux/",
    "crs": "http://ns.adobe.com/camera-raw-settings/1.0/",
    "darktable": "http://darktable.sf.net/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "exif": "http://ns.adobe.com/exif/1.0/",
    "lr": "http://ns.adobe.com/lightroom/1.0/",
    "MicrosoftPhoto": "http://ns.microsoft.com/photo/1.0/",
    "photoshop": "http://ns.adobe.com/photoshop/1.0/",
    "tiff": "http://ns.adobe.com/tiff/1.0/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpNote": "http://ns.adobe.com/xmp/note/",
}

Value = str | bytes | int | list[tuple[int, int]]


def exif_block(
    main: Mapping[int, Value] | None = None,
    exif: Mapping[int, Value] | None = None,
    gps: Mapping[int, Value] | None = None,
    order: str = "<",
) -> bytes:
    """A block without its prefix: three directories one after the other."""
    main = dict(main or {})
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8)
    # The pointers change the lengths, and these the pointers.
    for _ in range(3):
        first = _directory(main, 8, order)
        second = _directory(exif or {}, 8 + len(first), order)
        third = _directory(gps or {}, 8 + len(first) + len(second), order)
        if exif is not None:
            main[0x8769] = 8 + len(first)
        if gps is not None:
            main[0x8825] = 8 + len(first) + len(second)
    return head + first + second + third


def _directory(tags: dict[int, Value], start: int, order: str) -> bytes:
    entries, tail = b"", b""
    data_start = start + 2 + 12 * len(tags) + 4
    for number, value in sorted(tags.items()):
        match value:
            case str():
                raw = value.encode() + b"\0"
                kind, count = 2, len(raw)
            case bytes():
                kind, count, raw = 7, len(value), value
            case int():
                kind, count, raw = 4, 1, struct.pack(order + "I", value)
            case _:
                kind, count = 5, len(value)
                raw = b"".join(struct.pack(order + "II", *pair) for pair in value)
        entries += struct.pack(order + "HHI", number, kind, count)
        if len(raw) <= 4:
            entries += raw.ljust(4, b"\0")
        else:
            entries += struct.pack(order + "I", data_start + len(tail))
            tail += raw
    return struct.pack(order + "H", len(tags)) + entries + bytes(4) + tail


def xmp_packet(body: str = "", attributes: str = "") -> bytes:
    """A packet with one description, in which all prefixes are declared."""
    declared = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in NAMESPACES.items())
    return (
        f'<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="{RDF}">'
        f'<rdf:Description rdf:about="" {declared} {attributes}>{body}</rdf:Description>'
        '</rdf:RDF></x:xmpmeta><?xpacket end="w"?>'
    ).encode()


def bag(name: str, *items: str) -> str:
    inner = "".join(f"<rdf:li>{item}</rdf:li>" for item in items)
    return f"<{name}><rdf:Bag>{inner}</rdf:Bag></{name}>"


def alt(name: str, **texts: str) -> str:
    inner = "".join(
        f'<rdf:li xml:lang="{language.replace("_", "-")}">{text}</rdf:li>'
        for language, text in texts.items()
    )
    return f"<{name}><rdf:Alt>{inner}</rdf:Alt></{name}>"


def iptc_block(*sets: tuple[int, int, bytes]) -> bytes:
    return b"".join(
        struct.pack(">BBBH", 0x1C, record, number, len(raw)) + raw for record, number, raw in sets
    )


def resources(*blocks: tuple[int, bytes]) -> bytes:
    """Photoshop's image resources."""
    return b"".join(
        b"8BIM" + struct.pack(">HHI", code, 0, len(raw)) + raw + bytes(len(raw) % 2)
        for code, raw in blocks
    )


def jpeg(*segments: tuple[int, bytes]) -> bytes:
    """The head of a JPEG file."""
    parts = [struct.pack(">BBH", 0xFF, kind, len(raw) + 2) + raw for kind, raw in segments]
    return b"\xff\xd8" + b"".join(parts) + b"\xff\xda\0\2\xff\xd9"


def jpeg_of(*, exif: bytes = b"", xmp: bytes = b"", iptc: bytes = b"") -> bytes:
    segments = []
    if exif:
        segments.append((0xE1, b"Exif\0\0" + exif))
    if xmp:
        segments.append((0xE1, b"http://ns.adobe.com/xap/1.0/\0" + xmp))
    if iptc:
        segments.append((0xED, b"Photoshop 3.0\0" + resources((0x0404, iptc))))
    return jpeg(*segments)


def box(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", 8 + len(content)) + kind + content


def heif(brand: bytes, exif: bytes, xmp: bytes, *, in_idat: bool = False) -> bytes:
    """A file with two items that are not pictures: EXIF, in two parts, and XMP."""
    exif = struct.pack(">I", 6) + b"Exif\0\0" + exif
    half = len(exif) // 2
    infe = box(b"infe", b"\2\0\0\0" + struct.pack(">HH", 1, 0) + b"Exif\0") + box(
        b"infe",
        b"\2\0\0\0" + struct.pack(">HH", 2, 0) + b"mime\0application/rdf+xml\0",
    )
    iinf = box(b"iinf", bytes(4) + struct.pack(">H", 2) + infe)

    def meta(start: int) -> bytes:
        method = struct.pack(">H", 1 if in_idat else 0)
        parts = [(0, half), (half, len(exif) - half)]
        items = struct.pack(">H", 1) + method + struct.pack(">HH", 0, 2)
        items += b"".join(struct.pack(">II", start + at, size) for at, size in parts)
        items += struct.pack(">H", 2) + method
        items += struct.pack(">HHII", 0, 1, start + len(exif), len(xmp))
        iloc = box(b"iloc", b"\1\0\0\0\x44\0" + struct.pack(">H", 2) + items)
        idat = box(b"idat", exif + xmp) if in_idat else b""
        return box(b"meta", bytes(4) + iinf + iloc + idat)

    ftyp = box(b"ftyp", brand + bytes(4) + brand)
    if in_idat:
        return ftyp + meta(0)
    start = len(ftyp) + len(meta(0)) + 8
    return ftyp + meta(start) + box(b"mdat", exif + xmp)
