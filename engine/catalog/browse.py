"""The library as the window shows it: ids first, rows when they are painted.

A photo here is a file that is indexed, waits, or is offline; failed and skipped files are listed
elsewhere.
"""

import os
import sqlite3
from collections.abc import Sequence
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from engine.catalog.database import Database, select_in
from engine.catalog.records import FileState, PhotoRow, RootCount
from engine.catalog.slots import SHOWN_GUESS

_SHOWN = "files.state IN ('indexed', 'pending')"
_SEPARATOR = os.fsencode(os.sep)


class SortKey(StrEnum):
    """What photos can be sorted by."""

    DATE = "date"
    NAME = "name"
    FOLDER = "folder"
    SIZE = "size"


_ORDER = {
    SortKey.DATE: "date_ns {0}, files.id {0}",
    SortKey.NAME: "name {0}, folder {0}, files.id {0}",
    SortKey.FOLDER: "root_id {0}, folder {0}, name {0}",
    SortKey.SIZE: "size {0}, files.id {0}",
}


def place_clause(root_id: int | None, folder: bytes) -> tuple[str, tuple[int | bytes, ...]]:
    """Return SQL, with its values, that is true for files of one part of the library.

    Args:
        root_id: A root, or None for the whole library.
        folder: A folder in it, relative; empty for all of it.
    """
    if root_id is None:
        return "1", ()
    if not folder:
        return "files.root_id = ?", (root_id,)
    inside = folder + _SEPARATOR
    return (
        "files.root_id = ? AND (files.folder = ? OR substr(files.folder, 1, ?) = ?)",
        (root_id, folder, len(inside), inside),
    )


def label_clause(labels: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return SQL, with its values, that is true for files of photos with all of these labels.

    What the adopted classifier gives a photo counts as well, unless the user denied it.
    """
    has_label = (
        "files.content_id IN (SELECT content_id FROM labels WHERE name = ? UNION ALL "
        f"SELECT content_id FROM guesses WHERE called = ? AND {SHOWN_GUESS})"
    )
    values = tuple(value for label in labels for value in (label, label))
    return " AND ".join([has_label] * len(labels)) or "1", values


class Browse:
    """Reads what a view of photos shows."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def ids(
        self,
        *,
        sort: SortKey = SortKey.DATE,
        is_descending: bool = True,
        root_id: int | None = None,
        folder: bytes = b"",
        labels: Sequence[str] = (),
    ) -> npt.NDArray[np.int64]:
        """Return the ids of all photos in a part of the library, in order.

        Args:
            sort: What to sort by.
            is_descending: Whether the largest or newest comes first.
            root_id: A root, or None for the whole library.
            folder: A folder in it, relative; empty for all of it.
            labels: Only photos with all of these labels.

        Returns:
            Ledger rows, int64 [n].
        """
        place, in_place = place_clause(root_id, folder)
        label, with_labels = label_clause(labels)
        order = _ORDER[sort].format("DESC" if is_descending else "ASC")
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT files.id FROM files WHERE {_SHOWN} AND {place} AND {label} "
                f"ORDER BY {order}",
                (*in_place, *with_labels),
            ).fetchall()
        return np.fromiter((row[0] for row in rows), np.int64, len(rows))

    def rows(self, ids: Sequence[int]) -> dict[int, PhotoRow]:
        """Return what is shown of these photos; ids that are gone are left out."""
        with self._database.read() as connection:
            found = list(
                select_in(
                    connection,
                    "SELECT files.id, content_id, hash, roots.path, folder, name, "
                    "CASE WHEN is_offline THEN 'offline' ELSE state END, files.size, mtime_ns, "
                    "coalesce(width, 0), coalesce(height, 0), coalesce(format, ''), date_ns "
                    "FROM files JOIN roots ON roots.id = root_id "
                    "LEFT JOIN contents ON contents.id = content_id WHERE files.id IN (:values)",
                    ids,
                )
            )
            contents = {row[1] for row in found}
            labels = _names(connection, _LABELS, contents)
            guesses = _names(connection, _GUESSES, contents)
        return {
            file_id: PhotoRow(
                id=file_id,
                content_id=content_id,
                content_hash=content_hash,
                path=os.path.join(root, folder, name),
                state=FileState(state),
                size=size,
                mtime_ns=mtime_ns,
                width=width,
                height=height,
                format=format_name,
                date_ns=date_ns,
                labels=labels.get(content_id, ()),
                guesses=guesses.get(content_id, ()),
            )
            for (
                file_id,
                content_id,
                content_hash,
                root,
                folder,
                name,
                state,
                size,
                mtime_ns,
                width,
                height,
                format_name,
                date_ns,
            ) in found
        }

    def content_ids(self, ids: Sequence[int]) -> list[int]:
        """Return the contents of these photos, each once; photos that wait have none yet."""
        with self._database.read() as connection:
            rows = select_in(
                connection,
                "SELECT content_id FROM files WHERE content_id IS NOT NULL AND id IN (:values)",
                ids,
            )
            return list(dict.fromkeys(row[0] for row in rows))

    def copies(self, content_id: int) -> list[bytes]:
        """Return the paths of all files with this content, in the order of their paths."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT roots.path, folder, name FROM files JOIN roots ON roots.id = root_id "
                "WHERE content_id = ?",
                (content_id,),
            )
            return sorted(os.path.join(*parts) for parts in rows)

    def counts_by_root(self) -> dict[int, RootCount]:
        """Return what each root shows; roots without a photo are left out."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT root_id, count(*), max(folder), sum(is_offline) FROM files "
                f"WHERE {_SHOWN} GROUP BY 1"
            )
            return {
                root_id: RootCount(count, bool(last), offline)
                for root_id, count, last, offline in rows
            }

    def counts_by_label(self) -> dict[str, int]:
        """Return how many photos that are shown have each label; others are left out."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT labels.name, count(*) FROM labels "
                "JOIN files ON files.content_id = labels.content_id "
                f"WHERE {_SHOWN} GROUP BY 1"
            )
            return dict(rows.fetchall())

    def counts_by_guess(self) -> dict[str, int]:
        """Return how many photos that are shown each label is guessed of, beside the user's own."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT called, count(DISTINCT files.id) FROM guesses "
                "JOIN files ON files.content_id = guesses.content_id "
                f"WHERE {_SHOWN} AND {SHOWN_GUESS} GROUP BY 1"
            )
            return dict(rows.fetchall())

    def guessed_ids(self, label: str = "") -> npt.NDArray[np.int64]:
        """Return the photos with a guess that waits for an answer, in no order.

        Args:
            label: Only guesses of this label; empty for any.

        Returns:
            Ledger rows, int64 [n].
        """
        name, values = ("AND called = ?", (label,)) if label else ("", ())
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT id FROM files WHERE content_id IN (SELECT content_id FROM guesses "
                f"WHERE {SHOWN_GUESS} {name}) AND {_SHOWN}",
                values,
            ).fetchall()
        return np.fromiter((row[0] for row in rows), np.int64, len(rows))

    def folders(self, root_id: int) -> dict[bytes, int]:
        """Return the number of photos directly in each folder of a root."""
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT folder, count(*) FROM files WHERE {_SHOWN} AND root_id = ? GROUP BY 1",
                (root_id,),
            )
            return dict(rows.fetchall())


_LABELS = "SELECT content_id, name FROM labels WHERE content_id IN (:values) ORDER BY name"
_GUESSES = (
    f"SELECT content_id, called FROM guesses WHERE content_id IN (:values) AND {SHOWN_GUESS} "
    "GROUP BY content_id, called ORDER BY max(probability) DESC, called"
)


def _names(
    connection: sqlite3.Connection, query: str, content_ids: set[int | None]
) -> dict[int | None, tuple[str, ...]]:
    """Return the names that a query finds for contents, in its order."""
    found: dict[int | None, list[str]] = {}
    for content_id, name in select_in(connection, query, content_ids - {None}):
        found.setdefault(content_id, []).append(name)
    return {content_id: tuple(names) for content_id, names in found.items()}
