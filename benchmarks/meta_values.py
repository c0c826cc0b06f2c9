"""Which values of the meta network validation photos prefer.

    python -m benchmarks.meta_values --data DATA [--seeds 5] [--bits 32] [--optimizer adam]

Learns on the photos of ``benchmarks.meta_hash`` and asks validation photos as the queries will be;
queries and database are not looked at. Several seeds, because one cannot tell values apart. Prints
JSON: validation mAP of each setting, mean and deviation over seeds, best first; the hand-made
estimators stand beside it, each with its own best rate.
"""

import argparse
import json
from itertools import product
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from benchmarks import cached_features
from benchmarks.hash_arms import RATES, learn, say, validation_precision
from benchmarks.meta_hash import EPOCHS, read_split
from engine.training.hash_settings import Estimator, HashOptions, MetaBatch, Rule

_SLOPES: Final = (1.0, 2.0, 3.0)
_META_RATES: Final = (0.01, 0.03)
_WIDTHS: Final = (16, 64)
_HAND_MADE: Final = (Estimator.SOFT, Estimator.TANH, Estimator.CLIP, Estimator.GREEDY)


def settings() -> dict[str, dict[str, Any]]:
    """Return what is tried, by name."""
    found: dict[str, dict[str, Any]] = {
        f"meta slope {slope:g} rate {rate:g} width {width}": {
            "slope": slope,
            "meta_learning_rate": rate,
            "meta_hidden": width,
        }
        for slope, rate, width in product(_SLOPES, _META_RATES, _WIDTHS)
    }
    for batch in (MetaBatch.SAME, MetaBatch.HELD_OUT):
        found[f"meta slope 2 rate 0.01 width 16 {batch}"] = {
            "slope": 2.0,
            "meta_learning_rate": 0.01,
            "meta_hidden": 16,
            "meta_batch": batch,
        }
    found |= {str(estimator): {"estimator": estimator} for estimator in _HAND_MADE}
    return found


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=cached_features.CACHE)
    parser.add_argument("--bits", type=int, default=32)
    parser.add_argument("--optimizer", type=Rule, default=Rule.ADAM)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--rates", type=float, nargs="+", help="learning rates; all by default")
    arguments = parser.parse_args()
    split = read_split(arguments.data, arguments.cache)
    found: dict[str, dict[str, float]] = {}
    for name, values in settings().items():
        best: list[float] = []
        for rate in arguments.rates or RATES[arguments.optimizer]:
            options = HashOptions(
                epochs=EPOCHS, optimizer=arguments.optimizer, learning_rate=rate, **values
            )
            scores = [
                validation_precision(
                    learn(split, options, bits=arguments.bits, seed=1000 + seed), split
                )
                for seed in range(arguments.seeds)
            ]
            best = max(best, scores, key=lambda some: float(np.mean(some)) if some else 0.0)
        found[name] = {"mAP": float(np.mean(best)), "deviation": float(np.std(best))}
        say(f"{name}: {found[name]['mAP']:.4f} ± {found[name]['deviation']:.4f}")
    print(
        json.dumps(
            {
                "bits": arguments.bits,
                "optimizer": arguments.optimizer.value,
                "seeds": arguments.seeds,
                "torch": torch.__version__,
                "validation": dict(
                    sorted(found.items(), key=lambda entry: -entry[1]["mAP"]),
                ),
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
