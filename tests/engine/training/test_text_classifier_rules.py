"""S1 as the product has it: groups and rejections, what is shipped, and bad input."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.models.text_label_model import TextSupervisedLabels
from engine.models.versions import CONFIG, WEIGHTS
from engine.training.examples import ExampleCaption, TrainingSet
from engine.training.label_captions import template_captions
from engine.training.method import Mix
from engine.training.settings import RunSettings
from engine.training.splits import Parts
from engine.training.text_classifier import TextClassifier
from engine.training.text_classifier_task import TextClassifierTask
from engine.training.text_losses import (
    group_log_probabilities,
    rejection_loss,
)
from tests.engine.training.made_set import made_set
from tests.engine.training.small_text_classifier import (
    CPU,
    learn,
    new_task,
    save_three_labels,
    save_version,
)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, TrainingSet, TextClassifierTask]:
    return save_three_labels(tmp_path_factory.mktemp("version"))


# -- product rules -------------------------------------------------------------------------------


def test_foreign_photos_keep_no_label(
    saved: tuple[Path, TrainingSet, TextClassifierTask],
) -> None:
    folder, data, _ = saved
    model = TextSupervisedLabels(folder)
    found = model.probabilities(data.features)
    is_shown = found >= model.thresholds
    assert is_shown[90:].any(axis=1).mean() <= 0.05
    assert is_shown[:90].any(axis=1).mean() >= 0.8


def test_a_photo_with_several_labels_of_a_group_shares_its_target() -> None:
    data = made_set({"dog": 12, "cat": 12})
    examples = list(data.examples)
    examples[0] = replace(examples[0], labels=("dog", "cat"))
    lesson = new_task(replace(data, examples=tuple(examples))).lesson
    assert lesson.targets[0, :2].tolist() == [0.5, 0.5]
    assert [columns.tolist() for columns in lesson.groups] == [[0, 1]]


def test_a_rejection_lowers_that_label_alone_and_is_no_other_label() -> None:
    data = made_set({"dog": 6, "cat": 6}, unsaid=1, seed=2)
    examples = list(data.examples)
    examples[12] = replace(examples[12], rejected=("dog",))
    task = new_task(replace(data, examples=tuple(examples)), rejection_weight=3.0)
    assert bool((task.lesson.targets[12] == 0).all())
    assert task.lesson.rejected[12].tolist()[:2] == [0.0, 1.0]
    before = task.probabilities(task.lesson.features[12:])[0, 1]
    learn(task)
    assert task.probabilities(task.lesson.features[12:])[0, 1] < min(0.3, float(before))
    logs = torch.log(torch.tensor([[0.25, 0.75]]))
    expected = -torch.log(torch.tensor(1 - 0.75))
    torch.testing.assert_close(rejection_loss(logs, torch.tensor([[0.0, 1.0]])), expected)


def test_held_out_photos_decide_nothing(tmp_path: Path) -> None:
    data = made_set({"dog": 40, "cat": 40}, unsaid=10, noise=2)
    photos = np.arange(80)
    parts = Parts(photos[photos % 4 > 1], photos[photos % 4 == 1], photos[photos % 4 == 0])
    poisoned = np.array(data.features)
    poisoned[parts.held_out] = poisoned[parts.held_out][::-1] * 3 + 1
    examples = list(data.examples)
    for photo in parts.held_out:
        other = {"dog": "cat", "cat": "dog"}[examples[photo].labels[0]]
        examples[photo] = replace(
            examples[photo], labels=(other,), captions=(ExampleCaption("poison"),)
        )
    bad = replace(data, features=poisoned, examples=tuple(examples))
    for name, found in (("good", data), ("bad", bad)):
        (tmp_path / name).mkdir()
        save_version(found, parts, tmp_path / name)
    for file in (WEIGHTS, CONFIG):
        assert (tmp_path / "good" / file).read_bytes() == (tmp_path / "bad" / file).read_bytes()


def test_the_pure_arm_has_no_mix_in_it() -> None:
    data = made_set({"dog": 40, "cat": 40}, noise=2, seed=4)
    photos = np.arange(80)
    parts = Parts(photos[photos % 4 > 1], photos[photos % 4 == 1], photos[photos % 4 == 0])
    method = TextClassifier(data, RunSettings(method="text-classifier"), CPU)
    task = method.task(parts)
    learn(task, 2)
    exam = method.exam(task, parts, Mix(0.0, is_chosen=False))
    features = torch.from_numpy(task.alignment.read(data.features[parts.held_out]))
    has = torch.tensor([data.examples[p].labels[0] == "dog" for p in parts.held_out])
    alone = task.module(features)[:, :2].argmax(dim=1) == has.long()
    assert exam.pure.values["accuracy"].tolist() == alone.double().tolist()
    # A mix of nothing that was learned is the start, which a first run is compared with.
    assert exam.after.values["accuracy"].tolist() == exam.before.values["accuracy"].tolist()


# -- bad input -----------------------------------------------------------------------------------


def test_one_label_only_is_told_from_photos_without_one() -> None:
    task = new_task(made_set({"dog": 8}, unsaid=30, seed=1))
    learn(task, 5)
    dog = task.probabilities(task.lesson.features)[:, 0]
    is_dog = task.lesson.targets[:, 0] > 0
    assert dog[is_dog].min() > dog[~is_dog].max()


@pytest.mark.parametrize(
    "counts", [{"dog": 1, "cat": 1}, {"dog": 5, "cat": 1}, {"狗": 3, "猫": 3}, {"x": 2}]
)
def test_little_is_learned_from_without_a_fault(counts: dict[str, int]) -> None:
    data = made_set(counts, unsaid=3)
    task = new_task(data, batch_size=2)  # the last batch has one photo
    learn(task, 2)
    assert task.blend.is_chosen is False
    found = task.probabilities(torch.from_numpy(task.alignment.read(data.features)), task.blend)
    assert bool(found.isfinite().all())


def test_words_that_say_nothing_to_the_text_model_leave_the_pictures() -> None:
    data = made_set({"狗": 6, "猫": 6}, noise=0.5)
    foreign = tuple(replace(e, captions=(ExampleCaption("一只动物"),)) for e in data.examples)
    task = new_task(replace(data, examples=foreign))
    assert task.lesson.captions.unread == 12
    assert task._measure(task.lesson.features, task.lesson.targets)[0] == 1.0


def test_contradictory_labels_and_very_long_captions_are_learned_from() -> None:
    data = made_set({"dog": 6, "cat": 6})
    examples = [
        replace(e, labels=("dog", "cat"), captions=(ExampleCaption("a dog " * 800),))
        for e in data.examples
    ]
    task = new_task(replace(data, examples=tuple(examples)))
    assert [columns.tolist() for columns in task.lesson.groups] == [[0], [1]]
    learn(task, 2)
    assert bool(task.probabilities(task.lesson.features).isfinite().all())


def test_templates_of_several_labels() -> None:
    assert {c.text for c in template_captions(["ice-cream"])} >= {"a photo of a ice cream."}


def test_a_class_that_no_photo_is_of_has_no_probability_whatever_memory_holds() -> None:
    for _ in range(20):
        torch.full((64, 3), float("nan"))  # what a new tensor may find
        found = group_log_probabilities(torch.randn(64, 3), [torch.tensor([0, 1])])
        assert torch.isfinite(found).all()
        assert torch.allclose(found.exp().sum(dim=1), torch.ones(64))
        assert float(found[:, 2].exp().max()) == 0
