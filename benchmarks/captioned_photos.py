"""Captioned benchmark photos as a training run sees them, made once and kept."""

import csv
import hashlib
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np

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
