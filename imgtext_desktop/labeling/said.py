"""What is said of the photos that are selected, read in a worker."""

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.catalog.changes import Caption, CaptionSource, Change
from engine.catalog.slots import Guess
from engine.library import Library


@dataclass(frozen=True, slots=True)
class GuessedLabel:
    """A label that is guessed of some photos.

    Attributes:
        name: The label.
        count: How many of them it is guessed of.
        probability: That of the likeliest, 0 to 1.
    """

    name: str
    count: int
    probability: float


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of some photos together.

    Attributes:
        count: How many contents they have; photos that wait to be read have none.
        labels: Every label that one of them has, and how many have it; by number, then name.
        guesses: What is guessed of them and waits for an answer, the same way.
        captions: All captions of the one photo, the user's own first; none of several photos.
        captioned: How many have a caption of the user's own.
        stars: Their rating, 0 for none; None where they differ.
        known_labels: Every label of the library, the most frequent first.
    """

    count: int = 0
    labels: tuple[tuple[str, int], ...] = ()
    guesses: tuple[GuessedLabel, ...] = ()
    captions: tuple[Caption, ...] = ()
    captioned: int = 0
    stars: int | None = 0
    known_labels: tuple[str, ...] = ()


def load_said(library: Library, ids: Sequence[int]) -> Said:
    """Read what is said of photos.

    Args:
        library: The library.
        ids: The photos.
    """
    contents = library.browse.content_ids(ids)
    said = library.annotations.of(contents).values()
    labels = Counter(label.name for one in said for label in one.labels)
    stars = {one.stars for one in said}
    return Said(
        count=len(said),
        labels=tuple(sorted(labels.items(), key=lambda item: (-item[1], item[0].casefold()))),
        guesses=_guessed_labels(shown_guesses(library, contents).values()),
        captions=next(iter(said)).captions if len(said) == 1 else (),
        captioned=sum(
            any(caption.source is CaptionSource.MANUAL for caption in one.captions) for one in said
        ),
        stars=next(iter(stars), 0) if len(stars) <= 1 else None,
        known_labels=tuple(name for name, _ in library.annotations.label_counts().most_common()),
    )


def shown_guesses(library: Library, contents: Sequence[int]) -> dict[int, list[Guess]]:
    """Return what the adopted classifier guesses of contents, likeliest first.

    Only what is likely enough to be shown and waits for an answer.
    """
    version = library.slots.state("labels").version
    found = library.guesses.of(version, contents)
    shown = {content: [one for one in of if one.is_shown] for content, of in found.items()}
    return {content: guesses for content, guesses in shown.items() if guesses}


def answer_guesses(library: Library, ids: Sequence[int], name: str, *, is_right: bool) -> Change:
    """Confirm or reject what is guessed of photos.

    Args:
        library: The library.
        ids: The photos; those without a guess are left alone.
        name: The label that is meant; empty for the likeliest of each photo.
        is_right: Whether the photos get the label.
    """
    pairs = []
    for content, guesses in shown_guesses(library, library.browse.content_ids(ids)).items():
        meant = [guess.name for guess in guesses if name in ("", guess.name)]
        pairs += [(content, label) for label in meant[:1]]
    said = library.annotations
    return said.confirm_guesses(pairs) if is_right else said.reject_guesses(pairs)


def _guessed_labels(guesses: Iterable[Sequence[Guess]]) -> tuple[GuessedLabel, ...]:
    probabilities: dict[str, list[float]] = {}
    for guess in itertools.chain.from_iterable(guesses):
        probabilities.setdefault(guess.name, []).append(guess.probability)
    labels = [GuessedLabel(name, len(of), max(of)) for name, of in probabilities.items()]
    return tuple(sorted(labels, key=lambda one: (-one.count, -one.probability, one.name)))
