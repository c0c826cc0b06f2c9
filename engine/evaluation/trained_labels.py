"""Photos, from files, put to a classifier of the user's labels."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.errors import EvaluationError
from engine.evaluation import metrics
from engine.evaluation.captions import read_labels, require_two_labels
from engine.evaluation.gallery import Encoder, Prepare, encode_photos, skip_unlabelled
from engine.jobs import Job, Progress
from engine.models.label_model import LabelModel


@dataclass(frozen=True, slots=True)
class Classified:
    """What a classifier says of one file.

    Attributes:
        path: The file.
        labels: Names and probabilities, the likeliest first; empty if none is likely enough.
        problem: Why the file cannot be used; empty if it can.
    """

    path: Path
    labels: tuple[tuple[str, float], ...] = ()
    problem: str = ""


def classify_files(
    files: Sequence[Path],
    *,
    model: LabelModel,
    encoder: Encoder,
    prepare: Prepare,
    is_everything: bool = False,
) -> Job[list[Classified]]:
    """Label files (claim S1-7), whether they are in a library or not.

    Args:
        files: The files; one that is named twice is answered once.
        model: The classifier.
        encoder: Makes the features that the classifier reads.
        prepare: The decoder.
        is_everything: Whether to give every label, however unlikely.

    Returns:
        An answer for each file, in their order.

    Raises:
        EvaluationError: No file is a readable photo.
    """
    files = list(dict.fromkeys(files))
    gallery = yield from encode_photos(files, encoder=encoder, prepare=prepare)
    probabilities = model.probabilities(gallery.features)
    problems = {entry["path"]: entry["reason"] for entry in gallery.skipped}
    rows = dict(zip(gallery.positions.tolist(), probabilities, strict=True))
    answers = []
    for position, file in enumerate(files):
        row = rows.get(position)
        if row is None:
            answers.append(Classified(file, problem=problems[str(file)]))
            continue
        order = np.argsort(-row, kind="stable")
        kept = [label for label in order if is_everything or row[label] >= model.thresholds[label]]
        labels = tuple((model.labels[label], float(row[label])) for label in kept)
        answers.append(Classified(file, labels))
    return answers


def evaluate_labels(
    photos: Path, *, version: str, model: LabelModel, encoder: Encoder, prepare: Prepare
) -> Job[dict[str, object]]:
    """Measure a trained classifier on a folder whose sub-folders are labels.

    Args:
        photos: The folder.
        version: Name of the classifier's version, for the report.
        model: The classifier.
        encoder: Makes the features that it reads.
        prepare: The decoder.

    Returns:
        The report, percent: ``model``, ``images``, ``labels`` (their number), ``accuracy`` (of the
        likeliest label), ``mean_per_class_accuracy``, ``per_label``, ``shown`` (photos that get a
        label at all), ``shown_right`` (those of them whose likeliest label is right) and
        ``skipped``; and ``unknown``, sub-folders that the classifier does not know, whose photos
        count as wrong in ``accuracy``.

    Raises:
        EvaluationError: The folder cannot be used, or the classifier knows none of its labels.
    """
    labelled = read_labels(photos)
    known = {name.casefold(): place for place, name in enumerate(model.labels)}
    if not any(label.casefold() in known for label in labelled.labels):
        raise EvaluationError(
            f"{version} knows none of the sub-folders of {photos}; it knows "
            f"{', '.join(model.labels[:10])}."
        )
    gallery = yield from encode_photos(labelled.files, encoder=encoder, prepare=prepare)
    photo_labels = [labelled.labels[position] for position in gallery.positions]
    require_two_labels(photo_labels, photos)
    yield Progress("classifying")
    names, actual = np.unique(np.array(photo_labels, dtype=object), return_inverse=True)
    wanted = np.array([known.get(name.casefold(), -1) for name in names])[actual]
    found = model.probabilities(gallery.features)
    best = found.argmax(axis=1)
    correct = (best == wanted).astype(np.float64)
    is_shown = (found >= model.thresholds).any(axis=1)
    per_class = metrics.per_class_accuracy(correct, actual, classes=len(names))
    return {
        "model": version,
        "images": len(found),
        "labels": len(names),
        "accuracy": round(100 * metrics.accuracy(correct), 2),
        "mean_per_class_accuracy": round(100 * metrics.mean_per_class_accuracy(correct, actual), 2),
        "per_label": {
            name: round(100 * float(share), 2) for name, share in zip(names, per_class, strict=True)
        },
        "shown": round(100 * float(is_shown.mean()), 2),
        "shown_right": round(100 * float(correct[is_shown].mean()), 2) if is_shown.any() else None,
        "unknown": [name for name in names if name.casefold() not in known],
        "skipped": gallery.skipped + skip_unlabelled(labelled.unlabelled),
    }
