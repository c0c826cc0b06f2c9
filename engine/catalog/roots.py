"""The folders that the user added."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterable

from engine.catalog.database import Database
from engine.catalog.records import Root
from engine.errors import RootError
from engine.paths import printable

_SEPARATOR = os.fsencode(os.sep)


def is_inside(path: bytes, folder: bytes) -> bool:
    """Tell whether ``path`` is ``folder`` or lies in it (both absolute, normalised)."""
    return path == folder or path.startswith(folder.rstrip(_SEPARATOR) + _SEPARATOR)


class Roots:
    """The table of roots."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Root]:
        """Return every root, in the order in which they were added."""
        with self._database.read() as connection:
            rows = connection.execute("SELECT id, path, problem FROM roots ORDER BY id").fetchall()
        return [Root(*row) for row in rows]

    def find(self, path: bytes) -> Root:
        """Return the root of this path.

        Raises:
            RootError: The folder is not a root of this library.
        """
        root = next((root for root in self.all() if root.path == path), None)
        if root is None:
            raise RootError(
                f"{printable(path)} is not a folder of this library; "
                "`imgtext roots list` shows those that are."
            )
        return root

    def add(self, path: bytes, *, is_reached: Callable[[bytes, bytes], bool] = is_inside) -> Root:
        """Add a folder.

        A folder that a root reaches is already part of the library, so that root is returned. A
        folder takes in older roots that it reaches: their files keep everything that is known of
        them.

        Args:
            path: Absolute, normalised path, bytes.
            is_reached: Tells whether the first of two folders is part of a scan of the second.

        Returns:
            The root that holds the folder.
        """
        roots = self.all()
        for root in roots:
            if is_reached(path, root.path):
                return root
        with self._database.write() as connection:
            cursor = connection.execute(
                "INSERT INTO roots (path, added_ns) VALUES (?, ?)", (path, time.time_ns())
            )
            added = Root(id=int(cursor.lastrowid or 0), path=path)
            for inner in roots:
                if is_reached(inner.path, path):
                    self._take_in(connection, inner, added)
        return added

    def set_problem(self, root: Root, problem: str) -> None:
        """Remember why a root cannot be reached; an empty text means that it can."""
        if problem == root.problem:
            return
        with self._database.write() as connection:
            connection.execute("UPDATE roots SET problem = ? WHERE id = ?", (problem, root.id))

    def relink(self, root: Root, path: bytes) -> Root:
        """Tell where a root is now; everything that is known of its files stays.

        Args:
            root: The root.
            path: Absolute, normalised path of a folder that no other root holds, bytes.

        Returns:
            The root with its new path.
        """
        with self._database.write(is_durable=True) as connection:
            connection.execute(
                "UPDATE roots SET path = ?, problem = '' WHERE id = ?", (path, root.id)
            )
            # It need not be a disk of its own any more.
            connection.execute("DELETE FROM mounts WHERE root_id = ? AND folder = X''", (root.id,))
        return Root(id=root.id, path=path)

    def mounts(self, root: Root) -> frozenset[bytes]:
        """Return the folders of a root where a disk was mounted, relative to it."""
        with self._database.read() as connection:
            rows = connection.execute("SELECT folder FROM mounts WHERE root_id = ?", (root.id,))
            return frozenset(row[0] for row in rows)

    def set_mounts(self, root: Root, folders: Iterable[bytes]) -> None:
        """Remember in which folders of a root a disk is mounted."""
        with self._database.write() as connection:
            connection.execute("DELETE FROM mounts WHERE root_id = ?", (root.id,))
            connection.executemany(
                "INSERT INTO mounts (root_id, folder) VALUES (?, ?)",
                [(root.id, folder) for folder in folders],
            )

    def remove(self, path: bytes) -> int:
        """Forget a root and the ledger of its files; no photo and no content is deleted.

        Args:
            path: The root's path, bytes.

        Returns:
            The number of files that left the ledger.

        Raises:
            RootError: The folder is not a root of this library.
        """
        root = self.find(path)
        with self._database.write() as connection:
            count = connection.execute(
                "SELECT count(*) FROM files WHERE root_id = ?", (root.id,)
            ).fetchone()[0]
            connection.execute("DELETE FROM roots WHERE id = ?", (root.id,))
        return int(count)

    def forget_offline(self, path: bytes) -> int:
        """Forget the files of a root that are out of reach, such as on a disk that is lost.

        What the user said of their contents stays, and is there if they come back.

        Args:
            path: The root's path, bytes.

        Returns:
            The number of files that left the ledger.

        Raises:
            RootError: The folder is not a root of this library.
        """
        root = self.find(path)
        with self._database.write() as connection:
            cursor = connection.execute(
                "DELETE FROM files WHERE root_id = ? AND is_offline", (root.id,)
            )
        return cursor.rowcount

    @staticmethod
    def _take_in(connection: sqlite3.Connection, inner: Root, outer: Root) -> None:
        prefix = os.path.relpath(inner.path, outer.path)

        def moved(folder: bytes) -> bytes:
            return prefix + _SEPARATOR + folder if folder else prefix

        files = connection.execute("SELECT id, folder FROM files WHERE root_id = ?", (inner.id,))
        connection.executemany(
            "UPDATE files SET root_id = ?, folder = ? WHERE id = ?",
            [(outer.id, moved(folder), file_id) for file_id, folder in files],
        )
        mounts = connection.execute("SELECT folder FROM mounts WHERE root_id = ?", (inner.id,))
        connection.executemany(
            "INSERT OR IGNORE INTO mounts (root_id, folder) VALUES (?, ?)",
            [(outer.id, moved(folder)) for (folder,) in mounts.fetchall()],
        )
        connection.execute("DELETE FROM roots WHERE id = ?", (inner.id,))
