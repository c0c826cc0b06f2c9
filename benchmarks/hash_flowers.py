"""What "group look-alikes your way" does for a user who labels eight photos a class.

    python -m benchmarks.hash_flowers --data DATA [--cache DIR] [--quick]

The method as the program runs it, over stored features of the embedded model: 64 bits, balanced
effort, the loop with its stop set and best epoch. Five draws of eight labelled photos a class; the
other photos are held out and look for each other. Codes of iterative quantisation over the visual
space stand before any training. Paired 95 % intervals over draws and photos.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from benchmarks.cached_features import CACHE
from benchmarks.hash_arms import say
from engine.images.prepare import PreparedPhoto, prepare_photo
from engine.models import registry
from engine.training.examples import Example, TrainingSet
from engine.training.hash_exam import BALL, MAP
from engine.training.meta_hash import MetaHash
from engine.training.outcomes import Outcomes
from engine.training.progress import TrainingProgress
from engine.training.settings import RunSettings
from engine.training.splits import Candidates, Parts, make_plan
from engine.training.trainer import FitPlace, fit

_SHOTS: Final = 8
_DRAWS: Final = 5
_BITS: Final = 64
_HAND_MADE: Final = ("ste", "clip", "tanh", "greedy", "continuation", "soft")


class _Quiet:
    """Waits for nothing and tells nothing."""

    def report(self, progress: TrainingProgress) -> None:
        """Ignore it."""

    def check(self) -> None:
        """Go on."""

    def check_epoch(self) -> None:
        """Go on."""


def read_photos(data: Path, cache: Path, each: int) -> TrainingSet:
    """Encode the first photos of each class, or read what was encoded before."""
    version = registry.built_in_version()
    files = [file for folder in sorted(data.iterdir()) for file in sorted(folder.iterdir())[:each]]
    kept = cache / f"flowers-{each}-{version}.npy"
    if not kept.exists():
        model = registry.load(version)
        rows = []
        for number, file in enumerate(files):
            photo = prepare_photo(str(file).encode())
            assert isinstance(photo, PreparedPhoto)
            rows.append(model.encode_images(photo.pixels[None]))
            if number % 50 == 0:
                say(f"{number} photos encoded")
        cache.mkdir(parents=True, exist_ok=True)
        np.save(kept, np.concatenate(rows))
    examples = [
        Example(f"{number:032x}", number, labels=(file.parent.name,))
        for number, file in enumerate(files)
    ]
    return TrainingSet(version, examples, np.load(kept))


def draw_parts(data: TrainingSet, seed: int) -> Parts:
    """Draw the labelled photos, divide them as a run does, and hold out all others."""
    random = np.random.default_rng(seed)
    names = np.array([example.labels[0] for example in data.examples])
    chosen = np.sort(
        np.concatenate(
            [random.choice(np.flatnonzero(names == n), _SHOTS, False) for n in np.unique(names)]
        )
    )
    candidates = Candidates(
        photos=chosen,
        groups=[int(photo) for photo in chosen],
        strata=[str(name) for name in names[chosen]],
        names=[data.examples[photo].content_hash for photo in chosen],
    )
    final = make_plan(candidates, seed=seed).final
    assert final is not None
    held_out = np.setdiff1d(np.arange(len(data)), chosen).astype(np.int64)
    return Parts(final.train, final.validation, held_out)


def examine(data: TrainingSet, parts: Parts, estimator: str, seed: int) -> dict[str, Any]:
    """Train with one estimator and examine."""
    options = {"bits": str(_BITS), "estimator": estimator, "batch_size": str(_SHOTS)}
    settings = RunSettings(method="hash", seed=seed, options=options)
    method = MetaHash(data, settings, torch.device("cpu"))
    start = time.perf_counter()
    task = method.task(parts)
    with tempfile.TemporaryDirectory() as folder:
        place = FitPlace(Path(folder), seed, method.device)
        fitted = fit(task, method.options, _Quiet(), place)
    mix = method.choose_mix(task, parts)
    exam = method.exam(task, parts, mix)
    check = method.general_check(task, mix)
    return {
        "before": exam.before,
        "pure": exam.pure,
        "facts": {
            "share": mix.share,
            "centring": task.centring.value,
            "stopped": fitted.stopped.value,
            "epochs": fitted.epochs,
            "neighbours_before": None if check is None else check.before,
            "neighbours_after": None if check is None else check.after,
            "seconds": time.perf_counter() - start,
        },
    }


def interval(first: list[Outcomes], second: list[Outcomes], measure: str) -> list[float]:
    """Return the mean paired difference in points and its 95 % interval."""
    random = np.random.default_rng(0)
    gaps = [a.values[measure] - b.values[measure] for a, b in zip(first, second, strict=True)]
    means = []
    for _ in range(2000):
        drawn = [gaps[draw] for draw in random.integers(len(gaps), size=len(gaps))]
        means.append(np.mean([random.choice(gap, len(gap)).mean() for gap in drawn]))
    low, high = np.percentile(means, [2.5, 97.5])
    return [100 * float(value) for value in (np.mean([gap.mean() for gap in gaps]), low, high)]


def main() -> None:
    """Run and print JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--each", type=int, default=80, help="Photos a class.")
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args()
    each, draws = (30, 2) if arguments.quick else (arguments.each, _DRAWS)
    data = read_photos(arguments.data / "flowers", arguments.cache, each)
    runs: dict[str, list[dict[str, Any]]] = {}
    for estimator in ("meta", *_HAND_MADE):
        runs[estimator] = [
            examine(data, draw_parts(data, seed), estimator, seed) for seed in range(draws)
        ]
        means = [run["pure"].mean(MAP) for run in runs[estimator]]
        say(f"{estimator}: mAP {np.mean(means):.4f}; {runs[estimator][0]['facts']}")
    pure = {name: [run["pure"] for run in found] for name, found in runs.items()}
    itq = [run["before"] for run in runs["meta"]]

    def mean(outcomes: list[Outcomes], measure: str) -> float:
        return float(np.mean([outcome.mean(measure) for outcome in outcomes]))

    best = max(_HAND_MADE, key=lambda name: mean(pure[name], MAP))
    print(
        json.dumps(
            {
                "photos": len(data),
                "labelled": _SHOTS,
                "draws": draws,
                "bits": _BITS,
                "itq": {measure: mean(itq, measure) for measure in (MAP, BALL)},
                **{
                    name: {measure: mean(found, measure) for measure in (MAP, BALL)}
                    for name, found in pure.items()
                },
                "meta_minus_itq_points": interval(pure["meta"], itq, MAP),
                "best_hand_made": best,
                "meta_minus_best_points": interval(pure["meta"], pure[best], MAP),
                "facts": {name: [run["facts"] for run in found] for name, found in runs.items()},
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main()
