"""What the tests of S1 share: texts whose words have vectors, and small fits."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from engine.models.classifier import Alignment
from engine.models.versions import CONFIG
from engine.training.examples import TrainingSet
from engine.training.settings import RunSettings
from engine.training.splits import Parts
from engine.training.text_classifier import TextClassifier
from engine.training.text_classifier_data import make_lesson
from engine.training.text_classifier_options import Options
from engine.training.text_classifier_task import TextClassifierTask
from tests.engine.training.made_set import made_set

CPU = torch.device("cpu")
DIM = 32


class WordTexts:
    """A real, tiny text model: the sum of a fixed random vector for each word."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = [
            sum(
                (
                    np.random.default_rng(list(word.encode())).normal(size=DIM)
                    for word in text.strip(".").lower().split()
                ),
                np.zeros(DIM),
            )
            for text in texts
        ]
        return np.array(rows, np.float32).reshape(len(texts), DIM)


def unit(*shape: int, seed: int = 0) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    return functional.normalize(torch.randn(*shape, generator=generator), dim=-1)


ALIGNMENT = Alignment(
    feature_mean=np.full(1280, 0.7, np.float32),
    projection=(0.03 * np.random.default_rng(0).normal(size=(1280, DIM))).astype(np.float32),
    text_mean=np.zeros(DIM, np.float32),
)


def all_train(data: TrainingSet) -> Parts:
    nothing = np.zeros(0, np.int64)
    return Parts(data.labelled(), nothing, nothing)


def new_task(
    data: TrainingSet, parts: Parts | None = None, **options: object
) -> TextClassifierTask:
    checked = Options.model_validate(options)
    lesson = make_lesson(data, parts or all_train(data), checked, alignment=ALIGNMENT, seed=0)
    return TextClassifierTask(lesson, checked, ALIGNMENT, WordTexts(), CPU)


def learn(task: TextClassifierTask, steps: int = 30) -> None:
    optimizer = task.optimizers()["main"]
    for epoch in range(steps):
        for batch in task.batches(epoch, torch.Generator().manual_seed(epoch)):
            optimizer.zero_grad()
            task.losses(batch)["loss"].backward()
            optimizer.step()


def save_version(
    data: TrainingSet, parts: Parts, folder: Path
) -> tuple[Path, TrainingSet, TextClassifierTask]:
    method = TextClassifier(data, RunSettings(method="text-classifier"), CPU)
    task = method.task(parts)
    learn(task, 2)
    config = method.save(task, method.choose_mix(task, parts), folder)
    kind = {"kind": "text-classifier", "feature_space": data.feature_space}
    (folder / CONFIG).write_text(json.dumps(kind | config))
    return folder, data, task


def save_three_labels(folder: Path) -> tuple[Path, TrainingSet, TextClassifierTask]:
    data = made_set({"dog": 30, "cat": 30, "sea": 30}, unsaid=60, noise=1.5, seed=5)
    photos = np.arange(90)
    parts = Parts(photos[photos % 3 != 0], photos[photos % 3 == 0], np.zeros(0, np.int64))
    return save_version(data, parts, folder)
