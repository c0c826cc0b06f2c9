"""Learning from the user, as a library offers it: begin, follow, adopt, go back. No torch."""

import logging
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from engine.catalog.slots import SlotState
from engine.errors import LibraryError, ModelError, TrainingError
from engine.jobs import Job, Progress
from engine.models import registry
from engine.models.checkpoint_folders import (
    check_folder,
    copy_checkpoint,
    looks_like_checkpoint,
)
from engine.models.hub import Hub, StoppedDownload, folder_name, stopped_downloads
from engine.models.versions import Card, Slot
from engine.training.adoption import Adoption
from engine.training.collect import collect
from engine.training.examples import TrainingSet
from engine.training.methods import info_of, read_settings
from engine.training.package import write_package
from engine.training.parts import LearningParts
from engine.training.process import TrainingProcess, seconds_of
from engine.training.readiness import Readiness, WhatIsSaid, readiness
from engine.training.runs import DATA, RESUMABLE, Run, Runs, RunSpec, RunStatus
from engine.training.settings import RunSettings

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Version:
    """A model version and how it stands.

    Attributes:
        card: Its facts.
        is_active: Whether it answers in its slot.
        is_previous: Whether rolling back returns to it.
        is_ready: Whether it could answer at once, since its data are prepared.
        size: Bytes of its files.
        prepared: Bytes of what was prepared for it: vectors, codes.
        problem: Why it cannot be used; empty if it can.
    """

    card: Card
    is_active: bool
    is_previous: bool
    is_ready: bool
    size: int
    prepared: int
    problem: str = ""


class Learning:
    """See the module.

    Args:
        parts: What it needs of the library.
    """

    def __init__(self, parts: LearningParts) -> None:
        self._parts = parts
        self.runs = parts.runs
        # Apart from the runs: nobody must find one there, resume it or meet its name.
        self._probes = Runs(parts.runs.folder.with_name("probes"))
        self.adoption = Adoption(parts)

    # -- runs -------------------------------------------------------------------------------

    def what_is_said(self) -> WhatIsSaid:
        """Count what there is to learn from."""
        parts = self._parts
        return WhatIsSaid(
            labels=parts.annotations.label_counts(),
            labelled=parts.annotations.labelled_count(),
            captioned=parts.annotations.captioned_count(),
            photos=parts.photos.row_count(parts.models.shape.feature_space),
        )

    def readiness(self, method: str, said: WhatIsSaid | None = None) -> Readiness:
        """Tell whether a method can learn, and what would help it.

        Raises:
            TrainingError: There is no such method.
        """
        return readiness(info_of(method), said or self.what_is_said())

    def begin(self, settings: RunSettings) -> Job[Run]:
        """Make a run: take the snapshot that it learns from.

        The run itself happens in a :class:`~engine.training.process.TrainingProcess`.

        Raises:
            TrainingError: There is nothing to learn from, or a setting is not understood.
            LibraryError: The disk is full.
        """
        return self._begin(settings, self.runs)

    def _begin(self, settings: RunSettings, runs: Runs) -> Job[Run]:
        data = yield from self._collect(settings)
        parent = self._parts.slots.state(info_of(settings.method).slot).version
        models = self._parts.models.store.folder.absolute()
        run: Run | None = None
        try:
            run = runs.new(RunSpec(settings, models, parent))
            data.save(run.folder / DATA)
        except OSError as error:
            if run is not None:
                shutil.rmtree(run.folder, ignore_errors=True)
            raise LibraryError.disk_full(runs.folder.parent) from error
        return run

    def export_set(self, settings: RunSettings, folder: Path) -> Job[TrainingSet]:
        """Write what a run would learn from into a folder, to be taken to another machine.

        Returns:
            What was written; see :mod:`engine.training.package`.

        Raises:
            TrainingError: There is nothing to learn from, a setting is not understood, or the
                folder cannot be written.
        """
        data = yield from self._collect(settings)
        parents = {slot: self.slot(slot).version for slot in Slot}
        write_package(folder, data, settings, parents, self._parts.models.store)
        return data

    def _collect(self, settings: RunSettings) -> Job[TrainingSet]:
        options = read_settings(settings)
        if not self.readiness(settings.method).can_start:
            raise TrainingError(_nothing_to_learn(settings.method))
        models = self._parts.models
        data = yield from collect(
            self._parts.photos,
            self._parts.annotations,
            models.features(),
            feature_space=models.shape.feature_space,
            thumbnails=self._parts.thumbnails,
        )
        options.check_labels({label for example in data.examples for label in example.labels})
        return data

    def estimate(
        self,
        settings: RunSettings,
        *,
        begun: Callable[[TrainingProcess], None] | None = None,
    ) -> Job[float | None]:
        """Try a run for two seconds, in a process of its own.

        Args:
            settings: Of the run.
            begun: Takes the process, which can be killed if nobody wants to know any more: this
                job does not yield while it waits for it.

        Returns:
            The most seconds that it will take, or None if it cannot begin.

        Raises:
            TrainingError: There is nothing to learn from, or a setting is not understood.
            LibraryError: The disk is full.
        """
        self._probes.forget_left_over()
        probe = yield from self._begin(settings, self._probes)
        try:
            return seconds_of(probe, begun)
        finally:
            shutil.rmtree(probe.folder, ignore_errors=True)

    def gentler(self, run: Run) -> Run:
        """Make a run of a finished one whose version is mixed half as strongly.

        Nothing is learned again; the exam is taken again with the gentler mix.

        Raises:
            TrainingError: The run is not finished, or what it needs is gone.
        """
        report = run.report
        if report is None or not (run.folder / DATA).is_dir():
            raise TrainingError("What this run learned from is gone; start a new run.")
        gentler = self.runs.new(replace(run.spec, mix=report.mix / 2))
        for part in (run.folder / DATA, *run.folder.glob("fit-*")):
            shutil.copytree(part, gentler.folder / part.name)
        return gentler

    def discard(self, run: Run) -> None:
        """Delete a run's version and checkpoints; its report stays.

        Raises:
            TrainingError: Its version answers now.
        """
        version = run.state.version
        if version:
            self.remove(version)
        run.forget_checkpoints()
        run.change_state(status=RunStatus.DISCARDED)

    def unfinished(self) -> list[Run]:
        """Return the runs that can be resumed, newest first."""
        return [
            run
            for run in self.runs.all()
            if run.state.status in RESUMABLE and (run.folder / DATA).is_dir()
        ]

    # -- versions ---------------------------------------------------------------------------

    def slot(self, slot: Slot) -> SlotState:
        """Return who answers in a slot."""
        return self._parts.slots.state(slot)

    def versions(self) -> list[Version]:
        """Return every version of the library, oldest first."""
        states = {slot: self.slot(slot) for slot in Slot}
        found = []
        for card in self._parts.models.store.cards():
            state = states[card.slot]
            found.append(
                Version(
                    card=card,
                    is_active=state.version == card.version,
                    is_previous=state.previous == card.version,
                    is_ready=self.adoption.is_ready(card),
                    size=self._parts.models.store.size(card.version),
                    prepared=self.adoption.prepared_bytes(card.version),
                    problem=self.adoption.problem(card),
                )
            )
        return found

    def adopt(self, version: str) -> Job[Card]:
        """Let a version answer: prepare what it needs, then switch in one transaction.

        Until then the old one answers. Closed half-way it goes on where it was the next time.

        Raises:
            ModelError: There is no such version, or it cannot be used.
        """
        card = yield from self.adoption.adopt(version)
        self._parts.switched()
        self._note_adopted(version)
        return card

    def roll_back(self, slot: Slot) -> Job[str]:
        """Let what answered before answer again.

        Returns:
            The version that answers now; empty for what the program does without one.

        Raises:
            ModelError: Nothing was adopted before, or its files are gone.
        """
        version = yield from self.adoption.roll_back(slot)
        self._parts.switched()
        return version

    def prepare(self, version: str) -> Job[None]:
        """Make all that a version needs to answer, without letting it, such as to compare it.

        The built-in model is a version too.

        Raises:
            ModelError: There is no such version, or it cannot be used.
        """
        return self.adoption.prepare_only(version)

    def leave(self, slot: Slot) -> Job[None]:
        """Let the program answer as it does without a version, whatever answered before.

        Raises:
            ModelError: The built-in model is not there.
        """
        yield from self.adoption.leave(slot)
        self._parts.switched()

    def wanted(self) -> list[str]:
        """Return the versions whose adoption was cut off."""
        return [wanted for slot in Slot if (wanted := self.slot(slot).wanted)]

    def give_up(self, slot: Slot) -> None:
        """Forget that a version was to be adopted; what was prepared for it stays."""
        self._parts.slots.want(slot, None)

    def remove(self, version: str) -> None:
        """Delete a version and what was prepared for it.

        Raises:
            ModelError: There is no such version, or it answers now, or one made from it does.
        """
        if version == registry.built_in_version():
            raise ModelError("The built-in model comes with the program; it stays.")
        card = self._parts.models.store.card(version)
        state = self.slot(card.slot)
        if state.version == version:
            raise ModelError("This version answers now; go back to another one first.")
        if self._parts.models.is_needed(version):
            raise ModelError(
                "The version that answers now was made from this model; go back to another one "
                "first."
            )
        if state.previous == version:
            self._parts.slots.forget_previous(card.slot)
        if state.wanted == version:
            self.give_up(card.slot)
        self.adoption.free(version)
        self._parts.models.store.remove(version)

    def free(self, version: str) -> int:
        """Delete what was prepared for a version that does not answer; return the bytes freed.

        Raises:
            ModelError: There is no such version, or it answers now.
        """
        card = self._parts.models.store.card(version)
        if self.slot(card.slot).version == version:
            raise ModelError("This version answers now; go back to another one first.")
        return self.adoption.free(version)

    def kept_bytes(self, slot: Slot) -> int:
        """Return the bytes that are kept so that rolling back a slot is instant."""
        return self.adoption.prepared_bytes(version) if (version := self._kept(slot)) else 0

    def free_kept(self, slot: Slot) -> int:
        """Delete what is kept for rolling back, which then takes time; return the bytes."""
        return self.adoption.free(version) if (version := self._kept(slot)) else 0

    def _kept(self, slot: Slot) -> str:
        previous = self.slot(slot).previous
        if previous == "" and slot is Slot.RETRIEVAL:
            previous = registry.built_in_version()
        # It answers already where the adopted version is lost.
        return "" if previous in (None, self._parts.models.shape.version) else previous

    def export(self, version: str, target: Path) -> Path:
        """Copy a version into a folder; see :meth:`VersionStore.export`."""
        return self._parts.models.store.export(version, target)

    def download(self, model: str, name: str = "", hub: Hub | None = None) -> Job[Card]:
        """Download a model because the user asks for it, and take it up.

        What was downloaded before it was cut off or closed is kept, and the next call goes on.

        Args:
            model: Its name on the hub, such as ``openai/clip-vit-base-patch32``.
            name: What to call it.
            hub: Where from; by default huggingface.co.

        Raises:
            ModelError: There is no network, no room or no such model, or it cannot be used.
        """
        folder = self._parts.models.store.folder / folder_name(model)
        name = name or model.rpartition("/")[2]
        yield from (hub or Hub()).download(model, folder, name)
        card = yield from self.take(folder, name)  # else it stays, to try again
        shutil.rmtree(folder, ignore_errors=True)
        return card

    def stopped_downloads(self) -> list[StoppedDownload]:
        """Return the downloads that can go on; see :mod:`engine.models.hub`."""
        return stopped_downloads(self._parts.models.store.folder)

    def forget_download(self, model: str) -> None:
        """Delete what has come of a download that was stopped."""
        shutil.rmtree(self._parts.models.store.folder / folder_name(model), ignore_errors=True)

    def take(self, source: Path, name: str = "") -> Job[Card]:
        """Take up a version that was exported, or a checkpoint; closed, it leaves nothing.

        Args:
            source: Its folder.
            name: What a checkpoint is called; by default the folder's name.

        Raises:
            ModelError: The folder holds neither, is damaged, or there is no room for it. Nothing
                was changed.
        """
        store = self._parts.models.store
        if not looks_like_checkpoint(source):
            card = yield from store.take(source)
        else:
            config = check_folder(source)
            yield Progress("reading model")
            facts = self._parts.models.read_facts(source)
            card = yield from copy_checkpoint(store, source, config, facts, name)
        if self.slot(card.slot).version == card.version:  # it was lost, and is back
            self._parts.switched()
        return card

    def _note_adopted(self, version: str) -> None:
        for run in self.runs.all():
            if run.state.version == version:
                run.forget_checkpoints()
                run.change_state(status=RunStatus.ADOPTED)


def _nothing_to_learn(method: str) -> str:
    if info_of(method).needs == "labels":
        return "There is nothing to learn from yet; give at least two photos a label first."
    return "There is nothing to learn from yet; write captions for at least two photos first."
