"""What S1 is mixed with before it is shipped, and how much of each.

S1 begins as text and may end as less than what the pictures alone say; which of both it is differs
from labels to labels. So what is adopted is a product of experts: the classifier at its start, the
trained one, and two that never read a word, a linear probe and class means (as LP++, Huang et al.,
2024, adds both kinds of rows, and WiSE-FT, Wortsman et al., 2022, mixes start and end). Validation
photos choose the exponents.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import torch
from torch.nn import functional

from engine.training.text_losses import classification_loss, group_log_probabilities

EXPERTS: Final = ("start", "trained", "probe", "means")
# With fewer validation photos they choose nothing, and all experts but the start count alike.
FEWEST_TO_CHOOSE: Final = 20
CONSTANT_WEIGHTS: Final = (0.0, 0.5, 0.25, 0.25)
# Validation photos choose among the decays; the first one is taken where there are too few.
PROBE_DECAYS: Final = (1e-3, 1e-4, 1e-2)
_MEANS_SCALE: Final = 16.0
_STEPS: Final = 4  # exponents are multiples of 1 / 4
_TEMPERATURES: Final = (0.5, 0.7, 1.0, 1.4, 2.0, 2.8)
_PROBE_ITERATIONS: Final = 60


@dataclass(frozen=True, slots=True)
class Blend:
    """How much of each expert there is.

    Attributes:
        weights: By ``EXPERTS``, adding up to 1.
        temperature: Their mixed logits are divided by it.
        is_chosen: Whether validation photos chose; else they are constants.
    """

    weights: tuple[float, ...] = CONSTANT_WEIGHTS
    temperature: float = 1.0
    is_chosen: bool = False

    @property
    def learned_share(self) -> float:
        """The share of all experts but the start."""
        return 1.0 - self.weights[0]

    def with_learned_share(self, share: float) -> "Blend":
        """Return the blend with another share of what was learned, such as the user's choice."""
        if share == self.learned_share:
            return self
        learned = self.weights[1:] if self.learned_share else CONSTANT_WEIGHTS[1:]
        scale = share / sum(learned)
        weights = (1.0 - share, *(weight * scale for weight in learned))
        return Blend(weights, self.temperature, is_chosen=False)

    def mix(self, logits: Sequence[torch.Tensor]) -> torch.Tensor:
        """Mix the logits of the experts, each [n, classes]."""
        parts = [w * part for w, part in zip(self.weights, logits, strict=True) if w]
        return torch.stack(parts).sum(dim=0) / self.temperature


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """How good answers are.

    Attributes:
        right: Of each labelled photo, 1 where its likeliest label is right, float64 [n].
        loss: The log loss over all photos.
    """

    right: torch.Tensor
    loss: float

    @property
    def rank(self) -> tuple[float, float]:
        """Greater is better."""
        return float(self.right.mean()), -self.loss


_WORDLESS: Final = (Blend((0.0, 0.0, 1.0, 0.0)), Blend((0.0, 0.0, 0.0, 1.0)))
START: Final = Blend((1.0, 0.0, 0.0, 0.0))  # the classifier before its first step


def choose_blend(
    logits: Sequence[torch.Tensor],
    targets: torch.Tensor,
    groups: Sequence[torch.Tensor],
    labels: int,
) -> Blend:
    """Choose the blend with which most validation photos get a label of theirs.

    Of so many blends the best on few photos is partly so by luck. So the better of the experts
    that read no words is kept unless the best blend beats it by more than a standard error of the
    paired difference: nobody shall be worse off for having written captions. The log loss decides
    between blends that are equally often right, and sets the temperature.

    Args:
        logits: Of each expert, [n, classes].
        targets: [n, classes], as :func:`classification_loss` takes them.
        groups: The columns of each group.
        labels: How many of the classes are labels; the others are background.
    """

    def judge(blend: Blend) -> Judgement:
        return judge_logits(blend.mix(logits), targets, groups, labels)

    judged = {blend: judge(blend) for blend in map(Blend, _simplex(len(logits)))}
    wordless = max(_WORDLESS, key=lambda blend: judged[blend].rank)
    chosen = max(judged, key=lambda blend: judged[blend].rank)
    gains = judged[chosen].right - judged[wordless].right
    if float(gains.mean()) <= float(gains.std(correction=0)) / len(gains) ** 0.5:
        chosen = wordless
    options = [Blend(chosen.weights, t, is_chosen=True) for t in _TEMPERATURES]
    return min(options, key=lambda blend: judge(blend).loss)


def judge_logits(
    logits: torch.Tensor, targets: torch.Tensor, groups: Sequence[torch.Tensor], labels: int
) -> Judgement:
    """Judge answers on labelled photos.

    Args:
        logits: [n, classes].
        targets: [n, classes].
        groups: The columns of each group.
        labels: How many of the classes are labels.
    """
    has = targets[:, :labels] > 0
    is_labelled = has.any(dim=1)
    answers = group_log_probabilities(logits, groups)
    best = answers[is_labelled, :labels].argmax(dim=1, keepdim=True)
    right = has[is_labelled].gather(1, best)[:, 0].double()
    ones = torch.ones(targets.shape[1], device=targets.device)
    return Judgement(right, float(classification_loss(answers, targets, groups, ones)))


def fit_probe(
    rows: torch.Tensor,
    targets: torch.Tensor,
    groups: Sequence[torch.Tensor],
    balance: torch.Tensor,
    decay: float = PROBE_DECAYS[0],
) -> tuple[torch.Tensor, torch.Tensor]:
    """Fit a linear probe by L-BFGS, which has no rate to be tuned.

    Args:
        rows: Image features, centred, unit rows, [n, f].
        targets: [n, classes].
        groups: The columns of each group.
        balance: [classes].
        decay: Of the squared weights.

    Returns:
        Weight [classes, f] and bias [classes].
    """
    weight = torch.zeros(targets.shape[1], rows.shape[1], device=rows.device, requires_grad=True)
    bias = torch.zeros(targets.shape[1], device=rows.device, requires_grad=True)
    optimizer = torch.optim.LBFGS(
        [weight, bias], max_iter=_PROBE_ITERATIONS, line_search_fn="strong_wolfe"
    )

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        log_probabilities = group_log_probabilities(rows @ weight.T + bias, groups)
        loss = classification_loss(log_probabilities, targets, groups, balance)
        loss = loss + decay / 2 * weight.square().sum()
        loss.backward()  # type: ignore[no-untyped-call]
        return loss

    with torch.enable_grad():
        optimizer.step(closure)  # type: ignore[no-untyped-call]
    return weight.detach(), bias.detach()


def fit_means(rows: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """Return the classes' means as rows of a linear classifier, [classes, f].

    Args:
        rows: Image features, centred, unit rows, [n, f].
        targets: [n, classes].
    """
    return _MEANS_SCALE * functional.normalize(targets.T @ rows, dim=1)


def _simplex(count: int) -> list[tuple[float, ...]]:
    """Return the points whose coordinates are multiples of a step and add up to 1."""
    return [
        tuple(part / _STEPS for part in parts)
        for parts in itertools.product(range(_STEPS + 1), repeat=count)
        if sum(parts) == _STEPS
    ]
