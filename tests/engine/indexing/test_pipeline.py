import os
import shutil
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.catalog.records import FileState
from engine.errors import LibraryError
from engine.images.extras import HEIF, JPEG_XL
from tests.engine.indexing.workbench import Array, Workbench


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
    pulled = (
        bench.top.rename(away)
        for progress in bench.importer.run(bench.importer.roots.all())
        if progress.stage == "importing" and progress.done == 4
    )
    assert list(pulled) == [away]
    assert bench.counts() == {"offline": 60}, "told at once, not by the next scan"
    assert bench.importer.roots.all()[0].problem
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


def test_features_that_vanish_in_mid_import_are_a_sentence(
    bench: Workbench, expected_log: list[str]
) -> None:
    expected_log.append("stored features are lost")
    for number in range(12):
        _paint(bench.top / f"{number:02}.png", number)
    lost = (
        shutil.rmtree(bench.folder / "vectors")
        for progress in bench.importer.run(bench.importer.roots.all())
        if progress.stage == "importing" and progress.done == 4
    )
    with pytest.raises(LibraryError, match="reports an error"):
        list(lost)
    assert bench.run().model_calls == 12
    assert bench.counts() == {"indexed": 12}


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


def test_deleted_thumbnails_are_made_again_without_the_model(bench: Workbench) -> None:
    for number in range(6):
        _paint(bench.top / f"{number}.png", number)
    bench.run()
    thumbnails = {
        path: path.read_bytes() for path in bench.importer.thumbnails.folder.rglob("*.jpg")
    }
    for path in list(thumbnails)[:4]:
        path.unlink()
    stages = {progress.stage for progress in bench.importer.run(bench.importer.roots.all())}
    assert "restoring thumbnails" in stages
    assert bench.encoder.calls == 6
    assert all(path.read_bytes() == content for path, content in thumbnails.items())
    stages = {progress.stage for progress in bench.importer.run(bench.importer.roots.all())}
    assert "restoring thumbnails" not in stages


def test_a_file_in_the_place_of_a_folder_is_named(bench: Workbench) -> None:
    _paint(bench.top / "a.png", 1)
    bench.importer.thumbnails.folder.write_text("x")
    with pytest.raises(LibraryError, match="thumbnails is in the way"):
        bench.run()
    bench.importer.thumbnails.folder.unlink()
    assert bench.run().model_calls == 1


def test_searches_may_heal_the_vectors_beside_an_import(bench: Workbench) -> None:
    """A search in another thread finds photos without vectors all the time, and derives them."""
    for n in range(40):
        _paint(bench.top / f"{n}.png", n)
    is_done, bugs = threading.Event(), []

    def heal() -> None:
        while not is_done.is_set() and not bugs:
            try:
                bench.importer.heal()
            except Exception as error:  # noqa: BLE001 - shown below
                bugs.append(error)

    threads = [threading.Thread(target=heal) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        bench.run()
    finally:
        is_done.set()
        for thread in threads:
            thread.join()
    assert bugs == []
    vectors = bench.importer.derived.open()
    assert vectors is not None
    assert vectors.rows == 40


def test_photos_return_once_the_package_that_they_wanted_is_there(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, extra in enumerate((HEIF, JPEG_XL)):
        _paint(bench.top / f"{extra.module}.png", number)
    bench.run()
    with bench.database.write() as connection:  # as a program without the packages leaves it
        for extra in (HEIF, JPEG_XL):
            connection.execute(
                "UPDATE files SET state = 'failed', reason = ? WHERE name = ?",
                (extra.reason, f"{extra.module}.png".encode()),
            )
    monkeypatch.setitem(sys.modules, JPEG_XL.module, None)
    bench.run()
    assert bench.counts() == {"indexed": 1, "failed": 1}
    assert {line.reason for line in bench.files.lines()} == {"", JPEG_XL.reason}
