"""The ledger: every file under a root, and where it stands."""

import json
import os
import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.catalog.database import Database, select_in
from engine.catalog.records import (
    FileStat,
    FileState,
    FoundFile,
    KnownFile,
    LedgerLine,
    LedgerRow,
    PendingFile,
    Root,
    Sidecar,
)

STATE = "CASE WHEN files.is_offline THEN 'offline' ELSE files.state END"
_KNOWN = (
    "SELECT name, id, size, mtime_ns, ctime_ns, inode, state, reason, is_offline, content_id, "
    "sidecar, sidecar_ns FROM files WHERE root_id = ? AND folder = ?"
)


_NEVER = (1 << 63) - 1  # later than any date
_PENDING = (
    "SELECT files.id, roots.path, folder, name, size, date_ns, content_id, sidecar "
    "FROM files JOIN roots ON roots.id = root_id"
)


@dataclass(slots=True)
class FolderChange:
    """What a scan changes in one folder of the ledger.

    Attributes:
        added: Files that are new.
        changed: Ledger rows with what the file is now.
        returned: Rows that were offline and are as they were.
        lost: Rows whose file is there but out of reach for the moment.
        removed: Rows whose file is gone.
        reworded: Rows with the file that has words about them now.
    """

    added: list[FoundFile] = field(default_factory=list)
    changed: list[tuple[int, FoundFile]] = field(default_factory=list)
    returned: list[int] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)
    removed: list[KnownFile] = field(default_factory=list)
    reworded: list[tuple[int, Sidecar]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return any(getattr(self, part) for part in self.__slots__)


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
                sidecar=Sidecar(sidecar, sidecar_ns),
            )
            for (
                name,
                file_id,
                *stat,
                state,
                reason,
                is_offline,
                content_id,
                sidecar,
                sidecar_ns,
            ) in rows
        }

    def folders(self, root: Root) -> list[bytes]:
        """Return every folder of a root that has files in the ledger."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT DISTINCT folder FROM files WHERE root_id = ?", (root.id,)
            )
            return [row[0] for row in rows]

    def offline_folders(self, root: Root) -> list[bytes]:
        """Return every folder of a root that has files out of reach."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT DISTINCT folder FROM files WHERE root_id = ? AND is_offline", (root.id,)
            )
            return [row[0] for row in rows]

    def sizes(self, root: Root) -> list[tuple[bytes, int]]:
        """Return the photos of a root: path relative to it, and bytes as last seen."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT folder, name, size FROM files WHERE root_id = ? AND state <> 'skipped' "
                "ORDER BY folder, name",
                (root.id,),
            )
            return [(os.path.join(folder, name), size) for folder, name, size in rows]

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

    def pending(self, *, after: PendingFile | None = None, limit: int) -> list[PendingFile]:
        """Return pending files that can be reached, the newest first, as they are looked at.

        Args:
            after: The last one of the page before; None for the first page.
            limit: At most so many.
        """
        last = (after.date_ns, after.id) if after else (_NEVER, 0)
        with self._database.read() as connection:
            rows = connection.execute(
                f"{_PENDING} WHERE state = 'pending' AND NOT is_offline "
                "AND (date_ns, files.id) < (?, ?) ORDER BY date_ns DESC, files.id DESC LIMIT ?",
                (*last, limit),
            ).fetchall()
        return [_pending_file(row) for row in rows]

    def without_metadata(self) -> list[PendingFile]:
        """Return indexed files in reach whose metadata has not been read, or must be again."""
        with self._database.read() as connection:
            rows = connection.execute(
                f"{_PENDING} WHERE state = 'indexed' AND NOT is_offline AND NOT EXISTS "
                "(SELECT 1 FROM metadata WHERE file_id = files.id) ORDER BY files.id"
            ).fetchall()
        return [_pending_file(row) for row in rows]

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
            rows = connection.execute(f"SELECT {STATE}, count(*) FROM files GROUP BY 1")
            found = {FileState(state): count for state, count in rows}
        return Counter({state: found.get(state, 0) for state in FileState})

    def counts_by_root(self) -> dict[int, Counter[FileState]]:
        """Return the same counts for each root's id."""
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT root_id, {STATE}, count(*) FROM files GROUP BY 1, 2"
            ).fetchall()
        by_root: dict[int, Counter[FileState]] = {}
        for root_id, state, count in rows:
            by_root.setdefault(root_id, Counter())[FileState(state)] = count
        return by_root

    def lines(self) -> Iterator[LedgerLine]:
        """Yield every file of the ledger, by root, folder and name."""
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT roots.path, folder, name, {STATE}, "
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
        with self._database.read() as connection:
            found = select_in(
                connection,
                f"SELECT files.id, roots.path, folder, name, {STATE}, "
                "CASE WHEN is_offline THEN problem ELSE reason END, size, tried_ns, is_ignored "
                "FROM files JOIN roots ON roots.id = root_id WHERE files.id IN (:values)",
                ids,
            )
            return {
                file_id: LedgerRow(
                    id=file_id,
                    root=root,
                    folder=folder,
                    name=name,
                    state=FileState(state),
                    reason=reason,
                    size=size,
                    tried_ns=tried_ns,
                    is_ignored=bool(is_ignored),
                )
                for (
                    file_id,
                    root,
                    folder,
                    name,
                    state,
                    reason,
                    size,
                    tried_ns,
                    is_ignored,
                ) in found
            }

    def written_labels(self) -> dict[int, tuple[str, ...]]:
        """Return the labels that were written into the sidecars of files, by id."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT id, written_labels FROM files WHERE written_labels <> '[]'"
            )
            return {file_id: tuple(json.loads(labels)) for file_id, labels in rows}

    def set_written_labels(self, file_id: int, labels: Sequence[str]) -> None:
        """Note what was written into a file's sidecar."""
        with self._database.write(is_durable=True) as connection:
            connection.execute(
                "UPDATE files SET written_labels = ? WHERE id = ?", (json.dumps(labels), file_id)
            )

    def is_failed_for(self, reason: str) -> bool:
        """Tell whether there are files within reach that could not be read for a reason."""
        with self._database.read() as connection:
            where = "WHERE state = 'failed' AND reason = ? AND NOT is_offline AND NOT is_ignored"
            found = connection.execute(f"SELECT 1 FROM files {where} LIMIT 1", (reason,)).fetchone()
        return found is not None

    def retry_for(self, reason: str) -> int:
        """Make files pending that could not be read for a reason.

        Returns:
            The number of files.
        """
        with self._database.write() as connection:
            return connection.execute(
                "UPDATE files SET state = 'pending', reason = '' WHERE state = 'failed' "
                "AND reason = ? AND NOT is_offline AND NOT is_ignored",
                (reason,),
            ).rowcount

    def retry(self, places: Iterable[tuple[Root, bytes, bytes]] | None) -> int:
        """Make files pending that could not be read.

        Args:
            places: Root, folder and name of each, or None for all that the user does not ignore.
                Files in another state and files that are offline stay as they are.

        Returns:
            The number of files that are pending now.
        """
        change = "UPDATE files SET state = 'pending', reason = '' "
        where = "WHERE state = 'failed' AND NOT is_offline"
        with self._database.write() as connection:
            if places is None:
                return connection.execute(f"{change}{where} AND NOT is_ignored").rowcount
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
        "INSERT INTO files (root_id, folder, name, size, mtime_ns, ctime_ns, inode, state, reason, "
        "tried_ns, date_ns, sidecar, sidecar_ns) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(root.id, folder, found.name, *_values(found)) for found in added],
    )


def _update(connection: sqlite3.Connection, change: FolderChange) -> None:
    connection.executemany(
        "UPDATE files SET size = ?, mtime_ns = ?, ctime_ns = ?, inode = ?, state = ?, reason = ?, "
        "tried_ns = ?, date_ns = ?, sidecar = ?, sidecar_ns = ?, is_offline = 0 WHERE id = ?",
        [(*_values(found), file_id) for file_id, found in change.changed],
    )
    connection.executemany(
        "UPDATE files SET sidecar = ?, sidecar_ns = ? WHERE id = ?",
        [(sidecar.name, sidecar.mtime_ns, file_id) for file_id, sidecar in change.reworded],
    )
    connection.executemany(  # what is not there is read again
        "DELETE FROM metadata WHERE file_id = ?", [(file_id,) for file_id, _ in change.reworded]
    )
    connection.executemany(
        "UPDATE files SET is_offline = ? WHERE id = ?",
        [(0, file_id) for file_id in change.returned] + [(1, file_id) for file_id in change.lost],
    )


def _pending_file(row: tuple[Any, ...]) -> PendingFile:
    file_id, root, folder, name, *details = row
    return PendingFile(file_id, os.path.join(root, folder, name), *details)


def _values(found: FoundFile) -> tuple[object, ...]:
    stat, sidecar = found.stat, found.sidecar
    return (
        *(stat.size, stat.mtime_ns, stat.ctime_ns, stat.inode),
        *_state_values(found),
        time.time_ns() if found.problem else 0,
        stat.mtime_ns,  # its date, until it says another
        *(sidecar.name, sidecar.mtime_ns),
    )


def _state_values(found: FoundFile) -> tuple[str, str]:
    if found.skip_reason:
        return FileState.SKIPPED, found.skip_reason
    if found.problem:
        return FileState.FAILED, found.problem
    return FileState.PENDING, ""
