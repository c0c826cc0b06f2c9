import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.catalog.database import Database
from engine.catalog.files import Files, FolderChange
from engine.catalog.photos import Outcome, Photos
from engine.catalog.records import FileStat, FileState, FoundFile, NewContent, Root
from engine.catalog.roots import Roots
from engine.catalog.unread import Unread, UnreadKind
from engine.exchange.problem_list import write_problems

STAT = FileStat(10, 2_000_000_000, 3, 4)
CUT, EMPTY = "The file ends too early.", "The file is empty."


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path / "catalog.db", writable=True)
    yield database
    database.close()


def _fail(database: Database, root: Root, reasons: dict[bytes, str]) -> None:
    files = Files(database)
    found = [FoundFile(name, STAT) for name in reasons]
    files.apply(root, [(b"2024", FolderChange(added=found))])
    _fail_again(database, root, reasons)


def _fail_again(database: Database, root: Root, reasons: dict[bytes, str]) -> None:
    known = Files(database).in_folder(root, b"2024")
    unread = {known[name].id: (FileState.FAILED, reason) for name, reason in reasons.items()}
    Photos(database).commit(Outcome(model="m", first_row=0, unread=unread))


def _names(database: Database, kind: UnreadKind, reason: str | None = None) -> list[bytes]:
    ids = Unread(database).ids(kind, reason).tolist()
    rows = Files(database).rows(ids)
    return [rows[file_id].name for file_id in ids]


def _fill(database: Database) -> Root:
    root = Roots(database).add(b"/photos")
    _fail(database, root, {b"a.jpg": EMPTY, b"b\xff.jpg": CUT, b"c.jpg": CUT})
    notes = FolderChange(added=[FoundFile(b"notes.txt", STAT, "not a photo")])
    waiting = FolderChange(added=[FoundFile(b"d.jpg", STAT)])
    Files(database).apply(root, [(b"", notes), (b"new", waiting)])
    return root


def test_files_are_grouped_by_reason_the_most_frequent_first(database: Database) -> None:
    _fill(database)
    unread = Unread(database)
    assert _names(database, UnreadKind.FAILED) == [b"b\xff.jpg", b"c.jpg", b"a.jpg"]
    assert unread.reasons(UnreadKind.FAILED) == [(CUT, 2), (EMPTY, 1)]
    assert _names(database, UnreadKind.FAILED, EMPTY) == [b"a.jpg"]
    assert _names(database, UnreadKind.SKIPPED) == [b"notes.txt"]
    assert _names(database, UnreadKind.PENDING) == [b"d.jpg"]


def test_an_ignored_file_keeps_its_state_and_every_file_is_in_one_list(database: Database) -> None:
    root = _fill(database)
    unread, files = Unread(database), Files(database)
    before = files.counts()
    ids = unread.ids_at([(root, b"2024", b"a.jpg"), (root, b"", b"notes.txt"), (root, b"", b"x")])
    assert len(ids) == 2
    assert unread.set_ignored(ids, True) == ids
    assert unread.set_ignored(ids, True) == []
    assert files.counts() == before, "the bar adds up as before"
    assert unread.ignored_counts() == Counter({FileState.FAILED: 1, FileState.SKIPPED: 1})
    assert _names(database, UnreadKind.IGNORED) == [b"a.jpg", b"notes.txt"]
    assert sum(len(unread.ids(kind)) for kind in UnreadKind) == before.total()
    assert unread.set_ignored(ids, False) == ids
    assert _names(database, UnreadKind.IGNORED) == []


def test_an_ignored_file_is_tried_again_by_name_only_and_heals(database: Database) -> None:
    root = _fill(database)
    unread, files = Unread(database), Files(database)
    places = [(root, b"2024", b"a.jpg")]
    unread.set_ignored(unread.ids_at(places), True)
    assert files.retry(None) == 2
    assert files.retry(places) == 1
    assert _names(database, UnreadKind.IGNORED) == []
    _fail_again(database, root, {b"a.jpg": EMPTY})
    assert _names(database, UnreadKind.IGNORED) == [b"a.jpg"], "it failed again and stays ignored"
    content = NewContent(b"h" * 16, 10, 8, 8, "JPEG", b"p" * 8)
    indexed = {files.in_folder(root, b"2024")[b"a.jpg"].id: content.hash}
    Photos(database).commit(Outcome(model="m", first_row=0, encoded=[content], indexed=indexed))
    _fail_again(database, root, {b"a.jpg": EMPTY})
    assert b"a.jpg" in _names(database, UnreadKind.FAILED), "what could be read is new again"


def test_an_offline_file_is_listed_as_such_even_if_ignored(database: Database) -> None:
    root = _fill(database)
    unread = Unread(database)
    unread.set_ignored(unread.ids(UnreadKind.FAILED).tolist(), True)
    Files(database).set_offline(root, [b"2024"])
    Roots(database).set_problem(root, "the folder is not there")
    assert len(unread.ids(UnreadKind.IGNORED)) == 0
    assert unread.reasons(UnreadKind.OFFLINE) == [("the folder is not there", 3)]
    assert not unread.ignored_counts()


def test_the_list_can_be_exported(
    database: Database, tmp_path_factory: pytest.TempPathFactory
) -> None:
    table = tmp_path_factory.mktemp("elsewhere") / "list.csv"
    root = _fill(database)
    unread = Unread(database)
    unread.set_ignored(unread.ids_at([(root, b"2024", b"a.jpg")]), True)
    assert write_problems(unread, table) == 5
    lines = table.read_bytes().splitlines()
    assert lines[0] == b"file,state,reason,size,changed,tried,ignored"
    first, second = (line.split(b",") for line in lines[1:3])
    assert first[0] == os.path.join(b"/photos", b"2024", b"a.jpg")
    assert first[1:5] == [b"failed", EMPTY.encode(), b"10", b"1970-01-01T00:00:02+00:00"]
    assert first[5].startswith(b"20")
    assert first[6] == b"yes"
    assert second[0].endswith(b"b\xff.jpg"), "the bytes of the name"
    assert second[6] == b""
    (skipped,) = (line for line in lines if b"notes.txt" in line)
    assert skipped.split(b",")[5] == b"", "nobody tried to read it"
