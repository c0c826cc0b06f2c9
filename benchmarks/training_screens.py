"""The scenes of training: what to learn, a run, its report; figures are made up."""

import math
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
from safetensors.numpy import save_file

from engine.models import registry
from engine.models.versions import WEIGHTS, Card, Slot
from engine.training.answers import Answer
from engine.training.progress import Stage, Stopped, TrainingProgress
from engine.training.report import GeneralCheck, Measured, Report, Verdict
from engine.training.runs import DATA, Run, RunSpec, RunStatus
from engine.training.settings import RunSettings
from imgtext_desktop.training.loss_chart import Shown
from imgtext_desktop.training.words import WORDS

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.screens import Studio

_SMALLEST: Final = (960, 600)
_QUERIES: Final = (
    "Biscuit drifting home in the canoe",
    "skiers heading into the last light",
    "two of them racing on the sand, long after everybody else had gone home to have dinner",
)


def training(studio: "Studio") -> None:
    """All pages, wide and as small as may be, with labels, without, and with what failed."""
    window = studio.window
    library = window.context.library
    photos = list(library.photos.all_hashes())
    for name, count in (("Biscuit", 14), ("allotment", 9), ("grandma", 3)):
        library.annotations.add_label(photos[:count], name)
        photos = photos[count:]
    spec = RunSpec(RunSettings(method="text-classifier"), library.models.store.folder)
    stopped = library.learning.runs.new(spec)
    (stopped.folder / DATA).mkdir()
    stopped.note_epoch(_rounds(6)[-1])
    stopped.change_state(status=RunStatus.STOPPED)
    better = _finished(studio, after=0.74, general=GeneralCheck(0.85, 0.85, 500, is_worse=False))
    forgot = _finished(studio, after=0.71, general=GeneralCheck(0.85, 0.71, 500, is_worse=True))
    window.navigation.show_training()
    page = window.learning.page
    studio.until(page.choose.start_button.isEnabled)
    page.estimates_wanted.disconnect()
    page.set_estimate(page.choose.method, 70)
    studio.shoot("training")
    sentence = "Training ran out of memory. Your search is unchanged. Resume uses smaller steps."
    page.choose.show_failure(sentence, stopped)
    window.resize(*_SMALLEST)
    studio.shoot("training-small")
    window.resize(1440, 900)
    page.choose.show_failure("", None)
    for name, run in (("report", better), ("report-forgetting", forgot)):
        page.show_run(run)
        studio.settle()
        studio.shoot(name)
    window.resize(*_SMALLEST)
    studio.shoot("report-small")
    _shoot_live(studio)
    window.resize(1440, 900)
    window.navigation.show_library()


def _shoot_live(studio: "Studio") -> None:
    page, window = studio.window.learning.page, studio.window
    supervisor = window.learning.supervisor
    supervisor.method = WORDS
    supervisor.began.emit(WORDS)
    said = _rounds(14)
    supervisor.said.emit([*said[:-1], replace(said[-1], answers=_answers(studio)[:3])])
    studio.settle()
    studio.shoot("training-live-small")
    window.resize(1440, 900)
    studio.shoot("training-live")
    page.live.shown.button(Shown.TERMS).click()
    studio.shoot("training-live-terms")
    supervisor.last = None


def _rounds(count: int) -> list[TrainingProgress]:
    said = [TrainingProgress(Stage.READING), TrainingProgress(Stage.PREPARING, note="3")]
    for number in range(count + 1):
        rest = math.exp(-number / 4)
        exam = 0.74 - 0.2 * rest - 0.006 * (number % 3)
        said.append(
            TrainingProgress(
                Stage.LEARNING,
                epoch=number,
                epochs=40,
                step=number * 10,
                steps=400,
                losses={"loss": 2 * rest + 0.3, "captions": rest + 0.2, "contrastive": rest + 0.1},
                photos_per_second=412,
                seconds_left=25,
                validation={"R@10": exam},
                metric=exam,
                train_metric=0.81 - 0.3 * rest,
                best_epoch=3 * (number // 3),
            )
        )
    return said


def _answers(studio: "Studio") -> tuple[Answer, ...]:
    photos = studio.window.context.library.photos
    hashes = [content.hex() for content in photos.all_hashes().values()]
    return tuple(
        Answer(
            _QUERIES[place % 3],
            hashes[place],
            hashes[-place - 1],
            hashes[place],
            is_right_before=place % 5 == 2,
            is_right_after=place % 5 != 2,
        )
        for place in range(20)
    )


def _finished(studio: "Studio", *, after: float, general: GeneralCheck) -> Run:
    library = studio.window.context.library
    answers = _answers(studio)
    card = library.models.store.add(
        Card(
            version="",
            slot=Slot.RETRIEVAL,
            kind=WORDS,
            parent=registry.built_in_version(),
            feature_space=registry.built_in_version(),
        ),
        _write_nothing,
    )
    measures = {
        name: Measured(before, gained, gained, (gained - 0.05, gained + 0.05), 0.2, (0.1, 0.3))
        for name, before, gained in (
            ("R@1", 0.21, after - 0.36),
            ("R@5", 0.42, after - 0.11),
            ("R@10", 0.54, after),
        )
    }
    run = library.learning.runs.new(
        RunSpec(RunSettings(method=WORDS), library.models.store.folder, created=time.time())
    )
    (run.folder / DATA).mkdir()
    run.save_report(
        Report(
            run=run.name,
            method=WORDS,
            version=card.version,
            parent=card.parent,
            verdict=Verdict.BETTER,
            measure="R@10",
            measures=measures,
            examined=62,
            questions=310,
            searched=len(library.photos.all_hashes()),
            learned=436,
            captions=2180,
            labels=0,
            mix=0.3,
            is_mix_at_parent=False,
            general=general,
            answers=answers,
            stopped=Stopped.CONVERGED,
            epochs=27,
            best_epoch=19,
            seconds=72,
            size_bytes=6_100_000,
        )
    )
    run.change_state(status=RunStatus.FINISHED, version=card.version)
    return run


def _write_nothing(folder: "Path") -> dict[str, object]:
    save_file({"none": np.zeros(1, np.float32)}, folder / WEIGHTS)
    return {}
