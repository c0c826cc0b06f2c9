"""A whole run: fits, mixes, the exam, the report and the new version.

It reads and writes its own folder and adds one version to the library's; nothing that is in use
changes. Interrupted, it goes on where it was: fits that are finished are not learned again.
"""

import errno
import time
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from safetensors import SafetensorError

from engine.errors import TrainingError
from engine.models.versions import Card, Slot, VersionStore
from engine.training import methods
from engine.training.device import choose_device
from engine.training.examples import TrainingSet
from engine.training.method import Method, Mix
from engine.training.methods import Needs
from engine.training.outcomes import Exam, join, measure
from engine.training.progress import Stage, TrainingProgress
from engine.training.report import GeneralCheck, Measured, Report, Verdict, verdict_of
from engine.training.runs import DATA, Run
from engine.training.splits import Candidates, Parts, Plan, make_plan
from engine.training.task import Task
from engine.training.trainer import Control, FitPlace, Fitted, fit
from engine.training.world import ALONE, World


def execute(run: Run, control: Control) -> Report:
    """Do a run, or what is left of it.

    Args:
        run: Its folder, with the snapshot.
        control: Hears of progress, and may stop or pause.

    Returns:
        The report, which is also saved; the version is in the library's store.

    Raises:
        RunCancelledError: It was stopped; it can be resumed.
        EngineError: Why it cannot go on.
    """
    report = execute_together(run, control, ALONE)
    assert report is not None
    return report


def execute_together(run: Run, control: Control, world: World) -> Report | None:
    """Do a run in several processes, all over one folder; see :func:`execute`.

    Args:
        run: Its folder, with the snapshot.
        control: Hears of progress of this process, and may stop it.
        world: Who does it together.

    Returns:
        The report; None for all but the first process.

    Raises:
        RunCancelledError: It was stopped; it can be resumed.
        EngineError: Why it cannot go on.
    """
    try:
        return _Execution(run, control, world).do()
    except SafetensorError as error:  # its only way to say that it could not write
        raise _disk_full() from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise _disk_full() from error
        raise TrainingError(
            f"The run cannot read or write its files ({error.strerror}). Your search is unchanged. "
            "Check the disk and resume."
        ) from error


def _disk_full() -> TrainingError:
    return TrainingError("The disk is full. Your search is unchanged. Free some space and resume.")


# A version that has learned from more of the photos than this is no fair comparison on them.
_MOST_KNOWN = 0.2


def plan_of(data: TrainingSet, needs: Needs, *, seed: int, learned: frozenset[str]) -> Plan:
    """Divide the photos of a snapshot that a method can use; see :func:`splits.make_plan`."""
    photos = data.labelled() if needs is Needs.LABELS else data.captioned()
    examples = [data.examples[photo] for photo in photos]
    counts = Counter(label for example in examples for label in example.labels)
    rarest = [
        min(example.labels, key=lambda label: (counts[label], label), default="")
        for example in examples
    ]
    candidates = Candidates(
        photos=photos,
        groups=[example.group for example in examples],
        strata=rarest,
        names=[example.content_hash for example in examples],
    )
    return make_plan(candidates, seed=seed, learned=learned)


@dataclass(frozen=True, slots=True)
class _Fit:
    """A finished fit; the task holds its best modules."""

    task: Task
    fitted: Fitted
    mix: Mix
    parts: Parts


class _Execution:
    def __init__(self, run: Run, control: Control, world: World) -> None:
        self._run = run
        self._world = world
        self._spec = run.spec
        self._control = control
        self._started = time.monotonic()
        self._spent = run.state.seconds
        self._store = VersionStore(self._spec.models)
        self._fits = 1
        self._notes: tuple[str, ...] = ()

    def do(self) -> Report | None:
        self._tell(Stage.READING)
        data = replace(TrainingSet.load(self._run.folder / DATA), models=self._store.folder)
        info = methods.info_of(self._spec.settings.method)
        groups = len(set(data.groups[data.labelled()])) if info.needs is Needs.LABELS else 0
        self._tell(Stage.PREPARING, note=str(groups))
        method = self._make_method_in_turn(data)
        plan = plan_of(  # of what the method can use: a part without any could not be asked
            method.data,
            info.needs,
            seed=self._spec.settings.seed,
            learned=self._learned_by_parent(),
        )
        self._fits = len(plan.exams) + (plan.final is not None)
        exams: list[Exam] = []
        last: _Fit | None = None
        for number, parts in enumerate(plan.exams):
            last = self._fit(method, parts, number)
            if self._world.is_first:
                self._tell(Stage.EXAMINING, fit=number)
                exams.append(method.exam(last.task, parts, last.mix))
        if plan.final is not None:
            last = self._fit(method, plan.final, len(plan.exams))
        assert last is not None
        return self._conclude(method, plan, last, exams) if self._world.is_first else None

    def _learned_by_parent(self) -> frozenset[str]:
        if not self._spec.parent:
            return frozenset()
        return frozenset(self._store.card(self._spec.parent).learned_from)

    def _make_method_in_turn(self, data: TrainingSet) -> Method:
        """Let the first process make what is kept beside the photos, for the others to read."""
        if not self._world.is_first:
            self._world.wait()
        method = self._make_method(data)
        if self._world.is_first:
            self._world.wait()
        return method

    def _parent_of(self, data: TrainingSet) -> Path | None:
        """Return the version in use, unless a comparison with it says nothing.

        It may read features of another model than there are, or know the answers: where photos are
        few, what is adopted has learned from all of them.
        """
        if not self._spec.parent:
            return None
        card = self._store.card(self._spec.parent)
        if card.slot is not Slot.RETRIEVAL and card.feature_space != data.feature_space:
            return None
        if self._would_know(data):
            self._notes = (
                "The version in use has learned from these photos and would know the answers; the "
                "comparison is with what there is before any training.",
            )
            return None
        return self._store.check(card.version)

    def _would_know(self, data: TrainingSet) -> bool:
        learned = self._learned_by_parent()
        needs, seed = methods.info_of(self._spec.settings.method).needs, self._spec.settings.seed
        exams = plan_of(data, needs, seed=seed, learned=learned).exams
        asked = {data.examples[photo].content_hash for exam in exams for photo in exam.held_out}
        return len(asked & learned) > _MOST_KNOWN * len(asked)

    def _make_method(self, data: TrainingSet) -> Method:
        settings = self._spec.settings
        kind = methods.load(settings.method)
        device = choose_device(settings.device)
        parent = self._parent_of(data)
        method = kind(data, settings, device, parent)
        if self._spec.smaller_steps:
            size = max(1, method.options.batch_size >> self._spec.smaller_steps)
            options = {**settings.options, "batch_size": str(size)}
            method = kind(data, settings.model_copy(update={"options": options}), device, parent)
        return method

    def _fit(self, method: Method, parts: Parts, number: int) -> _Fit:
        self._tell(Stage.PREPARING, fit=number)
        torch.manual_seed(self._spec.settings.seed)  # of the modules' first weights
        task = method.task(parts)
        fitted = fit(
            task,
            method.options,
            _FitControl(self._control, self._run, number, self._fits, self._world),
            FitPlace(
                self._run.folder / f"fit-{number}",
                self._spec.settings.seed,
                method.device,
                self._world,
            ),
        )
        self._tell(Stage.MIXING, fit=number)
        chosen = self._spec.mix
        mix = method.choose_mix(task, parts) if chosen is None else Mix(chosen, is_chosen=False)
        return _Fit(task, fitted, mix, parts)

    def _conclude(self, method: Method, plan: Plan, last: _Fit, exams: list[Exam]) -> Report:
        self._tell(Stage.EXAMINING, fit=self._fits - 1)
        general = method.general_check(last.task, last.mix)
        exam = join(exams) if exams else None
        if exam is not None and not len(exam.after.photos):
            exam = None  # nothing could be asked, as where each label has one photo and its copies
        measures = measure(exam, seed=self._spec.settings.seed) if exam is not None else {}
        self._tell(Stage.SAVING, fit=self._fits - 1)
        learned = _learned(method.data, last.parts)
        card = Card(
            version="",
            slot=methods.info_of(method.name).slot,
            kind=method.name,
            parent=self._spec.parent or method.data.feature_space,
            feature_space=method.data.feature_space,
            learned=_counts(method.data, last.parts),
            metrics=_card_metrics(measures, general, method.measure),
            learned_from=learned,
            as_of=method.data.taken,
        )
        card = self._store.add(card, lambda folder: method.save(last.task, last.mix, folder))
        report = Report(
            run=self._run.name,
            method=method.name,
            version=card.version,
            parent=card.parent,
            verdict=_verdict(measures.get(method.measure), plan),
            measure=method.measure,
            measures=measures,
            examined=plan.held_out_count,
            questions=len(exam.after.photos) if exam is not None else 0,
            searched=exam.searched if exam is not None else 0,
            learned=card.learned["photos"],
            captions=card.learned["captions"],
            labels=card.learned["labels"],
            mix=last.mix.share,
            is_mix_at_parent=last.mix.is_at_parent,
            general=general,
            answers=tuple(exam.answers) if exam is not None else (),
            stopped=last.fitted.stopped,
            epochs=last.fitted.epochs,
            best_epoch=last.fitted.best_epoch,
            seconds=self._spent + time.monotonic() - self._started,
            size_bytes=self._store.size(card.version),
            notes=(*method.notes, *self._notes),
            train=dict(last.fitted.losses),
        )
        self._run.save_report(report)
        return report

    def _tell(self, stage: Stage, *, fit: int = 0, note: str = "") -> None:
        self._control.check()
        self._control.report(TrainingProgress(stage, fit=fit, fits=self._fits, note=note))


class _FitControl:
    """Passes on what one fit says, as part of the whole run."""

    def __init__(self, control: Control, run: Run, fit: int, fits: int, world: World) -> None:
        self._control = control
        self._is_first = world.is_first
        self._run = run
        self._fit = fit
        self._fits = fits

    def report(self, progress: TrainingProgress) -> None:
        left = progress.seconds_left
        if left is not None:
            whole = progress.epochs / max(1, progress.epochs - progress.epoch) * left
            left += (self._fits - self._fit - 1) * whole
        progress = replace(progress, fit=self._fit, fits=self._fits, seconds_left=left)
        is_round = progress.metric is not None or progress.step % max(1, progress.steps) == 0
        if is_round and self._is_first:
            self._run.note_epoch(progress)
        self._control.report(progress)

    def check(self) -> None:
        self._control.check()

    def check_epoch(self) -> None:
        self._control.check_epoch()


def _verdict(measured: Measured | None, plan: Plan) -> Verdict:
    return Verdict.TOO_FEW if measured is None else verdict_of(measured, plan.held_out_count)


def _learned(data: TrainingSet, parts: Parts) -> tuple[str, ...]:
    """Return the content hashes of all photos that something was learned from or chosen by."""
    photos = (*parts.train, *parts.validation)
    return tuple(sorted({data.examples[photo].content_hash for photo in photos}))


def _counts(data: TrainingSet, parts: Parts) -> dict[str, int]:
    examples = [data.examples[photo] for photo in (*parts.train, *parts.validation)]
    return {
        "photos": len(examples),
        "captions": sum(len(example.captions) for example in examples),
        "labels": len({label for example in examples for label in example.labels}),
    }


def _card_metrics(
    measures: dict[str, Measured], general: GeneralCheck | None, deciding: str
) -> dict[str, object]:
    found: dict[str, object] = {"measure": deciding}
    for name, measured in measures.items():
        found[name] = {"before": measured.before, "after": measured.after}
    if general is not None:
        found["general"] = {
            "before": general.before,
            "after": general.after,
        }
    return found
