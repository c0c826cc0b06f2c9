"""The report on codes, on a folder of drawn photos."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.errors import EvaluationError
from engine.evaluation.gallery import Prepare
from engine.evaluation.hashing import Draw, evaluate_hashing
from engine.jobs import run

Painter = Callable[..., Path]


def report(photos: Path, encoder: Any, prepare: Prepare, **options: int) -> dict[str, Any]:
    return run(evaluate_hashing(photos, encoder=encoder, prepare=prepare, draw=Draw(**options)))


def test_report(labelled: Path, encoder: Any, prepare: Prepare) -> None:
    result = report(labelled, encoder, prepare)
    assert (result["model"], result["method"], result["bits"]) == ("colours-1", "itq", 64)
    assert (result["queries"], result["database"]) == (6, 54)
    assert 70 < result["mAP"] < 100  # by chance it is about 20
    assert result["mAP_min"] <= result["mAP"] <= result["mAP_max"]
    assert result["mAP@100"] == result["mAP"]  # the database is smaller than 100
    assert result["mAP@100_legacy"] == result["mAP"]
    assert [point["distance"] for point in result["curve"]] == list(range(65))
    assert result["curve"][-1]["recall"] == 100
    assert result["curve"][-1]["precision"] < result["curve"][20]["precision"]
    assert 0 <= result["empty_rate"] <= 100
    assert result["queries_without_relevant"] == 0
    assert result["skipped"] == []
    assert json.loads(json.dumps(result, allow_nan=False)) == result


def test_everything_fitted_sees_the_database_only(
    labelled: Path, encoder: Any, prepare: Prepare
) -> None:
    report(labelled, encoder, prepare, queries=20)
    assert [len(features) for features in encoder.fitted] == [40]


def test_seed_draws_the_queries(labelled: Path, encoder: Any, prepare: Prepare) -> None:
    one, again, other = (report(labelled, encoder, prepare, seed=s) for s in (1, 1, 2))
    assert one == again
    assert one != other


def test_queries_without_a_photo_to_find_are_counted(
    labelled: Path, draw: Painter, encoder: Any, prepare: Prepare
) -> None:
    draw(labelled / "lonely" / "0.png", "red")
    # All but one photo ask, so at most 11 of the 60 queries have their label in the database.
    result = report(labelled, encoder, prepare, queries=60)
    assert result["database"] == 1
    assert result["queries_without_relevant"] == 49
    assert result["mAP"] == 100


def test_nothing_to_find_for_any_query(
    tmp_path: Path, draw: Painter, encoder: Any, prepare: Prepare
) -> None:
    for colour in ("red", "blue", "green"):
        draw(tmp_path / colour / "0.png", colour)
    with pytest.raises(EvaluationError, match="another photo of its label"):
        report(tmp_path, encoder, prepare)


def test_where_every_ball_is_empty_its_precision_is_null(
    tmp_path: Path, draw: Painter, encoder: Any, prepare: Prepare
) -> None:
    for seed in range(10):
        draw(tmp_path / "red" / f"{seed}.png", "red", seed=seed, noise=200)
        draw(tmp_path / "blue" / f"{seed}.png", "blue", seed=100 + seed, noise=200)
    result = report(tmp_path, encoder, prepare, queries=1)
    assert (result["precision@radius2"], result["empty_rate"]) == (0, 100)
    assert result["precision@radius2_nonempty"] is None
    assert json.dumps(result, allow_nan=False)


@pytest.mark.parametrize(
    ("queries", "words"), [(60, "at most 59"), (0, "too few"), (-3, "too few")]
)
def test_number_of_queries_that_cannot_be(
    labelled: Path, encoder: Any, queries: int, words: str
) -> None:
    def never(_: object) -> Any:
        raise AssertionError("decoded")

    with pytest.raises(EvaluationError, match=words):
        report(labelled, encoder, never, queries=queries)


def test_unreadable_photos_do_not_count_towards_the_queries(
    labelled: Path, encoder: Any, prepare: Prepare
) -> None:
    (labelled / "red" / "0.png").write_bytes(b"no picture")
    with pytest.raises(EvaluationError, match="at most 58"):
        report(labelled, encoder, prepare, queries=59)
