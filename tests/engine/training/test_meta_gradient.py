"""How the meta network is taught: its start, its exact gradient, its batches.

Reference routes (autograd, an unrolled step, finite differences) are written out here.
"""

import itertools
import math
from collections.abc import Mapping
from typing import Any

import pytest
import torch
from torch import nn
from torch.nn import functional

from engine.models.hash_model import HashModel, sign
from engine.models.meta_gradient import MetaGradient
from engine.training.hash_gradients import (
    Surrogate,
    hand_made_gradient,
    make_meta_gradient,
    preconditioner,
    target_loss,
)
from engine.training.hash_settings import Crossing, Estimator, HashOptions, MetaBatch, Rule
from engine.training.hash_task import HashExamples, HashTask
from tests.engine.training.hash_toys import (
    BITS,
    CLASSES,
    PHOTOS,
    WEIGHT,
    Batch,
    Recorder,
    are_equal,
    back,
    batch_of,
    examples,
    flat,
    forward,
    make_task,
    meta_weights,
    stir,
    train,
)


@pytest.mark.parametrize(("dtype", "relative"), [(torch.float32, 1e-4), (torch.float64, 1e-10)])
def test_the_meta_network_starts_as_straight_through_with_the_code_held_fixed(
    dtype: torch.dtype, relative: float
) -> None:
    torch.manual_seed(0)
    features = torch.randn(16, BITS, dtype=dtype, requires_grad=True)
    classifier = nn.Linear(BITS, CLASSES, dtype=dtype)
    targets = functional.one_hot(torch.randint(CLASSES, (16,)), CLASSES).to(dtype)
    code = sign(features.detach())
    leaf = code.clone().requires_grad_()
    loss, _, _ = target_loss(classifier(leaf), targets, features, leaf, WEIGHT)
    (gradient,) = torch.autograd.grad(loss, leaf)
    mine = MetaGradient(WEIGHT).to(dtype)(gradient, features.detach(), code)

    through = features + (code - features).detach()
    plain = functional.cross_entropy(classifier(through), targets)
    plain = plain + WEIGHT * (features - code).pow(2).mean()
    (expected,) = torch.autograd.grad(plain, features)
    assert ((mine - expected).norm() / expected.norm()).item() < relative


def test_a_random_meta_network_is_never_learned() -> None:
    task = make_task(Estimator.FROZEN_META)
    before = meta_weights(task)
    train(task, 3)
    assert are_equal(before, meta_weights(task))
    assert "meta" not in task.optimizers()


def unrolled_loss(
    task: HashTask,
    batch: Batch,
    phi: Mapping[str, torch.Tensor],
    start: Mapping[str, torch.Tensor],
) -> torch.Tensor:
    """Return the meta loss after one plain step that is a differentiable function of phi."""
    (inputs, targets), following = batch
    network, classifier = task.model.network, task.model.classifier
    theta = {name: value.clone().requires_grad_() for name, value in start.items()}
    features = torch.func.functional_call(network, theta, (inputs,))
    code = sign(features.detach()).requires_grad_()
    loss, _, _ = target_loss(classifier(code), targets, features, code, WEIGHT)
    (gradient,) = torch.autograd.grad(loss, code, retain_graph=True)
    known = (gradient.detach(), features.detach(), code.detach())
    estimate = torch.func.functional_call(task.model.meta_gradient, dict(phi), known)
    slopes = torch.autograd.grad(
        features, list(theta.values()), grad_outputs=estimate, create_graph=True
    )
    rate = task.options.learning_rate
    stepped = {
        name: value.detach() - rate * slope
        for (name, value), slope in zip(theta.items(), slopes, strict=True)
    }
    new = torch.func.functional_call(network, stepped, (following[0],))
    seen = classifier(torch.tanh(task.options.slope * new))
    return target_loss(seen, following[1], new, sign(new.detach()), WEIGHT)[0]


def test_the_meta_gradient_equals_the_unrolled_step_and_finite_differences() -> None:
    # A small step: no feature changes its sign, and the loss is smooth in phi.
    task = make_task(optimizer=Rule.SGD, learning_rate=0.01)
    stir(task)
    batch = batch_of(task)
    theta = {name: p.detach().clone() for name, p in task.model.network.named_parameters()}
    phi = {name: p.detach().clone() for name, p in task.model.meta_gradient.named_parameters()}

    # The classifier is held, so that all three routes see the same meta loss.
    recorder = Recorder(task)
    for group in recorder.optimizers["classifier"].param_groups:
        group["lr"] = 0.0
    task.update(batch, recorder)
    mine = flat(recorder.gradients["meta"])

    leaves = {name: value.clone().requires_grad_() for name, value in phi.items()}
    meta_loss = unrolled_loss(task, batch, leaves, theta)
    unrolled = flat(torch.autograd.grad(meta_loss, list(leaves.values())))

    differences, width = [], 1e-3
    for name, value in phi.items():
        for index in range(value.numel()):
            ends = []
            for side in (-1, 1):
                moved = {key: entry.clone() for key, entry in phi.items()}
                moved[name].view(-1)[index] += side * width
                ends.append(unrolled_loss(task, batch, moved, theta).detach())
            differences.append((ends[1] - ends[0]) / (2 * width))
    assert float((torch.stack(differences) - unrolled).norm() / unrolled.norm()) < 1e-4
    # The task normalises the length; Adam makes it irrelevant.
    assert float(functional.cosine_similarity(mine, unrolled, dim=0)) == pytest.approx(1, abs=1e-9)


def test_with_adam_the_meta_gradient_is_that_of_the_preconditioned_step() -> None:
    task = make_task(learning_rate=0.01)
    stir(task)
    batch = batch_of(task)
    recorder = Recorder(task)
    task.update(batch, recorder)  # so that Adam knows the sizes of gradients
    theta = {name: p.detach().clone() for name, p in task.model.network.named_parameters()}
    phi = {
        name: p.detach().clone().requires_grad_()
        for name, p in task.model.meta_gradient.named_parameters()
    }
    features, code, gradient = forward(task, batch)
    task.update(batch, recorder)

    (inputs, _), following = batch
    state = recorder.optimizers["main"].state
    surrogate = Surrogate(Crossing.SMOOTH, task.options.slope, WEIGHT)
    weights = dict(task.model.network.named_parameters())
    slopes = torch.autograd.grad(surrogate.loss(task.model, *following), list(weights.values()))
    direction = {}
    for (name, parameter), slope in zip(weights.items(), slopes, strict=True):
        entry = state[parameter]
        size = (entry["exp_avg_sq"] / (1 - 0.999 ** float(entry["step"]))).sqrt() + 1e-8
        direction[name] = slope / size

    # J_f d by central differences.
    width = 1e-5 / max(float(value.abs().max()) for value in direction.values())

    def at(side: int) -> torch.Tensor:
        moved = {name: theta[name] + side * width * direction[name] for name in theta}
        found: torch.Tensor = torch.func.functional_call(task.model.network, moved, (inputs,))
        return found.detach()

    change = (at(1) - at(-1)) / (2 * width)
    known = (gradient, features.detach(), code.detach())
    estimate = torch.func.functional_call(task.model.meta_gradient, phi, known)
    expected = flat(torch.autograd.grad(-(change * estimate).sum(), list(phi.values())))
    mine = flat(recorder.gradients["meta"])
    assert float(functional.cosine_similarity(mine, expected, dim=0)) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("crossing", list(Crossing))
@pytest.mark.parametrize("meta_batch", list(MetaBatch))
def test_every_way_to_teach_the_meta_network_teaches(
    crossing: Crossing, meta_batch: MetaBatch
) -> None:
    task = make_task(crossing=crossing, meta_batch=meta_batch, learning_rate=0.01)
    before = meta_weights(task)
    losses = train(task, 5)
    assert all(map(math.isfinite, losses.values()))
    assert not are_equal(before, meta_weights(task))


def test_meta_batches_are_the_next_the_same_or_held_out() -> None:
    def pairs(kind: MetaBatch) -> list[tuple[torch.Tensor, torch.Tensor]]:
        task = make_task(meta_batch=kind, batch_size=5)
        found = task.batches(0, torch.Generator().manual_seed(3))
        return [(current[0], other[0]) for current, other in found]

    following = pairs(MetaBatch.NEXT)
    for (_, other), (current, _) in itertools.pairwise(following):
        assert torch.equal(other, current)
    assert torch.equal(following[-1][1], following[0][0])
    assert all(torch.equal(current, other) for current, other in pairs(MetaBatch.SAME))
    apart = pairs(MetaBatch.HELD_OUT)
    learned = {tuple(row.tolist()) for current, _ in apart for row in current}
    aside = {tuple(row.tolist()) for _, other in apart for row in other}
    assert aside
    assert not learned & aside


def test_an_epoch_has_every_photo_once() -> None:
    task = make_task(batch_size=5)
    batches = list(task.batches(0, torch.Generator().manual_seed(1)))
    seen = torch.cat([current[0] for current, _ in batches])
    assert sorted(map(tuple, seen.tolist())) == sorted(map(tuple, examples().inputs.tolist()))
    assert len(batches) == task.steps


def test_few_photos_are_gone_through_several_times_in_an_epoch() -> None:
    task = make_task(batch_size=5, fewest_updates=11)
    batches = list(task.batches(0, torch.Generator().manual_seed(1)))
    assert len(batches) == task.steps == 15
    assert task.photos == 3 * PHOTOS
    seen = sorted(tuple(row.tolist()) for current, _ in batches for row in current[0])
    assert seen == sorted(3 * [tuple(row) for row in examples().inputs.tolist()])


def test_the_first_steps_are_straight_through() -> None:
    task = make_task(meta_warm_up=1)
    stir(task)
    batch = batch_of(task)
    features, code, gradient = forward(task, batch)
    plain = hand_made_gradient(Estimator.STE, gradient, features.detach(), code.detach(), WEIGHT)
    expected = flat(back(task, features, plain))
    recorder = Recorder(task, steps=False)
    task.update(batch, recorder)
    assert torch.allclose(flat(recorder.gradients["main"]), expected)
    task.update(batch, recorder)
    assert not torch.allclose(flat(recorder.gradients["main"]), expected)


def test_the_learned_gradient_goes_back_through_convolutions() -> None:
    torch.manual_seed(0)
    network = nn.Sequential(
        nn.Conv2d(3, 4, 3),
        nn.ReLU6(inplace=True),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(4, BITS),
    )
    meta = make_meta_gradient(Estimator.META, WEIGHT, hidden=4)
    model = HashModel(network, meta, bits=BITS, classes=2)
    labels = torch.arange(16) % 2
    pixels = torch.rand(16, 3, 8, 8)
    pixels[labels == 1, 0] += 1
    photos = HashExamples(pixels, functional.one_hot(labels, 2).float())
    options = HashOptions(mse_weight=WEIGHT, batch_size=8, meta_warm_up=0, learning_rate=0.03)
    task = HashTask(model, photos, photos, options)
    before = [parameter.detach().clone() for parameter in network[0].parameters()]
    start = meta_weights(task)
    train(task, 20)
    assert not are_equal(before, list(network[0].parameters()))
    assert not are_equal(start, meta_weights(task))
    found = task.validate()
    assert found is not None
    assert found.values["accuracy"] == 1


def test_weights_with_a_rate_of_their_own_move_the_features_by_it() -> None:
    weights = [nn.Parameter(torch.ones(2)) for _ in range(2)]
    groups: list[dict[str, Any]] = [{"params": weights[:1]}, {"params": weights[1:], "lr": 0.02}]
    assert preconditioner(torch.optim.SGD(groups, lr=0.1), weights) == [1.0, pytest.approx(0.2)]
    adam = torch.optim.Adam(groups, lr=0.1)
    for weight, slope in zip(weights, (3.0, 5.0), strict=True):
        weight.grad = torch.full((2,), slope)
    adam.step()
    first, second = (torch.as_tensor(factor) for factor in preconditioner(adam, weights))
    assert torch.allclose(first, torch.tensor(1 / 3.0))
    assert torch.allclose(second, torch.tensor(0.2 / 5.0))
