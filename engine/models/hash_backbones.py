"""The neural network of the hash model over pixels, learned through its convolutions.

The default network reads stored features and takes seconds. This one takes photos themselves, so
that the learned gradient goes back through the last blocks of EfficientNet-Lite0, or through all.
"""

from pathlib import Path
from typing import Any, Final

import torch
from torch import nn

from engine.models.efficientnet import POOLED_DIM, build_trunk
from engine.models.hash_model import HIDDEN, FeatureNetwork

BLOCKS: Final = 7  # stages of EfficientNet-Lite0
_PIXEL_MEAN: Final = 127.5


class ImageHashNetwork(nn.Module):
    """f from pixels.

    Args:
        weights: The verified weights file of the image network.
        bits: Length of the code.
        learned_blocks: So many of the last stages are learned, with the convolution after them;
            :data:`BLOCKS` learns the first layer too.
        hidden: Width of the hidden layer.
    """

    def __init__(
        self, weights: Path, bits: int, *, learned_blocks: int = 1, hidden: int = HIDDEN
    ) -> None:
        super().__init__()
        trunk: Any = build_trunk(weights)
        self.frozen = nn.ModuleList()
        self.learned = nn.ModuleList()
        stages = [nn.Sequential(trunk.conv_stem, trunk.bn1), *trunk.blocks]
        stages.append(nn.Sequential(trunk.conv_head, trunk.bn2))
        first = 0 if learned_blocks >= BLOCKS else len(stages) - 1 - learned_blocks
        for number, stage in enumerate(stages):
            (self.learned if number >= first else self.frozen).append(stage)
        self.frozen.requires_grad_(requires_grad=False)
        self.learned.requires_grad_(requires_grad=True)
        self.head = FeatureNetwork(POOLED_DIM, bits, hidden=hidden)

    def pooled(self, pixels: torch.Tensor) -> torch.Tensor:
        """Return the pooled map, [b, 1280], of pixels uint8 [b, s, s, 3]."""
        maps = pixels.permute(0, 3, 1, 2).float().sub(_PIXEL_MEAN).div(_PIXEL_MEAN)
        with torch.no_grad():
            for stage in self.frozen:
                maps = stage(maps)
        for stage in self.learned:
            maps = stage(maps)
        return maps.mean(dim=(2, 3))

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        """Return the first feature vector f, [b, bits], of pixels uint8 [b, s, s, 3]."""
        features: torch.Tensor = self.head(self.pooled(pixels))
        return features
