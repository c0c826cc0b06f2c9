import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.catalog.browse import Browse
from engine.catalog.database import Database
from engine.catalog.files import Files, FolderChange
from engine.catalog.photos import Outcome, Photos
from engine.catalog.records import FileStat, FileState, FoundFile, RootCount
from engine.catalog.roots import Roots

STAT = FileStat(1, 2, 3, 4)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path / "catalog.db", writable=True)
    yield database
    database.close()


def _fill(database: Database) -> None:
    """Two roots: a failed, a skipped and a pending file in the first, two offline in the other."""
    roots, files = Roots(database), Files(database)
    photos, disk = roots.add(b"/photos"), roots.add(b"/disk")
    found = [FoundFile(b"a\xff.jpg", STAT), FoundFile(b"notes.txt", STAT, "not a photo")]
    files.apply(
        photos,
        [
            (b"2024", FolderChange(added=found)),
            (b"", FolderChange(added=[FoundFile(b"b.jpg", STAT)])),
        ],
    )
    both = [FoundFile(b"c.jpg", STAT), FoundFile(b"d.txt", STAT, "not a photo")]
    files.apply(disk, [(b"", FolderChange(added=both))])
    files.set_offline(disk, [b""])
    roots.set_problem(disk, "the folder is not there")
    failed = files.in_folder(photos, b"2024")[b"a\xff.jpg"].id
    unread = {failed: (FileState.FAILED, "The file is empty.")}
    Photos(database).commit(Outcome(model="m", first_row=0, unread=unread))


def test_ids_and_rows_by_state_add_up_and_keep_their_bytes(database: Database) -> None:
    _fill(database)
    files = Files(database)
    counts = files.counts()
    for state in FileState:
        assert len(files.ids(state)) == counts[state]
    (failed,) = files.rows(files.ids(FileState.FAILED).tolist()).values()
    assert (failed.path, failed.reason) == (
        os.path.join(b"/photos", b"2024", b"a\xff.jpg"),
        "The file is empty.",
    )
    offline = files.rows(files.ids(FileState.OFFLINE).tolist())
    assert {row.reason for row in offline.values()} == {"the folder is not there"}
    assert files.rows([10**6]) == {}


def test_retry_touches_failed_files_in_reach_only(database: Database) -> None:
    _fill(database)
    files, photos = Files(database), Roots(database).all()[0]
    assert files.retry([(photos, b"", b"b.jpg"), (photos, b"2024", b"notes.txt")]) == 0
    assert files.retry([]) == 0
    assert files.retry([(photos, b"2024", b"a\xff.jpg")]) == 1
    assert files.counts()[FileState.FAILED] == 0
    assert files.retry(None) == 0
    assert files.counts()[FileState.SKIPPED] == 1


def test_counts_by_root_are_what_the_grid_shows(database: Database) -> None:
    _fill(database)
    browse = Browse(database)
    photos, disk = Roots(database).all()
    assert browse.counts_by_root() == {
        photos.id: RootCount(1, has_folders=False),  # the failed photo is listed elsewhere
        disk.id: RootCount(1, has_folders=False, offline=1),
    }
    Files(database).retry(None)
    assert browse.counts_by_root()[photos.id] == RootCount(2, has_folders=True)
    assert browse.counts_by_root()[photos.id].photos == len(browse.ids(root_id=photos.id))
