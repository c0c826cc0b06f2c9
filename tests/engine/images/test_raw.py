import importlib
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from engine.errors import ImageError
from engine.images.decode import decode
from engine.images.raw import with_preview
from engine.images.source import Source

sys.path.insert(0, str(Path(__file__).parent))
directory = importlib.import_module("tiff_files").directory

ToFile = Callable[..., bytes]
_WIDTH, _HEIGHT = 640, 480
# CIE XYZ to linear sRGB, in ten-thousandths: a sensor that sees as sRGB does.
_TO_SENSOR = (32406, -15372, -4986, -9689, 18758, 415, 557, -2040, 10570)


def _dng(*, orientation: int = 1) -> bytes:
    """A raw file by Adobe's standard: orange, its top left corner dark, with no preview."""
    sensor = np.empty((_HEIGHT, _WIDTH), np.uint16)
    for y, x, value in ((0, 0, 40000), (0, 1, 20000), (1, 0, 20000), (1, 1, 5000)):
        sensor[y::2, x::2] = value
    sensor[: _HEIGHT // 2, : _WIDTH // 2] //= 16
    body = sensor.astype("<u2").tobytes()
    tags = [
        (254, 4, (0,)),
        (256, 4, (_WIDTH,)),
        (257, 4, (_HEIGHT,)),
        (258, 3, (16,)),
        (259, 3, (1,)),
        (262, 3, (32803,)),
        (271, 2, (*b"Maker", 0)),
        (272, 2, (*b"Camera", 0)),
        (273, 4, (8,)),
        (274, 3, (orientation,)),
        (277, 3, (1,)),
        (278, 4, (_HEIGHT,)),
        (279, 4, (len(body),)),
        (284, 3, (1,)),
        (33421, 3, (2, 2)),
        (33422, 1, (0, 1, 1, 2)),
        (50706, 1, (1, 4, 0, 0)),
        (50708, 2, (*b"Maker Camera", 0)),
        (50717, 4, (65535,)),
        (50721, 10, tuple(number for each in _TO_SENSOR for number in (each, 10_000))),
        (50728, 5, (1, 1, 1, 1, 1, 1)),
        (50778, 3, (21,)),
    ]
    place = 8 + len(body)
    return struct.pack("<2sHI", b"II", 42, place) + body + directory(tags, place, "<")


def _camera_file(preview: bytes, *, orientation: int = 1) -> bytes:
    """What is left of a camera's file: a preview, and a sensor's part that nobody can read."""
    place = 16 + len(preview) + len(preview) % 2
    tags = [
        (256, 4, (16,)),
        (257, 4, (16,)),
        (259, 3, (6,)),
        (262, 3, (6,)),
        (273, 4, (16,)),
        (274, 3, (orientation,)),
        (279, 4, (len(preview),)),
    ]
    head = struct.pack("<2sHI", b"II", 42, place) + b"CR\2\0" + bytes(4)
    return head + preview + b"\0" * (len(preview) % 2) + directory(tags, place, "<")


_DARK = {1: (0, 0), 3: (1, 1), 6: (0, 1), 8: (1, 0)}


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
@pytest.mark.parametrize("side", [100, 10_000])
def test_the_sensors_values_are_developed_and_turned_once(orientation: int, side: int) -> None:
    pytest.importorskip("rawpy")
    photo = decode(_dng(orientation=orientation), min_side=side)
    assert photo.format == "raw"
    upright = (_WIDTH, _HEIGHT) if orientation in (1, 3) else (_HEIGHT, _WIDTH)
    assert (photo.width, photo.height) == upright
    small = np.asarray(photo.image.resize((2, 2), Image.Resampling.BOX), int).sum(2)
    dark = np.unravel_index(small.argmin(), (2, 2))
    assert tuple(map(int, dark)) == _DARK[orientation]
    brightest = np.asarray(photo.image.resize((1, 1), Image.Resampling.BOX), int)[0, 0]
    assert brightest[0] > brightest[1] > brightest[2]


@pytest.mark.parametrize("orientation", range(1, 9))
def test_of_a_file_that_is_cut_the_preview_is_shown(
    orientation: int, picture: NDArray[np.uint8], to_file: ToFile
) -> None:
    pytest.importorskip("rawpy")
    stored = Image.fromarray(picture)
    data = _camera_file(to_file(stored, "JPEG", quality=95), orientation=orientation)
    photo = decode(data, min_side=100)
    assert photo.format == "raw"
    exif = Image.Exif()
    exif[274] = orientation
    same = decode(to_file(stored, "JPEG", quality=95, exif=exif), min_side=100)
    assert (photo.width, photo.height) == (same.width, same.height)
    assert photo.image.tobytes() == same.image.tobytes()


def test_what_has_neither_is_told(to_file: ToFile, picture: NDArray[np.uint8]) -> None:
    pytest.importorskip("rawpy")
    jpeg = to_file(picture, "JPEG")
    for data in (_camera_file(jpeg)[:700], _camera_file(jpeg[:-300]), _camera_file(b"\xff\xd8")):
        with pytest.raises(ImageError):
            decode(data, min_side=448)


def test_a_preview_is_taken_if_it_is_large_enough(picture: NDArray[np.uint8]) -> None:
    size = (6000, 4000)
    preview = Source((1500, 1000), lambda factor: factor, lambda factor: _grey(1500 // factor))
    source = with_preview(preview, size, 6)
    assert (source.size, source.orientation) == (size, 6)
    assert source.read(4).width == 1500
    assert source.read(8).width == 750
    assert source.read(9).width == 750
    # A preview that stands is upright already, though the sensor's values lie.
    upright = Source((1000, 1500), lambda factor: factor, lambda factor: _grey(1000 // factor))
    source = with_preview(upright, size, 6)
    assert (source.size, source.orientation) == ((4000, 6000), 1)


def _grey(width: int) -> Image.Image:
    return Image.new("L", (width, 10))


def test_without_rawpy_the_reason_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rawpy", None)
    with pytest.raises(ImageError, match=r"pip install imgtext-desktop\[raw\]"):
        decode(_dng(), min_side=448)
