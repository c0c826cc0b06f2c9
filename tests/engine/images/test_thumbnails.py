import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.images.thumbnails import ThumbnailStore, make_thumbnail

HASH = bytes.fromhex("ab" + "01" * 15)


def _read(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ((1600, 1200), (512, 384)),
        ((600, 900), (341, 512)),
        ((300, 200), (300, 200)),
        ((20000, 1), (512, 1)),
        ((1, 1), (1, 1)),
    ],
)
def test_the_longest_side_is_bounded_and_nothing_enlarged(
    size: tuple[int, int], expected: tuple[int, int]
) -> None:
    thumbnail = _read(make_thumbnail(Image.new("RGB", size, (200, 120, 40))))
    assert (thumbnail.size, thumbnail.format) == (expected, "JPEG")
    assert np.abs(np.asarray(thumbnail).mean((0, 1)) - (200, 120, 40)).max() < 3


def test_a_thumbnail_carries_no_metadata() -> None:
    image = Image.new("RGB", (50, 40))
    image.info.update(exif=b"Exif\0\0MM\0*\0\0\0\x08\0\0", icc_profile=b"x" * 200, comment=b"x")
    assert not {"exif", "icc_profile", "progressive"} & set(_read(make_thumbnail(image)).info)


def test_what_is_saved_is_read_back_and_replaced(tmp_path: Path) -> None:
    store = ThumbnailStore(tmp_path / "thumbnails")
    assert not store.has(HASH)
    assert store.read(HASH) is None
    store.save(HASH, b"old")
    store.save(HASH, b"new")
    assert store.has(HASH)
    assert store.read(HASH) == b"new"
    assert store.path(HASH) == tmp_path / "thumbnails" / "ab" / f"{HASH.hex()}.jpg"
    assert [path.name for path in store.path(HASH).parent.iterdir()] == [f"{HASH.hex()}.jpg"]


def test_a_failed_save_leaves_nothing_behind(tmp_path: Path) -> None:
    store = ThumbnailStore(tmp_path)
    store.path(HASH).mkdir(parents=True)
    with pytest.raises(IsADirectoryError):
        store.save(HASH, b"data")
    assert list(store.path(HASH).parent.iterdir()) == [store.path(HASH)]
