import os
import sys
from pathlib import Path

import pytest

from engine.catalog.records import FileState
from engine.indexing.scan import scan_root
from engine.jobs import run
from tests.engine.indexing.ledger import Ledger


def test_every_file_is_listed_with_a_reason(ledger: Ledger) -> None:
    for name in ("a.jpg", "sub/b.PNG", "notes.txt", ".hidden.jpg", "Thumbs.db", "x/.DS_Store"):
        ledger.write(name)
    ledger.write(".git/c.jpg")
    ledger.scan()
    assert ledger.states() == {
        "a.jpg": (FileState.PENDING, ""),
        "sub/b.PNG": (FileState.PENDING, ""),
        "notes.txt": (FileState.SKIPPED, "not a photo"),
        ".hidden.jpg": (FileState.SKIPPED, "hidden"),
        ".git": (FileState.SKIPPED, "hidden"),
        "Thumbs.db": (FileState.SKIPPED, "system file"),
        "x/.DS_Store": (FileState.SKIPPED, "system file"),
    }
    assert ledger.files.counts().total() == 7


@pytest.mark.parametrize("seconds", [-(2**34), 2**34])
def test_a_time_that_the_catalog_cannot_hold_costs_nothing(ledger: Ledger, seconds: int) -> None:
    os.utime(ledger.write("a.jpg"), (seconds, seconds))
    os.utime(ledger.write("a.jpg.xmp"), (seconds, seconds))
    ledger.write("b.jpg")
    for _ in range(2):
        ledger.scan()
        assert ledger.states()["a.jpg"] == ledger.states()["b.jpg"]
        ledger.settle()
    assert ledger.states()["a.jpg"] == (FileState.FAILED, ""), "and it is not taken for changed"


def test_only_a_change_makes_a_file_pending_again(ledger: Ledger) -> None:
    path = ledger.write("a.jpg", b"one")
    ledger.write("b.jpg")
    ledger.scan()
    ledger.settle()
    ledger.scan()
    assert {state for state, _ in ledger.states().values()} == {FileState.FAILED}

    status = path.stat()
    path.write_bytes(b"two")  # same size, and the old time put back: ctime still tells
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    ledger.scan()
    assert ledger.states()["a.jpg"][0] is FileState.PENDING
    assert ledger.states()["b.jpg"][0] is FileState.FAILED


def test_a_deleted_file_and_a_deleted_folder_leave_the_ledger(ledger: Ledger) -> None:
    path = ledger.write("a.jpg")
    ledger.write("b.jpg")
    inner = ledger.write("sub/deep/c.jpg")
    ledger.scan()
    path.unlink()
    inner.unlink()
    inner.parent.rmdir()
    inner.parent.parent.rmdir()
    assert ledger.scan().removed.total() == 2
    assert set(ledger.states()) == {"b.jpg"}


@pytest.mark.parametrize("absence", ["gone", "empty"])
def test_a_root_that_is_away_is_offline_and_heals(
    ledger: Ledger, expected_log: list[str], absence: str
) -> None:
    expected_log.append("is offline")
    ledger.write("a.jpg")
    ledger.write("sub/b.jpg")
    ledger.scan()
    ledger.settle()
    before = ledger.states()
    away = ledger.top.rename(ledger.top.with_name("away"))
    if absence == "empty":
        ledger.top.mkdir()
    assert ledger.scan().removed.total() == 0
    assert {state for state, _ in ledger.states().values()} == {FileState.OFFLINE}
    assert ledger.roots.all()[0].problem

    if absence == "empty":
        ledger.top.rmdir()
    away.rename(ledger.top)
    ledger.scan()
    assert ledger.states() == before
    assert ledger.roots.all()[0].problem == ""


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind root"
)
def test_a_folder_that_cannot_be_listed_is_offline_not_deleted(ledger: Ledger) -> None:
    inner = ledger.write("sub/deep/a.jpg").parent.parent
    ledger.write("b.jpg")
    ledger.scan()
    inner.chmod(0)
    result = ledger.scan()
    inner.chmod(0o755)
    assert [path for path, _ in result.unreadable] == [os.fsencode(inner)]
    assert ledger.states()["sub/deep/a.jpg"][0] is FileState.OFFLINE


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_are_followed_once_and_loops_end(ledger: Ledger, tmp_path: Path) -> None:
    ledger.write("real/a.jpg")
    (ledger.top / "0-link-to-real").symlink_to(ledger.top / "real")
    (ledger.top / "real/loop").symlink_to(ledger.top)
    (ledger.top / "dead.jpg").symlink_to(tmp_path / "nothing")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "b.jpg").write_bytes(b"x")
    (ledger.top / "out").symlink_to(outside)
    ledger.scan()
    assert ledger.states() == {
        "real/a.jpg": (FileState.PENDING, ""),
        "out/b.jpg": (FileState.PENDING, ""),
        "dead.jpg": (FileState.SKIPPED, "a link that leads nowhere"),
    }


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_any_name_is_kept_byte_for_byte(ledger: Ledger) -> None:
    names = [b"\xff\xfe.jpg", b"new\nline.jpg", b"50% #1?.jpg", "鳥 🐦.jpg".encode(), b"\\.jpg"]
    top = os.fsencode(ledger.top)
    for name in names:
        Path(os.fsdecode(os.path.join(top, name))).write_bytes(b"x")
    ledger.scan()
    pending = ledger.files.pending(limit=100)
    assert sorted(file.path for file in pending) == sorted(os.path.join(top, n) for n in names)
    assert all(os.path.exists(file.path) for file in pending)


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes there")
def test_a_pipe_is_never_opened(ledger: Ledger) -> None:
    os.mkfifo(ledger.top / "pipe.jpg")
    ledger.scan()
    assert ledger.states() == {"pipe.jpg": (FileState.SKIPPED, "not a regular file")}


def _dig(top: Path) -> bytes:
    """Make folders in each other until the path is too long to be listed, even by root."""
    name = b"d" * 200
    path, inside = os.fsencode(top), os.open(top, os.O_RDONLY)
    while len(path) < 4096:
        os.mkdir(name, dir_fd=inside)
        deeper = os.open(name, os.O_RDONLY, dir_fd=inside)
        os.close(inside)
        path, inside = os.path.join(path, name), deeper
    os.close(inside)
    return path


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other limits")
def test_a_folder_that_cannot_be_listed_is_a_line_of_the_ledger(
    ledger: Ledger, expected_log: list[str]
) -> None:
    expected_log.append("cannot be listed")
    ledger.write("a.jpg")
    folder = _dig(ledger.top)
    for _ in range(2):  # and one line only
        assert ledger.scan().removed.total() == 0
        lines = {line.path: line for line in ledger.files.lines()}
        assert lines[folder].state is FileState.FAILED
        assert "cannot be listed" in lines[folder].reason
        assert ledger.files.counts().total() == 2
    ledger.files.retry(None)
    ledger.scan()
    assert ledger.files.counts()[FileState.FAILED] == 1
    os.rename(os.path.join(os.fsencode(ledger.top), b"d" * 200), ledger.top.with_name("away"))
    assert ledger.scan().removed.total() == 0
    assert set(ledger.states()) == {"a.jpg"}


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_photos_behind_a_link_whose_disk_is_away_are_offline(
    ledger: Ledger, tmp_path: Path
) -> None:
    (tmp_path / "disk" / "sub").mkdir(parents=True)
    (tmp_path / "disk" / "sub" / "a.jpg").write_bytes(b"x")
    (ledger.top / "link").symlink_to(tmp_path / "disk")
    ledger.write("b.jpg")
    ledger.scan()
    ledger.settle()
    before = ledger.states()
    (tmp_path / "disk").rename(tmp_path / "away")
    assert ledger.scan().removed.total() == 0
    assert ledger.states()["link/sub/a.jpg"][0] is FileState.OFFLINE
    (tmp_path / "away").rename(tmp_path / "disk")
    ledger.scan()
    assert ledger.states() == before


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_to_itself_is_a_dead_link(ledger: Ledger) -> None:
    (ledger.top / "round.jpg").symlink_to(ledger.top / "round.jpg")
    ledger.scan()
    assert ledger.states() == {"round.jpg": (FileState.SKIPPED, "a link that leads nowhere")}


def test_a_root_that_vanishes_while_it_is_walked_loses_nothing(
    ledger: Ledger, expected_log: list[str]
) -> None:
    expected_log.append("is offline")
    for name in ("a.jpg", "sub/b.jpg", "sub/deep/c.jpg"):
        ledger.write(name)
    ledger.scan()
    job = scan_root(ledger.roots.all()[0], roots=ledger.roots, files=ledger.files)
    next(job)
    ledger.top.rename(ledger.top.with_name("away"))
    result = run(job)
    assert result.removed.total() == 0
    assert set(ledger.states()) == {"a.jpg", "sub/b.jpg", "sub/deep/c.jpg"}
    assert ledger.roots.all()[0].problem
