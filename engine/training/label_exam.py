"""What the methods for labels share: names, background photos, thresholds and the exam."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray

from engine.errors import TrainingError
from engine.models import registry
from engine.models.bridge import normalise
from engine.models.label_model import LabelModel, load_label_model
from engine.training.answers import Answer
from engine.training.examples import TrainingSet
from engine.training.outcomes import Exam, Outcomes
from engine.training.splits import Indices, Parts

if TYPE_CHECKING:
    from engine.models.retrieval_model import RetrievalModel


def label_names(data: TrainingSet) -> tuple[str, ...]:
    """Return the labels that photos have, in the order of the alphabet.

    Raises:
        TrainingError: There are fewer than one, or too few photos.
    """
    names = sorted({label for example in data.examples for label in example.labels})
    if not names:
        raise TrainingError(
            "No photo has a label yet; give at least two photos a label and start again."
        )
    if len(data.labelled()) < 2:
        raise TrainingError(
            "Only one photo has a label; label at least two photos and start again."
        )
    if len(names) == 1 and not len(data.unsaid()):
        raise TrainingError(
            f"Every photo has the label “{names[0]}”, so there is nothing to tell it from; add a "
            "second label or photos without one."
        )
    return tuple(names)


def pick_background(data: TrainingSet, parts: Parts, *, most: int, seed: int) -> Indices:
    """Draw photos of which nothing is said, to stand for "none of the labels".

    Copies of photos that are chosen or examined by are left out.

    Args:
        data: The snapshot.
        parts: The parts at hand.
        most: How many at most.
        seed: Of the draw.

    Returns:
        int64 [n], ascending.
    """
    groups = data.groups
    taken = np.unique(groups[np.concatenate([parts.validation, parts.held_out])])
    unsaid = data.unsaid()
    free = unsaid[~np.isin(groups[unsaid], taken)]
    if len(free) > most:
        free = np.random.default_rng(seed).choice(free, most, replace=False)
    return np.sort(free)


@dataclass(frozen=True, slots=True, eq=False)
class LabelProblem:
    """What a fit of labels learns from.

    Attributes:
        data: The snapshot.
        labels: The names to learn.
        parts: The labelled photos.
        background: Photos that have none of the labels, int64 [n].
    """

    data: TrainingSet
    labels: tuple[str, ...]
    parts: Parts
    background: Indices

    def targets(self, photos: Indices) -> torch.Tensor:
        """Return which labels photos have, float32 [n, labels] of 0 and 1."""
        return label_targets(self.data, self.labels, photos)


def label_targets(data: TrainingSet, labels: Sequence[str], photos: Indices) -> torch.Tensor:
    """Return which of the labels photos have, float32 [n, labels] of 0 and 1."""
    number = {label: index for index, label in enumerate(labels)}
    targets = torch.zeros(len(photos), len(labels))
    for row, photo in enumerate(photos):
        for label in data.examples[photo].labels:
            targets[row, number[label]] = 1
    return targets


class LabelExam:
    """Puts held-out photos to the version in use and to the new one.

    At a first run the version in use is what a search for the label's name finds: the label whose
    words lie nearest to the photo.

    Args:
        data: The snapshot.
        labels: What the new version knows.
        parent: Folder of the version in use, or None.
    """

    def __init__(self, data: TrainingSet, labels: Sequence[str], parent: Path | None) -> None:
        self._data = data
        self._labels = tuple(labels)
        self._parent = parent

    def compare(
        self,
        photos: Indices,
        *,
        after: NDArray[np.floating],
        pure: NDArray[np.floating],
        start: NDArray[np.floating] | None = None,
    ) -> Exam:
        """Examine.

        Args:
            photos: The held-out photos, int64 [n].
            after: Probabilities of the new version, [n, labels].
            pure: Those of the method alone, [n, labels].
            start: Those of the method before its first step, [n, labels]: what it is compared with
                at a first run; None for a search for the labels' names.

        Returns:
            The exam with the measure ``accuracy``: whether the likeliest label is one of the
            photo's.
        """
        is_first = self._parent is None
        before = start if is_first and start is not None else self._before(photos)
        has = label_targets(self._data, self._labels, photos).numpy()

        def outcomes(scores: NDArray[np.floating]) -> Outcomes:
            best = scores.argmax(axis=1)
            right = has[np.arange(len(best)), best] * (scores.max(axis=1) > -np.inf)
            return Outcomes(photos=photos, values={"accuracy": right.astype(np.float64)})

        first, second = outcomes(before), outcomes(after)
        answers = [
            Answer(
                query=", ".join(self._data.examples[photo].labels),
                photo=self._data.examples[photo].content_hash,
                before=self._answer(before[row]),
                after=self._answer(after[row]),
                is_right_before=bool(first.values["accuracy"][row]),
                is_right_after=bool(second.values["accuracy"][row]),
            )
            for row, photo in enumerate(photos)
        ]
        return Exam(before=first, after=second, pure=outcomes(pure), answers=answers)

    def _answer(self, scores: NDArray[np.floating]) -> str:
        return self._labels[int(scores.argmax())] if scores.max() > -np.inf else ""

    def _before(self, photos: Indices) -> NDArray[np.floating]:
        """Return a score of each label of ours, -inf where the version in use does not know it."""
        features = self._data.features[photos]
        if self._in_use is None:
            texts = self._label_texts
            return np.asarray(self._model.derive_text(features) @ texts.T)
        known = {label: index for index, label in enumerate(self._in_use.labels)}
        found = np.full((len(photos), len(self._labels)), -np.inf)
        probabilities = self._in_use.probabilities(features)
        for column, label in enumerate(self._labels):
            if label in known:
                found[:, column] = probabilities[:, known[label]]
        return found

    @cached_property
    def _in_use(self) -> LabelModel | None:
        return None if self._parent is None else load_label_model(self._parent)

    @cached_property
    def _model(self) -> "RetrievalModel":
        return registry.load(self._data.feature_space, self._data.models)

    @cached_property
    def _label_texts(self) -> NDArray[np.float32]:
        is_built_in = self._data.feature_space == registry.built_in_version()
        texts = [
            f"a photo of {label}" if is_built_in else self._model.describe_label(label)
            for label in self._labels
        ]
        return normalise(self._model.encode_text(texts)).astype(np.float32)
