"""Search by code against plain counting of bits."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models.codes import BITS, CODE, ItqCoder, pack, unpack
from engine.search.codes import (
    CodeQuery,
    CodeSpace,
    count_within,
    default_radius,
    first_stage,
    first_stage_count,
    first_stage_recall,
    hamming,
    nearest_codes,
    search_codes,
)

ROWS, DIMENSION = 300, 12


@dataclass(frozen=True)
class Signs:
    """A coder whose features are the code's own values."""

    bits: int = 32
    name: str = "signs"

    def fit_statistics(self, features: np.ndarray) -> dict[str, np.ndarray]:
        return {}

    def derive(
        self, features: np.ndarray, statistics: Mapping[str, np.ndarray]
    ) -> dict[str, np.ndarray]:
        return {CODE: pack(features >= 0)}


@pytest.fixture
def library(rng: np.random.Generator) -> tuple[CodeSpace, np.ndarray, np.ndarray]:
    """Return codes, their features and visual vectors."""
    features = rng.normal(size=(ROWS, 32))
    visual = rng.normal(size=(ROWS, DIMENSION)).astype(np.float32)
    visual /= np.linalg.norm(visual, axis=1, keepdims=True)
    return CodeSpace(Signs(), {}, pack(features >= 0)), features, visual


def plain_distances(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    return np.asarray((unpack(first) != unpack(second[None])).sum(axis=1))


@given(st.integers(1, 40), st.sampled_from(BITS), st.integers(0, 2**31))
def test_packing_and_unpacking_are_each_others_opposite(rows: int, bits: int, seed: int) -> None:
    codes = np.random.default_rng(seed).random((rows, bits)) < 0.5
    packed = pack(codes)
    assert packed.shape == (rows, bits // 8)
    assert packed.dtype == np.uint8
    assert np.array_equal(unpack(packed), codes)


@pytest.mark.parametrize("bits", BITS)
def test_distances_are_the_bits_that_differ(rng: np.random.Generator, bits: int) -> None:
    codes = rng.integers(0, 256, (500, bits // 8), dtype=np.uint8)
    assert np.array_equal(hamming(codes, codes[3]), plain_distances(codes, codes[3]))


def test_no_codes_have_no_distances() -> None:
    assert len(hamming(np.zeros((0, 4), np.uint8), np.zeros(4, np.uint8))) == 0


@given(st.lists(st.integers(0, 9), max_size=60), st.integers(0, 70))
def test_nearest_codes_are_sorted_with_ties_by_row(values: list[int], count: int) -> None:
    distances = np.array(values, np.uint8)
    expected = sorted(range(len(values)), key=lambda row: (values[row], row))
    is_findable = [row for row in expected if values[row] <= 8]
    within = count_within(distances, bits=8)
    assert nearest_codes(distances, count, within).tolist() == is_findable[:count]


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
@pytest.mark.parametrize("more", [[], [9]])
def test_counts_are_strictly_below_each_radius(kind: type, more: list[int]) -> None:
    within = count_within(np.array([0, 2, 2, 5, *more], kind), bits=8)
    assert within.tolist() == [0, 1, 1, 3, 3, 3, 4, 4, 4, 4]


@pytest.mark.parametrize("radius", [1, 8, 14, 16, 20, 33, 1000])
def test_s3_5_the_photos_strictly_within_the_radius_most_alike_first(
    library: tuple[CodeSpace, np.ndarray, np.ndarray], radius: int
) -> None:
    space, features, visual = library
    query = CodeQuery(features[7:8], visual[7], radius, count=ROWS)
    found = search_codes(space, visual, query)
    distances = plain_distances(space.codes, space.codes[7])
    inside = np.flatnonzero(distances < radius)
    assert set(found.rows.tolist()) == set(inside.tolist())
    assert not found.is_nearest
    assert found.rows[0] == 7
    assert np.all(np.diff(found.cosines) <= 0)
    assert np.array_equal(found.distances, distances[found.rows])
    assert found.within[min(radius, 33)] == len(inside)
    assert found.within[-1] == ROWS


@pytest.mark.parametrize("radius", [0, -3])
def test_an_empty_ball_gives_the_nearest_codes_and_says_so(
    library: tuple[CodeSpace, np.ndarray, np.ndarray], radius: int
) -> None:
    space, features, visual = library
    found = search_codes(space, visual, CodeQuery(features[:1], visual[0], radius, count=5))
    distances = plain_distances(space.codes, space.codes[0])
    assert found.is_nearest
    assert sorted(found.distances.tolist()) == sorted(distances.tolist())[:5]
    alone = search_codes(space, visual, CodeQuery(features[:1], visual[0], radius, count=1))
    assert alone.rows.tolist() == [0], "of equal codes the most alike"


def test_what_is_excluded_is_neither_found_nor_counted(
    library: tuple[CodeSpace, np.ndarray, np.ndarray],
) -> None:
    space, features, visual = library
    excluded = list(range(0, ROWS, 2))
    query = CodeQuery(features[:1], visual[0], 33, count=ROWS, excluded=[*excluded, ROWS + 5])
    found = search_codes(space, visual, query)
    assert sorted(found.rows.tolist()) == list(range(1, ROWS, 2))
    assert found.within[-1] == ROWS // 2


def test_nothing_is_left_to_be_found(
    library: tuple[CodeSpace, np.ndarray, np.ndarray],
) -> None:
    space, features, visual = library
    query = CodeQuery(features[:1], visual[0], 10, count=5, excluded=range(ROWS))
    assert len(search_codes(space, visual, query).rows) == 0


def test_photos_without_vectors_yet_are_not_found(
    library: tuple[CodeSpace, np.ndarray, np.ndarray],
) -> None:
    space, features, visual = library
    query = CodeQuery(features[:1], visual[0], 33, count=ROWS)
    assert search_codes(space, visual[:10], query).rows.max() < 10


@pytest.mark.parametrize("bits", BITS)
def test_the_default_radius_grows_with_the_code(bits: int) -> None:
    assert bits / 8 <= default_radius(bits) <= bits / 4


def clustered(rng: np.random.Generator, rows: int) -> np.ndarray:
    """Return features around many centres, as photos of many occasions are."""
    centres = rng.normal(size=(rows // 20, 2048))
    which = rng.integers(len(centres), size=rows)
    found: Any = np.maximum(0, centres[which] + 0.7 * rng.normal(size=(rows, 2048)))
    return np.asarray(found, np.float16)


def test_a_first_stage_by_itq_codes_keeps_the_most_alike(rng: np.random.Generator) -> None:
    from engine.models.visual import derive_visual

    features = clustered(rng, 3000)
    coder = ItqCoder(128)
    statistics = coder.fit_statistics(features)
    codes = coder.derive(features, statistics)[CODE]
    visual = derive_visual(features, statistics)
    assert first_stage_count(len(codes)) == 1000
    assert first_stage_recall(codes, visual, queries=30) >= 0.95
    rubbish = rng.integers(0, 256, codes.shape, dtype=np.uint8)
    assert first_stage_recall(rubbish, visual, queries=30) < 0.6


def test_a_first_stage_leaves_enough(rng: np.random.Generator) -> None:
    codes = rng.integers(0, 256, (2000, 4), dtype=np.uint8)
    kept = first_stage(codes, codes[:2], excluded=[0])
    assert 0 not in kept
    assert 1 in kept
    assert 1000 <= len(kept) <= 2000
    assert [first_stage_count(rows) for rows in (10, 1500, 10**6)] == [10, 1000, 20_000]


def test_too_few_photos_for_a_first_stage() -> None:
    assert first_stage_recall(np.zeros((1, 16), np.uint8), np.zeros((1, 4), np.float32)) == 0
