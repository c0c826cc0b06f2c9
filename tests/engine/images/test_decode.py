import io
import struct
import zlib
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from engine.errors import ImageError
from engine.images.decode import DecodedPhoto, decode
from engine.images.prepare import prepare_picture

Pixels = NDArray[np.uint8]
ToFile = Callable[..., bytes]

# What a camera stores of an upright picture, for each value of EXIF's orientation tag.
STORED: dict[int, Callable[[Pixels], Pixels]] = {
    1: lambda upright: upright,
    2: lambda upright: upright[:, ::-1],
    3: lambda upright: upright[::-1, ::-1],
    4: lambda upright: upright[::-1],
    5: lambda upright: upright.swapaxes(0, 1),
    6: lambda upright: np.rot90(upright, 1),
    7: lambda upright: upright[::-1, ::-1].swapaxes(0, 1),
    8: lambda upright: np.rot90(upright, -1),
}


def _pixels(photo: DecodedPhoto) -> NDArray[np.int16]:
    assert photo.image.mode == "RGB"
    return np.asarray(photo.image, np.int16)


def _read(data: bytes) -> NDArray[np.int16]:
    return _pixels(decode(data, min_side=10_000))


def _exif(orientation: object) -> Image.Exif:
    exif = Image.Exif()
    exif[274] = orientation
    return exif


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "TIFF", "WEBP", "AVIF"])
def test_every_orientation_gives_the_same_picture(
    orientation: int, kind: str, picture: Pixels, to_file: ToFile
) -> None:
    options: dict[str, dict[str, object]] = {
        "JPEG": {"quality": 95},
        "WEBP": {"lossless": True},
        "AVIF": {"quality": 95},
    }
    stored = np.ascontiguousarray(STORED[orientation](picture))
    data = to_file(stored, kind, exif=_exif(orientation), **options.get(kind, {}))
    photo = decode(data, min_side=10_000)
    assert (photo.width, photo.height) == photo.image.size == (160, 120)
    assert np.abs(_pixels(photo) - picture).max() <= (8 if kind in ("JPEG", "AVIF") else 0)


@pytest.mark.parametrize("orientation", [0, 9, 65535])
def test_a_senseless_orientation_is_upright(
    orientation: int, picture: Pixels, to_file: ToFile
) -> None:
    assert (_read(to_file(picture, exif=_exif(orientation))) == picture).all()


def test_broken_camera_data_do_not_cost_the_picture(picture: Pixels, to_file: ToFile) -> None:
    for exif in (b"Exif\0\0", b"Exif\0\0II*\0\xff\xff\xff\xff", b"Exif\0\0MM\0*" + b"\xaa" * 64):
        data = to_file(picture, "JPEG", exif=exif, quality=95)
        assert np.abs(_read(data) - picture).max() < 20


def test_a_large_photo_is_reduced_but_not_below_the_sides_asked_for(to_file: ToFile) -> None:
    ramp = np.linspace(0, 255, 2400, dtype=np.uint8)[None, :, None].repeat(1800, 0).repeat(3, 2)
    for kind, options in (("JPEG", {"exif": _exif(6)}), ("PNG", {}), ("TIFF", {})):
        photo = decode(to_file(ramp, kind, **options), min_side=448)
        turned = kind == "JPEG"
        assert (photo.width, photo.height) == ((1800, 2400) if turned else (2400, 1800))
        assert 448 <= min(photo.image.size) < 900
        along = _pixels(photo).mean((1, 2) if turned else (0, 2))
        assert np.abs(along - np.linspace(0, 255, len(along))).max() < 3
    data = to_file(ramp[:, :1800], "JPEG")
    assert max(decode(data, min_side=300, min_long_side=512).image.size) >= 512


def test_small_and_narrow_photos_keep_their_size(to_file: ToFile) -> None:
    for size in ((1, 1), (3000, 2), (2, 3000), (400, 700)):
        data = to_file(Image.new("RGB", size, "red"))
        photo = decode(data, min_side=448)
        assert photo.image.size == (photo.width, photo.height) == size


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_orientation_is_found_among_broken_camera_data(
    orientation: int, picture: Pixels, to_file: ToFile
) -> None:
    stored = np.ascontiguousarray(STORED[orientation](picture))
    entries = [
        (271, 2, 400, 0xFFFFFF),
        (274, 3, 1, orientation),
        (306, 9999, 7, 7),
        (33434, 5, 1, 9),
    ]
    table = b"".join(struct.pack("<HHII", *entry) for entry in entries)
    exif = b"Exif\0\0II*\0\x08\0\0\0" + struct.pack("<H", 40) + table
    photo = decode(to_file(stored, "JPEG", quality=95, exif=exif), min_side=10_000)
    assert photo.image.size == (160, 120)
    assert np.abs(_pixels(photo) - picture).max() <= 8


@pytest.mark.parametrize("orientation", range(2, 9))
def test_a_turned_photo_has_the_same_vector_input_and_hash(
    orientation: int, picture: Pixels, to_file: ToFile
) -> None:
    upright = prepare_picture(to_file(picture))
    stored = np.ascontiguousarray(STORED[orientation](picture))
    turned = prepare_picture(to_file(stored, exif=_exif(orientation)))
    assert (turned.pixels == upright.pixels).all()
    assert turned.perceptual_hash == upright.perceptual_hash
    assert turned.thumbnail == upright.thumbnail


# ---- colour ----


def _profile(*, red: str, green: str) -> bytes:
    """A minimal ICC profile of sRGB's primaries, named anew, with a gamma of 2.2."""
    colours = {
        "r": (0.4361, 0.2225, 0.0139),
        "g": (0.3851, 0.7169, 0.0971),
        "b": (0.1431, 0.0606, 0.7141),
    }

    def xyz(values: tuple[float, float, float]) -> bytes:
        return b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(v * 65536) for v in values))

    curve = b"curv\0\0\0\0" + struct.pack(">IHxx", 1, round(2.2 * 256))
    tags = {
        b"wtpt": xyz((0.9642, 1.0, 0.8249)),
        b"rXYZ": xyz(colours[red]),
        b"gXYZ": xyz(colours[green]),
        b"bXYZ": xyz(colours["b"]),
        **dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve),
    }
    offset = 128 + 4 + 12 * len(tags)
    table, body = struct.pack(">I", len(tags)), b""
    for name, value in tags.items():
        table += name + struct.pack(">II", offset + len(body), len(value))
        body += value
    header = struct.pack(">I4xI4s4s4s12x4s", offset + len(body), 0x02100000, *_CLASS, b"acsp")
    header = header.ljust(68, b"\0") + struct.pack(">3i", 63190, 65536, 54061)
    return header.ljust(128, b"\0") + table + body


_CLASS = (b"mntr", b"RGB ", b"XYZ ")


def test_a_profile_decides_what_the_numbers_mean(picture: Pixels, to_file: ToFile) -> None:
    swapped = to_file(picture, icc_profile=_profile(red="g", green="r"))
    assert np.abs(_read(swapped) - picture[..., [1, 0, 2]]).mean() < 3
    plain = to_file(picture, icc_profile=_profile(red="r", green="g"))
    assert np.abs(_read(plain) - picture).mean() < 3
    assert decode(plain, min_side=1).has_profile


def test_a_broken_or_foreign_profile_is_ignored(picture: Pixels, to_file: ToFile) -> None:
    profile = _profile(red="g", green="r")
    for broken in (b"x", bytes(500), profile[:200], profile.replace(b"RGB ", b"CMYK")):
        assert (_read(to_file(picture, icc_profile=broken)) == picture).all()
    grey = to_file(picture[..., 0], icc_profile=profile)
    assert (_read(grey) == picture[..., :1]).all()


@pytest.mark.parametrize("kind", ["JPEG", "TIFF"])
def test_ink_colours_are_not_inverted(kind: str, to_file: ToFile) -> None:
    inks = Image.new("CMYK", (64, 64), (0, 255, 255, 0))
    inks.paste((0, 0, 0, 0), (32, 0, 64, 64))
    pixels = _read(to_file(inks, kind))
    assert np.abs(pixels[:, :24] - (255, 0, 0)).max() < 20
    assert pixels[:, 40:].min() > 235


# ---- alpha, depth, frames ----


def _left_half_clear(mode: str) -> Image.Image:
    image = Image.new("RGBA", (40, 20), (0, 0, 200, 255))
    image.paste((0, 0, 0, 0), (0, 0, 20, 20))
    if mode == "P":
        image = image.quantize(8)
    return image.convert(mode)


@pytest.mark.parametrize(
    ("mode", "kind", "options"),
    [
        ("RGBA", "PNG", {}),
        ("RGBA", "WEBP", {"lossless": True}),
        ("RGBA", "TIFF", {}),
        ("RGBA", "AVIF", {}),
        ("P", "PNG", {}),
        ("RGBA", "GIF", {}),
        ("LA", "PNG", {}),
    ],
)
def test_what_is_transparent_is_white(
    mode: str, kind: str, options: dict[str, object], to_file: ToFile
) -> None:
    pixels = _read(to_file(_left_half_clear(mode), kind, **options))
    assert pixels[:, :16].min() > 245
    right = pixels[:, 24:].mean((0, 1))
    assert np.abs(right - ((0, 0, 200) if mode != "LA" else right[0])).max() < 8
    assert right[0] < 60


def test_a_colour_declared_transparent_is_white(to_file: ToFile) -> None:
    image = Image.new("RGB", (4, 4), (9, 9, 9))
    image.putpixel((0, 0), (1, 2, 3))
    pixels = _read(to_file(image, transparency=(9, 9, 9)))
    assert pixels[0, 0].tolist() == [1, 2, 3]
    assert pixels[1:].min() == 255


@pytest.mark.parametrize("kind", ["PNG", "TIFF"])
def test_sixteen_bits_are_scaled_not_clipped(kind: str, to_file: ToFile) -> None:
    values = np.array([[0, 255, 32896, 65535]], np.uint16).repeat(3, 0)
    assert _read(to_file(Image.fromarray(values), kind))[0, :, 0].tolist() == [0, 1, 128, 255]


def test_floating_point_and_whole_numbers_are_scaled(to_file: ToFile) -> None:
    def read(values: list[float], dtype: type) -> list[int]:
        data = to_file(Image.fromarray(np.array([values], dtype)), "TIFF")
        return _read(data)[0, :, 0].tolist()  # type: ignore[no-any-return]

    assert read([0, 0.5, 1], np.float32) == [0, 128, 255]
    assert read([0, 500, 1000], np.float32) == [0, 128, 255]
    assert read([-1, 0, 1], np.float32) == [0, 128, 255]
    assert read([0, float("nan"), float("inf"), 1], np.float32) == [0, 0, 255, 255]
    assert read([0, 32896, 65535], np.int32) == [0, 128, 255]
    assert read([0, 600_000, 1_000_000], np.int32) == [0, 153, 255]


def test_a_picture_read_in_bands_has_no_seams(to_file: ToFile) -> None:
    rows = np.linspace(0, 65535, 4500).astype(np.uint16)
    deep = to_file(Image.fromarray(rows[:, None].repeat(1001, 1)), "TIFF")
    clear = Image.new("RGBA", (1001, 4500), (0, 0, 0, 51))
    for data, expected in ((deep, None), (to_file(clear), 204)):
        pixels = _pixels(decode(data, min_side=500))
        assert pixels.shape == (2250, 501, 3)
        wanted = np.linspace(0, 255, 2250) if expected is None else expected
        assert np.abs(pixels.mean((1, 2)) - wanted).max() < 1


def test_the_first_frame_counts(to_file: ToFile) -> None:
    frames = [Image.new("RGB", (20, 10), colour) for colour in ("red", "lime", "blue")]
    for kind in ("GIF", "PNG", "WEBP", "TIFF"):
        data = to_file(frames[0], kind, save_all=True, append_images=frames[1:])
        assert np.abs(_read(data)[5, 10] - (255, 0, 0)).max() < 8, kind


# ---- damage ----


def test_what_the_first_frame_does_not_cover_is_white(to_file: ToFile) -> None:
    data = to_file(Image.new("RGB", (8, 4), "red").convert("P"), "GIF")
    place = data.index(b"," + struct.pack("<4H", 0, 0, 8, 4))
    canvas, corner = struct.pack("<2H", 16, 12), struct.pack("<2H", 5, 6)
    moved = data[:6] + canvas + data[10 : place + 1] + corner + data[place + 5 :]
    photo = decode(moved, min_side=448)
    assert (photo.width, photo.height) == (16, 12)
    shown = np.asarray(photo.image)
    assert (shown[6:10, 5:13] == (255, 0, 0)).all()
    assert (shown == 255).all(2).sum() == 16 * 12 - 8 * 4


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "TIFF", "GIF", "BMP", "WEBP", "JPEG2000", "AVIF"])
def test_a_file_cut_short_says_so_each_time(
    kind: str, rng: np.random.Generator, to_file: ToFile
) -> None:
    data = to_file(rng.integers(0, 256, (200, 300, 3), np.uint8), kind)
    for length in (len(data) // 2, len(data) - 40, 60):
        sentences = set()
        for _ in range(2):
            with pytest.raises(ImageError) as caught:
                decode(data[:length], min_side=448)
            assert not caught.value.skip
            sentences.add(str(caught.value))
        (sentence,) = sentences
        if kind in ("JPEG", "PNG", "BMP") and length > 60:
            assert "ends too early" in sentence


def _png_header(width: int, height: int, *chunks: tuple[bytes, bytes]) -> bytes:
    data = b"\x89PNG\r\n\x1a\n"
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    for name, body in ((b"IHDR", header), *chunks):
        data += struct.pack(">I", len(body)) + name + body
        data += struct.pack(">I", zlib.crc32(name + body))
    return data


def test_pictures_beyond_the_limits_are_refused_by_their_header(to_file: ToFile) -> None:
    empty = (b"IDAT", zlib.compress(b""))
    with pytest.raises(ImageError, match="65536 x 65536 pixels"):
        decode(_png_header(65536, 65536, empty), min_side=448)
    jpeg = bytearray(to_file(Image.new("RGB", (8, 8)), "JPEG"))
    frame = jpeg.index(b"\xff\xc0")
    jpeg[frame + 5 : frame + 9] = struct.pack(">HH", 65500, 65500)
    with pytest.raises(ImageError, match="1000 megapixels"):
        decode(bytes(jpeg), min_side=448)
    gif = bytearray(to_file(Image.new("P", (8, 8)), "GIF"))
    gif[6:10] = struct.pack("<HH", 65535, 65535)
    with pytest.raises(ImageError, match="too large"):
        decode(bytes(gif), min_side=448)


def test_a_text_bomb_in_a_png_does_not_cost_the_picture() -> None:
    bomb = b"Comment\0\0" + zlib.compress(bytes(5_000_000))
    pixels = (b"IDAT", zlib.compress(b"\0\x10\x20\x30"))
    data = _png_header(1, 1, (b"zTXt", bomb), pixels, (b"IEND", b""))
    assert _read(data).tolist() == [[[0x10, 0x20, 0x30]]]


def test_formats_that_need_something_else_say_what() -> None:
    with pytest.raises(ImageError, match=r"imagecodecs|JPEG XL file is damaged|ends too early"):
        decode(b"\xff\x0a" + bytes(100), min_side=448)
    with pytest.raises(ImageError, match=r"rawpy|RAW file is damaged"):
        decode(b"FUJIFILMCCD-RAW 0201" + bytes(100), min_side=448)
    heif = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(100)
    with pytest.raises(ImageError, match=r"pi-heif|HEIF file is damaged"):
        decode(heif, min_side=448)


def test_the_second_picture_in_a_jpeg_is_left_alone(picture: Pixels, to_file: ToFile) -> None:
    second = Image.new("RGB", (30, 20), "red")
    both = to_file(picture, "MPO", save_all=True, append_images=[second], quality=95)
    photo = decode(both[:-200], min_side=448)
    assert photo.format == "jpeg"
    assert np.abs(_pixels(photo) - picture).max() < 20


def test_decoding_leaves_the_data_alone(picture: Pixels, to_file: ToFile) -> None:
    data = to_file(picture, "JPEG")
    assert decode(data, min_side=1).image.tobytes() == decode(data, min_side=1).image.tobytes()
    assert Image.open(io.BytesIO(data)).size == (160, 120)


# ---- large pictures ----


def test_a_large_jpeg_2000_is_read_at_a_lower_resolution(
    to_file: ToFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    ramp = np.linspace(0, 255, 1601, dtype=np.uint8)[None, :, None].repeat(901, 0).repeat(3, 2)
    data = to_file(np.ascontiguousarray(ramp), "JPEG2000")
    monkeypatch.setattr("engine.images.pillow.MAX_MEMORY", 0)
    for side, factor in ((450, 2), (225, 4), (200, 4), (112, 8)):
        photo = decode(data, min_side=side)
        assert (photo.width, photo.height) == (1601, 901)
        assert photo.image.width == -(-1601 // factor)
        along = _pixels(photo).mean((0, 2))
        assert np.abs(along - np.linspace(0, 255, len(along))).max() < 4


def test_progressive_jpegs_are_counted_by_what_they_keep(to_file: ToFile) -> None:
    ramp = np.zeros((900, 1600, 3), np.uint8)

    def asked(**options: object) -> int:
        sizes: list[int] = []
        decode(
            to_file(ramp, "JPEG", **options),
            min_side=100,
            reserve=lambda _, size: sizes.append(size),
        )
        return sizes[0]

    plain = asked()
    assert asked(progressive=True, subsampling=2) - plain == 2 * 1600 * 900 * 3 // 2
    assert asked(progressive=True, subsampling=0) - plain == 2 * 1600 * 900 * 3


def test_what_takes_too_much_memory_is_refused_by_its_header() -> None:
    header = bytearray(_png_header(40_000, 20_000, (b"IDAT", zlib.compress(b""))))
    header[28] = 1  # interlaced, so that it cannot be read by strips
    header[29:33] = struct.pack(">I", zlib.crc32(header[12:29]))
    with pytest.raises(ImageError, match=r"40000 x 20000 pixels, where \d\d\d megapixels"):
        decode(bytes(header), min_side=448)
