"""Logistic regression on stored features: the plain method that the others are compared with.

Each label is a question of its own (is it there or not?), so that a photo may have several and
most have none. Photos of which nothing is said stand for "not there"; a rejection says so too.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import save_file
from torch import nn
from torch.nn import functional

from engine.models.label_model import CENTRED, POOLED, centred_rows
from engine.models.versions import WEIGHTS
from engine.training import baseline_options
from engine.training.baseline_options import Options
from engine.training.examples import TrainingSet
from engine.training.label_exam import (
    LabelExam,
    LabelProblem,
    label_names,
    pick_background,
)
from engine.training.label_thresholds import choose_thresholds
from engine.training.method import Method, Mix
from engine.training.outcomes import Exam
from engine.training.settings import RunSettings
from engine.training.splits import Indices, Parts
from engine.training.task import Task, Validation

# Shown without validation photos to set it by: labels here do not exclude each other.
_SURE = 0.9
_SCALE = 10.0  # rows have length 1; without it the logits would hardly leave 0


class BaselineClassifier(Method):
    """See the module."""

    name: ClassVar[str] = "baseline-classifier"
    measure: ClassVar[str] = "accuracy"

    def __init__(
        self,
        data: TrainingSet,
        settings: RunSettings,
        device: torch.device,
        parent: Path | None = None,
    ) -> None:
        super().__init__(data, settings, device, parent)
        self._options = baseline_options.read(settings)
        self._labels = label_names(data)
        self._exam = LabelExam(data, self._labels, parent)

    @property
    def options(self) -> Options:
        """The checked options."""
        return self._options

    def task(self, parts: Parts) -> "BaselineTask":
        """Prepare a fit."""
        background = pick_background(
            self.data, parts, most=self._options.background, seed=self.settings.seed
        )
        problem = LabelProblem(self.data, self._labels, parts, background)
        return BaselineTask(problem, self._options, self.device)

    def choose_mix(self, task: Task, parts: Parts) -> Mix:
        """Take the classifier as it is: it has no parent to be mixed with."""
        return Mix(1.0, is_chosen=False)

    def exam(self, task: Task, parts: Parts, mix: Mix) -> Exam:
        """Compare the answers on held-out photos with those of the version in use."""
        assert isinstance(task, BaselineTask)
        after = task.probabilities(parts.held_out)
        return self._exam.compare(parts.held_out, after=after, pure=after)

    def save(self, task: Task, mix: Mix, folder: Path) -> dict[str, object]:
        """Write the weights."""
        assert isinstance(task, BaselineTask)
        tensors = {
            "weight": task.module.weight.detach() * _SCALE,
            "bias": task.module.bias.detach(),
            "mean": task.mean,
        }
        save_file(
            {name: value.cpu().float().contiguous() for name, value in tensors.items()},
            folder / WEIGHTS,
        )
        return {
            "labels": list(self._labels),
            "thresholds": task.thresholds(),
            "input": POOLED,
            "normalisation": CENTRED,
        }


class BaselineTask(Task):
    """One fit of the logistic regression."""

    def __init__(self, problem: LabelProblem, options: Options, device: torch.device) -> None:
        data, parts = problem.data, problem.parts
        self._data = data
        self._parts = parts
        self._options = options
        self._device = device
        self._learned = np.concatenate([parts.train, problem.background])
        pooled = data.features[self._learned, :1280].astype(np.float32)
        self.mean = torch.from_numpy(pooled.mean(axis=0))
        self._rows = self._inputs(self._learned)
        self._targets = problem.targets(self._learned).to(device)
        positive = self._targets.sum(0).clamp(min=1)
        self._balance = ((self.photos - positive) / positive).clamp(1, 20)
        self._validation_rows = self._inputs(parts.validation)
        self._validation_targets = problem.targets(parts.validation)
        self._module = nn.Linear(pooled.shape[1], len(problem.labels)).to(device)
        nn.init.zeros_(self._module.weight)
        nn.init.zeros_(self._module.bias)

    @property
    def module(self) -> nn.Linear:
        """The regression."""
        return self._module

    @property
    def photos(self) -> int:
        """Photos in an epoch."""
        return len(self._learned)

    @property
    def steps(self) -> int:
        """Updates in an epoch."""
        return -(-self.photos // self._options.batch_size)

    def optimizers(self) -> dict[str, torch.optim.Optimizer]:
        """Make the only optimiser."""
        return {
            "main": torch.optim.AdamW(
                self._module.parameters(),
                lr=self._options.learning_rate,
                weight_decay=self._options.weight_decay,
            )
        }

    def batches(self, epoch: int, generator: torch.Generator) -> Iterator[torch.Tensor]:
        """Yield the positions of photos, int64 [b]."""
        order = torch.randperm(self.photos, generator=generator)
        for rows in torch.split(order, self._options.batch_size):
            yield self.world.share(rows)

    def losses(self, batch: torch.Tensor) -> dict[str, torch.Tensor]:
        """Return the cross-entropy of each label's yes or no."""
        rows = batch.to(self._device)
        loss = functional.binary_cross_entropy_with_logits(
            self._module(_SCALE * self._rows[rows]),
            self._targets[rows],
            pos_weight=self._balance,
        )
        return {"loss": loss}

    def validate(self) -> Validation | None:
        """Return the share of validation photos whose likeliest label is one of theirs."""
        if not len(self._parts.validation):
            return None
        accuracy = _accuracy(self._logits(self._validation_rows), self._validation_targets)
        count = len(self._parts.train)
        learned = _accuracy(self._logits(self._rows[:count]), self._targets[:count])
        return Validation(metric=accuracy, values={"accuracy": accuracy}, train_metric=learned)

    def probabilities(self, photos: Indices) -> NDArray[np.float32]:
        """Return the probability of each label, float32 [n, labels]."""
        return torch.sigmoid(self._logits(self._inputs(photos))).cpu().numpy()

    def thresholds(self) -> list[float]:
        """Return from which probability on each label is shown, as validation says."""
        photos = self._parts.validation
        has = self._validation_targets.numpy() > 0
        return choose_thresholds(self.probabilities(photos), has, default=_SURE)

    @torch.no_grad()
    def _logits(self, rows: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = self._module(_SCALE * rows)
        return found

    def _inputs(self, photos: Indices) -> torch.Tensor:
        pooled = self._data.features[photos, :1280].astype(np.float32)
        return torch.from_numpy(centred_rows(pooled, self.mean.numpy())).to(self._device)


def _accuracy(logits: torch.Tensor, targets: torch.Tensor) -> float:
    best = logits.argmax(dim=1, keepdim=True).cpu()
    return float(targets.cpu().gather(1, best).mean())
