"""Photos that have none of the labels, found among those of which nothing is said.

A library holds more photos of what the user labels than those that are labelled. Taking all
others for "none of these" would teach the classifier to deny them. So those that look like a
labelled photo are left out, as far as labelled photos look like each other. A probe that tells the
labelled ones from the rest then says which of those that were left out are none of these either:
the two steps of learning from positive and unlabelled examples (Liu et al., 2003). How far the
probe is to be believed is read off labelled photos that it has not seen, the "spies" of that method
(Liu et al., 2002).
"""

from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray

from engine.models.label_model import centred_rows
from engine.training.label_blend import fit_probe

Scores = NDArray[np.float32]

# In either step, so many of the labelled photos themselves would be taken for background.
_STRAY_SHARE: Final = 0.05
# Where no label has two photos nothing tells how alike its photos are.
_FEW_LABELLED_SHARE: Final = 0.25
_ROUNDS: Final = 2
_FOLDS: Final = 5
_NONE_OF_THEM: Final = 0.5  # the probe is believed from this probability on, or a higher one


def find_background(
    unlabelled: NDArray[np.float32],
    labelled: NDArray[np.float32],
    targets: NDArray[np.floating],
    mean: NDArray[np.float32],
) -> NDArray[np.bool_]:
    """Tell which photos show none of the labels.

    Args:
        unlabelled: Pooled features, float32 [m, f].
        labelled: Those of the labelled photos that are learned from, float32 [n, f].
        targets: Which labels these have, [n, labels] of 0 and 1.
        mean: Mean of pooled features, float32 [f].

    Returns:
        bool [m].
    """
    is_none = far_from_labels(unlabelled, labelled, targets, mean)
    rows = torch.from_numpy(centred_rows(unlabelled, mean))
    shown = torch.from_numpy(centred_rows(labelled, mean))
    for _ in range(_ROUNDS):
        if not is_none.any() or is_none.all():
            break
        others = rows[torch.from_numpy(is_none)]
        likely = _none_of_them(shown, others, rows)
        is_none = is_none | (likely > _believed_from(shown, others))
    return is_none


def far_from_labels(
    unlabelled: NDArray[np.float32],
    labelled: NDArray[np.float32],
    targets: NDArray[np.floating],
    mean: NDArray[np.float32],
) -> NDArray[np.bool_]:
    """Tell which photos look less like any label than labelled photos do; arguments as above."""
    rows = centred_rows(labelled, mean)
    sums, counts = targets.T @ rows, targets.sum(axis=0)
    likeness = _cosines(centred_rows(unlabelled, mean), sums).max(axis=1, initial=-1.0)
    own = [
        _cosines(row[None], (sums[label] - row)[None])[0, 0]
        for row, target in zip(rows, targets, strict=True)
        for label in np.flatnonzero(target)
        if counts[label] > 1
    ]
    if own:
        return np.asarray(likeness < np.quantile(own, _STRAY_SHARE))
    limit = np.quantile(likeness, _FEW_LABELLED_SHARE) if len(likeness) else 0.0
    return np.asarray(likeness <= limit)


def _none_of_them(shown: torch.Tensor, others: torch.Tensor, asked: torch.Tensor) -> Scores:
    """Return how likely photos are none of the labels, as a probe says: [n] of rows asked."""
    answers = torch.zeros(len(shown) + len(others), 2)
    answers[: len(shown), 0] = answers[len(shown) :, 1] = 1
    balance = len(answers) / answers.sum(dim=0)
    weight, bias = fit_probe(torch.cat([shown, others]), answers, [torch.arange(2)], balance)
    likely: Scores = (asked @ weight.T + bias).softmax(dim=1)[:, 1].numpy()
    return likely


def _believed_from(shown: torch.Tensor, others: torch.Tensor) -> float:
    """Return what few labelled photos exceed, as probes say that were not shown them."""
    if len(shown) < _FOLDS:
        return _NONE_OF_THEM
    fold = torch.arange(len(shown)) % _FOLDS
    spies = [
        _none_of_them(shown[fold != number], others, shown[fold == number])
        for number in range(_FOLDS)
    ]
    return max(_NONE_OF_THEM, float(np.quantile(np.concatenate(spies), 1 - _STRAY_SHARE)))


def _cosines(rows: NDArray[np.floating], sums: NDArray[np.floating]) -> NDArray[np.floating]:
    """Return the cosines of unit rows with the means of classes."""
    lengths = np.linalg.norm(sums, axis=1)
    return np.asarray(rows @ sums.T / np.where(lengths > 0, lengths, 1))
