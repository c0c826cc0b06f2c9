import numpy as np
import pytest

from engine.search import nearest as nearest_module
from engine.search.nearest import Float32, nearest


def _unit(rng: np.random.Generator, rows: int) -> Float32:
    vectors = rng.normal(size=(rows, 16)).astype(np.float32)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


@pytest.mark.parametrize("shard_rows", [10, 10_000])
def test_it_is_exact_with_views_and_exclusions_however_it_is_split(
    rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch, shard_rows: int
) -> None:
    monkeypatch.setattr(nearest_module, "_SHARD_ROWS", shard_rows)
    vectors, queries = _unit(rng, 500), _unit(rng, 3)
    excluded = rng.choice(500, 100, replace=False).tolist()
    scores = (vectors @ queries.T).max(axis=1)
    scores[excluded] = -np.inf
    best = np.argsort(-scores)[:40]

    rows, found = nearest(vectors, queries, count=40, excluded=excluded)

    assert rows.tolist() == best.tolist()
    np.testing.assert_allclose(found, scores[best], atol=1e-6)


def test_fewer_rows_than_asked_for(rng: np.random.Generator) -> None:
    vectors = _unit(rng, 5)
    rows, _ = nearest(vectors, vectors[:1], count=50, excluded=[1, 3])
    assert sorted(rows.tolist()) == [0, 2, 4]
    assert rows[0] == 0
    rows, scores = nearest(vectors[:0], vectors[:1], count=3)
    assert len(rows) == len(scores) == 0


def test_equal_scores_are_ordered_by_row(rng: np.random.Generator) -> None:
    vectors = np.repeat(_unit(rng, 1), 30, axis=0)
    rows, _ = nearest(vectors, vectors[:1], count=30)
    assert rows.tolist() == list(range(30))
