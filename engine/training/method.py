"""What a training method is to a run; each has one file beside this one."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import torch

from engine.training.examples import TrainingSet
from engine.training.outcomes import Exam
from engine.training.report import GeneralCheck
from engine.training.settings import LoopOptions, RunSettings
from engine.training.splits import Parts
from engine.training.task import Task


@dataclass(frozen=True, slots=True)
class Mix:
    """How much of the new version is adopted.

    Attributes:
        share: 0 the parent alone, 1 the new version alone.
        is_chosen: Whether validation photos chose it; else it is a constant, for want of them.
    """

    share: float
    is_chosen: bool

    @property
    def is_at_parent(self) -> bool:
        """Whether validation saw no gain in the new version."""
        return self.is_chosen and self.share == 0.0


class Method(ABC):
    """A training method over one snapshot.

    The order of calls, for each of the run's :class:`~engine.training.splits.Parts`: ``task``, the
    loop, ``choose_mix``, ``exam``; and for the final ones ``general_check`` and ``save``. Only
    ``exam`` may read the held-out part.

    Args:
        data: The photos. A method that cannot use all that is said of them keeps as ``data`` what
            it can; photos are divided by that.
        settings: What the user chose.
        device: Where to compute.
        parent: Folder of the version in the method's slot that is in use, or None.

    Raises:
        TrainingError: Nothing can be learned from the data, or a setting is not understood.
    """

    name: ClassVar[str]
    # The measure of an exam that gives the verdict.
    measure: ClassVar[str]

    def __init__(
        self,
        data: TrainingSet,
        settings: RunSettings,
        device: torch.device,
        parent: Path | None = None,
    ) -> None:
        self.data = data
        self.settings = settings
        self.device = device
        self.parent = parent

    @property
    @abstractmethod
    def options(self) -> LoopOptions:
        """The checked options, as the loop shall use them."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for the user about what was met, such as a fallback."""
        return ()

    @abstractmethod
    def task(self, parts: Parts) -> Task:
        """Prepare a fit on ``parts.train``, watched on ``parts.validation``."""

    @abstractmethod
    def choose_mix(self, task: Task, parts: Parts) -> Mix:
        """Choose, on ``parts.validation``, how much of the new version to adopt."""

    @abstractmethod
    def exam(self, task: Task, parts: Parts, mix: Mix) -> Exam:
        """Examine on ``parts.held_out``; the only reader of it."""

    def general_check(self, task: Task, mix: Mix) -> GeneralCheck | None:
        """Ask what has nothing to do with the photos learned from; None where there is no such."""
        return None

    @abstractmethod
    def save(self, task: Task, mix: Mix, folder: Path) -> dict[str, object]:
        """Write ``model.safetensors`` (and what else the version needs) into an empty folder.

        Returns:
            What goes into ``config.json`` beside ``kind`` and ``feature_space``.
        """
