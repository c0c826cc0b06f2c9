import struct
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from engine.images.decode import decode

ToFile = Callable[..., bytes]
Pixels = NDArray[np.uint8]

# Red, green and blue of each space in CIE XYZ for D50, and its gamma.
SPACES: dict[str, tuple[list[list[float]], float]] = {
    "Display P3": (
        [[0.5151, 0.2412, -0.0011], [0.2920, 0.6922, 0.0419], [0.1571, 0.0666, 0.7841]],
        2.2,
    ),
    "Adobe RGB": (
        [[0.6097, 0.3111, 0.0195], [0.2053, 0.6257, 0.0609], [0.1492, 0.0632, 0.7446]],
        2.2,
    ),
    "ProPhoto RGB": (
        [[0.7977, 0.2880, 0.0], [0.1352, 0.7119, 0.0], [0.0313, 0.0001, 0.8249]],
        1.8,
    ),
}
SRGB = np.array([[0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141]])


def _profile(space: bytes, target: bytes, kind: bytes, tags: dict[bytes, bytes]) -> bytes:
    """An ICC profile of version 2 (ICC.1:2001-04)."""
    offset, table, body = 132 + 12 * len(tags), struct.pack(">I", len(tags)), b""
    for name, value in tags.items():
        table += name + struct.pack(">II", offset + len(body), len(value))
        body += value + bytes(-len(value) % 4)
    header = struct.pack(
        ">I4xI4s4s4s12x4s", offset + len(body), 0x02100000, kind, space, target, b"acsp"
    )
    header = header.ljust(68, b"\0") + struct.pack(">3i", 63190, 65536, 54061)
    return header.ljust(128, b"\0") + table + body


def _xyz(values: list[float]) -> bytes:
    return b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(value * 65536) for value in values))


def _gamma(value: float) -> bytes:
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(value * 256))


_WHITE = _xyz([0.9642, 1.0, 0.8249])


@pytest.mark.parametrize("name", SPACES)
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "TIFF", "WEBP", "AVIF"])
def test_wide_colour_spaces_become_srgb(
    name: str, kind: str, picture: Pixels, to_file: ToFile
) -> None:
    primaries, gamma = SPACES[name]
    curves = dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), _gamma(gamma))
    columns = dict(zip((b"rXYZ", b"gXYZ", b"bXYZ"), map(_xyz, primaries), strict=True))
    profile = _profile(b"RGB ", b"XYZ ", b"mntr", {b"wtpt": _WHITE, **columns, **curves})
    shown = picture / 255
    light = np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)
    wide = (light @ SRGB @ np.linalg.inv(np.array(primaries))).clip(0, 1) ** (1 / gamma)
    stored = np.round(255 * wide).astype(np.uint8)
    assert np.abs(stored.astype(int) - picture).max() > 20
    options = {"WEBP": {"lossless": True}}.get(kind, {"quality": 95})
    photo = decode(to_file(stored, kind, icc_profile=profile, **options), min_side=10_000)
    assert photo.has_profile
    # 8 bits of a wide space are coarse in sRGB's dark colours.
    assert np.abs(np.asarray(photo.image, int) - picture).mean() < 3
    assert np.abs(np.asarray(photo.image, int) - picture).max() < 24


def test_a_grey_profile_applies_to_a_grey_picture(to_file: ToFile) -> None:
    profile = _profile(b"GRAY", b"XYZ ", b"mntr", {b"wtpt": _WHITE, b"kTRC": _gamma(1.0)})
    steps = np.array([[0, 55, 128, 255]], np.uint8)
    pixels = np.asarray(decode(to_file(steps, icc_profile=profile), min_side=9).image, int)
    # Light of 0, 0.216, 0.502 and 1 by sRGB's curve.
    assert np.abs(pixels[0] - np.array([[0], [128], [188], [255]])).max() <= 2
    alpha = np.array([[255, 255, 255, 0]], np.uint8)
    image = Image.merge("LA", [Image.fromarray(steps), Image.fromarray(alpha)])
    shown = np.asarray(decode(to_file(image, icc_profile=profile), min_side=9).image, int)
    assert np.abs(shown[0, :, 0] - [0, 128, 188, 255]).max() <= 2


@pytest.mark.parametrize("kind", ["JPEG", "TIFF"])
def test_a_press_profile_applies_to_inks(kind: str, to_file: ToFile) -> None:
    # A table with only the corners: cyan ink is red here, paper is white, all else is black.
    grid = [(0, 128, 128)] * 16
    grid[0], grid[8] = (255, 128, 128), (137, 208, 195)  # 8-bit CIELAB
    line = bytes(range(256))
    table = b"mft1\0\0\0\0" + bytes((4, 3, 2, 0)) + struct.pack(">9i", *[65536, 0, 0, 0] * 2, 65536)
    table += 4 * line + b"".join(bytes(each) for each in grid) + 3 * line
    profile = _profile(b"CMYK", b"Lab ", b"prtr", {b"wtpt": _WHITE, b"A2B0": table, b"A2B1": table})
    inks = Image.new("CMYK", (64, 32), (255, 0, 0, 0))
    inks.paste((0, 0, 0, 0), (32, 0, 64, 32))
    pixels = np.asarray(decode(to_file(inks, kind, icc_profile=profile), min_side=99).image, int)
    assert np.abs(pixels[:, :24] - (255, 0, 0)).max() < 16
    assert pixels[:, 40:].min() > 250


@pytest.mark.parametrize("green", [[0.0, 0.0, 0.0], [-0.5, 0.0, 0.0]])
def test_a_profile_whose_primaries_are_empty_is_ignored(
    green: list[float], picture: Pixels, to_file: ToFile
) -> None:
    tags = {b"rXYZ": _xyz([0.0] * 3), b"gXYZ": _xyz(green), b"bXYZ": _xyz([0.0] * 3)}
    tags |= dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), _gamma(1.8))
    profile = _profile(b"RGB ", b"XYZ ", b"scnr", tags)
    photo = decode(to_file(picture, icc_profile=profile), min_side=10_000)
    assert (np.asarray(photo.image) == picture).all()


def test_a_profile_of_megabytes_counts(to_file: ToFile) -> None:
    columns = dict(zip((b"rXYZ", b"gXYZ", b"bXYZ"), map(_xyz, SRGB.tolist()), strict=True))
    curves = dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), _gamma(1.0))
    more = {b"mega": np.random.default_rng(0).bytes(2_000_000)}
    profile = _profile(b"RGB ", b"XYZ ", b"mntr", {b"wtpt": _WHITE, **columns, **curves, **more})
    steps = np.repeat(np.array([[0, 55, 128, 255]], np.uint8)[..., None], 3, axis=2)
    pixels = np.asarray(decode(to_file(steps, icc_profile=profile), min_side=9).image, int)
    assert np.abs(pixels[0] - np.array([[0], [128], [188], [255]])).max() <= 2


def test_a_linear_profile_that_is_named_srgb_is_obeyed(to_file: ToFile) -> None:
    name = b"sRGB IEC61966-2.1 (Linear RGB Profile)\0"
    description = b"desc\0\0\0\0" + struct.pack(">I", len(name)) + name + bytes(78)
    columns = dict(zip((b"rXYZ", b"gXYZ", b"bXYZ"), map(_xyz, SRGB.tolist()), strict=True))
    curves = dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), _gamma(1.0))
    profile = _profile(
        b"RGB ", b"XYZ ", b"mntr", {b"desc": description, b"wtpt": _WHITE, **columns, **curves}
    )
    grey = np.full((4, 4, 3), 55, np.uint8)
    pixels = np.asarray(decode(to_file(grey, icc_profile=profile), min_side=9).image, int)
    assert np.abs(pixels - 128).max() <= 2
