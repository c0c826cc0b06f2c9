"""The dual encoder: a text tower, an image tower and two captioning decoders (S2).

A tower is a trunk, which may stay frozen, and a linear projection into the space that both share.
The image tower's projection is applied to every token of a photo. The pooled vector is their mean,
and the decoders read them, so both losses reach the same parameters. Since the projection is
linear, the mean of the projected tokens is the projection of the mean: a photo whose trunk is
frozen is searched by its stored features, without being encoded again.
"""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from engine.models.caption_decoders import Captioner

TEMPERATURE: Final = 0.07
_LARGEST_SCALE: Final = 100.0


class Projection(nn.Module):
    """A linear map of centred rows into the shared space.

    Args:
        width: Dimension of the rows.
        dimension: Of the space.
        dropout: Share of input values that are set to 0 while learning.
    """

    mean: torch.Tensor

    def __init__(self, width: int, dimension: int, *, dropout: float = 0.0) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(width))
        self.weight = nn.Parameter(torch.randn(width, dimension) * width**-0.5)
        self.dropout = nn.Dropout(dropout)

    def start(self, mean: NDArray[np.floating], weight: NDArray[np.floating]) -> None:
        """Take the values to begin with: mean [width], weight [width, dimension].

        Directions that are 0 get small random values, from which they can be learned.
        """
        rows = torch.from_numpy(np.asarray(weight, np.float32))
        is_free = rows.abs().sum(dim=0) == 0
        typical = float(rows[:, ~is_free].std()) if bool((~is_free).any()) else len(rows) ** -0.5
        with torch.no_grad():
            self.mean.copy_(torch.from_numpy(np.asarray(mean, np.float32)))
            self.weight.copy_(torch.where(is_free, 0.01 * typical * self.weight, rows))

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """Map rows, [..., width] to [..., dimension]."""
        mapped: torch.Tensor = self.dropout(rows - self.mean) @ self.weight
        return mapped


class Precomputed(NamedTuple):
    """What a frozen trunk makes of a batch, kept from an earlier time."""

    states: torch.Tensor


class TextTower(nn.Module):
    """T_alpha: texts -> one vector each.

    Args:
        trunk: Gives [b, width] of what a batch of texts is.
        projection: Into the shared space.
    """

    def __init__(self, trunk: nn.Module, projection: Projection) -> None:
        super().__init__()
        self.trunk = trunk
        self.projection = projection

    def forward(self, texts: Any) -> torch.Tensor:
        """Return the text features u, [b, d]."""
        features: torch.Tensor = self.projection(_states(self.trunk, texts))
        return features


def _states(trunk: nn.Module, batch: Any) -> torch.Tensor:
    states: torch.Tensor = batch.states if isinstance(batch, Precomputed) else trunk(batch)
    return states


@dataclass(frozen=True, slots=True)
class ImageFeatures:
    """What the image tower makes of photos.

    Attributes:
        tokens: V, [b, t, d], for the decoders.
        pooled: v, [b, d], for the comparison with texts.
    """

    tokens: torch.Tensor
    pooled: torch.Tensor


class ImageTower(nn.Module):
    """I_beta: photos -> projected tokens and their pooled vector.

    Args:
        trunk: Gives [b, t, width] of what a batch of photos is.
        projection: Into the shared space, of each token.
        pools_first: Whether the first token is the photo as a whole (CLIP's class token); else the
            pooled vector is the mean of all.
    """

    def __init__(
        self, trunk: nn.Module, projection: Projection, *, pools_first: bool = False
    ) -> None:
        super().__init__()
        self.trunk = trunk
        self.projection = projection
        self.pools_first = pools_first

    def forward(self, photos: Any) -> ImageFeatures:
        """Return tokens and pooled vectors."""
        tokens = self.projection(_states(self.trunk, photos))
        return ImageFeatures(tokens, tokens[:, 0] if self.pools_first else tokens.mean(dim=1))


class DualEncoder(nn.Module):
    """All that is learned.

    Args:
        text: T_alpha.
        image: I_beta.
        captioner: Both decoders.
        temperature: To begin with.
    """

    def __init__(
        self,
        text: TextTower,
        image: ImageTower,
        captioner: Captioner,
        *,
        temperature: float = TEMPERATURE,
    ) -> None:
        super().__init__()
        self.text = text
        self.image = image
        self.captioner = captioner
        self.log_scale = nn.Parameter(torch.tensor(1 / temperature).log())

    @property
    def scale(self) -> torch.Tensor:
        """1 / temperature, at most 100."""
        return self.log_scale.exp().clamp(max=_LARGEST_SCALE)


def contrastive_losses(
    texts: torch.Tensor, photos: torch.Tensor, scale: torch.Tensor
) -> torch.Tensor:
    """Return each pair's share of L1: the mean of both directions' cross-entropies.

    Args:
        texts: u, [b, d]; normalised here (claim 3).
        photos: v, [b, d], the photo of each text.
        scale: 1 / temperature.

    Returns:
        [b].
    """
    scores = scale * functional.normalize(photos, dim=1) @ functional.normalize(texts, dim=1).T
    own = torch.arange(len(scores), device=scores.device)
    to_text = functional.cross_entropy(scores, own, reduction="none")
    to_photo = functional.cross_entropy(scores.T, own, reduction="none")
    return (to_text + to_photo) / 2
