"""Canonical correlation analysis in closed form: where the dual encoder starts, and its rival.

Regularised CCA (Hotelling, 1936; Vinod, 1976) of a photo's features and its sentences' vectors.
Each direction is scaled by its correlation, so that what both sides agree on counts more. numpy.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_TEXT_SHARE: Final = 20


@dataclass(frozen=True, slots=True)
class Pairs:
    """Photos and sentences about them.

    Attributes:
        images: [n, f], one row a photo.
        texts: [m, t], one row a sentence.
        owners: [m], the photo of each sentence; every photo has one at least.
        weights: [m], how much a sentence counts beside its photo's others.
    """

    images: NDArray[np.floating]
    texts: NDArray[np.floating]
    owners: NDArray[np.int64]
    weights: NDArray[np.floating]

    def shares(self) -> Array:
        """Return how much each sentence counts, [m]; those of one photo add up to 1."""
        totals = np.bincount(self.owners, weights=self.weights, minlength=len(self.images))
        found: Array = self.weights / totals[self.owners]
        return found


@dataclass(frozen=True, slots=True)
class Cca:
    """Two linear maps into one space.

    Attributes:
        image_mean: float64 [f].
        image_map: float64 [f, d].
        text_mean: float64 [t].
        text_map: float64 [t, d].
        correlations: float64 [d], of the regularised problem, descending.
    """

    image_mean: Array
    image_map: Array
    text_mean: Array
    text_map: Array
    correlations: Array

    def images(self, rows: NDArray[np.floating]) -> Array:
        """Map photos, [n, f] to float64 [n, d]."""
        mapped: Array = (rows - self.image_mean) @ self.image_map
        return mapped

    def texts(self, rows: NDArray[np.floating]) -> Array:
        """Map sentences, [m, t] to float64 [m, d]."""
        mapped: Array = (rows - self.text_mean) @ self.text_map
        return mapped


class CcaFit:
    """What all regularisers share, so that trying several takes little more time than one.

    Args:
        pairs: What to learn from.
    """

    def __init__(self, pairs: Pairs) -> None:
        shares = pairs.shares()
        count = len(pairs.images)
        self._rank = max(1, count - 1)
        self._image_mean = pairs.images.mean(axis=0, dtype=np.float64)
        self._text_mean = shares @ pairs.texts / count
        photos, sentences = pairs.images - self._image_mean, pairs.texts - self._text_mean
        mean_sentences = np.zeros((count, sentences.shape[1]))
        np.add.at(mean_sentences, pairs.owners, sentences * shares[:, None])
        self._image_axes, self._image_squares = _axes(photos)
        self._text_axes, self._text_squares = _axes(sentences * np.sqrt(shares)[:, None])
        self._crossed = (photos @ self._image_axes).T @ (mean_sentences @ self._text_axes)
        self._image_ridge = max(float(np.sum(photos**2)) / photos.shape[1], 1e-9)
        self._text_ridge = max(float(self._text_squares.sum()) / sentences.shape[1], 1e-9)

    def solve(self, regulariser: float, dimension: int) -> Cca:
        """Return the maps.

        Args:
            regulariser: Of the photos' covariance, in units of its mean variance; a twentieth of
                it for the sentences, which have fewer dimensions and more rows.
            dimension: Of the space; directions that the pairs do not give are 0.
        """
        left = self._image_axes / np.sqrt(self._image_squares + regulariser * self._image_ridge)
        text_ridge = regulariser / _TEXT_SHARE * self._text_ridge
        right = self._text_axes / np.sqrt(self._text_squares + text_ridge)
        whitened = (
            self._crossed
            / np.sqrt(self._image_squares + regulariser * self._image_ridge)[:, None]
            / np.sqrt(self._text_squares + text_ridge)
        )
        directions, found, others = np.linalg.svd(whitened, full_matrices=False)
        kept = min(dimension, len(found), self._rank)
        correlations = np.zeros(dimension)
        correlations[:kept] = found[:kept]
        image_map = np.zeros((len(left), dimension))
        text_map = np.zeros((len(right), dimension))
        image_map[:, :kept] = left @ directions[:, :kept] * found[:kept]
        text_map[:, :kept] = right @ others[:kept].T * found[:kept]
        return Cca(self._image_mean, image_map, self._text_mean, text_map, correlations)


def _axes(rows: Array) -> tuple[Array, Array]:
    """Return the rows' principal axes as columns [f, k], and their sums of squares [k]."""
    is_wide = len(rows) < rows.shape[1]
    squares, columns = np.linalg.eigh(rows @ rows.T if is_wide else rows.T @ rows)
    is_real = squares > max(1e-10 * squares[-1], 1e-12)
    if not is_real.any():  # all rows are equal: any axis, with no variance
        return np.eye(rows.shape[1], 1), np.zeros(1)
    squares, axes = squares[is_real], columns[:, is_real]
    if is_wide:
        axes = rows.T @ (axes / np.sqrt(squares))
    return axes, squares
