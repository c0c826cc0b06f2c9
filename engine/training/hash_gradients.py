"""What stands for the derivative of the hash: the learned estimator of S3 and the hand-made ones.

All take the gradient G of the target loss with respect to the code h, and give one with respect to
the features f. G includes the opposite of the mean squared error's direct gradient; each estimator
takes that out first, or it would cancel the direct one.
"""

import functools
import importlib
import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional

from engine.models.hash_model import HashModel
from engine.models.meta_gradient import MetaGradient, ScalarGradient, mse_gradient
from engine.training.hash_settings import Crossing, Estimator

# The learned part may be so many times as long as the straight-through gradient, no longer.
_MOST_STRETCH = 3.0
# So much trouble ends the rule of the meta network: steps in a row, about.
_MOST_TROUBLE = 25.0
_RELIEF = 0.1
# Features so far out, or a loss so far above that of guessing, say that nothing holds any more.
_FAR_OUT = 100.0
_MUCH_WORSE_THAN_GUESSING = 2.0
_CONTINUATION_END = 10.0  # slope of tanh at the end of the continuation


LEARNED = frozenset({Estimator.META, Estimator.SCALAR})
RELAXED = frozenset({Estimator.SOFT, Estimator.CONTINUATION})


def make_meta_gradient(estimator: Estimator, mse_weight: float, *, hidden: int) -> nn.Module:
    """Return the fourth module."""
    if estimator is Estimator.SCALAR:
        return ScalarGradient(mse_weight)
    is_random = estimator is Estimator.FROZEN_META
    return MetaGradient(mse_weight, hidden=hidden, is_random=is_random)


def classification_loss(scores: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """Return L_a, the mean cross-entropy with targets [b, classes] that each sum to 1."""
    return functional.cross_entropy(scores, targets)


def target_loss(
    scores: torch.Tensor,
    targets: torch.Tensor,
    features: torch.Tensor,
    code: torch.Tensor,
    mse_weight: float,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return L = L_a + weight * L_b, L_a and L_b (claim 2; S3-1c)."""
    first = classification_loss(scores, targets)
    second = (features - code).pow(2).mean()
    return first + mse_weight * second, first, second


def hand_made_gradient(
    estimator: Estimator,
    gradient: torch.Tensor,
    features: torch.Tensor,
    code: torch.Tensor,
    mse_weight: float,
) -> torch.Tensor:
    """Return the gradient with respect to f by a fixed rule.

    Args:
        estimator: None of the learned or relaxed ones.
        gradient: G, [b, bits].
        features: f, [b, bits].
        code: h, [b, bits].
        mse_weight: Of the mean squared error.
    """
    direct = mse_gradient(features, code, mse_weight)
    bare = gradient + direct
    if estimator is Estimator.CLIP:
        return bare * (features.abs() <= 1) + direct
    if estimator is Estimator.TANH:
        return bare * (1 - torch.tanh(features).pow(2)) + direct
    if estimator is Estimator.GREEDY:
        # Of weight * mean |f - h|^3 (Su et al., GreedyHash, NeurIPS 2018).
        gap = features - code
        return bare + (3 * mse_weight / gap.numel()) * gap * gap.abs()
    return bare + direct


def relaxed_code(
    estimator: Estimator, features: torch.Tensor, slope: float, done: float
) -> torch.Tensor:
    """Return what the classifier sees of the relaxed estimators.

    Args:
        estimator: ``soft`` or ``continuation``.
        features: f.
        slope: Of ``soft``.
        done: Share of the training that is over.
    """
    if estimator is Estimator.CONTINUATION:
        slope = 1 + (_CONTINUATION_END - 1) * done
    return torch.tanh(slope * features)


def bounded(
    estimate: torch.Tensor, gradient: torch.Tensor, direct: torch.Tensor
) -> tuple[torch.Tensor, bool, dict[str, float]]:
    """Keep a learned estimate from running away.

    Args:
        estimate: Output of the meta network.
        gradient: G.
        direct: Of the mean squared error.

    Returns:
        The estimate to use, whether it was a number at all, and what is logged of it: its
        ``cosine`` with and ``ratio`` of length to the straight-through gradient.
    """
    bare = gradient + direct
    learned = estimate - direct
    length, stretched = float(bare.norm()), float(learned.norm())
    if not math.isfinite(stretched):
        return bare + direct, False, {"cosine": 0.0, "ratio": 0.0}
    cosine = float(functional.cosine_similarity(learned.flatten(), bare.flatten(), dim=0))
    ratio = stretched / length if length else 0.0
    if ratio > _MOST_STRETCH:
        learned = learned * (_MOST_STRETCH / ratio)
    return learned + direct, True, {"cosine": cosine, "ratio": ratio}


class Guard(nn.Module):
    """Notices when the meta network does harm, and then takes the rule from it for good.

    Attributes:
        trouble: How much harm was seen lately.
        steps: Updates so far.
    """

    trouble: torch.Tensor
    steps: torch.Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("trouble", torch.zeros(()))
        self.register_buffer("steps", torch.zeros((), dtype=torch.int64))

    @property
    def has_fallen_back(self) -> bool:
        """Whether a fixed estimator is used from now on."""
        return float(self.trouble) >= _MOST_TROUBLE

    def note(self, *, is_sound: bool) -> None:
        """Judge a step of the meta network."""
        if is_sound:
            self.trouble.sub_(_RELIEF).clamp_min_(0)
        else:
            self.trouble += 1


@dataclass(frozen=True, slots=True)
class Surrogate:
    """The target loss as the meta network is taught by it.

    A slope of 1 asks for wider margins than 2 does, and the meta network so taught finds them.

    Attributes:
        crossing: How it passes the hash. ``smooth`` is the target loss with the one step that has
            no derivative relaxed, for this update alone: network and classifier still learn by
            exact codes.
        slope: Of tanh(slope * f).
        mse_weight: Of the mean squared error.
    """

    crossing: Crossing
    slope: float
    mse_weight: float

    def loss(self, model: HashModel, inputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        """Return a loss whose slope in the network's weights is the one to teach by."""
        features = model.network(inputs)
        code = model.hash(features)
        if self.crossing is Crossing.SELF:
            f, leaf = features.detach(), code.clone().requires_grad_()
            loss = target_loss(model.classifier(leaf), targets, f, leaf, self.mse_weight)[0]
            (gradient,) = torch.autograd.grad(loss, leaf)
            estimate = model.meta_gradient(gradient, f, code).detach()
            aimed: torch.Tensor = (features * estimate).sum()
            return aimed
        if self.crossing is Crossing.SMOOTH:
            seen = torch.tanh(self.slope * features)
        else:
            seen = features + (code - features).detach()
        return target_loss(model.classifier(seen), targets, features, code, self.mse_weight)[0]


def feature_change(
    network: nn.Module,
    weights: Mapping[str, torch.Tensor],
    inputs: torch.Tensor,
    direction: Mapping[str, torch.Tensor],
) -> torch.Tensor:
    """Return how features move as weights move: J_f(theta) d, one forward-mode pass.

    Args:
        network: The neural network.
        weights: theta, by name.
        inputs: Photos.
        direction: d, by the same names.
    """
    _load_forward_mode()

    def features(values: Mapping[str, torch.Tensor]) -> torch.Tensor:
        found: torch.Tensor = torch.func.functional_call(network, dict(values), (inputs,))
        return found

    change: torch.Tensor = torch.func.jvp(features, (dict(weights),), (dict(direction),))[1]
    return change


@functools.cache
def _load_forward_mode() -> None:
    with warnings.catch_warnings():  # torch warns of a part of its own that it still uses here
        warnings.simplefilter("ignore", FutureWarning)
        torch.func.jvp(torch.sin, (torch.zeros(()),), (torch.ones(()),))
        importlib.import_module("torch._decomp.decompositions_for_jvp")


def is_sound(loss: torch.Tensor, features: torch.Tensor, classes: int) -> bool:
    """Tell whether features and classification loss are where they can be learned from."""
    guessing = math.log(max(2, classes))
    return (
        float(loss.detach()) < _MUCH_WORSE_THAN_GUESSING * guessing
        and float(features.abs().mean()) < _FAR_OUT
    )


def preconditioner(
    optimizer: torch.optim.Optimizer, parameters: Sequence[nn.Parameter]
) -> list[torch.Tensor | float]:
    """Return D: by what the optimiser multiplies each gradient, its learning rate left out.

    1 for plain steps; 1 / (sqrt(v) + eps) for Adam, after at least one step. Where some weights
    have a rate of their own, D holds what it is to that of the first ones.
    """
    factors: list[torch.Tensor | float] = []
    options = {
        id(parameter): group for group in optimizer.param_groups for parameter in group["params"]
    }
    first = float(optimizer.param_groups[0]["lr"])
    for parameter in parameters:
        state, group = optimizer.state.get(parameter, {}), options[id(parameter)]
        rate = group["lr"] / first if first else 1.0
        if "exp_avg_sq" not in state:
            factors.append(rate)
            continue
        correction = 1 - group["betas"][1] ** float(state["step"])
        factors.append(rate / ((state["exp_avg_sq"] / correction).sqrt() + group["eps"]))
    return factors
