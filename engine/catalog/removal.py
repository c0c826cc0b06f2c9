"""Files that leave the library because they go to the trash, and what remains of their contents."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.catalog.database import Database, select_in
from engine.catalog.records import FileStat


@dataclass(frozen=True, slots=True)
class HeldFile:
    """A file of the ledger with what tells whether it is still the one that was indexed.

    Attributes:
        file_id: Its row.
        content_id: Its content, or None while it was never read.
        path: Absolute path, bytes.
        stat: As last seen.
        is_offline: Whether the last scan could not reach it.
    """

    file_id: int
    content_id: int | None
    path: bytes
    stat: FileStat
    is_offline: bool


class Removal:
    """The ledger as the trash needs it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def files(self, file_ids: Sequence[int]) -> dict[int, HeldFile]:
        """Return these files by id; ids that are gone are left out."""
        return {file.file_id: file for file in self._select("files.id IN (:values)", file_ids)}

    def files_of(self, content_ids: Iterable[int]) -> list[HeldFile]:
        """Return every indexed file of these contents."""
        return self._select("state = 'indexed' AND content_id IN (:values)", content_ids)

    def remove(self, file_ids: Iterable[int]) -> None:
        """Take files out of the ledger; what the user said of their contents stays."""
        with self._database.write() as connection:
            connection.executemany("DELETE FROM files WHERE id = ?", [(id_,) for id_ in file_ids])

    def _select(self, where: str, values: Iterable[int]) -> list[HeldFile]:
        with self._database.read() as connection:
            rows = select_in(
                connection,
                "SELECT files.id, content_id, roots.path, folder, name, size, mtime_ns, ctime_ns, "
                f"inode, is_offline FROM files JOIN roots ON roots.id = root_id WHERE {where}",
                values,
            )
            return [
                HeldFile(
                    file_id=file_id,
                    content_id=content_id,
                    path=os.path.join(root, folder, name),
                    stat=FileStat(size, mtime_ns, ctime_ns, inode),
                    is_offline=bool(is_offline),
                )
                for (
                    file_id,
                    content_id,
                    root,
                    folder,
                    name,
                    size,
                    mtime_ns,
                    ctime_ns,
                    inode,
                    is_offline,
                ) in rows
            ]
