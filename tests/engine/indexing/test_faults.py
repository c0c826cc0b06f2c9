"""Kills at random moments, and disks without space: what was promised is kept."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from engine.catalog.annotations import Annotations
from engine.errors import LibraryError
from engine.images.prepare import PreparedPhoto, prepare_photo
from engine.indexing import upkeep
from engine.jobs import run
from engine.library import Library
from tests.conftest import IS_STRESS, DrawPhoto
from tests.engine.indexing.workbench import Workbench

PHOTOS = 40


@pytest.fixture
def photos(tmp_path: Path, draw_photo: DrawPhoto) -> Path:
    for number in range(PHOTOS):
        draw_photo(tmp_path / "photos" / f"{number}.png", number)
    return tmp_path


def test_a_kill_at_any_moment_loses_nothing_that_was_typed(
    photos: Path, rng: np.random.Generator
) -> None:
    promised: list[tuple[int, int]] = []
    for _ in range(50 if IS_STRESS else 6):
        promised += _type_and_be_killed(photos, len(promised), rng.uniform(0, 1.0))
        bench = Workbench(photos)
        assert bench.database.problems() == []
        said = Annotations(bench.database).of({content for content, _ in promised})
        for content, number in promised:
            found = said[content]
            assert f"caption {number}" in {caption.text for caption in found.captions}
            assert f"label {number}" in {label.name for label in found.labels}
            assert found.stars
        rows = bench.importer.photos.row_count("colours-1")
        assert rows <= len(bench.importer.features) <= rows + 4  # one batch in vain
        bench.database.close()
    bench = Workbench(photos)
    bench.run()
    assert bench.counts() == {"indexed": PHOTOS}
    assert bench.run().model_calls == 0
    for path in sorted(bench.top.iterdir()):
        photo = prepare_photo(os.fsencode(path))
        assert isinstance(photo, PreparedPhoto)
        alone = bench.encoder.encode_images(photo.pixels[None])[0]
        np.testing.assert_array_equal(bench.features_of(path), alone)
    assert upkeep.missing_thumbnails(bench.importer.photos, bench.importer.thumbnails) == {}
    bench.database.close()
    assert promised


def _type_and_be_killed(folder: Path, start: int, seconds: float) -> list[tuple[int, int]]:
    """Let the program run for a while from its first promise; return what it promised."""
    program = subprocess.Popen(
        [sys.executable, "-m", "tests.engine.indexing.typing_program", folder, str(start)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    lines = [program.stdout.readline()]
    try:
        program.wait(seconds)
        pytest.fail("the program ended by itself")
    except subprocess.TimeoutExpired:
        program.kill()
    rest, _ = program.communicate()
    # A line that was cut by the kill is no promise.
    lines += rest.splitlines(keepends=True)
    return [
        (int(content), int(number))
        for line in lines
        if line.endswith("\n")
        for content, number in [line.split()]
    ]


@pytest.fixture(params=["200k", "400k", "600k"])
def small_disk(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """A disk with too little space for the library that it holds."""
    disk = tmp_path / "library"
    disk.mkdir()
    if not sys.platform.startswith("linux") or os.geteuid():
        pytest.skip("only root of a Linux system may mount")
    options = ["-t", "tmpfs", "-o", f"size={request.param}", "tmpfs", str(disk)]
    if subprocess.run(["mount", *options], check=False).returncode:
        pytest.skip("nothing may be mounted here")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_full_disk_is_a_sentence_and_nothing_is_lost(
    small_disk: Path,
    photos: Path,
    expected_log: list[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    with pytest.raises(LibraryError, match="is full"):
        _import(photos)
    not_noted = "The end of the run could not be noted"
    if not_noted in caplog.text:  # not even a line of the journal fits
        expected_log.append(not_noted)
    subprocess.run(["mount", "-o", "remount,size=50m", str(small_disk)], check=True)
    _import(photos)


@pytest.mark.parametrize("small_disk", ["2m"], indirect=True)
def test_a_library_on_a_full_disk_is_read_and_says_why_it_cannot_be_written(
    small_disk: Path, tmp_path: Path
) -> None:
    with Library(small_disk, writable=True):
        pass
    with (small_disk / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while filler.write(bytes(4096)):
            pass
    with Library(small_disk, writable=False) as library:
        assert library.files.counts().total() == 0
        assert run(library.save_copy(tmp_path / "copy.zip"))
    with (
        pytest.raises(LibraryError, match="is full"),
        Library(small_disk, writable=True) as library,
    ):
        library.annotations.add_label([1], "typed")
    (small_disk / "filler").unlink()
    with Library(small_disk, writable=True) as library:
        assert library._database.problems() == []


def _import(folder: Path) -> None:
    bench = Workbench(folder)
    try:
        assert bench.database.problems() == []
        bench.run()
        assert bench.counts() == {"indexed": PHOTOS}
    finally:
        bench.database.close()
