"""From which probability on a label is shown: as low as keeps what is shown right."""

import numpy as np
from numpy.typing import NDArray

from engine.training.label_blend import FEWEST_TO_CHOOSE

# A label is shown where this share of what would be shown on validation photos is right.
PRECISION = 0.9
# A label with fewer validation photos than this takes the threshold of all labels together.
_FEWEST_OF_A_LABEL = 10
# With fewer labelled validation photos in all, a threshold between their scores would be drawn by
# lot. Of labels that exclude each other, what is shown then is nearly always likelier than any
# other label, and than none.
EXCLUSIVE_DEFAULT = 0.4


def choose_thresholds(
    probabilities: NDArray[np.floating],
    has: NDArray[np.bool_],
    *,
    default: float = EXCLUSIVE_DEFAULT,
) -> list[float]:
    """Choose thresholds on validation photos, background ones among them.

    Args:
        probabilities: [n, labels].
        has: bool [n, labels].
        default: What is taken where there are too few photos.

    Returns:
        A threshold a label.
    """
    if has.any(axis=1).sum() < FEWEST_TO_CHOOSE:
        return [default] * has.shape[1]
    common = _threshold(probabilities.ravel(), has.ravel(), default)
    return [
        _threshold(probabilities[:, label], has[:, label], default)
        if has[:, label].sum() >= _FEWEST_OF_A_LABEL
        else common
        for label in range(has.shape[1])
    ]


def _threshold(scores: NDArray[np.floating], hits: NDArray[np.bool_], default: float) -> float:
    """Return the lowest threshold with the wanted precision, halfway to what would end it."""
    order = np.argsort(-scores, kind="stable")
    scores, hits = scores[order], hits[order]
    precision = np.cumsum(hits) / np.arange(1, len(hits) + 1)
    is_last_of_its_score = np.append(scores[1:] < scores[:-1], True)
    good = np.flatnonzero((precision >= PRECISION) & hits & is_last_of_its_score)
    if not len(good):
        return float(np.nextafter(scores[0], 2, dtype=np.float64)) if len(scores) else default
    last = good[-1]
    below = scores[last + 1] if last + 1 < len(scores) else 0.0
    return float((scores[last] + below) / 2)
