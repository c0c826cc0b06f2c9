"""How codes are examined: photos look for others with one of their labels, by Hamming distance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.evaluation import hashing_metrics
from engine.evaluation.hashing_metrics import CodedPhotos
from engine.models import visual
from engine.models.codes import CODE, Coder, unpack
from engine.training.answers import Answer
from engine.training.examples import TrainingSet
from engine.training.outcomes import Outcomes
from engine.training.report import GeneralCheck
from engine.training.splits import Indices, Parts

MAP: Final = "mAP"
BALL: Final = "precision@radius2"
_RADIUS: Final = 2
# The general check: photos, questions, photos to be found, and the share that the code may keep.
_CHECKED: Final = 2000
_ASKED: Final = 200
_NEAREST: Final = 10
_CANDIDATES: Final = 0.1
# A trained code groups by label, and so loses some of this by design; half of it is too much.
_TOO_MUCH: Final = 0.5

Bits = NDArray[np.bool_]
# Gives the codes of photos of the snapshot.
CodesOf = Callable[[Indices], Bits]


def codes_by(
    coder: Coder, features_of: Callable[[Indices], NDArray[Any]], library: Indices
) -> CodesOf:
    """Fit a coder to a library's photos; return what gives codes of any photo.

    Args:
        coder: Makes the codes.
        features_of: Gives what it makes them of, [n, f].
        library: What its statistics are fitted on; must hold no photo that is examined.
    """
    statistics = coder.fit_statistics(features_of(library))

    def codes_of(photos: Indices) -> Bits:
        return unpack(coder.derive(features_of(photos), statistics)[CODE])

    return codes_of


@dataclass(frozen=True, slots=True, eq=False)
class HashExam:
    """Questions about photos with labels.

    Attributes:
        data: The snapshot.
        targets: bool [photos, labels].
    """

    data: TrainingSet
    targets: NDArray[np.bool_]

    def library(self, parts: Parts) -> Indices:
        """Return every photo that is not examined, nor a copy of one that is."""
        groups = self.data.groups
        return np.flatnonzero(~np.isin(groups, groups[parts.held_out])).astype(np.int64)

    def searched(self, queries: Indices, parts: Parts) -> Indices:
        """Return the photos to search: those not learned from, if they hold enough to be found.

        Photos that were learned from have better codes than those that the user will search. With
        few photos there is nothing else to be found, and they are searched as well.
        """
        unseen = np.union1d(parts.validation, parts.held_out)
        if 2 * len(self.answerable(queries, unseen)) > len(queries):
            return unseen
        return np.union1d(unseen, parts.train)

    def answerable(self, queries: Indices, searched: Indices) -> Indices:
        """Return those queries for which another photo with a label of theirs is searched."""
        none = np.zeros((len(self.data), 1), np.bool_)
        _, relevant = self._levels(lambda photos: none[photos], queries, searched)
        found: Indices = queries[relevant.sum(axis=1) > 0]
        return found

    def outcomes(self, codes_of: CodesOf, queries: Indices, searched: Indices) -> Outcomes:
        """Measure each query; all must be answerable."""
        items, relevant = self._levels(codes_of, queries, searched)
        inside = slice(0, _RADIUS + 1)
        returned = items[:, inside].sum(axis=1)
        hits = relevant[:, inside].sum(axis=1)
        ball = np.divide(hits, returned, out=np.zeros(len(queries)), where=returned > 0)
        return Outcomes(
            photos=queries,
            values={MAP: hashing_metrics.average_precision(items, relevant), BALL: ball},
        )

    def mean_precision(self, codes_of: CodesOf, queries: Indices, searched: Indices) -> float:
        """Return the tie-aware mAP."""
        return self.outcomes(codes_of, queries, searched).mean(MAP)

    def answers(
        self, before: CodesOf, after: CodesOf, queries: Indices, searched: Indices
    ) -> list[Answer]:
        """Return what each query finds first with both codes."""
        found = [self._first(codes_of, queries, searched) for codes_of in (before, after)]
        examples, targets = self.data.examples, self.targets
        return [
            Answer(
                query=", ".join(examples[query].labels),
                photo=examples[query].content_hash,
                before=examples[old].content_hash,
                after=examples[new].content_hash,
                is_right_before=bool((targets[query] & targets[old]).any()),
                is_right_after=bool((targets[query] & targets[new]).any()),
            )
            for query, old, new in zip(queries, *found, strict=True)
        ]

    def _first(self, codes_of: CodesOf, queries: Indices, searched: Indices) -> Sequence[int]:
        distances = _distances(codes_of(queries), codes_of(searched))
        groups = self.data.groups
        distances[groups[queries][:, None] == groups[searched][None, :]] = np.inf
        return [int(photo) for photo in searched[distances.argmin(axis=1)]]

    def _levels(
        self, codes_of: CodesOf, queries: Indices, searched: Indices
    ) -> tuple[hashing_metrics.Counts, hashing_metrics.Counts]:
        groups = self.data.groups

        def coded(photos: Indices) -> CodedPhotos:
            return CodedPhotos(codes_of(photos), self.targets[photos], groups[photos])

        return hashing_metrics.count_levels_among(coded(queries), coded(searched))


def check_neighbours(
    data: TrainingSet,
    before: CodesOf,
    after: CodesOf,
    *,
    seed: int,
    among: Indices | None = None,
) -> GeneralCheck | None:
    """Ask how many of the ten photos that look most alike are among the nearest tenth by code.

    Args:
        data: The snapshot.
        before: Codes in use.
        after: Codes that would be adopted.
        seed: Of the draw of photos.
        among: The photos to draw from; None for all.

    Returns:
        The check, or None with too few photos to tell.
    """
    among = np.arange(len(data), dtype=np.int64) if among is None else among
    if len(among) < 10 * _NEAREST:
        return None
    random = np.random.default_rng(seed)
    photos = np.sort(random.choice(among, min(_CHECKED, len(among)), replace=False))
    asked = np.sort(random.choice(len(photos), min(_ASKED, len(photos)), replace=False))
    vectors = visual.derive_visual(data.features[photos], visual.fit_visual(data.features))
    cosines = vectors[asked] @ vectors.T
    cosines[np.arange(len(asked)), asked] = -np.inf
    alike = np.argpartition(-cosines, _NEAREST, axis=1)[:, :_NEAREST]
    count = max(_NEAREST, round(_CANDIDATES * len(photos)))
    old, new = (_share_kept(codes_of(photos), asked, alike, count) for codes_of in (before, after))
    drop = old - new
    error = 1.96 * float(drop.std()) / len(drop) ** 0.5
    is_worse = float(drop.mean()) - error > _TOO_MUCH * float(old.mean())
    return GeneralCheck(
        before=float(old.mean()),
        after=float(new.mean()),
        count=len(asked),
        is_worse=is_worse,
        what="look-alikes among the nearest tenth by code",
    )


def _share_kept(codes: Bits, asked: Indices, alike: Indices, count: int) -> NDArray[np.float64]:
    """Return, for each photo that is asked, the share of its look-alikes among the nearest.

    Where the last distance is shared by more photos than are taken, each counts as the share of
    them that is.
    """
    distances = _distances(codes[asked], codes)
    distances[np.arange(len(asked)), asked] = np.inf
    edge = np.partition(distances, count - 1, axis=1)[:, count - 1 : count]
    sure = (distances < edge).sum(axis=1, keepdims=True)
    chance = (count - sure) / (distances == edge).sum(axis=1, keepdims=True)
    found = np.take_along_axis(distances, alike, axis=1)
    kept = np.where(found < edge, 1.0, np.where(found == edge, chance, 0.0))
    return np.asarray(kept.mean(axis=1))


def _distances(first: Bits, second: Bits) -> NDArray[np.float32]:
    """Return Hamming distances, float32 [n, m]."""
    signs, others = (np.where(codes, 1, -1).astype(np.float32) for codes in (first, second))
    return np.asarray((first.shape[1] - signs @ others.T) / 2)
