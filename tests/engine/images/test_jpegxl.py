import io
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from engine.errors import ImageError
from engine.images import source
from engine.images.decode import decode
from engine.images.jpegxl import read_header

ToFile = Callable[..., bytes]
Pixels = NDArray[np.uint8]


@pytest.fixture
def codecs() -> Any:
    return pytest.importorskip("imagecodecs")


def _read(data: bytes) -> NDArray[np.int16]:
    photo = decode(data, min_side=10_000)
    assert (photo.format, photo.image.mode) == ("jpeg xl", "RGB")
    assert photo.image.size == (photo.width, photo.height)
    return np.asarray(photo.image, np.int16)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float32])
def test_every_depth_is_scaled(
    dtype: type, codecs: Any, picture: Pixels, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 1.0 if dtype is np.float32 else np.iinfo(dtype).max
    deep = (picture * (most / 255)).astype(dtype)
    data = codecs.jpegxl_encode(deep, lossless=True)
    assert np.abs(_read(data) - picture).max() <= 1
    monkeypatch.setattr(source, "BAND_PIXELS", 160 * 16)
    assert np.abs(_read(data) - picture).max() <= 1
    grey = codecs.jpegxl_encode(np.ascontiguousarray(deep[..., 0]), lossless=True)
    assert np.abs(_read(grey) - picture[..., :1]).max() <= 1


@pytest.mark.parametrize("bits", [10, 12, 14])
def test_values_of_some_bits_fill_the_whole_range(bits: int, codecs: Any, picture: Pixels) -> None:
    deep = (picture * ((2**bits - 1) / 255)).astype(np.uint16)
    data = codecs.jpegxl_encode(deep, lossless=True, bitspersample=bits)
    assert np.abs(_read(data) - picture).max() <= 1


def test_light_beyond_white_does_not_darken_the_rest(codecs: Any, picture: Pixels) -> None:
    bright = (picture / 255).astype(np.float32)
    bright[:30] = 1.5
    read = _read(codecs.jpegxl_encode(bright, lossless=True))
    assert (read[:30] == 255).all()
    assert np.abs(read[30:] - picture[30:]).max() <= 1


def test_what_is_transparent_is_white(codecs: Any) -> None:
    pixels = np.zeros((20, 30, 4), np.uint8)
    pixels[:, 15:] = (0, 0, 200, 255)
    read = _read(codecs.jpegxl_encode(pixels, lossless=True))
    assert (read[:, :15] == 255).all()
    assert (read[:, 15:] == (0, 0, 200)).all()


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_turned_jpeg_that_became_jpeg_xl_is_turned_once(
    orientation: int, codecs: Any, picture: Pixels, to_file: ToFile
) -> None:
    exif = Image.Exif()
    exif[274] = orientation
    jpeg = to_file(picture, "JPEG", quality=95, exif=exif)
    wanted = np.asarray(decode(jpeg, min_side=10_000).image, np.int16)
    read = _read(codecs.jpegxl_encode_jpeg(jpeg))
    assert read.shape == wanted.shape
    assert np.abs(read - wanted).max() < 8


def test_sizes_are_told_by_the_header(codecs: Any) -> None:
    for width, height in ((1, 1), (8, 8), (64, 64), (1000, 3), (257, 600), (1600, 900), (4000, 9)):
        data = codecs.jpegxl_encode(np.zeros((height, width), np.uint8), effort=1)
        assert read_header(data).size == (width, height)


def test_a_lie_about_the_size_is_refused_by_the_header() -> None:
    # 1 073 741 824 rows, as wide.
    with pytest.raises(ImageError, match=r"too large|imagecodecs"):
        decode(b"\xff\x0a" + b"\xfe\xff\xff\xff\xff" + bytes(100), min_side=448)


def test_damaged_files_say_so(codecs: Any, picture: Pixels) -> None:
    data = codecs.jpegxl_encode(picture, lossless=True)
    for broken in (data[:3], data[: len(data) // 2], data[:20] + bytes(500)):
        with pytest.raises(ImageError):
            decode(broken, min_side=448)


def test_without_imagecodecs_the_reason_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "imagecodecs", None)
    with pytest.raises(ImageError, match=r"pip install imgtext-desktop\[jxl\]"):
        decode(b"\xff\x0a" + bytes(100), min_side=448)


def test_its_jpegs_profile_counts(codecs: Any, picture: Pixels) -> None:
    from PIL import ImageCms

    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "JPEG", quality=95, icc_profile=profile)
    photo = decode(codecs.jpegxl_encode_jpeg(file.getvalue()), min_side=10_000)
    assert photo.has_profile
    assert np.abs(np.asarray(photo.image, np.int16) - picture).max() < 12
