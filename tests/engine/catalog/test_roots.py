from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.catalog.browse import Browse
from engine.catalog.database import Database
from engine.catalog.files import Files, FolderChange
from engine.catalog.records import FileStat, FoundFile
from engine.catalog.roots import Roots
from engine.errors import RootError


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path / "catalog.db", writable=True)
    yield database
    database.close()


def test_a_folder_inside_a_root_is_that_root(database: Database) -> None:
    roots = Roots(database)
    photos = roots.add(b"/photos")
    assert roots.add(b"/photos/2024") == photos
    assert roots.add(b"/photos2").path == b"/photos2"
    assert [root.path for root in roots.all()] == [b"/photos", b"/photos2"]


def test_a_folder_around_a_root_takes_its_files_in(database: Database) -> None:
    roots, files = Roots(database), Files(database)
    inner = roots.add(b"/home/me/photos")
    stat = FileStat(1, 2, 3, 4)
    change = FolderChange(added=[FoundFile(b"a\xff.jpg", stat)])
    files.apply(inner, [(b"", change), (b"2024/may", change)])
    before = {line.path for line in files.lines()}

    outer = roots.add(b"/home")

    assert roots.all() == [outer]
    assert {line.path for line in files.lines()} == before
    assert set(files.folders(outer)) == {b"me/photos", b"me/photos/2024/may"}


def test_where_disks_are_mounted_goes_with_a_root(database: Database) -> None:
    roots = Roots(database)
    inner = roots.add(b"/home/photos")
    roots.set_mounts(inner, [b"", b"usb"])
    outer = roots.add(b"/home")
    assert roots.mounts(outer) == {b"photos", b"photos/usb"}
    roots.set_mounts(outer, [b"", b"photos/usb"])
    # Elsewhere its top may be a folder like any other.
    assert roots.mounts(roots.relink(outer, b"/srv")) == {b"photos/usb"}
    assert [root.path for root in roots.all()] == [b"/srv"]
    roots.remove(b"/srv")
    assert roots.mounts(outer) == frozenset()


def test_what_is_out_of_reach_is_forgotten_and_nothing_else(database: Database) -> None:
    roots, files, browse = Roots(database), Files(database), Browse(database)
    change = FolderChange(added=[FoundFile(b"x.jpg", FileStat(1, 2, 3, 4))])
    for path in (b"/a", b"/b"):
        files.apply(roots.add(path), [(b"", change), (b"disk", change)])
        files.set_offline(roots.find(path), [b"disk"])
    first = roots.find(b"/a")
    assert browse.counts_by_root()[first.id].offline == 1
    assert roots.forget_offline(b"/a") == 1
    assert {line.path for line in files.lines()} == {b"/a/x.jpg", b"/b/x.jpg", b"/b/disk/x.jpg"}
    assert browse.counts_by_root()[first.id].offline == 0
    assert roots.forget_offline(b"/a") == 0
    with pytest.raises(RootError, match="not a folder of this library"):
        roots.forget_offline(b"/nowhere")


def test_removing_a_root_takes_its_files_out_of_the_ledger_only(database: Database) -> None:
    roots, files = Roots(database), Files(database)
    for path in (b"/a", b"/b"):
        change = FolderChange(added=[FoundFile(b"x.jpg", FileStat(1, 2, 3, 4))])
        files.apply(roots.add(path), [(b"", change)])
    assert roots.remove(b"/a") == 1
    assert [line.path for line in files.lines()] == [b"/b/x.jpg"]
    with pytest.raises(RootError, match="not a folder of this library"):
        roots.remove(b"/a")
