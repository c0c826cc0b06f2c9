"""Runs on disk: what was asked for, how it went, what came out. Needs no torch.

Layout of ``runs/<name>/``::

    run.json       what was asked for (RunSpec)
    state.json     where it stands (RunState)
    data/          the snapshot that it learns from; gone once the run is decided
    fit-<n>/       checkpoints of each fit; gone once the run is decided
    epochs.jsonl   a progress value a line, for the chart
    report.json    what came out
"""

import contextlib
import json
import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from engine.errors import TrainingError
from engine.training.answers import Answer
from engine.training.progress import Stage, TrainingProgress
from engine.training.report import Report
from engine.training.settings import RunSettings

DATA = "data"
_LEFT_OVER_SECONDS = 3600
_SPEC, _STATE, _EPOCHS, _REPORT = "run.json", "state.json", "epochs.jsonl", "report.json"


class RunStatus(StrEnum):
    """Where a run stands."""

    WAITING = "waiting"  # never begun, or cut off by a crash: it can be resumed
    STOPPED = "stopped"
    FAILED = "failed"
    FINISHED = "finished"
    ADOPTED = "adopted"
    DISCARDED = "discarded"


RESUMABLE = frozenset({RunStatus.WAITING, RunStatus.STOPPED, RunStatus.FAILED})


@dataclass(frozen=True, slots=True)
class RunSpec:
    """What a run was asked for.

    Attributes:
        settings: What the user chose.
        models: Folder of the library's versions, where the new one goes.
        parent: Version in use in the method's slot, or empty.
        smaller_steps: How often memory did not suffice; each time halves the batches.
        mix: Share of the new version, where the user chose it; None lets validation choose.
        created: Seconds since 1970.
    """

    settings: RunSettings
    models: Path
    parent: str = ""
    smaller_steps: int = 0
    mix: float | None = None
    created: float = 0.0


@dataclass(frozen=True, slots=True)
class RunState:
    """Where a run stands.

    Attributes:
        status: In short.
        sentence: Why it failed; empty otherwise.
        version: What it made; empty until it is finished.
        seconds: Time spent so far.
    """

    status: RunStatus = RunStatus.WAITING
    sentence: str = ""
    version: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Run:
    """A run's folder.

    Attributes:
        folder: The folder.
    """

    folder: Path

    @property
    def name(self) -> str:
        """Its name."""
        return self.folder.name

    @property
    def spec(self) -> RunSpec:
        """What was asked for.

        Raises:
            TrainingError: The folder holds no run.
        """
        try:
            values = _read(self.folder / _SPEC)
            return RunSpec(
                settings=RunSettings.model_validate(values["settings"]),
                models=Path(values["models"]),
                parent=values["parent"],
                smaller_steps=values["smaller_steps"],
                mix=values["mix"],
                created=values["created"],
            )
        except (OSError, ValueError, KeyError, TypeError, ValidationError) as error:
            raise TrainingError(f"{self.folder} holds no run; start a new one.") from error

    @property
    def state(self) -> RunState:
        """Where it stands; as never begun if that cannot be read."""
        try:
            values = _read(self.folder / _STATE)
            return RunState(**values | {"status": RunStatus(values["status"])})
        except (OSError, ValueError, KeyError, TypeError):
            return RunState()

    @property
    def report(self) -> Report | None:
        """What came out, or None while nothing has."""
        try:
            return Report.load(self.folder / _REPORT)
        except (OSError, ValueError):
            return None

    def save_spec(self, spec: RunSpec) -> None:
        """Write what was asked for."""
        values = asdict(spec) | {
            "settings": spec.settings.model_dump(mode="json"),
            "models": str(spec.models),
        }
        _write(self.folder / _SPEC, values)

    def change_state(self, **changes: Any) -> RunState:
        """Replace parts of the state."""
        state = replace(self.state, **changes)
        _write(self.folder / _STATE, asdict(state))
        return state

    def save_report(self, report: Report) -> None:
        """Write what came out."""
        report.save(self.folder / _REPORT)

    def note_epoch(self, progress: TrainingProgress) -> None:
        """Append a point of the chart."""
        with (self.folder / _EPOCHS).open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(progress)) + "\n")

    def epochs(self) -> list[TrainingProgress]:
        """Return the points of the chart, by fit and epoch; of a repeated one the last."""
        found: dict[tuple[int, int], TrainingProgress] = {}
        with contextlib.suppress(OSError):
            for line in (self.folder / _EPOCHS).read_text(encoding="utf-8").splitlines():
                with contextlib.suppress(ValueError, KeyError, TypeError):  # a line cut by a kill
                    values = json.loads(line)
                    answers = tuple(Answer(**answer) for answer in values.pop("answers", ()))
                    stage = Stage(values.pop("stage"))
                    point = TrainingProgress(**values, stage=stage, answers=answers)
                    found[point.fit, point.epoch] = point
        return [found[key] for key in sorted(found)]

    def forget_checkpoints(self) -> None:
        """Delete what is needed only to go on."""
        shutil.rmtree(self.folder / DATA, ignore_errors=True)
        for fit in self.folder.glob("fit-*"):
            shutil.rmtree(fit, ignore_errors=True)


class Runs:
    """The runs of one library.

    Args:
        folder: ``runs`` of the library; made when it is needed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new(self, spec: RunSpec) -> Run:
        """Make a run's folder, still without its snapshot."""
        stamp = time.strftime("%Y%m%d-%H%M%S")
        for name in _names(f"{spec.settings.method}-{stamp}"):
            with contextlib.suppress(FileExistsError):
                (self.folder / name).mkdir(parents=True)
                break
        run = Run(self.folder / name)
        run.save_spec(replace(spec, created=time.time()))
        run.change_state(status=RunStatus.WAITING)
        return run

    def forget_left_over(self) -> None:
        """Delete what a kill left in a folder whose runs last seconds."""
        for folder in self.folder.glob("*"):
            with contextlib.suppress(OSError):
                if time.time() - folder.stat().st_mtime > _LEFT_OVER_SECONDS:
                    shutil.rmtree(folder)

    def all(self) -> list[Run]:
        """Return every run, newest first."""
        runs = [Run(path.parent) for path in self.folder.glob(f"*/{_SPEC}")]
        return sorted(runs, key=lambda run: (_created(run), run.name), reverse=True)

    def get(self, name: str) -> Run:
        """Return a run by its name.

        Raises:
            TrainingError: There is none.
        """
        run = Run(self.folder / name)
        if name != os.path.basename(name) or not (run.folder / _SPEC).is_file():
            raise TrainingError(f"There is no run “{name}” in this library.")
        return run


def _created(run: Run) -> float:
    try:
        return run.spec.created
    except TrainingError:
        return 0.0


def _names(stem: str) -> Iterator[str]:
    yield stem
    number = 2
    while True:
        yield f"{stem}-{number}"
        number += 1


def _read(path: Path) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return values


def _write(path: Path, values: dict[str, Any]) -> None:
    """Replace a file in one step: a kill leaves the old one or the new one."""
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(values, indent=1), encoding="utf-8")
    os.replace(part, path)
