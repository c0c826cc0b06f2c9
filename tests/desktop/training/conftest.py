"""A library with photos of two colours that can be learned from, and reports of runs."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from engine.jobs import run as run_job
from engine.library import Library
from engine.training.answers import Answer
from engine.training.progress import Stopped
from engine.training.report import GeneralCheck, Measured, Report, Verdict
from engine.training.runs import Run, RunSpec, RunStatus
from engine.training.settings import RunSettings
from imgtext_desktop.context import Context
from tests.engine.indexed import draw_scene
from tests.engine.training.tiny_library import add_labels, take_up

COLOURS = {"red": (200, 40, 40), "green": (40, 180, 60)}


@pytest.fixture
def coloured(context: Context, tmp_path: Path) -> Library:
    """Twenty photos, ten of each colour, of which nothing is said yet."""
    folder = tmp_path / "Pictures"
    folder.mkdir()
    for place, (name, colour) in enumerate(COLOURS.items()):
        for number in range(10):
            scene = draw_scene(10 * place + number, (96, 72))
            image = Image.blend(scene, Image.new("RGB", scene.size, colour), 0.5)
            image.save(folder / f"{name} {number}.png")
    take_up(context.library, folder)
    return context.library


@pytest.fixture
def labelled(coloured: Library) -> Library:
    """The same, labelled by colour; a version that knows the colours answers."""
    contents = coloured.browse.content_ids(coloured.browse.ids().tolist())
    rows = coloured.browse.rows(coloured.browse.ids().tolist())
    for name in COLOURS:
        coloured.annotations.add_label(
            [row.content_id for row in rows.values() if name.encode() in row.path], name
        )
    assert len(contents) == 20
    version = add_labels(coloured, {"red": (1, 0, 0), "green": (0, 1, 0)})
    run_job(coloured.learning.adopt(version))
    return coloured


def measured(before: float, after: float) -> Measured:
    gain = after - before
    spread = (after - 0.05, min(1.0, after + 0.05))
    return Measured(before, after, after, spread, gain, (gain - 0.04, gain + 0.04))


def make_report(**changes: Any) -> Report:
    """A report of labels that are better than before."""
    values: dict[str, Any] = {
        "run": "",
        "method": "baseline-classifier",
        "version": "new",
        "parent": "embedded",
        "verdict": Verdict.BETTER,
        "measure": "accuracy",
        "measures": {"accuracy": measured(0.46, 0.77)},
        "examined": 62,
        "questions": 62,
        "searched": 0,
        "learned": 50,
        "captions": 0,
        "labels": 2,
        "mix": 1.0,
        "is_mix_at_parent": False,
        "general": None,
        "answers": (),
        "stopped": Stopped.CONVERGED,
        "epochs": 27,
        "best_epoch": 19,
        "seconds": 72.0,
        "size_bytes": 6_100_000,
    }
    return Report(**values | changes)


def forgetful() -> GeneralCheck:
    return GeneralCheck(before=0.85, after=0.71, count=500, is_worse=True)


def make_answers(library: Library) -> tuple[Answer, ...]:
    """One answer of each kind: now right, now wrong, still right, still wrong."""
    hashes = [content.hex() for content in library.photos.all_hashes().values()]
    kinds = ((False, True), (True, False), (True, True), (False, False))
    return tuple(
        Answer("red", hashes[place], "green", "red", before, after)
        for place, (before, after) in enumerate(kinds)
    )


@pytest.fixture
def finished(labelled: Library) -> Callable[..., Run]:
    """Makes a run that is finished, with a report and a version of its own."""

    def make(**changes: Any) -> Run:
        version = add_labels(labelled, {"red": (1, 0.1, 0), "green": (0, 1, 0.1)})
        settings = RunSettings(method=changes.get("method", "baseline-classifier"))
        spec = RunSpec(settings, labelled.models.store.folder)
        run = labelled.learning.runs.new(spec)
        (run.folder / "data").mkdir()
        (run.folder / "data" / "examples.json").write_text(json.dumps([]))
        run.save_report(make_report(version=version, **changes))
        run.change_state(status=RunStatus.FINISHED, version=version)
        return run

    return make
