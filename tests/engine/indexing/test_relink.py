import os
import shutil
from pathlib import Path

import pytest

from engine.catalog.records import Root
from engine.errors import RootError
from engine.indexing.relink import find_relinked, match_files, relink_root
from tests.conftest import DrawPhoto
from tests.engine.indexing.workbench import Workbench


@pytest.fixture
def filled(bench: Workbench, draw_photo: DrawPhoto) -> Workbench:
    for n in range(5):
        draw_photo(bench.top / f"{n % 2}/{n}.png", n)
    bench.run()
    return bench


def _root(bench: Workbench) -> Root:
    (root,) = bench.importer.roots.all()
    return root


def _relink(bench: Workbench, folder: Path, *, is_forced: bool = False) -> tuple[int, int]:
    relinked = relink_root(
        _root(bench),
        os.fsencode(folder),
        roots=bench.importer.roots,
        files=bench.files,
        is_forced=is_forced,
    )
    return relinked.match.known, relinked.match.found


@pytest.mark.parametrize("way", ["renamed", "copied"])
def test_a_root_that_is_elsewhere_is_not_encoded_again(
    filled: Workbench, tmp_path: Path, way: str
) -> None:
    new = tmp_path / "new place"
    if way == "renamed":
        filled.top.rename(new)
    else:
        shutil.copytree(filled.top, new)
    before = [os.path.relpath(line.path, _root(filled).path) for line in filled.files.lines()]
    assert _relink(filled, new) == (5, 5)
    report = filled.run()
    assert (report.model_calls, report.removed) == (0, 0)
    assert filled.counts() == {"indexed": 5}
    lines = [os.path.relpath(line.path, os.fsencode(new)) for line in filled.files.lines()]
    assert lines == before


def test_what_cannot_be_the_root_is_refused(filled: Workbench, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / "inside").mkdir(parents=True)
    (tmp_path / "empty").mkdir()
    with pytest.raises(RootError, match="is where it was"):
        _relink(filled, filled.top)
    with pytest.raises(RootError, match="Only 0 of the 5 photos"):
        _relink(filled, tmp_path / "empty")
    second = filled.importer.roots.add(os.fsencode(other))
    (tmp_path / "link").symlink_to(other / "inside")
    for folder, words in (
        (other / "inside", "already part of"),
        (tmp_path / "link", "already part of"),
        (tmp_path, "holds .*other"),
    ):
        with pytest.raises(RootError, match=words):
            relink_root(
                _root_of(filled, filled.top),
                os.fsencode(folder),
                roots=filled.importer.roots,
                files=filled.files,
            )
    filled.importer.roots.remove(second.path)
    assert _root(filled).path == os.fsencode(filled.top)
    assert _relink(filled, tmp_path / "empty", is_forced=True) == (5, 0)
    assert _root(filled).path == os.fsencode(tmp_path / "empty")


def _root_of(bench: Workbench, folder: Path) -> Root:
    return bench.importer.roots.find(os.fsencode(folder))


def test_a_missing_root_is_recognised(filled: Workbench, tmp_path: Path) -> None:
    def find(folder: Path) -> Root | None:
        roots = filled.importer.roots.all()
        return find_relinked(os.fsencode(folder), roots=roots, files=filled.files)

    new = Path(shutil.copytree(filled.top, tmp_path / "copy"))
    root = _root(filled)
    assert match_files(root, os.fsencode(new), files=filled.files, most=2).share == 1.0
    assert find(new) is None  # it is still where it was
    filled.top.rename(tmp_path / "away")
    assert find(new) == root
    filled.top.mkdir()  # as of a disk that is not mounted
    assert find(new) == root
    (new / "0/0.png").unlink()
    assert find(new) == root  # nearly all
    (new / "1/1.png").write_bytes(b"another size")
    assert find(new) is None
    assert find(tmp_path) is None
