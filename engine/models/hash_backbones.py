"""The neural network of the hash model over pixels, learned through its convolutions.

The default network reads stored features and takes seconds. This one takes photos themselves, so
that the learned gradient goes back through the last blocks of EfficientNet-Lite0, or through all.
"""

from pathlib import Path
from typing import Any, Final

import torch
from torch import nn
from torch.nn import functional

from engine.models.codes import BLOCKS
from engine.models.efficientnet import INPUT_SIZE, POOLED_DIM, build_trunk
from engine.models.hash_model import HIDDEN, FeatureNetwork

_PIXEL_MEAN: Final = 127.5


class ImageHashNetwork(nn.Module):
    """f from pixels.

    Args:
        weights: The verified weights file of the image network.
        bits: Length of the code.
        learned_blocks: So many of the last stages are learned, with the convolution after them;
            :data:`BLOCKS` learns the first layer too.
        hidden: Width of the hidden layer.
        side: Pixels a side that photos are made smaller to, where they are larger.
    """

    def __init__(
        self,
        weights: Path,
        bits: int,
        *,
        learned_blocks: int = 1,
        hidden: int = HIDDEN,
        side: int = INPUT_SIZE,
    ) -> None:
        super().__init__()
        self._side = side
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

    @torch.no_grad()
    def frozen_maps(self, pixels: torch.Tensor) -> torch.Tensor:
        """Return what the stages that are not learned make of photos.

        Args:
            pixels: uint8 [b, s, s, 3].

        Returns:
            [b, c, h, w]: the scaled pixels, [b, 3, side, side], where all stages are learned.
        """
        maps = shrink(pixels, self._side).permute(0, 3, 1, 2).float()
        maps = maps.sub(_PIXEL_MEAN).div(_PIXEL_MEAN)
        for stage in self.frozen:
            maps = stage(maps)
        return maps

    def pooled(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the pooled map, [b, 1280]; see :meth:`forward`."""
        maps = self.frozen_maps(inputs) if inputs.dtype == torch.uint8 else inputs.float()
        for stage in self.learned:
            maps = stage(maps)
        return maps.mean(dim=(2, 3))

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the first feature vector f, [b, bits].

        Args:
            inputs: Photos, uint8 [b, s, s, 3], or what :meth:`frozen_maps` made of them before.
        """
        features: torch.Tensor = self.head(self.pooled(inputs))
        return features


def shrink(pixels: torch.Tensor, side: int) -> torch.Tensor:
    """Make photos, uint8 [b, s, s, 3], smaller to so many pixels a side, if they are larger."""
    if pixels.shape[1] <= side:
        return pixels
    maps = pixels.permute(0, 3, 1, 2).float()
    small = functional.interpolate(maps, (side, side), mode="bilinear", antialias=True)
    return small.round().clamp(0, 255).to(torch.uint8).permute(0, 2, 3, 1)
