"""``imgtext classify`` and ``imgtext evaluate classify --model`` with a trained version."""

import json
import time
from pathlib import Path

import numpy as np
import pytest
import typer
from PIL import Image
from safetensors.numpy import save_file
from typer.testing import CliRunner

from engine.catalog.changes import Change, Renaming
from engine.commands.classify import classify
from engine.commands.evaluate import evaluate_app
from engine.errors import EvaluationError, ModelError
from engine.library import Library
from engine.models import registry
from engine.models.embedded import EmbeddedModel
from engine.models.versions import WEIGHTS, Card, Slot


def draw(path: Path, colour: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (64, 48), colour).save(path)
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that has adopted a classifier of red and blue."""
    folder = tmp_path_factory.mktemp("library")
    pixels = np.stack(
        [np.full((224, 224, 3), colour, np.uint8) for colour in ((255, 0, 0), (0, 0, 255))]
    )
    features = EmbeddedModel.load().encode_images(pixels)[:, :1280].astype(np.float32)
    rows = features - features.mean(axis=0)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)

    def write(place: Path) -> dict[str, object]:
        mean = features.mean(axis=0)
        save_file({"weight": 20 * rows, "bias": np.zeros(2, "f4"), "mean": mean}, place / WEIGHTS)
        return {"labels": ["red", "blue"], "thresholds": [0.9, 0.9]}

    card = Card("", Slot.LABELS, "baseline-classifier", feature_space=registry.built_in_version())
    with Library(folder, writable=True) as library:
        version = library.models.store.add(card, write).version
        library.slots.switch(Slot.LABELS, version)
    return folder


@pytest.fixture
def app(folder: Path) -> typer.Typer:
    app = typer.Typer(rich_markup_mode=None)

    @app.callback()
    def _main(context: typer.Context) -> None:
        context.obj = folder

    app.command()(classify)
    app.add_typer(evaluate_app, name="evaluate")
    return app


def test_files_get_their_labels(app: typer.Typer, tmp_path: Path) -> None:
    files = [str(draw(tmp_path / f"{colour}.png", colour)) for colour in ("blue", "red")]
    (tmp_path / "broken.png").write_bytes(b"no picture")
    result = CliRunner().invoke(app, ["classify", *files, str(tmp_path / "broken.png"), "--json"])
    assert result.exit_code == 0
    answers = json.loads(result.stdout)
    assert [answer["path"] for answer in answers] == [*files, str(tmp_path / "broken.png")]
    assert [[found["label"] for found in a["labels"]] for a in answers] == [["blue"], ["red"], []]
    assert answers[0]["labels"][0]["probability"] > 0.9
    assert "broken.png" in result.stderr
    nothing = CliRunner().invoke(app, ["classify", str(tmp_path / "broken.png"), "--json"])
    assert (nothing.exit_code, nothing.stdout) == (1, "")
    everything = CliRunner().invoke(app, ["classify", files[0], "--all", "--json"])
    (answer,) = json.loads(everything.stdout)
    assert [found["label"] for found in answer["labels"]] == ["blue", "red"]
    plain = CliRunner().invoke(app, ["classify", files[0]])
    assert plain.exit_code == 0
    assert "blue.png: blue" in plain.output


def test_two_labels_that_became_one_are_given_once(
    app: typer.Typer, folder: Path, tmp_path: Path
) -> None:
    merged = Change(added=(Renaming("red", "blue", time.time_ns()),))
    with Library(folder, writable=True) as library:
        library.annotations.apply(merged)
    photo = str(draw(tmp_path / "red.png", "red"))
    found = CliRunner().invoke(app, ["classify", photo, "--all", "--json"])
    with Library(folder, writable=True) as library:
        library.annotations.apply(merged.inverse)
    (answer,) = json.loads(found.stdout)
    assert [label["label"] for label in answer["labels"]] == ["blue"]
    assert 0.9 < answer["labels"][0]["probability"] <= 1


def test_a_folder_of_labels_is_measured(app: typer.Typer, folder: Path, tmp_path: Path) -> None:
    for name, colour in (("Red", "red"), ("blue", "blue"), ("green", "#00ff00")):
        draw(tmp_path / name / "1.png", colour)
    with Library(folder, writable=False) as library:
        version = library.learning.slot(Slot.LABELS).version
    options = ["evaluate", "classify", "--photos", str(tmp_path), "--json", "--model"]
    result = CliRunner().invoke(app, [*options, version])
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report["per_label"] == {"Red": 100, "blue": 100, "green": 0}
    assert report["unknown"] == ["green"]
    assert (report["images"], report["model"]) == (3, version)
    missing = CliRunner().invoke(app, [*options, "another"])
    assert isinstance(missing.exception, ModelError)


def test_nothing_adopted_is_told(tmp_path: Path) -> None:
    Library(tmp_path / "empty", writable=True).close()
    app = typer.Typer()

    @app.callback()
    def _main(context: typer.Context) -> None:
        context.obj = tmp_path / "empty"

    app.command()(classify)
    result = CliRunner().invoke(app, ["classify", str(draw(tmp_path / "1.png", "red"))])
    assert isinstance(result.exception, ModelError)
    assert "imgtext train text-classifier" in str(result.exception)


def test_no_readable_file_is_told(app: typer.Typer, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["classify", str(tmp_path / "nothing.png")])
    assert isinstance(result.exception, EvaluationError)
