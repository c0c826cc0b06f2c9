"""One fit of the hash model: the three updates of claim 1, in their order.

For each batch: forward; the target loss; its gradient in the classifier's weights, and in the code;
from the latter, the features and the code, the meta network's estimate of the gradient in the
features; the update of both; and only then the meta network's own update, from the target loss of
another batch at the weights so reached.

The meta network's gradient is exact for one step: with u = J_f(theta) D v, where v is the slope of
the meta loss at the new weights and D what the optimiser multiplies gradients by, it is
-rate * (d g / d phi)^T u. So it is taught to point where the other batch would have these features
move.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

import torch
from torch import nn

from engine.models.hash_model import HashModel
from engine.models.meta_gradient import mse_gradient, root_mean_square
from engine.training.hash_gradients import (
    LEARNED,
    RELAXED,
    Guard,
    Surrogate,
    bounded,
    classification_loss,
    feature_change,
    hand_made_gradient,
    is_sound,
    preconditioner,
    relaxed_code,
    target_loss,
)
from engine.training.hash_settings import Estimator, HashOptions, MetaBatch, Rule
from engine.training.task import Stepper, Task, Validation

# What rules after the meta network has been stopped: hand-made, and hard to upset.
FALLBACK = Estimator.TANH

_ASKED = 256  # photos of the stop set at once

Batch = tuple[torch.Tensor, torch.Tensor]


@dataclass(frozen=True, slots=True, eq=False)
class HashExamples:
    """Photos as the network takes them.

    Attributes:
        inputs: [n, ...].
        targets: [n, classes]; a row sums to 1.
    """

    inputs: torch.Tensor
    targets: torch.Tensor

    def __len__(self) -> int:
        return len(self.inputs)

    @property
    def device(self) -> torch.device:
        """Where they are."""
        return self.inputs.device

    def at(self, rows: torch.Tensor) -> Batch:
        """Return some of them."""
        return self.inputs[rows], self.targets[rows]

    def part(self, rows: torch.Tensor) -> "HashExamples":
        """Return some of them, to be learned from."""
        return HashExamples(*self.at(rows))


class Examples(Protocol):
    """Photos and targets, however they are kept."""

    @property
    def device(self) -> torch.device:
        """Where batches are."""

    def __len__(self) -> int: ...

    def at(self, rows: torch.Tensor) -> Batch:
        """Return inputs [b, ...] and targets [b, classes] of some."""

    def part(self, rows: torch.Tensor) -> "Examples":
        """Return some of them, to be learned from."""


class HashTask(Task):
    """See the module.

    Args:
        model: The four modules.
        train: What is learned from.
        stop: The stop set; empty for none.
        options: How.
    """

    def __init__(
        self, model: HashModel, train: Examples, stop: Examples, options: HashOptions
    ) -> None:
        self.model = model
        self.guard = Guard()
        self._module = nn.ModuleDict({"model": model, "guard": self.guard})
        self._module.to(train.device)
        self.options = options
        self._stop = stop
        self._made: dict[str, torch.optim.Optimizer] = {}
        aside = len(train) // 5 if options.meta_batch is MetaBatch.HELD_OUT else 0
        order = torch.randperm(len(train), generator=torch.Generator().manual_seed(0))
        self._aside = train.part(order[:aside])
        self.train = train.part(order[aside:].sort().values) if aside else train

    @property
    def module(self) -> nn.Module:
        """The four modules, and what the guard has counted."""
        return self._module

    @property
    def photos(self) -> int:
        """Photos in one epoch."""
        return len(self.train) * self._passes

    @property
    def steps(self) -> int:
        """Updates in one epoch."""
        return self._batches * self._passes

    @property
    def _batches(self) -> int:
        return max(1, -(-len(self.train) // self.options.batch_size))

    @property
    def _passes(self) -> int:
        return -(-self.options.fewest_updates // self._batches)

    @property
    def estimator(self) -> Estimator:
        """Which one rules now."""
        has_network = self.options.estimator in LEARNED | {Estimator.FROZEN_META}
        return FALLBACK if has_network and self.guard.has_fallen_back else self.options.estimator

    @property
    def _warm_up(self) -> int:
        return min(self.options.meta_warm_up, self.options.epochs * self.steps // 10)

    def optimizers(self) -> dict[str, torch.optim.Optimizer]:
        """Make one optimiser for each update."""
        options = self.options
        parts: dict[str, nn.Module] = {
            "main": self.model.network,
            "classifier": self.model.classifier,
        }
        self._made = {}
        for name, part in parts.items():
            weights = self._groups() if name == "main" else [{"params": [*part.parameters()]}]
            decay, rate = options.weight_decay, options.learning_rate
            self._made[name] = (
                torch.optim.SGD(weights, lr=rate, weight_decay=decay)
                if options.optimizer is Rule.SGD
                else torch.optim.AdamW(weights, lr=rate, weight_decay=decay)
            )
        if options.estimator in LEARNED and options.meta_learning_rate:
            meta = self.model.meta_gradient.parameters()
            self._made["meta"] = torch.optim.Adam(meta, lr=options.meta_learning_rate)
        return dict(self._made)

    def _groups(self) -> list[dict[str, Any]]:
        """Return the weights of the neural network, as its optimiser takes them."""
        return [{"params": [weight for _, weight in _learned(self.model.network)]}]

    def _theta(self) -> dict[str, nn.Parameter]:
        """Return the weights of the neural network that the update at hand changes."""
        return dict(_learned(self.model.network))

    def batches(self, epoch: int, generator: torch.Generator) -> Iterator[tuple[Batch, Batch]]:
        """Yield each batch with the one that the meta loss is taken on."""
        if not len(self.train):
            return
        orders = [torch.randperm(len(self.train), generator=generator) for _ in range(self._passes)]
        size = self.options.batch_size
        parts = [
            self.train.at(self.world.share(rows))
            for order in orders
            for rows in torch.split(order, size)
        ]
        kind = self.options.meta_batch
        if kind is MetaBatch.NEXT:
            yield from pairwise([*parts, parts[0]])
            return
        for part in parts:
            if kind is MetaBatch.SAME or not len(self._aside):
                yield part, part
                continue
            drawn = (min(size, len(self._aside)),)
            rows = torch.randint(len(self._aside), drawn, generator=generator)
            yield part, self._aside.at(self.world.share(rows))

    def losses(self, batch: tuple[Batch, Batch]) -> dict[str, torch.Tensor]:
        """Return the target loss L and its parts L_a and L_b."""
        (inputs, targets), _ = batch
        features = self.model.network(inputs)
        code = self.model.hash(features)
        weight = self.options.mse_weight
        total, first, second = target_loss(
            self.model.classifier(code), targets, features, code, weight
        )
        return {"loss": total, "classification": first, "quantisation": second}

    def update(self, batch: tuple[Batch, Batch], stepper: Stepper) -> Mapping[str, float]:
        """Carry out the three updates."""
        (inputs, targets), following = batch
        model, estimator, weight = self.model, self.estimator, self.options.mse_weight
        self.guard.steps += 1
        features = model.network(inputs)
        code = model.hash(features).requires_grad_()
        is_relaxed = estimator in RELAXED
        seen = self._relaxed(estimator, features) if is_relaxed else code
        total, first, second = target_loss(model.classifier(seen), targets, features, code, weight)
        theta, psi = self._theta(), list(model.classifier.parameters())
        estimate: torch.Tensor | None = None
        logged: dict[str, float] = {}
        if is_relaxed:
            slopes = torch.autograd.grad(total, [*psi, *theta.values()])
            psi_slopes, theta_slopes = list(slopes[: len(psi)]), slopes[len(psi) :]
        else:
            gradient, *psi_slopes = torch.autograd.grad(total, [code, *psi], retain_graph=True)
            estimate, used, logged = self._estimate(
                estimator, gradient, features, code, first.detach()
            )
            theta_slopes = torch.autograd.grad(features, list(theta.values()), grad_outputs=used)
        teaches = estimate is not None and "meta" in self._made
        before = {n: weight.detach().clone() for n, weight in theta.items()} if teaches else {}
        _set(psi, psi_slopes)
        _set(list(theta.values()), theta_slopes)
        stepper.apply(optimizer="classifier")
        stepper.apply(optimizer="main")
        if estimate is not None and teaches:
            self._teach(
                estimate * (1 / root_mean_square(gradient)), before, inputs, following, stepper
            )
        return {
            "loss": float(total.detach()),
            "classification": float(first.detach()),
            "quantisation": float(second.detach()),
            "bit_mean": float(code.detach().mean(dim=0).abs().mean()),
            **logged,
        }

    def _estimate(
        self,
        estimator: Estimator,
        gradient: torch.Tensor,
        features: torch.Tensor,
        code: torch.Tensor,
        loss: torch.Tensor,
    ) -> tuple[torch.Tensor | None, torch.Tensor, dict[str, float]]:
        """Return the meta network's output (None without one), what is used, and the log."""
        weight, f, h = self.options.mse_weight, features.detach(), code.detach()
        if estimator not in LEARNED | {Estimator.FROZEN_META}:
            return None, hand_made_gradient(estimator, gradient, f, h, weight), {}
        estimate = self.model.meta_gradient(gradient, f, h)
        used, is_number, logged = bounded(estimate.detach(), gradient, mse_gradient(f, h, weight))
        if estimator in LEARNED:  # the control shall be seen to fail
            self.guard.note(is_sound=is_number and is_sound(loss, f, self.model.classes))
        if estimator in LEARNED and int(self.guard.steps) <= self._warm_up:
            used = hand_made_gradient(Estimator.STE, gradient, f, h, weight)
        return estimate, used, logged

    def _teach(
        self,
        estimate: torch.Tensor,
        before: Mapping[str, torch.Tensor],
        inputs: torch.Tensor,
        following: Batch,
        stepper: Stepper,
    ) -> None:
        """Update the meta network; a step that is no number is left out, and noted."""
        options, network = self.options, self.model.network
        surrogate = Surrogate(options.crossing, options.slope, options.mse_weight)
        loss = surrogate.loss(self.model, *following)
        weights = {name: dict(network.named_parameters())[name] for name in before}
        slopes = torch.autograd.grad(loss, list(weights.values()))
        factors = preconditioner(self._made["main"], list(weights.values()))
        direction = {
            name: slope * factor
            for name, slope, factor in zip(weights, slopes, factors, strict=True)
        }
        change = feature_change(network, before, inputs, direction)
        aim = -(change / root_mean_square(change) * estimate).mean()
        phi = list(self.model.meta_gradient.parameters())
        grads = torch.autograd.grad(aim, phi)
        if all(bool(torch.isfinite(value).all()) for value in (aim, *grads)):
            _set(phi, grads)
            stepper.apply(optimizer="meta")
        else:
            self.guard.note(is_sound=False)

    @torch.no_grad()
    def validate(self) -> Validation | None:
        """Measure the loss and the accuracy on the stop set; claim 3 ends training by the loss."""
        if not len(self._stop):
            return None
        asked = [self._stop.at(rows) for rows in torch.split(torch.arange(len(self._stop)), _ASKED)]
        scores = torch.cat([self.model(inputs) for inputs, _ in asked])
        targets = torch.cat([given for _, given in asked])
        loss = float(classification_loss(scores, targets))
        hits = targets.gather(1, scores.argmax(dim=1, keepdim=True)) > 0
        floor = float(torch.log(torch.tensor(float(max(2, scores.shape[1])))))
        return Validation(
            metric=-loss,
            values={"loss": loss, "accuracy": float(hits.float().mean())},
            is_reached=loss < self.options.stop_threshold * floor
            and int(self.guard.steps) >= self.options.judged_after,
        )

    def _relaxed(self, estimator: Estimator, features: torch.Tensor) -> torch.Tensor:
        done = int(self.guard.steps) / max(1, self.options.epochs * self.steps)
        return relaxed_code(estimator, features, self.options.slope, min(1.0, done))


def _learned(part: nn.Module) -> Iterator[tuple[str, nn.Parameter]]:
    return (entry for entry in part.named_parameters() if entry[1].requires_grad)


def _set(parameters: Sequence[nn.Parameter], gradients: Sequence[torch.Tensor]) -> None:
    for parameter, gradient in zip(parameters, gradients, strict=True):
        parameter.grad = gradient
