"""The captions that a fit has learned: what the scores of photos are scaled by."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine.models.mixed_space import MOST_CAPTIONS, MixedSpace
from engine.training.dual_encoder_task import DualEncoderTask
from engine.training.splits import Indices


def learned_space(
    task: DualEncoderTask, parent: Callable[[Indices], NDArray[np.float32]]
) -> MixedSpace:
    """Return how a fit is mixed with its parent.

    As many captions next to a photo are looked at as a photo has: of one that was learned, its own.

    Args:
        task: The fit.
        parent: Gives the parent's vectors of captions of the snapshot.

    Returns:
        The space, at share 1.
    """
    pairs = task.material.pairs
    captions = pairs.of(task.train)
    if len(captions) > MOST_CAPTIONS:
        draw = np.random.default_rng(0)
        captions = np.sort(draw.choice(captions, MOST_CAPTIONS, replace=False))
    photos = len(np.unique(pairs.owners[captions]))
    return MixedSpace(
        share=1.0,
        parent_captions=parent(captions),
        new_captions=task.caption_vectors(captions),
        neighbours=max(1, round(len(captions) / max(1, photos))),
    )
