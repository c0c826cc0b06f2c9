import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.catalog.database import Database
from engine.catalog.files import Files
from engine.catalog.records import FileState
from engine.catalog.roots import Roots
from engine.indexing.scan import ScanResult, scan_root
from engine.jobs import run


class Ledger:
    """A root with its ledger."""

    def __init__(self, folder: Path) -> None:
        self.top = folder / "photos"
        self.top.mkdir()
        self.database = Database(folder / "catalog.db", writable=True)
        self.files = Files(self.database)
        self.roots = Roots(self.database)
        self.roots.add(os.fsencode(self.top))

    def scan(self) -> ScanResult:
        return run(scan_root(self.roots.all()[0], roots=self.roots, files=self.files))

    def write(self, name: str, content: bytes = b"x") -> Path:
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def states(self) -> dict[str, tuple[FileState, str]]:
        top = os.fsencode(self.top)
        return {
            os.fsdecode(os.path.relpath(line.path, top)): (line.state, line.reason)
            for line in self.files.lines()
        }

    def settle(self) -> None:
        """Pretend that every pending file was read and found to be broken."""
        with self.database.write() as connection:
            connection.execute("UPDATE files SET state = 'failed' WHERE state = 'pending'")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    ledger = Ledger(tmp_path)
    yield ledger
    ledger.database.close()


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
        "x/.DS_Store": (FileState.SKIPPED, "hidden"),
    }
    assert ledger.files.counts().total() == 7


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
    pending = ledger.files.pending(after=0, limit=100)
    assert sorted(file.path for file in pending) == sorted(os.path.join(top, n) for n in names)
    assert all(os.path.exists(file.path) for file in pending)


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes there")
def test_a_pipe_is_never_opened(ledger: Ledger) -> None:
    os.mkfifo(ledger.top / "pipe.jpg")
    ledger.scan()
    assert ledger.states() == {"pipe.jpg": (FileState.SKIPPED, "not a regular file")}
