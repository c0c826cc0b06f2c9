"""The folders that the user added."""

import os
import sqlite3
import time

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

    def add(self, path: bytes) -> Root:
        """Add a folder.

        A folder inside a root is already part of the library, so that root is returned. A folder
        around older roots takes them in: their files keep everything that is known of them.

        Args:
            path: Absolute, normalised path, bytes.

        Returns:
            The root that holds the folder.
        """
        roots = self.all()
        for root in roots:
            if is_inside(path, root.path):
                return root
        with self._database.write() as connection:
            cursor = connection.execute(
                "INSERT INTO roots (path, added_ns) VALUES (?, ?)", (path, time.time_ns())
            )
            added = Root(id=int(cursor.lastrowid or 0), path=path)
            for inner in roots:
                if is_inside(inner.path, path):
                    self._take_in(connection, inner, added)
        return added

    def set_problem(self, root: Root, problem: str) -> None:
        """Remember why a root cannot be reached; an empty text means that it can."""
        if problem == root.problem:
            return
        with self._database.write() as connection:
            connection.execute("UPDATE roots SET problem = ? WHERE id = ?", (problem, root.id))

    def remove(self, path: bytes) -> int:
        """Forget a root and the ledger of its files; no photo and no content is deleted.

        Args:
            path: The root's path, bytes.

        Returns:
            The number of files that left the ledger.

        Raises:
            RootError: The folder is not a root of this library.
        """
        root = next((root for root in self.all() if root.path == path), None)
        if root is None:
            raise RootError(
                f"{printable(path)} is not a folder of this library; "
                "`imgtext roots list` shows those that are."
            )
        with self._database.write() as connection:
            count = connection.execute(
                "SELECT count(*) FROM files WHERE root_id = ?", (root.id,)
            ).fetchone()[0]
            connection.execute("DELETE FROM roots WHERE id = ?", (root.id,))
        return int(count)

    @staticmethod
    def _take_in(connection: sqlite3.Connection, inner: Root, outer: Root) -> None:
        prefix = os.path.relpath(inner.path, outer.path)
        rows = connection.execute("SELECT id, folder FROM files WHERE root_id = ?", (inner.id,))
        moved = [
            (outer.id, prefix + _SEPARATOR + folder if folder else prefix, file_id)
            for file_id, folder in rows
        ]
        connection.executemany("UPDATE files SET root_id = ?, folder = ? WHERE id = ?", moved)
        connection.execute("DELETE FROM roots WHERE id = ?", (inner.id,))
