"""A run in a process of its own: followed, paused, stopped, killed, resumed."""

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.training.examples import TrainingSet
from engine.training.process import Command, RunEnd, TrainingProcess
from engine.training.progress import Stage, TrainingProgress
from engine.training.runs import Run, RunSpec, RunStatus
from engine.training.settings import Device, RunSettings
from tests.engine.training.made_set import made_set
from tests.engine.training.test_run import new_run

LONG = RunSettings(
    method="baseline-classifier", epochs=5000, options={"patience": "0"}, device=Device.CPU
)
SHORT = RunSettings(method="baseline-classifier", epochs=3, device=Device.CPU)


@pytest.fixture(scope="module")
def data() -> TrainingSet:
    return made_set({"dog": 12, "cat": 12}, unsaid=10)


def learning(values: Iterator[TrainingProgress | RunEnd], epochs: int = 1) -> None:
    """Follow a run until it has learned so many epochs."""
    for value in values:
        assert isinstance(value, TrainingProgress)
        if value.stage is Stage.LEARNING and value.epoch >= epochs:
            return


def end_of(values: Iterator[TrainingProgress | RunEnd]) -> RunEnd:
    *_, last = values
    assert isinstance(last, RunEnd)
    return last


def test_a_run_is_followed_to_its_end_and_a_killed_one_goes_on(
    data: TrainingSet, tmp_path: Path, expected_log: list[str]
) -> None:
    expected_log.append("The training process ended with code")
    run = new_run(tmp_path, data, LONG)
    process = TrainingProcess(run)
    values = process.follow()
    learning(values)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    end = end_of(values)
    assert end.status is RunStatus.FAILED
    assert "Your search is unchanged" in end.sentence
    assert run.state.status is RunStatus.FAILED
    done = run.epochs()[-1].epoch

    run.save_spec(_shortened(run, done + 2))
    values = TrainingProcess(run).follow()
    first = next(v for v in values if isinstance(v, TrainingProgress) and v.stage is Stage.LEARNING)
    assert first.epoch >= done
    end = end_of(values)
    assert end.status is RunStatus.FINISHED
    assert end.report == run.report is not None
    assert run.state.version == run.report.version


def test_it_pauses_goes_on_and_stops_when_asked(data: TrainingSet, tmp_path: Path) -> None:
    run = new_run(tmp_path, data, LONG)
    process = TrainingProcess(run)
    values = process.follow()
    learning(values)
    process.send(Command.PAUSE)
    process.send(Command.GO_ON)
    learning(values, run.epochs()[-1].epoch + 1)
    process.send(Command.WINDOW_IDLE)
    process.send(Command.STOP_AFTER_EPOCH)
    end = end_of(values)
    assert (end.status, end.sentence) == (RunStatus.STOPPED, "")
    assert run.state.status is RunStatus.STOPPED
    assert (run.folder / "fit-0" / "last").is_dir()


def test_who_stops_following_stops_the_run(data: TrainingSet, tmp_path: Path) -> None:
    run = new_run(tmp_path, data, LONG)
    process = TrainingProcess(run)
    values = process.follow()
    learning(values)
    pid = process.pid
    values.close()
    assert run.state.status is RunStatus.STOPPED
    assert pid is not None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_what_cannot_be_learned_is_told(tmp_path: Path) -> None:
    run = new_run(tmp_path, made_set({}, unsaid=5), SHORT)
    end = end_of(TrainingProcess(run).follow())
    assert end.status is RunStatus.FAILED
    assert end.sentence.startswith("No photo has a label")
    assert run.state.sentence == end.sentence


def _shortened(run: Run, epochs: int) -> RunSpec:
    spec = run.spec
    return replace(spec, settings=spec.settings.model_copy(update={"epochs": epochs}))
