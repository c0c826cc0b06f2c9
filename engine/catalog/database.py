"""One SQLite file: one writing connection, one read-only connection a thread.

It owns connections, transactions, the schema's version, and the translation of SQLite's errors
into sentences. What the tables mean is in the other modules of this package.
"""

import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.catalog.migrations import APPLICATION_ID, NEWEST, migrate
from engine.errors import LibraryError, OldCatalogError

BUSY_SECONDS = 10.0

_VALUES_AT_ONCE = 900  # every SQLite takes 999 variables in a statement
_SAYS_DAMAGED = ("Could not decode to UTF-8", "unsupported file format")  # without a code for it
_INDEX_BYTES = 32_768  # of the index to the log (sqlite.org/walformat.html), the least
_HEADER_BYTES = 100  # a file that is shorter is no database


def select_in(
    connection: sqlite3.Connection, query: str, values: Iterable[Any], *, given: Sequence[Any] = ()
) -> Iterator[tuple[Any, ...]]:
    """Run a query with ``IN (:values)`` for any number of values.

    Args:
        connection: From :meth:`Database.read`, so that all parts see one snapshot.
        query: Its only or last variables are ``:values``.
        values: What ``:values`` stands for; each counts once.
        given: The variables before.

    Yields:
        The rows, part by part: an order of the query holds only among rows of one value.
    """
    distinct = list(dict.fromkeys(values))
    for start in range(0, len(distinct), _VALUES_AT_ONCE):
        part = distinct[start : start + _VALUES_AT_ONCE]
        marks = ", ".join("?" * len(part))
        yield from connection.execute(query.replace(":values", marks), (*given, *part))


class Database:
    """The catalog's file.

    Args:
        path: The database file.
        writable: False opens an existing database for reading only, also on a read-only disk.

    Raises:
        LibraryError: It is missing (when reading), not ours, newer, damaged, locked, or on a disk
            that is full or read-only.
        OldCatalogError: It is older than this program, and to be read only.
    """

    def __init__(self, path: Path, *, writable: bool) -> None:
        self._path = path
        self._lock = threading.RLock()
        self._readers: dict[int, sqlite3.Connection] = {}
        self._writer: sqlite3.Connection | None = None
        self._is_closed = False
        try:
            with self._sentences():
                self._open(writable=writable)
        except UnicodeDecodeError as error:
            # WORKAROUND: sqlite3 cannot tell of a schema whose damage is in its message's words.
            self.close()
            raise LibraryError.damaged(path) from error

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """Yield this thread's read-only connection inside one consistent snapshot."""
        with self._sentences():
            connection = self._reader()
            if connection.in_transaction:  # a read within a read shares its snapshot
                yield connection
                return
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                connection.rollback()

    @contextmanager
    def write(self, *, is_durable: bool = False) -> Iterator[sqlite3.Connection]:
        """Yield the writing connection inside a transaction; roll back if the block raises.

        Args:
            is_durable: Whether the transaction must outlive a loss of power once this returns,
                as what the user typed must. Otherwise the last ones may be lost, never torn.
        """
        with self._lock, self._sentences():
            if self._writer is None:
                raise RuntimeError("this database was opened for reading, or is closed")
            # In WAL mode NORMAL does not wait for the disk at a commit, FULL does.
            self._writer.execute(f"PRAGMA synchronous = {'FULL' if is_durable else 'NORMAL'}")
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
                self._writer.commit()
            except BaseException:
                self._writer.rollback()
                raise

    def problems(self) -> list[str]:
        """Check the file and its references; an empty list means that it is sound."""
        with self.read() as connection:
            rows = connection.execute("PRAGMA integrity_check(20)").fetchall()
            found = [str(row[0]) for row in rows if row[0] != "ok"]
            for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check"):
                found.append(f"a row of {table} points to a missing row of {parent}")
        return found

    def copy_to(self, path: Path) -> None:
        """Write a copy of one consistent state into a new file and check it.

        Raises:
            LibraryError: The disk is full, or the database is damaged.
        """
        path.unlink(missing_ok=True)
        with self.read() as connection:
            copy = sqlite3.connect(path)
            try:
                connection.backup(copy)
                found = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
            finally:
                copy.close()
        if found != "ok":
            raise LibraryError.damaged(self._path)

    def close(self) -> None:
        """Close every connection; later calls do nothing."""
        with self._lock:
            self._is_closed = True
            connections = [*self._readers.values(), *([self._writer] if self._writer else [])]
            self._readers, self._writer = {}, None
        for connection in connections:
            connection.close()

    def _open(self, *, writable: bool) -> None:
        self._check_header()
        if writable:
            self._writer = self._open_writer()
        elif self._check_version(self._reader()) < NEWEST:
            self.close()
            raise OldCatalogError(
                f"The library {self._path.parent} was made by an older version of "
                "imgtext-desktop; run `imgtext scan` to bring it up to date."
            )

    def _open_writer(self) -> sqlite3.Connection:
        if not self._path.exists():
            self._create()
        connection = sqlite3.connect(
            self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            self._check_version(connection)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA foreign_keys = ON")
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if 0 < version < NEWEST:
                self._back_up(connection, version)
            migrate(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _create(self) -> None:
        """Make the file whole beside its place, so that no reader ever finds half a catalog."""
        for left in ("-wal", "-shm"):  # of a catalog that was deleted; it would be replayed
            self._path.with_name(self._path.name + left).unlink(missing_ok=True)
        new = self._path.with_name(self._path.name + ".new")
        new.unlink(missing_ok=True)
        connection = sqlite3.connect(new, isolation_level=None)
        try:
            migrate(connection)
        finally:
            connection.close()
        new.replace(self._path)

    def _reader(self) -> sqlite3.Connection:
        thread = threading.get_ident()
        with self._lock:
            if self._is_closed:
                raise RuntimeError("this database is closed")
            if thread not in self._readers:
                self._readers[thread] = self._open_reader()
            return self._readers[thread]

    def _open_reader(self) -> sqlite3.Connection:
        # SQLite takes "read only" as a URI only; as_uri keeps every byte of the path.
        uri = self._path.absolute().as_uri() + "?mode=ro"
        connection = self._connect_uri(uri)
        try:
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            connection.close()
            if not self._is_at_rest():
                raise
            connection = self._connect_uri(uri + "&immutable=1")
        return connection

    def _is_at_rest(self) -> bool:
        """Tell whether nobody can write: WAL cannot make its index on such a disk.

        On a full disk the log must be empty, too: nobody could read it without the index.
        """
        if not os.access(self._path.parent, os.W_OK):
            return True
        log = self._path.with_name(self._path.name + "-wal")
        return self._is_full() and not (log.exists() and log.stat().st_size)

    def _is_full(self) -> bool:
        try:
            return shutil.disk_usage(self._path.parent).free < _INDEX_BYTES
        except OSError:
            return False

    @staticmethod
    def _connect_uri(uri: str) -> sqlite3.Connection:
        return sqlite3.connect(
            uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )

    def _check_header(self) -> None:
        # SQLite takes an empty file for an empty database; ours are made whole or not at all.
        if self._path.is_file() and self._path.stat().st_size < _HEADER_BYTES:
            raise LibraryError.damaged(self._path)

    def _check_version(self, connection: sqlite3.Connection) -> int:
        version: int = connection.execute("PRAGMA user_version").fetchone()[0]
        owner = connection.execute("PRAGMA application_id").fetchone()[0]
        if owner != APPLICATION_ID:
            raise LibraryError(
                f"{self._path} is a database of another program; choose another library folder."
            )
        if version > NEWEST:
            raise LibraryError(
                f"The library {self._path.parent} was made by a newer version of imgtext-desktop; "
                "install that version to open it. Nothing was changed."
            )
        return version

    def _back_up(self, connection: sqlite3.Connection, version: int) -> None:
        folder = self._path.parent / "backups"
        folder.mkdir(exist_ok=True)
        stamp = time.strftime("%Y%m%d-%H%M%S")
        copy = sqlite3.connect(folder / f"{self._path.stem}-v{version}-{stamp}.db")
        try:
            connection.backup(copy)
        finally:
            copy.close()

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        """Turn what SQLite says about the world into a sentence; bugs pass unchanged."""
        try:
            yield
        except sqlite3.Error as error:
            explained = self._explain(error)
            if explained is None:
                raise
            raise explained from error

    def _explain(self, error: sqlite3.Error) -> LibraryError | None:
        folder = self._path.parent
        if any(words in str(error) for words in _SAYS_DAMAGED):
            return LibraryError.damaged(self._path)
        # The low byte is the primary result code (sqlite.org/rescode.html).
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code == sqlite3.SQLITE_IOERR and self._is_full():  # for want of room for the index
            return LibraryError.disk_full(folder)
        by_code = {
            sqlite3.SQLITE_FULL: LibraryError.disk_full(folder),
            sqlite3.SQLITE_READONLY: LibraryError.not_writable(folder),
            sqlite3.SQLITE_PERM: LibraryError.not_writable(folder),
            sqlite3.SQLITE_IOERR: LibraryError.disk_fails(folder),
            sqlite3.SQLITE_CANTOPEN: LibraryError.cannot_open(folder),
            sqlite3.SQLITE_BUSY: LibraryError.busy(folder),
            sqlite3.SQLITE_LOCKED: LibraryError.busy(folder),
            sqlite3.SQLITE_CORRUPT: LibraryError.damaged(self._path),
            sqlite3.SQLITE_NOTADB: LibraryError.damaged(self._path),
        }
        return by_code.get(code)
