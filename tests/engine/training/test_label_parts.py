"""The parts of S1 that are the product's own: groups, background, thresholds, blend."""

import numpy as np
import pytest
import torch

from engine.errors import TrainingError
from engine.training.label_background import find_background
from engine.training.label_blend import Blend, choose_blend, fit_means, fit_probe
from engine.training.label_groups import group_labels, read_groups
from engine.training.label_thresholds import choose_thresholds


def test_labels_that_photos_have_together_do_not_exclude_each_other() -> None:
    photos = [("beach", "dog")] * 3 + [("beach", "cat")] * 3 + [("dog",), ("cat",)] * 20
    assert group_labels(["beach", "cat", "dog"], photos) == [[0], [1, 2]]
    assert group_labels(["cat", "dog"], [*photos, ("cat", "dog")]) == [[0, 1]]


def test_groups_can_be_typed() -> None:
    labels = ["cat", "dog", "indoors", "sea"]
    assert read_groups("Dog, cat; indoors", labels) == [[0, 1], [2], [3]]
    with pytest.raises(TrainingError, match="“bird”"):
        read_groups("dog, bird", labels)
    with pytest.raises(TrainingError, match="twice"):
        read_groups("dog, cat; dog", labels)


@pytest.mark.parametrize("spread", [1, 3])  # of the photos of a kind
def test_unlabelled_photos_of_a_label_are_no_background(
    rng: np.random.Generator, spread: float
) -> None:
    centres = rng.normal(size=(5, 1280)).astype(np.float32)
    kinds = np.repeat(np.arange(5), 40)
    photos = centres[kinds] + spread * rng.normal(size=(200, 1280)).astype(np.float32)
    is_labelled = (np.arange(200) % 40 < 8) & (kinds < 2)
    found = find_background(
        photos[~is_labelled],
        photos[is_labelled],
        np.eye(2)[kinds[is_labelled]],
        np.zeros(1280, np.float32),
    )
    foreign = kinds[~is_labelled] >= 2
    assert found[foreign].mean() > 0.95
    assert found[~foreign].mean() < 0.15


def test_thresholds_keep_what_is_shown_right(rng: np.random.Generator) -> None:
    has = np.zeros((400, 2), bool)
    has[:50, 0] = has[50:100, 1] = True
    scores = np.where(has, rng.uniform(0.4, 1, has.shape), rng.uniform(0, 0.6, has.shape))
    for label, threshold in enumerate(choose_thresholds(scores, has)):
        is_shown = scores[:, label] >= threshold
        assert has[is_shown, label].mean() >= 0.9
        assert has[has[:, label] & is_shown, label].sum() >= 30
    assert choose_thresholds(scores[:5], has[:5]) == choose_thresholds(scores[:0], has[:0])


def test_a_label_that_is_never_right_is_never_shown() -> None:
    has = np.zeros((40, 1), bool)
    has[:20] = True
    scores = np.linspace(0, 0.9, 40)[:, None]
    (threshold,) = choose_thresholds(scores, has)
    assert (scores < threshold).all()


def test_the_blend_is_that_of_the_expert_that_knows() -> None:
    generator = torch.Generator().manual_seed(0)
    labels = torch.arange(60) % 3
    targets = torch.nn.functional.one_hot(labels, 4).float()
    noise = [torch.randn(60, 4, generator=generator) for _ in range(4)]
    logits = [noise[0], noise[1] + 8 * targets, noise[2], noise[3]]
    blend = choose_blend(logits, targets, [torch.arange(4)], 3)
    assert blend.is_chosen
    assert blend.weights[1] >= 0.5
    right = blend.mix(logits)[:, :3].argmax(dim=1) == labels
    assert float(right.float().mean()) == 1


def test_another_share_of_what_was_learned() -> None:
    blend = Blend((0.5, 0.25, 0.25, 0.0), 1.4, is_chosen=True)
    assert blend.with_learned_share(0.5) is blend
    half = blend.with_learned_share(0.25)
    assert half.weights == (0.75, 0.125, 0.125, 0.0)
    assert not half.is_chosen
    start = Blend((1.0, 0.0, 0.0, 0.0))
    assert sum(start.with_learned_share(0.4).weights) == pytest.approx(1)


def test_probe_and_means_tell_classes_apart(rng: np.random.Generator) -> None:
    labels = torch.arange(30) % 3
    rows = torch.from_numpy(rng.normal(size=(3, 16)).astype(np.float32))[labels]
    rows = torch.nn.functional.normalize(rows + 0.1 * torch.ones(16), dim=1)
    targets = torch.nn.functional.one_hot(labels).float()
    weight, bias = fit_probe(rows, targets, [torch.arange(3)], torch.ones(3))
    assert torch.equal((rows @ weight.T + bias).argmax(dim=1), labels)
    assert torch.equal((rows @ fit_means(rows, targets).T).argmax(dim=1), labels)
