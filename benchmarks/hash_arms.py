"""The hash model with every estimator on one footing: what the benchmarks of codes share.

Each arm has the same features, splits, seeds, batches and guards; only the gradient differs, and
the learning rate, which validation photos choose for each arm from the same grid.
"""

import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from engine.evaluation import hashing_metrics
from engine.models.hash_model import FeatureNetwork, HashModel
from engine.training.hash_gradients import make_meta_gradient
from engine.training.hash_settings import Estimator, HashOptions, Rule
from engine.training.hash_task import HashExamples, HashTask
from engine.training.trainer import rate_factor

META: Final = "meta"
HAND_MADE: Final = ("ste", "clip", "tanh", "greedy", "continuation")
# What the issue compares with when it says "the best of ste, clip, tanh, greedy".
NAMED: Final = ("ste", "clip", "tanh", "greedy")
BESIDE: Final = ("soft", "soft-1", "scalar")
CONTROLS: Final = ("frozen-meta", "zero-meta")
ARMS: Final[tuple[str, ...]] = (META, *BESIDE, *HAND_MADE, *CONTROLS)
# Controls that have the learning rate of another arm: that which they are compared with.
SAME_RATE: Final = {"frozen-meta": META, "zero-meta": "ste"}
RATES: Final = {Rule.ADAM: (1e-4, 3e-4, 1e-3, 3e-3), Rule.SGD: (0.03, 0.1, 0.3, 1.0)}
_CLIP_NORM: Final = 1.0
_TUNING_SEED: Final = 1000
_DRAWS: Final = 10

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Photos:
    """Photos of known classes.

    Attributes:
        rows: float32 [n, d].
        labels: int64 [n].
    """

    rows: torch.Tensor
    labels: NDArray[np.int64]

    def examples(self, classes: int) -> HashExamples:
        """Return them as the task takes them."""
        targets = functional.one_hot(torch.from_numpy(self.labels), classes).float()
        return HashExamples(self.rows, targets)


@dataclass(frozen=True, eq=False)
class Split:
    """The parts of a protocol: learned from, chosen by, asked, searched."""

    train: Photos
    validation: Photos
    queries: Photos
    database: Photos
    classes: int


@dataclass(eq=False)
class Outcome:
    """One run of one arm."""

    average_precision: Floats
    measures: Mapping[str, float]
    seconds: float
    has_fallen_back: bool
    losses: Mapping[str, float] = field(default_factory=dict)


class Stepper:
    """The loop's stepper without progress and checkpoints."""

    def __init__(self, optimizers: Mapping[str, torch.optim.Optimizer], clip_norm: float) -> None:
        self.optimizers, self._clip_norm = optimizers, clip_norm
        self._base = {name: made.param_groups[0]["lr"] for name, made in optimizers.items()}

    def set_rate(self, factor: float) -> None:
        """Multiply every learning rate as it was at first."""
        for name, optimizer in self.optimizers.items():
            optimizer.param_groups[0]["lr"] = self._base[name] * factor

    def step(self, loss: torch.Tensor, *, optimizer: str = "main") -> None:
        """Refuse: the hash task has gradients of its own."""
        raise NotImplementedError("the hash task has its own gradients")

    def apply(self, *, optimizer: str = "main") -> None:
        """Clip and step."""
        weights = [p for g in self.optimizers[optimizer].param_groups for p in g["params"]]
        torch.nn.utils.clip_grad_norm_(weights, self._clip_norm)
        self.optimizers[optimizer].step()


def options_of(arm: str, **values: Any) -> HashOptions:
    """Return the options of an arm."""
    if arm == "soft-1":
        return HashOptions(estimator=Estimator.SOFT, **(values | {"slope": 1.0}))
    if arm == "zero-meta":
        return HashOptions(estimator=Estimator.META, **(values | {"meta_learning_rate": 0.0}))
    return HashOptions(estimator=Estimator(arm), **values)


def learn(split: Split, options: HashOptions, *, bits: int, seed: int) -> HashTask:
    """Train one model for all epochs; the last one counts."""
    torch.manual_seed(seed)
    network = FeatureNetwork(split.train.rows.shape[1], bits, hidden=options.hidden)
    network.fit_scale(split.train.rows)
    torch.manual_seed(seed + 1)  # the same classifier, whatever the meta network has drawn
    meta = make_meta_gradient(options.estimator, options.mse_weight, hidden=options.meta_hidden)
    torch.manual_seed(seed + 2)
    model = HashModel(network, meta, bits=bits, classes=split.classes)
    train, stop = split.train.examples(split.classes), split.validation.examples(split.classes)
    task = HashTask(model, train, stop, options)
    stepper = Stepper(task.optimizers(), _CLIP_NORM)
    step, total = 0, options.epochs * task.steps
    for epoch in range(options.epochs):
        generator = torch.Generator().manual_seed(seed * 1_000_003 + epoch)
        for batch in task.batches(epoch, generator):
            stepper.set_rate(rate_factor(step, total, warm_up=0.0))
            task.update(batch, stepper)
            step += 1
    return task


@torch.inference_mode()
def codes(task: HashTask, photos: Photos) -> NDArray[np.bool_]:
    """Return the codes of photos, bool [n, bits]."""
    found: NDArray[np.bool_] = (task.model.network(photos.rows) >= 0).numpy()
    return found


def measure(
    query_codes: NDArray[np.bool_], database_codes: NDArray[np.bool_], split: Split
) -> tuple[Floats, dict[str, float]]:
    """Return each query's tie-aware average precision, and the other measures of codes."""
    items, relevant = hashing_metrics.count_levels(
        query_codes,
        database_codes,
        query_labels=split.queries.labels,
        database_labels=split.database.labels,
    )
    full = hashing_metrics.average_precision(items, relevant)
    first = hashing_metrics.average_precision(items, relevant, k=1000)
    low, high = hashing_metrics.average_precision_bounds(items, relevant)
    ball = hashing_metrics.precision_within_radius(items, relevant, radius=2)
    return full, {
        "mAP": float(full.mean()),
        "mAP@1000": float(first.mean()),
        "mAP_lowest_order": float(low.mean()),
        "mAP_highest_order": float(high.mean()),
        "precision@radius2": ball.precision,
        "empty_rate": ball.empty_rate,
        "bit_imbalance": float(np.abs(2 * database_codes.mean(axis=0) - 1).mean()),
    }


def validation_precision(task: HashTask, split: Split) -> float:
    """Return the tie-aware mAP of validation photos, asked as the queries will be.

    They are searched together with photos that were learned from, which are as rare there as in
    the database. So few differ from draw to draw: the mean of several is returned.
    """
    asked, learned = codes(task, split.validation), codes(task, split.train)
    others = len(split.database.labels) - len(split.train.labels)
    apart = max(1, round(others / len(split.validation.labels)))
    found = []
    for first in range(0, apart, max(1, apart // _DRAWS)):
        items, relevant = hashing_metrics.count_levels(
            asked,
            np.concatenate([learned[first::apart], asked]),
            query_labels=split.validation.labels,
            database_labels=np.concatenate(
                [split.train.labels[first::apart], split.validation.labels]
            ),
        )
        found.append(float(np.nanmean(hashing_metrics.average_precision(items, relevant))))
    return float(np.mean(found))


def examine(split: Split, options: HashOptions, *, bits: int, seed: int) -> Outcome:
    """Train and measure on the queries."""
    start = time.perf_counter()
    task = learn(split, options, bits=bits, seed=seed)
    seconds = time.perf_counter() - start
    precision, measures = measure(codes(task, split.queries), codes(task, split.database), split)
    with torch.inference_mode():
        scores = task.model(split.queries.rows).argmax(dim=1).numpy()
        features = task.model.network(split.queries.rows)
    measures["accuracy"] = float((scores == split.queries.labels).mean())
    measures["mean_abs_f"] = float(features.abs().mean())
    return Outcome(precision, measures, seconds, task.guard.has_fallen_back)


def tune(split: Split, arm: str, *, bits: int, rule: Rule, **values: Any) -> dict[float, float]:
    """Return the validation mAP of an arm at each learning rate."""
    found = {}
    for rate in RATES[rule]:
        options = options_of(arm, **(values | {"optimizer": rule, "learning_rate": rate}))
        task = learn(split, options, bits=bits, seed=_TUNING_SEED)
        found[rate] = validation_precision(task, split)
    say(f"{rule} {bits} bits {arm}: " + ", ".join(f"{k:g}: {v:.4f}" for k, v in found.items()))
    return found


def paired_interval(first: Floats, second: Floats, *, seed: int = 0) -> tuple[float, float, float]:
    """Return the mean paired difference of [seeds, queries] and its 95 % bootstrap interval.

    Seeds and queries are drawn anew, each with replacement.
    """
    difference = first - second
    rng = np.random.default_rng(seed)
    seeds, queries = difference.shape
    means = [
        difference[rng.integers(seeds, size=seeds)]
        .mean(axis=0)[rng.integers(queries, size=queries)]
        .mean()
        for _ in range(2000)
    ]
    low, high = np.percentile(means, [2.5, 97.5])
    return float(difference.mean()), float(low), float(high)


def table(rows: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    """Return the lines of a table for people."""
    names = list(next(iter(rows.values())))
    yield f"{'':14}" + "".join(f"{name:>19}" for name in names)
    for arm, values in rows.items():
        yield f"{arm:14}" + "".join(f"{values[name]:19.4f}" for name in names)


def say(text: str) -> None:
    """Print to standard error."""
    print(text, file=sys.stderr, flush=True)
