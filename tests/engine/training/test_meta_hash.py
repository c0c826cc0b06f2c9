"""The hash model's three updates against the claims: one test for each requirement, and the maths.

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

from engine.models.hash_model import FeatureNetwork, HashModel, sign
from engine.models.meta_gradient import MetaGradient, mse_gradient
from engine.training.hash_gradients import (
    Crossing,
    Estimator,
    Guard,
    MetaBatch,
    Surrogate,
    bounded,
    hand_made_gradient,
    make_meta_gradient,
    target_loss,
)
from engine.training.hash_task import FALLBACK, HashExamples, HashOptions, HashTask, Rule

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


# The claims.


def test_s3_1a_four_modules() -> None:
    model = make_task().model
    parts = (model.network, model.hash, model.classifier, model.meta_gradient)
    assert all(isinstance(part, nn.Module) for part in parts)
    assert not list(model.hash.parameters())


@pytest.mark.parametrize("estimator", [Estimator.META, Estimator.STE, Estimator.SCALAR])
def test_s3_1b_the_classifier_sees_codes_of_exactly_one_and_minus_one(estimator: Estimator) -> None:
    task = make_task(estimator)
    seen: list[torch.Tensor] = []
    task.model.classifier.register_forward_pre_hook(lambda _, inputs: seen.append(inputs[0]))
    task.update(batch_of(task), Recorder(task))
    assert torch.equal(seen[0].abs(), torch.ones_like(seen[0]))


def test_s3_1b_the_hash_of_zero_is_one() -> None:
    assert sign(torch.tensor([0.0, -0.0, 1e-30, -1e-30])).tolist() == [1, 1, 1, -1]


def test_s3_1c_the_target_loss_is_cross_entropy_plus_weighted_mean_square() -> None:
    generator = torch.Generator().manual_seed(0)
    scores = torch.randn(4, CLASSES, generator=generator)
    features = torch.randn(4, BITS, generator=generator)
    code, labels = sign(features), torch.tensor([0, 2, 1, 1])
    targets = functional.one_hot(labels, CLASSES).float()
    total, first, second = target_loss(scores, targets, features, code, 0.7)
    by_hand = -sum(float(scores.log_softmax(1)[i, labels[i]]) for i in range(4)) / 4
    assert float(first) == pytest.approx(by_hand)
    assert float(second) == pytest.approx(float(((features - code) ** 2).sum() / (4 * BITS)))
    assert float(total) == pytest.approx(float(first + 0.7 * second))


def test_s3_1d_the_classifiers_update_is_its_gradient_of_the_target_loss() -> None:
    task = make_task()
    batch = batch_of(task)
    features, code, _ = forward(task, batch)
    loss, _, _ = target_loss(task.model.classifier(code), batch[0][1], features, code, WEIGHT)
    expected = torch.autograd.grad(loss, list(task.model.classifier.parameters()))
    recorder = Recorder(task)
    task.update(batch, recorder)
    for mine, reference in zip(recorder.gradients["classifier"], expected, strict=True):
        assert torch.allclose(mine, reference, rtol=1e-12, atol=1e-16)


def test_s3_1e_and_1f_the_meta_network_is_given_the_codes_gradient_features_and_code() -> None:
    task = make_task()
    batch = batch_of(task)
    features, code, expected = forward(task, batch)
    inner = functional.cross_entropy(task.model.classifier(code), batch[0][1])
    (bare,) = torch.autograd.grad(inner, code)
    given: list[tuple[torch.Tensor, ...]] = []
    task.model.meta_gradient.register_forward_pre_hook(lambda _, inputs: given.append(inputs))
    task.update(batch, Recorder(task))
    gradient, f, h = given[0]  # three, no more
    assert torch.allclose(gradient, expected, rtol=1e-12, atol=1e-16)
    assert torch.equal(f, features.detach())
    assert torch.equal(h, code.detach())
    # Of the target loss: it includes the mean square's part.
    part = -(2 * WEIGHT / f.numel()) * (f - h)
    assert torch.allclose(gradient, bare + part, rtol=1e-10, atol=1e-16)


def test_s3_1g_the_networks_update_is_the_estimate_taken_back_through_it() -> None:
    task = make_task()
    stir(task)
    batch = batch_of(task)
    features, code, gradient = forward(task, batch)
    estimate = task.model.meta_gradient(gradient, features.detach(), code.detach()).detach()
    expected = back(task, features, estimate)
    recorder = Recorder(task)
    task.update(batch, recorder)
    for mine, reference in zip(recorder.gradients["main"], expected, strict=True):
        assert torch.allclose(mine, reference, rtol=1e-10, atol=1e-15)


def test_s3_1h_the_meta_networks_update_comes_last() -> None:
    task = make_task()
    before = meta_weights(task)

    class Watcher(Recorder):
        had_moved: tuple[bool, ...] = ()

        def apply(self, *, optimizer: str = "main") -> None:
            self.had_moved += (not are_equal(before, meta_weights(task)),)
            super().apply(optimizer=optimizer)

    watcher = Watcher(task)
    task.update(batch_of(task), watcher)
    assert set(watcher.order[:2]) == {"main", "classifier"}
    assert watcher.order[2:] == ["meta"]
    assert not any(watcher.had_moved)
    assert not are_equal(before, meta_weights(task))


@pytest.mark.parametrize(("factor", "is_reached"), [(0.999, False), (1.0, False), (1.001, True)])
def test_s3_3_training_is_complete_strictly_below_the_threshold(
    factor: float, is_reached: bool
) -> None:
    task = make_task(stop_threshold=0.35 * factor)
    loss = 0.35 * math.log(CLASSES)
    # All photos get these scores; the one of class 0 has exactly this loss, up to rounding.
    wanted = math.exp(-loss)
    scores = torch.log(
        torch.tensor([wanted, (1 - wanted) / 2, (1 - wanted) / 2], dtype=torch.float64)
    )
    with torch.no_grad():
        task.model.classifier.weight.zero_()
        task.model.classifier.bias.copy_(scores)
    first = functional.one_hot(torch.zeros(4, dtype=torch.long), CLASSES).double()
    stop = HashExamples(examples(1).inputs[:4], first)
    again = HashTask(task.model, task.train, stop, task.options)
    found = again.validate()
    assert found is not None
    assert found.values["loss"] == pytest.approx(loss, rel=1e-12)
    if factor != 1.0 or found.values["loss"] == loss:
        assert found.is_reached is is_reached


def test_s3_3_the_loss_is_that_of_codes_on_the_stop_set() -> None:
    task = make_task()
    stop = examples(1)
    code = sign(task.model.network(stop.inputs))
    expected = functional.cross_entropy(task.model.classifier(code), stop.targets)
    found = task.validate()
    assert found is not None
    assert found.values["loss"] == pytest.approx(expected.item())
    assert found.metric == pytest.approx(-expected.item())


def test_s3_3_without_a_stop_set_there_is_no_validation() -> None:
    nothing = HashExamples(torch.zeros(0, INPUTS), torch.zeros(0, CLASSES))
    task = make_task()
    assert HashTask(task.model, task.train, nothing, HashOptions()).validate() is None


# The meta network.


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
        return torch.func.functional_call(task.model.network, moved, (inputs,)).detach()

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
    assert sorted(map(tuple, seen.tolist())) == sorted(map(tuple, task.train.inputs.tolist()))
    assert len(batches) == task.steps


def test_few_photos_are_gone_through_several_times_in_an_epoch() -> None:
    task = make_task(batch_size=5, fewest_updates=11)
    batches = list(task.batches(0, torch.Generator().manual_seed(1)))
    assert len(batches) == task.steps == 15
    assert task.photos == 3 * PHOTOS
    seen = sorted(tuple(row.tolist()) for current, _ in batches for row in current[0])
    assert seen == sorted(3 * [tuple(row) for row in task.train.inputs.tolist()])


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


# The hand-made estimators and the guards.


def test_hand_made_gradients() -> None:
    features = torch.tensor([[0.5, -2.0]])
    code, gradient = sign(features), torch.tensor([[0.3, 0.7]])
    direct = mse_gradient(features, code, WEIGHT)
    bare = gradient + direct

    def of(estimator: Estimator) -> torch.Tensor:
        return hand_made_gradient(estimator, gradient, features, code, WEIGHT)

    assert torch.allclose(of(Estimator.STE), bare + direct)
    assert torch.allclose(of(Estimator.CLIP), bare * torch.tensor([[1.0, 0.0]]) + direct)
    assert torch.allclose(of(Estimator.TANH), bare / torch.cosh(features) ** 2 + direct)
    leaf = features.clone().requires_grad_()
    (cubic,) = torch.autograd.grad(WEIGHT * (leaf - code).abs().pow(3).mean(), leaf)
    assert torch.allclose(of(Estimator.GREEDY), bare + cubic)


@pytest.mark.parametrize("estimator", [Estimator.SOFT, Estimator.CONTINUATION])
def test_relaxed_estimators_show_the_classifier_a_soft_code(estimator: Estimator) -> None:
    task = make_task(estimator)
    seen: list[torch.Tensor] = []
    task.model.classifier.register_forward_pre_hook(lambda _, inputs: seen.append(inputs[0]))
    task.update(batch_of(task), Recorder(task))
    assert seen[0].abs().max().item() < 1


@pytest.mark.parametrize("estimator", sorted(set(Estimator) - {Estimator.FROZEN_META}))
def test_every_estimator_learns_the_toy(estimator: Estimator) -> None:
    task = make_task(estimator, learning_rate=0.02)
    before = task.validate()
    train(task, 40)
    after = task.validate()
    assert before is not None
    assert after is not None
    assert after.values["loss"] < 0.8 * before.values["loss"]
    assert after.values["accuracy"] > 0.7


def test_a_scalar_only_scales() -> None:
    torch.manual_seed(0)
    module: Any = make_meta_gradient(Estimator.SCALAR, WEIGHT, hidden=4)
    with torch.no_grad():
        module.factor.fill_(0.5)
    features = torch.randn(4, BITS)
    code, gradient = sign(features), torch.randn(4, BITS)
    direct = mse_gradient(features, code, WEIGHT)
    expected = 1.5 * (gradient + direct) + direct
    assert torch.allclose(module(gradient, features, code), expected)


def test_the_estimate_is_at_most_three_times_as_long() -> None:
    gradient = torch.ones(4, BITS)
    used, is_number, logged = bounded(10 * gradient, gradient, torch.zeros(4, BITS))
    assert float(used.norm()) == pytest.approx(3 * float(gradient.norm()))
    assert is_number
    assert logged["ratio"] == pytest.approx(10)
    assert logged["cosine"] == pytest.approx(1)


def test_an_estimate_that_is_no_number_is_not_used() -> None:
    task = make_task()
    recorder = Recorder(task)
    _break(task)
    losses = task.update(batch_of(task), recorder)
    assert all(map(math.isfinite, losses.values()))
    assert bool(flat(recorder.gradients["main"]).isfinite().all())
    assert "meta" not in recorder.order
    assert float(task.guard.trouble) > 0


def test_a_meta_network_that_fails_is_replaced_for_good() -> None:
    task = make_task(learning_rate=0.02)
    _break(task)
    train(task, 30)
    assert task.guard.has_fallen_back
    assert task.estimator is FALLBACK
    found = task.validate()
    assert found is not None
    assert found.values["accuracy"] > 0.7
    again = make_task()
    again.module.load_state_dict(task.module.state_dict())  # as from a checkpoint
    assert again.estimator is FALLBACK


def _break(task: HashTask) -> None:
    meta: Any = task.model.meta_gradient
    with torch.no_grad():
        meta.output.bias.fill_(math.nan)


def test_single_slips_are_forgiven() -> None:
    guard = Guard()
    for _ in range(100):
        guard.note(is_sound=False)
        for _ in range(20):
            guard.note(is_sound=True)
    assert not guard.has_fallen_back


@pytest.mark.parametrize("rate", [0.03, 0.3, 1.0, 3.0])
def test_no_rate_ends_in_numbers_that_are_none(rate: float) -> None:
    task = make_task(optimizer=Rule.SGD, learning_rate=rate)
    losses = train(task, 30)
    assert all(map(math.isfinite, losses.values()))


def test_the_same_seed_gives_the_same_codes() -> None:
    def codes() -> torch.Tensor:
        task = make_task()
        train(task, 5)
        found: torch.Tensor = task.model.hash(task.model.network(examples(2).inputs))
        return found

    assert torch.equal(codes(), codes())


def test_the_feature_network_scales_what_it_reads() -> None:
    torch.manual_seed(0)
    network = FeatureNetwork(INPUTS, BITS)
    rows = torch.randn(50, INPUTS) * 7 + 3
    network.fit_scale(rows)
    scaled = (rows - network.mean) / network.scale
    assert float(scaled.mean(dim=0).abs().max()) < 1e-5
    assert float(scaled.pow(2).mean()) == pytest.approx(1, abs=1e-4)
