"""What a photo says of itself, whichever blocks and formats it says it in."""

import pickle
import struct
import zlib
from datetime import datetime

import pytest
from PIL import Image

from engine.metadata.fields import Fields, Moment
from engine.metadata.photo_metadata import PhotoMetadata
from engine.metadata.raw_blocks import RawBlocks
from engine.metadata.reading import combine, read_metadata, with_sidecar
from tests.engine.metadata.metadata_files import (
    alt,
    bag,
    box,
    exif_block,
    heif,
    iptc_block,
    jpeg,
    jpeg_of,
    resources,
    xmp_packet,
)

TIMES = {0x9003: "2019:06:09 12:57:32", 0x9291: "835", 0x9011: "+02:00"}
EXIF = exif_block({0x010F: "NIKON CORPORATION", 0x0110: "NIKON D5"}, TIMES)
XMP = xmp_packet(bag("dc:subject", "Zoë", "sea"), 'xmp:Rating="4"')
IPTC = iptc_block((2, 120, b"A caption"))

FULL = PhotoMetadata(
    taken=datetime(2019, 6, 9, 12, 57, 32, 835_000),
    utc_offset=120,
    camera="Nikon D5",
    rating=4,
    keywords=("Zoë", "sea"),
)


def _picture(kind: str, **options: object) -> bytes:
    import io

    file = io.BytesIO()
    Image.new("RGB", (4, 4)).save(file, kind, **options)
    return file.getvalue()


def _png_chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + bytes(4)


def _raw_profile(name: bytes, block: bytes) -> bytes:
    """ImageMagick's way to keep a block in a PNG file."""
    text = b"\n%s\n%8d\n%s\n" % (name, len(block), block.hex().encode())
    return _png_chunk(b"zTXt", b"Raw profile type " + name + b"\0\0" + zlib.compress(text))


def _tiff(order: str) -> bytes:
    return exif_block(
        {0x010F: "NIKON CORPORATION", 0x0110: "NIKON D5", 0x02BC: XMP}, TIMES, order=order
    )


def _fuji() -> bytes:
    inner = jpeg_of(exif=EXIF, xmp=XMP)
    return b"FUJIFILMCCD-RAW".ljust(84, b"\0") + struct.pack(">II", 92, len(inner)) + inner


def _canon() -> bytes:
    parts = box(b"CMT1", exif_block({0x010F: "NIKON CORPORATION", 0x0110: "NIKON D5"})) + box(
        b"CMT2", exif_block(TIMES)
    )
    canon = box(b"uuid", bytes.fromhex("85c0b687820f11e08111f4ce462b6a48") + parts)
    packet = box(b"uuid", bytes.fromhex("be7acfcb97a942e89c71999491e3afac") + XMP)
    return box(b"ftyp", b"crx \0\0\0\1") + box(b"moov", canon) + packet


FILES = {
    "jpeg": jpeg_of(exif=EXIF, xmp=XMP),
    "jpeg with fill bytes": b"\xff\xd8\xff\xff\xff" + jpeg_of(exif=EXIF, xmp=XMP)[3:],
    "jpeg by pillow": _picture("JPEG", exif=b"Exif\0\0" + EXIF, xmp=XMP),
    "webp": _picture("WEBP", exif=EXIF, xmp=XMP),
    "avif": _picture("AVIF", exif=EXIF, xmp=XMP),
    "png": b"\x89PNG\r\n\x1a\n"
    + _png_chunk(b"IHDR", bytes(13))
    + _png_chunk(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + zlib.compress(XMP))
    + _png_chunk(b"IDAT", b"")
    + _png_chunk(b"eXIf", EXIF),
    "png by imagemagick": b"\x89PNG\r\n\x1a\n"
    + _raw_profile(b"exif", b"Exif\0\0" + EXIF)
    + _raw_profile(b"xmp", XMP),
    "tiff": _tiff("<"),
    "tiff, big-endian": _tiff(">"),
    "raw of olympus": b"IIRO" + _tiff("<")[4:],
    "raw of fuji": _fuji(),
    "raw of canon": _canon(),
    "heic": heif(b"heic", EXIF, XMP),
    "heic, inside": heif(b"heic", EXIF, XMP, in_idat=True),
    "jpeg xl": box(b"JXL ", b"\r\n\x87\n")
    + box(b"Exif", bytes(4) + EXIF)
    + box(b"xml ", XMP)
    + box(b"jxlc", b""),
    "jpeg 2000": box(b"jP  ", b"\r\n\x87\n")
    + box(b"uuid", b"JpgTiffExif->JP2" + EXIF)
    + box(b"uuid", bytes.fromhex("be7acfcb97a942e89c71999491e3afac") + XMP),
    "photoshop": b"8BPS\0\1".ljust(26, b"\0")
    + struct.pack(">II", 0, len(resources((0x0422, EXIF), (0x0424, XMP))))
    + resources((0x0422, EXIF), (0x0424, XMP)),
}


@pytest.mark.parametrize("name", FILES)
def test_every_format_says_the_same(name: str) -> None:
    assert read_metadata(FILES[name]) == FULL


def test_a_gif_carries_xmp() -> None:
    tail = b"\x01" + bytes(range(255, -1, -1)) + b"\0"
    gif = b"GIF89a" + bytes(7) + b"\x21\xff\x0bXMP DataXMP" + XMP + tail + b";"
    assert read_metadata(gif).keywords == ("Zoë", "sea")


def test_a_packed_box_of_jpeg_xl() -> None:
    codecs = pytest.importorskip("imagecodecs")
    packed = codecs.brotli_encode(bytes(4) + EXIF)
    bomb = codecs.brotli_encode(bytes(40_000_000))
    head = box(b"JXL ", b"\r\n\x87\n")
    assert read_metadata(head + box(b"brob", b"Exif" + packed)).camera == "Nikon D5"
    assert read_metadata(head + box(b"brob", b"xml " + bomb)) == PhotoMetadata()
    assert read_metadata(head + box(b"brob", b"xml rubbish")) == PhotoMetadata()


def test_png_titles_come_last() -> None:
    png = b"\x89PNG\r\n\x1a\n" + _png_chunk(b"tEXt", b"Title\0Caf\xe9")
    assert read_metadata(png).title == "Café"
    png += _png_chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + xmp_packet(alt("dc:title", de="x")))
    assert read_metadata(png).title == "x"


def test_what_does_not_fit_in_the_first_packet_is_read_too() -> None:
    name = b"0123456789ABCDEF0123456789ABCDEF"
    first = xmp_packet("", f'xmp:Rating="2" xmpNote:HasExtendedXMP="{name.decode()}"')
    more = xmp_packet(bag("dc:subject", "far"))
    head = b"http://ns.adobe.com/xmp/extension/\0" + name + struct.pack(">I", len(more))
    parts = [(0xE1, head + struct.pack(">I", at) + more[at : at + 500]) for at in (500, 0, 1000)]
    main = (0xE1, b"http://ns.adobe.com/xap/1.0/\0" + first)
    said = read_metadata(jpeg(main, *parts))
    assert (said.rating, said.keywords) == (2, ("far",))
    assert read_metadata(jpeg(main, *parts[1:])).keywords == ()  # a part is missing


def test_exif_that_goes_on_in_the_next_segment() -> None:
    big = exif_block({0x0110: "X100", 0xFFF0: bytes(70_000), 0xFFF1: "tail"})
    cut = 65_527
    file = jpeg((0xE1, b"Exif\0\0" + big[:cut]), (0xE1, b"Exif\0\0" + big[cut:]))
    assert read_metadata(file).camera == "X100"


def test_the_camera_is_believed_first_for_the_time_and_people_for_the_words() -> None:
    said = combine(
        RawBlocks(
            exif=(exif_block({0x010E: "from EXIF"}, {0x9003: "2020:01:02 03:04:05"}),),
            xmp=(
                xmp_packet(
                    alt("dc:description", de="auf Deutsch", x_default="from XMP"),
                    'photoshop:DateCreated="2021-01-01T00:00:00"',
                ),
            ),
            iptc=(iptc_block((2, 120, b"from IPTC"), (2, 5, b"IPTC title"), (2, 25, b"word")),),
        )
    )
    assert said.taken == datetime(2020, 1, 2, 3, 4, 5)
    assert (said.description, said.title, said.keywords) == ("from XMP", "IPTC title", ("word",))


@pytest.mark.parametrize(
    ("blocks", "taken"),
    [
        # An unset clock, and a date of a change, which is no date of a photo.
        (
            RawBlocks(
                exif=(
                    exif_block(
                        {0x0132: "2023:04:05 09:06:56", 0x010F: "OLYMPUS"},
                        {0x9003: "0000:00:00 00:00:00", 0x9004: "    :  :     :  :  "},
                    ),
                )
            ),
            None,
        ),
        (RawBlocks(xmp=(xmp_packet("", 'xmp:ModifyDate="2020-01-01T00:00:00"'),)), None),
        (RawBlocks(xmp=(xmp_packet("", 'xmp:CreateDate="1970-01-01T01:00:00+01:00"'),)), None),
        (
            RawBlocks(
                exif=(exif_block({}, {0x9003: "1970:01:01 00:00:00"}),),
                xmp=(xmp_packet("", 'exif:DateTimeOriginal="2018-05-06T07:08:09"'),),
            ),
            datetime(2018, 5, 6, 7, 8, 9),
        ),
        (
            RawBlocks(
                exif=(exif_block({}, {0x9004: "2017:01:01 10:00:00"}),),
                iptc=(iptc_block((2, 55, b"20160203"), (2, 60, b"040506+0100")),),
            ),
            datetime(2016, 2, 3, 4, 5, 6),
        ),
        (
            RawBlocks(xmp=(xmp_packet("", 'xmp:CreateDate="2015-06-11T10:29:26.69"'),)),
            datetime(2015, 6, 11, 10, 29, 26, 690_000),
        ),
    ],
)
def test_a_missing_date_is_never_a_wrong_one(blocks: RawBlocks, taken: datetime | None) -> None:
    assert combine(blocks).taken == taken


def test_fraction_and_offset_are_taken_from_another_block_of_the_same_second() -> None:
    said = combine(
        RawBlocks(
            exif=(exif_block({}, {0x9003: "2019:06:09 12:57:32"}),),
            xmp=(xmp_packet("", 'photoshop:DateCreated="2019-06-09T12:57:32.5+02:00"'),),
        )
    )
    assert (said.taken, said.utc_offset) == (datetime(2019, 6, 9, 12, 57, 32, 500_000), 120)


def test_one_bad_field_costs_only_itself() -> None:
    block = exif_block(
        {0x010F: "Canon", 0x0110: "Canon EOS 5D"},
        {
            0x829A: [(1, 0)],
            0x829D: "not a number",
            0x8827: bytes(2),
            0x9003: "2019:13:40 99:99:99",
            0x9004: "2019:01:02 03:04:05",
            0x920A: [(50, 1)],
        },
        {1: "Q", 2: [(50, 1), (2, 1), (3, 1)], 3: "E", 4: [(8, 1), (0, 0), (0, 0)]},
    )
    said = read_metadata(jpeg_of(exif=block, xmp=b"<broken", iptc=b"\x1c\x02"))
    assert said == PhotoMetadata(
        taken=datetime(2019, 1, 2, 3, 4, 5), camera="Canon EOS 5D", focal_length=50.0
    )


def test_a_tag_that_points_nowhere_costs_no_other() -> None:
    block = bytearray(exif_block({0x010E: "a description", 0x0110: "a model"}))
    struct.pack_into("<I", block, 8 + 2 + 8, 0x7FFFFFFF)
    said = read_metadata(jpeg_of(exif=bytes(block)))
    assert (said.description, said.camera) == (None, "a model")


def test_directories_that_loop_end() -> None:
    block = bytearray(exif_block({0x0110: "a model", 0x8769: 8, 0x8825: 8}))
    assert read_metadata(jpeg_of(exif=bytes(block))).camera == "a model"


def test_places_and_exposure() -> None:
    said = read_metadata(
        jpeg_of(
            exif=exif_block(
                {},
                {
                    0x829A: [(1, 250)],
                    0x829D: [(28, 10)],
                    0x8827: 400,
                    0x920A: [(50, 1)],
                    0xA432: [(24, 1), (70, 1), (28, 10), (0, 0)],
                },
                {
                    1: "S",
                    2: [(33, 1), (30, 1), (36, 1)],
                    3: "w",
                    4: [(70, 1), (15, 2), (0, 0)],
                    5: b"\1",
                    6: [(25, 2)],
                },
            )
        )
    )
    assert said == PhotoMetadata(
        exposure_time=1 / 250,
        f_number=2.8,
        iso=400,
        focal_length=50.0,
        lens="24–70 mm f/2.8",
        latitude=-33.51,
        longitude=-70.125,
        altitude=-12.5,
    )


@pytest.mark.parametrize(
    "gps",
    [
        {1: "N", 2: [(0, 1)], 3: "E", 4: [(0, 1)], 6: [(5, 1)]},  # no position yet
        {2: [(50, 1)], 4: [(8, 1)]},  # which hemisphere?
        {1: "N", 2: [(95, 1)], 3: "E", 4: [(8, 1)]},
        {1: "N", 2: [(50, 1)]},
        {},
    ],
)
def test_no_place_is_better_than_a_wrong_one(gps: dict[int, object]) -> None:
    assert read_metadata(jpeg_of(exif=exif_block({}, {}, gps))) == PhotoMetadata()  # type: ignore[arg-type]


def test_xmp_alone_says_it_all() -> None:
    packet = xmp_packet(
        "<exif:ISOSpeedRatings><rdf:Seq><rdf:li>200</rdf:li></rdf:Seq></exif:ISOSpeedRatings>"
        "<aux:Lens>EF50mm f/1.8</aux:Lens>" + bag("lr:hierarchicalSubject", "Places|Rome", "dog"),
        'tiff:Make="Canon" tiff:Model="Canon EOS 5D" exif:ExposureTime="1/60" exif:FNumber="8/1"'
        ' exif:GPSLatitude="50,30.6N" exif:GPSLongitude="8,30,36W" exif:GPSAltitude="1234/10"'
        ' MicrosoftPhoto:Rating="75"',
    )
    said = combine(RawBlocks(xmp=(packet,)))
    assert said == PhotoMetadata(
        camera="Canon EOS 5D",
        lens="EF50mm f/1.8",
        exposure_time=1 / 60,
        f_number=8.0,
        iso=200,
        latitude=50.51,
        longitude=-(8 + 30 / 60 + 36 / 3600),
        altitude=123.4,
        rating=4,
        keywords=("Rome", "dog"),
    )


@pytest.mark.parametrize(
    ("iptc", "keywords"),
    [
        (iptc_block((1, 90, b"\x1b%G"), (2, 25, "Zürich".encode())), ("Zürich",)),
        (iptc_block((1, 90, b"\x1b.A"), (2, 25, "Zürich".encode("latin-1"))), ("Zürich",)),
        (iptc_block((1, 90, b"\x1b%G"), (2, 25, "Zürich".encode("latin-1"))), ("Zürich",)),  # lies
        (iptc_block((2, 25, "Zürich".encode())), ("Zürich",)),
        (iptc_block((2, 25, b"one\0\0"), (2, 25, b" one "), (2, 25, b"")), ("one",)),
        (iptc_block((2, 25, b"first")) + b"\x1c\x02\x19\xff", ("first",)),
    ],
)
def test_iptc_in_any_encoding(iptc: bytes, keywords: tuple[str, ...]) -> None:
    assert read_metadata(jpeg_of(iptc=iptc)).keywords == keywords


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize(
    ("tag", "raw", "text"),
    [
        (0x9286, b"ASCII\0\0\0plain\0\0", "plain"),
        (0x9286, b"UNICODE\0" + "né".encode("utf-16-le"), "né"),
        (0x9286, b"UNICODE\0" + "né".encode("utf-16-be"), "né"),
        (0x9286, b"UNICODE\0" + "né".encode("utf-16"), "né"),
        (0x9286, b"JIS\0\0\0\0\0" + "写真".encode("iso2022_jp"), "写真"),
        (0x9286, bytes(8) + "né".encode(), "né"),
        (0x9286, bytes(8) + "né".encode("latin-1"), "né"),
        (0x9286, bytes(8) + b" " * 100, None),
        (0x9286, b"ASCII\0\0\0" + b"x" * 5_000, None),  # a machine's record
        (0x9C9C, "né\0".encode("utf-16-le"), "né"),
        (0x9286, b"UNICODE\0\xd8", None),
    ],
)
def test_comments_in_any_encoding(order: str, tag: int, raw: bytes, text: str | None) -> None:
    block = exif_block({tag: raw} if tag > 0x9C00 else {}, {tag: raw}, order=order)
    said = read_metadata(jpeg_of(exif=block)).description
    assert said == text or (text is None and said == "\N{REPLACEMENT CHARACTER}")


def test_words_of_windows() -> None:
    keywords = "sea;old house ;;sea\0".encode("utf-16-le")
    said = read_metadata(jpeg_of(exif=exif_block({0x9C9E: keywords, 0x4749: 50})))
    assert (said.keywords, said.rating) == (("sea", "old house"), 3)


@pytest.mark.parametrize(
    "text", ["OLYMPUS DIGITAL CAMERA         ", "SONY DSC", "DCIM\\100MEDIA\\DJI_0001.JPG", "  "]
)
def test_what_a_camera_writes_is_no_caption(text: str) -> None:
    packet = xmp_packet(alt("dc:description", x_default=text))
    file = jpeg_of(exif=exif_block({0x010E: text}), xmp=packet if "O" in text[:2] else b"")
    assert read_metadata(file).description is None


def test_the_sidecar_has_the_last_word() -> None:
    photo = PhotoMetadata(
        taken=datetime(2020, 1, 1, 1, 1, 1, 5),
        utc_offset=60,
        camera="Canon EOS 5D",
        rating=5,
        keywords=("old",),
        description="old",
        title="kept",
    )
    sidecar = Fields(
        taken=Moment(datetime(2020, 1, 1, 1, 1, 1)), rating=0, keywords=(), description=""
    )
    assert with_sidecar(photo, sidecar) == PhotoMetadata(
        taken=photo.taken, utc_offset=60, camera="Canon EOS 5D", rating=0, title="kept"
    )
    moved = with_sidecar(photo, Fields(taken=Moment(datetime(1999, 1, 1)), keywords=("new",)))
    assert (moved.taken, moved.keywords, moved.rating) == (datetime(1999, 1, 1), ("new",), 5)
    scanned = Fields(digitized=Moment(datetime(2022, 1, 1)))
    assert with_sidecar(photo, scanned).taken == photo.taken
    assert with_sidecar(PhotoMetadata(), scanned).taken == datetime(2022, 1, 1)


def test_it_passes_between_processes() -> None:
    assert pickle.loads(pickle.dumps(FULL)) == FULL


def test_other_files_say_nothing() -> None:
    for data in (b"", b"BM", b"\xff\xd8\xff", b"RIFF\0\0\0\0WEBP", b"plain text", bytes(100)):
        assert read_metadata(data) == PhotoMetadata()
