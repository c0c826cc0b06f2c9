"""The hand-made gradients of the hash, and the guards of the learned one."""

import math
from typing import Any

import pytest
import torch

from engine.models.hash_model import FeatureNetwork, sign
from engine.models.meta_gradient import mse_gradient
from engine.training.hash_gradients import Guard, bounded, hand_made_gradient, make_meta_gradient
from engine.training.hash_settings import Estimator, Rule
from engine.training.hash_task import FALLBACK, HashTask
from tests.engine.training.hash_toys import (
    BITS,
    INPUTS,
    WEIGHT,
    Recorder,
    batch_of,
    examples,
    flat,
    make_task,
    train,
)


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
