"""No bytes at all make the reading of metadata fail or hang."""

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from engine.metadata.photo_metadata import PhotoMetadata
from engine.metadata.raw_blocks import RawBlocks
from engine.metadata.reading import combine, read_metadata
from engine.metadata.xml_tree import XmlError
from engine.metadata.xmp_edit import XmpEdit, edit_packet
from tests.conftest import IS_STRESS, SEED
from tests.engine.metadata.metadata_files import (
    alt,
    bag,
    exif_block,
    heif,
    iptc_block,
    jpeg_of,
    resources,
    xmp_packet,
)

EXIF = exif_block(
    {0x010E: "a description", 0x010F: "NIKON CORPORATION", 0x0110: "NIKON D5"},
    {
        0x9003: "2019:06:09 12:57:32",
        0x829A: [(1, 250)],
        0x8827: 400,
        0x9286: b"UNICODE\0" + "né".encode("utf-16-le"),
        0xA432: [(24, 1), (70, 1), (28, 10), (0, 0)],
    },
    {1: "N", 2: [(33, 1), (30, 1), (36, 1)], 3: "E", 4: [(70, 1), (15, 2), (0, 0)]},
)
XMP = xmp_packet(
    bag("dc:subject", "Zoë") + alt("dc:description", de="x", x_default="y"),
    'xmp:Rating="4" exif:GPSLatitude="50,30.6N" xmp:CreateDate="2015-06-11T10:29:26.69"',
)
IPTC = iptc_block((1, 90, b"\x1b%G"), (2, 25, b"word"), (2, 55, b"20160203"), (2, 120, b"text"))
FILES = [
    jpeg_of(exif=EXIF, xmp=XMP, iptc=IPTC),
    EXIF,
    heif(b"heic", EXIF, XMP),
    heif(b"avif", EXIF, XMP, in_idat=True),
    b"8BPS\0\1".ljust(34, b"\xff") + resources((0x0404, IPTC), (0x0424, XMP)),
    b"RIFF\0\0\0\0WEBPEXIF\xff\xff\0\0" + EXIF,
    b"\x89PNG\r\n\x1a\n\0\0\xff\xffiTXtXML:com.adobe.xmp\0\0\0\0\0" + XMP,
]

_SOME = settings(
    max_examples=5_000 if IS_STRESS else 150,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def _mutate(data: bytes, changes: list[tuple[float, bytes]], cut: float) -> bytes:
    """Overwrite parts of a block, and end it early."""
    damaged = bytearray(data)
    for place, new in changes:
        start = int(place * len(damaged))
        damaged[start : start + len(new)] = new
    return bytes(damaged[: int(cut * len(damaged)) + 1])


_PLACES = st.floats(0, 1, exclude_max=True)
_CHANGES = st.lists(st.tuples(_PLACES, st.binary(min_size=1, max_size=4)), max_size=8)
_CUTS = st.one_of(st.just(1.0), _PLACES)


@seed(SEED)
@_SOME
@given(file=st.sampled_from(FILES), changes=_CHANGES, cut=_CUTS)
def test_damaged_files(file: bytes, changes: list[tuple[float, bytes]], cut: float) -> None:
    assert isinstance(read_metadata(_mutate(file, changes, cut)), PhotoMetadata)


@seed(SEED)
@_SOME
@given(changes=_CHANGES, cut=_CUTS)
def test_damaged_blocks(changes: list[tuple[float, bytes]], cut: float) -> None:
    exif, xmp, iptc = (_mutate(block, changes, cut) for block in (EXIF, XMP, IPTC))
    blocks = RawBlocks(exif=(exif,), gps=(exif,), xmp=(xmp,), iptc=(iptc,))
    assert isinstance(combine(blocks), PhotoMetadata)


@seed(SEED)
@_SOME
@given(changes=_CHANGES, cut=_CUTS)
def test_damaged_sidecars_are_refused_or_keep_what_they_say(
    changes: list[tuple[float, bytes]], cut: float
) -> None:
    packet = _mutate(XMP, changes, cut)
    try:
        edited = edit_packet(packet, XmpEdit(rating=1, keywords=("k",), description="d"))
    except XmlError:
        return
    said = combine(RawBlocks(xmp=(edited,)))
    assert (said.rating, said.keywords, said.description) == (1, ("k",), "d")


@seed(SEED)
@_SOME
@given(data=st.binary(max_size=300), head=st.sampled_from([b"", *(file[:16] for file in FILES)]))
def test_random_bytes(data: bytes, head: bytes) -> None:
    assert isinstance(read_metadata(head + data), PhotoMetadata)
    blocks = RawBlocks(exif=(data,), gps=(data,), xmp=(data,), iptc=(data,))
    assert isinstance(combine(blocks), PhotoMetadata)


_HEAD = xmp_packet("@").partition(b"@")[0]
_SIZE = 2_000_000


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "packet",
    [
        _HEAD + b"<a/>" * (_SIZE // 4),
        _HEAD + b"<a>" * (_SIZE // 3),
        _HEAD[:-1] + b" ".join(b'a%d=""' % i for i in range(_SIZE // 10)) + b">",
        _HEAD + b"".join(b'<a xmlns:p%d="u"/>' % i for i in range(_SIZE // 20)),
        _HEAD + b"<dc:title>" + "\u0301\u0323".encode() * (_SIZE // 4) + b"</dc:title>",
        b"<!DOCTYPE a [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;'>]>" + _HEAD + b"&b;",
        b"<" * _SIZE,
        bytes(range(256)) * (_SIZE // 256),
    ],
    ids=["flat", "deep", "attributes", "namespaces", "marks", "entities", "open", "rubbish"],
)
def test_bombs_end(packet: bytes) -> None:
    assert combine(RawBlocks(xmp=(packet,))).keywords == ()


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xd8" + b"\xff" * 10_000_000,
        b"\xff\xd8" + b"\xff\xe1\0\2" * 1_000_000,
        b"\x89PNG\r\n\x1a\n" + b"\0\0\0\x06tEXtTitle\0XXXX" * 500_000,
        b"\0\0\0\x18ftypheic" + bytes(12) + b"\0\0\0\x08free" * 500_000,
        b"II*\0\x08\0\0\0" + b"\xff" * 1_000_000,
    ],
    ids=["fill bytes", "segments", "texts", "boxes", "tags"],
)
def test_endless_structures_end(data: bytes) -> None:
    assert isinstance(read_metadata(data), PhotoMetadata)
