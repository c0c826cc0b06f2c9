"""Ranks and classification measures against brute force."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.evaluation import metrics


def brute_force_rank(scores: list[int], target: int) -> float:
    """Mean 1-based place of the target over every order that sorts by score."""
    places = [
        order.index(target) + 1
        for order in itertools.permutations(range(len(scores)))
        if all(scores[a] >= scores[b] for a, b in itertools.pairwise(order))
    ]
    return float(np.mean(places))


@given(st.lists(st.integers(0, 3), min_size=1, max_size=6), st.data())
def test_rank_is_the_mean_place_over_all_orders_of_the_ties(
    scores: list[int], data: st.DataObject
) -> None:
    target = data.draw(st.integers(0, len(scores) - 1))
    relevant = np.arange(len(scores))[None] == target
    rank = metrics.rank_of_best(np.array([scores], np.float32), relevant)[0]
    assert rank == pytest.approx(brute_force_rank(scores, target))


def test_rank_with_several_relevant_is_that_of_the_best() -> None:
    scores = np.array([[0.9, 0.5, 0.7, 0.5]])
    assert metrics.rank_of_best(scores, np.array([[False, True, False, True]]))[0] == 3
    assert metrics.rank_of_best(scores, np.array([[False, True, True, False]]))[0] == 2


def test_equal_relevant_items_do_not_push_each_other_back() -> None:
    scores = np.array([[0.9, 0.9, 0.1]])
    assert metrics.rank_of_best(scores, np.array([[True, True, False]]))[0] == 1
    # A stranger in the tie does: on average it comes first half of the time.
    assert metrics.rank_of_best(np.array([[0.9, 0.9]]), np.array([[True, False]]))[0] == 1.5


def test_query_without_relevant_item_is_left_out() -> None:
    ranks = metrics.rank_of_best(
        np.array([[1.0, 2.0], [1.0, 2.0]]), np.array([[False, False], [False, True]])
    )
    assert np.isnan(ranks[0])
    assert ranks[1] == 1
    assert metrics.recall_at(ranks, 1) == 1
    assert metrics.median_rank(ranks) == 1


def unit(seed: int, rows: int, size: int = 8) -> np.ndarray:
    vectors = np.random.default_rng(seed).standard_normal((rows, size)).astype(np.float32)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


@pytest.mark.parametrize("block", [1, 60, 1_000_000])
def test_ranks_by_block_are_those_of_a_plain_sort(
    block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "BLOCK_SCORES", block)
    images, captions = unit(1, 20), unit(2, 55)
    photo_of_caption = np.random.default_rng(3).integers(0, 20, 55)
    to_image = metrics.retrieval_ranks(
        captions, images, query_groups=photo_of_caption, gallery_groups=np.arange(20)
    )
    to_text = metrics.retrieval_ranks(
        images, captions, query_groups=np.arange(20), gallery_groups=photo_of_caption
    )
    for caption, photo in enumerate(photo_of_caption):
        order = np.argsort(-(images @ captions[caption]))
        assert to_image[caption] == 1 + list(order).index(photo)
    for photo in range(20):
        hits = photo_of_caption[np.argsort(-(captions @ images[photo]))] == photo
        assert np.isnan(to_text[photo]) if not hits.any() else to_text[photo] == 1 + hits.argmax()


def test_ranks_do_not_depend_on_the_order_of_the_gallery() -> None:
    images = unit(1, 40)
    images[20:] = images[:20]  # every photo twice: ties in each query
    captions, photo_of_caption = unit(2, 30), np.arange(30)
    order = np.random.default_rng(4).permutation(40)
    plain, shuffled = (
        metrics.retrieval_ranks(
            captions, images[o], query_groups=photo_of_caption, gallery_groups=np.arange(40)[o]
        )
        for o in (np.arange(40), order)
    )
    np.testing.assert_array_equal(plain, shuffled)
    assert np.all(plain % 1 == 0.5)  # half of one equal item, wherever it lies


def test_recall_median_and_rsum() -> None:
    to_image, to_text = np.array([1, 1.5, 4, 11]), np.array([2.0, 5, 5.5, 10])
    assert [metrics.recall_at(to_image, k) for k in (1, 5, 10)] == [0.25, 0.75, 0.75]
    assert [metrics.recall_at(to_text, k) for k in (1, 5, 10)] == [0, 0.5, 1]
    assert metrics.median_rank(to_image) == 2.75
    assert metrics.rsum(to_image, to_text) == pytest.approx(3.25)


def test_classes_with_the_same_text_share_the_answer() -> None:
    scores = np.array([[0.5, 0.5, 0.1], [0.2, 0.3, 0.1], [0.2, 0.3, 0.1]])
    correct = metrics.expected_correct(scores, np.array([0, 1, 2]))
    assert correct.tolist() == [0.5, 1, 0]


def test_mean_per_class_accuracy_weighs_classes_alike() -> None:
    actual = np.array([0] * 8 + [2] * 2)
    correct = np.array([True] * 8 + [True, False])
    assert metrics.accuracy(correct) == pytest.approx(0.9)
    assert metrics.mean_per_class_accuracy(correct, actual) == pytest.approx(0.75)
    by_class = metrics.per_class_accuracy(correct, actual, classes=3)
    np.testing.assert_array_equal(by_class, [1, np.nan, 0.5])


def brute_force_calibration_error(confidence: list[float], correct: list[bool], bins: int) -> float:
    error = 0.0
    for number in range(bins):
        inside = [
            (c, r)
            for c, r in zip(confidence, correct, strict=True)
            if number / bins < c <= (number + 1) / bins or (number == 0 and c == 0)
        ]
        if inside:
            sure, right = np.mean([c for c, _ in inside]), np.mean([r for _, r in inside])
            error += len(inside) / len(confidence) * float(abs(sure - right))
    return error


# Eighths of bins: no float lies on an edge by rounding alone.
@given(st.lists(st.tuples(st.integers(0, 64), st.booleans()), min_size=1, max_size=40))
def test_calibration_error_is_that_of_its_definition(pairs: list[tuple[int, bool]]) -> None:
    confidence, correct = [c / 64 for c, _ in pairs], [r for _, r in pairs]
    assert metrics.expected_calibration_error(confidence, correct, bins=8) == pytest.approx(
        brute_force_calibration_error(confidence, correct, 8)
    )


def test_calibration_error_of_honest_and_boastful_models() -> None:
    assert metrics.expected_calibration_error([0.75] * 4, [1, 1, 1, 0]) == pytest.approx(0)
    assert metrics.expected_calibration_error([1.0] * 4, [1, 0, 0, 0]) == pytest.approx(0.75)
