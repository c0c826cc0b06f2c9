"""What the exam says, in the user's words."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from engine.training.progress import Stopped
from engine.training.report import Measured, Report, Verdict
from imgtext_desktop.training.counts import Counted, counted
from imgtext_desktop.training.words import LOOKS, WORDS, number, percent

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict as it is shown.

    Attributes:
        title: In short.
        sentence: The evidence, and what to do.
        tint: ``"good"``, ``"warn"``, ``"bad"`` or ``"calm"``.
        icon: A Phosphor name.
    """

    title: str
    sentence: str
    tint: str
    icon: str


def judge(report: Report) -> Judgement:
    """Say what came out."""
    if report.verdict is Verdict.BETTER and report.general is not None and report.general.is_worse:
        return Judgement(
            translate("Training", "Better on your photos, worse at everything else"),
            _forgot(report),
            "warn",
            "warning-fill",
        )
    if report.verdict is Verdict.BETTER and not report.is_mix_at_parent:
        return Judgement(_better(report), _evidence(report), "good", "check-circle-fill")
    if report.verdict is Verdict.WORSE:
        return Judgement(
            translate("Training", "The new version is worse on your photos"),
            _joined(_evidence(report), translate("Training", "We suggest to keep the old one.")),
            "bad",
            "x-circle-fill",
        )
    if report.verdict is Verdict.TOO_FEW:
        return Judgement(
            translate("Training", "Too few photos to tell"),
            _joined(
                counted(Counted.EXAMINED_TOO_FEW, report.examined),
                translate(
                    "Training", "20 or more are needed. Label or caption more, then learn again."
                ),
            ),
            "calm",
            "info",
        )
    if report.is_mix_at_parent:
        return Judgement(
            translate("Training", "No gain on your photos"),
            translate(
                "Training",
                "Mixing in what was learned did not help. We suggest to keep the old version.",
            ),
            "calm",
            "info",
        )
    return Judgement(
        translate("Training", "No clear difference"),
        _joined(_evidence(report), translate("Training", "We suggest to keep the old version.")),
        "calm",
        "info",
    )


def measure_words(name: str) -> str:
    """Return what a measure is called; its own name if it is not known."""
    return {
        "accuracy": translate("Training", "Right label first"),
        "R@1": translate("Training", "Right photo first"),
        "R@5": translate("Training", "… in the first 5"),
        "R@10": translate("Training", "… in the first 10"),
        "mAP": translate("Training", "Look-alikes before others"),
        "precision@radius2": translate("Training", "Right within distance 3"),
    }.get(name, name)


def measures_of(report: Report) -> list[tuple[str, Measured]]:
    """Return the measures that can be shown on an axis of 0 to 100, by what they are called."""
    found = []
    for name, measured in report.measures.items():
        values = (measured.before, measured.after, *measured.after_range)
        if all(0 <= value <= 1 for value in values):
            found.append((measure_words(name), measured))
    return found


def exam_words(report: Report) -> str:
    """Return what the exam was."""
    photos = counted(Counted.EXAMINED, report.examined)
    if report.questions == report.examined:
        return photos
    captions = counted(Counted.CAPTIONS, report.questions)
    return f"{photos}, {captions}"


def searched_words(report: Report) -> str:
    """Return among how many photos each caption was looked for; may be empty."""
    if not report.searched:
        return ""
    return counted(Counted.SEARCHED, report.searched)


def rounds_words(report: Report) -> str:
    """Return how many rounds there were and why they ended."""
    why = {
        Stopped.MAX_EPOCHS: "",
        Stopped.CONVERGED: translate("Training", "no more gain"),
        Stopped.THRESHOLD: translate("Training", "good enough"),
        Stopped.CANCELLED: translate("Training", "stopped"),
    }[report.stopped]
    rounds = number(report.epochs)
    if not why:
        return rounds
    return translate("Training", "%1, %2").replace("%1", rounds).replace("%2", why)


def _better(report: Report) -> str:
    if report.method == WORDS:
        return translate("Training", "The new version finds your photos better")
    if report.method == LOOKS:
        return translate("Training", "The new version groups your photos better")
    return translate("Training", "The new version labels your photos better")


def _evidence(report: Report) -> str:
    measured = report.measures.get(report.measure)
    if measured is None:
        return ""
    what = {WORDS: Counted.FOUND_IN_TEN, LOOKS: Counted.LOOK_ALIKES}
    words = counted(what.get(report.method, Counted.RIGHT_LABEL), report.examined)
    return words.replace("%1", percent(measured.after)).replace("%2", percent(measured.before))


def _forgot(report: Report) -> str:
    general = report.general
    assert general is not None
    words = translate(
        "Training",
        "It learned from you but forgot other things: %1 before, %2 after on the general check. A "
        "gentler mix keeps most of the gain.",
    )
    if report.method == LOOKS:
        words = translate(
            "Training",
            "It groups by your labels, but photos that only look alike lie far apart now: %1 "
            "before, %2 after on the general check.",
        )
    return words.replace("%1", percent(general.before)).replace("%2", percent(general.after))


def _joined(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)
