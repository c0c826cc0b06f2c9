"""Text files, among them CSV tables, that people make with a spreadsheet, an editor or a script."""

import csv
import io
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from engine.errors import TableError

PATH_COLUMN = "file"  # the only one whose cells may hold bytes that are no text
_UNDECODED = re.compile("[\udc80-\udcff]")
_LOOKED_AT = 1 << 16  # bytes in which no picture, archive or database goes without a zero
_LARGEST_CELL = 1 << 20  # characters; the default of 131 072 stops at a pasted article


def read_table(
    table: Path, columns: Sequence[str], optional: Sequence[str] = ()
) -> Iterator[dict[str, str]]:
    """Read a CSV table whose first line names its columns.

    Args:
        table: The file, UTF-8 with or without a byte-order mark. Bytes of a path that are no text
            come as lone surrogates, as :func:`os.fsdecode` gives them.
        columns: Names that must be there, in any order and case.
        optional: Names that may be there.

    Yields:
        For each row that is not empty, the cell of every named column, without surrounding space;
        an empty text where the row or the table has none.

    Raises:
        TableError: It cannot be read or lacks a column.
    """
    csv.field_size_limit(_LARGEST_CELL)
    try:
        # utf-8-sig: spreadsheets write a byte-order mark, which would hide the first column.
        with table.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as stream:
            reader = csv.reader(stream, delimiter=_delimiter(stream.readline(), table, columns))
            stream.seek(0)
            header = _names(next(reader))
            wanted = {name: header.index(name) for name in (*columns, *optional) if name in header}
            absent = dict.fromkeys(set(optional) - set(header), "")
            for row in reader:
                if any(row):
                    cells = [cell.strip() for cell in row] + [""] * len(header)
                    found = {name: cells[place] for name, place in wanted.items()}
                    _check_text(found, table)
                    yield found | absent
    except csv.Error as error:
        raise TableError(f"{table} is not a CSV table ({error}); save it as CSV.") from error
    except OSError as error:
        raise _unreadable(table, error) from error


def read_columns(table: Path) -> frozenset[str]:
    """Return the names of a table's columns, in lower case; one of them is ``file``.

    Raises:
        TableError: It cannot be read or lacks that column.
    """
    try:
        with table.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as stream:
            line = stream.readline()
    except OSError as error:
        raise _unreadable(table, error) from error
    delimiter = _delimiter(line, table, (PATH_COLUMN,))
    return frozenset(_names(next(csv.reader([line], delimiter=delimiter))))


def _unreadable(table: Path, error: OSError) -> TableError:
    return TableError(
        f"The table {table} cannot be read ({error.strerror}); "
        "check its name and that you may open it."
    )


def _delimiter(first_line: str, table: Path, columns: Sequence[str]) -> str:
    """Return what separates the columns: a comma, or what some spreadsheets write instead."""
    names = ",".join(columns)
    if not first_line.strip():
        raise TableError(f"{table} is empty; its first line must name the columns {names}.")
    if "\x00" in first_line or _UNDECODED.search(first_line):
        raise TableError(f"{table} is not UTF-8 text; save it as CSV in UTF-8.")
    for delimiter in ",;\t":
        if set(columns) <= set(_names(next(csv.reader([first_line], delimiter=delimiter)))):
            return delimiter
    raise TableError(
        f"{table} lacks the columns {names}; its first line must name them, separated by a comma."
    )


def _names(cells: Sequence[str]) -> list[str]:
    return [cell.strip().casefold() for cell in cells]


def _check_text(cells: dict[str, str], table: Path) -> None:
    text = "".join(cell for name, cell in cells.items() if name != PATH_COLUMN)
    if _UNDECODED.search(text):
        raise TableError(f"{table} is not UTF-8 text; save it as CSV in UTF-8.")


def write_table(table: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a CSV table, whole or not at all.

    Args:
        table: The file; one that is there is replaced.
        columns: The first line.
        rows: The other lines.

    Raises:
        TableError: It cannot be written.
    """
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    write_whole(table, [lines.getvalue()])


def write_whole(file: Path, parts: Iterable[str]) -> None:
    """Write a text file, whole or not at all.

    Args:
        file: The file; a text that is there is replaced, nothing else is: no photo by a slip.
        parts: What to write. Lone surrogates become the bytes that they stand for.

    Raises:
        TableError: It cannot be written.
    """
    new = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        if not _is_replaceable(file):
            raise TableError(f"{file} is there already and is no text; choose another name.")
        try:
            with new.open("w", encoding="utf-8", errors="surrogateescape", newline="") as stream:
                stream.writelines(parts)
                stream.flush()
                os.fsync(stream.fileno())
            new.replace(file)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        raise TableError(
            f"{file} cannot be written ({error.strerror}); choose another place."
        ) from error


def _is_replaceable(file: Path) -> bool:
    """Tell whether no file is there, or a text; in the place of a folder nothing can be put."""
    if not os.path.lexists(file) or file.is_dir():
        return True
    if not file.is_file():  # a device, a pipe
        return False
    with file.open("rb") as stream:
        return b"\0" not in stream.read(_LOOKED_AT)
