"""Which model version answers in each slot, and what a classifier guesses of the photos."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.catalog.database import Database, select_in
from engine.catalog.label_names import names_since


@dataclass(frozen=True, slots=True)
class SlotState:
    """Who answers in a slot.

    Attributes:
        version: The version in use; empty for what the program does without one.
        previous: What rolling back returns to; None if nothing was adopted yet.
        wanted: The version that is being prepared, or None.
    """

    version: str = ""
    previous: str | None = None
    wanted: str | None = None


@dataclass(frozen=True, slots=True)
class Guess:
    """A label that the adopted classifier gives to a photo.

    Attributes:
        name: The label.
        probability: 0 to 1.
        is_shown: Whether it is likely enough to be shown.
    """

    name: str
    probability: float
    is_shown: bool


class Slots:
    """The table of slots; a switch is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def state(self, slot: str) -> SlotState:
        """Return who answers in a slot."""
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT version, previous, wanted FROM slots WHERE slot = ?", (slot,)
            ).fetchone()
        if row is None:
            return SlotState()
        version, previous, wanted = row
        return SlotState(version, previous if has_been_adopted(previous) else None, wanted)

    def want(self, slot: str, version: str | None) -> None:
        """Note which version is being prepared, so that a restart goes on with it."""
        with self._database.write(is_durable=True) as connection:
            connection.execute(
                "INSERT INTO slots (slot, version, previous, wanted) VALUES (?, '', ?, ?) "
                "ON CONFLICT (slot) DO UPDATE SET wanted = excluded.wanted",
                (slot, _NEVER, version),
            )

    def switch(self, slot: str, version: str) -> None:
        """Let a version answer; what answered so far is what rolling back returns to."""
        with self._database.write(is_durable=True) as connection:
            connection.execute(
                "INSERT INTO slots (slot, version, previous) VALUES (?, ?, '') "
                "ON CONFLICT (slot) DO UPDATE SET previous = iif(version = excluded.version, "
                "previous, version), version = excluded.version, wanted = NULL",
                (slot, version),
            )

    def forget_previous(self, slot: str) -> None:
        """Let what the program does without a version be returned to, since its data are gone.

        Where that answers already, there is nothing to return to.
        """
        with self._database.write() as connection:
            connection.execute(
                "UPDATE slots SET previous = iif(version = '', ?, '') WHERE slot = ?",
                (_NEVER, slot),
            )


_NEVER = "-"  # no version's name; '' is what the program does without one


def has_been_adopted(previous: str) -> bool:
    """Tell whether there is anything to roll back to."""
    return previous != _NEVER


class Guesses:
    """The tables of what classifiers guess, a set for each version."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rows_done(self, version: str) -> int:
        """Return how many stored features this version has looked at."""
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT rows FROM guess_sets WHERE version = ?", (version,)
            ).fetchone()
        return 0 if row is None else int(row[0])

    def add(self, version: str, rows: int, guesses: Mapping[int, Sequence[Guess]]) -> None:
        """Write what a version guesses of some photos, in one transaction.

        Args:
            version: The version.
            rows: How many stored features it has looked at with these.
            guesses: By content; what was guessed of it before is replaced.
        """
        with self._database.write() as connection:
            number, called = _set_of(connection, version)
            connection.executemany(
                "DELETE FROM guesses WHERE set_id = ? AND content_id = ?",
                [(number, content_id) for content_id in guesses],
            )
            connection.executemany(
                "INSERT INTO guesses VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (number, content_id, name, guess.probability, guess.is_shown, called(name))
                    for content_id, found in guesses.items()
                    for guess in found
                    for name in (guess.name,)
                ],
            )
            connection.execute("UPDATE guess_sets SET rows = ? WHERE id = ?", (rows, number))

    def set_groups(
        self, version: str, groups: Iterable[Iterable[str]], *, learned: float = 0.0
    ) -> None:
        """Note which labels of a version exclude each other: each in one group.

        Args:
            version: The version.
            groups: The labels, as it learned them.
            learned: When it did, seconds since 1970: labels may have been renamed since.
        """
        with self._database.write() as connection:
            number, _ = _set_of(connection, version)
            connection.execute(
                "UPDATE guess_sets SET learned_ns = ? WHERE id = ?", (int(1e9 * learned), number)
            )
            _, called = _set_of(connection, version)
            connection.execute("DELETE FROM guess_groups WHERE set_id = ?", (number,))
            connection.executemany(
                "INSERT INTO guess_groups VALUES (?, ?, ?, ?)",
                [
                    (number, name, index, called(name))
                    for index, names in enumerate(groups)
                    for name in names
                ],
            )

    def of(self, version: str, content_ids: Sequence[int]) -> dict[int, list[Guess]]:
        """Return what is guessed of contents, likeliest first.

        What the user gave or denied the photo is no guess any more and is left out, and so is
        what excludes a label that the user gave it.
        """
        found: dict[int, list[Guess]] = {}
        with self._database.read() as connection:
            for content_id, *values in select_in(
                connection,
                "SELECT content_id, called, max(probability), max(is_shown) FROM guesses "
                "WHERE set_id = (SELECT id FROM guess_sets WHERE version = ?) "
                f"AND content_id IN (:values) AND {_OPEN} GROUP BY content_id, called "
                "ORDER BY content_id, max(probability) DESC",
                content_ids,
                given=(version,),
            ):
                name, probability, is_shown = values
                guess = Guess(name, probability, bool(is_shown))
                found.setdefault(content_id, []).append(guess)
        return found

    def counts(self, version: str) -> dict[str, int]:
        """Return how many photos of the library each label is guessed and shown of."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT called, count(DISTINCT content_id) FROM guesses "
                "WHERE set_id = (SELECT id FROM guess_sets WHERE version = ?) AND is_shown "
                f"AND {_OPEN} AND {_PRESENT} GROUP BY called ORDER BY called",
                (version,),
            )
            return dict(rows.fetchall())

    def content_ids(self, version: str, name: str) -> set[int]:
        """Return the contents that a label is guessed and shown of."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT content_id FROM guesses "
                "WHERE set_id = (SELECT id FROM guess_sets WHERE version = ?) AND called = ? "
                f"AND is_shown AND {_OPEN}",
                (version, name),
            )
            return {row[0] for row in rows}

    def likeliest(self, version: str, name: str, limit: int) -> list[tuple[int, float]]:
        """Return the photos that a label is guessed and shown of, likeliest first.

        Returns:
            A file of each photo, and its probability.
        """
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT min(files.id), max(probability) FROM guesses "
                "JOIN files ON files.content_id = guesses.content_id AND files.state = 'indexed' "
                "WHERE set_id = (SELECT id FROM guess_sets WHERE version = ?) "
                f"AND called = ? AND is_shown AND {_OPEN} GROUP BY guesses.content_id "
                "ORDER BY max(probability) DESC, min(files.id) LIMIT ?",
                (version, name, limit),
            )
            return list(rows)

    def unsure(self, version: str, limit: int) -> list[tuple[int, Guess]]:
        """Return the guesses that the user's answer would help most, at most one a photo."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT content_id, called, max(probability), is_shown FROM guesses "
                "WHERE set_id = (SELECT id FROM guess_sets WHERE version = ?) "
                f"AND {_OPEN} AND {_PRESENT} GROUP BY content_id "
                "ORDER BY abs(max(probability) - 0.5), content_id LIMIT ?",
                (version, limit),
            )
            return [(row[0], Guess(row[1], row[2], bool(row[3]))) for row in rows]

    def forget(self, version: str) -> None:
        """Delete what a version guesses."""
        with self._database.write() as connection:
            connection.execute("DELETE FROM guess_sets WHERE version = ?", (version,))


# A guess that the user has not answered, be it with a label that excludes it.
_OPEN = (
    "NOT EXISTS (SELECT 1 FROM labels WHERE labels.content_id = guesses.content_id "
    "AND labels.name = guesses.called) AND NOT EXISTS (SELECT 1 FROM rejections "
    "WHERE rejections.content_id = guesses.content_id AND rejections.name = guesses.called) "
    "AND NOT EXISTS (SELECT 1 FROM labels JOIN guess_groups AS own ON own.called = labels.name "
    "AND own.set_id = guesses.set_id JOIN guess_groups AS other "
    "ON other.set_id = own.set_id AND other.number = own.number "
    "WHERE labels.content_id = guesses.content_id AND other.name = guesses.name)"
)
# A guess of the adopted classifier that is shown beside the user's own labels.
SHOWN_GUESS = (
    "guesses.is_shown AND guesses.set_id = (SELECT guess_sets.id FROM guess_sets JOIN slots "
    f"ON slots.version = guess_sets.version WHERE slot = 'labels') AND {_OPEN}"
)
_PRESENT = (
    "EXISTS (SELECT 1 FROM files WHERE files.content_id = guesses.content_id "
    "AND files.state = 'indexed')"
)


def _set_of(connection: sqlite3.Connection, version: str) -> tuple[int, Callable[[str], str]]:
    """Return the number of a version's guesses, and what tells how its labels are called now."""
    connection.execute("INSERT OR IGNORE INTO guess_sets (version) VALUES (?)", (version,))
    number, learned_ns = connection.execute(
        "SELECT id, learned_ns FROM guess_sets WHERE version = ?", (version,)
    ).fetchone()
    return number, names_since(connection, learned_ns)
