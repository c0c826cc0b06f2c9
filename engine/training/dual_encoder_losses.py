"""What the dual encoder learns from: L1, and L2 = L3 + L4 of photos selected by L1."""

import math
from dataclasses import dataclass

import torch

from engine.models.dual_encoder import DualEncoder, contrastive_losses
from engine.training.dual_encoder_options import DualEncoderOptions, Selection
from engine.training.world import ALONE, World

# Until the mean loss is below this share of chance, all photos are captioned in the warm-up.
_NEAR_CHANCE = 0.8


@dataclass(frozen=True, slots=True)
class PairBatch:
    """Photos, each with one of its captions.

    Attributes:
        epoch: From 0.
        is_first: Of its epoch.
        texts: What the text tower reads.
        photos: What the image tower reads.
        ids: The captions for the decoders, int64 [b, l]: start, words, end, padding.
    """

    epoch: int
    is_first: bool
    texts: object
    photos: object
    ids: torch.Tensor


def all_losses(
    model: DualEncoder, batch: PairBatch, options: DualEncoderOptions, world: World = ALONE
) -> dict[str, torch.Tensor]:
    """Return ``L1``, ``L2``, ``L3``, ``L4``, the weighted ``loss`` and the share ``captioned``.

    L2 is made of the image tower's features only, so its gradient never reaches the text tower;
    word vectors that are borrowed from it are constants (``CaptionDecoder``). One step down
    L1 + omega L2 is therefore the claimed one: alpha by L1, beta by both. Where several processes
    learn together, L1 compares the pairs of all, and each captions photos of its own.
    """
    features = model.image(batch.photos)
    texts, photos = world.gather(model.text(batch.texts)), world.gather(features.pooled)
    every = contrastive_losses(texts, photos, model.scale)
    first, each = every.mean(), world.own(every)
    chosen = select(each.detach(), batch.epoch, options)
    if len(chosen):
        forward, backward = model.captioner(batch.ids[chosen], features.tokens[chosen])
        third, fourth = forward.mean(), backward.mean()
    else:
        third = fourth = first.new_zeros(())
    second = third + fourth
    return {
        "loss": first + options.omega * second,
        "L1": first,
        "L2": second,
        "L3": third,
        "L4": fourth,
        "captioned": first.new_tensor(len(chosen) / len(each)),
    }


def select(each: torch.Tensor, epoch: int, options: DualEncoderOptions) -> torch.Tensor:
    """Choose which photos of a batch are captioned.

    Args:
        each: Each pair's share of L1, [b], detached.
        epoch: From 0. In the warm-up all are captioned while the towers hardly beat chance: the
            order of the losses says nothing yet.
        options: Which selection.

    Returns:
        int64 [k], places in the batch, ascending.
    """
    every = torch.arange(len(each), device=each.device)
    mean = float(each.mean())
    is_warming_up = epoch < options.caption_warm_up and mean >= _NEAR_CHANCE * math.log(
        max(2, len(each))
    )
    if options.selection is Selection.ALL or is_warming_up:
        return every
    if options.selection is Selection.GATE:
        return every if mean < options.gate else every[:0]
    count = max(1, round(options.fraction * len(each)))
    order = each.argsort(stable=True, descending=options.selection is Selection.HIGH)
    return order[:count].sort().values
