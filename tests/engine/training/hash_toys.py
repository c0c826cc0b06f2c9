"""A toy hash model in double precision, and what carries its updates out."""

from collections.abc import Mapping
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from engine.models.hash_model import HashModel, sign
from engine.training.hash_gradients import make_meta_gradient, target_loss
from engine.training.hash_settings import Estimator, HashOptions
from engine.training.hash_task import HashExamples, HashTask

BITS, CLASSES, INPUTS, PHOTOS = 8, 3, 6, 24
WEIGHT = 0.3

Batch = tuple[Any, Any]


class Recorder:
    """Carries updates out, and remembers their order and gradients."""

    def __init__(self, task: HashTask, *, steps: bool = True) -> None:
        self.optimizers = task.optimizers()
        self.order: list[str] = []
        self.gradients: dict[str, list[torch.Tensor]] = {}
        self._steps = steps

    def step(self, loss: torch.Tensor, *, optimizer: str = "main") -> None:
        raise AssertionError("the gradients are the task's own")

    def apply(self, *, optimizer: str = "main") -> None:
        self.order.append(optimizer)
        parameters = [p for g in self.optimizers[optimizer].param_groups for p in g["params"]]
        self.gradients[optimizer] = [p.grad.clone() for p in parameters]
        if self._steps:
            self.optimizers[optimizer].step()


def examples(seed: int = 0) -> HashExamples:
    generator = torch.Generator().manual_seed(seed)
    labels = torch.randint(CLASSES, (PHOTOS,), generator=generator)
    centres = torch.randn(CLASSES, INPUTS, generator=torch.Generator().manual_seed(99)) * 2
    inputs = centres[labels] + torch.randn(PHOTOS, INPUTS, generator=generator)
    return HashExamples(inputs.double(), functional.one_hot(labels, CLASSES).double())


def make_task(estimator: Estimator = Estimator.META, **options: Any) -> HashTask:
    torch.manual_seed(0)
    network = nn.Sequential(nn.Linear(INPUTS, 5), nn.Tanh(), nn.Linear(5, BITS))
    meta = make_meta_gradient(estimator, WEIGHT, hidden=4)
    model = HashModel(network, meta, bits=BITS, classes=CLASSES).double()
    chosen: dict[str, Any] = {"batch_size": 12, "epochs": 30, "meta_warm_up": 0} | options
    kept = HashOptions(estimator=estimator, mse_weight=WEIGHT, **chosen)
    return HashTask(model, examples(0), examples(1), kept)


def stir(task: HashTask) -> None:
    """Take the meta network away from its start, where half of its gradient is zero."""
    generator = torch.Generator().manual_seed(5)
    for parameter in task.model.meta_gradient.parameters():
        nn.init.normal_(parameter, std=0.3, generator=generator)


def batch_of(task: HashTask) -> Batch:
    return next(iter(task.batches(0, torch.Generator().manual_seed(3))))


def forward(task: HashTask, batch: Batch) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return f, h (a leaf) and G, with the graph from f back to the weights."""
    (inputs, targets), _ = batch
    features = task.model.network(inputs)
    code = sign(features.detach()).requires_grad_()
    loss, _, _ = target_loss(task.model.classifier(code), targets, features, code, WEIGHT)
    (gradient,) = torch.autograd.grad(loss, code, retain_graph=True)
    return features, code, gradient


def back(task: HashTask, features: torch.Tensor, given: torch.Tensor) -> tuple[torch.Tensor, ...]:
    return torch.autograd.grad(features, list(task.model.network.parameters()), grad_outputs=given)


def train(task: HashTask, epochs: int) -> Mapping[str, float]:
    recorder = Recorder(task)
    losses: Mapping[str, float] = {}
    for epoch in range(epochs):
        for batch in task.batches(epoch, torch.Generator().manual_seed(epoch)):
            losses = task.update(batch, recorder)
    return losses


def meta_weights(task: HashTask) -> list[torch.Tensor]:
    return [parameter.detach().clone() for parameter in task.model.meta_gradient.parameters()]


def are_equal(first: list[torch.Tensor], second: list[torch.Tensor]) -> bool:
    return all(torch.equal(a, b) for a, b in zip(first, second, strict=True))


def flat(tensors: list[torch.Tensor] | tuple[torch.Tensor, ...]) -> torch.Tensor:
    return torch.cat([tensor.flatten() for tensor in tensors])
