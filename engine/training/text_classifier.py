"""S1, the text-supervised classifier: labels learned from a few photos and their captions.

Images and captions go through two extractors (claim S1-1b). One loss pulls an image to its captions
by their weights (S1-1c, S1-3), the other compares the classifier's answer with the annotated label
(S1-1d); their sum is minimised until a stop condition is met (S1-1e, S1-1f). The classifier begins
as text (S1-4, S1-5). Groups of labels with a background class, rejections and the blend that is
shipped are the product's own.
"""

from dataclasses import asdict
from pathlib import Path
from typing import ClassVar

import numpy as np
import torch
from safetensors.torch import save_file

from engine.models.versions import WEIGHTS
from engine.training import text_classifier_options
from engine.training.examples import TrainingSet
from engine.training.label_blend import START
from engine.training.label_exam import LabelExam, label_names
from engine.training.label_space import LabelSpace
from engine.training.label_thresholds import choose_thresholds
from engine.training.method import Method, Mix
from engine.training.outcomes import Exam
from engine.training.settings import RunSettings
from engine.training.splits import Parts
from engine.training.task import Task
from engine.training.text_classifier_data import Lesson, make_lesson
from engine.training.text_classifier_options import Options
from engine.training.text_classifier_task import TextClassifierTask


class TextClassifier(Method):
    """See the module."""

    name: ClassVar[str] = "text-classifier"
    measure: ClassVar[str] = "accuracy"

    def __init__(
        self,
        data: TrainingSet,
        settings: RunSettings,
        device: torch.device,
        parent: Path | None = None,
    ) -> None:
        super().__init__(data, settings, device, parent)
        self._options = text_classifier_options.read(settings)
        self._labels = label_names(data)
        self._exam = LabelExam(data, self._labels, parent)
        self._space = LabelSpace.of(data)
        self._notes: tuple[str, ...] = ()

    @property
    def options(self) -> Options:
        """The checked options."""
        return self._options

    @property
    def notes(self) -> tuple[str, ...]:
        """What the last fit met."""
        return self._notes

    def task(self, parts: Parts) -> TextClassifierTask:
        """Prepare a fit."""
        seen = np.setdiff1d(np.arange(len(self.data)), parts.held_out)
        alignment = self._space.alignment(self.data, seen)
        lesson = make_lesson(
            self.data,
            parts,
            self._options,
            alignment=alignment,
            seed=self.settings.seed,
            wording=self._space.wording,
        )
        self._notes = tuple(_notes(lesson, len(parts.train)))
        return TextClassifierTask(lesson, self._options, alignment, self._space.texts, self.device)

    def choose_mix(self, task: Task, parts: Parts) -> Mix:
        """Let validation photos choose the blend; the share is that of all that was learned."""
        assert isinstance(task, TextClassifierTask)
        return Mix(task.blend.learned_share, is_chosen=task.blend.is_chosen)

    def exam(self, task: Task, parts: Parts, mix: Mix) -> Exam:
        """Compare the answers on held-out photos with those of the version in use."""
        assert isinstance(task, TextClassifierTask)
        blend = task.blend.with_learned_share(mix.share)
        features = torch.from_numpy(task.alignment.read(self.data.features[parts.held_out]))
        return self._exam.compare(
            parts.held_out,
            after=task.probabilities(features, blend).numpy(),
            pure=task.probabilities(features).numpy(),
            start=task.probabilities(features, START).numpy(),
        )

    def save(self, task: Task, mix: Mix, folder: Path) -> dict[str, object]:
        """Write the blend: see :class:`engine.models.text_label_model.TextSupervisedLabels`."""
        assert isinstance(task, TextClassifierTask)
        lesson, blend = task.lesson, task.blend.with_learned_share(mix.share)
        tensors = {name: value.cpu().contiguous() for name, value in task.tensors(blend).items()}
        save_file(tensors, folder / WEIGHTS)
        return {
            "labels": list(self._labels),
            "thresholds": choose_thresholds(
                task.probabilities(lesson.checked_features, blend).numpy(),
                lesson.checked_targets[:, : len(self._labels)].numpy() > 0,
            ),
            "groups": [columns.tolist() for columns in lesson.groups],
            "blend": asdict(blend),
        }


def _notes(lesson: Lesson, photos: int) -> list[str]:
    captions, notes = lesson.captions, list[str]()
    if captions.template_photos:
        notes.append(
            f"{captions.template_photos} of {photos} photos have no caption; sentences made of "
            "their labels stand for it."
        )
    if captions.unread:
        notes.append(
            f"{captions.unread} captions are in a language that the model does not read; they "
            "were left out."
        )
    if not lesson.has_background:
        notes.append(
            "No photo is known to have none of the labels, so every photo will get one; add "
            "photos without a label."
        )
    return notes
