"""Reports from comparable programs, tried on ours with the tricky files that go with them.

Where the report is about the window, its test is in tests/desktop/test_bug_reports.py: A11, A12,
A13, the large view of A04, and that nothing is marked for the trash by itself (A18, in
tests/desktop/duplicates/test_page.py). A05 is about training, which is still to come.

Covered elsewhere: A17 by ``test_a_root_goes_and_returns_with_all_that_was_said_of_it`` in
test_unplug.py; "show in folder" of A02 by tests/desktop/problems/test_page.py.
"""

import io
import itertools
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.catalog.browse import Browse
from engine.catalog.duplicates import Duplicates
from engine.catalog.removal import Removal
from engine.errors import EmptyLibraryError
from engine.images.prepare import PreparedPhoto, prepare_photo
from engine.indexing.trash import Trash
from engine.jobs import run
from engine.library import Library
from engine.search.duplicates import Group, find_duplicates
from engine.search.pictures import read_picture
from engine.search.query import Query, Term
from tests.conftest import DrawPhoto
from tests.engine.indexed import draw_scene
from tests.engine.indexing.workbench import Workbench
from tests.tricky_files import assert_true_colours, make_situations, tricky_file, truth_of

Situations = tuple[Path, Mapping[bytes, str]]


@pytest.fixture(scope="module")
def situations(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Situations]:
    """A folder of odd names, links and system files, with what is expected of each."""
    if sys.platform != "linux":
        pytest.skip("made by a script for Linux")
    folder = tmp_path_factory.mktemp("situations") / "photos"
    for expected in make_situations(folder):
        yield folder, expected


def _copy(bench: Workbench, *names: str, prefix: str = "") -> None:
    for name in names:
        source = tricky_file(name)
        shutil.copy(source, bench.top / f"{prefix}{source.name}")


def _states(bench: Workbench) -> dict[str, str]:
    return {os.fsdecode(os.path.basename(line.path)): line.state for line in bench.files.lines()}


def _duplicates(bench: Workbench) -> list[Group]:
    return run(find_duplicates(Duplicates(bench.database), bench.importer.thumbnails))


def _names(group: Group) -> set[str]:
    return {os.fsdecode(os.path.basename(copy.file.path)) for copy in group.copies}


def test_a01_one_bad_file_does_not_stop_the_good_ones(
    bench: Workbench, draw_photo: DrawPhoto, expected_log: list[str]
) -> None:
    _copy(bench, "broken/corrupt.heic", "bomb/65536x65536.png", prefix="15-")
    expected_log += ["corrupt.heic", "65536x65536.png"]
    for number in range(30):
        draw_photo(bench.top / f"{number:02}.jpg", number)
    bench.run()
    states = _states(bench)
    bad = {name for name, state in states.items() if state != "indexed"}
    assert bad == {"15-corrupt.heic", "15-65536x65536.png"}
    assert len(states) == 32
    assert bench.run().model_calls == 0  # and neither is tried again


def test_a02_each_reason_goes_with_its_file(bench: Workbench, expected_log: list[str]) -> None:
    _copy(bench, "broken/truncated.png", "wrong/zero_byte.jpg")
    expected_log += [str(bench.top / "truncated.png"), str(bench.top / "zero_byte.jpg")]
    bench.run()
    reasons = {os.fsdecode(line.path): line.reason for line in bench.files.lines()}
    assert reasons.keys() == {str(bench.top / name) for name in ("truncated.png", "zero_byte.jpg")}
    assert all(reasons.values())


@pytest.mark.parametrize("kind", ["a real one", "without its last 20 bytes"])
def test_a03_a_cut_photo_has_one_answer(
    bench: Workbench, draw_photo: DrawPhoto, expected_log: list[str], kind: str
) -> None:
    cut = bench.top / "cut.jpg"
    if kind == "a real one":
        shutil.copy(tricky_file("broken/truncated.jpg"), cut)
    else:
        cut.write_bytes(draw_photo(cut, 1, (320, 240)).read_bytes()[:-20])
    expected_log.append("cut.jpg: The file ends too early")
    draw_photo(bench.top / "whole.jpg", 2, (320, 240))
    for _ in range(2):
        bench.run()
        (damaged,) = (line for line in bench.files.lines() if line.path == os.fsencode(cut))
        assert damaged.state == "failed"
        assert "part of the picture is missing" in damaged.reason
        bench.files.retry(None)


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(("orient/heic_crop_exif6.heic", "heif/depth_gainmap.heic"), id="a04"),
        pytest.param(("png/gray16.png", "tiff/gray16_be.tif", "tiff/rgb16.tiff"), id="a09"),
        pytest.param(("icc/display_p3.jpg", "icc/prophoto.png", "icc/p3_bars.png"), id="a10"),
    ],
)
def test_a04_a09_a10_size_and_colours_are_true_after_an_import(
    bench: Workbench, names: tuple[str, ...]
) -> None:
    _copy(bench, *names)
    bench.run()
    rows = Browse(bench.database).rows([int(id_) for id_ in Browse(bench.database).ids()])
    found = {os.fsdecode(os.path.basename(row.path)): row for row in rows.values()}
    for name in names:
        truth, row = truth_of(name), found[Path(name).name]
        assert (row.width, row.height) == (int(truth["true_width"]), int(truth["true_height"]))
        assert row.content_hash is not None
        thumbnail = bench.importer.thumbnails.read(row.content_hash)
        assert thumbnail is not None
        assert_true_colours(np.asarray(Image.open(io.BytesIO(thumbnail))), truth)
        # The encoder of this bench keeps the means of the quadrants that it was given.
        seen = bench.features_of(bench.top / Path(name).name).astype(np.float64)
        assert_true_colours((255 * seen).reshape(2, 2, 3), truth)


def test_a06_the_content_decides_not_the_name(bench: Workbench) -> None:
    _copy(bench, "wrong/jpeg_named.png", "wrong/jpeg_named.jp2")
    shutil.copy(bench.top / "jpeg_named.png", bench.top / "copy.HEIC")
    bench.run()
    assert set(_states(bench).values()) == {"indexed"}
    (group,) = _duplicates(bench)
    assert _names(group) == {"jpeg_named.png", "copy.HEIC"}
    assert group.is_equal


def test_a07_one_bad_field_costs_only_itself(bench: Workbench) -> None:
    _copy(bench, "meta/exif_invalid.jpg", "meta/exif_loop.jpg", "meta/exif_bad.jpg")
    bench.run()
    assert set(_states(bench).values()) == {"indexed"}


def test_a08_no_date_is_no_wrong_date(bench: Workbench) -> None:
    dates = tricky_file("dates")
    _copy(bench, *(f"dates/{file.name}" for file in dates.iterdir()))
    bench.run()
    ids = [int(id_) for id_ in Browse(bench.database).ids()]
    assert len(ids) == len(list(dates.iterdir()))
    taken = [said.taken for said in bench.importer.metadata.of(ids).values() if said.taken]
    assert all(moment.year not in (0, 1969, 1970) for moment in taken)


def test_a14_names_are_bytes(
    situations: Situations, tmp_path: Path, expected_log: list[str]
) -> None:
    top, expected = situations
    names = [name for name, what in expected.items() if name.startswith(b"names/")]
    paths = {os.path.join(os.fsencode(top), n) for n in names if expected[n] == "INDEX"}
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.add([top / "names"]))
    with Library(tmp_path / "library", writable=True) as library:
        report = run(library.imports.scan())
        assert (report.model_calls, report.moved, report.removed) == (0, 0, 0)
        for path in paths:
            query = Query([Term(picture=read_picture(Path(os.fsdecode(path))))], limit=1)
            assert [hit.path for hit in library.search(query).hits] == [path]
    assert _exported(tmp_path / "library", "indexed") == paths

    expected_log.append("The file is empty")
    for path in paths:
        os.truncate(path, 0)
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.scan())
    assert _exported(tmp_path / "library", "failed") == paths
    logs = "".join(log.read_text("utf-8") for log in (tmp_path / "library" / "logs").iterdir())
    assert len([line for line in logs.splitlines() if "The file is empty" in line]) == len(paths)


def _exported(library: Path, state: str) -> set[bytes]:
    """Return what ``imgtext status --files`` tells of the files in a state."""
    command = [sys.executable, "-m", "engine", "--library", library, "status", "--files", "--json"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return {os.fsencode(file["path"]) for file in told["files"] if file["state"] == state}


def test_a15_companions_of_the_system_are_no_photos(situations: Situations, tmp_path: Path) -> None:
    top, expected = situations
    shutil.copy(tricky_file("system/.DS_Store"), top / "system" / "with_nomedia")
    bench = Workbench(tmp_path, top=top / "system")
    shown = list(bench.importer.run(bench.importer.roots.all()))
    indexed = {line.path for line in bench.files.lines() if line.state == "indexed"}
    others = {line.path: line.state for line in bench.files.lines() if line.path not in indexed}
    bench.database.close()
    told = {os.path.relpath(path, os.fsencode(top)) for path in indexed}
    assert b"system/photo.png" in told
    assert all(expected[name] in ("INDEX", "EITHER") for name in told)
    assert set(others.values()) == {"skipped"}
    counts = {step.stage: step.total or step.done for step in shown}
    assert counts["scanning"] == counts["importing"] == len(indexed)


def test_a16_no_suggestion_deletes_what_a_link_leads_to(
    situations: Situations, tmp_path: Path, trash_folder: Path, expected_log: list[str]
) -> None:
    expected_log += ["(failed)", "(skipped)", "cannot be listed"]
    links = situations[0] / "links"
    shutil.copy(links / "real" / "a.png", links / "copy.png")
    bench = Workbench(tmp_path, top=situations[0])  # which links lead to
    bench.run()
    (group,) = _duplicates(bench)  # names of one file are one copy
    kept, copy = (copy.file.file_id for copy in group.copies)
    moved = run(Trash(Removal(bench.database)).move([copy], stand_ins={copy: kept}))
    bench.database.close()
    assert [file.path for file in moved if file.is_moved] == [os.fsencode(links / "copy.png")]
    assert [path.name for path in trash_folder.iterdir()] == ["copy.png"]
    with Image.open(links / "real" / "a.png") as image:
        image.load()


def test_a18_alike_is_not_the_same(bench: Workbench) -> None:
    for file in tricky_file("neardup").iterdir():
        shutil.copy(file, bench.top)
    for seed in range(180):
        scene = draw_scene(seed, (320, 240))
        scene.save(bench.top / f"{seed}.jpg", quality=90)
        if seed < 20:  # from a step to the left
            scene.crop((7, 0, 320, 240)).save(bench.top / f"{seed} again.jpg", quality=90)
    bench.run()
    (group,) = _duplicates(bench)
    assert _names(group) == {
        "ukbench00120.jpg",
        "ukbench00120_hflip.jpg",
        "ukbench00120_resize.jpg",
    }


def test_a19_results_stay_with_their_files(
    bench: Workbench, draw_photo: DrawPhoto, expected_log: list[str]
) -> None:
    bad = {1, 17, 40}
    for number in range(1, 41):
        path = bench.top / f"{number:02}.jpg"
        if number in bad:
            path.touch()
            expected_log.append(path.name)
        else:
            draw_photo(path, number, (320, 240))
    bench.run()
    for number in set(range(1, 41)) - bad:
        path = bench.top / f"{number:02}.jpg"
        photo = prepare_photo(os.fsencode(path))
        assert isinstance(photo, PreparedPhoto)
        alone = bench.encoder.encode_images(photo.pixels[None])[0]
        np.testing.assert_array_equal(bench.features_of(path), alone)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a20_no_hit_that_is_not_there(tmp_path: Path, draw_photo: DrawPhoto, count: int) -> None:
    with Library(tmp_path / "library", writable=True) as library:
        photos = [draw_photo(tmp_path / "photos" / f"{n}.png", n, (320, 240)) for n in range(count)]
        if not photos:
            with pytest.raises(EmptyLibraryError):
                library.search(Query([Term("a dog")]))
            assert run(find_duplicates(library.duplicates, library.thumbnails)) == []
            return
        run(library.imports.add([tmp_path / "photos"]))
        terms = [Term("a dog"), Term(picture=read_picture(photos[-1]))]
        for query in (*itertools.combinations(terms, 1), terms):
            hits = library.search(Query(query)).hits
            assert sorted(hit.path for hit in hits) == sorted(map(os.fsencode, photos))
            assert [hit.rank for hit in hits] == list(range(1, count + 1))
            assert all(-1.001 <= hit.score <= 1.001 for hit in hits)
        assert run(find_duplicates(library.duplicates, library.thumbnails)) == []
