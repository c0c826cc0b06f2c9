"""Captioned benchmark photos as a training run sees them, made once and kept."""

import csv
import hashlib
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from engine.images.prepare import PreparedPhoto, prepare_photo
from engine.images.thumbnails import ThumbnailStore
from engine.jobs import run
from engine.models.embedded import EmbeddedModel
from engine.training.examples import Example, ExampleCaption, TrainingSet
from engine.training.groups import duplicate_groups

_BATCH = 32


def snapshot(data: Path, cache: Path, model: EmbeddedModel) -> TrainingSet:
    """Return the photos of ``data/photos`` with the captions of ``data/captions.csv``.

    Args:
        data: Folder of the data set.
        cache: Folder to keep snapshots and thumbnails in.
        model: Encodes the photos.
    """
    table = data / "captions.csv"
    digest = hashlib.sha256(table.read_bytes() + model.version.encode()).hexdigest()[:12]
    folder = cache / f"{data.name}-{digest}"
    if not (folder / "examples.json").exists():
        _make(data, _read_captions(table), folder, model)
    return TrainingSet.load(folder)


class KeptTexts:
    """Encodes each text once; what was encoded stays in a file.

    Args:
        model: Encodes texts.
        cache: Folder of the file.
    """

    def __init__(self, model: EmbeddedModel, cache: Path) -> None:
        self._model = model
        self._file = cache / f"texts-{model.version}.safetensors"
        self._kept = load_file(self._file) if self._file.exists() else {}

    def encode_text(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return vectors, float32 [n, 384], unit rows."""
        names = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
        new = [place for place, name in enumerate(names) if name not in self._kept]
        if new:
            rows = self._model.encode_text([texts[place] for place in new])
            self._kept |= {names[place]: row for place, row in zip(new, rows, strict=True)}
            part = self._file.with_suffix(f".{os.getpid()}.part")
            save_file(self._kept, part)
            os.replace(part, self._file)
        return np.stack([self._kept[name] for name in names])


def _make(
    data: Path, captions: Mapping[str, list[str]], folder: Path, model: EmbeddedModel
) -> None:
    store = ThumbnailStore(folder / "thumbnails")
    names = sorted(captions)
    photos: list[PreparedPhoto] = []
    rows = []
    for start in range(0, len(names), _BATCH):
        block = [prepare_photo(bytes(data / "photos" / name)) for name in names[start:][:_BATCH]]
        found = [photo for photo in block if isinstance(photo, PreparedPhoto)]
        rows.append(model.encode_images(np.stack([photo.pixels for photo in found])))
        for photo in found:
            store.save(photo.content_hash, photo.thumbnail)
        photos += found
        print(f"\r{data.name}: {len(photos)} photos", end="", file=sys.stderr)
    print(file=sys.stderr)
    features = np.concatenate(rows)
    hashes = np.stack([np.frombuffer(photo.perceptual_hash, np.uint8) for photo in photos])
    groups = run(duplicate_groups(hashes, features[:, :1280], np.arange(len(photos))))
    examples = [
        Example(
            content_hash=photo.content_hash.hex(),
            group=int(group),
            captions=tuple(ExampleCaption(text) for text in captions[name]),
        )
        for name, photo, group in zip(names, photos, groups, strict=True)
    ]
    TrainingSet(model.version, examples, features, folder / "thumbnails").save(folder)


def _read_captions(table: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    with table.open(newline="", encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            found.setdefault(row["file"], []).append(row["caption"])
    return found
