"""Dual encoders on disk: a version's folder -> modules, ready for use."""

from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import nn

from engine.errors import ModelError
from engine.models import packages
from engine.models.caption_decoders import Captioner, CaptionerShape
from engine.models.dual_encoder import DualEncoder, ImageTower, Projection, TextTower
from engine.models.efficientnet import ImageNetwork
from engine.models.last_blocks import LastImageBlocks, LastTextBlocks
from engine.models.photo_trunks import LastConvolutionTrunk, PooledTrunk
from engine.models.pretrained import PretrainedModel
from engine.models.towers import ImageTrunk, TextTrunk, build_image_trunk, build_text_trunk
from engine.models.trained_text import FEATURE_DIM, POOLED_DIM, PhotoScaling
from engine.models.versions import WEIGHTS, read_config

STORED: Final = "stored"
LAST_BLOCKS: Final = "last_blocks"
LAST_LAYERS: Final = "last_layers"
# What a last layer was called before there could be more than one.
_LAST_CONVOLUTION: Final = "last_convolution"
_PREFIX: Final = "model."


def describe(model: DualEncoder) -> dict[str, object]:
    """Return what :func:`load_dual_encoder` needs to know beside the weights, for config.json."""
    return {
        "text_tower": _describe_trunk(model.text.trunk),
        "image_tower": _describe_trunk(model.image.trunk),
        "text_width": len(model.text.projection.mean),
        "image_width": len(model.image.projection.mean),
        "dimension": model.text.projection.weight.shape[1],
        "pools_first": model.image.pools_first,
        "captioner": asdict(model.captioner.shape),
    }


def tensors_of(model: DualEncoder) -> dict[str, torch.Tensor]:
    """Return all weights, as :func:`load_dual_encoder` reads them."""
    return {
        _PREFIX + name: value.detach().cpu().clone().contiguous()
        for name, value in model.state_dict().items()
    }


def last_blocks(tower: Any) -> int:
    """Return how many last blocks of a checkpoint a tower of config.json has; 0 for other towers.

    Such a tower goes on from what the checkpoint makes of photos or texts.
    """
    return int(tower.get(LAST_BLOCKS, 0)) if isinstance(tower, dict) else 0


def last_layers(tower: Any) -> int:
    """Return how many last layers of the built-in network a tower has; 0 for other towers."""
    if tower == _LAST_CONVOLUTION:
        return 1
    return int(tower.get(LAST_LAYERS, 0)) if isinstance(tower, dict) else 0


def load_dual_encoder(folder: Path, base: PretrainedModel | None = None) -> DualEncoder:
    """Load a version, in evaluation mode on the CPU.

    Args:
        folder: Of the version.
        base: The checkpoint that it was made from; needed where it has last blocks of it.

    Raises:
        ModelError: It is damaged.
    """
    config = read_config(folder)
    try:
        model = _build(config, base)
        tensors = load_file(folder / WEIGHTS)
        model.load_state_dict(
            {
                name.removeprefix(_PREFIX): value
                for name, value in tensors.items()
                if name.startswith(_PREFIX)
            }
        )
    except (OSError, KeyError, TypeError, ValueError, RuntimeError, SafetensorError) as error:
        raise ModelError(f"The model in {folder} is damaged; train it anew.") from error
    return model.eval().requires_grad_(requires_grad=False)


def _build(config: dict[str, Any], base: PretrainedModel | None) -> DualEncoder:
    dimension = int(config["dimension"])
    text = _build_text(config["text_tower"], base)
    shape = CaptionerShape(**config["captioner"])
    words = text.words if shape.shared_words and isinstance(text, TextTrunk) else None
    return DualEncoder(
        TextTower(text, Projection(int(config["text_width"]), dimension)),
        ImageTower(
            _build_image(config["image_tower"], int(config["image_width"]), base),
            Projection(int(config["image_width"]), dimension),
            pools_first=bool(config["pools_first"]),
        ),
        Captioner(shape, words),
    )


def _describe_trunk(trunk: nn.Module) -> object:
    if isinstance(trunk, TextTrunk | ImageTrunk):
        return trunk.network.config.to_dict()
    if isinstance(trunk, LastTextBlocks | LastImageBlocks):
        return {LAST_BLOCKS: trunk.blocks}
    if isinstance(trunk, LastConvolutionTrunk):
        return {LAST_LAYERS: 1 + len(trunk.earlier)}
    return STORED


def _build_text(tower: Any, base: PretrainedModel | None) -> nn.Module:
    if tower == STORED:
        return nn.Identity()
    if blocks := last_blocks(tower):
        return LastTextBlocks(_needed(base).text_network(), blocks)
    return build_text_trunk(tower)


def _build_image(tower: Any, width: int, base: PretrainedModel | None) -> nn.Module:
    if tower == STORED:
        pooled = min(POOLED_DIM, width)
        return PooledTrunk(PhotoScaling(np.zeros(pooled), np.zeros(width - pooled)))
    if blocks := last_blocks(tower):
        return LastImageBlocks(_needed(base).image_network(), blocks, np.zeros(width))
    if layers := last_layers(tower):
        scaling = PhotoScaling(np.zeros(POOLED_DIM), np.zeros(FEATURE_DIM - POOLED_DIM))
        network = ImageNetwork(packages.IMAGE_WEIGHTS.verify())
        earlier = network.last_blocks(layers - 1)
        return LastConvolutionTrunk(scaling, *network.last_convolution(), earlier)
    return build_image_trunk(tower)


def _needed(base: PretrainedModel | None) -> PretrainedModel:
    if base is None:
        raise ValueError("the last blocks of a checkpoint need the checkpoint")
    return base
