"""Versions without training, for pictures of the pages that show them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from safetensors.numpy import save_file

from engine.library import Library
from engine.models.label_model import centred_rows
from engine.models.versions import WEIGHTS, Card, Slot

LABELS: Final = (
    *("Biscuit", "allotment", "kayak trip", "grandma", "a label as long as a whole sentence"),
    *("小狗", "receipts", "to print", "sunsets"),
)
_POOLED: Final = 1280
_SHARPNESS: Final = 8.0


def give_labels(library: Library, ids: Sequence[int]) -> list[int]:
    """Give photos labels, as a person would have; return their contents."""
    photos = library.browse.content_ids(ids)
    for number, name in enumerate(LABELS):
        library.annotations.add_label(photos[number :: number + 2], name)
    return photos


def make_labels(library: Library, labels: Sequence[str], *, shares: tuple[float, float]) -> str:
    """Add a version that gives labels to photos like those that have them.

    Args:
        library: Its photos have labels.
        labels: Which to learn.
        shares: What the exam is to have said before and after.

    Returns:
        The version's name.
    """
    space = library.feature_space
    encoded = library.photos.encoded_photos(space)
    features = np.asarray(library.features.read(), np.float32)[:, :_POOLED]
    said = library.annotations.of([photo.content_id for photo in encoded])
    mean = features.mean(axis=0)
    rows = centred_rows(features, mean)
    weight = []
    for label in labels:
        has = [photo.row for photo in encoded if _has(said[photo.content_id].labels, label)]
        weight.append(rows[has].mean(axis=0))
    weights = _SHARPNESS * np.array(weight, np.float32)
    bias = -np.percentile(rows @ weights.T, 80, axis=0).astype(np.float32)

    def write(folder: Path) -> dict[str, object]:
        save_file({"weight": weights, "bias": bias, "mean": mean}, folder / WEIGHTS)
        return {"labels": list(labels), "thresholds": [0.5] * len(labels)}

    before, after = shares
    learned = {"photos": len(encoded), "captions": 0, "labels": len(labels)}
    metrics = {"measure": "accuracy", "accuracy": {"before": before, "after": after}}
    card = Card(
        version="",
        slot=Slot.LABELS,
        kind="baseline-classifier",
        parent=space,
        feature_space=space,
        learned=learned,
        metrics=metrics,
    )
    return library.models.store.add(card, write).version


def _has(labels: Sequence[object], name: str) -> bool:
    return any(getattr(label, "name", "") == name for label in labels)
