"""The hash model of S3: neural network, hash, classifier and meta-gradient network.

The claims (003, claim 1) name these four modules. What a library needs of it afterwards is the
neural network and the rule of the hash; :mod:`engine.models.codes` has them without torch.
"""

from typing import Final

import torch
from torch import nn

HIDDEN: Final = 256


def sign(features: torch.Tensor) -> torch.Tensor:
    """Return 1 where a value is at least 0, else -1; ``torch.sign`` has a third answer."""
    return torch.where(features >= 0, 1.0, -1.0).to(features.dtype)


class HashModule(nn.Module):
    """h = sgn(f); it has no parameters."""

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Return the code of features, [b, bits], exactly -1 or 1, without a gradient."""
        return sign(features.detach())


class FeatureNetwork(nn.Module):
    """The neural network on stored features: scaled, one hidden layer, one value a bit.

    Args:
        inputs: Values of a photo that are read, from the first.
        bits: Length of the code.
        hidden: Width of the hidden layer.
    """

    mean: torch.Tensor
    scale: torch.Tensor

    def __init__(self, inputs: int, bits: int, *, hidden: int = HIDDEN) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(inputs))
        self.register_buffer("scale", torch.ones(()))
        self.hidden = nn.Linear(inputs, hidden)
        self.output = nn.Linear(hidden, bits)

    @torch.no_grad()
    def fit_scale(self, rows: torch.Tensor) -> None:
        """Take from photos to learn from, [n, inputs], what features are centred and divided by."""
        self.mean.copy_(rows.mean(dim=0))
        self.scale.copy_((rows - self.mean).pow(2).mean().sqrt().clamp_min(1e-6))

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """Return the first feature vector f, [b, bits], of photos [b, inputs]."""
        hidden = torch.relu(self.hidden((rows - self.mean) / self.scale))
        features: torch.Tensor = self.output(hidden)
        return features


class HashModel(nn.Module):
    """The four modules.

    Args:
        network: Gives f, [b, bits].
        meta_gradient: Stands for the derivative of the hash; called with (G, f, h).
        bits: Length of the code.
        classes: Labels to learn.
    """

    def __init__(
        self, network: nn.Module, meta_gradient: nn.Module, *, bits: int, classes: int
    ) -> None:
        super().__init__()
        self.classes = classes
        self.network = network
        self.hash = HashModule()
        self.classifier = nn.Linear(bits, classes)
        self.meta_gradient = meta_gradient

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the class scores of photos, [b, classes], by their codes."""
        scores: torch.Tensor = self.classifier(self.hash(self.network(inputs)))
        return scores
