import numpy as np
import pytest
from numpy.typing import NDArray

from engine.models.cca import CcaFit, Pairs

RANDOM = np.random.default_rng(0)


def cosines(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    first = first / np.linalg.norm(first, axis=1, keepdims=True)
    second = second / np.linalg.norm(second, axis=1, keepdims=True)
    return first @ second.T


def made_pairs(photos: int, captions: int, width: int = 40) -> Pairs:
    """Two noisy views of what a few hidden causes make."""
    causes = RANDOM.standard_normal((photos, 6))
    owners = np.repeat(np.arange(photos), captions)
    images = causes @ RANDOM.standard_normal((6, width))
    texts = causes[owners] @ RANDOM.standard_normal((6, 20))
    images += 0.3 * RANDOM.standard_normal(images.shape)
    texts += 0.3 * RANDOM.standard_normal(texts.shape)
    return Pairs(images, texts, owners, np.ones(len(owners)))


@pytest.mark.parametrize("photos", [30, 120])  # fewer than features, and more
def test_it_is_the_textbook_solution(photos: int) -> None:
    pairs = made_pairs(photos, 3)
    found = CcaFit(pairs).solve(2.0, 5)
    centred = pairs.images - pairs.images.mean(axis=0)
    sentences = pairs.texts - pairs.texts.mean(axis=0)
    means = sentences.reshape(photos, 3, -1).mean(axis=1)
    left = centred.T @ centred
    left += 2.0 * np.trace(left) / len(left) * np.eye(len(left))
    right = sentences.T @ sentences / 3
    right += 0.1 * np.trace(right) / len(right) * np.eye(len(right))
    whitened = np.linalg.solve(np.linalg.cholesky(left), centred.T @ means)
    whitened = np.linalg.solve(np.linalg.cholesky(right), whitened.T).T
    expected = np.linalg.svd(whitened, compute_uv=False)[:5]
    np.testing.assert_allclose(found.correlations, expected, atol=1e-8)


def test_photos_find_their_sentences_where_both_were_never_seen() -> None:
    pairs = made_pairs(200, 1)
    seen = Pairs(pairs.images[:150], pairs.texts[:150], pairs.owners[:150], pairs.weights[:150])
    found = CcaFit(seen).solve(0.1, 6)
    scores = cosines(found.texts(pairs.texts[150:]), found.images(pairs.images[150:]))
    assert np.mean(scores.argmax(axis=1) == np.arange(50)) > 0.8


def test_a_caption_that_weighs_nothing_changes_nothing() -> None:
    pairs = made_pairs(30, 2)
    weights = np.where(np.arange(60) % 2, 1e-12, 1.0)
    wrong = pairs.texts.copy()
    wrong[1::2] = RANDOM.standard_normal(wrong[1::2].shape)
    first = CcaFit(Pairs(pairs.images, wrong, pairs.owners, weights)).solve(1.0, 4)
    alone = Pairs(pairs.images, pairs.texts[::2], pairs.owners[::2], np.ones(30))
    second = CcaFit(alone).solve(1.0, 4)
    np.testing.assert_allclose(first.correlations, second.correlations, atol=1e-6)


def test_two_photos_and_equal_photos_still_give_numbers() -> None:
    pairs = made_pairs(2, 1)
    found = CcaFit(pairs).solve(5.0, 8)
    assert np.isfinite(found.images(pairs.images)).all()
    assert np.count_nonzero(found.correlations) == 1
    equal = Pairs(np.ones((3, 4)), pairs.texts[[0, 1, 0]], np.arange(3), np.ones(3))
    found = CcaFit(equal).solve(5.0, 8)
    assert np.isfinite(found.image_map).all()
