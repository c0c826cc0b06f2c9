"""Captions looked for among photos: the exam of a retrieval method, and the choice of its mix."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.evaluation.metrics import recall_at, retrieval_ranks
from engine.models.mixed_space import MixedSpace
from engine.training.answers import Answer
from engine.training.outcomes import Exam, Outcomes
from engine.training.splits import Indices

CUTS: Final = (1, 5, 10)
# The model that was trained from keeps most of the score: what it knows of all that was not learned
# is lost beyond (benchmarks.dual_encoder, the general check by share).
SHARES: Final = (0.0, 0.1, 0.2, 0.3, 0.4)
_BLOCK: Final = 256


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """What one version makes of photos and texts.

    Attributes:
        photos: float32 [n, d], unit rows.
        texts: float32 [m, d], unit rows.
    """

    photos: NDArray[np.float32]
    texts: NDArray[np.float32]

    def mixed(self, new: "Sides", space: MixedSpace) -> "Sides":
        """Return the mix of this version's scores with those of a new one."""
        return Sides(space.photos(self.photos, new.photos), space.texts(self.texts, new.texts))


@dataclass(frozen=True, slots=True, eq=False)
class RetrievalExam:
    """Questions, and the photos among which their answers lie.

    Attributes:
        questions: Captions.
        owners: The photo of each, int64 [q].
        gallery: Photos, int64 [n], each once.
        names: Content hash of each photo of the gallery.
    """

    questions: Sequence[str]
    owners: NDArray[np.int64]
    gallery: Indices
    names: Sequence[str]

    def compare(self, *, before: Sides, after: Sides, pure: Sides) -> Exam:
        """Put the questions to three versions."""
        return Exam(
            before=self._outcomes(before),
            after=self._outcomes(after),
            pure=self._outcomes(pure),
            answers=self._answers(before, after),
            searched=len(self.gallery),
        )

    def recalls(self, sides: Sides) -> dict[str, float]:
        """Return R@1, R@5 and R@10 of a version, 0 to 1."""
        ranks = self._ranks(sides)
        return {f"R@{k}": recall_at(ranks, k) for k in CUTS}

    def _outcomes(self, sides: Sides) -> Outcomes:
        ranks = self._ranks(sides)
        return Outcomes(
            photos=self.owners,
            values={f"R@{k}": (ranks <= k).astype(np.float64) for k in CUTS},
        )

    def _ranks(self, sides: Sides) -> NDArray[np.float64]:
        return retrieval_ranks(
            sides.texts, sides.photos, query_groups=self.owners, gallery_groups=self.gallery
        )

    def _answers(self, before: Sides, after: Sides) -> list[Answer]:
        own = np.searchsorted(self.gallery, self.owners)
        first, second = _best(before), _best(after)
        return [
            Answer(
                query=text,
                photo=self.names[mine],
                before=self.names[old],
                after=self.names[new],
                is_right_before=bool(old == mine),
                is_right_after=bool(new == mine),
            )
            for text, mine, old, new in zip(self.questions, own, first, second, strict=True)
        ]


def choose_share(
    base: Sides,
    new: Sides,
    space: MixedSpace,
    *,
    owners: NDArray[np.int64],
    gallery: Indices,
) -> float:
    """Choose how much of a new version is adopted: what ranks validation captions best.

    Args:
        base: The version that stays in the mix.
        new: The trained one.
        space: How both are mixed; its share is not looked at.
        owners: The photo of each text, int64 [q].
        gallery: Photos, int64 [n].

    Returns:
        The share of the new version, 0 to 1.
    """
    means = [
        _gain(base.mixed(new, replace(space, share=share)), owners=owners, gallery=gallery)
        for share in SHARES
    ]
    return SHARES[int(np.argmax(means))]


def _gain(sides: Sides, *, owners: NDArray[np.int64], gallery: Indices) -> float:
    """Return the mean of 1 / log2(1 + rank) over both directions, a photo counting once."""
    to_photo = retrieval_ranks(
        sides.texts, sides.photos, query_groups=owners, gallery_groups=gallery
    )
    asked, index = np.unique(owners, return_inverse=True)
    rows = np.searchsorted(gallery, asked)
    to_text = retrieval_ranks(
        sides.photos[rows], sides.texts, query_groups=asked, gallery_groups=owners
    )
    of_photo = np.bincount(index, weights=1 / np.log2(1 + to_photo)) / np.bincount(index)
    return float(of_photo.mean() + np.mean(1 / np.log2(1 + to_text))) / 2


def _best(sides: Sides) -> NDArray[np.int64]:
    found = [
        (sides.texts[start : start + _BLOCK] @ sides.photos.T).argmax(axis=1)
        for start in range(0, len(sides.texts), _BLOCK)
    ]
    return np.concatenate(found) if found else np.zeros(0, np.int64)
