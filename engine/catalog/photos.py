"""Contents: what a photo is, whatever its name; which rows of the stored features are whose."""

import os
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.catalog.browse import label_clause, place_clause
from engine.catalog.changes import inherit
from engine.catalog.database import Database, select_in
from engine.catalog.metadata import write_metadata
from engine.catalog.records import FileState, NewContent, PhotoPath
from engine.metadata.photo_metadata import PhotoMetadata


@dataclass(slots=True)
class Outcome:
    """What became of one batch of files.

    Attributes:
        model: Version of the model that encoded them.
        first_row: Row of the stored features where the batch's encoded photos begin.
        encoded: The photos that were encoded, in the order of their rows.
        indexed: Ledger row -> hash of its content (encoded now or before).
        unread: Ledger row -> state and reason of a file that was not read.
        metadata: Ledger row -> what the file and its sidecar say.
        heirs: Content hash of a photo that was changed in its place -> its content before. What
            the user said of that one holds for the new one too, if it is new indeed.
    """

    model: str
    first_row: int
    encoded: Sequence[NewContent] = ()
    indexed: Mapping[int, bytes] = field(default_factory=dict)
    unread: Mapping[int, tuple[FileState, str]] = field(default_factory=dict)
    metadata: Mapping[int, PhotoMetadata] = field(default_factory=dict)
    heirs: Mapping[bytes, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EncodedPhoto:
    """A photo with stored features.

    Attributes:
        row: Of the stored features.
        content_id: Its content.
        content_hash: Hash of the content.
        perceptual_hash: 64 bits as 8 bytes.
    """

    row: int
    content_id: int
    content_hash: bytes
    perceptual_hash: bytes


@dataclass(frozen=True, slots=True)
class UnencodedPhoto:
    """A photo that a model has not encoded yet.

    Attributes:
        content_id: Its content.
        content_hash: Hash of the content.
        path: A file of it that was there at the last scan, or None if all are out of reach.
    """

    content_id: int
    content_hash: bytes
    path: bytes | None


class Photos:
    """The tables of contents and of feature rows."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def hashes_by_size(self, sizes: Sequence[int], model: str) -> dict[int, frozenset[bytes]]:
        """Return, by file size, the hashes of contents that this model has encoded.

        A file of such a size may be one of them under another name, which its hash will tell.
        """
        found: dict[int, set[bytes]] = {}
        with self._database.read() as connection:
            for size, content_hash in select_in(
                connection,
                "SELECT size, hash FROM contents JOIN feature_rows ON content_id = contents.id "
                "WHERE model = ? AND size IN (:values)",
                sizes,
                given=(model,),
            ):
                found.setdefault(size, set()).add(content_hash)
        return {size: frozenset(hashes) for size, hashes in found.items()}

    def encoded(self, hashes: Sequence[bytes], model: str) -> set[bytes]:
        """Return those of the hashes whose content this model has encoded."""
        with self._database.read() as connection:
            rows = select_in(
                connection,
                "SELECT hash FROM contents JOIN feature_rows ON content_id = contents.id "
                "WHERE model = ? AND hash IN (:values)",
                hashes,
                given=(model,),
            )
            return {row[0] for row in rows}

    def hashes(self, content_ids: Sequence[int]) -> dict[int, bytes]:
        """Return the content hash of each of these contents."""
        query = "SELECT id, hash FROM contents WHERE id IN (:values)"
        with self._database.read() as connection:
            return {row[0]: row[1] for row in select_in(connection, query, content_ids)}

    def perceptual_hashes(self, content_ids: Iterable[int]) -> dict[int, bytes]:
        """Return the perceptual hash of each of these contents."""
        query = "SELECT id, perceptual_hash FROM contents WHERE id IN (:values)"
        with self._database.read() as connection:
            return dict(select_in(connection, query, content_ids))

    def all_hashes(self) -> dict[int, bytes]:
        """Return the hash of every content that was ever indexed, also of deleted photos."""
        with self._database.read() as connection:
            return dict(connection.execute("SELECT id, hash FROM contents").fetchall())

    def all_paths(self, content_ids: Iterable[int] | None = None) -> list[PhotoPath]:
        """Return every indexed file, by content; those in reach come first.

        Args:
            content_ids: Only of these contents; None for all.
        """
        query = (
            "SELECT content_id, files.id, roots.path, folder, name, is_offline FROM files "
            "JOIN roots ON roots.id = root_id WHERE state = 'indexed' {} "
            "ORDER BY content_id, is_offline, root_id, folder, name"
        )
        with self._database.read() as connection:
            if content_ids is None:
                rows = connection.execute(query.format("")).fetchall()
            else:
                some = query.format("AND content_id IN (:values)")
                rows = list(select_in(connection, some, content_ids))
        return [
            PhotoPath(
                content_id=content_id,
                file_id=file_id,
                path=os.path.join(root, folder, name),
                is_offline=bool(is_offline),
            )
            for content_id, file_id, root, folder, name, is_offline in rows
        ]

    def commit(self, outcome: Outcome) -> None:
        """Write one batch: contents, feature rows and ledger, in one transaction."""
        now = time.time_ns()
        with self._database.write() as connection:
            heirs = {
                new: old for new, old in outcome.heirs.items() if not _is_known(connection, new)
            }
            for row, content in enumerate(outcome.encoded, start=outcome.first_row):
                connection.execute(
                    "INSERT INTO contents (hash, size, width, height, format, perceptual_hash, "
                    "added_ns) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO UPDATE SET "
                    "width = excluded.width, height = excluded.height, format = excluded.format, "
                    "perceptual_hash = excluded.perceptual_hash",
                    (
                        content.hash,
                        content.size,
                        content.width,
                        content.height,
                        content.format,
                        content.perceptual_hash,
                        now,
                    ),
                )
                connection.execute(
                    "INSERT INTO feature_rows (model, row, content_id) "
                    "SELECT ?, ?, id FROM contents WHERE hash = ?",
                    (outcome.model, row, content.hash),
                )
            connection.executemany(
                "UPDATE files SET state = 'indexed', reason = '', is_ignored = 0, "
                "content_id = (SELECT id FROM contents WHERE hash = ?) WHERE id = ?",
                [(content_hash, file_id) for file_id, content_hash in outcome.indexed.items()],
            )
            connection.executemany(
                "UPDATE files SET state = ?, reason = ?, tried_ns = ?, content_id = NULL "
                "WHERE id = ?",
                [(*result, now, file_id) for file_id, result in outcome.unread.items()],
            )
            write_metadata(connection, outcome.metadata)
            for new, old in heirs.items():
                inherit(connection, old, new)

    def row_count(self, model: str) -> int:
        """Return how many rows of stored features the catalog counts on for this model."""
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT coalesce(max(row) + 1, 0) FROM feature_rows WHERE model = ?", (model,)
            ).fetchone()
        return int(row[0])

    def encoded_photos(self, model: str) -> list[EncodedPhoto]:
        """Return every photo in the library that this model has encoded, by row."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT row, feature_rows.content_id, hash, perceptual_hash FROM feature_rows "
                "JOIN contents ON contents.id = feature_rows.content_id WHERE model = ? AND EXISTS "
                "(SELECT 1 FROM files WHERE files.content_id = contents.id AND state = 'indexed') "
                "ORDER BY row",
                (model,),
            )
            return [EncodedPhoto(*row) for row in rows]

    def unencoded(self, model: str) -> list[UnencodedPhoto]:
        """Return every photo in the library that this model has not encoded, newest first."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT content_id, hash, min(is_offline), roots.path, folder, name FROM files "
                "JOIN contents ON contents.id = content_id JOIN roots ON roots.id = root_id "
                "WHERE state = 'indexed' AND NOT EXISTS (SELECT 1 FROM feature_rows "
                "WHERE model = ? AND feature_rows.content_id = files.content_id) "
                "GROUP BY content_id ORDER BY max(date_ns) DESC, content_id",
                (model,),
            )
            return [
                UnencodedPhoto(
                    content_id, content_hash, None if is_offline else os.path.join(*parts)
                )
                for content_id, content_hash, is_offline, *parts in rows
            ]

    def add_rows(self, model: str, first_row: int, content_ids: Sequence[int]) -> None:
        """Note which contents the stored rows from ``first_row`` on belong to."""
        with self._database.write() as connection:
            connection.executemany(
                "INSERT INTO feature_rows (model, row, content_id) VALUES (?, ?, ?)",
                [(model, row, id_) for row, id_ in enumerate(content_ids, start=first_row)],
            )

    def contents_of_rows(self, model: str, start: int, stop: int) -> dict[int, int]:
        """Return the content of each stored row from ``start`` to before ``stop``."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT row, content_id FROM feature_rows WHERE model = ? AND row >= ? AND row < ?",
                (model, start, stop),
            )
            return dict(rows.fetchall())

    def row_of(self, content_id: int, model: str) -> int | None:
        """Return the row of a content's stored features, or None where it has none."""
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT row FROM feature_rows WHERE content_id = ? AND model = ?",
                (content_id, model),
            ).fetchone()
        return None if row is None else int(row[0])

    def same_rows(self, rows: Sequence[int], model: str, other: str) -> dict[int, int]:
        """Return, by row of one model's stored features, the row of another's for that content.

        Args:
            rows: Rows of ``model``; those whose content the other has not encoded are left out.
            model: Model version.
            other: Model version.
        """
        query = (
            "SELECT mine.row, theirs.row FROM feature_rows AS mine JOIN feature_rows AS theirs "
            "ON theirs.content_id = mine.content_id AND theirs.model = ? "
            "WHERE mine.model = ? AND mine.row IN (:values)"
        )
        with self._database.read() as connection:
            return dict(select_in(connection, query, rows, given=(other, model)))

    def models(self) -> set[str]:
        """Return the versions of every model that has feature rows."""
        found: set[str] = set()
        query = "SELECT min(model) FROM feature_rows WHERE model > ?"  # one look at the index each
        with self._database.read() as connection:
            last = connection.execute(query, ("",)).fetchone()[0]
            while last is not None:
                found.add(last)
                last = connection.execute(query, (last,)).fetchone()[0]
        return found

    def hashes_beginning(self, first: int) -> set[bytes]:
        """Return the hashes of all contents that begin with this byte."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT hash FROM contents WHERE hash BETWEEN ? AND ?",
                (bytes([first]), bytes([first]) + b"\xff" * 16),
            )
            return {row[0] for row in rows}

    def paths_in_reach(self, hashes: Iterable[bytes]) -> dict[bytes, bytes]:
        """Return, by content hash, the path of one file that was there at the last scan."""
        query = (
            "SELECT hash, roots.path, folder, name FROM contents "
            "JOIN files ON content_id = contents.id JOIN roots ON roots.id = root_id "
            "WHERE state = 'indexed' AND NOT is_offline AND hash IN (:values)"
        )
        with self._database.read() as connection:
            rows = select_in(connection, query, hashes)
            return {content_hash: os.path.join(*parts) for content_hash, *parts in rows}

    def forget_rows(self, model: str, *, from_row: int) -> None:
        """Drop feature rows whose stored features are lost; their photos are encoded again."""
        with self._database.write() as connection:
            connection.execute(
                "DELETE FROM feature_rows WHERE model = ? AND row >= ?", (model, from_row)
            )

    def rows_outside(
        self, model: str, *, root_id: int | None, folder: bytes, labels: Sequence[str] = ()
    ) -> list[int]:
        """Return the feature rows of contents that have no file in a part of the library.

        Args:
            model: Model version.
            root_id: A root, or None for the whole library.
            folder: A folder in it, relative; empty for all of it.
            labels: A content that lacks one of these labels is outside as well.
        """
        place, in_place = place_clause(root_id, folder)
        label, with_labels = label_clause(labels)
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT row FROM feature_rows WHERE model = ? AND NOT EXISTS "
                "(SELECT 1 FROM files WHERE files.content_id = feature_rows.content_id "
                f"AND state = 'indexed' AND {place} AND {label}) ORDER BY row",
                (model, *in_place, *with_labels),
            )
            return [row[0] for row in rows]

    def paths_of_rows(
        self, rows: Sequence[int], model: str, *, root_id: int | None = None, folder: bytes = b""
    ) -> dict[int, list[PhotoPath]]:
        """Return the files of the contents in these feature rows, those in reach first.

        Args:
            rows: Feature rows.
            model: Model version.
            root_id: Only files of this root, or None for the whole library.
            folder: Only files in this folder of it, relative; empty for all of it.
        """
        where, values = place_clause(root_id, folder)
        paths: dict[int, list[PhotoPath]] = {}
        with self._database.read() as connection:
            for row, content_id, file_id, root, folder_, name, is_offline in select_in(
                connection,
                "SELECT row, feature_rows.content_id, files.id, roots.path, folder, name, "
                "is_offline FROM feature_rows "
                "JOIN files ON files.content_id = feature_rows.content_id "
                "JOIN roots ON roots.id = root_id "
                f"WHERE model = ? AND state = 'indexed' AND {where} AND row IN (:values) "
                "ORDER BY row, is_offline, root_id, folder, name",
                rows,
                given=(model, *values),
            ):
                path = PhotoPath(
                    content_id=content_id,
                    file_id=file_id,
                    path=os.path.join(root, folder_, name),
                    is_offline=bool(is_offline),
                )
                paths.setdefault(row, []).append(path)
        return paths


def _is_known(connection: sqlite3.Connection, content_hash: bytes) -> bool:
    query = "SELECT 1 FROM contents WHERE hash = ?"
    return connection.execute(query, (content_hash,)).fetchone() is not None
