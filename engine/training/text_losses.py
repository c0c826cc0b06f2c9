"""The losses of S1: similarity of images and captions, classes within groups, rejections."""

from collections.abc import Sequence
from typing import Final

import torch
from torch.nn import functional

from engine.models.classifier import caption_shares

TEMPERATURE: Final = 0.07  # of the contrastive form, as CLIP begins
_NOTHING: Final = -1e9  # not -inf, whose sum with nothing else has no gradient


def cosine_similarity_loss(
    images: torch.Tensor, texts: torch.Tensor, weights: torch.Tensor
) -> torch.Tensor:
    """Return how far images are from their captions (claims S1-1c, S1-3).

    Args:
        images: [n, d], unit rows.
        texts: [n, m, d], unit rows: m captions an image.
        weights: [n, m], 0 where an image has fewer captions; only their ratios within an image
            matter.

    Returns:
        The mean over images with a caption of the weighted mean of 1 - cosine; 0 without any.
    """
    shares = caption_shares(weights)
    distances = 1 - torch.einsum("nd,nmd->nm", images, texts)
    return (shares * distances).sum() / shares.sum().clamp(min=1)


def contrastive_similarity_loss(
    images: torch.Tensor, texts: torch.Tensor, weights: torch.Tensor, classes: torch.Tensor
) -> torch.Tensor:
    """Return how badly images tell their captions from those of other classes (S1-1c, S1-3).

    Captions of images that share a class are never negatives.

    Args:
        images: [n, d], unit rows.
        texts: [n, m, d], unit rows.
        weights: [n, m], as above.
        classes: [n, classes], above 0 where an image is of a class.

    Returns:
        The mean over images with a caption of the weighted mean of the captions' log losses.
    """
    shares = caption_shares(weights)
    scores = torch.einsum("nd,kmd->nkm", images, texts) / TEMPERATURE
    is_other = (classes @ classes.T == 0)[:, :, None] & (weights > 0)[None]
    others = scores.masked_fill(~is_other, _NOTHING).flatten(1).logsumexp(dim=1)
    own = torch.einsum("nd,nmd->nm", images, texts) / TEMPERATURE
    losses = torch.logaddexp(own, others[:, None]) - own
    return (shares * losses).sum() / shares.sum().clamp(min=1)


def group_log_probabilities(logits: torch.Tensor, groups: Sequence[torch.Tensor]) -> torch.Tensor:
    """Take the softmax within each group of classes that exclude each other.

    Args:
        logits: [n, classes].
        groups: The columns of each group, int64; a column in none is impossible.

    Returns:
        [n, classes], logarithms.
    """
    found = torch.full_like(logits, _NOTHING)  # for a background class without photos
    for columns in groups:
        found[:, columns] = functional.log_softmax(logits[:, columns], dim=1)
    return found


def classification_loss(
    log_probabilities: torch.Tensor,
    targets: torch.Tensor,
    groups: Sequence[torch.Tensor],
    balance: torch.Tensor,
) -> torch.Tensor:
    """Return the cross-entropy with the annotated labels, the mean over groups (claim S1-1d).

    Args:
        log_probabilities: [n, classes], of :func:`group_log_probabilities`.
        targets: [n, classes]: in each group they add up to 1, or to 0 for an image of which
            nothing is known there. Labels of one group share the target of an image.
        groups: The columns of each group.
        balance: [classes], how much an image of each class counts, so that a rare class counts
            as much as a frequent one.
    """
    terms = []
    for columns in groups:
        part = targets[:, columns]
        weights = part * balance[columns]
        total = weights.sum()
        if bool(total > 0):
            terms.append(-(weights * log_probabilities[:, columns]).sum() / total)
    return torch.stack(terms).mean() if terms else log_probabilities.sum() * 0


def rejection_loss(log_probabilities: torch.Tensor, rejected: torch.Tensor) -> torch.Tensor:
    """Return the mean of -log(1 - p) over the labels that the user said images have not.

    Args:
        log_probabilities: [n, classes].
        rejected: [n, classes], 1 where a label is rejected.
    """
    # 1 - p is kept away from 0, where the logarithm has no end.
    rest = (-torch.expm1(log_probabilities)).clamp(min=1e-6)
    return -(rejected * rest.log()).sum() / rejected.sum().clamp(min=1)
