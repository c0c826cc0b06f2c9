"""Is there enough to learn from? What is there, what is missing and what to add. No torch."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.training.methods import MethodInfo, Needs

FEW_EXAMPLES = 5  # of a label; fewer work, more work better
FEWEST_PHOTOS = 2


class Topic(StrEnum):
    """What a line of the readiness is about."""

    ENOUGH_LABELS = "enough labels"
    FEW_OF_LABEL = "few of a label"
    NO_LABELS = "no labels"
    CAPTIONS = "captions"
    NO_CAPTIONS = "no captions"
    EXAM = "exam"
    NO_EXAM = "no exam"
    NO_PHOTOS = "no photos"


@dataclass(frozen=True, slots=True)
class ReadinessLine:
    """One fact.

    Attributes:
        topic: What it is about.
        is_good: Whether all is well with it.
        count: A number of photos or labels.
        label: The label it is about, or empty.
        labels: Photos by label, for a list.
    """

    topic: Topic
    is_good: bool
    count: int = 0
    label: str = ""
    labels: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether a run can begin.

    Attributes:
        can_start: Whether there is anything to learn from.
        lines: The facts, as they are shown.
    """

    can_start: bool
    lines: tuple[ReadinessLine, ...]


@dataclass(frozen=True, slots=True)
class WhatIsSaid:
    """What the library holds to learn from.

    Attributes:
        labels: Photos by label.
        labelled: Photos with a label.
        captioned: Photos with a caption.
        photos: Photos that can be searched.
    """

    labels: Counter[str]
    labelled: int
    captioned: int
    photos: int


def readiness(info: MethodInfo, said: WhatIsSaid) -> Readiness:
    """Tell whether a method can learn, and what would help it."""
    if not said.photos:
        return Readiness(can_start=False, lines=(ReadinessLine(Topic.NO_PHOTOS, is_good=False),))
    if info.needs is Needs.LABELS:
        lines, usable = _labels(said)
    else:
        lines, usable = _captions(said)
    can_start = usable >= FEWEST_PHOTOS
    if can_start:
        examined = usable // 5 if usable >= 1000 else usable
        lines.append(ReadinessLine(Topic.EXAM, is_good=usable >= 20, count=examined))
    return Readiness(can_start, tuple(lines))


def _labels(said: WhatIsSaid) -> tuple[list[ReadinessLine], int]:
    if not said.labels:
        return [ReadinessLine(Topic.NO_LABELS, is_good=False)], 0
    lines = []
    enough = {name: count for name, count in said.labels.most_common() if count >= FEW_EXAMPLES}
    if enough:
        lines.append(
            ReadinessLine(Topic.ENOUGH_LABELS, is_good=True, count=len(enough), labels=enough)
        )
    for name, count in sorted(said.labels.items(), key=lambda item: (item[1], item[0])):
        if count < FEW_EXAMPLES:
            lines.append(ReadinessLine(Topic.FEW_OF_LABEL, is_good=False, count=count, label=name))
    lines.append(_captioned(said))
    return lines, said.labelled


def _captions(said: WhatIsSaid) -> tuple[list[ReadinessLine], int]:
    return [_captioned(said)], said.captioned


def _captioned(said: WhatIsSaid) -> ReadinessLine:
    topic = Topic.CAPTIONS if said.captioned else Topic.NO_CAPTIONS
    return ReadinessLine(topic, is_good=said.captioned > 0, count=said.captioned)
