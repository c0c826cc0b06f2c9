import os
from pathlib import Path

from engine.catalog.annotations import Annotations
from engine.catalog.browse import Browse
from engine.catalog.database import Database
from engine.catalog.files import Files, FolderChange
from engine.catalog.photos import Outcome, Photos
from engine.catalog.records import FileStat, FoundFile, NewContent
from engine.catalog.roots import Roots

STAT = FileStat(1, 2, 3, 4)


def _content(name: bytes) -> NewContent:
    return NewContent(
        hash=name * 16, size=1, width=8, height=8, format="PNG", perceptual_hash=b"\0" * 8
    )


def test_copies_are_all_files_of_a_content_wherever_they_lie(tmp_path: Path) -> None:
    database = Database(tmp_path / "catalog.db", writable=True)
    roots, files, photos = Roots(database), Files(database), Photos(database)
    indexed: dict[int, bytes] = {}
    for path in (b"/photos", b"/disk"):
        root = roots.add(path)
        names = {b"a\xff.jpg": b"a" * 16, b"b.jpg": b"b" * 16}
        added = [FoundFile(name, STAT) for name in names]
        files.apply(root, [(b"2024", FolderChange(added=added))])
        known = files.in_folder(root, b"2024")
        indexed |= {known[name].id: digest for name, digest in names.items()}
    contents = [_content(b"a"), _content(b"b")]
    photos.commit(Outcome(model="test", first_row=0, encoded=contents, indexed=indexed))
    browse = Browse(database)
    rows = browse.rows(list(indexed))
    content_id = next(row.content_id for row in rows.values() if row.path.endswith(b"a\xff.jpg"))
    assert content_id is not None
    assert browse.copies(content_id) == [
        os.path.join(b"/disk", b"2024", b"a\xff.jpg"),
        os.path.join(b"/photos", b"2024", b"a\xff.jpg"),
    ]
    assert browse.copies(10_000) == []
    Annotations(database).add_labels([(content_id, "dog"), (content_id, "beach")])
    labels = {row.path: row.labels for row in browse.rows(list(indexed)).values()}
    assert labels[os.path.join(b"/disk", b"2024", b"a\xff.jpg")] == ("beach", "dog")
    assert labels[os.path.join(b"/disk", b"2024", b"b.jpg")] == ()
    database.close()


def test_the_library_by_date_is_read_from_an_index_and_not_sorted(tmp_path: Path) -> None:
    database = Database(tmp_path / "catalog.db", writable=True)
    statements: list[str] = []
    with database.read() as connection:
        connection.set_trace_callback(statements.append)
        Browse(database).ids()
        connection.set_trace_callback(None)
        query = next(text for text in statements if text.startswith("SELECT"))
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}")]
    database.close()
    assert plan == ["SCAN files USING INDEX files_by_date"]
