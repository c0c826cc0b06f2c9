import os
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.errors import ImageError
from engine.images.reader import PictureReader
from engine.images.views import (
    PictureData,
    PictureFile,
    View,
    fitted_view,
    full_view,
    part_view,
    prepared,
)
from tests.engine.images.decode_tasks import misbehave_as_told


@pytest.fixture(scope="module")
def reader() -> Iterator[PictureReader]:
    """A reader with little patience."""
    reader = PictureReader(seconds=1, megabytes=1000)
    yield reader
    reader.close()


def _pixels(view: View) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    width, height = view.size
    return np.frombuffer(view.data, np.uint8).reshape(height, width, 4)


@pytest.mark.parametrize("is_file", [True, False])
def test_views_of_a_picture(
    reader: PictureReader, tmp_path: Path, rng: np.random.Generator, *, is_file: bool
) -> None:
    path = tmp_path / "bad\udcff name.png"
    data = rng.integers(0, 256, (500, 700, 3), np.uint8)
    Image.fromarray(data).save(path)
    source = PictureFile(os.fsencode(path)) if is_file else PictureData(path.read_bytes())
    small = reader.read(fitted_view, source, (300, 300))
    assert (small.size, small.full_size) == ((300, 214), (700, 500))
    full = reader.read(full_view, source, (700, 500))
    np.testing.assert_array_equal(_pixels(full)[..., 2::-1], data)
    part = reader.read(part_view, source, (700, 500), (130, 77, 301, 222))
    np.testing.assert_array_equal(_pixels(part)[..., 2::-1], data[77:299, 130:431])
    assert reader.read(prepared, source).pixels.shape == (224, 224, 3)


@pytest.mark.parametrize(
    ("deed", "sentence"),
    [
        (b"segfault", "crashed its decoder"),
        (b"abort", "crashed its decoder"),
        (b"killed", "stopped by the system"),
        (b"spin", "more than 1 seconds of computing"),
        (b"hang", "given up after 4 seconds"),
        (b"hog", "more memory than one photo may use"),
        (b"broken", "The file is broken"),
    ],
)
def test_a_hostile_file_costs_itself_only(
    reader: PictureReader, deed: bytes, sentence: str
) -> None:
    with pytest.raises(ImageError, match=sentence):
        reader.read(misbehave_as_told, PictureFile(deed))
    assert reader.read(misbehave_as_told, PictureFile(b"fine")).startswith("fine by ")


def test_it_does_not_wait_behind_an_import(reader: PictureReader) -> None:
    answer = reader.read(misbehave_as_told, PictureFile(b"conditions"))
    assert answer.split()[0] == str(os.nice(0))


def test_who_waits_when_it_is_closed_is_told_at_once(tmp_path: Path) -> None:
    reader = PictureReader(seconds=60)
    hold = tmp_path / "hold"
    os.mkfifo(hold)
    told: list[str] = []

    def read() -> None:
        try:
            reader.read(misbehave_as_told, PictureFile(bytes(hold)))
        except ImageError as error:
            told.append(str(error))

    waiting = threading.Thread(target=read)
    waiting.start()
    with hold.open("rb", buffering=0) as pipe:
        assert pipe.read(4) == b"here"
        reader.close()
        assert pipe.read() == b"", "the process is gone"
    waiting.join(10)
    assert len(told) == 1
    with pytest.raises(ImageError, match="closing"):
        reader.read(misbehave_as_told, PictureFile(b"fine"))
