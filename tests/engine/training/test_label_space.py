"""S1 where a checkpoint of transformers answers: its own towers are the two extractors."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from torch.nn import functional

from engine.models.text_label_model import TextSupervisedLabels
from engine.models.versions import CONFIG
from engine.training.examples import TrainingSet
from engine.training.label_blend import START
from engine.training.label_space import LabelSpace
from engine.training.settings import RunSettings
from engine.training.splits import Parts
from engine.training.text_classifier import TextClassifier
from tests.checkpoints import MAKERS
from tests.engine.training.drawn_pictures import Drawn
from tests.engine.training.test_checkpoint_towers import Known, take

CPU = torch.device("cpu")
KINDS = ("red", "blue")


@pytest.fixture(scope="module", params=list(MAKERS))
def known(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, drawn: Drawn
) -> Known:
    """Drawn pictures with labels in place of captions, as a checkpoint sees them."""
    whole = take(MAKERS[request.param], tmp_path_factory.mktemp(request.param), drawn)
    examples = tuple(
        replace(example, captions=(), labels=(KINDS[place % 2],))
        for place, example in enumerate(whole.data.examples[:24])
    )
    return Known(
        whole.model, replace(whole.data, examples=examples, features=whole.data.features[:24])
    )


def parts(data: TrainingSet) -> Parts:
    places = np.arange(len(data))
    return Parts(places[:16], places[16:16], places[16:])


def method(data: TrainingSet) -> TextClassifier:
    return TextClassifier(data, RunSettings(method="text-classifier", seed=1), CPU)


def test_photos_and_texts_meet_where_the_checkpoint_compares_them(known: Known) -> None:
    space = LabelSpace.of(known.data)
    alignment = space.alignment(known.data, np.arange(16))
    vectors = alignment.read(known.data.features) @ alignment.projection
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    np.testing.assert_allclose(vectors, known.model.derive_text(known.data.features), atol=1e-5)
    mean = known.data.features[:16].astype(np.float32).mean(axis=0)
    np.testing.assert_allclose(alignment.feature_mean, mean, atol=1e-5)


def test_the_classifier_begins_as_what_the_checkpoint_says_of_the_names(known: Known) -> None:
    task = method(known.data).task(parts(known.data))
    names = [known.model.describe_label(label) for label in task.lesson.labels]
    texts = known.model.encode_text([*task.lesson.labels, *names]).reshape(2, 2, -1)
    rows = torch.from_numpy(texts - task.alignment.text_mean)
    expected = functional.normalize(functional.normalize(rows, dim=2).mean(dim=0), dim=1)
    found = functional.normalize(task.module.classifier.weight, dim=1)[:2]
    torch.testing.assert_close(found, expected, atol=1e-4, rtol=1e-3)


def test_photos_held_out_change_nothing_of_what_is_learned(known: Known) -> None:
    replaced = known.data.features.copy()
    replaced[16:] = 7
    asked = torch.from_numpy(known.data.features[:16].astype(np.float32))
    first, second = (
        method(data).task(parts(data)).probabilities(asked)
        for data in (known.data, replace(known.data, features=replaced))
    )
    torch.testing.assert_close(first, second)


def test_a_version_answers_as_the_fit(known: Known, tmp_path: Path) -> None:
    learner = method(known.data)
    task = learner.task(parts(known.data))
    mix = learner.choose_mix(task, parts(known.data))
    config = learner.save(task, mix, tmp_path)
    (tmp_path / CONFIG).write_text(json.dumps({"kind": "text-classifier"} | config))
    features = torch.from_numpy(task.alignment.read(known.data.features))
    expected = task.probabilities(features, task.blend.with_learned_share(mix.share))
    found = TextSupervisedLabels(tmp_path).probabilities(known.data.features)
    np.testing.assert_allclose(found, expected.numpy(), atol=1e-4)
    assert not np.allclose(found, task.probabilities(features, START).numpy(), atol=1e-3)
