"""The one loop that every method learns in.

A fit can be stopped at any moment and goes on from its last epoch as if it had never been: all
that is random is seeded for each epoch, and a checkpoint holds the rest. On the CPU the losses
and weights are the same.
"""

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import torch

from engine.errors import TrainingError
from engine.training.answers import Said, sample
from engine.training.checkpoint import BEST, LAST, FitState, load_checkpoint, save_checkpoint
from engine.training.device import mixed_precision_type
from engine.training.progress import OUT_OF_MEMORY, Stage, Stopped, TrainingProgress
from engine.training.settings import LoopOptions
from engine.training.task import Task, Validation
from engine.training.world import ALONE, World

_REPORT_SECONDS = 0.25  # between two progress values within an epoch


class Control(Protocol):
    """What a fit asks those who wait for it, between two updates."""

    def report(self, progress: TrainingProgress) -> None:
        """Take a progress value."""

    def check(self) -> None:
        """Wait while the run is paused.

        Raises:
            RunCancelledError: It shall stop at once.
        """

    def check_epoch(self) -> None:
        """The same, after an epoch.

        Raises:
            RunCancelledError: It shall stop at once, or at the end of an epoch.
        """


class RunCancelledError(Exception):
    """The run was asked to stop; it can be resumed."""


@dataclass(frozen=True, slots=True)
class FitPlace:
    """Where a fit happens.

    Attributes:
        folder: Of its checkpoints.
        seed: Of everything random.
        device: Where the task's modules are.
        world: Who learns together.
    """

    folder: Path
    seed: int
    device: torch.device
    world: World = ALONE


@dataclass(frozen=True, slots=True)
class Fitted:
    """How a fit ended; the task holds the modules of the best epoch.

    Attributes:
        stopped: Why.
        epochs: Epochs done.
        best_epoch: Whose modules are kept, 0 for those of the start.
        best_metric: Their validation metric, or None without validation.
        start_metric: That of the start, or None without validation.
        losses: The terms of the last update.
    """

    stopped: Stopped
    epochs: int
    best_epoch: int
    best_metric: float | None
    start_metric: float | None
    losses: Mapping[str, float]


def fit(task: Task, options: LoopOptions, control: Control, place: FitPlace) -> Fitted:
    """Learn until a stop condition is met; resume what the place holds.

    Args:
        task: What to learn; holds the modules of the best epoch afterwards.
        options: Of the loop.
        control: Hears of progress, and may stop or pause.
        place: Where.

    Raises:
        RunCancelledError: It was stopped; the last finished epoch is kept.
        TrainingError: A loss is no number, or memory or the disk is full.
    """
    try:
        return _Loop(task, options, control, place).run()
    except torch.OutOfMemoryError as error:
        raise out_of_memory() from error
    except MemoryError as error:
        raise out_of_memory() from error
    except RuntimeError as error:
        if "not enough memory" in str(error) or "can't allocate memory" in str(error):
            raise out_of_memory() from error
        raise


def out_of_memory() -> TrainingError:
    """Return the sentence for a run that memory does not suffice for."""
    return TrainingError(OUT_OF_MEMORY)


class _Loop:
    def __init__(self, task: Task, options: LoopOptions, control: Control, place: FitPlace) -> None:
        task.world = place.world
        self._task = task
        self._options = options
        self._control = control
        self._world = place.world
        self._device = place.device
        self._folder = place.folder
        self._seed = place.seed
        self._optimizers = task.optimizers()
        self._base_rates = {
            name: [group["lr"] for group in optimizer.param_groups]
            for name, optimizer in self._optimizers.items()
        }
        self._steps = options.epochs * max(1, task.steps)
        self._stepper = LoopStepper(task, self._optimizers, options, place.device)
        self._history: list[float] = []  # photos a second
        self._first_said: Sequence[Said] = ()

    def run(self) -> Fitted:
        if not self._task.photos:
            raise TrainingError("There is no photo to learn from; label or caption a few first.")
        start = self._begin()
        state = load_checkpoint(self._folder / LAST, self._task.module, self._optimizers)
        self._world.wait()  # nobody may write before all have read
        if state is None:
            best = start.metric if start is not None else None
            state = FitState(best_metric=best)
            self._save(BEST, state, {})
        self._first_said = start.said if start is not None else ()
        self._tell(state, validation=start)
        while not state.stopped:
            self._learn_epoch(state)
            self._control.check_epoch()
        self._keep_best()
        return Fitted(
            stopped=Stopped(state.stopped),
            epochs=state.epoch,
            best_epoch=state.best_epoch,
            best_metric=state.best_metric,
            start_metric=start.metric if start is not None else None,
            losses=state.losses or {},
        )

    def _begin(self) -> Validation | None:
        torch.manual_seed(self._seed)
        return self._validate()

    def _learn_epoch(self, state: FitState) -> None:
        """Learn one epoch, validate, decide and write the checkpoints."""
        generator = self._seed_epoch(state.epoch)
        self._task.module.train()
        started = told = time.monotonic()
        losses: Mapping[str, float] = {}
        step = state.step
        for batch in self._task.batches(state.epoch, generator):
            self._control.check()
            self._set_rates(step)
            losses = self._stepper.update(batch)
            step += 1
            if time.monotonic() - told > _REPORT_SECONDS:
                told = time.monotonic()
                self._tell(replace(state, step=step, losses=losses))
        self._history.append(self._task.photos / max(1e-9, time.monotonic() - started))
        state.step, state.losses, state.epoch = step, dict(losses), state.epoch + 1
        validation = self._validate()
        is_better = self._judge(state, validation)
        if is_better:
            self._save(BEST, state, {})
        self._save(LAST, state, self._optimizers)
        self._tell(state, validation=validation)

    def _save(
        self, name: str, state: FitState, optimizers: Mapping[str, torch.optim.Optimizer]
    ) -> None:
        if self._world.is_first:
            save_checkpoint(self._folder / name, state, self._task.module, optimizers)

    def _judge(self, state: FitState, validation: Validation | None) -> bool:
        """Note whether this epoch is the best, and whether it is the last."""
        metric = None if validation is None else validation.metric
        is_better = metric is None or state.best_metric is None or metric > state.best_metric
        if is_better:
            state.best_epoch, state.best_metric = state.epoch, metric
        patience = self._options.patience
        if validation is not None and validation.is_reached:
            state.stopped = Stopped.THRESHOLD
        elif metric is not None and patience and state.epoch - state.best_epoch >= patience:
            state.stopped = Stopped.CONVERGED
        elif state.epoch >= self._options.epochs:
            state.stopped = Stopped.MAX_EPOCHS
        return is_better

    def _seed_epoch(self, epoch: int) -> torch.Generator:
        seed = self._seed * 1_000_003 + epoch
        torch.manual_seed(seed)
        generator = torch.Generator()
        generator.manual_seed(seed)
        return generator

    def _set_rates(self, step: int) -> None:
        factor = rate_factor(step, self._steps, warm_up=self._options.warm_up)
        for name, optimizer in self._optimizers.items():
            for group, base in zip(optimizer.param_groups, self._base_rates[name], strict=True):
                group["lr"] = base * factor

    def _validate(self) -> Validation | None:
        self._task.module.eval()
        with torch.no_grad():
            found = self._task.validate()
        if found is None:
            return None
        metric = self._world.agree(found.metric, self._device)
        is_reached = bool(self._world.agree(float(found.is_reached), self._device))
        return replace(found, metric=metric, is_reached=is_reached)

    def _keep_best(self) -> None:
        self._world.wait()
        if load_checkpoint(self._folder / BEST, self._task.module, {}) is None:
            raise TrainingError("The best state of this run is lost; start a new run.")
        self._task.module.eval()

    def _tell(self, state: FitState, *, validation: Validation | None = None) -> None:
        rate = self._history[-1] if self._history else 0.0
        left = (self._options.epochs - state.epoch) * self._task.photos / rate if rate else None
        first = next(iter(self._optimizers.values()))
        self._control.report(
            TrainingProgress(
                stage=Stage.LEARNING,
                epoch=state.epoch,
                epochs=self._options.epochs,
                step=state.step,
                steps=self._steps,
                losses=state.losses or {},
                learning_rate=float(first.param_groups[0]["lr"]),
                photos_per_second=rate,
                seconds_left=left,
                validation=validation.values if validation is not None else {},
                metric=validation.metric if validation is not None else None,
                train_metric=validation.train_metric if validation is not None else None,
                best_epoch=state.best_epoch,
                answers=sample(self._first_said, validation.said) if validation else (),
            )
        )


class LoopStepper:
    """See :class:`engine.training.task.Stepper`.

    Args:
        task: What learns.
        optimizers: From the task.
        options: Of the loop.
        device: Where the task's modules are.
    """

    def __init__(
        self,
        task: Task,
        optimizers: Mapping[str, torch.optim.Optimizer],
        options: LoopOptions,
        device: torch.device,
    ) -> None:
        self._task = task
        self._optimizers = optimizers
        self._clip_norm = options.clip_norm
        self._device = device
        self._type = mixed_precision_type(device) if options.mixed_precision else None

    def update(self, batch: object) -> Mapping[str, float]:
        """Let the task learn from one batch; return the terms of its loss.

        Raises:
            TrainingError: The loss is no number.
        """
        cast = (
            nullcontext()
            if self._type is None
            else torch.autocast(self._device.type, dtype=self._type)
        )
        with cast:
            losses = self._task.update(batch, self)
        if not math.isfinite(losses["loss"]):  # of a task that has gradients of its own
            raise _gone_astray()
        return losses

    def step(self, loss: torch.Tensor, *, optimizer: str = "main") -> None:
        """Go back through a loss and update."""
        if not bool(torch.isfinite(loss)):
            raise _gone_astray()
        self._optimizers[optimizer].zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        self.apply(optimizer=optimizer)

    def apply(self, *, optimizer: str = "main") -> None:
        """Update from the gradients that are there, or from their mean where several learn."""
        self._task.world.average(self._parameters(optimizer))
        if self._clip_norm:
            torch.nn.utils.clip_grad_norm_(self._parameters(optimizer), self._clip_norm)
        self._optimizers[optimizer].step()

    def _parameters(self, optimizer: str) -> Iterator[torch.nn.Parameter]:
        for group in self._optimizers[optimizer].param_groups:
            yield from group["params"]


def _gone_astray() -> TrainingError:
    return TrainingError(
        "The losses of this run are no numbers any more. Your search is unchanged. Start again "
        "with a smaller learning rate."
    )


def rate_factor(step: int, steps: int, *, warm_up: float) -> float:
    """Return by how much the learning rate is multiplied: a linear rise, then half a cosine.

    Args:
        step: Update at hand, from 0.
        steps: Updates in all, at least 1.
        warm_up: Share of them over which the rate rises.
    """
    rising = warm_up * steps
    if step < rising:
        return (step + 1) / (math.ceil(rising) + 1)
    return 0.5 * (1 + math.cos(math.pi * (step - rising) / max(1.0, steps - rising)))
