"""Has the captioner learned enough to be heard? Validation photos decide, by two questions.

Does it know the language of the captions (perplexity well below that of the words' frequencies)?
And does it look at the photo (what it writes shares more words with this photo's captions than with
those of others)? A decoder that always writes the most common sentence passes the first only.
"""

from typing import Final

import numpy as np
import torch

from engine.models.caption_decoders import suggest
from engine.models.vocabulary import split_words
from engine.training.dual_encoder_task import DualEncoderTask

FEWEST_PHOTOS: Final = 8
# Of the words' frequencies.
MOST_PERPLEXITY: Final = 0.5
_MOST_PHOTOS: Final = 60
_ERRORS: Final = 2.0


def judge_captions(task: DualEncoderTask) -> dict[str, object]:
    """Return what ``config.json`` says of the captions; ``is_enough`` decides.

    Args:
        task: A finished fit.
    """
    photos = task.validation[:_MOST_PHOTOS]
    if len(photos) < FEWEST_PHOTOS:
        return {"is_enough": False, "photos": len(photos)}
    figures = task.caption_figures()
    own, others = _overlaps(task, photos)
    gain = own - others
    error = float(gain.std() / np.sqrt(len(gain)))
    worst = max(figures.forward, figures.backward)
    return {
        "is_enough": bool(
            worst < MOST_PERPLEXITY * figures.unigram and gain.mean() > _ERRORS * error
        ),
        "photos": len(photos),
        "forward_perplexity": figures.forward,
        "backward_perplexity": figures.backward,
        "unigram_perplexity": figures.unigram,
        "overlap": float(own.mean()),
        "overlap_with_others": float(others.mean()),
    }


def _overlaps(
    task: DualEncoderTask, photos: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> tuple[np.ndarray[tuple[int], np.dtype[np.float64]], ...]:
    """Return, for each photo, how its suggestion fits its own captions and those of others."""
    pairs = task.material.pairs
    words = [
        [set(split_words(pairs.texts[place])) for place in pairs.of(photos[row : row + 1])]
        for row in range(len(photos))
    ]
    with torch.no_grad():
        memory = task.image_features(photos, tokens=True).tokens
        written = suggest(task.module.captioner, task.tokens, memory)
    table = np.array(
        [
            [np.mean([_f1(set(split_words(one.caption)), other) for other in row]) for row in words]
            for one in written
        ]
    )
    own = np.diag(table)
    others = (table.sum(axis=1) - own) / (len(photos) - 1)
    return own, others


def _f1(first: set[str], second: set[str]) -> float:
    total = len(first) + len(second)
    return 2 * len(first & second) / total if total else 0.0
