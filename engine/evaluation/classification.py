"""How well the names of labels alone tell photos apart: zero-shot classification."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.evaluation import metrics
from engine.evaluation.captions import label_text, read_labels, require_two_labels
from engine.evaluation.gallery import (
    Encoder,
    Prepare,
    derive_space,
    encode_photos,
    encode_texts,
    skip_unlabelled,
)
from engine.jobs import Job, Progress


def evaluate_classification(
    photos: Path, *, encoder: Encoder, prepare: Prepare
) -> Job[dict[str, object]]:
    """Measure zero-shot classification on a folder whose sub-folders are labels.

    Each photo gets the label whose name, as a text query, is closest to it, once the scores of
    each label are on one scale (see :func:`normalise_scores`). Labels with the same text share the
    answer.

    Args:
        photos: The folder.
        encoder: The model.
        prepare: The decoder.

    Returns:
        The report, percent: ``model``, ``images``, ``labels`` (their number), ``accuracy``,
        ``cosine_accuracy`` (by the bare cosine), ``mean_per_class_accuracy``, ``per_label``
        (accuracy by sub-folder) and ``skipped``.

    Raises:
        EvaluationError: If the folder cannot be used or names fewer than two labels.
    """
    labelled = read_labels(photos)
    gallery = yield from encode_photos(labelled.files, encoder=encoder, prepare=prepare)
    photo_labels = [labelled.labels[position] for position in gallery.positions]
    require_two_labels(photo_labels, photos)
    names, actual = np.unique(np.array(photo_labels, dtype=object), return_inverse=True)

    said = [encoder.describe_label(label_text(name)) for name in names]
    texts = yield from encode_texts(said, encoder)
    yield Progress("classifying")
    images = derive_space(
        encoder,
        gallery.features,
        statistics=encoder.fit_statistics(gallery.features),
        space="text",
    )
    cosines = images @ texts.T
    scores = normalise_scores(cosines, encoder.reference_vectors() @ texts.T)
    correct = metrics.expected_correct(_rounded(scores), actual)
    by_cosine = metrics.expected_correct(_rounded(cosines), actual)
    per_class = metrics.per_class_accuracy(correct, actual, classes=len(names))
    return {
        "model": encoder.version,
        "images": len(images),
        "labels": len(names),
        "accuracy": round(100 * metrics.accuracy(correct), 2),
        "cosine_accuracy": round(100 * metrics.accuracy(by_cosine), 2),
        "mean_per_class_accuracy": round(100 * metrics.mean_per_class_accuracy(correct, actual), 2),
        "per_label": {
            name: round(100 * float(share), 2) for name, share in zip(names, per_class, strict=True)
        },
        "skipped": gallery.skipped + skip_unlabelled(labelled.unlabelled),
    }


def normalise_scores(
    scores: NDArray[np.floating], references: NDArray[np.floating]
) -> NDArray[np.floating]:
    """Bring the scores of all labels to one scale.

    A short, concrete name spreads its scores more widely than a vague one, and would win and lose
    for that alone. So each label's scores are measured by the mean and deviation of what it
    scores with pictures of all kinds (Z-norm: Auckenthaler et al., 2000). Those are fixed: unlike
    a mean over the photos at hand, they do not suppose that all labels are equally frequent.

    Args:
        scores: float [n, labels].
        references: float [m, labels], scores with the references; left as they are if m is 0.

    Returns:
        float [n, labels].
    """
    if not len(references):
        return scores
    deviation = references.std(axis=0)
    return np.asarray((scores - references.mean(axis=0)) / np.where(deviation > 0, deviation, 1))


def _rounded(scores: NDArray[np.floating]) -> NDArray[np.floating]:
    return np.asarray(np.round(scores, metrics.SCORE_DECIMALS))
