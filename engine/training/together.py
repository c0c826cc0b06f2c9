"""A run of a training set in several processes, as ``torchrun`` starts them."""

import contextlib
import sys
from pathlib import Path

import torch

from engine.errors import EngineError
from engine.training.package import packaged_run, read_config
from engine.training.process import RunEnd
from engine.training.progress import Stage, TrainingProgress
from engine.training.run import execute_together
from engine.training.runs import Run, RunStatus
from engine.training.settings import Device
from engine.training.world import joined_world


class _LineControl:
    """Tells of each round on standard error, in the first process; Ctrl-C ends all of them."""

    def __init__(self, *, tells: bool) -> None:
        self._tells = tells
        self._told = (-1, -1)

    def report(self, progress: TrainingProgress) -> None:
        place = (progress.fit, progress.epoch)
        if not self._tells or progress.stage is not Stage.LEARNING or place == self._told:
            return
        self._told = place
        metric = "" if progress.metric is None else f", validation {progress.metric:.4f}"
        sys.stderr.write(
            f"fit {progress.fit + 1} of {progress.fits}, round {progress.epoch} of "
            f"{progress.epochs}{metric}\n"
        )

    def check(self) -> None:
        """Go on: nobody can pause it."""

    def check_epoch(self) -> None:
        """Go on: nobody can pause it."""


def train_together(config: Path) -> tuple[Run | None, RunEnd]:
    """Do, with all processes, the run that a configuration asks for.

    Args:
        config: A ``run.toml`` in a package; see :mod:`engine.training.package`.

    Returns:
        The run, for the first process alone, and how it ended.

    Raises:
        EngineError: Why it cannot begin or go on.
    """
    wanted = read_config(config).device
    is_on_gpu = wanted in (Device.AUTO, Device.CUDA) and torch.cuda.is_available()
    with joined_world(is_on_gpu=is_on_gpu) as world:
        run: Run | None = None
        if world.is_first:
            run = packaged_run(config)
        world.wait()
        report = None if run is None else run.report
        is_done = bool(world.agree(float(report is not None), _device(is_on_gpu=is_on_gpu)))
        if not is_done:
            run = run or packaged_run(config, is_maker=False)
            try:
                report = execute_together(run, _LineControl(tells=world.is_first), world)
            except EngineError as error:
                if world.is_first:
                    with contextlib.suppress(OSError):
                        run.change_state(status=RunStatus.FAILED, sentence=str(error))
                raise
        if not world.is_first:
            return None, RunEnd(RunStatus.FINISHED)
        assert run is not None
        assert report is not None
        run.change_state(status=RunStatus.FINISHED, version=report.version)
        return run, RunEnd(RunStatus.FINISHED, report=report)


def _device(*, is_on_gpu: bool) -> torch.device:
    return torch.device("cuda" if is_on_gpu else "cpu")
