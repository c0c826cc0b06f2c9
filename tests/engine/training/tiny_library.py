"""A library whose photos are read by a tiny model, and versions of it: no torch, no seconds."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from safetensors.numpy import load_file, save_file

from engine.catalog.photos import Outcome
from engine.framing import SQUASHED
from engine.images.prepare import PreparedPhoto, prepare_photo
from engine.indexing.pipeline import content_of
from engine.indexing.scan import scan_root
from engine.jobs import run
from engine.library import Library
from engine.models import registry
from engine.models.registry import ModelShape
from engine.models.versions import WEIGHTS, Card, Slot, VersionStore, read_config

Array = npt.NDArray[Any]

_KIND = "colours"
_COLOURS, _GRID = 12, 2


class ColourModel:
    """A real, tiny model: a photo's features are its mean colours on a 2 x 2 grid.

    Words mean colours: "red" is near what is red.
    """

    languages, max_tokens, framing = "English", 77, SQUASHED

    def __init__(self, folder: Path, shape: ModelShape) -> None:
        self.version = shape.version
        self.feature_space = shape.feature_space
        self._dimensions = shape.dimensions
        self._weights = load_file(folder / WEIGHTS)["weights"]

    def load_networks(self, *, texts: bool, images: bool) -> None:
        pass

    def fit_statistics(self, features: Array) -> dict[str, Array]:
        return {"mean": features[:, :_COLOURS].astype(np.float32).mean(axis=0)}

    def derive(self, features: Array, statistics: Mapping[str, Array]) -> dict[str, Array]:
        rows = features[:, :_COLOURS].astype(np.float32) - statistics["mean"]
        rows = rows.reshape(-1, _GRID * _GRID, 3) @ self._weights
        rows = rows.reshape(len(features), -1)
        rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
        return {
            space: np.pad(rows, ((0, 0), (0, dimension - _COLOURS)))
            for space, dimension in self._dimensions.items()
        }

    def encode_text(self, texts: Sequence[str]) -> Array:
        colours = np.array([[word in text for word in ("red", "green", "blue")] for text in texts])
        rows = np.tile(colours - colours.mean(axis=1, keepdims=True), (1, _GRID * _GRID))
        rows = rows / np.maximum(np.linalg.norm(rows, axis=1)[:, None], 1e-9)
        return np.pad(rows.astype(np.float32), ((0, 0), (0, self._dimensions["text"] - _COLOURS)))

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def unknown_share(self, text: str) -> float:
        return 0.0


def know_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let versions of the kind ``colours`` be searched with."""
    load_others = registry.load

    def load(version: str, models: Path | None = None) -> object:
        if models is not None and version != registry.built_in_version():
            folder = VersionStore(models).check(version)
            if read_config(folder)["kind"] == _KIND:
                return ColourModel(folder, registry.describe(version, models))
        return load_others(version, models)

    monkeypatch.setattr(registry, "load", load)


def take_up(library: Library, folder: Path) -> int:
    """Take a folder's photos into a library as if the built-in model had read them.

    Returns:
        How many photos have features now.
    """
    space = registry.built_in_version()
    run(scan_root(library.roots.add(os.fsencode(folder)), roots=library.roots, files=library.files))
    first_row = library.photos.row_count(space)
    encoded, indexed, rows = {}, {}, []
    for pending in library.files.pending(limit=10_000):
        photo = prepare_photo(pending.path)
        assert isinstance(photo, PreparedPhoto)
        if photo.content_hash not in encoded:
            encoded[photo.content_hash] = content_of(photo)
            grid = photo.pixels.reshape(_GRID, 112, _GRID, 112, 3).mean(axis=(1, 3)) / 255
            rows.append(np.pad(grid.ravel(), (0, registry.FEATURE_DIMENSION - _COLOURS)))
            library.thumbnails.save(photo.content_hash, photo.thumbnail)
        indexed[pending.id] = photo.content_hash
    library.models.features().write(np.array(rows, np.float16), at_row=first_row)
    library.photos.commit(
        Outcome(space, first_row, encoded=list(encoded.values()), indexed=indexed)
    )
    return first_row + len(encoded)


def add_labels(
    library: Library,
    labels: Mapping[str, Sequence[float]],
    *,
    threshold: float = 0.5,
    after: float = 0.75,
    captions: int = 0,
) -> str:
    """Add a version that gives labels; return its name.

    Args:
        library: The library.
        labels: By name, the colour (red, green, blue) that a photo must have.
        threshold: From which probability on a label is shown.
        after: What the exam said.
        captions: How many it learned from.
    """

    def write(folder: Path) -> dict[str, object]:
        weight = np.zeros((len(labels), 1280), np.float32)
        weight[:, :_COLOURS] = np.tile(np.array(list(labels.values()), np.float32), (1, 4))
        mean = np.zeros(1280, np.float32)
        mean[:_COLOURS] = 0.5
        bias = np.zeros(len(labels), np.float32)
        save_file({"weight": 4 * weight, "bias": bias, "mean": mean}, folder / WEIGHTS)
        return {"labels": list(labels), "thresholds": [threshold] * len(labels)}

    return library.models.store.add(
        Card(
            version="",
            slot=Slot.LABELS,
            kind="baseline-classifier",
            parent=registry.built_in_version(),
            feature_space=registry.built_in_version(),
            learned={"photos": 40, "captions": captions, "labels": len(labels)},
            metrics={"measure": "accuracy", "accuracy": {"before": 0.25, "after": after}},
        ),
        write,
    ).version


def add_words(library: Library, weights: Array | None = None, *, parent: str = "") -> str:
    """Add a version that searches by colours; return its name.

    Args:
        library: The library.
        weights: How colours mix, float32 [3, 3]; None for as they are.
        parent: What it was made from; empty for the built-in model.
    """

    def write(folder: Path) -> dict[str, object]:
        mixed = np.eye(3) if weights is None else weights
        save_file({"weights": np.asarray(mixed, np.float32)}, folder / WEIGHTS)
        base = registry.built_in_version()
        return {"base": base, "dimension": _COLOURS, "encodes": False}

    return library.models.store.add(
        Card(
            version="",
            slot=Slot.RETRIEVAL,
            kind=_KIND,
            parent=parent or registry.built_in_version(),
            feature_space=registry.built_in_version(),
            learned={"photos": 436, "captions": 2180, "labels": 0},
            metrics={
                "measure": "R@10",
                "R@10": {"before": 0.54, "after": 0.74},
                "general": {"before": 0.85, "after": 0.84},
            },
        ),
        write,
    ).version
