"""What the first page shows, read in a worker: what can be learned, from what, earlier runs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.errors import EngineError
from engine.library import Library
from engine.models.versions import Slot
from engine.training.methods import METHODS
from engine.training.readiness import Readiness
from engine.training.report import Report
from engine.training.runs import DATA, RESUMABLE, Run, RunStatus
from imgtext_desktop.training.words import BASELINE, LABELS, LOOKS, WORDS

_MOST_RUNS: Final = 30
_MOST_QUESTIONS: Final = 200


@dataclass(frozen=True, slots=True)
class RunLine:
    """A run in the list of earlier ones.

    Attributes:
        run: The run.
        method: Name of its method.
        created: Seconds since 1970.
        status: Where it stands.
        sentence: Why it failed, in the engine's words; empty otherwise.
        epoch: The last round that was finished.
        before: The deciding measure of the version in use, 0 to 1; None without an exam.
        after: That of the new version.
        is_active: Whether its version answers now.
        can_resume: Whether it can go on.
        has_report: Whether there is a report to show.
    """

    run: Run
    method: str
    created: float
    status: RunStatus
    sentence: str
    epoch: int
    before: float | None
    after: float | None
    is_active: bool
    can_resume: bool
    has_report: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A guess that the user's answer would help with.

    Attributes:
        content_id: The photo.
        content_hash: The same.
        label: What it might show.
    """

    content_id: int
    content_hash: bytes
    label: str


@dataclass(frozen=True, slots=True)
class Overview:
    """All that the first page shows.

    Attributes:
        readiness: By method, in the order of the cards.
        has_baseline: Whether the plain method can be chosen instead of that of the labels.
        runs: Earlier ones, newest first.
        questions: Unsure guesses of the labels in use.
    """

    readiness: Mapping[str, Readiness]
    has_baseline: bool
    runs: tuple[RunLine, ...]
    questions: tuple[Question, ...]


def offered() -> list[str]:
    """Return the methods that have a card."""
    labels = LABELS if LABELS in METHODS else BASELINE
    return [name for name in (labels, WORDS, LOOKS) if name in METHODS]


def read_overview(library: Library) -> Overview:
    """Read it (in a worker)."""
    learning = library.learning
    said = learning.what_is_said()
    methods = offered()
    return Overview(
        readiness={name: learning.readiness(name, said) for name in methods},
        has_baseline=BASELINE in METHODS and BASELINE not in methods,
        runs=tuple(read_runs(library)),
        questions=tuple(read_questions(library)),
    )


def read_runs(library: Library) -> list[RunLine]:
    """Read the earlier runs (in a worker)."""
    active = {library.learning.slot(slot).version for slot in Slot} - {""}
    found = []
    for run in library.learning.runs.all()[:_MOST_RUNS]:
        line = _read_run(run, active)
        if line is not None:
            found.append(line)
    return found


def _read_run(run: Run, active: set[str]) -> RunLine | None:
    try:
        spec = run.spec
    except EngineError:
        return None
    state, report = run.state, run.report
    decided = report.measures.get(report.measure) if report is not None else None
    last = run.epochs()[-1:] if state.status in RESUMABLE else []
    if state.status is RunStatus.WAITING and not last:
        return None  # it has learned nothing yet, or only finds out how long it would take
    return RunLine(
        run=run,
        method=spec.settings.method,
        created=spec.created,
        status=state.status,
        sentence=state.sentence,
        epoch=last[0].epoch if last else 0,
        before=decided.before if decided is not None else None,
        after=decided.after if decided is not None else None,
        is_active=state.version in active,
        can_resume=state.status in RESUMABLE and (run.folder / DATA).is_dir(),
        has_report=report is not None,
    )


def read_questions(library: Library) -> list[Question]:
    """Read the guesses of the labels in use that are worth a question (in a worker)."""
    version = library.slots.state(Slot.LABELS).version
    if not version:
        return []
    unsure = library.guesses.unsure(version, _MOST_QUESTIONS)
    hashes = library.photos.hashes([content for content, _ in unsure])
    return [
        Question(content, hashes[content], guess.name)
        for content, guess in unsure
        if content in hashes
    ]


@dataclass(frozen=True, slots=True)
class ReportData:
    """What the page of a report shows.

    Attributes:
        line: The run.
        report: What came out.
        parent_name: Method of the version it was made from; empty for the built-in model.
        can_mix_gentler: Whether what it learned from is still there.
        can_decide: Whether its version is there and does not answer yet.
    """

    line: RunLine
    report: Report
    parent_name: str
    can_mix_gentler: bool
    can_decide: bool


def read_report(library: Library, run: Run) -> ReportData | None:
    """Read what came out of a run (in a worker); None if nothing has."""
    active = {library.learning.slot(slot).version for slot in Slot} - {""}
    line, report = _read_run(run, active), run.report
    if line is None or report is None:
        return None
    kinds = {card.version: card.kind for card in library.models.store.cards()}
    return ReportData(
        line=line,
        report=report,
        parent_name=kinds.get(report.parent, ""),
        can_mix_gentler=(run.folder / DATA).is_dir(),
        can_decide=report.version in kinds and not line.is_active,
    )
