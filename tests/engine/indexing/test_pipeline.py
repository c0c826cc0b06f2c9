import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from engine.catalog.database import Database
from engine.catalog.files import Files
from engine.catalog.photos import Photos
from engine.catalog.records import FileState
from engine.catalog.roots import Roots
from engine.catalog.runs import Runs
from engine.errors import LibraryError
from engine.images.thumbnails import ThumbnailStore
from engine.indexing.pipeline import Importer, ImportReport
from engine.indexing.vectors import DerivedVectors, FeatureStore
from engine.jobs import run
from engine.settings import Settings

Array = npt.NDArray[Any]


class ColourEncoder:
    """A real, tiny encoder: a photo's features are its mean colours on a 2 x 2 grid."""

    dimensions: Mapping[str, int] = {"text": 12, "visual": 12}

    def __init__(self) -> None:
        self.calls = 0

    def encode_images(self, pixels: npt.NDArray[np.uint8]) -> Array:
        self.calls += len(pixels)
        grid = pixels.reshape(len(pixels), 2, 112, 2, 112, 3).mean(axis=(2, 4))
        return (grid.reshape(len(pixels), 12) / 255).astype(np.float16)

    def fit_statistics(self, features: Array) -> dict[str, Array]:
        return {"mean": features.astype(np.float32).mean(axis=0)}

    def derive(self, features: Array, statistics: Mapping[str, Array]) -> dict[str, Array]:
        centred = features.astype(np.float32) - statistics["mean"]
        return {"text": centred, "visual": centred}


class Workbench:
    """A library's parts in a temporary folder, with the colour encoder."""

    def __init__(self, folder: Path) -> None:
        self.top = folder / "photos"
        self.top.mkdir()
        self.folder = folder / "library"
        self.folder.mkdir()
        self.encoder = ColourEncoder()
        self.database = Database(self.folder / "catalog.db", writable=True)
        self.files = Files(self.database)
        self.importer = Importer(
            roots=Roots(self.database),
            files=self.files,
            photos=Photos(self.database),
            runs=Runs(self.database),
            thumbnails=ThumbnailStore(self.folder / "thumbnails"),
            features=FeatureStore(self.folder / "vectors" / "features.f16", 12),
            derived=DerivedVectors(self.folder / "vectors", self.encoder.dimensions),
            settings=Settings(batch_size=4, decode_workers=1),
            model="colours-1",
            load_encoder=lambda: self.encoder,
        )
        self.importer.roots.add(os.fsencode(self.top))

    def run(self) -> ImportReport:
        return run(self.importer.run(self.importer.roots.all()))

    def counts(self) -> dict[str, int]:
        return {state.value: n for state, n in self.files.counts().items() if n}

    def features_of(self, path: Path) -> Array:
        """The stored features of a file, found the way a search finds a file."""
        rows = range(self.importer.photos.row_count("colours-1"))
        paths = self.importer.photos.paths_of_rows(rows, "colours-1")
        (row,) = (
            row for row, found in paths.items() if os.fsencode(path) in {p.path for p in found}
        )
        features: Array = self.importer.features.read()[row]
        return features


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    bench = Workbench(tmp_path)
    yield bench
    bench.database.close()


def _paint(path: Path, seed: int) -> Path:
    blocks = np.random.default_rng(seed).integers(0, 256, (2, 2, 3), np.uint8)
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(blocks).resize((60, 40), Image.Resampling.NEAREST).save(path)
    return path


def _expected(path: Path) -> Array:
    with Image.open(path) as image:
        colours = np.asarray(image.convert("RGB").resize((2, 2), Image.Resampling.NEAREST))
    return colours.reshape(12) / 255


def test_each_photo_gets_its_own_features_thumbnail_and_vectors(bench: Workbench) -> None:
    photos = [_paint(bench.top / f"{n % 3}/{n}.png", n) for n in range(11)]
    report = bench.run()
    assert (report.model_calls, bench.encoder.calls) == (11, 11)
    assert bench.counts() == {"indexed": 11}
    for photo in photos:
        np.testing.assert_allclose(bench.features_of(photo), _expected(photo), atol=0.03)
    assert len(list((bench.folder / "thumbnails").rglob("*.jpg"))) == 11
    vectors = bench.importer.derived.open()
    assert vectors is not None
    assert vectors.rows == 11


def test_a_second_run_encodes_nothing_and_a_change_only_itself(bench: Workbench) -> None:
    photos = [_paint(bench.top / f"{n}.png", n) for n in range(6)]
    bench.run()
    assert bench.run().model_calls == 0
    _paint(photos[2], 77)
    assert bench.run().model_calls == 1
    np.testing.assert_allclose(bench.features_of(photos[2]), _expected(photos[2]), atol=0.03)


def test_a_moved_file_is_not_encoded_again(bench: Workbench) -> None:
    photos = [_paint(bench.top / "old" / f"{n}.png", n) for n in range(5)]
    bench.run()
    photos[0].rename(bench.top / "renamed.png")
    (bench.top / "new").mkdir()
    photos[1].rename(bench.top / "new" / "1.png")
    photos[2].unlink()
    report = bench.run()
    assert (report.moved, report.removed, report.model_calls) == (2, 1, 0)
    assert bench.counts() == {"indexed": 4}


def test_equal_files_are_one_content(bench: Workbench) -> None:
    first = _paint(bench.top / "a.png", 1)
    shutil.copy(first, bench.top / "b.png")
    assert bench.run().model_calls == 1
    shutil.copy(first, bench.top / "c.png")
    report = bench.run()
    assert (report.model_calls, report.moved) == (0, 0)
    assert bench.counts() == {"indexed": 3}


def test_a_file_that_comes_back_needs_no_encoding(bench: Workbench, tmp_path: Path) -> None:
    photo = _paint(bench.top / "a.png", 1)
    _paint(bench.top / "b.png", 2)
    bench.run()
    away = photo.rename(tmp_path / "away.png")
    assert bench.run().removed == 1
    away.rename(photo)
    assert bench.run().model_calls == 0
    assert bench.counts() == {"indexed": 2}


def test_bad_files_are_listed_and_cost_nothing_else(
    bench: Workbench, expected_log: list[str]
) -> None:
    expected_log += ["broken.jpg", "letter.png", "empty.jpg"]
    for number in range(5):
        _paint(bench.top / f"{number}.png", number)
    (bench.top / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0" + b"\x00" * 500)
    (bench.top / "letter.png").write_text("Dear Anna, this is no photo.")
    (bench.top / "empty.jpg").touch()
    bench.run()
    reasons = {
        os.path.basename(line.path): (line.state, line.reason)
        for line in bench.files.lines()
        if line.state is not FileState.INDEXED
    }
    assert reasons[b"broken.jpg"][0] is FileState.FAILED
    assert reasons[b"letter.png"][0] is FileState.SKIPPED
    assert reasons[b"empty.jpg"][0] is FileState.FAILED
    assert all(reason for _, reason in reasons.values())
    assert bench.counts() == {"indexed": 5, "failed": 2, "skipped": 1}
    assert bench.run().model_calls == 0  # and they are not tried again


def test_cancelling_keeps_every_batch_but_the_last(bench: Workbench) -> None:
    for number in range(12):
        _paint(bench.top / f"{number:02}.png", number)
    job = bench.importer.run(bench.importer.roots.all())
    for progress in job:
        if progress.stage == "importing" and progress.done >= 4:
            break
    job.close()
    assert bench.counts() == {"indexed": 4, "pending": 8}
    assert bench.run().model_calls == 8
    assert bench.counts() == {"indexed": 12}
    with bench.database.read() as connection:
        outcomes = connection.execute("SELECT outcome FROM runs ORDER BY id").fetchall()
    assert outcomes == [("cancelled",), ("done",)]


def test_a_drive_pulled_in_mid_import_fails_nothing(
    bench: Workbench, expected_log: list[str]
) -> None:
    expected_log.append("is offline")
    for number in range(60):
        _paint(bench.top / f"{number:02}.png", number)
    away = bench.top.with_name("away")
    for progress in bench.importer.run(bench.importer.roots.all()):
        if progress.stage == "importing" and progress.done == 4:
            bench.top.rename(away)
    assert bench.counts().get("failed", 0) == 0
    bench.run()
    assert set(bench.counts()) == {"offline"}
    away.rename(bench.top)
    bench.run()
    assert bench.counts() == {"indexed": 60}


def test_lost_features_are_encoded_again(bench: Workbench, expected_log: list[str]) -> None:
    expected_log.append("5 stored features are lost")
    photos = [_paint(bench.top / f"{n}.png", n) for n in range(5)]
    bench.run()
    (bench.folder / "vectors" / "features.f16").unlink()
    assert bench.run().model_calls == 5
    for photo in photos:
        np.testing.assert_allclose(bench.features_of(photo), _expected(photo), atol=0.03)


def test_deleted_vectors_heal_without_encoding(bench: Workbench) -> None:
    for number in range(5):
        _paint(bench.top / f"{number}.png", number)
    bench.run()
    bench.importer.derived.clear()
    assert bench.run().model_calls == 0
    vectors = bench.importer.derived.open()
    assert vectors is not None
    assert vectors.rows == 5


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX")
def test_a_full_disk_is_a_sentence_and_nothing_is_lost(
    bench: Workbench, expected_log: list[str]
) -> None:
    import resource

    expected_log.append("The end of the run could not be noted")
    for number in range(12):
        _paint(bench.top / f"{number:02}.png", number)
    job = bench.importer.run(bench.importer.roots.all())
    for progress in job:
        if progress.stage == "importing" and progress.done >= 4:
            break
    # The next write beyond this size fails, as on a full disk (SIGXFSZ is ignored by Python).
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        with pytest.raises(LibraryError, match="is full; free some space"):
            next(job)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert bench.counts() == {"indexed": 4, "pending": 8}
    assert bench.run().model_calls == 8
