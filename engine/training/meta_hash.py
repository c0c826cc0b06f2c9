"""S3: short codes that group photos as the user's labels do, learned with a learned gradient.

Paper trail: claims 003; MetaQuant (Chen, Wang, Pan, NeurIPS 2019) for the learned gradient. Before
any training a library has codes of iterative quantisation; a trained code must be better on
validation photos, or it is not what would be adopted.
"""

import shutil
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.numpy import save_file
from safetensors.torch import save_file as save_tensors
from torch import nn

from engine.errors import TrainingError
from engine.models.codes import (
    ITQ,
    PIXELS,
    TRAINED,
    Centring,
    Coder,
    HashCoder,
    ItqCoder,
    PixelCoder,
    load_coder,
)
from engine.models.hash_encoder import HashEncoder
from engine.models.hash_model import FeatureNetwork, HashModel
from engine.models.versions import WEIGHTS, read_config
from engine.training import hash_options
from engine.training.examples import TrainingSet
from engine.training.hash_exam import MAP, CodesOf, HashExam, check_neighbours, codes_by
from engine.training.hash_gradients import make_meta_gradient
from engine.training.hash_options import Learns, Options
from engine.training.hash_pixels import PixelExamples, PixelHashTask, PixelKit
from engine.training.hash_task import FALLBACK, HashExamples, HashTask
from engine.training.kept_rows import Kept
from engine.training.method import Method, Mix
from engine.training.outcomes import Exam
from engine.training.report import GeneralCheck
from engine.training.settings import RunSettings
from engine.training.splits import Indices, Parts
from engine.training.task import Task
from engine.training.tower_kits import pixels_of

_POOLED: Final = 1280
# An epoch of few photos shall still have some updates.
_FEWEST_UPDATES: Final = 8
_SMALLEST_BATCH: Final = 8
# The loss of fewer photos says nothing about when to stop or which epoch is best.
_SMALLEST_STOP_SET: Final = 20
# A centring that is better by less than this is not worth bits that divide the library worse.
_WORTH: Final = 0.005
# Photos that codes are compared on and centred by, where all must pass through a network for that.
_FEW_ENCODED: Final = 500
# Photos that the scale of the layers upon an image network is fitted to.
_SCALED_BY: Final = 128


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


Fit = LibraryHashTask | PixelHashTask


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
        self._options = hash_options.read(settings)
        self._labels = _label_names(data)
        self._exam = HashExam(data, _targets(data, self._labels))
        learns_pixels = self._options.learns is not Learns.CODES
        self._kit = PixelKit(data, self._options, device) if learns_pixels else None
        self._before = self._reference()
        self._encoded = self._encoded_before()
        self._tasks: list[Fit] = []

    @property
    def options(self) -> Options:
        """The checked options; batches of few photos are smaller."""
        most = max(_SMALLEST_BATCH, len(self.data.labelled()) // _FEWEST_UPDATES)
        size = min(self._options.batch_size, most)
        return self._options.model_copy(update={"batch_size": size})

    @property
    def notes(self) -> tuple[str, ...]:
        """Tell of photos that were left out, and of a meta network that was stopped."""
        notes = []
        if self._kit and (missing := int((~self._kit.usable[self.data.labelled()]).sum())):
            notes.append(
                f"{missing} photos have no thumbnail and were left out; scan the library to make "
                "them again."
            )
        if any(task.guard.has_fallen_back for task in self._tasks):
            notes.append(
                "The learned gradient did not settle on these photos; a fixed one "
                f"({FALLBACK.value}) finished the training."
            )
        return tuple(notes)

    def task(self, parts: Parts) -> Fit:
        """Prepare a fit."""
        parts = self._readable(parts)
        is_enough = len(parts.validation) >= _SMALLEST_STOP_SET
        watched = parts.validation if is_enough else parts.validation[:0]
        task = (
            self._task_on_features(parts.train, watched)
            if self._kit is None
            else self._task_on_pixels(self._kit, parts.train, watched)
        )
        self._tasks.append(task)
        return task

    def _task_on_features(self, train: Indices, watched: Indices) -> LibraryHashTask:
        options, width = self.options, self.data.features.shape[1]
        inputs = width if options.layout else min(_POOLED, width)
        network = FeatureNetwork(inputs, options.bits, hidden=options.hidden)
        model = self._model(network, network)
        learned, stop = (self._examples(part, inputs) for part in (train, watched))
        network.fit_scale(learned.inputs)
        return LibraryHashTask(model, learned, stop, options)

    def _task_on_pixels(self, kit: PixelKit, train: Indices, watched: Indices) -> PixelHashTask:
        network = kit.network()
        model = self._model(network, network.head)
        if len(train):
            kit.fit_scale(network, train[:_SCALED_BY])
        learned, stop = (
            PixelExamples(kit, part, self._targets_of(part)) for part in (train, watched)
        )
        return PixelHashTask(model, learned, stop, self.options, kit)

    def _model(self, network: nn.Module, head: FeatureNetwork) -> HashModel:
        """Return the four modules, their new layers drawn by the seed of the run."""
        options = self.options
        torch.manual_seed(self.settings.seed)
        for layer in (head.hidden, head.output):
            layer.reset_parameters()
        meta = make_meta_gradient(options.estimator, options.mse_weight, hidden=options.meta_hidden)
        model = HashModel(network, meta, bits=options.bits, classes=len(self._labels))
        return model.to(self.device)

    def choose_mix(self, task: Task, parts: Parts) -> Mix:
        """Choose the centring, and whether the code beats the one in use, on validation photos."""
        assert isinstance(task, Fit)
        parts = self._readable(parts)
        library = self._library(parts)
        searched = np.union1d(parts.validation, parts.train)
        queries = self._exam.answerable(parts.validation, searched)
        if not len(queries):
            return Mix(1.0, is_chosen=False)

        def score(codes_of: CodesOf) -> float:
            return self._exam.mean_precision(codes_of, queries, searched)

        task.centring = Centring.MEAN
        best = score(self._after(task, library))
        for centring in (Centring.MEDIAN, Centring.NONE):
            if (value := score(self._after(task, library, centring))) > best + _WORTH:
                best, task.centring = value, centring
        return Mix(float(best > score(self._codes_before(library))), is_chosen=True)

    def exam(self, task: Task, parts: Parts, mix: Mix) -> Exam:
        """Let held-out photos look for others of their labels, with both codes."""
        assert isinstance(task, Fit)
        parts = self._readable(parts)
        library = self._library(parts)
        before = self._codes_before(library)
        pure = self._after(task, library)
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
        assert isinstance(task, Fit)
        everything = self._few(np.arange(len(self.data), dtype=np.int64))
        before = self._codes_before(everything)
        after = self._after(task, everything) if mix.share else before
        return check_neighbours(self.data, before, after, seed=self.settings.seed, among=everything)

    def save(self, task: Task, mix: Mix, folder: Path) -> dict[str, object]:
        """Write what would be adopted: the trained network, or the code in use."""
        assert isinstance(task, Fit)
        facts: dict[str, object] = {
            "labels": list(self._labels),
            "estimator": task.estimator.value,
        }
        if not mix.share:
            return facts | self._save_before(folder)
        coder = task.coder()
        if isinstance(coder, HashCoder):
            return facts | {"codes": TRAINED, **coder.save(folder)}
        assert self._kit is not None
        weights = task.model.network.state_dict()
        tensors = {name: weight.cpu().contiguous() for name, weight in weights.items()}
        save_tensors(tensors, folder / WEIGHTS)
        described = {"bits": coder.bits, "centring": coder.centring.value, **self._kit.describe()}
        return facts | {"codes": PIXELS} | described

    def _save_before(self, folder: Path) -> dict[str, object]:
        coder = self._before
        if isinstance(coder, HashCoder):
            return {"codes": TRAINED, **coder.save(folder)}
        if isinstance(coder, PixelCoder):
            assert self.parent is not None
            shutil.copyfile(self.parent / WEIGHTS, folder / WEIGHTS)
            config = read_config(self.parent)
            names = ("codes", "bits", "centring", "learned_blocks", "hidden", "side")
            return {name: config[name] for name in names}
        save_file({"bits": np.array(coder.bits, np.int64)}, folder / WEIGHTS)
        return {"codes": ITQ, "bits": coder.bits}

    def _reference(self) -> Coder:
        """Return the code in use if it can be examined, or what there is before any training."""
        if self.parent is not None:
            return load_coder(self.parent)
        return ItqCoder(self._options.bits)

    def _encoded_before(self) -> Kept | None:
        """Return what the version in use makes of photos, if it reads them itself."""
        if not isinstance(self._before, PixelCoder) or self.parent is None:
            return None
        encoder = HashEncoder(self.parent)
        return Kept(
            lambda photos: torch.from_numpy(encoder.encode_images(pixels_of(self.data, photos)))
        )

    def _codes_before(self, library: Indices) -> CodesOf:
        kept = self._encoded
        if kept is None:
            return codes_by(self._before, self._features, library)

        def values(photos: Indices) -> NDArray[np.float16]:
            if not len(photos):
                return np.zeros((0, self._before.bits), np.float16)
            found: NDArray[np.float16] = kept.of(photos).numpy()
            return found

        return codes_by(self._before, values, library)

    def _after(self, task: Fit, library: Indices, centring: Centring | None = None) -> CodesOf:
        features_of = task.values if isinstance(task, PixelHashTask) else self._features
        return codes_by(task.coder(centring), features_of, library)

    def _features(self, photos: Indices) -> NDArray[np.float16]:
        return self.data.features[photos]

    def _library(self, parts: Parts) -> Indices:
        """Return the photos that stand for the library: none that is examined."""
        return self._few(self._exam.library(parts))

    def _few(self, photos: Indices) -> Indices:
        """Return as many of these as can be encoded, where a code needs that."""
        if self._kit is None and self._encoded is None:
            return photos
        if self._kit is not None:
            photos = photos[self._kit.usable[photos]]
        if len(photos) <= _FEW_ENCODED:
            return photos
        draw = np.random.default_rng(self.settings.seed)
        return np.sort(draw.choice(photos, _FEW_ENCODED, replace=False))

    def _readable(self, parts: Parts) -> Parts:
        """Leave out the photos that pixels are missing of, where they are learned from."""
        if self._kit is None:
            return parts
        usable = self._kit.usable
        three = (parts.train, parts.validation, parts.held_out)
        return Parts(*(photos[usable[photos]] for photos in three))

    def _examples(self, photos: Indices, inputs: int) -> HashExamples:
        rows = np.asarray(self.data.features[photos, :inputs], np.float32)
        return HashExamples(torch.from_numpy(rows).to(self.device), self._targets_of(photos))

    def _targets_of(self, photos: Indices) -> torch.Tensor:
        targets = self._exam.targets[photos].astype(np.float32)
        counts = targets.sum(axis=1, keepdims=True)
        targets /= np.maximum(counts, 1)
        if (self._exam.targets.sum(axis=1) > 1).any():
            share = self._options.smoothing
            targets = (1 - share) * targets + share / len(self._labels)
        return torch.from_numpy(targets).to(self.device)


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
