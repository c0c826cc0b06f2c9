"""What a run says of itself while it learns; plain values that travel between processes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.training.answers import Answer

OUT_OF_MEMORY = "Training ran out of memory. Your search is unchanged. Resume uses smaller steps."


class Stage(StrEnum):
    """Steps of a run, in their order."""

    READING = "reading"
    PREPARING = "preparing"
    LEARNING = "learning"
    MIXING = "mixing"
    EXAMINING = "examining"
    SAVING = "saving"


class Stopped(StrEnum):
    """Why the loop ended."""

    MAX_EPOCHS = "max_epochs"
    CONVERGED = "converged"
    THRESHOLD = "threshold"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """How far a run is.

    Attributes:
        stage: What it does.
        fit: Which of the fits of this run, from 0 (the last one makes the version to adopt).
        fits: How many there are.
        epoch: Epochs finished in this fit.
        epochs: The most there will be.
        step: Updates done in this fit.
        steps: The most there will be.
        losses: The terms of the last update, by name; ``loss`` is what is minimised.
        learning_rate: Of the first optimiser.
        photos_per_second: While learning.
        seconds_left: Of the whole run, or None while unknown.
        validation: After an epoch: measures on validation photos, 0 to 1 where they are shares.
        metric: After an epoch: the measure that decides, greater is better.
        train_metric: The same on photos that are learned from, where the method gives it.
        best_epoch: With the best metric so far.
        note: Whatever the stage adds, such as how many duplicate groups there are.
        answers: After an epoch: some of validation photos, at the start and now.
    """

    stage: Stage
    fit: int = 0
    fits: int = 1
    epoch: int = 0
    epochs: int = 0
    step: int = 0
    steps: int = 0
    losses: Mapping[str, float] = field(default_factory=dict)
    learning_rate: float = 0.0
    photos_per_second: float = 0.0
    seconds_left: float | None = None
    validation: Mapping[str, float] = field(default_factory=dict)
    metric: float | None = None
    train_metric: float | None = None
    best_epoch: int | None = None
    note: str = ""
    answers: tuple[Answer, ...] = ()
