"""What two versions find, read in a worker: plain values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from engine.library import Library
from engine.search.query import Query, Term

FIRST: Final = 12  # photos whose sameness is counted
_LIMIT: Final = 60

Ids = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What one version finds, best first.

    Attributes:
        ids: Files, int64 [n].
        scores: float32 [n].
    """

    ids: Ids
    scores: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """What two versions find for the same question.

    Attributes:
        left: What the version in use finds.
        right: What the other one finds.
    """

    left: Found
    right: Found

    @property
    def first(self) -> int:
        """How many of the first photos are compared."""
        return min(FIRST, max(len(self.left.ids), len(self.right.ids)))

    @property
    def same(self) -> int:
        """How many of the first photos both have found."""
        return len(np.intersect1d(self.left.ids[:FIRST], self.right.ids[:FIRST]))

    @property
    def new(self) -> frozenset[int]:
        """Those of the first photos that only the other version has found."""
        return frozenset(np.setdiff1d(self.right.ids[:FIRST], self.left.ids[:FIRST]).tolist())


def compare_words(library: Library, left: str, right: str, terms: Sequence[Term]) -> Comparison:
    """Search with two versions.

    Raises:
        EngineError: One of them cannot be searched with.
    """
    query = Query(tuple(terms), limit=_LIMIT)
    return Comparison(_searched(library, left, query), _searched(library, right, query))


def compare_label(library: Library, left: str, right: str, label: str) -> Comparison:
    """Read which photos two versions guess a label of; an empty version guesses nothing."""
    return Comparison(_guessed(library, left, label), _guessed(library, right, label))


def guessed_labels(library: Library, versions: Sequence[str]) -> list[str]:
    """Return the labels that any of the versions guesses, the most frequent first."""
    counts: dict[str, int] = {}
    for version in versions:
        for name, count in library.guesses.counts(version).items():
            counts[name] = max(count, counts.get(name, 0))
    return sorted(counts, key=lambda name: (-counts[name], name))


def _searched(library: Library, version: str, query: Query) -> Found:
    hits = library.search_with(version, query).hits
    return Found(
        np.fromiter((hit.file_id for hit in hits), np.int64, len(hits)),
        np.fromiter((hit.score for hit in hits), np.float32, len(hits)),
    )


def _guessed(library: Library, version: str, label: str) -> Found:
    photos = library.guesses.likeliest(version, label, _LIMIT) if version else []
    return Found(
        np.array([photo for photo, _ in photos], np.int64),
        np.array([probability for _, probability in photos], np.float32),
    )
