"""Files that are not indexed: by reason, those that the user ignores, and all of them for a list.

An ignored file stays failed or skipped and counts as such in the ledger; it is only listed apart,
until it can be read or the user takes it back.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
import numpy.typing as npt

from engine.catalog.database import Database
from engine.catalog.files import STATE
from engine.catalog.records import FileState, Root

_REASON: Final = "CASE WHEN is_offline THEN problem ELSE reason END"
_FROM: Final = "FROM files JOIN roots ON roots.id = root_id"
_IGNORED: Final = "is_ignored AND NOT is_offline AND state IN ('failed', 'skipped')"


class UnreadKind(StrEnum):
    """The lists in which files stand that are not indexed; each file is in exactly one."""

    FAILED = "failed"
    SKIPPED = "skipped"
    PENDING = "pending"
    OFFLINE = "offline"
    IGNORED = "ignored"


_WHERE: Final = {
    UnreadKind.FAILED: "state = 'failed' AND NOT is_offline AND NOT is_ignored",
    UnreadKind.SKIPPED: "state = 'skipped' AND NOT is_offline AND NOT is_ignored",
    UnreadKind.PENDING: "state = 'pending' AND NOT is_offline",
    UnreadKind.OFFLINE: "is_offline",
    UnreadKind.IGNORED: _IGNORED,
}


@dataclass(frozen=True, slots=True)
class UnreadFile:
    """A file that is not indexed, as a list on paper has it.

    Attributes:
        path: Absolute path, bytes.
        state: Where it stands.
        reason: Why.
        size: Bytes, as last seen.
        mtime_ns: Time of its last change, nanoseconds.
        tried_ns: When it could last not be read, nanoseconds; 0 for never.
        is_ignored: Whether the user does not want to hear of it.
    """

    path: bytes
    state: FileState
    reason: str
    size: int
    mtime_ns: int
    tried_ns: int
    is_ignored: bool


class Unread:
    """What the ledger says of files that are not indexed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def ids(self, kind: UnreadKind, reason: str | None = None) -> npt.NDArray[np.int64]:
        """Return the ids of a list: the most frequent reason first, then by root, folder, name.

        Args:
            kind: The list.
            reason: Only files with this reason; None for all.

        Returns:
            Ledger rows, int64 [n].
        """
        chosen, values = (f" AND {_REASON} = ?", (reason,)) if reason is not None else ("", ())
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT files.id, {_REASON} AS why {_FROM} WHERE {_WHERE[kind]}{chosen} "
                "ORDER BY count(*) OVER (PARTITION BY why) DESC, why, root_id, folder, name",
                values,
            ).fetchall()
        return np.fromiter((row[0] for row in rows), np.int64, len(rows))

    def reasons(self, kind: UnreadKind) -> list[tuple[str, int]]:
        """Return the reasons in a list with the number of their files, most frequent first."""
        with self._database.read() as connection:
            return connection.execute(
                f"SELECT {_REASON}, count(*) {_FROM} WHERE {_WHERE[kind]} GROUP BY 1 "
                "ORDER BY 2 DESC, 1"
            ).fetchall()

    def ignored_counts(self) -> Counter[FileState]:
        """Return how many failed and how many skipped files are ignored."""
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT state, count(*) FROM files WHERE {_IGNORED} GROUP BY 1"
            )
            return Counter({FileState(state): count for state, count in rows})

    def ids_at(self, places: Iterable[tuple[Root, bytes, bytes]]) -> list[int]:
        """Return the ids of those of these files that failed or were skipped.

        Args:
            places: Root, folder and name of each.
        """
        with self._database.read() as connection:
            rows = [
                connection.execute(
                    "SELECT id FROM files WHERE root_id = ? AND folder = ? AND name = ? "
                    "AND state IN ('failed', 'skipped')",
                    (root.id, folder, name),
                ).fetchone()
                for root, folder, name in places
            ]
        return [row[0] for row in rows if row is not None]

    def set_ignored(self, ids: Sequence[int], is_ignored: bool) -> list[int]:
        """Ignore files, or no longer, durably and in one transaction.

        Returns:
            Those of the ids that were not so before.
        """
        with self._database.write(is_durable=True) as connection:
            return [
                file_id
                for file_id in ids
                if connection.execute(
                    "UPDATE files SET is_ignored = ? WHERE id = ? AND is_ignored <> ? "
                    "AND state IN ('failed', 'skipped')",
                    (is_ignored, file_id, is_ignored),
                ).rowcount
            ]

    def files(self) -> Iterator[UnreadFile]:
        """Yield every file that is not indexed, by state, root, folder and name."""
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT roots.path, folder, name, {STATE} AS shown, {_REASON}, size, mtime_ns, "
                f"tried_ns, is_ignored {_FROM} WHERE shown <> 'indexed' "
                "ORDER BY shown, root_id, folder, name"
            )
            for root, folder, name, state, reason, size, mtime_ns, tried_ns, is_ignored in rows:
                yield UnreadFile(
                    path=os.path.join(root, folder, name),
                    state=FileState(state),
                    reason=reason,
                    size=size,
                    mtime_ns=mtime_ns,
                    tried_ns=tried_ns,
                    is_ignored=bool(is_ignored),
                )
