import importlib
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from engine.errors import ImageError
from engine.images import source
from engine.images.decode import DecodedPhoto, decode

sys.path.insert(0, str(Path(__file__).parent))
heif_files = importlib.import_module("heif_files")
build_heif, QUARTERS = heif_files.build_heif, heif_files.QUARTERS

pytest.importorskip("pi_heif")


def _corners(photo: DecodedPhoto) -> NDArray[np.int16]:
    """The middle of each quarter, ``[2, 2, 3]``."""
    pixels = np.asarray(photo.image, np.int16)
    height, width = pixels.shape[:2]
    return pixels[height // 4 :: height // 2, width // 4 :: width // 2][:2, :2]


@pytest.mark.parametrize("quarter_turns", range(4))
@pytest.mark.parametrize("mirror", [None, 0, 1])
@pytest.mark.parametrize("tag", [None, 1, 3, 6])
def test_the_container_turns_it_and_nothing_else(
    quarter_turns: int, mirror: int | None, tag: int | None
) -> None:
    exif = Image.Exif()
    exif[274] = tag or 1
    data = build_heif(
        quarter_turns=quarter_turns, mirror=mirror, exif=exif.tobytes() if tag else b""
    )
    wanted = np.rot90(QUARTERS, quarter_turns)
    if mirror is not None:
        wanted = wanted[::-1] if mirror == 0 else wanted[:, ::-1]
    photo = decode(data, min_side=10_000)
    size = (64, 48) if quarter_turns % 2 == 0 else (48, 64)
    assert photo.image.size == (photo.width, photo.height) == size
    assert np.abs(_corners(photo) - wanted).max() < 12


def test_the_main_picture_of_several_counts() -> None:
    photo = decode(build_heif(burst=True), min_side=10_000)
    assert photo.image.size == (64, 48)
    assert np.abs(_corners(photo) - QUARTERS).max() < 12


def test_bands_have_no_seams(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = decode(build_heif(), min_side=20).image
    monkeypatch.setattr(source, "BAND_PIXELS", 64 * 8)
    assert decode(build_heif(), min_side=20).image.tobytes() == whole.tobytes()


def test_a_size_that_is_a_lie_costs_no_memory() -> None:
    asked: list[int] = []
    with pytest.raises(ImageError):
        decode(
            build_heif(size=(60_000, 60_000)),
            min_side=448,
            reserve=lambda _, size: asked.append(size),
        )
    assert max(asked, default=0) < 700_000_000


def test_without_pi_heif_the_reason_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pi_heif", None)
    with pytest.raises(ImageError, match="pip install pi-heif"):
        decode(build_heif(), min_side=448)
