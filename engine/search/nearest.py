"""Exact nearest neighbours by inner product, through faiss, over mapped vectors.

faiss reads the mapped rows where they are: no index is built, nothing is copied into memory.
"""

import itertools
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

Float32 = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int64]

_SHARD_ROWS = 16_384  # fewer rows than this are not worth a thread


def nearest(
    vectors: Float32, queries: Float32, *, count: int, excluded: Sequence[int] = ()
) -> tuple[Rows, Float32]:
    """Return the rows most similar to any of the queries.

    Args:
        vectors: Unit rows, float32 [n, d], C-contiguous, may be mapped.
        queries: Unit rows, float32 [q, d]: views of one query; a row's score is its best.
        count: How many rows to return.
        excluded: Rows never returned.

    Returns:
        Rows and their scores (cosines), best first, ties by row; fewer than ``count`` if there are
        no more.
    """
    if vectors.shape[1] != queries.shape[1]:
        raise ValueError(f"queries of {queries.shape[1]} values for rows of {vectors.shape[1]}")
    shards = _shards(len(vectors))
    excluded_rows = np.asarray(sorted(excluded), np.int64)
    with ThreadPoolExecutor(max_workers=max(1, len(shards))) as pool:
        parts = list(
            pool.map(lambda span: _search(vectors, queries, count, excluded_rows, span), shards)
        )
    rows = np.concatenate([rows for rows, _ in parts]) if parts else np.empty(0, np.int64)
    scores = np.concatenate([scores for _, scores in parts]) if parts else np.empty(0, np.float32)
    order = np.lexsort((rows, -scores))
    rows, scores = rows[order], scores[order]
    # Each view ranks by itself; the first time that a row appears is its best view.
    _, first = np.unique(rows, return_index=True)
    kept = np.sort(first)[:count]
    return rows[kept], scores[kept]


def _shards(rows: int) -> list[tuple[int, int]]:
    parts = max(1, min(os.cpu_count() or 1, rows // _SHARD_ROWS))
    edges = [rows * part // parts for part in range(parts + 1)]
    return [(start, stop) for start, stop in itertools.pairwise(edges) if stop > start]


def _search(
    vectors: Float32, queries: Float32, count: int, excluded: Rows, span: tuple[int, int]
) -> tuple[Rows, Float32]:
    import faiss

    start, stop = span
    block = vectors[start:stop]
    inside = excluded[(excluded >= start) & (excluded < stop)] - start
    count = min(count, stop - start - len(inside))
    if count <= 0:
        return np.empty(0, np.int64), np.empty(0, np.float32)
    queries = np.ascontiguousarray(queries, np.float32)
    scores = np.empty((len(queries), count), np.float32)
    rows = np.empty((len(queries), count), np.int64)
    selector: Any = None
    if len(inside):
        batch = faiss.IDSelectorBatch(inside)  # kept in a name: faiss does not own it
        selector = faiss.IDSelectorNot(batch)
    faiss.knn_inner_product(
        faiss.swig_ptr(queries),
        faiss.swig_ptr(block),
        block.shape[1],
        len(queries),
        len(block),
        count,
        faiss.swig_ptr(scores),
        faiss.swig_ptr(rows),
        selector,
    )
    return rows.ravel() + start, scores.ravel()
