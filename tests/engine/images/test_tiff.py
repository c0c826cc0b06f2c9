import importlib
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageCms

from engine.errors import ImageError
from engine.images import source
from engine.images.decode import decode

sys.path.insert(0, str(Path(__file__).parent))
tiff_files = importlib.import_module("tiff_files")
build_tiff = tiff_files.build_tiff

ToFile = Callable[..., bytes]
Pixels = NDArray[np.uint8]


def _read(data: bytes) -> NDArray[np.int16]:
    photo = decode(data, min_side=10_000)
    assert (photo.format, photo.image.mode) == ("tiff", "RGB")
    return np.asarray(photo.image, np.int16)


@pytest.fixture(params=["whole", "in bands"])
def small_bands(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "in bands":
        monkeypatch.setattr(source, "BAND_PIXELS", 160 * 16)


@pytest.mark.usefixtures("small_bands")
@pytest.mark.parametrize("planar", [False, True])
@pytest.mark.parametrize("tile", [0, 16, 64])
@pytest.mark.parametrize(("compression", "predictor"), [(1, 1), (8, 1), (8, 2), (32946, 2)])
def test_sixteen_bits_in_every_arrangement(
    planar: bool, tile: int, compression: int, predictor: int, picture: Pixels
) -> None:
    deep = picture.astype(np.uint16) * 257
    for order in "<>":
        data = build_tiff(
            deep,
            2,
            order=order,
            compression=compression,
            predictor=predictor,
            planar=planar,
            tile=tile,
            rows_per_strip=120 if order == "<" else 7,
        )
        assert (_read(data) == picture).all()


@pytest.mark.parametrize("compression", [None, "tiff_lzw", "packbits", "tiff_adobe_deflate"])
@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "CMYK"])
def test_a_large_picture_read_in_bands_is_the_same(
    compression: str | None, mode: str, picture: Pixels, to_file: ToFile, monkeypatch: Any
) -> None:
    image = Image.fromarray(picture).convert(mode)
    if mode == "RGBA":
        image.putalpha(Image.linear_gradient("L").resize(image.size))
    predictor = {} if compression in (None, "packbits") else {"tiffinfo": {317: 2}}
    data = to_file(image, "TIFF", compression=compression, **predictor)
    whole = _read(data)
    asked: list[int] = []
    monkeypatch.setattr("engine.images.pillow.MAX_MEMORY", 0)
    monkeypatch.setattr(source, "BAND_PIXELS", 160 * 16)
    photo = decode(data, min_side=10_000, reserve=lambda _, size: asked.append(size))
    assert np.abs(np.asarray(photo.image, np.int16) - whole).max() <= 1
    assert asked[0] < 10_000_000


@pytest.mark.parametrize("mode", ["L", "RGB"])
def test_a_picture_that_pillow_takes_for_a_bomb_is_read(
    mode: str, picture: Pixels, to_file: ToFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = Image.fromarray(picture).convert(mode)
    data = to_file(image, "TIFF", compression="tiff_lzw", tiffinfo={278: 7})  # rows in a strip
    whole = _read(data)
    monkeypatch.setattr(source, "BAND_PIXELS", 160 * 16)
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 160 * 16)
    np.testing.assert_array_equal(_read(data), whole)


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize(("dtype", "predictor"), [("f2", 1), ("f4", 1), ("f4", 3), ("f8", 3)])
def test_floating_point_colours_are_light(
    order: str, dtype: str, predictor: int, picture: Pixels
) -> None:
    shown = picture / 255
    light = np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)
    data = build_tiff(
        light.astype(dtype), 2, order=order, compression=8, predictor=predictor, tile=32
    )
    assert np.abs(_read(data) - picture).max() <= 1


def test_highlights_and_noise_do_not_darken_a_floating_point_picture(picture: Pixels) -> None:
    light = np.full((50, 50, 1), 0.5, np.float32)
    light[0, :5] = 40
    light[1, 0], light[1, 1] = np.nan, -5
    pixels = _read(build_tiff(light, 1))
    assert (pixels[2:] == 128).all()
    assert pixels[1, :2].max() == 0
    assert pixels[0, :5].min() == 255


def test_numbers_with_a_sign_and_white_as_zero() -> None:
    steps = np.array([0, 8192, 32767], np.int16).reshape(1, 3, 1)
    assert _read(build_tiff(steps, 1))[0, :, 0].tolist() == [0, 64, 255]
    inverted = np.array([0, 32896, 65535], np.uint16).reshape(1, 3, 1)
    assert _read(build_tiff(inverted, 0))[0, :, 0].tolist() == [255, 127, 0]


@pytest.mark.parametrize("kind", [1, 2])
def test_alpha_beside_sixteen_bits_is_laid_on_white(kind: int) -> None:
    values = np.array([[[0, 0, 60000, 65535], [0, 0, 30000, 32768], [9, 9, 9, 0]]], np.uint16)
    if kind == 1:
        values[0, 2] = 0
    pixels = _read(build_tiff(values, 2, tags=[(338, 3, (kind,))]))[0]
    assert np.abs(pixels[0] - (0, 0, 233)).max() <= 1
    assert np.abs(pixels[1] - (127, 127, 244 if kind == 1 else 186)).max() <= 1
    assert pixels[2].tolist() == [255, 255, 255]
    grey = np.array([[[0, 65535], [0, 0]]], np.uint16)
    assert _read(build_tiff(grey, 1, tags=[(338, 3, (2,))]))[0, :, 0].tolist() == [0, 255]


@pytest.mark.parametrize("planar", [False, True])
@pytest.mark.parametrize("kind", [1, 2])
def test_alpha_of_eight_bits_is_laid_on_white(kind: int, planar: bool) -> None:
    colours = np.array([[[0, 0, 240, 255], [0, 0, 100, 128], [0, 0, 0, 0]]], np.uint8)
    tags = [(338, 3, (kind,))]
    pixels = _read(build_tiff(colours, 2, planar=planar, tags=tags))[0]
    assert np.abs(pixels[0] - (0, 0, 240)).max() <= 1
    assert np.abs(pixels[1] - (127, 127, 227 if kind == 1 else 177)).max() <= 1
    assert pixels[2].tolist() == [255, 255, 255]
    grey = np.array([[[80, 255], [50, 128], [0, 0]]], np.uint8)
    shown = _read(build_tiff(grey, 1, planar=planar, tags=tags))[0, :, 0]
    assert np.abs(shown - (80, 177 if kind == 1 else 152, 255)).max() <= 1


@pytest.mark.parametrize(
    ("photometric", "dtype"), [(8, "u1"), (8, "u2"), (8, "i2"), (9, "u1"), (9, "u2")]
)
def test_cielab_in_its_two_codings(photometric: int, dtype: str, picture: Pixels) -> None:
    to_lab = ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB"
    )
    lab = ImageCms.applyTransform(Image.fromarray(picture), to_lab)
    assert lab is not None
    light, red, blue = (np.asarray(lab.getchannel(i)).astype(np.int32) for i in range(3))
    if photometric == 8:
        red, blue = (red - 128) % 256, (blue - 128) % 256
    values = np.stack([light, red, blue], 2)
    if dtype[1:] == "2":
        values = values * np.array([257, 256, 256])
    pixels = _read(build_tiff(values.astype(dtype), photometric))
    # Two steps of a*, of 8 bits, are this much of a strong colour.
    assert np.abs(pixels - picture).mean() < 2.5
    assert np.abs(pixels - picture).max() < 24


def test_clear_inks_are_laid_on_white() -> None:
    inks = np.array([[[0, 255, 255, 0, 255], [0, 0, 0, 255, 128], [0, 0, 0, 255, 0]]], np.uint8)
    pixels = _read(build_tiff(inks, 5, tags=[(338, 3, (2,))]))[0]
    assert np.abs(pixels - ((255, 0, 0), (127, 127, 127), (255, 255, 255))).max() < 3
    multiplied = np.round(inks * (inks[..., 4:] / 255)).astype(np.uint8)
    multiplied[..., 4] = inks[..., 4]
    assert np.abs(_read(build_tiff(multiplied, 5, tags=[(338, 3, (1,))]))[0] - pixels).max() < 3


def test_thirty_two_bits_have_the_white_of_all_their_range() -> None:
    grey = np.array([0, 2**31, 3 * 2**30], np.uint32).reshape(1, 3, 1)
    assert _read(build_tiff(grey, 1))[0, :, 0].tolist() == [0, 128, 191]


def test_inks_of_sixteen_bits() -> None:
    inks = np.array([[[0, 65535, 65535, 0], [0, 0, 0, 0], [0, 0, 0, 65535]]], np.uint16)
    pixels = _read(build_tiff(inks, 5))[0]
    assert np.abs(pixels - ((255, 0, 0), (255, 255, 255), (0, 0, 0))).max() < 3


@pytest.mark.parametrize("orientation", range(1, 9))
def test_our_own_reader_turns_once(orientation: int, picture: Pixels) -> None:
    turned: dict[int, Callable[[Pixels], Pixels]] = {
        1: lambda upright: upright,
        2: lambda upright: upright[:, ::-1],
        3: lambda upright: upright[::-1, ::-1],
        4: lambda upright: upright[::-1],
        5: lambda upright: upright.swapaxes(0, 1),
        6: lambda upright: np.rot90(upright, 1),
        7: lambda upright: upright[::-1, ::-1].swapaxes(0, 1),
        8: lambda upright: np.rot90(upright, -1),
    }
    stored = turned[orientation](picture).astype(np.uint16) * 257
    data = build_tiff(stored, 2, tags=[(274, 3, (orientation,))])
    photo = decode(data, min_side=10_000)
    assert (photo.width, photo.height) == photo.image.size == (160, 120)
    assert (np.asarray(photo.image) == picture).all()


def test_a_page_that_is_a_thumbnail_is_passed_over(to_file: ToFile) -> None:
    pages = [Image.new("RGB", (16, 12), "red"), Image.new("RGB", (160, 120), "blue")]
    data = to_file(pages[0], "TIFF", save_all=True, append_images=pages[1:], tiffinfo={254: 1})
    mark = b"\xfe\0\4\0\1\0\0\0\1\0\0\0"
    assert data.count(mark) == 2
    second = data.rindex(mark)
    photo = decode(data[:second] + mark[:8] + bytes(4) + data[second + 12 :], min_side=10_000)
    assert photo.image.size == (160, 120)
    assert photo.image.getpixel((5, 5)) == (0, 0, 255)
    assert decode(data, min_side=10_000).image.size == (16, 12)


def test_twelve_bits_are_scaled_by_their_own_white() -> None:
    packed = np.array([[0x00, 0x08, 0x00, 0xFF, 0xFF, 0xFF]], np.uint8)  # 0, 0x800, 0xfff, 0xfff
    data = bytearray(build_tiff(packed[..., None], 1))
    data = data.replace(b"\0\1\4\0\1\0\0\0\6\0\0\0", b"\0\1\4\0\1\0\0\0\4\0\0\0")
    data = data.replace(b"\2\1\3\0\1\0\0\0\x08\0", b"\2\1\3\0\1\0\0\0\x0c\0")
    assert _read(bytes(data))[0, :, 0].tolist() == [0, 128, 255, 255]


def test_a_strip_that_is_missing_or_too_short_is_told(picture: Pixels) -> None:
    deep = picture.astype(np.uint16) * 257
    plain = build_tiff(deep, 2)
    packed = build_tiff(deep, 2, compression=8)
    for broken in (plain[: len(plain) // 2], packed[:8] + bytes(200) + packed[208:]):
        with pytest.raises(ImageError):
            decode(broken, min_side=448)


def test_bigtiff_in_both_orders_of_bytes(picture: Pixels, to_file: ToFile) -> None:
    little = to_file(picture, "TIFF", big_tiff=True)
    assert (_read(little) == picture).all()
    tags = [(256, 160), (257, 120), (259, 1), (262, 2), (273, 16), (277, 3), (278, 120)]
    entries = [(tag, 4, 1, struct.pack(">I4x", number)) for tag, number in tags]
    entries += [(258, 3, 3, struct.pack(">3H2x", 8, 8, 8)), (279, 4, 1, struct.pack(">I4x", 57600))]
    table = b"".join(struct.pack(">HHQ8s", *entry) for entry in sorted(entries))
    head = struct.pack(">2sHHHQ", b"MM", 43, 8, 0, 16 + picture.size)
    big = head + picture.tobytes() + struct.pack(">Q", len(entries)) + table + bytes(8)
    assert (_read(big) == picture).all()


@pytest.mark.parametrize(
    ("compression", "kind"), [(50001, "WEBP"), (34712, "JPEG2000"), (33003, "JPEG2000")]
)
@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_strips_that_are_pictures(
    compression: int, kind: str, mode: str, picture: Pixels, to_file: ToFile
) -> None:
    image = Image.fromarray(picture).convert(mode)
    if compression == 33003:
        # Brightness and differences, which the decoder does not know of.
        parts = Image.fromarray(picture).convert("YCbCr").split()
        image = Image.merge(mode, parts) if mode == "RGB" else image
    strip = to_file(image, kind, lossless=True, no_jp2=True)
    place = 8 + len(strip) + len(strip) % 2
    samples = len(mode)
    tags = [
        (256, 4, (160,)),
        (257, 4, (120,)),
        (258, 3, (8,) * samples),
        (259, 3, (compression,)),
        (262, 3, (2,)),
        (273, 4, (8,)),
        (277, 3, (samples,)),
        (278, 4, (120,)),
        (279, 4, (len(strip),)),
        *([(338, 3, (2,))] if samples == 4 else []),
    ]
    head = struct.pack("<2sHI", b"II", 42, place) + strip.ljust(place - 8, b"\0")
    shown = _read(head + tiff_files.directory(tags, place, "<"))
    assert np.abs(shown - picture).max() <= (4 if compression == 33003 else 0)
