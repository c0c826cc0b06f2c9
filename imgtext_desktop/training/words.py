"""Methods, rounds, exams and times in words."""

import math
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from engine.training.progress import Stage, TrainingProgress
from engine.training.readiness import Readiness, ReadinessLine, Topic
from imgtext_desktop.training.counts import Counted, counted

BASELINE: Final = "baseline-classifier"
LABELS: Final = "text-classifier"
WORDS: Final = "dual-encoder"
LOOKS: Final = "hash"
LABEL_METHODS: Final = (LABELS, BASELINE)
_FEWEST_SET_ASIDE: Final = 200  # with fewer, every photo takes the exam once
_MOST_NAMED: Final = 6

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class MethodWords:
    """A method as the user knows it.

    Attributes:
        name: What it is called.
        promise: What one gets.
        icon: A Phosphor name.
    """

    name: str
    promise: str
    icon: str


def method_words(method: str) -> MethodWords:
    """Return what a method is called and what it does."""
    if method == WORDS:
        return MethodWords(
            translate("Training", "My words"),
            translate(
                "Training",
                "Search understands photos the way you describe them, and suggests captions.",
            ),
            "quotes",
        )
    if method == LOOKS:
        return MethodWords(
            translate("Training", "My look-alikes"),
            translate(
                "Training",
                "Similar pictures group by what matters to you. A million photos fit in 16 MB.",
            ),
            "intersect",
        )
    return MethodWords(
        translate("Training", "My labels"),
        translate(
            "Training",
            "Every photo gets your own labels, learned from a few examples and what you wrote "
            "about them.",
        ),
        "tag-simple",
    )


def learning_title(method: str) -> str:
    """Return what the job of a run is called."""
    if method == WORDS:
        return translate("Training", "Learning your words")
    if method == LOOKS:
        return translate("Training", "Learning your look-alikes")
    return translate("Training", "Learning your labels")


# -- progress ---------------------------------------------------------------------------------


def round_words(progress: TrainingProgress) -> str:
    """Return which round it is, and of which trial where there are several."""
    words = translate("Training", "Round %1 of %2")
    words = words.replace("%1", number(progress.epoch)).replace("%2", number(progress.epochs))
    trial = trial_words(progress)
    return f"{trial} · {words}" if trial else words


def trial_words(progress: TrainingProgress) -> str:
    """Return which of several trials it is, or that it is the version itself; may be empty.

    With few examples each photo takes the exam once: it is learned from in all trials but one.
    """
    if progress.fits < 2:
        return ""
    if progress.fit == progress.fits - 1:
        return translate("Training", "Final version")
    words = translate("Training", "Trial %1 of %2")
    return words.replace("%1", number(progress.fit + 1)).replace("%2", number(progress.fits - 1))


def stage_words(stage: Stage, *, is_about_labels: bool) -> str:
    """Return what a step of a run does."""
    if stage is Stage.READING and is_about_labels:
        return translate("Training", "Photos and labels read")
    return {
        Stage.READING: translate("Training", "Photos and captions read"),
        Stage.PREPARING: translate("Training", "Copies kept on one side of the exam"),
        Stage.LEARNING: translate("Training", "Learning"),
        Stage.MIXING: translate("Training", "Mixing with the old version so nothing is forgotten"),
        Stage.EXAMINING: translate("Training", "Final exam"),
        Stage.SAVING: translate("Training", "Saving the new version"),
    }[stage]


def seconds_words(seconds: float) -> str:
    """Return a time such as "25 s", "4 min" or "2 h"."""
    if seconds < 90:
        return translate("Training", "%1 s").replace("%1", number(max(1, math.ceil(seconds))))
    if seconds < 90 * 60:
        return translate("Training", "%1 min").replace("%1", number(math.ceil(seconds / 60)))
    return translate("Training", "%1 h").replace("%1", number(round(seconds / 3600)))


def duration_words(seconds: float) -> str:
    """Return how long a run took, such as "1 min 12 s"."""
    minutes, rest = divmod(max(1, round(seconds)), 60)
    if not minutes:
        return seconds_words(rest)
    if minutes >= 90:
        return seconds_words(seconds)
    words = translate("Training", "%1 min %2 s")
    return words.replace("%1", number(minutes)).replace("%2", number(rest))


def estimate_words(seconds: float) -> str:
    """Return how long a run will take, for its card."""
    if seconds < 50:
        return translate("Training", "Less than a minute")
    minutes = max(1, round(seconds / 60))
    if minutes < 90:
        return counted(Counted.MINUTES, minutes)
    return counted(Counted.HOURS, round(minutes / 60))


def number(value: int) -> str:
    """Return a whole number as the user writes it."""
    return QLocale().toString(value)


def percent(share: float) -> str:
    """Return a share of 0 to 1 in percent."""
    return translate("Training", "%1 %").replace("%1", number(round(100 * share)))


def signed(points: int) -> str:
    """Return a difference with its sign; the minus is a real one."""
    if points == 0:
        return number(0)
    return f"+{number(points)}" if points > 0 else f"−{number(-points)}"


def day_words(seconds: float) -> str:
    """Return a day such as "9 Sep"."""
    pattern = translate("Training", "d MMM", "a date as QLocale.toString takes it")
    return QLocale().toString(QDateTime.fromSecsSinceEpoch(int(seconds)).date(), pattern)


def moment_words(seconds: float) -> str:
    """Return a day and time such as "12 Sep 2026, 14:06"."""
    pattern = translate("Training", "d MMM yyyy, HH:mm", "a moment as QLocale.toString takes it")
    return QLocale().toString(QDateTime.fromSecsSinceEpoch(int(seconds)), pattern)


# -- readiness --------------------------------------------------------------------------------


def summary_words(readiness: Readiness) -> tuple[bool, str]:
    """Return whether a method is ready, and why, in one short line for its card."""
    first = readiness.lines[0] if readiness.lines else None
    if first is None or first.topic is Topic.NO_PHOTOS:
        return False, translate("Training", "No photos yet")
    match first.topic:
        case Topic.ENOUGH_LABELS:
            return True, counted(Counted.LABELS_READY, first.count)
        case Topic.FEW_OF_LABEL if readiness.can_start:
            return False, translate("Training", "Works better with more examples")
        case Topic.CAPTIONS if readiness.can_start:
            return True, counted(Counted.CAPTIONED, first.count)
        case Topic.CAPTIONS | Topic.NO_CAPTIONS:
            return False, translate("Training", "Caption a few photos first")
    return False, translate("Training", "Label a few photos first")


def line_words(line: ReadinessLine, *, is_about_labels: bool) -> tuple[str, str]:
    """Return a fact and what it means."""
    count = line.count
    match line.topic:
        case Topic.ENOUGH_LABELS:
            return (
                counted(Counted.LABELS_WITH_ENOUGH, count),
                _named(line),
            )
        case Topic.FEW_OF_LABEL:
            words = counted(Counted.OF_LABEL, count)
            more = translate("Training", "5 or more work better.")
            return words.replace("%1", line.label), more
        case Topic.NO_LABELS:
            return (
                translate("Training", "No photo has a label"),
                translate("Training", "Give at least two photos a label first."),
            )
        case Topic.CAPTIONS | Topic.NO_CAPTIONS:
            return _caption_words(count, is_about_labels=is_about_labels)
        case Topic.NO_PHOTOS:
            return (
                translate("Training", "No photo can be searched yet"),
                translate("Training", "Add a folder of photos first."),
            )
    return _exam_words(line)


def _caption_words(count: int, *, is_about_labels: bool) -> tuple[str, str]:
    words = counted(Counted.HAVE_CAPTIONS, count)
    why = translate("Training", "The more you describe, the better it understands.")
    if not count:
        words = translate("Training", "No photo has a caption")
        why = translate("Training", "Write captions for at least two photos first.")
    if is_about_labels:
        why = translate("Training", "Captions help when examples are few.")
    return words, why


def _exam_words(line: ReadinessLine) -> tuple[str, str]:
    if not line.is_good:
        return (
            counted(Counted.TOO_FEW_FOR_EXAM, line.count),
            translate("Training", "20 or more are needed to tell whether it got better."),
        )
    if line.count < _FEWEST_SET_ASIDE or line.topic is not Topic.EXAM:
        return (
            counted(Counted.TAKE_EXAM, line.count),
            translate("Training", "Each is put to a trial version that has not learned from it."),
        )
    return (
        counted(Counted.SET_ASIDE, line.count),
        translate(
            "Training", "The program never learns from these. They prove whether it got better."
        ),
    )


def _named(line: ReadinessLine) -> str:
    named = list((line.labels or {}).items())
    words = [f"{label} {number(count)}" for label, count in named[:_MOST_NAMED]]
    if len(named) > _MOST_NAMED:
        words.append(counted(Counted.MORE, len(named) - _MOST_NAMED))
    return " · ".join(words)
