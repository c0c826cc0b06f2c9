"""The text-supervised classifier: two extractors and a classifier that begins as text.

An image extractor and a text extractor give vectors of one space, and a classifier in that space
has one row a label. Each extractor is a *tower* (anything that turns its input into rows) and what
joins it to the common space. For stored features the image tower is nothing at all, and the map
that joins them is the bridge's closed-form one; towers of ``transformers`` take the same places.

Claims S1-1b (two extractors, parts of one network) and S1-4, S1-5 (a classifier that is
initialised from text features).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, Self, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from engine.models import bridge, packages
from engine.models.efficientnet import read_classifier

# exp(log_scale) at the start: spaces of sentence models are served by 14 to 20, 100 saturates.
START_SCALE: Final = 16.0

TextTower = Callable[[Sequence[str]], torch.Tensor]


class TextEncoder(Protocol):
    """A text model outside of torch, such as :class:`engine.models.minilm.TextNetwork`."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Encode texts: float32 [n, d]."""


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """What lets image features and text features begin in one space, known without a photo.

    Attributes:
        feature_mean: float32 [f], taken from image features.
        projection: float32 [f, d], from centred image features to the text space.
        text_mean: float32 [d], taken from text features.
    """

    feature_mean: NDArray[np.float32]
    projection: NDArray[np.float32]
    text_mean: NDArray[np.float32]

    def read(self, features: NDArray[np.floating]) -> NDArray[np.float32]:
        """Return what the image extractor reads of stored features: float32 [n, f]."""
        return np.ascontiguousarray(features[:, : len(self.feature_mean)], np.float32)

    @classmethod
    def embedded(cls) -> Self:
        """Return that of the embedded model: the ridge map of the bridge (cf. ESZSL).

        Raises:
            ModelError: A file of the model is missing or altered.
        """
        tensors = bridge.read_tensors()
        mean = read_classifier(packages.IMAGE_WEIGHTS.verify()).feature_mean
        return cls(
            feature_mean=mean,
            projection=tensors["ridge_map"].astype(np.float32),
            text_mean=tensors["class_texts"].mean(axis=0).astype(np.float32),
        )


class ImageExtractor(nn.Module):
    """The first extractor: image input -> unit rows of the common space.

    Args:
        feature_mean: [f], taken from what the tower gives; stays as it is.
        projection: [f, d]; learned.
        tower: From the input to [n, f], trained with the rest unless it is frozen; without one
            the input is the features themselves.
    """

    feature_mean: torch.Tensor

    def __init__(
        self,
        feature_mean: torch.Tensor,
        projection: torch.Tensor,
        tower: nn.Module | None = None,
    ) -> None:
        super().__init__()
        self.tower = nn.Identity() if tower is None else tower
        self.register_buffer("feature_mean", feature_mean.clone())
        self.projection = nn.Parameter(projection.clone())

    def forward(self, images: Any) -> torch.Tensor:
        """Return float [n, d], unit rows."""
        features = functional.normalize(self.tower(images) - self.feature_mean, dim=1)
        return functional.normalize(features @ self.projection, dim=1)


class TextExtractor(nn.Module):
    """The second extractor: texts -> unit rows of the common space.

    Args:
        tower: From texts to [n, d]. A module is part of the network, and learned unless it is
            frozen; a :class:`TextEncoder` is frozen and not stored with the network.
        text_mean: [d], taken from what the tower gives; stays as it is.
    """

    text_mean: torch.Tensor

    def __init__(self, tower: nn.Module | TextEncoder, text_mean: torch.Tensor) -> None:
        super().__init__()
        self.tower = tower
        self.register_buffer("text_mean", text_mean.clone())

    def forward(self, texts: Sequence[str]) -> torch.Tensor:
        """Return float [n, d], unit rows."""
        if isinstance(self.tower, nn.Module):
            rows = cast("torch.Tensor", self.tower(texts))
        else:
            rows = torch.from_numpy(self.tower.encode(texts)).to(self.text_mean.device)
        return functional.normalize(rows - self.text_mean, dim=1)


class CosineClassifier(nn.Module):
    """One row a class; what it gives is a scaled cosine and an offset.

    Args:
        weight: [n, d], the first rows; a copy is learned, so that no loss of the classifier
            reaches what they were made of.
        scale: By how much cosines are multiplied at the start.
    """

    def __init__(self, weight: torch.Tensor, scale: float = START_SCALE) -> None:
        super().__init__()
        self.weight = nn.Parameter(weight.detach().clone())
        self.bias = nn.Parameter(torch.zeros(len(weight), device=weight.device))
        self.log_scale = nn.Parameter(torch.tensor(math.log(scale), device=weight.device))

    def forward(self, vectors: torch.Tensor) -> torch.Tensor:
        """Return the logits of unit rows: [n, d] -> [n, classes]."""
        rows = functional.normalize(self.weight, dim=1)
        return self.log_scale.exp() * (vectors @ rows.T) + self.bias


class TextSupervisedClassifier(nn.Module):
    """The network of S1: both extractors and the classifier.

    Args:
        image_extractor: The first extractor.
        text_extractor: The second extractor.
        classifier: In the space of both.
    """

    def __init__(
        self,
        image_extractor: ImageExtractor,
        text_extractor: TextExtractor,
        classifier: CosineClassifier,
    ) -> None:
        super().__init__()
        self.image_extractor = image_extractor
        self.text_extractor = text_extractor
        self.classifier = classifier

    def forward(self, images: Any) -> torch.Tensor:
        """Return the logits of images, [n, classes]."""
        logits: torch.Tensor = self.classifier(self.image_extractor(images))
        return logits


def stored_extractors(
    alignment: Alignment, texts: TextEncoder, device: torch.device
) -> tuple[ImageExtractor, TextExtractor]:
    """Return the extractors over stored features and a text model that is not learned."""
    return (
        ImageExtractor(
            torch.from_numpy(alignment.feature_mean), torch.from_numpy(alignment.projection)
        ).to(device),
        TextExtractor(texts, torch.from_numpy(alignment.text_mean)).to(device),
    )


def class_rows(
    text_features: torch.Tensor,
    weights: torch.Tensor,
    targets: torch.Tensor,
) -> torch.Tensor:
    """Build the first weights of the classifier from text (claims S1-4, S1-5).

    A class gets the mean of the captions of the images that are of this class: each image counts
    as much as the others, however many captions it has, and each caption by its share of the
    image's weight.

    Args:
        text_features: [n, m, d], unit rows: m captions an image.
        weights: [n, m], 0 where an image has fewer captions.
        targets: [n, classes], how much of an image is of each class.

    Returns:
        [classes, d], unit rows; zeros for a class without a caption.
    """
    captions = torch.einsum("nm,nmd->nd", caption_shares(weights), text_features)
    return functional.normalize(targets.T @ captions, dim=1)


def caption_shares(weights: torch.Tensor) -> torch.Tensor:
    """Scale the weights of each image's captions to the sum 1; an image without any stays 0.

    Args:
        weights: [n, m], not negative.
    """
    total = weights.sum(dim=1, keepdim=True)
    return weights / torch.where(total > 0, total, torch.ones_like(total))
