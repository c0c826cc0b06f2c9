"""Pooled features of the labelled benchmark photos, computed once and kept.

    python -m benchmarks.cached_features --data DIR [--cache DIR]

A set is kept under the hash of its files, the input size and the hash of the weights. CIFAR-10 at
96 pixels takes about five minutes on two cores.
"""

import argparse
import functools
import hashlib
import io
import itertools
import json
import multiprocessing
import os
import sys
import tarfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import platformdirs
import torch
from numpy.typing import NDArray
from PIL import Image

from engine.models import packages
from engine.models.efficientnet import POOLED_DIM, ImageNetwork

CACHE: Final = platformdirs.user_cache_path("imgtext", appauthor=False) / "benchmarks"
CIFAR_SIZE: Final = 96
FLOWERS_SIZE: Final = 160
_BLOCK: Final = 512

# A photo's name, whose folder is its label, and its bytes.
_Photos = Iterator[tuple[str, bytes]]


@dataclass(frozen=True)
class LabelledFeatures:
    """Photos of known classes as the embedded image network sees them.

    Attributes:
        features: float16 [n, 1280], pooled.
        labels: int64 [n], places in ``classes``.
        classes: Names, in alphabetical order.
        names: Path of each photo within its set.
    """

    features: NDArray[np.float16]
    labels: NDArray[np.int64]
    classes: tuple[str, ...]
    names: tuple[str, ...]

    def starting_with(self, prefix: str) -> "LabelledFeatures":
        """Return the photos whose path starts so."""
        rows = np.array([name.startswith(prefix) for name in self.names])
        return LabelledFeatures(
            self.features[rows],
            self.labels[rows],
            self.classes,
            tuple(itertools.compress(self.names, rows)),
        )


def cifar10(
    data: Path, cache: Path = CACHE, size: int = CIFAR_SIZE
) -> tuple[LabelledFeatures, LabelledFeatures]:
    """Return the 50 000 photos for training and the 10 000 for testing.

    Args:
        data: Folder with ``cifar10.tar.gz``, in it ``train/<label>/*.jpg`` and ``test/...``.
        cache: Folder to keep features in.
        size: Pixels a side at the network's input.
    """
    archive = data / "cifar10.tar.gz"
    digest = hashlib.sha256(archive.read_bytes())
    every = _kept("cifar10", digest.hexdigest(), cache, size, lambda: _of_archive(archive))
    return every.starting_with("train/"), every.starting_with("test/")


def folders(data: Path, cache: Path = CACHE, size: int = FLOWERS_SIZE) -> LabelledFeatures:
    """Return the photos below a folder, each labelled by the folder it lies in.

    Args:
        data: Holds one folder a label.
        cache: Folder to keep features in.
        size: Pixels a side at the network's input.
    """
    files = sorted(path for path in data.glob("*/*") if path.is_file())
    facts = [f"{path.relative_to(data).as_posix()} {path.stat().st_size}" for path in files]
    digest = hashlib.sha256("\n".join(facts).encode())
    return _kept(data.name, digest.hexdigest(), cache, size, lambda: _of_files(data, files))


def _kept(
    name: str, digest: str, cache: Path, size: int, photos: Callable[[], _Photos]
) -> LabelledFeatures:
    model = packages.IMAGE_WEIGHTS.sha256
    place = cache / f"{name}-{size}-{digest[:12]}-{model[:12]}.npz"
    if not place.exists():
        found, names = _encode(photos(), size)
        classes = sorted({_label(path) for path in names})
        labels = np.array([classes.index(_label(path)) for path in names], np.int64)
        cache.mkdir(parents=True, exist_ok=True)
        unfinished = place.with_suffix(f".{os.getpid()}.npz")
        np.savez(
            unfinished,
            features=found,
            labels=labels,
            classes=np.array(classes),
            names=np.array(names),
        )
        os.replace(unfinished, place)
    with np.load(place, allow_pickle=False) as kept:
        return LabelledFeatures(
            kept["features"],
            kept["labels"],
            tuple(kept["classes"].tolist()),
            tuple(kept["names"].tolist()),
        )


def _encode(photos: _Photos, size: int) -> tuple[NDArray[np.float16], list[str]]:
    names: list[str] = []
    parts: list[NDArray[np.float16]] = []
    start = time.perf_counter()
    # One thread a process: on a machine with other work, threads of one process wait for another.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(mp_context=context, initializer=_start) as pool:
        blocks = list(_blocks(photos))
        contents = [[content for _, content in block] for block in blocks]
        for block, part in zip(
            blocks, pool.map(_encode_block, contents, itertools.repeat(size)), strict=True
        ):
            parts.append(part)
            names += [name for name, _ in block]
            rate = len(names) / (time.perf_counter() - start)
            print(f"\r{len(names)} photos, {rate:.0f} a second", end="", file=sys.stderr)
    print(file=sys.stderr)
    return np.concatenate(parts), names


def _start() -> None:
    torch.set_num_threads(1)


@functools.cache
def _network() -> ImageNetwork:
    return ImageNetwork(packages.IMAGE_WEIGHTS.verify())


def _encode_block(contents: Sequence[bytes], size: int) -> NDArray[np.float16]:
    pixels = np.stack([_pixels(content, size) for content in contents])
    # The layout, which follows, is defined for 224 pixels only.
    return np.ascontiguousarray(_network().encode(pixels)[:, :POOLED_DIM])


def _blocks(photos: _Photos) -> Iterator[tuple[tuple[str, bytes], ...]]:
    while block := tuple(itertools.islice(photos, _BLOCK)):
        yield block


def _pixels(content: bytes, size: int) -> NDArray[np.uint8]:
    with Image.open(io.BytesIO(content)) as image:
        picture = image.convert("RGB").resize((size, size), Image.Resampling.BICUBIC)
    return np.asarray(picture)


def _label(path: str) -> str:
    return path.split("/")[-2]


def _of_archive(archive: Path) -> _Photos:
    with tarfile.open(archive) as tar:
        for member in tar:
            if member.isfile() and (stream := tar.extractfile(member)) is not None:
                yield member.name, stream.read()


def _of_files(folder: Path, files: Iterable[Path]) -> _Photos:
    for path in files:
        yield path.relative_to(folder).as_posix(), path.read_bytes()


def main() -> None:
    """Compute what is missing, and print how many photos there are of each class."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=CACHE)
    arguments = parser.parse_args()
    train, test = cifar10(arguments.data, arguments.cache)
    flowers = folders(arguments.data / "flowers", arguments.cache)
    counts = {
        name: dict(zip(found.classes, np.bincount(found.labels).tolist(), strict=True))
        for name, found in (("train", train), ("test", test), ("flowers", flowers))
    }
    print(json.dumps(counts, indent=1))


if __name__ == "__main__":
    main()
