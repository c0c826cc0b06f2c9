"""The three updates of the hash model against the claims: one test for each requirement."""

import math

import pytest
import torch
from torch import nn
from torch.nn import functional

from engine.models.hash_model import sign
from engine.training.hash_gradients import target_loss
from engine.training.hash_settings import Estimator, HashOptions
from engine.training.hash_task import HashExamples, HashTask
from tests.engine.training.hash_toys import (
    BITS,
    CLASSES,
    INPUTS,
    WEIGHT,
    Recorder,
    are_equal,
    back,
    batch_of,
    examples,
    forward,
    make_task,
    meta_weights,
    stir,
)


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
