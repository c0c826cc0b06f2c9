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
from engine.models.caption_decoders import Captioner, CaptionerShape
from engine.models.dual_encoder import DualEncoder, ImageTower, Projection, TextTower
from engine.models.efficientnet import BLOCKS_DIM
from engine.models.photo_trunks import LastConvolutionTrunk, PooledTrunk
from engine.models.towers import ImageTrunk, TextTrunk, build_image_trunk, build_text_trunk
from engine.models.trained_text import FEATURE_DIM, POOLED_DIM, PhotoScaling
from engine.models.versions import WEIGHTS, read_config

STORED: Final = "stored"
LAST_CONVOLUTION: Final = "last_convolution"
_PREFIX: Final = "model."


def describe(model: DualEncoder) -> dict[str, object]:
    """Return what :func:`load_dual_encoder` needs to know beside the weights, for config.json."""
    text, image = model.text.trunk, model.image.trunk
    return {
        "text_tower": text.network.config.to_dict() if isinstance(text, TextTrunk) else STORED,
        "image_tower": _describe_image(image),
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


def load_dual_encoder(folder: Path) -> DualEncoder:
    """Load a version, in evaluation mode on the CPU.

    Raises:
        ModelError: It is damaged.
    """
    config = read_config(folder)
    try:
        model = _build(config)
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


def _build(config: dict[str, Any]) -> DualEncoder:
    dimension = int(config["dimension"])
    text = (
        nn.Identity() if config["text_tower"] == STORED else build_text_trunk(config["text_tower"])
    )
    shape = CaptionerShape(**config["captioner"])
    words = text.words if shape.shared_words and isinstance(text, TextTrunk) else None
    return DualEncoder(
        TextTower(text, Projection(int(config["text_width"]), dimension)),
        ImageTower(
            _build_image(config["image_tower"], int(config["image_width"])),
            Projection(int(config["image_width"]), dimension),
            pools_first=bool(config["pools_first"]),
        ),
        Captioner(shape, words),
    )


def _describe_image(trunk: nn.Module) -> object:
    if isinstance(trunk, ImageTrunk):
        return trunk.network.config.to_dict()
    return LAST_CONVOLUTION if isinstance(trunk, LastConvolutionTrunk) else STORED


def _build_image(tower: Any, width: int) -> nn.Module:
    if tower == STORED:
        pooled = min(POOLED_DIM, width)
        return PooledTrunk(PhotoScaling(np.zeros(pooled), np.zeros(width - pooled)))
    scaling = PhotoScaling(np.zeros(POOLED_DIM), np.zeros(FEATURE_DIM - POOLED_DIM))
    if tower == LAST_CONVOLUTION:
        weight = np.zeros((POOLED_DIM, BLOCKS_DIM), np.float32)
        return LastConvolutionTrunk(scaling, weight, np.zeros(POOLED_DIM, np.float32))
    return build_image_trunk(tower)
