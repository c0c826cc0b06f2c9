"""What came out of a run: the verdict and its evidence. Plain values, kept as JSON."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

from engine.training.answers import Answer
from engine.training.progress import Stopped

FEWEST_EXAMINED = 20


class Verdict(StrEnum):
    """What the exam says; from the interval of the paired difference, never from the mean alone."""

    BETTER = "better"
    SAME = "same"
    WORSE = "worse"
    TOO_FEW = "too_few"


@dataclass(frozen=True, slots=True)
class Measured:
    """One measure before and after, shares of 0 to 1 unless the name says otherwise.

    Attributes:
        before: Of the version in use.
        after: Of the new version, mixed as it would be adopted.
        pure: Of the method alone, without any mix.
        after_range: 95 % interval of ``after``, over photos.
        gain: ``after - before``.
        gain_range: 95 % interval of the paired difference, over photos.
    """

    before: float
    after: float
    pure: float
    after_range: tuple[float, float]
    gain: float
    gain_range: tuple[float, float]


@dataclass(frozen=True, slots=True)
class GeneralCheck:
    """What the new version still knows of what it was not trained on.

    Attributes:
        before: Share right before; 1 where "before" defines what is right.
        after: Share right after.
        count: Questions asked.
        is_worse: Whether the drop is clear.
        what: Name of the check.
    """

    before: float
    after: float
    count: int
    is_worse: bool
    what: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that is shown of a finished run.

    Attributes:
        run: Name of the run.
        method: Name of the method.
        version: The version it made.
        parent: The version it was made from and is compared with.
        verdict: What the exam says.
        measure: Which of ``measures`` decides.
        measures: By name, in the order to show.
        examined: Photos in the exam.
        questions: Questions in the exam: captions, or photos.
        searched: How many photos each caption was looked for among, 0 for other exams.
        learned: Photos that were learned from.
        captions: Captions that were learned from.
        labels: Labels that were learned.
        mix: Share of the new version in what would be adopted, 0 to 1.
        is_mix_at_parent: Whether validation saw no gain at all in the new version.
        general: The general check, or None where the method has none.
        answers: Questions of the exam with both answers.
        stopped: Why the last fit ended.
        epochs: Epochs of the last fit.
        best_epoch: The epoch it kept.
        seconds: Time of the run.
        size_bytes: Size of the version.
        notes: Sentences for the user, such as that a fallback was taken.
        train: Measures of the last epoch on what was learned.
    """

    run: str
    method: str
    version: str
    parent: str
    verdict: Verdict
    measure: str
    measures: Mapping[str, Measured]
    examined: int
    questions: int
    searched: int
    learned: int
    captions: int
    labels: int
    mix: float
    is_mix_at_parent: bool
    general: GeneralCheck | None
    answers: tuple[Answer, ...]
    stopped: Stopped
    epochs: int
    best_epoch: int
    seconds: float
    size_bytes: int
    notes: tuple[str, ...] = ()
    train: Mapping[str, float] = field(default_factory=dict)

    @property
    def is_recommended(self) -> bool:
        """Whether adopting is what we would do."""
        has_forgotten = self.general is not None and self.general.is_worse
        return self.verdict is Verdict.BETTER and not has_forgotten and not self.is_mix_at_parent

    def save(self, path: Path) -> None:
        """Write it as JSON."""
        path.write_text(json.dumps(asdict(self), indent=1), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read it back.

        Raises:
            OSError: The file cannot be read.
            ValueError: It is no report.
        """
        values: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        try:
            general = values["general"]
            values |= {
                "verdict": Verdict(values["verdict"]),
                "stopped": Stopped(values["stopped"]),
                "measures": {
                    name: Measured(
                        **measured
                        | {
                            "after_range": tuple(measured["after_range"]),
                            "gain_range": tuple(measured["gain_range"]),
                        }
                    )
                    for name, measured in values["measures"].items()
                },
                "general": None if general is None else GeneralCheck(**general),
                "answers": tuple(Answer(**answer) for answer in values["answers"]),
                "notes": tuple(values["notes"]),
            }
            return cls(**values)
        except (KeyError, TypeError) as error:
            raise ValueError(f"{path} is no report") from error


def verdict_of(measured: Measured, examined: int) -> Verdict:
    """Judge a measure by the interval of its paired difference.

    Args:
        measured: The measure that decides.
        examined: Photos in the exam; under 20 nothing is said.
    """
    if examined < FEWEST_EXAMINED:
        return Verdict.TOO_FEW
    low, high = measured.gain_range
    if low > 0:
        return Verdict.BETTER
    return Verdict.WORSE if high < 0 else Verdict.SAME
