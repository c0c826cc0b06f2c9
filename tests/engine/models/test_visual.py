import numpy as np
import pytest
from numpy.typing import NDArray

from engine.models.visual import VISUAL_DIM, derive_visual, fit_visual, query_views

WIDTH = 2048


def _features(rng: np.random.Generator, photos: int) -> NDArray[np.float16]:
    """Features as they come: the pooled part is not negative, the layout has both signs."""
    pooled = rng.gamma(0.3, 1.0, (photos, 1280))
    return np.concatenate([pooled, rng.normal(0, 2, (photos, 768))], axis=1).astype(np.float16)


@pytest.mark.parametrize("photos", [0, 1, 3, 50, 1100])
def test_a_copy_is_nearest_in_a_library_of_any_size(rng: np.random.Generator, photos: int) -> None:
    statistics = fit_visual(_features(rng, photos))
    later = _features(rng, 20)
    noise = rng.normal(0, 0.2, later.shape).astype(np.float16)
    vectors = derive_visual(later, statistics)
    copies = derive_visual(later + noise, statistics)
    assert vectors.shape == (20, VISUAL_DIM)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert (copies @ vectors.T).argmax(axis=1).tolist() == list(range(20))


def test_a_row_does_not_depend_on_its_neighbours(rng: np.random.Generator) -> None:
    features = _features(rng, 100)
    statistics = fit_visual(features)
    together = derive_visual(features, statistics)
    alone = derive_visual(features[7:8], statistics)
    np.testing.assert_allclose(alone[0], together[7], atol=1e-6)


def test_the_fit_is_repeatable(rng: np.random.Generator) -> None:
    features = _features(rng, 60)
    first, second = fit_visual(features), fit_visual(features)
    np.testing.assert_array_equal(first["visual_axes"], second["visual_axes"])


def test_copies_of_one_photo_and_blank_features_do_no_harm(rng: np.random.Generator) -> None:
    same = np.repeat(_features(rng, 1), 30, axis=0)
    blank = np.zeros((2, WIDTH), np.float16)
    statistics = fit_visual(np.concatenate([same, blank]))
    assert np.isfinite(derive_visual(np.concatenate([same, blank]), statistics)).all()


def test_a_query_is_turned_and_mirrored(rng: np.random.Generator) -> None:
    picture = rng.integers(0, 256, (224, 224, 3), np.uint8)
    views = query_views(picture)
    assert views.dtype == np.uint8
    np.testing.assert_array_equal(views[0], picture)
    shown = {view.tobytes() for view in views}
    turned = np.rot90(picture, -1)
    assert turned.tobytes() in shown
    assert np.ascontiguousarray(picture[:, ::-1]).tobytes() in shown
