"""What a method gives the loop: modules, losses and batches."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import torch
from torch import nn

from engine.training.answers import Said
from engine.training.world import ALONE, World


@dataclass(frozen=True, slots=True)
class Validation:
    """How good the modules are on validation photos.

    Attributes:
        metric: What decides which epoch is kept and when to stop; greater is better.
        values: All that is shown, by name.
        train_metric: The same measure on photos that are learned from, or None.
        is_reached: Whether the method's own condition to stop is met.
        said: Answers to the same questions each time, to be looked at; nothing is chosen by them.
    """

    metric: float
    values: Mapping[str, float] = field(default_factory=dict)
    train_metric: float | None = None
    is_reached: bool = False
    said: Sequence[Said] = ()


class Stepper(Protocol):
    """Carries out updates as the loop is set: mixed precision, clipping, schedule."""

    def step(self, loss: torch.Tensor, *, optimizer: str = "main") -> None:
        """Go back through a loss and update what this optimiser holds.

        Raises:
            TrainingError: The loss is no number.
        """

    def apply(self, *, optimizer: str = "main") -> None:
        """Update from gradients that the task has put into ``.grad`` itself."""


class Task(ABC):
    """One fit. It knows its train and validation photos and no others.

    Everything random comes from the generator of :meth:`batches` or from torch's global one, which
    the loop seeds for each epoch, so that a resumed fit equals one that was never stopped.

    Attributes:
        world: Who learns it together; :meth:`batches` yields this process's share of each batch.
    """

    world: World = ALONE

    @property
    @abstractmethod
    def module(self) -> nn.Module:
        """All parameters and buffers that a checkpoint must hold; also those that stay frozen."""

    @property
    @abstractmethod
    def photos(self) -> int:
        """Photos in one epoch."""

    @property
    @abstractmethod
    def steps(self) -> int:
        """Updates in one epoch."""

    @abstractmethod
    def optimizers(self) -> dict[str, torch.optim.Optimizer]:
        """Make the optimisers, ``main`` first; the loop schedules and saves them."""

    @abstractmethod
    def batches(self, epoch: int, generator: torch.Generator) -> Iterable[Any]:
        """Yield the batches of an epoch (from 0), the same for the same generator's seed."""

    @abstractmethod
    def losses(self, batch: Any) -> dict[str, torch.Tensor]:
        """Return the terms of the loss; ``loss`` is the one that is minimised."""

    def update(self, batch: Any, stepper: Stepper) -> Mapping[str, float]:
        """Learn from one batch; a method with several updates has its own."""
        losses = self.losses(batch)
        stepper.step(losses["loss"])
        return {name: float(value.detach()) for name, value in losses.items()}

    @abstractmethod
    def validate(self) -> Validation | None:
        """Measure on validation photos, in evaluation mode; None where there are none."""
