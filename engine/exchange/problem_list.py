"""The files that are not indexed, as a table for a spreadsheet."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from engine.catalog.unread import Unread
from engine.folder import refuse_own
from engine.paths import to_text
from engine.tables import PATH_COLUMN, write_table

COLUMNS: Final = (PATH_COLUMN, "state", "reason", "size", "changed", "tried", "ignored")


def write_problems(unread: Unread, table: Path) -> int:
    """Write every file that failed, was skipped, waits or is offline into a CSV table.

    Its columns are the path, the state, why, the size in bytes, when the file was last changed,
    when it could last not be read (times as ISO 8601 in UTC) and whether the user ignores it.

    Args:
        unread: The files.
        table: The file; one that is there is replaced.

    Returns:
        The number of files.

    Raises:
        TableError: It cannot be written.
        OutputError: It would lie in a library's folder.
    """
    refuse_own(table)
    rows = [
        (
            *(to_text(file.path), file.state.value, file.reason, file.size),
            *(_time_text(file.mtime_ns), _time_text(file.tried_ns)),
            "yes" if file.is_ignored else "",
        )
        for file in unread.files()
    ]
    write_table(table, COLUMNS, rows)
    return len(rows)


def _time_text(nanoseconds: int) -> str:
    if not nanoseconds:
        return ""
    try:
        moment = datetime.fromtimestamp(nanoseconds // 10**9, UTC)
    except (ValueError, OverflowError, OSError):  # a file may carry any number as its time
        return ""
    return moment.isoformat()
