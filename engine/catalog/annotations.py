"""Captions, labels and ratings: what is there, and edits of it.

Every edit returns what it changed (:class:`~engine.catalog.changes.Change`); giving the inverse to
:meth:`Annotations.apply` undoes it. All of it belongs to a photo's content, not to a file: it
stays when the file is moved, deleted or offline, and is there when the content comes back.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.catalog.changes import (
    Annotation,
    Caption,
    CaptionSource,
    Change,
    DeclinedCaption,
    Label,
    Rating,
    Rejection,
    Renaming,
    apply,
    tidy,
)
from engine.catalog.database import Database
from engine.catalog.label_names import names_since

T = TypeVar("T", Caption, Label, Rejection)

_IN_IDS = "content_id IN (SELECT value FROM json_each(?))"  # no limit on how many


@dataclass(frozen=True, slots=True)
class Annotated:
    """What the user says of one photo.

    Attributes:
        captions: By source (the user's own first) and time.
        labels: By name.
        stars: 1 to 5, or 0 without a rating.
        rejected: Labels that the user said it has not, by name.
    """

    captions: tuple[Caption, ...] = ()
    labels: tuple[Label, ...] = ()
    stars: int = 0
    rejected: tuple[str, ...] = ()


class Annotations:
    """The tables of captions, labels and ratings."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- reading ----------------------------------------------------------------------------

    def of(self, content_ids: Iterable[int]) -> dict[int, Annotated]:
        """Return what is said of each of these contents."""
        ids = list(dict.fromkeys(content_ids))
        with self._database.read():  # the four agree with each other
            captions = _by_content(self._captions(f"WHERE {_IN_IDS}", _as_json(ids)))
            labels = _by_content(self._labels(f"WHERE {_IN_IDS}", _as_json(ids)))
            ratings = self._ratings(f"WHERE {_IN_IDS}", _as_json(ids))
            rejections = _by_content(self._rejections(f"WHERE {_IN_IDS}", _as_json(ids)))
        stars = {rating.content_id: rating.stars for rating in ratings}
        return {
            content_id: Annotated(
                captions=tuple(captions.get(content_id, ())),
                labels=tuple(labels.get(content_id, ())),
                stars=stars.get(content_id, 0),
                rejected=tuple(one.name for one in rejections.get(content_id, ())),
            )
            for content_id in ids
        }

    def all(self) -> list[Annotation]:
        """Return everything the user ever said, by content."""
        with self._database.read():
            return [
                *self._captions(),
                *self._labels(),
                *self._ratings(),
                *self._rejections(),
                *self._declined(),
            ]

    def declined_captions(self, content_ids: Iterable[int]) -> dict[int, frozenset[str]]:
        """Return the suggested captions that the user did not want of these contents."""
        ids = list(dict.fromkeys(content_ids))
        found = {id_: set[str]() for id_ in ids}
        for one in self._declined(f"WHERE {_IN_IDS}", _as_json(ids)):
            found[one.content_id].add(one.text)
        return {id_: frozenset(texts) for id_, texts in found.items()}

    def label_counts(self) -> Counter[str]:
        """Return how many photos have each label."""
        with self._database.read() as connection:
            rows = connection.execute("SELECT name, count(*) FROM labels GROUP BY name")
            return Counter(dict(rows.fetchall()))

    def labelled_count(self) -> int:
        """Return how many photos have a label."""
        return self._count("SELECT count(DISTINCT content_id) FROM labels")

    def captioned_count(self) -> int:
        """Return how many photos have a caption."""
        return self._count("SELECT count(DISTINCT content_id) FROM captions")

    # -- edits ------------------------------------------------------------------------------

    def apply(self, change: Change) -> Change:
        """Make an edit, such as the inverse of an earlier one; see :func:`changes.apply`."""
        return apply(self._database, change)

    def add_captions(self, captions: Iterable[Caption]) -> Change:
        """Add captions; one that a photo has already is left as it is.

        A caption that the user writes or accepts replaces an equal one of another source.
        """
        now = time.time_ns()
        new = {
            (caption.content_id, text): Caption(
                caption.content_id, text, caption.source, caption.weight, caption.added_ns or now
            )
            for caption in captions
            if (text := tidy(caption.text))
        }
        removed: list[Caption] = []
        for content_id, found in self.of({key[0] for key in new}).items():
            for old in found.captions:
                ours = new.get((content_id, old.text))
                is_better = ours is not None and (
                    ours.source is CaptionSource.MANUAL and old.source is not CaptionSource.MANUAL
                )
                if is_better:
                    removed.append(old)
        return self.apply(Change(removed=tuple(removed), added=tuple(new.values())))

    def edit_caption(self, caption: Caption, text: str) -> Change:
        """Replace the words of a caption, which makes it the user's own; no words delete it."""
        words = tidy(text)
        if words == caption.text:
            return Change()
        added = (Caption(caption.content_id, words, added_ns=time.time_ns()),) if words else ()
        return self.apply(Change(removed=(caption,), added=added))

    def add_label(self, content_ids: Iterable[int], name: str) -> Change:
        """Give photos a label; a spelling that differs only in case is the known label.

        Returns:
            What changed; nothing for a name without a letter.
        """
        return self.add_labels((content_id, name) for content_id in content_ids)

    def add_labels(self, pairs: Iterable[tuple[int, str]]) -> Change:
        """Give photos labels, as pairs of content and name."""
        return self.apply(Change(added=self._new_labels(pairs)))

    def confirm_guess(self, content_ids: Iterable[int], name: str) -> Change:
        """Give photos a label that was guessed, and forget that the user ever denied it."""
        return self.confirm_guesses((content_id, name) for content_id in content_ids)

    def confirm_guesses(self, pairs: Iterable[tuple[int, str]]) -> Change:
        """Give photos labels that were guessed, as pairs of content and name."""
        given = dict.fromkeys(pairs)
        said = self._rejections(f"WHERE {_IN_IDS}", _as_json([id_ for id_, _ in given]))
        denied = tuple(one for one in said if (one.content_id, one.name) in given)
        return self.apply(Change(removed=denied, added=self._new_labels(given)))

    def reject_guess(self, content_ids: Iterable[int], name: str) -> Change:
        """Remember that photos do not have a label; one that they have is taken away."""
        return self.reject_guesses((content_id, name) for content_id in content_ids)

    def reject_guesses(self, pairs: Iterable[tuple[int, str]]) -> Change:
        """Remember that photos do not have labels, as pairs of content and name."""
        denied = dict.fromkeys(pairs)
        now = time.time_ns()
        said = self._labels(f"WHERE {_IN_IDS}", _as_json([id_ for id_, _ in denied]))
        gone = tuple(label for label in said if (label.content_id, label.name) in denied)
        added = tuple(Rejection(id_, name, now) for id_, name in denied)
        return self.apply(Change(removed=gone, added=added))

    def remove_label(self, content_ids: Iterable[int], name: str) -> Change:
        """Take a label from photos."""
        found = self.of(content_ids).values()
        gone = [label for said in found for label in said.labels if label.name == name]
        return self.apply(Change(removed=tuple(gone)))

    def drop_label(self, name: str) -> Change:
        """Take a label from every photo that has it."""
        return self.apply(Change(removed=tuple(self._labels("WHERE name = ?", name))))

    def rename_label(self, name: str, new_name: str) -> Change:
        """Give a label another name; where that name exists, the two become one.

        Returns:
            What changed; nothing for a name without a letter.
        """
        words = tidy(new_name)
        others = {known.casefold(): known for known in self.label_counts() if known != name}
        words = others.get(words.casefold(), words)
        old = self._labels("WHERE name = ?", name)
        if not old or not words or words == name:
            return Change()
        denied = self._rejections("WHERE name = ?", name)
        has_it = {label.content_id for label in (*old, *self._labels("WHERE name = ?", words))}
        return self.apply(
            Change(
                removed=(*old, *denied),
                added=(
                    *(Label(label.content_id, words, label.added_ns) for label in old),
                    *(
                        Rejection(one.content_id, words, one.added_ns)
                        for one in denied
                        if one.content_id not in has_it
                    ),
                    Renaming(name, words, time.time_ns()),
                ),
            )
        )

    def names_since(self, learned: float) -> Callable[[str], str]:
        """Return what turns a label that was learned at a time into what it is called now.

        Args:
            learned: The time, seconds since 1970.
        """
        with self._database.read() as connection:
            return names_since(connection, int(1e9 * learned))

    def rate(self, content_ids: Iterable[int], stars: int) -> Change:
        """Give photos a rating.

        Args:
            content_ids: The photos' contents.
            stars: 1 to 5, or 0 to take the rating away.

        Raises:
            ValueError: Not 0 to 5.
        """
        if not 0 <= stars <= 5:
            raise ValueError(f"no rating: {stars}")
        now = time.time_ns()
        ids = list(dict.fromkeys(content_ids))
        old = self._ratings(f"WHERE {_IN_IDS}", _as_json(ids))
        differing = tuple(rating for rating in old if rating.stars != stars)
        same = {rating.content_id for rating in old} - {rating.content_id for rating in differing}
        added = tuple(Rating(id_, stars, now) for id_ in ids if id_ not in same) if stars else ()
        return self.apply(Change(removed=differing, added=added))

    def _new_labels(self, pairs: Iterable[tuple[int, str]]) -> tuple[Label, ...]:
        spelling = {known.casefold(): known for known in self.label_counts()}
        now = time.time_ns()
        labels = [
            Label(content_id, spelling.setdefault(words.casefold(), words), now)
            for content_id, name in pairs
            if (words := tidy(name))
        ]
        return tuple(dict.fromkeys(labels))

    def _count(self, query: str) -> int:
        with self._database.read() as connection:
            return int(connection.execute(query).fetchone()[0])

    # -- rows -------------------------------------------------------------------------------

    def _captions(self, where: str = "", *values: object) -> list[Caption]:
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT content_id, text, source, weight, added_ns FROM captions {where} "
                "ORDER BY content_id, source <> 'manual', added_ns, text",
                values,
            )
            return [
                Caption(content_id, text, CaptionSource(source), weight, added_ns)
                for content_id, text, source, weight, added_ns in rows
            ]

    def _labels(self, where: str = "", *values: object) -> list[Label]:
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT content_id, name, added_ns FROM labels {where} ORDER BY content_id, name",
                values,
            )
            return [Label(*row) for row in rows]

    def _rejections(self, where: str = "", *values: object) -> list[Rejection]:
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT content_id, name, added_ns FROM rejections {where} "
                "ORDER BY content_id, name",
                values,
            )
            return [Rejection(*row) for row in rows]

    def _declined(self, where: str = "", *values: object) -> list[DeclinedCaption]:
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT content_id, text, added_ns FROM declined_captions {where} "
                "ORDER BY content_id, text",
                values,
            )
            return [DeclinedCaption(*row) for row in rows]

    def _ratings(self, where: str = "", *values: object) -> list[Rating]:
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT content_id, stars, added_ns FROM ratings {where} ORDER BY content_id",
                values,
            )
            return [Rating(*row) for row in rows]


def _by_content(values: Iterable[T]) -> dict[int, list[T]]:
    found: dict[int, list[T]] = {}
    for value in values:
        found.setdefault(value.content_id, []).append(value)
    return found


def _as_json(ids: Sequence[int]) -> str:
    return "[" + ",".join(map(str, ids)) + "]"
