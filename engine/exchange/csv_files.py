"""Captions, labels and ratings as CSV tables. Our own exports come back exactly as they were."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.catalog.changes import CaptionSource
from engine.errors import TableError
from engine.exchange.entries import (
    CaptionEntry,
    LabelEntry,
    PhotoName,
    RatingEntry,
    SkippedRow,
    read_source,
    read_weight,
)
from engine.tables import read_table, write_table


def read_captions(
    table: Path,
    *,
    source: CaptionSource,
    weight: float | None,
    skipped: list[SkippedRow] | None = None,
) -> Iterator[CaptionEntry]:
    """Read a table with the columns file, caption and perhaps weight, source, content.

    Args:
        table: The CSV file.
        source: Where captions come from that do not say it.
        weight: The weight of captions that do not say it; None for their source's.
        skipped: Takes the rows without a caption.

    Raises:
        TableError: It cannot be read or holds a value that cannot be used.
    """
    rows = read_table(table, ("file", "caption"), ("weight", "source", "content"))
    for place, row in enumerate(rows):
        if row["caption"]:
            origin = read_source(row["source"], source, table)
            yield CaptionEntry(
                photo=PhotoName(row["file"], row["content"]),
                text=row["caption"],
                source=origin,
                weight=read_weight(row["weight"], weight, origin, table),
            )
        elif skipped is not None:
            skipped.append(SkippedRow(place, row["file"] or row["content"], "no caption"))


def write_captions(table: Path, entries: Iterable[CaptionEntry]) -> None:
    """Write a table of captions.

    Raises:
        TableError: It cannot be written.
    """
    write_table(
        table,
        ("file", "caption", "weight", "source", "content"),
        ((e.photo.file, e.text, repr(e.weight), e.source, e.photo.content) for e in entries),
    )


def read_labels(table: Path, skipped: list[SkippedRow]) -> Iterator[LabelEntry]:
    """Read a table with the columns file, label and perhaps content.

    Args:
        table: The CSV file.
        skipped: Takes the rows without a label.

    Raises:
        TableError: It cannot be read.
    """
    for place, row in enumerate(read_table(table, ("file", "label"), ("content",))):
        if row["label"]:
            yield LabelEntry(PhotoName(row["file"], row["content"]), row["label"])
        else:
            skipped.append(SkippedRow(place, row["file"] or row["content"], "no label"))


def write_labels(table: Path, entries: Iterable[LabelEntry]) -> None:
    """Write a table of labels.

    Raises:
        TableError: It cannot be written.
    """
    rows = ((entry.photo.file, entry.name, entry.photo.content) for entry in entries)
    write_table(table, ("file", "label", "content"), rows)


def read_ratings(table: Path) -> Iterator[RatingEntry]:
    """Read a table with the columns file, rating and perhaps content.

    Raises:
        TableError: It cannot be read, or a rating is none of 0 to 5.
    """
    for row in read_table(table, ("file", "rating"), ("content",)):
        if row["rating"] not in set("012345"):
            raise TableError(f"{table} has the rating “{row['rating']}”; it must be 0 to 5.")
        yield RatingEntry(PhotoName(row["file"], row["content"]), int(row["rating"]))


def write_ratings(table: Path, entries: Iterable[RatingEntry]) -> None:
    """Write a table of ratings.

    Raises:
        TableError: It cannot be written.
    """
    rows = ((entry.photo.file, entry.stars, entry.photo.content) for entry in entries)
    write_table(table, ("file", "rating", "content"), rows)
