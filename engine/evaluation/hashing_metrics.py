"""Measures of binary codes by Hamming distance, all from counts by distance level.

Items at one distance from the query are a tie. Every measure here is the expected value over all
orders of the items inside the ties, so none depends on the order of the database. Each takes
``items`` and ``relevant``: int64 [queries, levels], the number of database items, and of relevant
ones among them, at distance 0, 1, ... from each query.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]

# Query-item pairs looked at at once: bounds the memory of count_levels to some 100 MB.
BLOCK_PAIRS = 4_000_000


@dataclass(frozen=True, slots=True, eq=False)
class CodedPhotos:
    """Photos with their codes, and what makes one relevant to another.

    Attributes:
        codes: bool [n, bits].
        labels: int [n], one label each; or bool [n, labels], any number of them. Photos are
            relevant to each other if they share one.
        groups: int [n], or None. No photo is searched for among those of its own group.
    """

    codes: NDArray[np.bool_]
    labels: NDArray[np.integer] | NDArray[np.bool_]
    groups: NDArray[np.integer] | None = None


def count_levels(
    query_codes: NDArray[np.bool_],
    database_codes: NDArray[np.bool_],
    *,
    query_labels: NDArray[np.integer],
    database_labels: NDArray[np.integer],
) -> tuple[Counts, Counts]:
    """Count, for each query, the items and the relevant items at every Hamming distance.

    An item is relevant if it has the query's label.

    Args:
        query_codes: bool [q, bits].
        database_codes: bool [n, bits].
        query_labels: int [q].
        database_labels: int [n].

    Returns:
        ``items`` and ``relevant``, int64 [q, bits + 1].
    """
    return count_levels_among(
        CodedPhotos(query_codes, query_labels), CodedPhotos(database_codes, database_labels)
    )


def count_levels_among(queries: CodedPhotos, database: CodedPhotos) -> tuple[Counts, Counts]:
    """Count as :func:`count_levels` does, for photos with several labels and for copies.

    Returns:
        ``items`` and ``relevant``, int64 [q, bits + 1].
    """
    bits = queries.codes.shape[1]
    # With bits as -1 and 1, the inner product is bits - 2 * distance, and exact in float32.
    signs = np.where(queries.codes, 1, -1).astype(np.float32)
    database_signs = np.where(database.codes, 1, -1).astype(np.float32).T
    items = np.zeros((len(signs), bits + 1), np.int64)
    relevant = np.zeros_like(items)
    step = max(1, BLOCK_PAIRS // max(1, len(database.codes)))
    for start in range(0, len(signs), step):
        block = slice(start, start + step)
        distance = ((bits - signs[block] @ database_signs) / 2).astype(np.int64)
        cell = distance + (bits + 1) * np.arange(len(distance))[:, None]
        same = _share_label(queries.labels[block], database.labels)
        shape = (len(distance), bits + 1)
        size = shape[0] * shape[1]
        counted = cell.ravel()
        if queries.groups is not None and database.groups is not None:
            others = queries.groups[block, None] != database.groups[None, :]
            counted, same = cell[others], same & others
        items[block] = np.bincount(counted, minlength=size).reshape(shape)
        relevant[block] = np.bincount(cell[same], minlength=size).reshape(shape)
    return items, relevant


def _share_label(
    query_labels: NDArray[np.integer] | NDArray[np.bool_],
    database_labels: NDArray[np.integer] | NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """Tell which pairs have a label in common, bool [q, n]."""
    if query_labels.ndim == 1:
        return np.asarray(query_labels[:, None] == database_labels[None, :])
    return np.asarray(query_labels.astype(np.float32) @ database_labels.astype(np.float32).T > 0)


def _before(counts: Counts) -> Counts:
    """Give, at each level, the count at all smaller distances."""
    return np.cumsum(counts, axis=1) - counts


def _harmonic(size: int) -> Floats:
    """Give H(0) to H(size), where H(k) = 1 + 1/2 + ... + 1/k."""
    return np.concatenate([[0.0], np.cumsum(1 / np.arange(1, size + 1))])


def _level_sums(items: Counts, relevant: Counts, k: int | None) -> Floats:
    """Expected sum of precision at the relevant positions, by level, within the first ``k``.

    float64 [queries, levels]. McSherry & Najork (2008), with H(N + n) cut at H(k) in the level
    that straddles k.
    """
    above, above_relevant = _before(items), _before(relevant)
    kept = items if k is None else np.clip(k - above, 0, items)
    harmonic = _harmonic(int(items.sum(axis=1).max(initial=0)))
    delta = harmonic[above + kept] - harmonic[above]
    others = np.divide(relevant - 1, items - 1, out=np.zeros(items.shape), where=items > 1)
    share = np.divide(relevant, items, out=np.zeros(items.shape), where=items > 0)
    return np.asarray(
        share * ((above_relevant + 1) * delta + others * (kept - (above + 1) * delta))
    )


def _per_query(sums: Floats, possible: NDArray[np.integer]) -> Floats:
    """Divide, with NaN where a query has nothing to find."""
    shares: Floats = np.full(len(sums), np.nan)
    np.divide(sums, possible, out=shares, where=possible > 0)
    return shares


def average_precision(items: Counts, relevant: Counts, *, k: int | None = None) -> Floats:
    """Give each query's tie-aware average precision, over the first ``k`` ranks or over all.

    Divided by min(relevant items, k): finding fewer never pays.

    Args:
        items: int64 [q, levels].
        relevant: int64 [q, levels].
        k: Cut-off rank, at least 1.

    Returns:
        float64 [q], 0 to 1; NaN where the database holds no relevant item.
    """
    total = relevant.sum(axis=1)
    possible = total if k is None else np.minimum(total, k)
    return _per_query(_level_sums(items, relevant, k).sum(axis=1), possible)


def average_precision_bounds(items: Counts, relevant: Counts) -> tuple[Floats, Floats]:
    """Give the lowest and highest average precision that some order inside the ties yields.

    A measure that sorts by distance and ignores ties lands anywhere between the two.

    Returns:
        Lowest (relevant items last in each tie) and highest (first), float64 [q]; NaN as in
        :func:`average_precision`.
    """
    above, above_relevant = _before(items), _before(relevant)
    harmonic = _harmonic(int(items.sum(axis=1).max(initial=0)))

    def run(start: Counts) -> Floats:
        # Precisions (P + i) / (S + i) of a run of i = 1..p relevant items after S others.
        delta = harmonic[start + relevant] - harmonic[start]
        return np.asarray((relevant + (above_relevant - start) * delta).sum(axis=1))

    total = relevant.sum(axis=1)
    return _per_query(run(above + items - relevant), total), _per_query(run(above), total)


def map_at_k_legacy(items: Counts, relevant: Counts, *, k: int) -> float:
    """Give the mAP@k of DeepHash-pytorch and GreedyHash, for comparison with papers only.

    They divide by the hits found among the first k, which rewards finding fewer, and count a query
    without a hit as 0. Queries with nothing to find are left out here, as in every mAP of ours.

    Args:
        items: int64 [q, levels].
        relevant: int64 [q, levels].
        k: Cut-off rank, at least 1.

    Returns:
        The expectation over all orders inside the ties, 0 to 1; NaN without any usable query.
    """
    usable = relevant.sum(axis=1) > 0
    if not usable.any():
        return float("nan")
    items, relevant = items[usable], relevant[usable]
    whole = np.cumsum(items, axis=1) <= k
    sums = np.where(whole, _level_sums(items, relevant, None), 0.0).sum(axis=1)
    hits = np.where(whole, relevant, 0).sum(axis=1)
    shown = np.where(whole, items, 0).sum(axis=1)
    values = np.divide(sums, hits, out=np.zeros(len(sums)), where=hits > 0)
    for query in np.flatnonzero(~whole.all(axis=1)):
        level = int(np.argmin(whole[query]))  # the first that does not fit
        cut = min(k - int(shown[query]), int(items[query, level]))
        if cut > 0:
            found, chance = _hits_among(
                cut, items=int(items[query, level]), relevant=int(relevant[query, level])
            )
            # Seen alone, the part of the level that is shown is a level of `cut` items.
            part = _level_sums(
                np.stack([np.full(len(found), shown[query]), np.full(len(found), cut)], axis=1),
                np.stack([np.full(len(found), hits[query]), found], axis=1),
                None,
            )[:, 1]
            ratio = (sums[query] + part) / np.maximum(hits[query] + found, 1)
            values[query] = (chance * ratio).sum()
    return float(values.mean())


def _hits_among(shown: int, *, items: int, relevant: int) -> tuple[Counts, Floats]:
    """Give how many relevant items a draw of ``shown`` can hold, and how likely each number is.

    The hypergeometric distribution: ``shown`` of ``items``, ``relevant`` of which are relevant.
    """
    hits = np.arange(max(0, shown - items + relevant), min(shown, relevant) + 1)
    log_factorial = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, items + 1)))])

    def log_choose(n: int, k: NDArray[np.integer]) -> Floats:
        return np.asarray(log_factorial[n] - log_factorial[k] - log_factorial[n - k])

    chance = np.exp(
        log_choose(relevant, hits)
        + log_choose(items - relevant, shown - hits)
        - log_choose(items, np.asarray(shown))
    )
    return hits, chance


@dataclass(frozen=True, slots=True)
class BallPrecision:
    """Precision among the items within a Hamming radius, each 0 to 1.

    Attributes:
        precision: Mean over all queries; an empty ball counts 0 (convention of HashNet and DCH).
        empty_rate: Share of queries with an empty ball.
        precision_nonempty: Mean over the other queries; NaN if there are none.
    """

    precision: float
    empty_rate: float
    precision_nonempty: float


def precision_within_radius(items: Counts, relevant: Counts, *, radius: int = 2) -> BallPrecision:
    """Measure lookup in the ball of ``radius`` around each query (at least one query)."""
    returned = items[:, : radius + 1].sum(axis=1)
    hits = relevant[:, : radius + 1].sum(axis=1)
    precision = _per_query(hits.astype(np.float64), returned)
    filled = precision[returned > 0]
    return BallPrecision(
        precision=float(np.nan_to_num(precision).mean()),
        empty_rate=float(np.mean(returned == 0)),
        precision_nonempty=float(filled.mean()) if filled.size else float("nan"),
    )


@dataclass(frozen=True, slots=True)
class PrecisionRecallCurve:
    """Precision and recall of "distance <= r" for r = 0, 1, ...; a point a level, no tie artefact.

    Attributes:
        precision: float64 [levels]; NaN where every ball is empty.
        recall: float64 [levels].
        empty_queries: int64 [levels], queries whose ball is empty.
    """

    precision: Floats
    recall: Floats
    empty_queries: Counts


def precision_recall_by_level(
    items: Counts, relevant: Counts, *, average: Literal["macro", "micro"]
) -> PrecisionRecallCurve:
    """Draw the precision-recall curve by distance level.

    Args:
        items: int64 [q, levels].
        relevant: int64 [q, levels].
        average: ``"macro"``: means over queries, precision over those whose ball is not empty,
            recall over those that have something to find. ``"micro"``: sums over all queries
            before dividing.

    Returns:
        The curve.
    """
    returned, hits = np.cumsum(items, axis=1), np.cumsum(relevant, axis=1)
    empty = np.count_nonzero(returned == 0, axis=0).astype(np.int64)
    total = hits[:, -1]
    if average == "micro":
        return PrecisionRecallCurve(
            precision=_per_query(hits.sum(axis=0).astype(np.float64), returned.sum(axis=0)),
            recall=_per_query(
                hits.sum(axis=0).astype(np.float64), np.full(hits.shape[1], total.sum())
            ),
            empty_queries=empty,
        )
    ratio = np.divide(hits, returned, out=np.zeros(hits.shape), where=returned > 0)
    found = np.divide(hits, total[:, None], out=np.zeros(hits.shape), where=total[:, None] > 0)
    answerable = np.full(hits.shape[1], np.count_nonzero(total))
    return PrecisionRecallCurve(
        precision=_per_query(ratio.sum(axis=0), len(items) - empty),
        recall=_per_query(found.sum(axis=0), answerable),
        empty_queries=empty,
    )
