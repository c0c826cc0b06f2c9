"""Duplicate groups: photos that must not lie on both sides of an exam.

Stricter than what the user is shown as duplicates: a wrong guess here costs nothing but a little
freedom in dividing the photos.
"""

import numpy as np
from numpy.typing import NDArray

from engine.images.near_hashes import near_pairs
from engine.jobs import Job

# Cosine of pooled features, less their mean, of two shots of one moment.
_SAME_MOMENT = 0.9
_BLOCK = 2048


def duplicate_groups(
    hashes: NDArray[np.uint8], features: NDArray[np.float16], among: NDArray[np.int64]
) -> Job[NDArray[np.int64]]:
    """Number the groups of photos that are copies, or nearly.

    Args:
        hashes: Perceptual hashes, uint8 [n, 8].
        features: Pooled features, [n, d].
        among: Photos of which the features are compared too, int64 [m]: those of which the user
            said something.

    Yields:
        Progress of the comparison.

    Returns:
        int64 [n]; photos of one number belong together.
    """
    parent = np.arange(len(hashes))
    distinct, inverse = np.unique(hashes, axis=0, return_inverse=True)
    first = np.full(len(distinct), -1)
    for photo, number in enumerate(inverse.reshape(-1)):
        if first[number] < 0:
            first[number] = photo
        _join(parent, int(first[number]), photo)
    for a, b in (yield from near_pairs(distinct)):
        _join(parent, int(first[a]), int(first[b]))
    for a, b in _alike(features, among):
        _join(parent, a, b)
    return np.array([_root(parent, photo) for photo in range(len(parent))], np.int64)


def _alike(features: NDArray[np.float16], among: NDArray[np.int64]) -> list[tuple[int, int]]:
    if len(among) < 2:
        return []
    rows = features[among].astype(np.float32)
    rows -= rows.mean(axis=0)
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    pairs: list[tuple[int, int]] = []
    for start in range(0, len(rows), _BLOCK):
        cosines = rows[start : start + _BLOCK] @ rows.T
        for row, column in np.argwhere(cosines > _SAME_MOMENT):
            if start + row < column:
                pairs.append((int(among[start + row]), int(among[column])))
    return pairs


def _root(parent: NDArray[np.int64], photo: int) -> int:
    while parent[photo] != photo:
        parent[photo] = parent[parent[photo]]
        photo = int(parent[photo])
    return photo


def _join(parent: NDArray[np.int64], a: int, b: int) -> None:
    first, second = sorted((_root(parent, a), _root(parent, b)))
    parent[second] = first
