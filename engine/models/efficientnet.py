"""EfficientNet-Lite0 with ImageNet weights: pixels -> pooled features, and its classifier's rows.

The weights file was made for another implementation; timm's ``tf_efficientnet_lite0`` (padding as
in TensorFlow, which the weights were trained with) has the same tensors in the same order.
"""

import copy
import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

INPUT_SIZE: Final = 224
# What is stored of a photo: the last map's mean, which the classifier and the bridge read, and the
# layout of a map before it, which tells one photo from another of the same kind.
POOLED_DIM: Final = 1280
LAYOUT_DIM: Final = 768
FEATURE_DIM: Final = POOLED_DIM + LAYOUT_DIM
# The map before the last convolution.
BLOCKS_DIM: Final = 320
MAP_CELLS: Final = 49
# The last layers over maps of 49 cells: the last convolution, and the blocks before it, whose maps
# have so many channels.
MOST_LAYERS: Final = 5
EARLIER_DIM: Final = 192
_LAYOUT_BLOCK: Final = 5
# The maps between the layers of so few pictures stay in the processor's cache: on two cores a third
# more pictures a second than with 16, and twice as many as with 32.
_BATCH: Final = 4
# What the network was trained with: bytes to [-1, 1].
_PIXEL_MEAN: Final = 127.5
_PIXEL_SCALE: Final = 127.5


@dataclass(frozen=True)
class Classifier:
    """The last layer, and what is known of its input without a photo.

    Attributes:
        weight: float32 [1000, 1280].
        bias: float32 [1000].
        feature_mean: float32 [1280], the mean of the pooled features over ImageNet as the last
            batch norm tells it: ReLU6 of a normal variable with its shift and scale.
    """

    weight: NDArray[np.float32]
    bias: NDArray[np.float32]
    feature_mean: NDArray[np.float32]


class ImageNetwork:
    """The network on the CPU, ready for inference."""

    def __init__(self, weights: Path) -> None:
        self._network: Any = build_trunk(weights)

    def encode(self, pixels: NDArray[np.uint8]) -> NDArray[np.float16]:
        """Encode pictures.

        Args:
            pixels: uint8 [n, 224, 224, 3], upright sRGB.

        Returns:
            float16 [n, 2048]: 1280 values of 0 to 6, the last feature map's mean over its cells,
            then the layout of :func:`pool_layout`.
        """
        features = np.empty((len(pixels), FEATURE_DIM), np.float16)
        for start in range(0, len(pixels), _BATCH):
            batch = pixels[start : start + _BATCH]
            features[start : start + _BATCH] = self._encode_batch(batch)
        return features

    def encode_maps(self, pixels: NDArray[np.uint8], *, side: int) -> NDArray[np.float16]:
        """Give the last feature map, whose mean :meth:`encode` begins with, cell by cell.

        Args:
            pixels: uint8 [n, 224, 224, 3], upright sRGB.
            side: Cells a side, 1 to 7; fewer than the map's 7 are means of its cells.

        Returns:
            float16 [n, side * side, 1280], row by row of the picture.
        """
        found = np.empty((len(pixels), side * side, POOLED_DIM), np.float16)
        for start in range(0, len(pixels), _BATCH):
            with torch.inference_mode():
                maps = self._network.bn2(self._network.conv_head(self._blocks(pixels, start)))
                cells = nn.functional.adaptive_avg_pool2d(maps, side)
                found[start : start + _BATCH] = cells.flatten(2).transpose(1, 2).half().numpy()
        return found

    def encode_blocks(self, pixels: NDArray[np.uint8], *, layers: int = 1) -> NDArray[np.float16]:
        """Give the map that the last layers read.

        Args:
            pixels: uint8 [n, 224, 224, 3], upright sRGB.
            layers: How many, 1 to 5: the last convolution, and blocks before it.

        Returns:
            float16 [n, 49, 320], row by row of the picture; of more than one layer [n, 49, 192].
        """
        dimension = BLOCKS_DIM if layers == 1 else EARLIER_DIM
        found = np.empty((len(pixels), MAP_CELLS, dimension), np.float16)
        for start in range(0, len(pixels), _BATCH):
            with torch.inference_mode():
                maps = self._blocks(pixels, start, leave=layers - 1)
                found[start : start + _BATCH] = maps.flatten(2).transpose(1, 2).half().numpy()
        return found

    def last_convolution(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the weight [1280, 320] and bias [1280] of the last convolution; ReLU6 follows."""
        layer = self._network.conv_head
        return layer.weight.detach()[:, :, 0, 0].numpy(), layer.bias.detach().numpy()

    def last_blocks(self, count: int) -> nn.Sequential:
        """Return a copy of the last blocks before the last convolution, 0 to 4, to be learned."""
        copied = copy.deepcopy(self._all_blocks()[len(self._all_blocks()) - count :])
        return nn.Sequential(*copied).requires_grad_(requires_grad=True)

    def _all_blocks(self) -> list[nn.Module]:
        return [block for stage in self._network.blocks for block in stage]

    def _blocks(self, pixels: NDArray[np.uint8], start: int, *, leave: int = 0) -> torch.Tensor:
        """Run all blocks, or all but some of the last."""
        blocks = self._all_blocks()
        maps: torch.Tensor = self._network.conv_stem(_scaled(pixels[start : start + _BATCH]))
        maps = self._network.bn1(maps)
        for block in blocks[: len(blocks) - leave]:
            maps = block(maps)
        return maps

    def _encode_batch(self, pixels: NDArray[np.uint8]) -> NDArray[np.float16]:
        with torch.inference_mode():
            pooled, layout = self._pool(_scaled(pixels))
            return torch.cat([pooled, layout], dim=1).half().numpy()

    def _pool(self, images: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        network = self._network
        maps = network.bn1(network.conv_stem(images))
        for number, block in enumerate(network.blocks):
            maps = block(maps)
            if number == _LAYOUT_BLOCK:
                layout = pool_layout(maps)
        pooled: torch.Tensor = network.bn2(network.conv_head(maps)).mean(dim=(2, 3))
        return pooled, layout


def _scaled(pixels: NDArray[np.uint8]) -> torch.Tensor:
    # Pixels in rows of RGB seen as [n, 3, h, w] are channels-last already.
    images = torch.tensor(pixels).permute(0, 3, 1, 2).float()
    return images.sub_(_PIXEL_MEAN).div_(_PIXEL_SCALE)


def build_trunk(weights: Path) -> nn.Module:
    """Build the network without batch norms, for inference; no parameter wants a gradient.

    Args:
        weights: The verified weights file.
    """
    # timm takes seconds to import, and a search by words does without it.
    import timm

    network: nn.Module = timm.create_model("tf_efficientnet_lite0", pretrained=False)
    tensors = _read(weights).values()
    network.load_state_dict(dict(zip(network.state_dict(), tensors, strict=True)))
    network.eval().requires_grad_(requires_grad=False)
    _fold_batch_norms(network)
    laid_out: nn.Module = cast("Any", network).to(memory_format=torch.channels_last)
    return laid_out


def pool_layout(maps: torch.Tensor) -> torch.Tensor:
    """Pool a feature map roughly by place, so that what is where is kept through small edits.

    The ring of cells at the border is left out, as cropping changes it first.

    Args:
        maps: [n, 192, 7, 7].

    Returns:
        [n, 768], the means of four windows of 3 x 3 cells that share the middle row and column:
        top left, top right, bottom left, bottom right.
    """
    windows = [maps[:, :, r : r + 3, c : c + 3].mean(dim=(2, 3)) for r in (1, 3) for c in (1, 3)]
    return torch.cat(windows, dim=1)


def read_classifier(weights: Path) -> Classifier:
    """Read the last layer from the weights file, without building the network.

    Args:
        weights: The verified weights file.
    """
    tensors = _read(weights)
    shift = tensors["_bn1.bias"].double()
    scale = tensors["_bn1.weight"].double().abs()
    return Classifier(
        weight=tensors["_fc.weight"].numpy(),
        bias=tensors["_fc.bias"].numpy(),
        feature_mean=(_mean_above(shift, scale, 0.0) - _mean_above(shift, scale, 6.0))
        .float()
        .numpy(),
    )


def _mean_above(mean: torch.Tensor, deviation: torch.Tensor, threshold: float) -> torch.Tensor:
    """Return E[max(0, x - threshold)] of normal variables x."""
    distance = (mean - threshold) / deviation
    density = torch.exp(-(distance**2) / 2) / (2 * torch.pi) ** 0.5
    mean_above: torch.Tensor = deviation * (density + distance * torch.special.ndtr(distance))
    return mean_above


def _read(weights: Path) -> dict[str, torch.Tensor]:
    tensors: dict[str, torch.Tensor] = torch.load(weights, map_location="cpu", weights_only=True)
    return tensors


def _fold_batch_norms(network: nn.Module) -> None:
    """Fold each batch norm into the convolution before it: a third faster, equal to 1e-5."""
    for parent in list(network.modules()):
        children = list(parent.named_children())
        for (_, first), (name, second) in itertools.pairwise(children):
            if isinstance(first, nn.Conv2d) and isinstance(second, nn.BatchNorm2d):
                _fold(first, second)
                activation: Any = second.act  # timm's batch norm carries its activation
                setattr(parent, name, activation)


def _fold(convolution: nn.Conv2d, norm: nn.BatchNorm2d) -> None:
    # Every batch norm of this network has both statistics.
    scale = norm.weight / torch.sqrt(cast("torch.Tensor", norm.running_var) + norm.eps)
    shift = norm.bias - cast("torch.Tensor", norm.running_mean) * scale
    convolution.weight.mul_(scale[:, None, None, None])
    convolution.bias = nn.Parameter(shift, requires_grad=False)
