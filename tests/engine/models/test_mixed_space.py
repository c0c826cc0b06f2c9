"""Two spaces put together: scores are mixed, and photos that lie near all captions lose."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.models.mixed_space import MixedSpace, scaled_dimension

_PARENT, _NEW = 6, 4


def unit(count: int, dimension: int, seed: int) -> NDArray[np.float32]:
    rows = np.random.default_rng(seed).standard_normal((count, dimension))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture
def space() -> MixedSpace:
    return MixedSpace(0.3, unit(9, _PARENT, 0), unit(9, _NEW, 1), neighbours=2)


def test_a_product_is_the_mix_less_half_the_nearness_to_captions(space: MixedSpace) -> None:
    photos, texts = (unit(5, _PARENT, 2), unit(5, _NEW, 3)), (unit(3, _PARENT, 4), unit(3, _NEW, 5))

    def mix(first: tuple[NDArray, NDArray], second: tuple[NDArray, NDArray]) -> NDArray:  # type: ignore[type-arg]
        return 0.7 * first[0] @ second[0].T + 0.3 * first[1] @ second[1].T

    near = np.sort(mix(photos, (space.parent_captions, space.new_captions)), axis=1)[:, -2:]
    wanted = mix(photos, texts) - near.mean(axis=1, keepdims=True) / 2
    found_photos, found_texts = space.photos(*photos), space.texts(*texts)
    np.testing.assert_allclose(found_photos @ found_texts.T, wanted / 1.5, atol=1e-6)
    for rows in (found_photos, found_texts):
        assert rows.shape[1] == scaled_dimension(_PARENT, _NEW, space.neighbours)
        assert rows.dtype == np.float32
        np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)


def test_a_photo_that_was_learned_gives_way_to_one_that_nobody_described() -> None:
    """The first photo lies near every caption, as those do whose captions were learned."""
    captions = np.array([[0.9, 0.44, 0], [0.9, 0, 0.44], [0.9, -0.44, 0]], np.float32)
    photos = np.array([[1, 0, 0], [0.5, 0.866, 0]], np.float32)
    nothing = np.zeros((3, 1), np.float32)
    asked = np.array([[0.9, 0.436, 0]], np.float32)
    scaled = MixedSpace(0.5, captions, nothing, neighbours=3)
    for space, first in ((MixedSpace.plain(0.5), 0), (scaled, 1)):
        found = space.texts(asked, nothing[:1]) @ space.photos(photos, nothing[:2]).T
        assert found.argmax() == first


def test_the_parent_alone_is_as_it_was(space: MixedSpace) -> None:
    parent, new = unit(4, _PARENT, 6), unit(4, _NEW, 7)
    alone = replace(space, share=0.0)
    assert not alone.scales
    assert alone.tensors() == {}
    for side in (alone.photos, alone.texts):
        np.testing.assert_array_equal(side(parent, new)[:, :_PARENT], parent)
        assert not side(parent, new)[:, _PARENT:].any()


def test_it_is_read_back_as_it_was_saved(space: MixedSpace) -> None:
    again = MixedSpace.of(space.share, space.neighbours, space.tensors())
    parent, new = unit(4, _PARENT, 8), unit(4, _NEW, 9)
    np.testing.assert_allclose(again.photos(parent, new), space.photos(parent, new), atol=1e-3)
    with pytest.raises(KeyError):
        MixedSpace.of(space.share, space.neighbours, {})
    with pytest.raises(ValueError, match="a row of both"):
        MixedSpace.of(space.share, 10, space.tensors())
