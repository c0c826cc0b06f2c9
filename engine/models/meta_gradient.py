"""The meta-gradient network of S3: from what is known at the hash to the gradient of the features.

The sign has no useful derivative. In its place stands a small network that is learned itself, so
that the step taken with its output lowers the loss of the next batch. At its zero start its output
is the identity straight-through gradient plus that of the mean squared error with the hash held
fixed; see the tests for why it must start there.
"""

from typing import Final

import torch
from torch import nn

_MOST_GRADIENT: Final = 5.0
_MOST_FEATURE: Final = 3.0
# Below any gradient that is not zero: nothing is divided by zero.
_TINY: Final = 1e-30


class MetaGradient(nn.Module):
    """M_phi(G, f, h), the same for each value of the code (claim 1, S3-1f).

    Args:
        mse_weight: Of the mean squared error in the target loss; G holds that part too.
        hidden: Width of the network.
        is_random: A control: weights that are random all through and never learned.
    """

    def __init__(self, mse_weight: float, *, hidden: int = 64, is_random: bool = False) -> None:
        super().__init__()
        self.mse_weight = mse_weight
        self.hidden = nn.Linear(5, hidden)
        self.output = nn.Linear(hidden, 2)
        if is_random:
            for parameter in self.parameters():
                nn.init.normal_(parameter)
            self.requires_grad_(requires_grad=False)
        else:
            nn.init.zeros_(self.output.weight)
            nn.init.zeros_(self.output.bias)

    def forward(
        self, gradient: torch.Tensor, features: torch.Tensor, code: torch.Tensor
    ) -> torch.Tensor:
        """Estimate the gradient of the target loss with respect to the features.

        Args:
            gradient: G, of the target loss with respect to the code, [b, bits].
            features: f, [b, bits].
            code: h, exactly -1 or 1, [b, bits].

        Returns:
            [b, bits].
        """
        direct = mse_gradient(features, code, self.mse_weight)
        bare = gradient + direct  # G holds the opposite of the direct part
        inputs = torch.stack(
            [
                (gradient / root_mean_square(gradient)).clamp(-_MOST_GRADIENT, _MOST_GRADIENT),
                features.clamp(-_MOST_FEATURE, _MOST_FEATURE),
                code,
                (features - code).clamp(-_MOST_FEATURE, _MOST_FEATURE),
                (features.abs() - 1).clamp(-_MOST_FEATURE, _MOST_FEATURE),
            ],
            dim=-1,
        )
        factor, shift = self.output(torch.tanh(self.hidden(inputs))).unbind(-1)
        estimate: torch.Tensor = bare * (1 + factor) + root_mean_square(bare) * shift + direct
        return estimate


class ScalarGradient(nn.Module):
    """The least that can be learned, a step size: c G, as MetaQuant's FCGrad amounts to.

    Args:
        mse_weight: Of the mean squared error in the target loss.
    """

    def __init__(self, mse_weight: float) -> None:
        super().__init__()
        self.mse_weight = mse_weight
        self.factor = nn.Parameter(torch.zeros(()))

    def forward(
        self, gradient: torch.Tensor, features: torch.Tensor, code: torch.Tensor
    ) -> torch.Tensor:
        """Estimate; see :meth:`MetaGradient.forward`."""
        direct = mse_gradient(features, code, self.mse_weight)
        return (gradient + direct) * (1 + self.factor) + direct


def mse_gradient(features: torch.Tensor, code: torch.Tensor, weight: float) -> torch.Tensor:
    """Return the gradient of weight * mean((f - h)^2) with respect to f, h held fixed."""
    return (2 * weight / features.numel()) * (features - code)


def root_mean_square(values: torch.Tensor) -> torch.Tensor:
    """Return the root of the mean square, never 0."""
    return values.pow(2).mean().sqrt().clamp_min(_TINY)
