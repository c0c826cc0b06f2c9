"""What the user does with versions: each a job or a short piece of work outside the GUI thread."""

import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from engine.errors import EngineError
from engine.jobs import Job, Progress
from engine.models.versions import Slot
from imgtext_desktop.context import Context
from imgtext_desktop.jobs.activity import Activity, ActivityState
from imgtext_desktop.models.arrivals import Arrivals
from imgtext_desktop.models.words import size_text

_UNDO_MILLISECONDS: Final = 8000  # as long as the message with "Undo" is there


class VersionChanges(QObject):
    """Adopts, rolls back, frees, removes and exports.

    Attributes:
        arrivals: Brings models from folders and from the hub.

    Signals:
        changed: Something about the versions is another; read them anew.
        progressed: How far the preparing of a version is: its name.
        switched: Another version answers in this :class:`Slot`.
    """

    changed = Signal()
    progressed = Signal(str)
    switched = Signal(object)

    def __init__(self, context: Context, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._running: dict[str, Activity] = {}
        self._busy: dict[Slot, Activity] = {}
        self._leaving: dict[str, QTimer] = {}
        self.arrivals = Arrivals(context, self)
        self.arrivals.arrived.connect(self._tell)

    @property
    def hidden(self) -> frozenset[str]:
        """Versions that are about to be removed."""
        return frozenset(self._leaving)

    def activity_of(self, version: str) -> Activity | None:
        """Return what prepares a version now, or None."""
        return self._running.get(version)

    def is_busy(self, slot: Slot) -> bool:
        """Tell whether a switch in a slot is under way."""
        return slot in self._busy

    # -- switching --------------------------------------------------------------------------

    def adopt(self, slot: Slot, version: str, name: str) -> None:
        """Prepare a version and let it answer."""
        title = self.tr("Preparing %1").replace("%1", name)
        said = self.tr("%1 answers now.").replace("%1", name)
        learning = self._context.library.learning

        def ended(activity: Activity) -> None:
            if activity.state is not ActivityState.DONE:  # so that a restart does not insist
                self._context.jobs.read(lambda: learning.give_up(slot), lambda _: self._tell())

        self._switch(slot, version, title, lambda: learning.adopt(version), said, ended)

    def roll_back(self, slot: Slot, version: str, name: str) -> None:
        """Return to what answered before.

        Args:
            slot: Where.
            version: What will answer; empty for none.
            name: What it is called.
        """
        learning = self._context.library.learning
        self._go_back(slot, version, name, lambda: learning.roll_back(slot))

    def leave(self, slot: Slot, version: str, name: str) -> None:
        """Return to what the program does without a version; see :meth:`roll_back`."""
        learning = self._context.library.learning
        self._go_back(slot, version, name, lambda: learning.leave(slot))

    def _go_back(
        self, slot: Slot, version: str, name: str, make_job: Callable[[], Job[object]]
    ) -> None:
        title = self.tr("Going back to %1").replace("%1", name)
        said = self.tr("%1 answers again.").replace("%1", name)
        if not version:
            title = self.tr("Going back to before")
            said = self.tr("The version is not used any more. It stays in the list.")
        self._switch(slot, version, title, make_job, said)

    def prepare(self, version: str, name: str, done: Callable[[], None]) -> None:
        """Prepare a version without letting it answer, such as to compare it."""
        title = self.tr("Preparing %1").replace("%1", name)
        learning = self._context.library.learning
        activity = self._running.get(version)
        if activity is None:
            activity = self._follow(version, title, lambda: learning.prepare(version))
            self._tell()

        def ended() -> None:
            self._tell()
            if activity is not None and activity.state is ActivityState.DONE:
                done()

        activity.ended.connect(ended)

    def _switch(  # noqa: PLR0913, PLR0917
        self,
        slot: Slot,
        version: str,
        title: str,
        make_job: Callable[[], Job[object]],
        said: str,
        then: Callable[[Activity], None] | None = None,
    ) -> None:
        if self.is_busy(slot) or version in self._running:
            return
        activity = self._busy[slot] = self._follow(version, title, make_job)

        def ended() -> None:
            del self._busy[slot]
            if then is not None:
                then(activity)
            self._tell()
            if activity.state is ActivityState.DONE:
                self._context.notifier.post(said)
                self.switched.emit(slot)

        activity.ended.connect(ended)
        self._tell()

    def _follow(self, version: str, title: str, make_job: Callable[[], Job[object]]) -> Activity:
        activity = self._context.jobs.start(title, make_job, failed=self._context.notifier.error)
        self._running[version] = activity
        activity.progressed.connect(lambda _: self.progressed.emit(version))
        activity.ended.connect(lambda: self._running.pop(version, None))
        return activity

    # -- room -------------------------------------------------------------------------------

    def free_kept(self, slot: Slot) -> None:
        """Delete what is kept for rolling back a slot."""
        learning = self._context.library.learning
        self._do(lambda: learning.free_kept(slot), self._on_freed)

    def free(self, version: str) -> None:
        """Delete what was prepared for a version."""
        learning = self._context.library.learning
        self._do(lambda: learning.free(version), self._on_freed)

    def _on_freed(self, size: int) -> None:
        self._context.notifier.post(self.tr("%1 are free again.").replace("%1", size_text(size)))

    def remove(self, version: str, name: str) -> None:
        """Take a version off the list, and delete it once that cannot be undone any more."""
        if version in self._leaving:
            return
        timer = QTimer(self, singleShot=True, interval=_UNDO_MILLISECONDS)
        timer.timeout.connect(partial(self._remove_now, version))
        self._leaving[version] = timer
        timer.start()
        self._context.notifier.post(
            self.tr("%1 is removed.").replace("%1", name),
            action_text=self.tr("Undo"),
            action=partial(self._keep, version),
            is_undo=True,
        )
        self._tell()

    def finish(self) -> None:
        """Delete what is to be removed: before the window closes."""
        for version in list(self._leaving):
            self._leaving.pop(version).stop()
            with contextlib.suppress(EngineError, FileNotFoundError):  # a worker was faster
                self._context.library.learning.remove(version)

    def _keep(self, version: str) -> None:
        timer = self._leaving.pop(version, None)
        if timer is not None:
            timer.stop()
            self._tell()

    def _remove_now(self, version: str) -> None:
        if version not in self._leaving:
            return
        learning = self._context.library.learning

        def ended(_: object = None) -> None:
            self._leaving.pop(version, None)
            self._tell()

        def failed(sentence: str) -> None:
            ended()
            self._context.notifier.error(sentence)

        self._context.jobs.read(lambda: learning.remove(version), ended, failed=failed)

    # -- folders ----------------------------------------------------------------------------

    def export(self, version: str, name: str, folder: Path) -> None:
        """Copy a version into a folder."""
        learning = self._context.library.learning

        def job() -> Job[Path]:
            yield Progress("copying model")
            return learning.export(version, folder)

        def done(path: Path) -> None:
            text = self.tr("%1 is in %2.").replace("%1", name).replace("%2", str(path))
            self._context.notifier.post(text)

        title = self.tr("Exporting %1").replace("%1", name)
        self._context.jobs.start(title, job, done=done, failed=self._context.notifier.error)

    def _do(self, work: Callable[[], int], done: Callable[[int], None]) -> None:
        def ended(result: int) -> None:
            done(result)
            self._tell()

        self._context.jobs.read(work, ended, failed=self._context.notifier.error)

    def _tell(self) -> None:
        self.changed.emit()
