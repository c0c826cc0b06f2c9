"""The exam, question by question, and what its figures say: paired intervals over photos."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.training.answers import Answer
from engine.training.report import Measured

_RESAMPLES = 2000


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """How one version did.

    Attributes:
        photos: The photo each question is about, int64 [q]; several questions may share one.
        values: By measure, float64 [q]: what each question adds to the measure's mean.
    """

    photos: NDArray[np.int64]
    values: Mapping[str, NDArray[np.float64]]

    def mean(self, measure: str) -> float:
        """Return a measure, the mean over questions."""
        return float(np.mean(self.values[measure])) if len(self.photos) else float("nan")


@dataclass(frozen=True, slots=True, eq=False)
class Exam:
    """The same questions put to three versions.

    Attributes:
        before: The version in use, or what stands for it at the first run.
        after: The new version as it would be adopted.
        pure: The method alone, with no mix, blend or fallback in it.
        answers: What is shown of each question.
        searched: How many photos each question was looked for among; 0 for other exams.
    """

    before: Outcomes
    after: Outcomes
    pure: Outcomes
    answers: Sequence[Answer] = ()
    searched: int = 0


def join(exams: Sequence[Exam]) -> Exam:
    """Put the exams of several folds together; each photo is in one of them."""

    def joined(parts: Sequence[Outcomes]) -> Outcomes:
        return Outcomes(
            photos=np.concatenate([part.photos for part in parts]),
            values={
                name: np.concatenate([part.values[name] for part in parts])
                for name in parts[0].values
            },
        )

    return Exam(
        before=joined([exam.before for exam in exams]),
        after=joined([exam.after for exam in exams]),
        pure=joined([exam.pure for exam in exams]),
        answers=[answer for exam in exams for answer in exam.answers],
        searched=max(exam.searched for exam in exams),
    )


def measure(exam: Exam, *, seed: int) -> dict[str, Measured]:
    """Give each measure before and after, with 95 % intervals.

    The bootstrap draws photos, never single captions: five captions of one photo are no five
    independent questions.

    Args:
        exam: At least one question.
        seed: Of the bootstrap.
    """
    names, index = np.unique(exam.after.photos, return_inverse=True)
    weights = np.random.default_rng(seed).multinomial(
        len(names), np.full(len(names), 1 / len(names)), size=_RESAMPLES
    )
    counts = np.bincount(index, minlength=len(names))

    def interval(values: NDArray[np.float64]) -> tuple[float, float]:
        sums = np.bincount(index, weights=values, minlength=len(names))
        means = (weights @ sums) / (weights @ counts)
        low, high = np.percentile(means, [2.5, 97.5])
        return float(low), float(high)

    found: dict[str, Measured] = {}
    for name, after in exam.after.values.items():
        before = exam.before.values[name]
        found[name] = Measured(
            before=float(before.mean()),
            after=float(after.mean()),
            pure=float(exam.pure.values[name].mean()),
            after_range=interval(after),
            gain=float((after - before).mean()),
            gain_range=interval(after - before),
        )
    return found
