"""A library is encoded once more with another model, whatever happens meanwhile."""

from pathlib import Path

import numpy as np
import pytest

from engine.indexing.reencode import Reencoder
from engine.indexing.vectors import FeatureStore
from engine.jobs import run
from tests.conftest import DrawPhoto
from tests.engine.indexing.workbench import Array, ColourEncoder, Workbench

OTHER = "colours-2"


class Once(ColourEncoder):
    """Remembers every picture, to find one that comes twice."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[bytes] = []

    def encode_images(self, pixels: Array) -> Array:
        self.seen.extend(picture.tobytes() for picture in pixels)
        return 1 - super().encode_images(pixels)


@pytest.fixture
def bench(tmp_path: Path, draw_photo: DrawPhoto) -> Workbench:
    bench = Workbench(tmp_path)
    for number in range(11):
        draw_photo(bench.top / f"{number}.png", number)
    bench.run()
    return bench


def reencoder(bench: Workbench) -> tuple[Reencoder, FeatureStore]:
    parts = bench.importer
    store = FeatureStore(bench.folder / "vectors" / OTHER / "features.f16", 12)
    return Reencoder(parts.photos, parts.thumbnails, parts.settings), store


def assert_whole(bench: Workbench, store: FeatureStore) -> None:
    """Every photo has features of the other model, which are its own."""
    photos = bench.importer.photos
    old, new = (photos.encoded_photos(model) for model in ("colours-1", OTHER))
    assert len(old) == len(new) == len(store) == 11
    row_of = {photo.content_id: photo.row for photo in old}
    for photo in new:
        expected = 1 - bench.importer.features.read()[row_of[photo.content_id]].astype(np.float32)
        np.testing.assert_allclose(store.read()[photo.row], expected, atol=0.01)


def test_what_was_stopped_goes_on_and_nothing_is_encoded_twice(bench: Workbench) -> None:
    work, store = reencoder(bench)
    encoder = Once()
    job = work.run(OTHER, store, encoder)
    next(job)
    next(job)
    job.close()
    assert encoder.calls == 4
    assert run(work.run(OTHER, store, encoder)) == 7
    assert len(set(encoder.seen)) == len(encoder.seen) == 11
    assert_whole(bench, store)
    assert run(work.run(OTHER, store, encoder)) == 0


def test_a_kill_between_features_and_catalog_costs_that_batch(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, store = reencoder(bench)

    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(bench.importer.photos, "add_rows", die)
        with pytest.raises(Killed):
            run(work.run(OTHER, store, Once()))
    assert len(store) == 4
    assert run(work.run(OTHER, store, Once())) == 11
    assert_whole(bench, store)


def test_features_that_are_lost_are_made_again(bench: Workbench) -> None:
    work, store = reencoder(bench)
    run(work.run(OTHER, store, Once()))
    store.path.write_bytes(store.path.read_bytes()[: 12 * 2 * 6])
    assert run(work.run(OTHER, store, Once())) == 5
    assert_whole(bench, store)


def test_photos_out_of_reach_are_encoded_from_their_thumbnails(
    bench: Workbench, expected_log: list[str]
) -> None:
    expected_log.append("photos is offline")
    bench.top.rename(bench.top.with_name("unplugged"))
    bench.run()
    work, store = reencoder(bench)
    assert run(work.run(OTHER, store, Once())) == 11
    photos = bench.importer.photos
    row_of = {photo.content_id: photo.row for photo in photos.encoded_photos("colours-1")}
    for photo in photos.encoded_photos(OTHER):
        expected = 1 - bench.importer.features.read()[row_of[photo.content_id]].astype(np.float32)
        np.testing.assert_allclose(store.read()[photo.row], expected, atol=0.06)


def test_a_file_that_holds_another_picture_now_gives_its_thumbnail(
    bench: Workbench, draw_photo: DrawPhoto
) -> None:
    draw_photo(bench.top / "3.png", 77)
    work, store = reencoder(bench)
    encoder = Once()
    run(work.run(OTHER, store, encoder))
    assert len(set(encoder.seen)) == 11
    assert bench.counts() == {"indexed": 11}
