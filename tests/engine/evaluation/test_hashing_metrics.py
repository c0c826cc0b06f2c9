"""Measures by distance level against brute force over the orders inside ties."""

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.evaluation import hashing_metrics as measures

# One query: for each item its distance and whether it is relevant.
Item = tuple[int, bool]
small_lists = st.lists(st.tuples(st.integers(0, 3), st.booleans()), min_size=1, max_size=7)


def counts(lists: Sequence[Sequence[Item]], levels: int = 4) -> tuple[np.ndarray, np.ndarray]:
    items, relevant = np.zeros((2, len(lists), levels), np.int64)
    for query, entries in enumerate(lists):
        for distance, hit in entries:
            items[query, distance] += 1
            relevant[query, distance] += hit
    return items, relevant


def ordinary_ap(hits: Sequence[bool], divisor: float) -> float:
    found, total = 0, 0.0
    for place, hit in enumerate(hits, start=1):
        if hit:
            found += 1
            total += found / place
    return total / divisor if divisor else 0.0


def sorted_orders(entries: Sequence[Item]) -> list[list[bool]]:
    """All distinct-by-index orders that sort by distance, as relevance lists."""
    levels = [
        [hit for distance, hit in entries if distance == level]
        for level in sorted({distance for distance, _ in entries})
    ]
    choices = itertools.product(*(itertools.permutations(level) for level in levels))
    return [list(itertools.chain.from_iterable(choice)) for choice in choices]


@settings(max_examples=60)
@given(small_lists)
def test_ap_is_the_mean_over_all_orders(entries: list[Item]) -> None:
    total = sum(hit for _, hit in entries)
    ap = measures.average_precision(*counts([entries]))[0]
    if total:
        orders = [ordinary_ap(order, total) for order in sorted_orders(entries)]
        assert ap == pytest.approx(np.mean(orders), abs=1e-12)
        low, high = measures.average_precision_bounds(*counts([entries]))
        assert low[0] == pytest.approx(min(orders), abs=1e-12)
        assert high[0] == pytest.approx(max(orders), abs=1e-12)
    else:
        assert np.isnan(ap)


@settings(max_examples=60)
@given(small_lists, st.integers(1, 9))
def test_ap_at_k_is_the_mean_over_all_orders(entries: list[Item], k: int) -> None:
    total = sum(hit for _, hit in entries)
    ap = measures.average_precision(*counts([entries]), k=k)[0]
    if total:
        orders = [ordinary_ap(order[:k], min(total, k)) for order in sorted_orders(entries)]
        assert ap == pytest.approx(np.mean(orders), abs=1e-12)
    else:
        assert np.isnan(ap)


@settings(max_examples=60)
@given(small_lists, st.integers(1, 9))
def test_legacy_map_is_the_mean_over_all_orders(entries: list[Item], k: int) -> None:
    value = measures.map_at_k_legacy(*counts([entries]), k=k)
    if any(hit for _, hit in entries):
        orders = [ordinary_ap(order[:k], sum(order[:k])) for order in sorted_orders(entries)]
        assert value == pytest.approx(np.mean(orders), abs=1e-10)
    else:
        assert np.isnan(value)


@given(st.permutations(range(8)), st.lists(st.booleans(), min_size=8, max_size=8))
def test_without_ties_ap_is_the_ordinary_one(distances: list[int], hits: list[bool]) -> None:
    entries = list(zip(distances, hits, strict=True))
    ap = measures.average_precision(*counts([entries], levels=8))[0]
    if any(hits):
        expected = ordinary_ap([hit for _, hit in sorted(entries)], sum(hits))
        assert ap == pytest.approx(expected, abs=1e-12)


def test_dividing_by_the_hits_found_rewards_finding_fewer() -> None:
    finds_one = [(0, True), (1, False), (2, False), (3, True), (3, True)]
    finds_two = [(0, True), (1, False), (2, True), (3, True), (3, False)]
    legacy = [measures.map_at_k_legacy(*counts([e]), k=3) for e in (finds_one, finds_two)]
    honest = [measures.average_precision(*counts([e]), k=3)[0] for e in (finds_one, finds_two)]
    assert legacy[0] > legacy[1]
    assert honest[0] < honest[1]


def random_codes(
    seed: int, queries: int = 12, database: int = 300, bits: int = 16
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 4, queries + database)
    # Codes lean towards their label's, so that the measures are far from 0 and 1.
    centres = rng.random((4, bits)) < 0.5
    codes = centres[labels] ^ (rng.random((queries + database, bits)) < 0.3)
    return codes[:queries], codes[queries:], labels[:queries], labels[queries:]


def count(
    codes: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray],
) -> tuple[np.ndarray, np.ndarray]:
    return measures.count_levels(
        codes[0], codes[1], query_labels=codes[2], database_labels=codes[3]
    )


@pytest.mark.parametrize("block", [1, 1000, 10_000_000])
def test_counts_by_level_are_those_of_a_plain_loop(
    block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measures, "BLOCK_PAIRS", block)
    codes = random_codes(0)
    items, relevant = count(codes)
    expected_items, expected_relevant = np.zeros_like(items), np.zeros_like(relevant)
    for query, database in itertools.product(range(12), range(300)):
        distance = np.count_nonzero(codes[0][query] != codes[1][database])
        expected_items[query, distance] += 1
        expected_relevant[query, distance] += codes[2][query] == codes[3][database]
    np.testing.assert_array_equal(items, expected_items)
    np.testing.assert_array_equal(relevant, expected_relevant)


def test_map_does_not_depend_on_the_order_of_the_database() -> None:
    queries, database, query_labels, labels = random_codes(1)
    order = np.random.default_rng(2).permutation(len(database))
    shuffled = count((queries, database[order], query_labels, labels[order]))
    plain = count((queries, database, query_labels, labels))
    np.testing.assert_array_equal(
        measures.average_precision(*plain), measures.average_precision(*shuffled)
    )


@pytest.mark.parametrize("k", [None, 37])
def test_map_is_near_the_mean_of_400_shuffles(k: int | None) -> None:
    queries, database, query_labels, labels = codes = random_codes(3)
    exact = np.mean(measures.average_precision(*count(codes), k=k))
    distances = (queries[:, None] != database[None]).sum(axis=2)
    rng = np.random.default_rng(4)
    shuffles = []
    for _ in range(400):
        order = rng.permutation(len(database))
        values = []
        for query in range(len(queries)):
            ranking = order[np.argsort(distances[query, order], kind="stable")][:k]
            hits = labels[ranking] == query_labels[query]
            possible = min(np.count_nonzero(labels == query_labels[query]), k or len(labels))
            places = np.flatnonzero(hits) + 1
            values.append((np.arange(1, len(places) + 1) / places).sum() / possible)
        shuffles.append(np.mean(values))
    assert exact == pytest.approx(np.mean(shuffles), abs=1e-3)


def test_bounds_hold_the_tie_aware_value() -> None:
    table = count(random_codes(5))
    low, high = measures.average_precision_bounds(*table)
    exact = measures.average_precision(*table)
    assert np.all(low < exact)
    assert np.all(exact < high)


BALLS: list[list[Item]] = [
    [(0, True), (2, False), (3, True)],  # precision 1/2 within radius 2
    [(1, True), (2, True)],  # 1
    [(3, True), (3, False)],  # empty
    [(2, False), (3, False)],  # 0, and nothing to find at all
]


def test_precision_within_radius_counts_an_empty_ball_as_zero() -> None:
    ball = measures.precision_within_radius(*counts(BALLS), radius=2)
    assert ball.precision == pytest.approx(1.5 / 4)
    assert ball.empty_rate == pytest.approx(1 / 4)
    assert ball.precision_nonempty == pytest.approx(1.5 / 3)


def test_precision_where_every_ball_is_empty() -> None:
    ball = measures.precision_within_radius(*counts(BALLS[2:3]), radius=2)
    assert (ball.precision, ball.empty_rate) == (0, 1)
    assert np.isnan(ball.precision_nonempty)


def test_macro_curve_skips_empty_balls_and_says_how_many() -> None:
    curve = measures.precision_recall_by_level(*counts(BALLS), average="macro")
    np.testing.assert_array_equal(curve.empty_queries, [3, 2, 1, 0])
    np.testing.assert_allclose(
        curve.precision, [1, 1, (1 / 2 + 1 + 0) / 3, (2 / 3 + 1 + 1 / 2 + 0) / 4]
    )
    np.testing.assert_allclose(curve.recall, [0.5 / 3, 1 / 3, 1.5 / 3, 1])


def test_micro_curve_divides_sums() -> None:
    curve = measures.precision_recall_by_level(*counts(BALLS), average="micro")
    np.testing.assert_allclose(curve.precision, [1, 1, 3 / 5, 5 / 9])
    np.testing.assert_allclose(curve.recall, [1 / 5, 2 / 5, 3 / 5, 1])


def test_curve_has_no_precision_where_nothing_is_returned() -> None:
    for average in ("macro", "micro"):
        curve = measures.precision_recall_by_level(*counts(BALLS[2:3]), average=average)
        np.testing.assert_array_equal(curve.precision, [np.nan, np.nan, np.nan, 0.5])


def test_photos_with_several_labels_are_relevant_if_they_share_one() -> None:
    codes = np.array([[0, 0], [0, 1], [1, 1]], bool)
    labels = np.array([[1, 1, 0], [0, 1, 1], [0, 0, 1]], bool)
    photos = measures.CodedPhotos(codes, labels)
    items, relevant = measures.count_levels_among(photos, photos)
    assert items[0].tolist() == [1, 1, 1]
    assert relevant[0].tolist() == [1, 1, 0]
    assert relevant[2].tolist() == [1, 1, 0]


def test_copies_of_a_photo_are_not_searched() -> None:
    codes = np.array([[0, 0], [0, 0], [1, 1]], bool)
    labels = np.array([5, 5, 5])
    photos = measures.CodedPhotos(codes, labels, groups=np.array([1, 1, 2]))
    items, relevant = measures.count_levels_among(photos, photos)
    assert items.tolist() == [[0, 0, 1], [0, 0, 1], [0, 0, 2]]
    assert np.array_equal(items, relevant)
