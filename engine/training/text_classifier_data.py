"""What a fit of S1 learns from, as tensors: labels in groups, captions, background, rejections."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from engine.models.classifier import Alignment
from engine.training.examples import TrainingSet
from engine.training.label_background import find_background
from engine.training.label_blend import FEWEST_TO_CHOOSE
from engine.training.label_captions import BUILT_IN, CaptionTable, Wording, tabulate
from engine.training.label_exam import label_names, label_targets, pick_background
from engine.training.label_groups import group_labels, read_groups
from engine.training.splits import Indices, Parts
from engine.training.text_classifier_options import Options

# Of the background photos, so many are kept back to set thresholds by.
_KEPT_BACK_SHARE = 0.2
# Photos of which nothing is said are looked at for background ones: so many times what is wanted.
_LOOK_AT = 4


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """One fit's photos. Classes are the labels, then a background class for each group.

    Attributes:
        labels: The names.
        groups: The columns of each group of classes that exclude each other, int64. A group has
            its background class where there are photos for it.
        features: Pooled features, float32 [n, f]: labelled photos, background, and those of which
            only a rejection is known.
        captions: Of the same photos.
        targets: float32 [n, classes]; adds up to 1 in each group of which something is known.
        rejected: float32 [n, classes], 1 for a label that the user said the photo has not.
        checked_features: Of the photos to choose by, labelled ones first, float32 [m, f].
        checked_targets: float32 [m, classes].
        checked_labelled: How many of them are labelled.
        checked_names: Content hashes of these.
        wording: Of the text model.
    """

    labels: tuple[str, ...]
    groups: tuple[torch.Tensor, ...]
    features: torch.Tensor
    captions: CaptionTable
    targets: torch.Tensor
    rejected: torch.Tensor
    checked_features: torch.Tensor
    checked_targets: torch.Tensor
    checked_labelled: int
    checked_names: Sequence[str] = ()
    wording: Wording = BUILT_IN

    def __len__(self) -> int:
        return len(self.features)

    @property
    def has_background(self) -> bool:
        """Whether every group has a background class."""
        return bool((self.targets[:, len(self.labels) :].sum(dim=0) > 0).all())


def make_lesson(  # noqa: PLR0913
    data: TrainingSet,
    parts: Parts,
    options: Options,
    *,
    alignment: Alignment,
    seed: int,
    wording: Wording = BUILT_IN,
) -> Lesson:
    """Collect what is learned from.

    Args:
        data: The snapshot.
        parts: Of the labelled photos; nothing is read of the held-out ones but their groups.
        options: Checked.
        alignment: What is read of stored features.
        seed: Of the draw among photos of which nothing is said.
        wording: Of the text model.

    Raises:
        TrainingError: The groups that the options name do not fit the labels.
    """
    labels = label_names(data)
    said = [data.examples[photo].labels for photo in parts.train]
    members = read_groups(options.groups, labels) if options.groups else group_labels(labels, said)
    rejecting = _only_rejecting(data, parts)
    unsaid = pick_background(data, parts, most=_LOOK_AT * options.background, seed=seed)
    unsaid = np.setdiff1d(unsaid, rejecting)
    train_targets = label_targets(data, labels, parts.train).numpy()
    is_none = find_background(
        alignment.read(data.features[unsaid]),
        alignment.read(data.features[parts.train]),
        train_targets,
        alignment.feature_mean,
    )
    random = np.random.default_rng(seed)
    none_of_them = random.permutation(unsaid[is_none])[: options.background]
    can_choose = len(parts.validation) >= FEWEST_TO_CHOOSE
    kept_back = round(_KEPT_BACK_SHARE * len(none_of_them)) if can_choose else 0
    checked_none, learned_none = none_of_them[:kept_back], none_of_them[kept_back:]

    learned = np.concatenate([parts.train, learned_none, rejecting])
    checked = np.concatenate([parts.validation, checked_none])
    targets = _class_targets(label_targets(data, labels, learned), members)
    targets[len(learned) - len(rejecting) :] = 0
    return Lesson(
        labels=labels,
        groups=_columns(members, targets, len(labels)),
        features=torch.from_numpy(alignment.read(data.features[learned])),
        captions=tabulate([data.examples[photo] for photo in learned], wording=wording),
        targets=targets,
        rejected=_rejected(data, labels, learned, classes=targets.shape[1]),
        checked_features=torch.from_numpy(alignment.read(data.features[checked])),
        checked_targets=_class_targets(label_targets(data, labels, checked), members),
        checked_labelled=len(parts.validation),
        checked_names=[data.examples[photo].content_hash for photo in parts.validation],
        wording=wording,
    )


def class_balance(targets: torch.Tensor) -> torch.Tensor:
    """Return how much a photo of each class counts, so that all classes count alike: [classes]."""
    counts = targets.sum(dim=0)
    return torch.where(counts > 0, len(targets) / counts.clamp(min=1e-6), 0.0)


def _only_rejecting(data: TrainingSet, parts: Parts) -> Indices:
    """Return the photos with a rejection and no label that are no copy of one kept apart."""
    groups = data.groups
    taken = np.unique(groups[np.concatenate([parts.validation, parts.held_out])])
    found = [
        photo
        for photo, example in enumerate(data.examples)
        if example.rejected and not example.labels and example.group not in taken
    ]
    return np.array(found, np.int64)


def _class_targets(targets: torch.Tensor, members: Sequence[Sequence[int]]) -> torch.Tensor:
    """Turn labels had, [n, labels], into shares of classes, [n, labels + groups]."""
    count = targets.shape[1]
    found = torch.zeros(len(targets), count + len(members))
    for number, group in enumerate(members):
        columns = torch.tensor(group)
        had = targets[:, columns]
        total = had.sum(dim=1, keepdim=True)
        found[:, columns] = had / total.clamp(min=1)
        found[:, count + number] = (total[:, 0] == 0).float()
    return found


def _columns(
    members: Sequence[Sequence[int]], targets: torch.Tensor, labels: int
) -> tuple[torch.Tensor, ...]:
    has_background = (targets[:, labels:].sum(dim=0) > 0).tolist()
    return tuple(
        torch.tensor([*group, labels + number] if has_background[number] else list(group))
        for number, group in enumerate(members)
    )


def _rejected(
    data: TrainingSet, labels: Sequence[str], photos: Indices, *, classes: int
) -> torch.Tensor:
    number = {label: index for index, label in enumerate(labels)}
    found = torch.zeros(len(photos), classes)
    for row, photo in enumerate(photos):
        for label in data.examples[photo].rejected:
            if label in number:
                found[row, number[label]] = 1
    return found
