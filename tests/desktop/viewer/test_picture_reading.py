import os
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from engine.errors import ImageError
from engine.images.reader import PictureReader
from engine.images.views import FULL_PIXELS, PictureFile, reduction
from engine.library import Library
from imgtext_desktop.viewer.picture_reading import (
    load_full,
    load_part,
    load_picture,
    load_preview,
    to_pixels,
)
from tests.conftest import DrawPhoto
from tests.desktop.viewer.filled_library import fill
from tests.desktop.viewer.image_pixels import pixels


def _noise(path: Path, size: tuple[int, int], rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    data = rng.integers(0, 256, (size[1], size[0], 3), np.uint8)
    Image.fromarray(data).save(path)
    return data


def _file(path: Path) -> PictureFile:
    return PictureFile(os.fsencode(path))


@pytest.mark.parametrize("size", [(1, 1), (3, 700), (517, 1030)])
def test_an_image_has_the_pixels_of_the_picture_and_no_transparency(
    size: tuple[int, int], rng: np.random.Generator
) -> None:
    data = rng.integers(0, 256, (size[1], size[0], 3), np.uint8)
    image = to_pixels(Image.fromarray(data)).as_image().copy()
    np.testing.assert_array_equal(pixels(image), data)
    assert image.pixelColor(0, 0).alpha() == 255
    bits = np.frombuffer(image.constBits(), np.uint8)
    assert (bits[3::4] == 255).all()


def test_a_picture_is_loaded_as_large_as_it_is_shown(
    reader: PictureReader, tmp_path: Path, rng: np.random.Generator
) -> None:
    path = tmp_path / "a.png"
    data = _noise(path, (700, 500), rng)
    small = load_picture(reader, _file(path), (300, 300))
    assert (small.image.width(), small.image.height()) == (300, 214)
    assert (small.width, small.height) == (700, 500)
    whole = load_picture(reader, _file(path), (2000, 2000))
    assert whole.detail == 1
    np.testing.assert_array_equal(pixels(whole.image), data)
    full = load_full(reader, _file(path), (700, 500))
    np.testing.assert_array_equal(pixels(full.image), data)


@pytest.mark.parametrize("part", [(0, 0, 16, 16), (130, 77, 301, 222), (684, 480, 16, 20)])
def test_a_part_has_the_pixels_of_that_region(
    reader: PictureReader, part: tuple[int, int, int, int], tmp_path: Path, rng: np.random.Generator
) -> None:
    data = _noise(tmp_path / "a.png", (700, 500), rng)
    image = load_part(reader, _file(tmp_path / "a.png"), (700, 500), part).as_image().copy()
    x, y, width, height = part
    np.testing.assert_array_equal(pixels(image), data[y : y + height, x : x + width])


def test_a_large_part_is_reduced_but_is_the_same_region(
    reader: PictureReader, tmp_path: Path
) -> None:
    picture = Image.new("RGB", (4000, 3000), "blue")
    picture.paste("red", (1000, 500, 3500, 2500))
    picture.save(tmp_path / "a.png")
    part = load_part(reader, _file(tmp_path / "a.png"), (4000, 3000), (1000, 500, 2500, 2000))
    assert 448 <= part.height < 1000
    assert part.width / part.height == pytest.approx(1.25, abs=0.01)
    assert (pixels(part.as_image()) == (255, 0, 0)).all()


def test_a_part_of_a_turned_photo_is_what_was_seen(reader: PictureReader, tmp_path: Path) -> None:
    picture = Image.new("RGB", (600, 400), "blue")
    picture.paste("red", (0, 0, 100, 100))
    exif = Image.Exif()
    exif[274] = 6  # to be turned by 90 degrees clockwise
    picture.save(tmp_path / "a.png", exif=exif)
    source = _file(tmp_path / "a.png")
    shown = load_picture(reader, source, (1000, 1000))
    assert (shown.width, shown.height) == (400, 600)
    part = load_part(reader, source, (400, 600), (300, 0, 100, 100))
    assert (pixels(part.as_image()) == (255, 0, 0)).all()


def test_no_picture_is_loaded_beyond_the_limit() -> None:
    assert reduction(8000, 8000) == 1
    for width, height in ((8001, 8000), (12_000, 9000), (17_320, 17_320), (31_000, 31_000)):
        factor = reduction(width, height)
        assert factor > 1
        assert (width / factor) * (height / factor) <= FULL_PIXELS


def test_a_huge_jpeg_is_shown_reduced(reader: PictureReader, tmp_path: Path) -> None:
    source = _file(tmp_path / "huge.jpg")
    Image.new("L", (12_000, 9000), 90).save(source.path, "JPEG", quality=30)
    shown = load_picture(reader, source, (1400, 700))
    assert (shown.image.width(), shown.image.height()) == (933, 700)
    assert (shown.width, shown.height, shown.reduction) == (12_000, 9000, 2)
    most = load_full(reader, source, (12_000, 9000))
    assert (most.image.width(), most.image.height()) == (6000, 4500)
    part = load_part(reader, source, (12_000, 9000), (11_900, 8900, 100, 100))
    assert (part.width, part.height) == (50, 50)
    assert abs(pixels(part.as_image()).astype(int) - 90).max() <= 2


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("missing", "no longer there"),
        ("folder", "folder, pipe or device"),
        ("text", "text, not a photo"),
        ("cut", "ends too early"),
        ("locked", "may not read"),
    ],
)
def test_a_file_that_cannot_be_shown_says_why(
    reader: PictureReader, tmp_path: Path, kind: str, sentence: str
) -> None:
    path = tmp_path / "a.jpg"
    Image.effect_noise((500, 400), 90).save(path)
    if kind == "missing":
        path.unlink()
    elif kind == "folder":
        path.unlink()
        path.mkdir()
    elif kind == "text":
        path.write_text("Dear Anna, the weather is fine.")
    elif kind == "cut":
        path.write_bytes(path.read_bytes()[:9000])
    elif kind == "locked":
        path.chmod(0)
        if os.access(path, os.R_OK):
            pytest.skip("this user may read everything")
    with pytest.raises(ImageError, match=sentence):
        load_picture(reader, _file(path), (800, 600))


def test_a_pipe_is_not_opened(reader: PictureReader, tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes here")
    os.mkfifo(tmp_path / "a.jpg")
    with pytest.raises(ImageError, match="folder, pipe or device"):
        load_picture(reader, _file(tmp_path / "a.jpg"), (800, 600))


def test_a_preview_does_without_a_damaged_thumbnail(tmp_path: Path, draw_photo: DrawPhoto) -> None:
    draw_photo(tmp_path / "photos" / "a.png", 1)
    with Library(tmp_path / "library", writable=True) as library:
        (file_id,) = fill(library, tmp_path / "photos")
        preview = load_preview(library, int(file_id))
        assert preview.thumbnail is not None
        assert (preview.thumbnail.width, preview.root_name) == (64, "photos")
        assert preview.row is not None
        assert preview.row.content_hash is not None
        library.thumbnails.path(preview.row.content_hash).write_bytes(b"\xff\xd8\xff broken")
        assert load_preview(library, int(file_id)).thumbnail is None
        assert load_preview(library, 999).row is None
