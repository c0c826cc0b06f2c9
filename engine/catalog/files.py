"""The ledger: every file under a root, and where it stands."""

import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from engine.catalog.database import Database
from engine.catalog.records import (
    FileStat,
    FileState,
    FoundFile,
    KnownFile,
    LedgerLine,
    LedgerRow,
    PendingFile,
    Root,
)

_STATE = "CASE WHEN files.is_offline THEN 'offline' ELSE files.state END"
_KNOWN = (
    "SELECT name, id, size, mtime_ns, ctime_ns, inode, state, reason, is_offline, content_id "
    "FROM files WHERE root_id = ? AND folder = ?"
)


@dataclass(slots=True)
class FolderChange:
    """What a scan changes in one folder of the ledger.

    Attributes:
        added: Files that are new.
        changed: Ledger rows with what the file is now.
        returned: Rows that were offline and are as they were.
        removed: Rows whose file is gone.
    """

    added: list[FoundFile] = field(default_factory=list)
    changed: list[tuple[int, FoundFile]] = field(default_factory=list)
    returned: list[int] = field(default_factory=list)
    removed: list[KnownFile] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.returned or self.removed)


class Files:
    """The table of files. Paths are bytes; folders are relative to the root, ``b""`` at its top."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def in_folder(self, root: Root, folder: bytes) -> dict[bytes, KnownFile]:
        """Return the files of one folder by name."""
        with self._database.read() as connection:
            rows = connection.execute(_KNOWN, (root.id, folder)).fetchall()
        return {
            name: KnownFile(
                id=file_id,
                stat=FileStat(*stat),
                state=FileState(state),
                reason=reason,
                is_offline=bool(is_offline),
                content_id=content_id,
            )
            for name, file_id, *stat, state, reason, is_offline, content_id in rows
        }

    def folders(self, root: Root) -> list[bytes]:
        """Return every folder of a root that has files in the ledger."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT DISTINCT folder FROM files WHERE root_id = ?", (root.id,)
            )
            return [row[0] for row in rows]

    def apply(self, root: Root, changes: Sequence[tuple[bytes, FolderChange]]) -> None:
        """Write what a scan found, in one transaction."""
        with self._database.write() as connection:
            for folder, change in changes:
                _insert(connection, root, folder, change.added)
                _update(connection, change)
                connection.executemany(
                    "DELETE FROM files WHERE id = ?", [(known.id,) for known in change.removed]
                )

    def set_offline(self, root: Root, folders: Iterable[bytes]) -> None:
        """Mark the files of these folders as out of reach; nothing else about them changes."""
        with self._database.write() as connection:
            connection.executemany(
                "UPDATE files SET is_offline = 1 WHERE root_id = ? AND folder = ?",
                [(root.id, folder) for folder in folders],
            )

    def return_unencoded_to_pending(self, model: str) -> int:
        """Make indexed files pending whose content has no features of this model.

        Args:
            model: Model version.

        Returns:
            The number of files.
        """
        with self._database.write() as connection:
            cursor = connection.execute(
                "UPDATE files SET state = 'pending' WHERE state = 'indexed' AND content_id NOT IN "
                "(SELECT content_id FROM feature_rows WHERE model = ?)",
                (model,),
            )
            return cursor.rowcount

    def pending(self, *, after: int, limit: int) -> list[PendingFile]:
        """Return pending files that can be reached, in the order of their ids.

        Args:
            after: Only ids above this one.
            limit: At most so many.
        """
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT files.id, roots.path, folder, name, size "
                "FROM files JOIN roots ON roots.id = root_id "
                "WHERE state = 'pending' AND NOT is_offline AND files.id > ? "
                "ORDER BY files.id LIMIT ?",
                (after, limit),
            ).fetchall()
        return [
            PendingFile(id=file_id, path=os.path.join(root, folder, name), size=size)
            for file_id, root, folder, name, size in rows
        ]

    def count_pending(self) -> int:
        """Return how many pending files can be reached."""
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT count(*) FROM files WHERE state = 'pending' AND NOT is_offline"
            ).fetchone()
        return int(row[0])

    def counts(self) -> Counter[FileState]:
        """Return the number of files in each state; they add up to all files."""
        with self._database.read() as connection:
            rows = connection.execute(f"SELECT {_STATE}, count(*) FROM files GROUP BY 1")
            found = {FileState(state): count for state, count in rows}
        return Counter({state: found.get(state, 0) for state in FileState})

    def counts_by_root(self) -> dict[int, Counter[FileState]]:
        """Return the same counts for each root's id."""
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT root_id, {_STATE}, count(*) FROM files GROUP BY 1, 2"
            ).fetchall()
        by_root: dict[int, Counter[FileState]] = {}
        for root_id, state, count in rows:
            by_root.setdefault(root_id, Counter())[FileState(state)] = count
        return by_root

    def lines(self) -> Iterator[LedgerLine]:
        """Yield every file of the ledger, by root, folder and name."""
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT roots.path, folder, name, {_STATE}, "
                "CASE WHEN is_offline THEN 'its folder cannot be reached' ELSE reason END "
                "FROM files JOIN roots ON roots.id = root_id ORDER BY root_id, folder, name"
            )
            for root, folder, name, state, reason in rows:
                yield LedgerLine(os.path.join(root, folder, name), FileState(state), reason)

    def ids(self, state: FileState) -> npt.NDArray[np.int64]:
        """Return the ids of all files in a state, by root, folder and name.

        Returns:
            Ledger rows, int64 [n].
        """
        where = "is_offline" if state is FileState.OFFLINE else "state = ? AND NOT is_offline"
        values = () if state is FileState.OFFLINE else (state,)
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT id FROM files WHERE {where} ORDER BY root_id, folder, name", values
            ).fetchall()
        return np.fromiter((row[0] for row in rows), np.int64, len(rows))

    def rows(self, ids: Sequence[int]) -> dict[int, LedgerRow]:
        """Return these files by id; ids that are gone are left out."""
        marks = ", ".join("?" * len(ids))
        with self._database.read() as connection:
            found = connection.execute(
                f"SELECT files.id, roots.path, folder, name, {_STATE}, "
                "CASE WHEN is_offline THEN problem ELSE reason END, size "
                f"FROM files JOIN roots ON roots.id = root_id WHERE files.id IN ({marks})",
                tuple(ids),
            ).fetchall()
        return {
            file_id: LedgerRow(file_id, root, folder, name, FileState(state), reason, size)
            for file_id, root, folder, name, state, reason, size in found
        }

    def retry(self, places: Iterable[tuple[Root, bytes, bytes]] | None) -> int:
        """Make files pending that could not be read.

        Args:
            places: Root, folder and name of each, or None for all. Files in another state and
                files that are offline stay as they are.

        Returns:
            The number of files that are pending now.
        """
        change = "UPDATE files SET state = 'pending', reason = '' "
        where = "WHERE state = 'failed' AND NOT is_offline"
        with self._database.write() as connection:
            if places is None:
                return connection.execute(change + where).rowcount
            values = [(root.id, folder, name) for root, folder, name in places]
            if not values:
                return 0
            return connection.executemany(
                f"{change}{where} AND root_id = ? AND folder = ? AND name = ?", values
            ).rowcount


def _insert(
    connection: sqlite3.Connection, root: Root, folder: bytes, added: Sequence[FoundFile]
) -> None:
    connection.executemany(
        "INSERT INTO files (root_id, folder, name, size, mtime_ns, ctime_ns, inode, state, reason) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (root.id, folder, found.name, *_stat_values(found.stat), *_state_values(found))
            for found in added
        ],
    )


def _update(connection: sqlite3.Connection, change: FolderChange) -> None:
    connection.executemany(
        "UPDATE files SET size = ?, mtime_ns = ?, ctime_ns = ?, inode = ?, state = ?, reason = ?, "
        "is_offline = 0 WHERE id = ?",
        [
            (*_stat_values(found.stat), *_state_values(found), file_id)
            for file_id, found in change.changed
        ],
    )
    connection.executemany(
        "UPDATE files SET is_offline = 0 WHERE id = ?", [(file_id,) for file_id in change.returned]
    )


def _stat_values(stat: FileStat) -> tuple[int, int, int, int]:
    return stat.size, stat.mtime_ns, stat.ctime_ns, stat.inode


def _state_values(found: FoundFile) -> tuple[str, str]:
    if found.skip_reason:
        return FileState.SKIPPED, found.skip_reason
    return FileState.PENDING, ""
