"""What the user says of photos, as values, and edits of it that can be undone.

An edit is the set of values that it took away and the set that it put in their place. Its inverse
is the same with the sets exchanged, so undo, redo and the edit itself are one operation.
"""

import re
import sqlite3
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.catalog.database import Database
from engine.catalog.label_names import call_anew


class CaptionSource(StrEnum):
    """Where a caption comes from."""

    MANUAL = "manual"
    PAIRS = "pairs"
    GENERATED = "generated"
    TEMPLATE = "template"


# How much training trusts a caption of each source, unless it is told (spec S1).
DEFAULT_WEIGHTS: Final = {
    CaptionSource.MANUAL: 1.0,
    CaptionSource.PAIRS: 0.6,
    CaptionSource.GENERATED: 0.3,
    CaptionSource.TEMPLATE: 0.3,
}


@dataclass(frozen=True, slots=True)
class Caption:
    """A sentence about a photo.

    Attributes:
        content_id: The photo's content.
        text: The sentence, tidy (see :func:`tidy`).
        source: Where it comes from.
        weight: How much training trusts it, above 0.
        added_ns: When it was added, nanoseconds since 1970.
    """

    content_id: int
    text: str
    source: CaptionSource = CaptionSource.MANUAL
    weight: float = DEFAULT_WEIGHTS[CaptionSource.MANUAL]
    added_ns: int = 0


@dataclass(frozen=True, slots=True)
class Label:
    """A class name that the user gave to a photo.

    Attributes:
        content_id: The photo's content.
        name: The class, tidy.
        added_ns: When it was given, nanoseconds since 1970.
    """

    content_id: int
    name: str
    added_ns: int = 0


@dataclass(frozen=True, slots=True)
class Rating:
    """The stars that the user gave to a photo.

    Attributes:
        content_id: The photo's content.
        stars: 1 to 5; a photo without stars has no rating.
        added_ns: When they were given, nanoseconds since 1970.
    """

    content_id: int
    stars: int
    added_ns: int = 0


@dataclass(frozen=True, slots=True)
class Rejection:
    """What the user said of a guess: the photo does not have this label.

    Attributes:
        content_id: The photo's content.
        name: The label, tidy.
        added_ns: When it was said, nanoseconds since 1970.
    """

    content_id: int
    name: str
    added_ns: int = 0


@dataclass(frozen=True, slots=True)
class DeclinedCaption:
    """What the user said of a suggested caption: not for this photo.

    Attributes:
        content_id: The photo's content.
        text: The words, tidy.
        added_ns: When it was said, nanoseconds since 1970.
    """

    content_id: int
    text: str
    added_ns: int = 0


@dataclass(frozen=True, slots=True)
class Renaming:
    """The user gave a label another name, by which what was learned of it before goes, too.

    Attributes:
        name: The old name.
        new_name: The new one, tidy.
        renamed_ns: When, nanoseconds since 1970.
    """

    name: str
    new_name: str
    renamed_ns: int


Annotation = Caption | Label | Rating | Rejection | DeclinedCaption


@dataclass(frozen=True, slots=True)
class Change:
    """One edit.

    Attributes:
        removed: Values that it took away.
        added: Values that it put there.
    """

    removed: tuple[Annotation | Renaming, ...] = ()
    added: tuple[Annotation | Renaming, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.removed or self.added)

    @property
    def inverse(self) -> "Change":
        """The edit that undoes this one."""
        return Change(removed=self.added, added=self.removed)

    @property
    def content_ids(self) -> frozenset[int]:
        """The contents that it touches."""
        return frozenset(
            value.content_id
            for value in (*self.removed, *self.added)
            if not isinstance(value, Renaming)
        )


def tidy(text: str) -> str:
    """Return text as it is stored: composed letters, no control characters, single spaces.

    Two ways to type the same words, or the same file name on two systems, are then equal.
    """
    # Lone surrogates stand for bytes that are no text; SQLite cannot hold them.
    readable = text.encode("utf-8", "replace").decode()
    composed = unicodedata.normalize("NFC", readable)
    return " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", composed).split())


def apply(database: Database, change: Change) -> Change:
    """Make an edit, durably and in one transaction.

    Args:
        database: The catalog.
        change: What shall go and what shall come.

    Returns:
        What really went and came: a value that was gone already, or there already, is left out,
        so that the inverse of the result restores exactly what was there before.
    """
    with database.write(is_durable=True) as connection:
        removed = tuple(value for value in change.removed if _delete(connection, value))
        added = tuple(value for value in change.added if _insert(connection, value))
        if any(isinstance(value, Renaming) for value in (*removed, *added)):
            call_anew(connection)
    return Change(removed=removed, added=added)


def inherit(connection: sqlite3.Connection, old_id: int, new_hash: bytes) -> None:
    """Let a content have all that is said of another, within a transaction.

    Args:
        connection: From :meth:`Database.write`.
        old_id: The content that something is said of.
        new_hash: Hash of the content that shall have it too.
    """
    for table, columns in (
        ("captions", "text, source, weight, added_ns"),
        ("labels", "name, added_ns"),
        ("ratings", "stars, added_ns"),
        ("rejections", "name, added_ns"),
        ("declined_captions", "text, added_ns"),
    ):
        connection.execute(
            f"INSERT OR IGNORE INTO {table} (content_id, {columns}) "
            f"SELECT (SELECT id FROM contents WHERE hash = ?), {columns} FROM {table} "
            "WHERE content_id = ?",
            (new_hash, old_id),
        )


def _delete(connection: sqlite3.Connection, value: Annotation | Renaming) -> bool:
    # Every part must be as it was: an edit never takes away what was changed since.
    match value:
        case Caption(content_id, text, source, weight):
            sql = (
                "DELETE FROM captions WHERE content_id = ? AND text = ? AND source = ? "
                "AND weight = ?"
            )
            values: tuple[object, ...] = (content_id, text, source, weight)
        case Label(content_id, name):
            sql, values = "DELETE FROM labels WHERE content_id = ? AND name = ?", (content_id, name)
        case Rating(content_id, stars):
            sql = "DELETE FROM ratings WHERE content_id = ? AND stars = ?"
            values = content_id, stars
        case Rejection(content_id, name):
            sql = "DELETE FROM rejections WHERE content_id = ? AND name = ?"
            values = content_id, name
        case DeclinedCaption(content_id, text):
            sql = "DELETE FROM declined_captions WHERE content_id = ? AND text = ?"
            values = content_id, text
        case Renaming(name, new_name, renamed_ns):
            sql = "DELETE FROM label_renamings WHERE name = ? AND new_name = ? AND renamed_ns = ?"
            values = name, new_name, renamed_ns
    return connection.execute(sql, values).rowcount > 0


def _insert(connection: sqlite3.Connection, value: Annotation | Renaming) -> bool:
    match value:
        case Caption(content_id, text, source, weight, added_ns):
            sql = "INSERT OR IGNORE INTO captions VALUES (?, ?, ?, ?, ?)"
            values: tuple[object, ...] = (content_id, text, source, weight, added_ns)
        case Label(content_id, name, added_ns):
            sql = "INSERT OR IGNORE INTO labels VALUES (?, ?, ?)"
            values = content_id, name, added_ns
        case Rating(content_id, stars, added_ns):
            sql = "INSERT OR IGNORE INTO ratings VALUES (?, ?, ?)"
            values = content_id, stars, added_ns
        case Rejection(content_id, name, added_ns):
            sql = "INSERT OR IGNORE INTO rejections VALUES (?, ?, ?)"
            values = content_id, name, added_ns
        case DeclinedCaption(content_id, text, added_ns):
            sql = "INSERT OR IGNORE INTO declined_captions VALUES (?, ?, ?)"
            values = content_id, text, added_ns
        case Renaming(name, new_name, renamed_ns):
            sql = "INSERT INTO label_renamings VALUES (?, ?, ?)"
            values = name, new_name, renamed_ns
    return connection.execute(sql, values).rowcount > 0
