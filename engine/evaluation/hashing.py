"""How well short binary codes find photos of the same label."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.errors import EvaluationError
from engine.evaluation import hashing_metrics
from engine.evaluation.captions import read_labels, require_two_labels
from engine.evaluation.gallery import (
    Encoder,
    Gallery,
    Prepare,
    derive_space,
    encode_photos,
    skip_unlabelled,
)
from engine.jobs import Job, Progress
from engine.models.codes import CODE, Coder, unpack
from engine.models.itq import fit_itq

BITS = 64
_MOST_QUERIES = 1000
_FIRST = 100


@dataclass(frozen=True, slots=True)
class Draw:
    """Which photos ask.

    Attributes:
        queries: How many; None for a tenth, at most 1000.
        seed: Of the draw, and of the quantisation.
    """

    queries: int | None = None
    seed: int = 0


def evaluate_hashing(
    photos: Path,
    *,
    encoder: Encoder,
    prepare: Prepare,
    coder: Coder | None = None,
    draw: Draw = Draw(),
) -> Job[dict[str, object]]:
    """Measure trained codes, or those of iterative quantisation, the reference without training.

    Random photos are queries, the rest is the database. Everything fitted (the library's
    statistic, the quantisation) sees the database only.

    Args:
        photos: The folder; its sub-folders are labels.
        encoder: The model.
        prepare: The decoder.
        coder: Makes codes of the model's features; None for iterative quantisation.
        draw: Which photos ask.

    Returns:
        The report, percent: ``model``, ``method``, ``bits``, ``queries``, ``database``, ``mAP``
        (tie-aware), ``mAP_min`` and ``mAP_max`` (the most that an order inside ties can change
        it), ``mAP@100``, ``mAP@100_legacy`` (as some papers have it, see
        :func:`hashing_metrics.map_at_k_legacy`), ``precision@radius2`` (an empty ball counts 0),
        ``empty_rate``, ``precision@radius2_nonempty`` (null if every ball is empty),
        ``queries_without_relevant`` (left out of the mAPs), ``skipped`` and ``curve``: for each
        distance, ``precision`` and ``recall`` of what is no farther (means over queries, precision
        over those that find something, null for none).

    Raises:
        EvaluationError: If the folder or the number of queries cannot be used.
    """
    queries, seed = draw.queries, draw.seed
    labelled = read_labels(photos)
    _require_queries(queries, photos=len(labelled.files))
    gallery = yield from encode_photos(labelled.files, encoder=encoder, prepare=prepare)
    photo_labels = [labelled.labels[position] for position in gallery.positions]
    require_two_labels(photo_labels, photos)
    _require_queries(queries, photos=len(photo_labels))
    _, labels = np.unique(np.array(photo_labels, dtype=object), return_inverse=True)

    count = max(1, min(_MOST_QUERIES, len(labels) // 10)) if queries is None else queries
    order = np.random.default_rng(seed).permutation(len(labels))
    chosen, rest = np.sort(order[:count]), np.sort(order[count:])
    if not np.isin(labels[chosen], labels[rest]).any():
        raise EvaluationError(
            f"None of the {count} query photos has another photo of its label to find; "
            "use folders with more photos of each label."
        )
    yield Progress("fitting codes")
    if coder is None:
        query_codes, database_codes = _codes(gallery, encoder, chosen=chosen, rest=rest, seed=seed)
    else:
        statistics = coder.fit_statistics(gallery.features[rest])
        query_codes, database_codes = (
            unpack(coder.derive(gallery.features[part], statistics)[CODE])
            for part in (chosen, rest)
        )
    yield Progress("ranking")
    items, relevant = hashing_metrics.count_levels(
        query_codes,
        database_codes,
        query_labels=labels[chosen],
        database_labels=labels[rest],
    )
    unused = skip_unlabelled(labelled.unlabelled)
    return {
        "model": encoder.version,
        "method": "itq" if coder is None else coder.name,
        "bits": query_codes.shape[1],
        "queries": count,
        "database": len(rest),
        **_measures(items, relevant),
        "skipped": gallery.skipped + unused,
        "curve": _curve(items, relevant),
    }


def _require_queries(queries: int | None, *, photos: int) -> None:
    if queries is not None and queries < 1:
        raise EvaluationError(f"{queries} queries are too few; ask for at least 1.")
    if queries is not None and queries >= photos:
        raise EvaluationError(
            f"{queries} queries leave no photo to search, as the folder has {photos}; "
            f"ask for at most {photos - 1}."
        )


def _codes(
    gallery: Gallery,
    encoder: Encoder,
    *,
    chosen: NDArray[np.int64],
    rest: NDArray[np.int64],
    seed: int,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Give the codes of the queries and of the database, bool [n, BITS] each."""
    database = gallery.features[rest]
    statistics = encoder.fit_statistics(database)
    vectors = derive_space(encoder, database, statistics=statistics, space="visual")
    coder = fit_itq(vectors, bits=BITS, seed=seed)
    asked = derive_space(encoder, gallery.features[chosen], statistics=statistics, space="visual")
    return coder.encode(asked), coder.encode(vectors)


def _measures(
    items: hashing_metrics.Counts, relevant: hashing_metrics.Counts
) -> dict[str, float | None]:
    lowest, highest = hashing_metrics.average_precision_bounds(items, relevant)
    ball = hashing_metrics.precision_within_radius(items, relevant, radius=2)
    full = hashing_metrics.average_precision(items, relevant)
    first = hashing_metrics.average_precision(items, relevant, k=_FIRST)
    legacy = hashing_metrics.map_at_k_legacy(items, relevant, k=_FIRST)
    return {
        "mAP": _percent(np.nanmean(full)),
        "mAP_min": _percent(np.nanmean(lowest)),
        "mAP_max": _percent(np.nanmean(highest)),
        "mAP@100": _percent(np.nanmean(first)),
        "mAP@100_legacy": _percent(legacy),
        "precision@radius2": _percent(ball.precision),
        "empty_rate": _percent(ball.empty_rate),
        "precision@radius2_nonempty": _percent(ball.precision_nonempty),
        "queries_without_relevant": int(np.isnan(full).sum()),
    }


def _curve(
    items: hashing_metrics.Counts, relevant: hashing_metrics.Counts
) -> list[dict[str, float | None]]:
    curve = hashing_metrics.precision_recall_by_level(items, relevant, average="macro")
    return [
        {"distance": distance, "precision": _percent(precision), "recall": _percent(recall)}
        for distance, (precision, recall) in enumerate(
            zip(curve.precision, curve.recall, strict=True)
        )
    ]


def _percent(share: float | np.floating) -> float | None:
    """Round for the report; JSON knows no NaN, so what is undefined is null."""
    return None if np.isnan(share) else round(100 * float(share), 2)
