import os
import sys
from pathlib import Path

import pytest

from engine.catalog.records import FileState
from engine.indexing.walk import Part
from tests.engine.indexing.ledger import Ledger

PENDING = (FileState.PENDING, "")


@pytest.fixture(autouse=True)
def _nothing_is_young(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    if "young" not in request.node.name:
        monkeypatch.setattr("engine.indexing.walk.YOUNG_SECONDS", 0)


def part(*folders: str, trees: tuple[str, ...] = ()) -> Part:
    return Part(frozenset(map(os.fsencode, folders)), frozenset(map(os.fsencode, trees)))


def test_a_part_takes_up_what_is_in_its_folders_only(ledger: Ledger) -> None:
    for name in ("a.jpg", "x/b.jpg", "y/c.jpg"):
        ledger.write(name)
    ledger.scan()
    (ledger.top / "a.jpg").unlink()
    (ledger.top / "x/b.jpg").unlink()
    for name in ("x/new.jpg", "x/new/deep/d.jpg", "y/unseen.jpg"):
        ledger.write(name)
    assert ledger.scan(part("x")).removed.total() == 1
    assert set(ledger.states()) == {"a.jpg", "x/new.jpg", "x/new/deep/d.jpg", "y/c.jpg"}
    ledger.scan(part("", "y"))
    assert "a.jpg" not in ledger.states()
    assert "y/unseen.jpg" in ledger.states()


def test_a_folder_that_went_or_came_is_taken_up(ledger: Ledger) -> None:
    for name in ("x/b.jpg", "x/deep/c.jpg", "y/d.jpg"):
        ledger.write(name)
    ledger.scan()
    (ledger.top / "x").rename(ledger.top / "z")
    ledger.scan(part("", trees=("z",)))
    assert set(ledger.states()) == {"z/b.jpg", "z/deep/c.jpg", "y/d.jpg"}
    # One folder in the place of another: only its tree tells.
    (ledger.top / "z").rename(ledger.top / "old")
    ledger.write("z/deep/e.jpg")
    ledger.scan(part("", trees=("z", "old")))
    assert set(ledger.states()) == {"old/b.jpg", "old/deep/c.jpg", "y/d.jpg", "z/deep/e.jpg"}
    # Only the folder itself is named, not where it lay.
    (ledger.top / "old").rename(ledger.top.parent / "away")
    ledger.scan(part("old/deep"))
    assert set(ledger.states()) == {"y/d.jpg", "z/deep/e.jpg"}


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_are_followed_once_also_in_parts(ledger: Ledger, tmp_path: Path) -> None:
    ledger.write("real/a.jpg")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "b.jpg").write_bytes(b"x")
    ledger.scan()
    (ledger.top / "0-link").symlink_to(ledger.top / "real")
    (ledger.top / "real/loop").symlink_to(ledger.top)
    ledger.scan(part("", "0-link", "real", "real/loop", trees=("0-link",)))
    assert set(ledger.states()) == {"real/a.jpg"}
    ledger.write("real/c.jpg")
    ledger.scan(part("0-link"))  # as the system may call it
    assert set(ledger.states()) == {"real/a.jpg", "real/c.jpg"}
    (ledger.top / "out").symlink_to(outside)
    ledger.scan(part(""))
    assert set(ledger.states()) == {"real/a.jpg", "real/c.jpg", "out/b.jpg"}
    (outside / "new").mkdir()
    (outside / "new/d.jpg").write_bytes(b"x")
    ledger.scan(part("out", trees=("out/new",)))
    assert "out/new/d.jpg" in ledger.states()


def test_a_young_photo_is_left_until_it_is_whole(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = ledger.write("known.jpg")
    ledger.scan()
    ledger.settle()
    known.write_bytes(b"half of")
    ledger.write("new.jpg")
    ledger.write("notes.txt")
    ledger.scan(part(""))
    assert ledger.states() == {
        "known.jpg": (FileState.FAILED, ""),  # as it was
        "notes.txt": (FileState.SKIPPED, "not a photo"),
    }
    monkeypatch.setattr("engine.indexing.walk.YOUNG_SECONDS", 0)
    ledger.scan(part(""))
    assert ledger.states()["known.jpg"] == ledger.states()["new.jpg"] == PENDING


def test_a_root_of_its_own_is_not_walked_from_another(ledger: Ledger) -> None:
    ledger.write("a.jpg")
    ledger.write("inner/b.jpg")
    ledger.roots.add(os.fsencode(ledger.top / "inner"), is_reached=lambda path, folder: False)
    ledger.scan()
    assert set(ledger.states()) == {"a.jpg"}


def test_a_part_of_a_root_that_is_away_is_offline(ledger: Ledger, expected_log: list[str]) -> None:
    expected_log.append("is offline")
    ledger.write("x/a.jpg")
    ledger.scan()
    ledger.top.rename(ledger.top.with_name("away"))
    assert ledger.scan(part("x")).removed.total() == 0
    assert ledger.states()["x/a.jpg"][0] is FileState.OFFLINE


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other limits")
def test_a_closed_folder_stays_one_line_in_parts(ledger: Ledger, expected_log: list[str]) -> None:
    expected_log.append("cannot be listed")
    ledger.write("a.jpg")
    name = b"d" * 200
    path, inside = os.fsencode(ledger.top), os.open(ledger.top, os.O_RDONLY)
    while len(path) < 4096:
        os.mkdir(name, dir_fd=inside)
        deeper = os.open(name, os.O_RDONLY, dir_fd=inside)
        os.close(inside)
        path, inside = os.path.join(path, name), deeper
    os.close(inside)
    ledger.scan()
    before = ledger.states()
    for looked_at in (part(""), part("", trees=(os.fsdecode(name),))):
        ledger.scan(looked_at)
        assert ledger.states() == before
