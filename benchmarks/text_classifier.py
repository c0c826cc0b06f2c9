"""S1 beside what does without text: ``python -m benchmarks.text_classifier --data DIR``.

For CIFAR-10 at 96 pixels and ``flowers`` at 160: so many photos a class are drawn, every arm
learns from the same ones with rates tuned for it on validation photos, and is examined on the same
test photos after its last epoch. Differences are paired; their 95 % intervals resample draws and
photos. There are no captions in these sets, so templates of the names stand for them. A second
table gives each photo a wrong caption beside the right one.

``--quick`` takes fewer draws and shots.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from benchmarks.cached_features import CACHE, LabelledFeatures, cifar10, folders
from engine.evaluation.captions import label_text
from engine.models.classifier import Alignment, TextEncoder
from engine.models.embedded import EmbeddedModel
from engine.models.minilm import TextFiles, TextNetwork
from engine.training.examples import Example, ExampleCaption
from engine.training.label_blend import PROBE_DECAYS, Blend, fit_means, fit_probe
from engine.training.label_captions import tabulate, template_captions
from engine.training.text_classifier_data import Lesson, class_balance
from engine.training.text_classifier_options import Options
from engine.training.text_classifier_task import TextClassifierTask
from engine.training.trainer import rate_factor

Correct = NDArray[np.float64]

_CPU: Final = torch.device("cpu")
_SHOTS: Final = (1, 2, 4, 8, 16)
_TEST, _VALIDATION = 1200, 400
_RATES: Final = ((1e-3, 1e-4), (1e-2, 1e-4), (1e-2, 1e-3))
_RESAMPLES: Final = 1000
_WRONG_WEIGHT: Final = 0.1
_BASELINES: Final = ("random head", "linear probe", "class means")


@dataclass(frozen=True)
class Photos:
    """Features and classes of some photos."""

    features: torch.Tensor
    labels: torch.Tensor

    @classmethod
    def of(cls, found: LabelledFeatures, rows: NDArray[np.int64]) -> "Photos":
        """Take some of a set."""
        return cls(
            torch.from_numpy(found.features[rows].astype(np.float32)),
            torch.from_numpy(found.labels[rows]),
        )


@dataclass(frozen=True)
class Setting:
    """One data set: where shots are drawn from, what chooses, what examines."""

    classes: tuple[str, ...]
    pool: Photos
    validation: Photos
    test: Photos

    def draw(self, shots: int, seed: int) -> NDArray[np.int64]:
        """Draw photos of each class from the pool."""
        random = np.random.default_rng(seed)
        labels = self.pool.labels.numpy()
        return np.concatenate(
            [
                random.choice(np.flatnonzero(labels == label), shots, replace=False)
                for label in range(len(self.classes))
            ]
        )


@dataclass(frozen=True)
class Arm:
    """How a network is trained.

    Attributes:
        options: Losses.
        is_random: Whether the classifier begins at random instead of as text.
        templates: How many captions a photo has.
    """

    options: Options
    is_random: bool = False
    templates: int | None = None


_S1: Final = "text-classifier (pure)"
_ARMS: Final = {
    "random head": Arm(Options(), is_random=True),
    "random head, no similarity loss": Arm(Options(similarity_weight=0.0), is_random=True),
    "text head, no similarity loss": Arm(Options(similarity_weight=0.0)),
    "text head, one caption": Arm(Options(), templates=1),
    _S1: Arm(Options()),
}


class Bench:
    """Trains and examines arms on one data set."""

    def __init__(self, setting: Setting, texts: TextEncoder) -> None:
        self.setting = setting
        self.texts = texts
        self._alignment = Alignment.embedded()

    def lesson(
        self, drawn: NDArray[np.int64], captions: Callable[[int], list[ExampleCaption]]
    ) -> Lesson:
        """Make what is learned of photos of the pool."""
        setting = self.setting
        labels = setting.pool.labels[drawn]
        count = len(setting.classes)
        examples = [
            Example(str(photo), group=int(photo), labels=(setting.classes[label],))
            for photo, label in zip(drawn, labels.tolist(), strict=True)
        ]
        place = {example.content_hash: row for row, example in enumerate(examples)}
        return Lesson(
            labels=setting.classes,
            groups=(torch.arange(count),),
            features=setting.pool.features[drawn],
            captions=tabulate(examples, lambda example: captions(place[example.content_hash])),
            targets=_targets(labels, count),
            rejected=torch.zeros(len(drawn), count + 1),
            checked_features=setting.validation.features,
            checked_targets=_targets(setting.validation.labels, count),
            checked_labelled=len(setting.validation.labels),
        )

    def templates(self, drawn: NDArray[np.int64], most: int | None) -> Lesson:
        """Make what is learned with templates for captions."""
        names = self.setting.classes
        labels = self.setting.pool.labels[drawn].tolist()
        return self.lesson(drawn, lambda row: template_captions([names[labels[row]]])[:most])

    def fit(self, lesson: Lesson, arm: Arm, rates: tuple[float, float], seed: int) -> "Fit":
        """Train an arm to its last epoch."""
        options = arm.options.model_copy(
            update={"learning_rate": rates[0], "projection_rate": rates[1]}
        )
        task = TextClassifierTask(lesson, options, self._alignment, self.texts, _CPU)
        generator = torch.Generator().manual_seed(seed)
        if arm.is_random:
            weight = task.module.classifier.weight
            rows = torch.randn(weight.shape, generator=generator)
            weight.data.copy_(functional.normalize(rows, dim=1))
        optimizer = task.optimizers()["main"]
        bases = [group["lr"] for group in optimizer.param_groups]
        step = 0
        for epoch in range(options.epochs):
            for batch in task.batches(epoch, generator):
                factor = rate_factor(step, options.epochs * task.steps, warm_up=options.warm_up)
                for group, base in zip(optimizer.param_groups, bases, strict=True):
                    group["lr"] = base * factor
                optimizer.zero_grad()
                task.losses(batch)["loss"].backward()  # type: ignore[no-untyped-call]
                optimizer.step()
                step += 1
        return Fit(task, self.setting)

    def tune(self, arm: Arm, shots: int, draws: Sequence[int]) -> tuple[float, float]:
        """Choose an arm's rates by validation photos, on draws of their own."""
        scores = dict.fromkeys(_RATES, 0.0)
        for draw in draws:
            lesson = self.templates(self.setting.draw(shots, draw), arm.templates)
            for rates in _RATES:
                scores[rates] += self.fit(lesson, arm, rates, draw).validation()
        return max(scores, key=lambda rates: scores[rates])


@dataclass
class Fit:
    """A trained arm."""

    task: TextClassifierTask
    setting: Setting

    def validation(self) -> float:
        """Return the accuracy on validation photos."""
        return float(_right(self._answer(self.setting.validation), self.setting.validation).mean())

    def test(self, blend: Blend | None = None) -> Correct:
        """Return which test photos are right."""
        return _right(self._answer(self.setting.test, blend), self.setting.test)

    def _answer(self, photos: Photos, blend: Blend | None = None) -> torch.Tensor:
        return self.task.probabilities(photos.features, blend)


def measure_shots(bench: Bench, shots: int, draws: int) -> dict[str, Any]:
    """Measure every arm on the same draws."""
    rates = {name: bench.tune(arm, shots, [1000]) for name, arm in _ARMS.items()}
    correct: dict[str, list[Correct]] = {}
    chosen: list[str] = []
    weights: list[tuple[float, ...]] = []
    for draw in range(draws):
        drawn = bench.setting.draw(shots, draw)
        fits = {
            name: bench.fit(bench.templates(drawn, arm.templates), arm, rates[name], draw)
            for name, arm in _ARMS.items()
        }
        found = {name: fit.test() for name, fit in fits.items()}
        random = ("random head", "random head, no similarity loss")
        better = max(random, key=lambda name: fits[name].validation())
        scores = {"random head": fits[better].validation()}
        found["random head"] = fits[better].test()
        for name, (score, right) in _plain(fits[_S1].task, bench.setting).items():
            scores[name], found[name] = score, right
        blend = fits[_S1].task.blend
        weights.append(blend.weights)
        found["shipped"] = fits[_S1].test(blend)
        found["shipped, constant blend"] = fits[_S1].test(Blend())
        chosen.append(max(scores, key=lambda name: scores[name]))
        found["baseline best on validation"] = found[chosen[-1]]
        for name, right in found.items():
            correct.setdefault(name, []).append(right)
        _tell(f"{shots} shots, draw {draw}: " + _figures(found))
    arrays = {name: np.stack(parts) for name, parts in correct.items()}
    best = max(_BASELINES, key=lambda name: arrays[name].mean())
    return {
        "accuracy": {name: _mean_and_deviation(found) for name, found in arrays.items()},
        "rates": rates,
        "best baseline": best,
        "pure minus best baseline": _paired(arrays[_S1], arrays[best]),
        "shipped minus baseline best on validation": _paired(
            arrays["shipped"], arrays["baseline best on validation"]
        ),
        "blend": dict(
            zip(
                ("start", "trained", "probe", "means"),
                np.mean(weights, axis=0).round(2).tolist(),
                strict=True,
            )
        ),
    }


def measure_wrong_captions(bench: Bench, shots: int, draws: int) -> dict[str, Any]:
    """Give each photo a right and a wrong caption, and trust the wrong one less or as much."""
    names = bench.setting.classes
    correct: dict[str, list[Correct]] = {}
    for draw in range(draws):
        drawn = bench.setting.draw(shots, draw)
        labels = bench.setting.pool.labels[drawn].numpy()
        random = np.random.default_rng(draw)
        wrong = (labels + random.integers(1, len(names), len(labels))) % len(names)
        for name, weight in (("weighted", _WRONG_WEIGHT), ("equal", 1.0)):
            captions = [
                [_template(names[right]), replace(_template(names[other]), weight=weight)]
                for right, other in zip(labels, wrong, strict=True)
            ]
            lesson = bench.lesson(drawn, captions.__getitem__)
            fit = bench.fit(lesson, _ARMS[_S1], _RATES[0], draw)
            correct.setdefault(name, []).append(fit.test())
            correct.setdefault(f"{name}, shipped", []).append(fit.test(fit.task.blend))
    arrays = {name: np.stack(parts) for name, parts in correct.items()}
    return {
        "accuracy": {name: _mean_and_deviation(found) for name, found in arrays.items()},
        "weighted minus equal": _paired(arrays["weighted"], arrays["equal"]),
        "the same, shipped": _paired(arrays["weighted, shipped"], arrays["equal, shipped"]),
    }


def zero_shot(bench: Bench) -> dict[str, float]:
    """Measure what needs no photo: the start of S1, and a search for the names by the bridge."""
    drawn = bench.setting.draw(1, 0)
    arm = _ARMS[_S1]
    task = TextClassifierTask(
        bench.templates(drawn, None), arm.options, Alignment.embedded(), bench.texts, _CPU
    )
    test = bench.setting.test
    model = EmbeddedModel.load()
    words = model.encode_text([f"a photo of a {label_text(n)}" for n in bench.setting.classes])
    conse = model.derive_text(test.features.numpy().astype(np.float16)) @ words.T
    return {
        "text start, ridge map": _percent(_right(task.probabilities(test.features), test)),
        "bridge of ConSE and ridge map": _percent(_right(torch.from_numpy(conse), test)),
    }


def _plain(task: TextClassifierTask, setting: Setting) -> dict[str, tuple[float, Correct]]:
    """Return validation accuracy and right answers of what reads no words."""
    mean = task.module.image_extractor.feature_mean

    def rows(features: torch.Tensor) -> torch.Tensor:
        return functional.normalize(features - mean, dim=1)

    learned, targets = rows(task.lesson.features), task.lesson.targets
    groups, balance = task.lesson.groups, class_balance(targets)
    heads = [
        ("linear probe", *fit_probe(learned, targets, groups, balance, decay))
        for decay in PROBE_DECAYS
    ]
    means = fit_means(learned, targets)
    heads.append(("class means", means, torch.zeros(len(means))))
    best: dict[str, tuple[float, Correct]] = {}
    count = len(setting.classes)
    for name, weight, bias in heads:
        score, right = (
            _right((rows(photos.features) @ weight.T + bias)[:, :count], photos)
            for photos in (setting.validation, setting.test)
        )
        if name not in best or score.mean() > best[name][0]:
            best[name] = float(score.mean()), right
    return best


def _template(name: str) -> ExampleCaption:
    return ExampleCaption(f"a photo of a {label_text(name)}.")


def _targets(labels: torch.Tensor, count: int) -> torch.Tensor:
    return functional.one_hot(labels, count + 1).float()  # the last column is the background's


def _right(scores: torch.Tensor, photos: Photos) -> Correct:
    return (scores.argmax(dim=1) == photos.labels).double().numpy()


def _percent(right: Correct) -> float:
    return round(100 * float(right.mean()), 1)


def _mean_and_deviation(correct: Correct) -> list[float]:
    by_draw = 100 * correct.mean(axis=1)
    return [
        round(float(by_draw.mean()), 1),
        round(float(by_draw.std(ddof=min(1, len(by_draw) - 1))), 1),
    ]


def _paired(first: Correct, second: Correct) -> dict[str, float]:
    """Return the mean difference in points with its 95 % interval, over draws and photos."""
    difference = 100 * (first - second)
    random = np.random.default_rng(0)
    draws, photos = difference.shape
    means = [
        difference[random.integers(0, draws, draws)][:, random.integers(0, photos, photos)].mean()
        for _ in range(_RESAMPLES)
    ]
    low, high = np.percentile(means, [2.5, 97.5])
    return {
        "mean": round(float(difference.mean()), 2),
        "low": round(float(low), 2),
        "high": round(float(high), 2),
    }


def _figures(found: Mapping[str, Correct]) -> str:
    return ", ".join(f"{name} {_percent(right)}" for name, right in found.items())


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _cifar10(data: Path, cache: Path) -> Setting:
    random = np.random.default_rng(0)
    train, test = cifar10(data, cache)
    of_train, of_test = random.permutation(len(train.labels)), random.permutation(len(test.labels))
    return Setting(
        train.classes,
        pool=Photos.of(train, of_train[_VALIDATION:20_000]),
        validation=Photos.of(train, of_train[:_VALIDATION]),
        test=Photos.of(test, of_test[:2000]),
    )


def _flowers(data: Path, cache: Path) -> Setting:
    flowers = folders(data / "flowers", cache)
    order = np.random.default_rng(0).permutation(len(flowers.labels))
    return Setting(
        flowers.classes,
        pool=Photos.of(flowers, order[_TEST + _VALIDATION :]),
        validation=Photos.of(flowers, order[_TEST : _TEST + _VALIDATION]),
        test=Photos.of(flowers, order[:_TEST]),
    )


_SETS: Final = {"cifar10": _cifar10, "flowers": _flowers}


def main() -> None:
    """Print one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--sets", nargs="+", choices=_SETS, default=list(_SETS))
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args()
    shots, draws = ((1, 4), 3) if arguments.quick else (_SHOTS, arguments.draws)
    texts = TextNetwork(TextFiles.verify())
    document: dict[str, Any] = {"draws": draws, "torch": torch.__version__}
    start = time.perf_counter()
    for name in arguments.sets:
        setting = _SETS[name](arguments.data, arguments.cache)
        bench = Bench(setting, texts)
        document[name] = {
            "test": len(setting.test.labels),
            "zero-shot": zero_shot(bench),
            "shots": {count: measure_shots(bench, count, draws) for count in shots},
            "wrong captions": {
                count: measure_wrong_captions(bench, count, draws) for count in shots[:3]
            },
        }
    document["seconds"] = round(time.perf_counter() - start)
    print(json.dumps(document, indent=1))


if __name__ == "__main__":
    main()
