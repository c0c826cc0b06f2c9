"""What files say of themselves: date, camera, place, keywords; with their sidecars' words."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any, Final

from engine.catalog.database import Database, select_in
from engine.metadata.photo_metadata import PhotoMetadata

_COLUMNS: Final = tuple(field.name for field in fields(PhotoMetadata))
_NAMES: Final = ", ".join(_COLUMNS)


class Metadata:
    """The table of metadata, a row for each indexed file."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, ids: Sequence[int]) -> dict[int, PhotoMetadata]:
        """Return what is known of these files; files without any are left out."""
        query = f"SELECT file_id, {_NAMES} FROM metadata WHERE file_id IN (:values)"
        with self._database.read() as connection:
            rows = select_in(connection, query, ids)
            return {file_id: _from_row(values) for file_id, *values in rows}

    def write(self, found: Mapping[int, PhotoMetadata]) -> None:
        """Write what was read of files, in one transaction."""
        with self._database.write() as connection:
            write_metadata(connection, found)


def write_metadata(connection: sqlite3.Connection, found: Mapping[int, PhotoMetadata]) -> None:
    """Write what was read of files, within a transaction.

    Args:
        connection: From :meth:`Database.write`.
        found: Ledger row -> what is known of the file, its sidecar included.
    """
    marks = ", ".join("?" * (len(_COLUMNS) + 1))
    connection.executemany(
        f"INSERT OR REPLACE INTO metadata (file_id, {_NAMES}) VALUES ({marks})",
        [(file_id, *_to_row(metadata)) for file_id, metadata in found.items()],
    )
    connection.executemany(
        "UPDATE files SET date_ns = coalesce(?, mtime_ns) WHERE id = ?",
        [(metadata.taken_ns, file_id) for file_id, metadata in found.items()],
    )


def _to_row(metadata: PhotoMetadata) -> list[Any]:
    row: dict[str, Any] = {name: getattr(metadata, name) for name in _COLUMNS}
    row["taken"] = metadata.taken.isoformat() if metadata.taken else None
    row["keywords"] = json.dumps(metadata.keywords)
    return list(row.values())


def _from_row(values: Sequence[Any]) -> PhotoMetadata:
    row = dict(zip(_COLUMNS, values, strict=True))
    row["taken"] = datetime.fromisoformat(row["taken"]) if row["taken"] else None
    row["keywords"] = tuple(json.loads(row["keywords"]))
    return PhotoMetadata(**row)
