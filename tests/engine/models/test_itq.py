"""Iterative quantisation on small clouds of points."""

import numpy as np
import pytest

from engine.models.itq import fit_itq


def clusters(seed: int, *, each: int, size: int = 32, spread: float = 0.3) -> np.ndarray:
    rng = np.random.default_rng(seed)
    centres = np.random.default_rng(99).standard_normal((6, size))
    labels = np.repeat(np.arange(6), each)
    points = centres[labels] + spread * rng.standard_normal((len(labels), size))
    return points.astype(np.float32)


def loss(vectors: np.ndarray, iterations: int) -> float:
    """Share of the variance that is lost between the components and the corners."""
    coder = fit_itq(vectors, bits=16, iterations=iterations)
    components = (vectors - coder.mean) @ coder.projection
    components /= np.abs(components).mean()
    return float(np.mean((np.where(components >= 0, 1, -1) - components) ** 2))


def test_iterations_bring_the_components_nearer_to_the_corners() -> None:
    vectors = clusters(0, each=50)
    assert loss(vectors, 50) < 0.9 * loss(vectors, 0)


def test_projection_is_an_orthonormal_basis_of_the_principal_axes() -> None:
    vectors = clusters(1, each=50)
    projection = fit_itq(vectors, bits=16).projection
    np.testing.assert_allclose(projection.T @ projection, np.eye(16), atol=1e-5)
    centred = vectors - vectors.mean(axis=0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    captured = np.sum((centred @ projection) ** 2)
    assert captured == pytest.approx(np.sum((centred @ axes[:16].T) ** 2), rel=1e-4)


def test_codes_of_one_cluster_are_nearer_than_those_of_others() -> None:
    coder = fit_itq(clusters(2, each=40), bits=16)
    codes = coder.encode(clusters(3, each=10))  # points that the fit has not seen
    assert codes.dtype == np.bool_
    assert codes.shape == (60, 16)
    distances = (codes[:, None] != codes[None]).sum(axis=2)
    same = np.repeat(np.arange(6), 10)[:, None] == np.repeat(np.arange(6), 10)[None]
    assert distances[same].mean() < 0.5 * distances[~same].mean()


@pytest.mark.parametrize("shape", [(1, 8), (5, 100), (500, 8)], ids=str)
def test_fewer_photos_or_dimensions_than_bits(shape: tuple[int, int]) -> None:
    vectors = np.random.default_rng(4).standard_normal(shape).astype(np.float32)
    coder = fit_itq(vectors, bits=64, iterations=10)
    assert coder.encode(vectors).shape == (shape[0], 64)
    assert np.isfinite(coder.projection).all()


def test_seed_decides_the_codes() -> None:
    vectors = clusters(5, each=20)
    one, again, other = (fit_itq(vectors, bits=16, seed=s).encode(vectors) for s in (1, 1, 2))
    np.testing.assert_array_equal(one, again)
    assert not np.array_equal(one, other)
