"""What tells copies of one picture, and the pairs of which the user says that they are not.

A pair is two contents, so it stays when their files are moved, deleted or offline. An edit returns
what it changed; its inverse undoes it.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from engine.catalog.database import Database

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class FileLook:
    """An indexed file with what is needed to find its copies.

    Attributes:
        file_id: Its row in the ledger.
        content_id: Its content.
        content_hash: The content's hash.
        perceptual_hash: 64 bits as 8 bytes.
        path: Absolute path, bytes.
        size: Bytes.
        mtime_ns: Time of the last change of the file, nanoseconds.
        width: Upright width, pixels.
        height: Upright height, pixels.
        is_offline: Whether the last scan could not reach it.
        format: Name of the file format.
    """

    file_id: int
    content_id: int
    content_hash: bytes
    perceptual_hash: bytes
    path: bytes
    size: int
    mtime_ns: int
    width: int
    height: int
    is_offline: bool
    format: str = ""


@dataclass(frozen=True, slots=True)
class PairChange:
    """One edit of the pairs that are not duplicates.

    Attributes:
        removed: Pairs that may be duplicates again.
        added: Pairs that are not duplicates from now on.
    """

    removed: tuple[Pair, ...] = ()
    added: tuple[Pair, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.removed or self.added)

    @property
    def inverse(self) -> "PairChange":
        """The edit that undoes this one."""
        return PairChange(removed=self.added, added=self.removed)


class Duplicates:
    """The table of pairs that are not duplicates, and the files to compare."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def files(self) -> list[FileLook]:
        """Return every indexed file, in reach or not, by content and path."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT files.id, content_id, hash, perceptual_hash, roots.path, folder, name, "
                "files.size, mtime_ns, width, height, is_offline, format "
                "FROM files JOIN contents ON contents.id = content_id "
                "JOIN roots ON roots.id = root_id "
                "WHERE state = 'indexed' ORDER BY content_id, root_id, folder, name"
            )
            return [
                FileLook(
                    file_id=file_id,
                    content_id=content_id,
                    content_hash=content_hash,
                    perceptual_hash=perceptual_hash,
                    path=os.path.join(root, folder, name),
                    size=size,
                    mtime_ns=mtime_ns,
                    width=width,
                    height=height,
                    is_offline=bool(is_offline),
                    format=format_name,
                )
                for (
                    file_id,
                    content_id,
                    content_hash,
                    perceptual_hash,
                    root,
                    folder,
                    name,
                    size,
                    mtime_ns,
                    width,
                    height,
                    is_offline,
                    format_name,
                ) in rows
            ]

    def fingerprint(self) -> tuple[int, ...]:
        """Return numbers that are others once the indexed files, or what they hold, are others."""
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT count(*), sum(id), sum(content_id), sum(id % 65521 * (content_id % 65521)),"
                " sum(is_offline * id) FROM files WHERE state = 'indexed'"
            ).fetchone()
        return tuple(value or 0 for value in row)

    def exceptions(self) -> set[Pair]:
        """Return the pairs of contents that the user said are not duplicates, smaller id first."""
        with self._database.read() as connection:
            return set(connection.execute("SELECT * FROM not_duplicates").fetchall())

    def except_all(self, content_ids: Iterable[int]) -> PairChange:
        """Remember that no two of these contents are duplicates.

        Returns:
            What changed; pairs that were known already are left out.
        """
        return self.apply(PairChange(added=tuple(combinations(sorted(set(content_ids)), 2))))

    def apply(self, change: PairChange) -> PairChange:
        """Make an edit, such as the inverse of an earlier one, durably and in one transaction.

        Returns:
            What really changed, so that its inverse restores what was there before.
        """
        with self._database.write(is_durable=True) as connection:
            removed = tuple(
                pair
                for pair in change.removed
                if connection.execute(
                    "DELETE FROM not_duplicates WHERE content_id_a = ? AND content_id_b = ?", pair
                ).rowcount
            )
            added = tuple(
                pair
                for pair in change.added
                if connection.execute(
                    "INSERT OR IGNORE INTO not_duplicates VALUES (?, ?)", pair
                ).rowcount
            )
        return PairChange(removed=removed, added=added)
