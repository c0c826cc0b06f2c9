"""The zero-shot report on folders of drawn photos."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import EvaluationError
from engine.evaluation.classification import evaluate_classification, normalise_scores
from engine.evaluation.gallery import Prepare
from engine.jobs import run

Draw = Callable[..., Path]


def report(photos: Path, encoder: Any, prepare: Prepare) -> dict[str, Any]:
    return run(evaluate_classification(photos, encoder=encoder, prepare=prepare))


def test_report(tmp_path: Path, draw: Draw, encoder: Any, prepare: Prepare) -> None:
    for number in range(3):
        draw(tmp_path / "n00000001_red" / f"{number}.png", "red", seed=number)
    draw(tmp_path / "blue" / "0.png", "blue")
    draw(tmp_path / "blue" / "deeper" / "1.png", "red")  # cannot be told by its colour
    (tmp_path / "notes.txt").write_text("beside the labels")
    (tmp_path / "blue" / "broken.png").write_bytes(b"no picture")
    result = report(tmp_path, encoder, prepare)
    assert result["model"] == "colours-1"
    assert (result["images"], result["labels"]) == (5, 2)
    assert result["accuracy"] == result["cosine_accuracy"] == 80
    assert result["mean_per_class_accuracy"] == 75
    assert result["per_label"] == {"blue": 50, "n00000001_red": 100}
    reasons = {Path(entry["path"]).name: entry["reason"] for entry in result["skipped"]}
    assert set(reasons) == {"broken.png", "notes.txt"}
    assert "no label" in reasons["notes.txt"]
    assert json.loads(json.dumps(result, allow_nan=False)) == result


def test_labels_with_the_same_name_share_the_answer(
    tmp_path: Path, draw: Draw, encoder: Any, prepare: Prepare
) -> None:
    for label in ("n00000001_red", "n00000002_red", "blue"):
        draw(tmp_path / label / "0.png", label[-4:].removeprefix("_"))
    result = report(tmp_path, encoder, prepare)
    assert result["per_label"] == {"blue": 100, "n00000001_red": 50, "n00000002_red": 50}


def test_one_label_with_readable_photos(
    tmp_path: Path, draw: Draw, encoder: Any, prepare: Prepare
) -> None:
    draw(tmp_path / "red" / "0.png", "red")
    (tmp_path / "blue").mkdir()
    (tmp_path / "blue" / "0.png").write_bytes(b"no picture")
    with pytest.raises(EvaluationError, match="only the sub-folder “red”"):
        report(tmp_path, encoder, prepare)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems take no such names")
def test_label_that_is_no_text(tmp_path: Path, draw: Draw, encoder: Any, prepare: Prepare) -> None:
    draw(tmp_path / os.fsdecode(b"ros\xe9") / "0.png", "red")
    draw(tmp_path / "blue" / "0.png", "blue")
    result = report(tmp_path, encoder, prepare)
    labels = json.loads(json.dumps(result))["per_label"]
    assert {os.fsencode(label) for label in labels} == {b"ros\xe9", b"blue"}


def test_scores_are_measured_by_what_each_label_scores_with_everything() -> None:
    references = np.array([[0.1, -0.4], [0.3, 0.4]])
    scores = np.array([[0.3, 0.3], [0.2, 0.0]])
    np.testing.assert_allclose(
        normalise_scores(scores, references), [[1, 0.75], [0, 0]], atol=1e-12
    )
    # One photo is classified as among many: nothing is taken from the others.
    np.testing.assert_array_equal(
        normalise_scores(scores[:1], references), normalise_scores(scores, references)[:1]
    )
    np.testing.assert_array_equal(normalise_scores(scores, references[:0]), scores)
    assert np.isfinite(normalise_scores(scores, references[:1])).all()
