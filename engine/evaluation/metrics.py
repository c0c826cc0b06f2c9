"""Measures of retrieval and classification; those of hash codes are in ``hashing_metrics``.

Everything here takes scores or vectors and knows neither files nor models. Scores that are equal
are ties, and a tie is never decided by the order in which the items happen to lie.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

# Scores held at once, 4 bytes each: a block of queries against the gallery stays under 16 MB.
BLOCK_SCORES = 4_000_000
# A matrix product gives equal rows scores that differ in the last bits, depending on where the
# rows lie. Rounded, two copies of one photo tie as they should.
SCORE_DECIMALS = 6


def rank_of_best(scores: NDArray[np.floating], relevant: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Rank, for each query, its best relevant item: 1 + greater + half of the equal ones.

    The relevant items never count against each other, so that a photo with the same caption twice
    is not punished for the tie between them.

    Args:
        scores: float [queries, items], greater is better.
        relevant: bool [queries, items].

    Returns:
        float64 [queries], 1-based; NaN where a query has no relevant item.
    """
    best = np.where(relevant, scores, -np.inf).max(axis=1, keepdims=True, initial=-np.inf)
    greater = np.count_nonzero(scores > best, axis=1)
    equal = np.count_nonzero((scores == best) & ~relevant, axis=1)
    return np.where(relevant.any(axis=1), 1 + greater + equal / 2, np.nan)


def retrieval_ranks(
    queries: NDArray[np.float32],
    gallery: NDArray[np.float32],
    *,
    query_groups: ArrayLike,
    gallery_groups: ArrayLike,
) -> NDArray[np.float64]:
    """Rank the best relevant gallery item of each query by cosine, block by block.

    An item is relevant to a query of its own group. With captions as queries the groups are the
    photos they belong to, and the other way round with photos as queries.

    Args:
        queries: float32 [q, d], unit rows.
        gallery: float32 [n, d], unit rows.
        query_groups: int [q].
        gallery_groups: int [n].

    Returns:
        float64 [q], as :func:`rank_of_best` gives them.
    """
    of_query, of_item = np.asarray(query_groups), np.asarray(gallery_groups)
    ranks = np.full(len(queries), np.nan)
    step = max(1, BLOCK_SCORES // max(1, len(gallery)))
    for start in range(0, len(queries), step):
        block = slice(start, start + step)
        scores = np.round(queries[block] @ gallery.T, SCORE_DECIMALS)
        ranks[block] = rank_of_best(scores, of_query[block, None] == of_item[None, :])
    return ranks


def recall_at(ranks: NDArray[np.float64], k: int) -> float:
    """Give the share of queries with a relevant item among the first ``k``, 0 to 1.

    This is the convention of CLIP: one hit is enough, however many relevant items there are.
    Queries without a relevant item (NaN) are left out.
    """
    return float(np.mean(ranks[~np.isnan(ranks)] <= k))


def median_rank(ranks: NDArray[np.float64]) -> float:
    """Give the median of the 1-based ranks, without the queries that have no relevant item."""
    return float(np.nanmedian(ranks))


def rsum(*directions: NDArray[np.float64]) -> float:
    """Sum recall at 1, 5 and 10 over the directions, each 0 to 1 (so at most 6 for two)."""
    return sum(recall_at(ranks, k) for ranks in directions for k in (1, 5, 10))


def expected_correct(
    scores: NDArray[np.floating], actual: NDArray[np.integer]
) -> NDArray[np.float64]:
    """Give each item's chance of being classified right when ties are broken by lot.

    Args:
        scores: float [n, classes], greater is better.
        actual: int [n], the true class.

    Returns:
        float64 [n]: 0 where another class scores higher, else 1 / classes that share the top.
    """
    best = scores.max(axis=1)
    right = scores[np.arange(len(scores)), actual] == best
    return np.asarray(right / np.count_nonzero(scores == best[:, None], axis=1))


def accuracy(correct: ArrayLike) -> float:
    """Give the mean of ``correct`` [n] (bool, or chances from :func:`expected_correct`)."""
    return float(np.mean(np.asarray(correct, dtype=np.float64)))


def per_class_accuracy(
    correct: ArrayLike, actual: NDArray[np.integer], *, classes: int
) -> NDArray[np.float64]:
    """Give the accuracy within each true class.

    Args:
        correct: bool or float [n].
        actual: int [n], the true class.
        classes: How many classes there are.

    Returns:
        float64 [classes]; NaN for a class without items.
    """
    sizes = np.bincount(actual, minlength=classes)
    sums = np.bincount(actual, weights=np.asarray(correct, np.float64), minlength=classes)
    shares: NDArray[np.float64] = np.full(classes, np.nan)
    np.divide(sums, sizes, out=shares, where=sizes > 0)
    return shares


def mean_per_class_accuracy(correct: ArrayLike, actual: NDArray[np.integer]) -> float:
    """Give the mean, over the classes that occur, of the accuracy within each."""
    return float(
        np.nanmean(per_class_accuracy(correct, actual, classes=int(np.max(actual, initial=0)) + 1))
    )


def expected_calibration_error(
    confidence: ArrayLike, correct: ArrayLike, *, bins: int = 15
) -> float:
    """Give the gap between confidence and accuracy, averaged over bins by their size.

    Equal-width bins, open below and closed above (Guo et al., 2017); 0 falls into the first.

    Args:
        confidence: float [n], 0 to 1.
        correct: bool or float [n].
        bins: Number of bins.

    Returns:
        The error, 0 to 1.
    """
    sure, right = np.asarray(confidence, np.float64), np.asarray(correct, np.float64)
    which = np.clip(np.ceil(sure * bins).astype(np.int64) - 1, 0, bins - 1)
    gaps = np.bincount(which, weights=right - sure, minlength=bins)
    return float(np.abs(gaps).sum() / len(sure))
