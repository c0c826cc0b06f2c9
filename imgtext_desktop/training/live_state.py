"""What a run has said so far, as its page shows it. No Qt."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from engine.training.progress import Stage, TrainingProgress

if TYPE_CHECKING:
    from engine.training.answers import Answer

# What a user can read; the first that a run reports is shown.
_READABLE: Final = ("accuracy", "R@10", "mAP")


@dataclass(frozen=True, slots=True)
class Point:
    """A round of the chart; values are shares of 0 to 1 if the chart is in percent.

    Attributes:
        round: Rounds done.
        exam: On photos that it has not seen.
        learned: On photos that it learns from, where that is known.
    """

    round: int
    exam: float
    learned: float | None


@dataclass(slots=True)
class _Fit:
    points: dict[int, Point] = field(default_factory=dict)
    losses: dict[float, Mapping[str, float]] = field(default_factory=dict)
    best_round: int = 0


class LiveState:
    """Takes up what a run says.

    Attributes:
        last: The latest that it said, or None.
        seconds: Time of each step that is over.
        notes: What a step added.
        answers: Some of validation photos, at the start and now.
    """

    def __init__(self) -> None:
        self.last: TrainingProgress | None = None
        self.seconds: dict[Stage, float] = {}
        self.notes: dict[Stage, str] = {}
        self.answers: tuple[Answer, ...] = ()
        self._fits: dict[int, _Fit] = {}
        self._shown_fit = 0
        self._since = time.monotonic()

    def take(self, said: Sequence[TrainingProgress]) -> None:
        """Take up what it said since the last time."""
        for progress in said:
            self._take(progress)

    @property
    def stage(self) -> Stage | None:
        """The step at hand."""
        return self.last.stage if self.last is not None else None

    @property
    def points(self) -> list[Point]:
        """The rounds of the trial at hand."""
        return self._sorted(self._shown_fit)

    @property
    def earlier(self) -> list[list[Point]]:
        """The rounds of the trials before it."""
        return [self._sorted(fit) for fit in sorted(self._fits) if fit < self._shown_fit]

    @property
    def is_in_percent(self) -> bool:
        """Whether the exam is a share."""
        return all(0 <= point.exam <= 1 for point in self.points)

    @property
    def start(self) -> Point | None:
        """What it could before the first round."""
        points = self.points
        return points[0] if points and points[0].round == 0 else None

    @property
    def best(self) -> Point | None:
        """The round that would be kept."""
        fit = self._fits.get(self._shown_fit)
        return fit.points.get(fit.best_round) if fit is not None else None

    @property
    def terms(self) -> list[str]:
        """Names of the losses, the one that is minimised first."""
        fit = self._fits.get(self._shown_fit)
        names = {name for values in fit.losses.values() for name in values} if fit else set()
        return sorted(names, key=lambda name: (name != "loss", name))

    def losses(self, name: str) -> list[tuple[float, float]]:
        """Return rounds and values of one loss."""
        fit = self._fits.get(self._shown_fit)
        if fit is None:
            return []
        return [(at, values[name]) for at, values in sorted(fit.losses.items()) if name in values]

    def _sorted(self, fit: int) -> list[Point]:
        points = self._fits[fit].points if fit in self._fits else {}
        return [points[number] for number in sorted(points)]

    def _take(self, progress: TrainingProgress) -> None:
        before, self.last = self.last, progress
        if before is not None and before.stage is not progress.stage:
            now = time.monotonic()
            spent = self.seconds.get(before.stage, 0.0)
            self.seconds[before.stage] = spent + now - self._since
            self._since = now
        if progress.note:
            self.notes[progress.stage] = progress.note
        if progress.stage is Stage.LEARNING:
            self._take_learning(progress)

    def _take_learning(self, progress: TrainingProgress) -> None:
        self._shown_fit = progress.fit
        fit = self._fits.setdefault(progress.fit, _Fit())
        if progress.losses:
            share = progress.step / progress.steps if progress.steps else 0.0
            fit.losses[share * progress.epochs] = progress.losses
        if progress.best_epoch is not None:
            fit.best_round = progress.best_epoch
        if progress.answers:
            self.answers = progress.answers
        if progress.metric is not None:
            name = next((name for name in _READABLE if name in progress.validation), "")
            exam = progress.validation.get(name, progress.metric)
            is_same = exam == progress.metric
            learned = progress.train_metric if is_same else None
            fit.points[progress.epoch] = Point(progress.epoch, exam, learned)
