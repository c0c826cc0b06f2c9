"""How well words find photos and photos find words, on captioned photos outside any library."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.errors import EvaluationError
from engine.evaluation import metrics
from engine.evaluation.captions import list_files, read_captions
from engine.evaluation.gallery import (
    Encoder,
    Prepare,
    derive_space,
    encode_photos,
    encode_texts,
)
from engine.jobs import Job, Progress


def evaluate_retrieval(
    photos: Path, captions: Path, *, encoder: Encoder, prepare: Prepare
) -> Job[dict[str, object]]:
    """Measure retrieval in both directions over every photo of a folder.

    The photos stand for a library: its statistic is fitted on their features. No statistic is
    taken from the texts, so a caption's rank does not depend on the other captions.

    Args:
        photos: The folder; photos without a caption stay in the gallery.
        captions: CSV with the columns ``file`` and ``caption``, several rows a photo.
        encoder: The model.
        prepare: The decoder.

    Returns:
        The report, percent: ``model``, ``images`` (size of the gallery), ``captions`` (queries),
        ``text_to_image`` and ``image_to_text`` (``R@1``, ``R@5``, ``R@10``, ``median_rank``),
        ``rsum``, ``unmatched`` (rows whose file is not in the gallery), ``empty_captions`` and
        ``skipped`` (files, with the reason).

    Raises:
        EvaluationError: If the photos or captions cannot be used.
    """
    files = list_files(photos)
    table = read_captions(captions, folder=photos, files=files)
    gallery = yield from encode_photos(files, encoder=encoder, prepare=prepare)

    row_of = {int(position): row for row, position in enumerate(gallery.positions)}
    kept = [
        (text, row_of[position])
        for text, position in zip(table.texts, table.positions, strict=True)
        if position in row_of
    ]
    if not kept:
        raise EvaluationError(
            f"None of the photos that {captions} captions can be read; the first file that "
            f"cannot be says: {gallery.skipped[0]['reason']}"
        )
    photo_of_caption = np.array([row for _, row in kept])

    texts = yield from encode_texts([text for text, _ in kept], encoder)
    yield Progress("ranking")
    images = derive_space(
        encoder,
        gallery.features,
        statistics=encoder.fit_statistics(gallery.features),
        space="text",
    )
    each_photo = np.arange(len(images))
    to_image = metrics.retrieval_ranks(
        texts, images, query_groups=photo_of_caption, gallery_groups=each_photo
    )
    to_text = metrics.retrieval_ranks(
        images, texts, query_groups=each_photo, gallery_groups=photo_of_caption
    )
    return {
        "model": encoder.version,
        "images": len(images),
        "captions": len(kept),
        "unmatched": table.unmatched + len(table.texts) - len(kept),
        "empty_captions": table.empty,
        "skipped": gallery.skipped,
        "text_to_image": _direction(to_image),
        "image_to_text": _direction(to_text),
        "rsum": round(100 * metrics.rsum(to_image, to_text), 2),
    }


def _direction(ranks: NDArray[np.float64]) -> dict[str, float]:
    recalls = {f"R@{k}": round(100 * metrics.recall_at(ranks, k), 2) for k in (1, 5, 10)}
    return recalls | {"median_rank": metrics.median_rank(ranks)}
