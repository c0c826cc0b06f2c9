"""Where the time of an import goes: files a second, shares by stage, peak memory; JSON.

    python -m benchmarks.import --photos DIR [--limit N]

In one run, after the same files were read once to fill the disk's cache: decoding alone (the pool
without a model), encoding alone (the model on pictures in memory), and the whole import. Claim:
the import is at least 85 % as fast as the slower of the two. Memory is the proportional set size of
all processes together (Linux), sampled ten times a second; private is what no file backs.
"""

import argparse
import json
import os
import tempfile
import time
from functools import wraps
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.memory import MemoryWatch
from engine.catalog.photos import Photos
from engine.images.formats import looks_like_photo
from engine.images.pool import DecodePool
from engine.images.thumbnails import ThumbnailStore
from engine.indexing.vectors import DerivedVectors, FeatureStore
from engine.jobs import run
from engine.library import Library

_BATCH = 32


class Stopwatch:
    """Seconds spent within functions, by name."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def watch(self, owner: type, method: str, name: str) -> None:
        """Time a method of a class from now on."""
        original = getattr(owner, method)

        @wraps(original)
        def timed(*arguments: Any, **named: Any) -> Any:
            started = time.perf_counter()
            try:
                return original(*arguments, **named)
            finally:
                spent = time.perf_counter() - started
                self.seconds[name] = self.seconds.get(name, 0.0) + spent

        setattr(owner, method, timed)


def decode_only(paths: list[bytes]) -> float:
    """Read files as an import does; returns seconds."""
    started = time.perf_counter()
    with DecodePool() as pool:
        for _ in pool.map(((path, frozenset()) for path in paths), look_ahead=4 * _BATCH):
            pass
    return time.perf_counter() - started


def encode_only(library: Library, count: int) -> float:
    """Encode as many pictures as an import would; returns seconds."""
    pixels = np.random.default_rng(1).integers(0, 256, (_BATCH, 224, 224, 3), np.uint8)
    encoder = library.encoder
    encoder.encode_images(pixels)
    started = time.perf_counter()
    for _ in range(-(-count // _BATCH)):
        encoder.encode_images(pixels)
    return (time.perf_counter() - started) * count / (-(-count // _BATCH) * _BATCH)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=1000, help="files for decoding alone")
    arguments = parser.parse_args()
    files = sorted(path for path in arguments.photos.rglob("*") if path.is_file())
    paths = [os.fsencode(path) for path in files if looks_like_photo(os.fsencode(path.name))]
    if not paths:
        parser.error("the folder holds no photos")
    some = paths[: arguments.limit]
    decode_only(some)  # fills the disk's cache
    stopwatch = Stopwatch()
    with tempfile.TemporaryDirectory() as folder, Library(Path(folder), writable=True) as library:
        decode_rate = len(some) / decode_only(some)
        encode_rate = len(some) / encode_only(library, len(some))
        for owner, method, name in (
            (type(library.encoder), "encode_images", "encode"),
            (Photos, "commit", "database"),
            (FeatureStore, "write", "features"),
            (ThumbnailStore, "save", "thumbnails"),
            (DerivedVectors, "update", "derive"),
        ):
            stopwatch.watch(owner, method, name)
        with MemoryWatch() as memory:
            started = time.perf_counter()
            report = run(library.imports.add([arguments.photos]))
            seconds = time.perf_counter() - started
    rate = len(paths) / seconds
    shares = {name: round(spent / seconds, 3) for name, spent in stopwatch.seconds.items()}
    figures = {
        "files": len(paths),
        "model_calls": report.model_calls,
        "processors": os.cpu_count(),
        "seconds": round(seconds, 1),
        "files_per_second": round(rate, 1),
        "decode_only_per_second": round(decode_rate, 1),
        "encode_only_per_second": round(encode_rate, 1),
        "share_of_slower": round(rate / min(decode_rate, encode_rate), 3),
        "shares": shares | {"waiting_for_decoding_and_rest": round(1 - sum(shares.values()), 3)},
        "peak_megabytes": memory.peak_megabytes,
        "peak_private_megabytes": memory.peak_private_megabytes,
    }
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
