"""Iterative quantisation: hash codes without any training labels, the reference for learned codes.

Gong & Lazebnik, "Iterative quantization: a Procrustean approach to learning binary codes" (CVPR
2011): principal components, then the rotation that brings them closest to the corners of a cube.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ITERATIONS = 50  # the paper's number; the loss has settled long before

# Rows turned into float64 at once.
_BLOCK_ROWS = 4096


@dataclass(frozen=True, slots=True)
class IterativeQuantization:
    """A fitted coder.

    Attributes:
        mean: float32 [d], subtracted first.
        projection: float32 [d, bits], principal axes times rotation.
    """

    mean: NDArray[np.float32]
    projection: NDArray[np.float32]

    def encode(self, vectors: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Turn vectors, float32 [n, d], into codes, bool [n, bits]."""
        # (v - mean) P = v P - mean P: no centred copy of all vectors.
        return np.asarray(vectors @ self.projection >= self.mean @ self.projection)


def fit_itq(
    vectors: NDArray[np.float32], *, bits: int, seed: int = 0, iterations: int = ITERATIONS
) -> IterativeQuantization:
    """Fit the coder to vectors.

    Fewer vectors or dimensions than bits are fine: the missing components are zero, and the
    rotation spreads the others over all bits.

    Args:
        vectors: float32 [n, d], n at least 1.
        bits: Length of a code.
        seed: Of the random rotation that the iteration starts from.
        iterations: Most rounds of the alternation.

    Returns:
        The coder.
    """
    mean = vectors.mean(axis=0, dtype=np.float64)
    axes = _principal_axes(vectors, mean, bits)
    components = np.concatenate(
        [(block - mean) @ axes for block in _blocks(vectors)]
    )  # float64 [n, bits]
    start = np.random.default_rng(seed).standard_normal((bits, bits))
    rotation, _ = np.linalg.qr(start)
    codes = np.zeros(components.shape, np.bool_)
    for _ in range(iterations):
        previous, codes = codes, components @ rotation >= 0
        if np.array_equal(codes, previous):
            break  # settled: every further round would repeat this one
        corners = np.where(codes, 1.0, -1.0)
        # Orthogonal Procrustes: the rotation that best maps the components onto the corners.
        left, _, right = np.linalg.svd(components.T @ corners)
        rotation = left @ right
    return IterativeQuantization(
        mean=mean.astype(np.float32), projection=(axes @ rotation).astype(np.float32)
    )


def _blocks(vectors: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    return [vectors[start : start + _BLOCK_ROWS] for start in range(0, len(vectors), _BLOCK_ROWS)]


def _principal_axes(
    vectors: NDArray[np.float32], mean: NDArray[np.float64], count: int
) -> NDArray[np.float64]:
    """Give the ``count`` directions of most variance, float64 [d, count]; zeros beyond d."""
    size = vectors.shape[1]
    scatter = np.zeros((size, size))
    for block in _blocks(vectors):
        centred = block - mean
        scatter += centred.T @ centred
    _, directions = np.linalg.eigh(scatter)  # by growing variance
    axes = np.zeros((size, count))
    kept = min(size, count)
    axes[:, :kept] = directions[:, ::-1][:, :kept]
    return axes
