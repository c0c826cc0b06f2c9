"""A million codes: their size, how long a search takes, and what a first stage by code keeps.

    python -m benchmarks.code_search [--rows N] [--bits N]

The codes are random and lie in a mapped file, as in a library. ``ranked`` finds the 50 nearest,
``range`` all within a quarter of the bits; both count how many each radius gives. The recall is
that of the ten most alike of 100 photos among what a first stage by code leaves; its photos are
made, many of each occasion.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from engine.models.codes import CODE, ItqCoder
from engine.models.visual import derive_visual
from engine.search.codes import (
    count_within,
    default_radius,
    first_stage_count,
    first_stage_recall,
    hamming,
    nearest_codes,
)

_QUERIES = 60
_RECALL_ROWS = 20_000


def timed(ask: Callable[[int], object]) -> dict[str, float]:
    """Ask some queries; return milliseconds."""
    ask(0)
    took = []
    for query in range(_QUERIES):
        start = time.perf_counter()
        ask(query)
        took.append(1000 * (time.perf_counter() - start))
    p50, p95 = np.percentile(took, [50, 95])
    return {"p50_ms": round(p50, 2), "p95_ms": round(p95, 2), "min_ms": round(min(took), 2)}


def recall(bits: int) -> float:
    """Return the recall of a first stage over photos that are made."""
    random = np.random.default_rng(0)
    centres = random.normal(size=(_RECALL_ROWS // 10, 64))
    axes = random.normal(size=(64, 2048))
    which = random.integers(len(centres), size=_RECALL_ROWS)
    inner = centres[which] + 0.6 * random.normal(size=(_RECALL_ROWS, 64))
    features = np.maximum(0, inner @ axes / 8 + 0.3 * random.normal(size=(_RECALL_ROWS, 2048)))
    rows = features.astype(np.float16)
    coder = ItqCoder(bits)
    statistics = coder.fit_statistics(rows)
    visual = derive_visual(rows, statistics)
    return first_stage_recall(coder.derive(rows, statistics)[CODE], visual)


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--bits", type=int, default=128)
    arguments = parser.parse_args()
    rows, bits = arguments.rows, arguments.bits
    random = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "code.u8"
        random.integers(0, 256, (rows, bits // 8), dtype=np.uint8).tofile(path)
        codes = np.memmap(path, np.uint8, "r", shape=(rows, bits // 8))
        queries = random.integers(0, 256, (_QUERIES, bits // 8), dtype=np.uint8)
        radius = default_radius(bits)

        def ranked(query: int) -> object:
            distances = hamming(codes, queries[query])
            return nearest_codes(distances, 50, count_within(distances, bits))

        def within(query: int) -> object:
            distances = hamming(codes, queries[query])
            return count_within(distances, bits), np.flatnonzero(distances < radius)

        figures = {
            "rows": rows,
            "bits": bits,
            "megabytes": path.stat().st_size / 1e6,
            "ranked": timed(ranked),
            "range": timed(within),
        }
    first = {
        "rows": _RECALL_ROWS,
        "kept": first_stage_count(_RECALL_ROWS),
        "recall": {length: recall(length) for length in (64, 128, 256)},
    }
    print(json.dumps({**figures, "first_stage": first}, indent=1))


if __name__ == "__main__":
    main()
