"""From a new process to the painted window and its first photos. Prints JSON.

    QT_QPA_PLATFORM=offscreen python -m benchmarks.cold_start [--rows N] [--rounds R]

Claims: the window is painted under 1 s after the process was made, over an empty library and over
one of 100 000 photos, with no heavy library loaded; photos are painted under 300 ms after it. The
library is scanned at the same time, as at every start. ``memory_mb`` is that of the window's
process when all is quiet. ``python_ms`` is a process that only loads Qt and numpy, in the same
run: what of the rest is this machine. The first round is not counted: it compiles the modules and
fills the disk's cache.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.made_library import make_library

_BARE = "import numpy, PySide6.QtWidgets"
_TIMES = ("imported_ms", "built_ms", "window_ms", "window_cpu_ms")
_PHOTOS = ("first_photo_ms", "all_photos_ms")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_library(folder / "large", folder / "photos", rows=options.rows)
        bare: list[float] = []
        empty: list[dict[str, Any]] = []
        large: list[dict[str, Any]] = []
        for number in range(options.rounds + 1):
            milliseconds = time_bare(folder)
            first = start(folder / f"empty-{number}", folder)
            second = start(folder / "large", folder)
            if number:
                bare.append(milliseconds)
                empty.append(first)
                large.append(second)
        figures = {
            "python_ms": spread(bare),
            "empty": summary(empty),
            "rows": options.rows,
            "large": summary(large),
        }
        print(json.dumps(figures, indent=2))


def environment(folder: Path) -> dict[str, str]:
    """Return an environment in which modules are compiled once, as they are when installed."""
    chosen = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**chosen, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def time_bare(folder: Path) -> float:
    """Return the milliseconds of a process that loads Qt and numpy and does nothing."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", _BARE], check=True, env=environment(folder))
    return (time.perf_counter() - started) * 1000


def start(library: Path, folder: Path) -> dict[str, Any]:
    """Start the window over a library and return what was seen."""
    command = [sys.executable, "-m", "benchmarks.watched_start", str(library)]
    command.append(str(time.time_ns()))
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment(folder))
    seen: dict[str, Any] = json.loads(done.stdout)
    assert not seen["is_late"], "the window never came to rest"
    for name in _PHOTOS:
        if name in seen:
            seen[f"{name.removesuffix('_ms')}_after_window_ms"] = seen[name] - seen["window_ms"]
    return seen


def summary(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """Return each time's spread, and every heavy module that was seen."""
    names = [*_TIMES, *(f"{name.removesuffix('_ms')}_after_window_ms" for name in _PHOTOS)]
    heavy = {module for seen in rounds for module in seen["heavy_modules"]}
    return {
        **{name: spread([seen[name] for seen in rounds]) for name in names if name in rounds[0]},
        "heavy_modules": sorted(heavy),
        "memory_mb": rounds[-1]["memory_mb"],
    }


def spread(times: list[float]) -> dict[str, float]:
    """Return the best, the median and the worst."""
    return {
        "best": round(min(times), 1),
        "median": round(statistics.median(times), 1),
        "worst": round(max(times), 1),
    }


if __name__ == "__main__":
    main()
