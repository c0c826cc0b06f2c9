import struct
from collections.abc import Callable

import pytest

from engine.errors import ImageError
from engine.images.formats import PhotoFormat, looks_like_photo, sniff


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("JPEG", "jpeg"),
        ("PNG", "png"),
        ("GIF", "gif"),
        ("WEBP", "webp"),
        ("AVIF", "avif"),
        ("TIFF", "tiff"),
        ("BMP", "bmp"),
        ("JPEG2000", "jpeg2000"),
        ("PPM", "pnm"),
    ],
)
def test_a_format_is_told_by_content(
    kind: str, expected: str, picture: object, to_file: Callable[..., bytes]
) -> None:
    assert sniff(to_file(picture, kind)) == expected


def _tiff(order: str, tags: list[tuple[int, int, int]]) -> bytes:
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "IH", 8, len(tags))
    short = "HHIHxx"
    entries = [struct.pack(order + short, tag, kind, 1, value) for tag, kind, value in tags]
    return head + b"".join(entries)


@pytest.mark.parametrize("order", ["<", ">"])
def test_camera_raw_is_told_from_the_tiff_it_is_built_on(order: str) -> None:
    plain = [(254, 3, 0), (262, 3, 2)]
    assert sniff(_tiff(order, plain)) is PhotoFormat.TIFF
    assert sniff(_tiff(order, [(254, 3, 1), (262, 3, 2)])) is PhotoFormat.TIFF
    assert sniff(_tiff(order, [(254, 3, 1), (262, 3, 2), (330, 3, 99)])) is PhotoFormat.RAW
    assert sniff(_tiff(order, [(254, 3, 0), (262, 3, 32803)])) is PhotoFormat.RAW
    assert sniff(_tiff(order, [*plain, (50706, 3, 1)])) is PhotoFormat.RAW


def _container(major: bytes, *brands: bytes) -> bytes:
    body = b"ftyp" + major + b"\0\0\0\0" + b"".join(brands)
    return struct.pack(">I", len(body) + 4) + body + b"\0\0\0\x08mdat"


def test_the_brands_of_a_media_container_decide() -> None:
    assert sniff(_container(b"heic", b"mif1", b"heic")) is PhotoFormat.HEIF
    assert sniff(_container(b"mif1", b"mif1", b"heic")) is PhotoFormat.HEIF
    assert sniff(_container(b"mif1", b"mif1", b"avif")) is PhotoFormat.AVIF
    assert sniff(_container(b"crx ", b"crx ")) is PhotoFormat.RAW
    with pytest.raises(ImageError, match="video"):
        sniff(_container(b"qt  ", b"qt  "))


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"GIF89", "text"),
        (b"\xef\xbb\xbfDear diary,\r\n\x1b[1mtoday", "text"),
        (b"\n<!DOCTYPE html><title>404</title>", "a web page"),
        (b"<?xml version='1.0'?>\n<!-- x -->\n<svg xmlns='...'>", "a drawing"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF"),
        (b"PK\x03\x04\x14\0", "an archive"),
        (b"RIFF\0\0\0\0WAVEfmt ", "a sound"),
        (b"\0\0\0\x14moov\0\0", "a video"),
        (b"\0\x05\x16\x07\0\x02\0\0Mac OS X", "macOS"),
    ],
)
def test_what_is_no_photo_is_skipped_by_its_name(data: bytes, what: str) -> None:
    with pytest.raises(ImageError, match=what) as caught:
        sniff(data)
    assert caught.value.skip


@pytest.mark.parametrize("data", [b"", b"\x89", bytes(5000), bytes(range(255, -1, -1))])
def test_what_may_have_been_a_photo_is_a_failure(data: bytes) -> None:
    with pytest.raises(ImageError) as caught:
        sniff(data)
    assert not caught.value.skip


@pytest.mark.parametrize(
    "name", [b"a.jpg", b"A.JPEG", b"\xff\n.heic", b"dir.x/b.Nef", b"two.dots.png", b"a.jpg.tif"]
)
def test_names_of_photos(name: bytes) -> None:
    assert looks_like_photo(name)


@pytest.mark.parametrize(
    "name",
    [b"", b"a", b".jpg", b"dir.jpg/a", b"a.txt", b"a.mov", b"a.jpg.part", b"a.jpg\n", b"a.png~"],
)
def test_other_names(name: bytes) -> None:
    assert not looks_like_photo(name)
