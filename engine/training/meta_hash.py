"""S3: short codes that group photos as the user's labels do, learned with a learned gradient.

Paper trail: claims 003; MetaQuant (Chen, Wang, Pan, NeurIPS 2019) for the learned gradient. Before
any training a library has codes of iterative quantisation; a trained code must be better on
validation photos, or it is not what would be adopted.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import Field, field_validator
from safetensors.numpy import save_file

from engine.errors import TrainingError
from engine.models.codes import (
    BITS,
    ITQ,
    TRAINED,
    Centring,
    Coder,
    HashCoder,
    ItqCoder,
    load_coder,
)
from engine.models.hash_model import FeatureNetwork, HashModel
from engine.models.versions import WEIGHTS
from engine.training.examples import TrainingSet
from engine.training.hash_exam import MAP, CodesOf, HashExam, check_neighbours, codes_by
from engine.training.hash_gradients import make_meta_gradient
from engine.training.hash_task import FALLBACK, HashExamples, HashOptions, HashTask
from engine.training.method import Method, Mix
from engine.training.outcomes import Exam
from engine.training.report import GeneralCheck
from engine.training.settings import Effort, RunSettings, read_options
from engine.training.splits import Indices, Parts
from engine.training.task import Task

_EFFORTS: Final[Mapping[Effort, Mapping[str, object]]] = {
    Effort.QUICK: {"epochs": 20},
    Effort.BALANCED: {"epochs": 60},
    Effort.THOROUGH: {"epochs": 150, "patience": 30},
}
_POOLED: Final = 1280
# An epoch of few photos shall still have some updates.
_FEWEST_UPDATES: Final = 8
_SMALLEST_BATCH: Final = 8
# The loss of fewer photos says nothing about when to stop or which epoch is best.
_SMALLEST_STOP_SET: Final = 20
# A centring that is better by less than this is not worth bits that divide the library worse.
_WORTH: Final = 0.005


class Options(HashOptions):
    """Of the method.

    Attributes:
        bits: Length of the code: 32, 64, 128 or 256.
        smoothing: Share of each target that is spread over all labels where photos have several
            (Hoe et al., OrthoHash, NeurIPS 2021: softmax with it is far above a sigmoid each).
        layout: Whether the network reads where things are, too, and not only what is shown.
    """

    bits: int = 64
    smoothing: float = Field(default=0.1, ge=0, lt=1, allow_inf_nan=False)
    layout: bool = False
    fewest_updates: int = Field(default=20, ge=1, le=100_000)
    # The loss passes the threshold long before codes are as good as they get: with eight photos a
    # class, stopping at once costs three points of mAP.
    judged_after: int = Field(default=400, ge=0, le=1_000_000)

    @field_validator("bits")
    @classmethod
    def _check_bits(cls, value: int) -> int:
        if value not in BITS:
            raise ValueError(f"choose one of {', '.join(map(str, BITS))}")
        return value


class LibraryHashTask(HashTask):
    """A fit on photos of a library.

    Attributes:
        centring: What of the library values are compared with; validation photos choose it.
    """

    centring: Centring = Centring.MEAN

    def coder(self, centring: Centring | None = None) -> HashCoder:
        """Return what makes codes with the modules as they are now."""
        tensors = {
            name: value.detach().cpu().float().numpy().copy()
            for name, value in self.model.network.state_dict().items()
        }
        return HashCoder("trained", tensors, centring or self.centring)


class MetaHash(Method):
    """See the module."""

    name: ClassVar[str] = "hash"
    measure: ClassVar[str] = MAP

    def __init__(
        self,
        data: TrainingSet,
        settings: RunSettings,
        device: torch.device,
        parent: Path | None = None,
    ) -> None:
        super().__init__(data, settings, device, parent)
        self._options = read_options(Options, settings, _EFFORTS[settings.effort])
        self._labels = _label_names(data)
        self._exam = HashExam(data, _targets(data, self._labels))
        self._tasks: list[LibraryHashTask] = []

    @property
    def options(self) -> Options:
        """The checked options; batches of few photos are smaller."""
        most = max(_SMALLEST_BATCH, len(self.data.labelled()) // _FEWEST_UPDATES)
        size = min(self._options.batch_size, most)
        return self._options.model_copy(update={"batch_size": size})

    @property
    def notes(self) -> tuple[str, ...]:
        """Tell of a meta network that was stopped."""
        if not any(task.guard.has_fallen_back for task in self._tasks):
            return ()
        return (
            "The learned gradient did not settle on these photos; a fixed one "
            f"({FALLBACK.value}) finished the training.",
        )

    def task(self, parts: Parts) -> LibraryHashTask:
        """Prepare a fit."""
        options = self.options
        width = self.data.features.shape[1]
        inputs = width if options.layout else min(_POOLED, width)
        train = self._examples(parts.train, inputs)
        network = FeatureNetwork(train.inputs.shape[1], options.bits, hidden=options.hidden)
        torch.manual_seed(self.settings.seed)
        for layer in (network.hidden, network.output):
            layer.reset_parameters()
        network.to(self.device).fit_scale(train.inputs)
        meta = make_meta_gradient(options.estimator, options.mse_weight, hidden=options.meta_hidden)
        model = HashModel(network, meta, bits=options.bits, classes=len(self._labels))
        is_enough = len(parts.validation) >= _SMALLEST_STOP_SET
        stop = self._examples(parts.validation if is_enough else parts.validation[:0], inputs)
        task = LibraryHashTask(model.to(self.device), train, stop, options)
        self._tasks.append(task)
        return task

    def choose_mix(self, task: Task, parts: Parts) -> Mix:
        """Choose the centring, and whether the code beats the one in use, on validation photos."""
        assert isinstance(task, LibraryHashTask)
        library = self._exam.library(parts)
        searched = np.union1d(parts.validation, parts.train)
        queries = self._exam.answerable(parts.validation, searched)
        if not len(queries):
            return Mix(1.0, is_chosen=False)

        def score(coder: Coder) -> float:
            codes_of = codes_by(coder, self.data, library)
            return self._exam.mean_precision(codes_of, queries, searched)

        best = score(task.coder(Centring.MEAN))
        task.centring = Centring.MEAN
        for centring in (Centring.MEDIAN, Centring.NONE):
            if (value := score(task.coder(centring))) > best + _WORTH:
                best, task.centring = value, centring
        return Mix(float(best > score(self._reference())), is_chosen=True)

    def exam(self, task: Task, parts: Parts, mix: Mix) -> Exam:
        """Let held-out photos look for others of their labels, with both codes."""
        assert isinstance(task, LibraryHashTask)
        library = self._exam.library(parts)
        before = codes_by(self._reference(), self.data, library)
        pure = codes_by(task.coder(), self.data, library)
        after = pure if mix.share else before
        searched = self._exam.searched(parts.held_out, parts)
        queries = self._exam.answerable(parts.held_out, searched)
        return Exam(
            before=self._exam.outcomes(before, queries, searched),
            after=self._exam.outcomes(after, queries, searched),
            pure=self._exam.outcomes(pure, queries, searched),
            answers=self._exam.answers(before, after, queries, searched) if len(queries) else (),
        )

    def general_check(self, task: Task, mix: Mix) -> GeneralCheck | None:
        """Ask whether photos that look alike still lie together by code."""
        assert isinstance(task, LibraryHashTask)
        everything = np.arange(len(self.data), dtype=np.int64)
        before = codes_by(self._reference(), self.data, everything)
        after: CodesOf = codes_by(task.coder(), self.data, everything) if mix.share else before
        return check_neighbours(self.data, before, after, seed=self.settings.seed)

    def save(self, task: Task, mix: Mix, folder: Path) -> dict[str, object]:
        """Write what would be adopted: the trained network, or the code in use."""
        assert isinstance(task, LibraryHashTask)
        coder: Coder = task.coder() if mix.share else self._reference()
        config: dict[str, object] = {
            "codes": TRAINED if isinstance(coder, HashCoder) else ITQ,
            "bits": coder.bits,
            "labels": list(self._labels),
            "estimator": task.estimator.value,
        }
        if isinstance(coder, HashCoder):
            return config | coder.save(folder)
        save_file({"bits": np.array(coder.bits, np.int64)}, folder / WEIGHTS)
        return config

    def _reference(self) -> Coder:
        """Return the code in use, or what a library has before any training."""
        if self.parent is not None:
            return load_coder(self.parent)
        return ItqCoder(self._options.bits)

    def _examples(self, photos: Indices, inputs: int) -> HashExamples:
        rows = np.asarray(self.data.features[photos, :inputs], np.float32)
        targets = self._exam.targets[photos].astype(np.float32)
        counts = targets.sum(axis=1, keepdims=True)
        targets /= np.maximum(counts, 1)
        if (self._exam.targets.sum(axis=1) > 1).any():
            share = self._options.smoothing
            targets = (1 - share) * targets + share / len(self._labels)
        return HashExamples(
            torch.from_numpy(rows).to(self.device), torch.from_numpy(targets).to(self.device)
        )


def _label_names(data: TrainingSet) -> tuple[str, ...]:
    names = sorted({label for example in data.examples for label in example.labels})
    if not names:
        raise TrainingError(
            "No photo has a label yet; give two or more labels to some photos each and start again."
        )
    if len(names) < 2:
        raise TrainingError(
            f"“{names[0]}” is the only label, so there is nothing to tell it from; give another "
            "label to some photos and start again."
        )
    return tuple(names)


def _targets(data: TrainingSet, labels: tuple[str, ...]) -> NDArray[np.bool_]:
    column = {label: index for index, label in enumerate(labels)}
    targets: NDArray[Any] = np.zeros((len(data), len(labels)), np.bool_)
    for row, example in enumerate(data.examples):
        for label in example.labels:
            targets[row, column[label]] = True
    return targets
