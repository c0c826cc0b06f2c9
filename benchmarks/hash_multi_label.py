"""Photos with several labels: which classification loss gives codes that find a shared label.

    python -m benchmarks.hash_multi_label --data DATA [--cache DIR] [--quick]

Flickr8k photos are labelled with the things that at least two of their five captions name, COCO
photos with their objects. Two fifths are learned from, a fifth chooses each arm's learning rate,
and the others look for each other with 64 bits; relevant is what shares a label. Softmax with
targets that sum to 1 (alone, or smoothed) stands beside a sigmoid for each label (its mean over
labels, and its sum), with the same features, splits, seeds and learned gradient. Paired 95 %
intervals over draws and photos.
"""

import argparse
import csv
import json
import re
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from benchmarks.cached_features import CACHE
from benchmarks.captioned_photos import snapshot
from benchmarks.hash_arms import Stepper, say
from engine.evaluation import hashing_metrics
from engine.evaluation.hashing_metrics import CodedPhotos
from engine.images.prepare import PreparedPhoto, prepare_photo
from engine.models.embedded import EmbeddedModel
from engine.models.hash_model import FeatureNetwork, HashModel
from engine.training.hash_gradients import make_meta_gradient
from engine.training.hash_settings import HashOptions
from engine.training.hash_task import HashExamples, HashTask
from engine.training.trainer import rate_factor

_BITS: Final = 64
_POOLED: Final = 1280
_EPOCHS: Final = 30
_BATCH: Final = 32
_RATES: Final = (3e-4, 1e-3, 3e-3)
_TUNING_SEED: Final = 1000
_FEWEST: Final = 6  # photos of a label
_THINGS: Final[Mapping[str, str]] = {
    "man": "man men guy",
    "woman": "woman women lady",
    "boy": "boy boys",
    "girl": "girl girls",
    "child": "child children kid kids toddler baby",
    "dog": "dog dogs puppy",
    "water": "water ocean lake river sea waves pool",
    "snow": "snow snowy",
    "beach": "beach sand shore",
    "grass": "grass grassy field lawn",
    "rock": "rock rocks rocky cliff",
    "mountain": "mountain mountains hill",
    "street": "street road sidewalk",
    "ball": "ball balls",
    "bicycle": "bike bicycle bikes",
    "tree": "tree trees forest woods",
    "wall": "wall building",
}

Bits = NDArray[np.bool_]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Arm:
    """A loss.

    Attributes:
        smoothing: Share of a target that is spread over all labels.
        is_sigmoid: Whether each label has a loss of its own.
        is_sum: Whether these are added; else their mean is taken.
    """

    smoothing: float = 0.0
    is_sigmoid: bool = False
    is_sum: bool = False


ARMS: Final = {
    "softmax": Arm(),
    "softmax smoothed 0.1": Arm(smoothing=0.1),
    "sigmoid mean": Arm(is_sigmoid=True),
    "sigmoid sum": Arm(is_sigmoid=True, is_sum=True),
}
SHIPPED: Final = "softmax"


class YesNo(nn.Module):
    """A classifier whose cross-entropy is the mean of a sigmoid's over the labels.

    Args:
        classifier: Gives scores, [b, labels].
    """

    def __init__(self, classifier: nn.Module) -> None:
        super().__init__()
        self.classifier = classifier

    def forward(self, code: torch.Tensor) -> torch.Tensor:
        """Return scores of yes and no, [b, 2, labels]."""
        scores = self.classifier(code)
        return torch.stack([scores, torch.zeros_like(scores)], dim=1)


def flickr(data: Path, cache: Path) -> tuple[NDArray[np.float32], Bits]:
    """Return features and labels of photos with captions."""
    photos = snapshot(data / "flickr8k", cache, EmbeddedModel.load())
    words = {name: frozenset(each.split()) for name, each in _THINGS.items()}
    targets = np.zeros((len(photos), len(words)), np.bool_)
    for row, example in enumerate(photos.examples):
        said = [set(re.findall("[a-z]+", c.text.lower())) for c in example.captions]
        for column, names in enumerate(words.values()):
            targets[row, column] = sum(bool(names & caption) for caption in said) >= 2
    return np.asarray(photos.features[:, :_POOLED], np.float32), targets


def coco(data: Path) -> tuple[NDArray[np.float32], Bits]:
    """Return features and labels of photos with objects."""
    with (data / "coco" / "labels.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    files = sorted({row["file"] for row in rows})
    labels = sorted({row["label"] for row in rows})
    targets = np.zeros((len(files), len(labels)), np.bool_)
    for row in rows:
        targets[files.index(row["file"]), labels.index(row["label"])] = True
    model, found = EmbeddedModel.load(), []
    for file in files:
        photo = prepare_photo(bytes(data / "coco" / "photos" / file))
        assert isinstance(photo, PreparedPhoto)
        found.append(model.encode_images(photo.pixels[None])[0, :_POOLED])
    return np.array(found, np.float32), targets


def usable(rows: NDArray[np.float32], targets: Bits) -> tuple[NDArray[np.float32], Bits]:
    """Leave out rare labels, and photos that have none then."""
    targets = targets[:, targets.sum(axis=0) >= _FEWEST]
    some = targets.any(axis=1)
    return rows[some], targets[some]


def examples(rows: NDArray[np.float32], targets: Bits, arm: Arm) -> HashExamples:
    """Return photos with the targets of an arm."""
    given = torch.from_numpy(targets.astype(np.float32))
    if arm.is_sigmoid:
        return HashExamples(torch.from_numpy(rows), torch.stack([given, 1 - given], dim=1))
    given = given / given.sum(dim=1, keepdim=True)
    given = (1 - arm.smoothing) * given + arm.smoothing / targets.shape[1]
    return HashExamples(torch.from_numpy(rows), given)


def learn(rows: NDArray[np.float32], targets: Bits, arm: Arm, rate: float, seed: int) -> HashTask:
    """Train; the last epoch counts."""
    labels = targets.shape[1]
    options = HashOptions(epochs=_EPOCHS, batch_size=_BATCH, learning_rate=rate)
    if arm.is_sum:  # the same as the sum of losses, but for a factor that Adam does not see
        options = options.model_copy(update={"mse_weight": options.mse_weight / labels})
    train = examples(rows, targets, arm)
    torch.manual_seed(seed)
    network = FeatureNetwork(rows.shape[1], _BITS, hidden=options.hidden)
    network.fit_scale(train.inputs)
    torch.manual_seed(seed + 1)
    meta = make_meta_gradient(options.estimator, options.mse_weight, hidden=options.meta_hidden)
    model: Any = HashModel(network, meta, bits=_BITS, classes=labels)
    if arm.is_sigmoid:
        model.classifier = YesNo(model.classifier)
    task = HashTask(model, train, train.part(torch.arange(0)), options)
    stepper, step = Stepper(task.optimizers(), options.clip_norm), 0
    for epoch in range(_EPOCHS):
        for batch in task.batches(epoch, torch.Generator().manual_seed(seed * 1009 + epoch)):
            stepper.set_rate(rate_factor(step, _EPOCHS * task.steps, warm_up=0.0))
            task.update(batch, stepper)
            step += 1
    return task


@torch.inference_mode()
def precision(task: HashTask, rows: NDArray[np.float32], targets: Bits) -> Floats:
    """Return the tie-aware average precision of photos that look for each other; NaN for none."""
    codes = (task.model.network(torch.from_numpy(rows)) >= 0).numpy()
    coded = CodedPhotos(codes, targets, np.arange(len(rows)))
    return hashing_metrics.average_precision(*hashing_metrics.count_levels_among(coded, coded))


def split(count: int, seed: int) -> list[NDArray[np.int64]]:
    """Return the places of what is learned from, chosen by, and examined."""
    order = np.random.default_rng(seed).permutation(count)
    return np.split(order, [2 * count // 5, 3 * count // 5])


def interval(first: Sequence[Floats], second: Sequence[Floats]) -> list[float]:
    """Return the mean paired difference in points and its 95 % interval."""
    random = np.random.default_rng(0)
    gaps = [a - b for a, b in zip(first, second, strict=True)]
    gaps = [gap[~np.isnan(gap)] for gap in gaps]
    means = []
    for _ in range(2000):
        drawn = [gaps[draw] for draw in random.integers(len(gaps), size=len(gaps))]
        means.append(np.mean([random.choice(gap, len(gap)).mean() for gap in drawn]))
    low, high = np.percentile(means, [2.5, 97.5])
    return [100 * float(value) for value in (np.mean([gap.mean() for gap in gaps]), low, high)]


def compare(rows: NDArray[np.float32], targets: Bits, draws: int) -> dict[str, Any]:
    """Run all arms on one set."""
    rows, targets = usable(rows, targets)
    train, validation, _ = split(len(rows), _TUNING_SEED)
    rates: dict[str, float] = {}
    found: dict[str, list[Floats]] = {}
    for name, arm in ARMS.items():
        tried = {
            rate: float(
                np.nanmean(
                    precision(
                        learn(rows[train], targets[train], arm, rate, _TUNING_SEED),
                        rows[validation],
                        targets[validation],
                    )
                )
            )
            for rate in _RATES
        }
        rates[name] = max(tried, key=lambda rate: tried[rate])
        found[name] = []
        for seed in range(draws):
            learned, _, examined = split(len(rows), seed)
            task = learn(rows[learned], targets[learned], arm, rates[name], seed)
            found[name].append(precision(task, rows[examined], targets[examined]))
        say(f"{name} at {rates[name]:g}: {np.mean([np.nanmean(each) for each in found[name]]):.4f}")
    counts = Counter(targets.sum(axis=1).tolist())
    return {
        "photos": len(rows),
        "labels": targets.shape[1],
        "photos_by_number_of_labels": {str(number): counts[number] for number in sorted(counts)},
        "rates": rates,
        "mAP": {
            name: float(np.mean([np.nanmean(each) for each in values]))
            for name, values in found.items()
        },
        "shipped_minus_points": {
            name: interval(found[SHIPPED], values)
            for name, values in found.items()
            if name != SHIPPED
        },
    }


def main() -> None:
    """Run and print JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args()
    start, draws = time.perf_counter(), 2 if arguments.quick else 5
    sets = {"flickr8k": flickr(arguments.data, arguments.cache), "coco": coco(arguments.data)}
    encoded = time.perf_counter()
    found: dict[str, Any] = {
        name: compare(rows, targets, draws) for name, (rows, targets) in sets.items()
    }
    found |= {
        "bits": _BITS,
        "draws": draws,
        "shipped": SHIPPED,
        "seconds": {"features": encoded - start, "arms": time.perf_counter() - encoded},
    }
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
