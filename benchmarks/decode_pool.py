"""Photos a second through the decoding pool against a plain loop, in one run. Prints JSON.

    python benchmarks/decode_pool.py FOLDER [--limit N] [--rounds R]

Each round runs every arm over the same files, in turn, so that a busy machine slows all alike;
the figures are medians over the rounds. All arms run at the workers' low priority, for the same
reason. The pool's start is timed apart.
"""

import argparse
import json
import os
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import ImageError
from engine.images.formats import looks_like_photo
from engine.images.pool import DecodePool
from engine.images.prepare import prepare_photo

if TYPE_CHECKING:
    from collections.abc import Callable

_LOOK_AHEAD = 128


def main() -> None:
    """Run the benchmark on the folder that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--limit", type=int, default=1000, help="photos to read")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    paths = [os.fsencode(path) for path in sorted(options.folder.rglob("*")) if path.is_file()]
    paths = [path for path in paths if looks_like_photo(path)][: options.limit]
    if not paths:
        parser.error("the folder holds no photos")

    if hasattr(os, "nice"):
        os.nice(19)
    arms: dict[str, Callable[[list[bytes]], float]] = {
        "plain_loop": _time_loop,
        "pool_1_worker": lambda paths: _time_pool(paths, 1),
        "pool_2_workers": lambda paths: _time_pool(paths, 2),
    }
    _time_loop(paths)  # fills the disk cache
    seconds: dict[str, list[float]] = {name: [] for name in arms}
    for _ in range(options.rounds):
        for name, measure in arms.items():
            seconds[name].append(measure(paths))
    rates = {name: len(paths) / statistics.median(times) for name, times in seconds.items()}
    report = {
        "photos": len(paths),
        "rounds": options.rounds,
        "processors": os.cpu_count(),
        "photos_per_second": {name: round(rate, 1) for name, rate in rates.items()},
        "pool_1_worker_of_loop": round(rates["pool_1_worker"] / rates["plain_loop"], 3),
        "pool_2_workers_of_loop": round(rates["pool_2_workers"] / rates["plain_loop"], 3),
        "start_seconds": round(_time_start(paths[0]), 3),
    }
    print(json.dumps(report, indent=2))


def _time_loop(paths: list[bytes]) -> float:
    start = time.perf_counter()
    for path in paths:
        try:
            prepare_photo(path)
        except ImageError:
            continue
    return time.perf_counter() - start


def _time_pool(paths: list[bytes], workers: int) -> float:
    tasks = [(path, frozenset[bytes]()) for path in paths]
    with DecodePool(workers=workers) as pool:
        # One file for each worker first, so that all have started and imported what they need.
        for _ in pool.map(tasks[:workers], look_ahead=workers):
            pass
        start = time.perf_counter()
        for _ in pool.map(tasks, look_ahead=_LOOK_AHEAD):
            pass
        return time.perf_counter() - start


def _time_start(path: bytes) -> float:
    start = time.perf_counter()
    with DecodePool(workers=1) as pool:
        for _ in pool.map([(path, frozenset())], look_ahead=1):
            pass
        return time.perf_counter() - start


if __name__ == "__main__":
    main()
