import sqlite3
import threading
from pathlib import Path

import pytest

from engine.catalog.browse import Browse
from engine.catalog.database import Database, select_in
from engine.catalog.files import Files
from engine.catalog.migrations import APPLICATION_ID, NEWEST, STEPS
from engine.catalog.photos import Photos
from engine.catalog.roots import Roots
from engine.errors import LibraryError, OldCatalogError


def test_a_block_that_raises_changes_nothing(tmp_path: Path) -> None:
    database = Database(tmp_path / "catalog.db", writable=True)
    with pytest.raises(KeyboardInterrupt):
        _interrupted_write(database)
    assert Roots(database).all() == []
    database.close()


def _interrupted_write(database: Database) -> None:
    with database.write() as connection:
        connection.execute("INSERT INTO roots (path, added_ns) VALUES (x'2f', 1)")
        raise KeyboardInterrupt


def test_a_reader_never_finds_half_a_catalog(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.db" for number in range(10)]

    def create_all() -> None:
        for path in paths:
            Database(path, writable=True).close()

    writer = threading.Thread(target=create_all)
    writer.start()
    for path in paths:
        while not path.exists():
            pass
        Database(path, writable=False).close()
    writer.join()


def test_what_a_deleted_catalog_left_is_not_replayed(tmp_path: Path) -> None:
    path, wal = tmp_path / "catalog.db", tmp_path / "catalog.db-wal"
    database = Database(path, writable=True)
    Roots(database).add(b"/old")
    left = wal.read_bytes()
    database.close()
    path.unlink()
    wal.write_bytes(left)
    database = Database(path, writable=True)
    assert Roots(database).all() == []
    assert database.problems() == []
    database.close()


def test_a_reader_cannot_write_and_sees_one_snapshot(tmp_path: Path) -> None:
    database = Database(tmp_path / "catalog.db", writable=True)
    roots = Roots(database)
    with database.read() as connection:
        assert connection.execute("SELECT count(*) FROM roots").fetchone() == (0,)
        thread = threading.Thread(target=lambda: roots.add(b"/photos"))
        thread.start()
        thread.join()
        assert connection.execute("SELECT count(*) FROM roots").fetchone() == (0,)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            connection.execute("DELETE FROM roots")
    assert [root.path for root in roots.all()] == [b"/photos"]
    database.close()


def test_a_newer_library_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "catalog.db"
    Database(path, writable=True).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {NEWEST + 1}")
    connection.close()
    before = path.read_bytes()
    for writable in (True, False):
        with pytest.raises(LibraryError, match=r"newer version .* install that version"):
            Database(path, writable=writable)
    assert path.read_bytes() == before


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "catalog.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(LibraryError, match="another program"):
        Database(path, writable=True)
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", range(1, NEWEST))
def test_an_older_library_is_backed_up_and_brought_up_to_date(tmp_path: Path, version: int) -> None:
    path = tmp_path / "catalog.db"
    with sqlite3.connect(path) as connection:
        for step in STEPS[:version]:
            connection.executescript(step)
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("INSERT INTO roots (path, added_ns) VALUES (x'2f61', 1)")
    connection.close()
    with pytest.raises(OldCatalogError, match="older version"):
        Database(path, writable=False)
    database = Database(path, writable=True)
    assert [root.path for root in Roots(database).all()] == [b"/a"]
    with database.read() as reader:
        assert reader.execute("PRAGMA user_version").fetchone() == (NEWEST,)
        tables = reader.execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall()
    database.close()
    (backup,) = (tmp_path / "backups").glob(f"catalog-v{version}-*.db")
    with sqlite3.connect(backup) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (version,)
    connection.close()
    new = Database(tmp_path / "new.db", writable=True)
    with new.read() as reader:
        assert reader.execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall() == tables
    new.close()


@pytest.mark.parametrize("damage", ["start", "middle"])
def test_a_damaged_database_gets_a_sentence(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "catalog.db"
    database = Database(path, writable=True)
    roots = Roots(database)
    for number in range(30):
        roots.add(b"/photos/%d/" % number + b"long" * 250)
    database.close()
    data = bytearray(path.read_bytes())
    start = 0 if damage == "start" else 4096
    data[start : start + 8192] = b"\x55" * 8192
    path.write_bytes(data)
    with pytest.raises(LibraryError, match=r"damaged; move catalog.db away"):
        _read_all(path)


@pytest.mark.parametrize("writable", [True, False])
def test_a_schema_whose_damage_is_no_text_gets_a_sentence(tmp_path: Path, writable: bool) -> None:
    path = tmp_path / "catalog.db"
    Database(path, writable=True).close()
    data = path.read_bytes()
    assert b"CREATE TABLE roots" in data
    path.write_bytes(data.replace(b"CREATE TABLE roots", b"CREATE\xffTABLE roots"))
    with pytest.raises(LibraryError, match=r"damaged; move catalog.db away"):
        Database(path, writable=writable)


def _read_all(path: Path) -> None:
    database = Database(path, writable=False)
    try:
        Roots(database).all()
    finally:
        database.close()


def test_close_is_final_and_may_be_repeated(tmp_path: Path) -> None:
    database = Database(tmp_path / "catalog.db", writable=True)
    database.close()
    database.close()
    with pytest.raises(RuntimeError, match="closed"), database.read():
        pass
    with pytest.raises(RuntimeError, match="closed"), database.write():
        pass


@pytest.mark.parametrize("content", [b"", b"x", b"SQLite format 3\x00"])
@pytest.mark.parametrize("writable", [True, False])
def test_a_database_that_was_cut_off_is_not_begun_anew(
    tmp_path: Path, content: bytes, writable: bool
) -> None:
    path = tmp_path / "catalog.db"
    path.write_bytes(content)
    with pytest.raises(LibraryError, match=r"damaged; move catalog.db away"):
        Database(path, writable=writable)
    assert path.read_bytes() == content


def test_any_number_of_values_may_be_asked_for(tmp_path: Path) -> None:
    database = Database(tmp_path / "catalog.db", writable=True)
    query = "WITH n(i) AS (VALUES (1), (5), (70000)) SELECT i FROM n WHERE i > ? AND i IN (:values)"
    with database.read() as connection:
        found = select_in(connection, query, [*range(80_000), 5], given=(1,))
        assert list(found) == [(5,), (70000,)]
        assert list(select_in(connection, query, [], given=(1,))) == []
    assert Photos(database).hashes(range(1, 80_000)) == {}
    assert Photos(database).paths_of_rows(range(80_000), "m") == {}
    assert Files(database).rows(range(80_000)) == {}
    assert Browse(database).rows(range(80_000)) == {}
    database.close()
