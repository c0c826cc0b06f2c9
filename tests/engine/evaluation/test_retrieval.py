"""The retrieval report on folders of drawn photos."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import EvaluationError
from engine.evaluation.gallery import Prepare
from engine.evaluation.retrieval import evaluate_retrieval
from engine.jobs import run

Draw = Callable[..., Path]


@pytest.fixture
def photos(tmp_path: Path, draw: Draw) -> Path:
    folder = tmp_path / "photos"
    for colour in ("red", "green", "blue", "yellow", "white"):
        draw(folder / f"{colour}.png", colour)
    return folder


def table(folder: Path, *rows: str) -> Path:
    path = folder.parent / "captions.csv"
    path.write_text("\n".join(["file,caption", *rows]), encoding="utf-8")
    return path


def report(photos: Path, captions: Path, encoder: Any, prepare: Prepare) -> dict[str, Any]:
    return run(evaluate_retrieval(photos, captions, encoder=encoder, prepare=prepare))


def test_report(photos: Path, encoder: Any, prepare: Prepare) -> None:
    # One caption in four is wrong; white has none and stays in the gallery.
    rows = ["red.png,red", "green.png,green", "blue.png,blue", "yellow.png,blue"]
    captions = table(photos, *rows, "gone.png,red", "red.png,")
    (photos / "broken.png").write_bytes(b"no picture")
    result = report(photos, captions, encoder, prepare)
    assert result["model"] == "colours-1"
    assert (result["images"], result["captions"]) == (5, 4)
    assert (result["unmatched"], result["empty_captions"]) == (1, 1)
    assert [entry["path"] for entry in result["skipped"]] == [str(photos / "broken.png")]
    to_image, to_text = result["text_to_image"], result["image_to_text"]
    assert to_image["R@1"] == 75
    assert to_image["R@5"] == to_image["R@10"] == 100
    assert to_image["median_rank"] == 1
    # The captions of blue and yellow are equal, so blue's own comes first half of the time.
    assert to_text["R@1"] == 50
    assert to_text["R@5"] == to_text["R@10"] == 100
    assert result["rsum"] == 75 + 50 + 4 * 100
    assert json.loads(json.dumps(result, allow_nan=False)) == result


def test_one_of_several_captions_is_enough(photos: Path, encoder: Any, prepare: Prepare) -> None:
    captions = table(photos, "red.png,blue", "red.png,red", "blue.png,blue")
    result = report(photos, captions, encoder, prepare)
    assert result["text_to_image"]["R@1"] == 66.67
    assert result["captions"] == 3


def test_two_copies_of_a_photo_are_a_tie(
    photos: Path, draw: Draw, encoder: Any, prepare: Prepare
) -> None:
    (photos / "copy.png").write_bytes((photos / "red.png").read_bytes())
    result = report(photos, table(photos, "red.png,red"), encoder, prepare)
    assert result["text_to_image"]["median_rank"] == 1.5
    assert result["text_to_image"]["R@1"] == 0


def test_statistic_is_of_all_photos_and_of_no_text(
    photos: Path, encoder: Any, prepare: Prepare
) -> None:
    rows = ["red.png,red", "green.png,green", "blue.png,yellow"]
    report(photos, table(photos, *rows), encoder, prepare)
    report(photos, table(photos, rows[2]), encoder, prepare)
    few, many = encoder.fitted
    assert len(few) == 5  # also those without a caption
    np.testing.assert_array_equal(few, many)


def test_captioned_photos_that_cannot_be_read(photos: Path, encoder: Any, prepare: Prepare) -> None:
    (photos / "broken.png").write_bytes(b"no picture")
    captions = table(photos, "broken.png,red", "red.png,red")
    assert report(photos, captions, encoder, prepare)["unmatched"] == 1
    with pytest.raises(EvaluationError, match="None of the photos that"):
        report(photos, table(photos, "broken.png,red"), encoder, prepare)


def test_bad_table_is_found_before_anything_is_decoded(photos: Path, encoder: Any) -> None:
    def never(_: object) -> Any:
        raise AssertionError("decoded")

    with pytest.raises(EvaluationError, match="No row of"):
        report(photos, table(photos, "gone.png,red"), encoder, never)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems take no such names")
def test_name_that_is_no_text_is_reported_as_json(
    photos: Path, encoder: Any, prepare: Prepare
) -> None:
    name = os.fsdecode(b"caf\xe9.png")
    (photos / name).write_bytes(b"no picture")
    result = report(photos, table(photos, "red.png,red"), encoder, prepare)
    text = json.dumps(result)
    assert text.isascii()
    back = json.loads(text)["skipped"][0]["path"]
    assert os.fsencode(back) == os.fsencode(photos / name)
