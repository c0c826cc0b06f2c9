"""Frozen and last-block trunks over what the embedded image network makes of photos."""

from typing import Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from engine.models.trained_text import POOLED_DIM, PhotoScaling

MAP_SIDE: Final = 7


class StoredPhotos(NamedTuple):
    """Photos as they are stored.

    Attributes:
        features: [b, 2048], 1280 pooled values and 768 of layout.
        cells: [b, t, c], the feature map cell by cell; or None, where only the pooled vector is
            wanted: it is the same without.
    """

    features: torch.Tensor
    cells: torch.Tensor | None = None


class PooledTrunk(nn.Module):
    """The frozen last map of the embedded image network, with the layout beside each cell.

    Of a checkpoint's photos there are only pooled vectors, and no layout up to 1280 values.

    The cells are shifted so that their mean is the stored pooled vector: a photo's pooled vector
    does not depend on the thumbnail that its cells come from, nor on how many there are.

    Args:
        scaling: Of the stored features.
    """

    pooled_mean: torch.Tensor
    layout_mean: torch.Tensor

    def __init__(self, scaling: PhotoScaling) -> None:
        super().__init__()
        self.register_buffer("pooled_mean", _tensor(scaling.pooled_mean))
        self.register_buffer("layout_mean", _tensor(scaling.layout_mean))
        self.width = len(scaling.pooled_mean) + len(scaling.layout_mean)

    def forward(self, photos: StoredPhotos) -> torch.Tensor:
        """Return [b, t, 2048]; t is 1 without cells."""
        pooled, layout = photos.features[:, :POOLED_DIM], photos.features[:, POOLED_DIM:]
        cells = pooled[:, None]
        if photos.cells is not None:
            cells = photos.cells.to(pooled.dtype)
            cells = cells - cells.mean(dim=1, keepdim=True) + pooled[:, None]
        return self._with_layout(cells, pooled, layout)

    def _with_layout(
        self, cells: torch.Tensor, pooled: torch.Tensor, layout: torch.Tensor
    ) -> torch.Tensor:
        length = (pooled - self.pooled_mean).norm(dim=1).clamp(min=1e-6)
        local = (cells - self.pooled_mean) / length[:, None, None]
        where = functional.normalize(layout - self.layout_mean, dim=1)
        return torch.cat([local, where[:, None].expand(-1, cells.shape[1], -1)], dim=2)


class LastConvolutionTrunk(PooledTrunk):
    """The same with the network's last convolution to be learned, and blocks before it.

    Args:
        scaling: Of the stored features.
        weight: float32 [1280, 320].
        bias: float32 [1280].
        earlier: The blocks, from maps of 7 x 7 cells to maps of as many.
    """

    def __init__(
        self,
        scaling: PhotoScaling,
        weight: NDArray[np.float32],
        bias: NDArray[np.float32],
        earlier: nn.Sequential,
    ) -> None:
        super().__init__(scaling)
        self.earlier = earlier
        self.weight = nn.Parameter(_tensor(weight))
        self.bias = nn.Parameter(_tensor(bias))

    def forward(self, photos: StoredPhotos) -> torch.Tensor:
        """Return [b, 49, 2048] of cells [b, 49, 320], or [b, 49, 192] where there are blocks."""
        if photos.cells is None:
            raise ValueError("the last convolution needs the map before it")
        cells = photos.cells.to(self.weight.dtype)
        if len(self.earlier):
            maps = cells.transpose(1, 2).reshape(len(cells), -1, MAP_SIDE, MAP_SIDE)
            cells = self.earlier(maps).flatten(2).transpose(1, 2)
        cells = cells @ self.weight.T + self.bias
        cells = functional.relu6(cells)
        return self._with_layout(cells, cells.mean(dim=1), photos.features[:, POOLED_DIM:])


def _tensor(values: NDArray[np.floating]) -> torch.Tensor:
    return torch.from_numpy(np.array(values, np.float32))
