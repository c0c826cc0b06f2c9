"""From the library to a snapshot: what is said of each photo, and which are copies."""

import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.catalog.annotations import Annotated, Annotations
from engine.catalog.photos import EncodedPhoto, Photos
from engine.errors import TrainingError
from engine.indexing.vectors import FeatureStore
from engine.jobs import Job, Progress
from engine.training.examples import Example, ExampleCaption, TrainingSet
from engine.training.groups import duplicate_groups

# More are not searched in an exam; everything that something is said of is always there.
MOST_PHOTOS = 20_000
_POOLED = 1280  # of the embedded encoder; of another the whole row is compared
_READ_ROWS = 1024


def collect(
    photos: Photos,
    annotations: Annotations,
    features: FeatureStore,
    *,
    feature_space: str,
    thumbnails: Path | None = None,
) -> Job[TrainingSet]:
    """Take a snapshot of the library.

    Args:
        photos: The catalog's contents.
        annotations: What is said of them.
        features: Stored features of the model ``feature_space``.
        feature_space: Its version.
        thumbnails: The library's thumbnails.

    Yields:
        Progress of the stages ``"reading photos"`` and ``"comparing hashes"``.

    Returns:
        The snapshot.

    Raises:
        TrainingError: No photo has been read yet.
    """
    yield Progress("reading photos")
    encoded = [photo for photo in photos.encoded_photos(feature_space) if photo.row < len(features)]
    if not encoded:
        raise TrainingError("No photo is ready yet; add a folder, or wait for the import at hand.")
    taken = time.time()
    said = annotations.of([photo.content_id for photo in encoded])
    encoded = _at_most(encoded, said)
    rows = yield from _read(features, [photo.row for photo in encoded])
    hashes = np.stack([np.frombuffer(photo.perceptual_hash, np.uint8) for photo in encoded])
    is_said = np.array([_is_said(said[photo.content_id]) for photo in encoded])
    groups = yield from duplicate_groups(hashes, rows[:, :_POOLED], np.flatnonzero(is_said))
    examples = tuple(
        _example(photo, said[photo.content_id], int(group))
        for photo, group in zip(encoded, groups, strict=True)
    )
    return TrainingSet(feature_space, examples, rows, thumbnails, taken=taken)


def _at_most(encoded: Sequence[EncodedPhoto], said: dict[int, Annotated]) -> list[EncodedPhoto]:
    others = [photo for photo in encoded if not _is_said(said[photo.content_id])]
    room = MOST_PHOTOS - (len(encoded) - len(others))
    if len(others) <= room:
        return list(encoded)
    drawn = np.random.default_rng(0).choice(len(others), max(0, room), replace=False)
    kept = {others[index].row for index in drawn}
    return [photo for photo in encoded if photo.row in kept or _is_said(said[photo.content_id])]


def _is_said(annotated: Annotated) -> bool:
    return bool(annotated.labels or annotated.captions or annotated.rejected)


def _read(features: FeatureStore, rows: Sequence[int]) -> Job[NDArray[np.float16]]:
    found: list[NDArray[np.float16]] = []
    stored = features.read()
    for start in range(0, len(rows), _READ_ROWS):
        found.append(np.asarray(stored[rows[start : start + _READ_ROWS]]))
        yield Progress("reading photos", done=min(len(rows), start + _READ_ROWS), total=len(rows))
    return np.concatenate(found)


def _example(photo: EncodedPhoto, said: Annotated, group: int) -> Example:
    return Example(
        content_hash=photo.content_hash.hex(),
        group=group,
        labels=tuple(label.name for label in said.labels),
        rejected=said.rejected,
        captions=tuple(
            ExampleCaption(caption.text, caption.source.value, caption.weight)
            for caption in said.captions
        ),
    )
