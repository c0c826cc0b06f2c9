"""Whether the learned gradient of the hash is worth it: CIFAR-10, every estimator side by side.

    python -m benchmarks.meta_hash --data DATA [--cache DIR] [--quick | --full]

Protocol: 1000 queries (100 a class), 5000 photos to learn from (500 a class), 1000 for the stop set
and every choice (100 a class), 58 000 searched, those learned from among them (protocol I of the
literature less the 1000 of the stop set). Frozen EfficientNet-Lite0 features at 96 pixels, one
hidden layer of 256, 15 epochs, batches of 128, cosine schedule, the last epoch; tie-aware mAP over
all that is searched. Each arm's learning rate is chosen on the stop set from the same four. Paired
differences with 95 % bootstrap intervals over seeds and queries.

By default 32 bits with Adam and five seeds. --full adds 16 and 64 bits and plain SGD.
"""

import argparse
import json
import platform
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks import cached_features
from benchmarks.hash_arms import (
    ARMS,
    BESIDE,
    HAND_MADE,
    META,
    NAMED,
    SAME_RATE,
    Floats,
    Outcome,
    Photos,
    Split,
    examine,
    measure,
    options_of,
    paired_interval,
    say,
    table,
    tune,
)
from engine.models.itq import fit_itq
from engine.training.hash_settings import Rule

EPOCHS, QUICK_EPOCHS = 15, 4
SHOWN = ("mAP", "mAP@1000", "precision@radius2", "empty_rate", "bit_imbalance", "accuracy")


def read_split(data: Path, cache: Path, *, train: int = 500, searched: int | None = None) -> Split:
    """Draw the parts, the same ones each time.

    Args:
        data: Folder with the archive.
        cache: Folder of cached features.
        train: Photos a class to learn from.
        searched: At most so many photos a class are searched.
    """
    first, second = cached_features.cifar10(data, cache)
    rows = torch.from_numpy(np.concatenate([first.features, second.features]).astype(np.float32))
    labels = np.concatenate([first.labels, second.labels])
    order = np.random.default_rng(0).permutation(len(labels))
    by_class = [order[labels[order] == label] for label in range(10)]

    def part(start: int, stop: int | None) -> Photos:
        chosen = np.concatenate([photos[start:stop] for photos in by_class])
        return Photos(rows[torch.from_numpy(chosen)], labels[chosen])

    last = None if searched is None else 200 + searched
    return Split(
        train=part(200, 200 + train),
        validation=part(100, 200),
        queries=part(0, 100),
        database=part(200, last),
        classes=10,
    )


def floors(split: Split, bits: int) -> dict[str, dict[str, float]]:
    """Measure codes that nothing was trained for, fitted to what is searched."""

    def unit(photos: Photos) -> NDArray[np.float32]:
        rows = photos.rows.numpy()
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True))

    database, queries = unit(split.database), unit(split.queries)
    coder = fit_itq(database[:: max(1, len(database) // 10_000)], bits=bits)
    mean = database.mean(axis=0)
    random = np.random.default_rng(0).standard_normal((database.shape[1], bits))
    return {
        "itq": measure(coder.encode(queries), coder.encode(database), split)[1],
        "lsh": measure((queries - mean) @ random >= 0, (database - mean) @ random >= 0, split)[1],
    }


@dataclass(frozen=True)
class Job:
    """What to run."""

    arms: tuple[str, ...]
    seeds: int
    epochs: int


def compare(split: Split, job: Job, *, bits: int, rule: Rule) -> dict[str, Any]:
    """Tune and run every arm; return the figures of one code length and optimiser."""
    runs: dict[str, list[Outcome]] = {}
    tuned: dict[str, dict[float, float]] = {}
    arms, seeds, epochs = job.arms, job.seeds, job.epochs
    for arm in arms:
        source = SAME_RATE.get(arm, arm)
        if source not in tuned:
            tuned[source] = tune(split, source, bits=bits, rule=rule, epochs=epochs)
        rates = tuned[source]
        rate = max(rates, key=lambda value: rates[value])
        options = options_of(arm, epochs=epochs, optimizer=rule, learning_rate=rate)
        runs[arm] = [examine(split, options, bits=bits, seed=seed) for seed in range(seeds)]
        found = [run.measures["mAP"] for run in runs[arm]]
        say(f"{rule} {bits} bits {arm}: mAP {np.mean(found):.4f} ± {np.std(found):.4f}")
    untrained = floors(split, bits)
    means = {arm: _means(runs[arm]) for arm in arms}
    for line in table({a: {n: m[n] for n in SHOWN} for a, m in means.items()}):
        say(line)
    return {
        "bits": bits,
        "optimizer": rule.value,
        "seeds": seeds,
        "arms": means,
        "untrained": untrained,
        "validation_by_learning_rate": tuned,
        "meta_minus": _differences(runs),
        "fell_back": {arm: sum(run.has_fallen_back for run in runs[arm]) for arm in arms},
    }


def _means(runs: list[Outcome]) -> dict[str, float]:
    names = runs[0].measures
    values = {name: float(np.mean([run.measures[name] for run in runs])) for name in names}
    deviation = float(np.std([run.measures["mAP"] for run in runs]))
    seconds = float(np.mean([run.seconds for run in runs]))
    return {**values, "mAP_deviation": deviation, "seconds": seconds}


def _differences(runs: Mapping[str, list[Outcome]]) -> dict[str, Any]:
    """Compare the meta network with each arm, and with the best hand-made one."""
    precisions: dict[str, Floats] = {
        arm: np.stack([run.average_precision for run in found]) for arm, found in runs.items()
    }
    found: dict[str, Any] = {}
    for arm, values in precisions.items():
        if arm != META and META in precisions:
            mean, low, high = paired_interval(precisions[META], values)
            found[arm] = {"points": 100 * mean, "interval": [100 * low, 100 * high]}
    for name, group in (
        ("best_of_ste_clip_tanh_greedy", NAMED),
        ("best_of_all_others", (*HAND_MADE, *BESIDE)),
    ):
        present = [arm for arm in group if arm in precisions]
        if not present or META not in precisions:
            continue
        best = max(present, key=lambda arm: float(precisions[arm].mean()))
        found[name] = {"arm": best, **found[best]}
        say(f"meta - {name} ({best}): {found[best]}")
    return found


def main() -> None:
    """Run the job and print JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=cached_features.CACHE)
    parser.add_argument("--bits", type=int, nargs="+", default=[32])
    parser.add_argument("--optimizer", type=Rule, nargs="+", default=[Rule.ADAM])
    parser.add_argument("--arms", nargs="+", choices=ARMS, default=list(ARMS))
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="Few photos and epochs: does it run?")
    parser.add_argument("--full", action="store_true", help="16, 32, 64 bits; Adam and SGD.")
    arguments = parser.parse_args()
    started = time.perf_counter()
    if arguments.full:
        arguments.bits, arguments.optimizer = [16, 32, 64], [Rule.ADAM, Rule.SGD]
    seeds, epochs = arguments.seeds, EPOCHS
    split = read_split(arguments.data, arguments.cache)
    if arguments.quick:
        seeds, epochs = 2, QUICK_EPOCHS
        split = read_split(arguments.data, arguments.cache, train=100, searched=500)
    results = [
        compare(split, Job(tuple(arguments.arms), seeds, epochs), bits=bits, rule=rule)
        for rule in arguments.optimizer
        for bits in arguments.bits
    ]
    document = {
        "protocol": {
            "queries": len(split.queries.labels),
            "train": len(split.train.labels),
            "validation": len(split.validation.labels),
            "searched": len(split.database.labels),
            "epochs": epochs,
        },
        "versions": {"python": platform.python_version(), "torch": torch.__version__},
        "results": results,
        "seconds": time.perf_counter() - started,
    }
    print(json.dumps(document, indent=1))


if __name__ == "__main__":
    main()
