"""Models on their way into the library: downloads, and folders that are copied."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.jobs import Job
from engine.models.hub import Hub, StoppedDownload
from engine.models.versions import Card
from imgtext_desktop.context import Context
from imgtext_desktop.jobs.activity import Activity, ActivityState

_CHANNEL = "arrivals"


@dataclass(frozen=True, slots=True)
class Arrival:
    """A model that is not there yet.

    Attributes:
        key: The model's name on the hub, or the folder that it is copied from.
        name: What it is called.
        activity: What brings it; None for a download that was cut off or stopped.
        done: Bytes that had come when it was stopped.
        total: Bytes in all; 0 while that is not known.
        sentence: Why it was cut off; empty if the user stopped it.
        can_go_on: Whether it can go on after a stop; a copy begins anew.
    """

    key: str
    name: str
    activity: Activity | None = None
    done: int = 0
    total: int = 0
    sentence: str = ""
    can_go_on: bool = True


class Arrivals(QObject):
    """Brings models, and remembers the downloads that can go on.

    Args:
        context: The window's surroundings.
        parent: Its owner.

    Attributes:
        hub: Where downloads come from; None for huggingface.co.

    Signals:
        changed: Another model is on its way, or one no longer.
        progressed: How far one is: its key.
        arrived: A model has become a version.
    """

    changed = Signal()
    progressed = Signal(str)
    arrived = Signal()

    def __init__(self, context: Context, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._running: dict[str, Arrival] = {}
        self._stopped: dict[str, Arrival] = {}
        self._failed: dict[str, Arrival] = {}
        self.hub: Hub | None = None

    @property
    def all(self) -> list[Arrival]:
        """Those that are being brought, then those that were stopped."""
        waiting = self._failed | {
            key: replace(one, sentence=self._failed[key].sentence) if key in self._failed else one
            for key, one in self._stopped.items()
        }
        stopped = [one for key, one in waiting.items() if key not in self._running]
        return [*self._running.values(), *stopped]

    def is_running(self, key: str) -> bool:
        """Tell whether a model is being brought."""
        return key in self._running

    def refresh(self) -> None:
        """Read anew which downloads were stopped."""
        learning = self._context.library.learning
        self._context.jobs.read(learning.stopped_downloads, self._on_stopped, channel=_CHANNEL)

    def download(self, model: str, name: str) -> None:
        """Download a model and take it up; what was cut off goes on where it was.

        Args:
            model: Its name on the hub.
            name: What it is called.
        """
        learning = self._context.library.learning
        title = self.tr("Downloading %1").replace("%1", name)
        hub = self.hub
        self._bring(Arrival(model, name), title, lambda: learning.download(model, name, hub))

    def take(self, folder: Path, take: Callable[[Path], Job[Card]]) -> None:
        """Take up a model from a folder.

        Args:
            folder: Where it is.
            take: Copies it into the library.
        """
        title = self.tr("Adding the model in %1").replace("%1", folder.name)
        copied = Arrival(str(folder), folder.name, can_go_on=False)
        self._bring(copied, title, lambda: take(folder))

    def stop(self, key: str) -> None:
        """Stop bringing a model; what has been downloaded is kept."""
        if (arrival := self._running.get(key)) is not None and arrival.activity is not None:
            arrival.activity.cancel()

    def forget(self, model: str) -> None:
        """Delete what has come of a download that was stopped."""
        learning = self._context.library.learning
        self._failed.pop(model, None)
        self._context.jobs.read(partial(learning.forget_download, model), lambda _: self.refresh())

    def _bring(self, arrival: Arrival, title: str, make_job: Callable[[], Job[Card]]) -> None:
        key = arrival.key
        if key in self._running:
            return
        self._failed.pop(key, None)
        notifier = self._context.notifier
        activity = self._context.jobs.start(title, make_job, failed=notifier.error)
        self._running[key] = replace(arrival, activity=activity)
        activity.progressed.connect(lambda _: self.progressed.emit(key))

        def ended() -> None:
            del self._running[key]
            if activity.state is ActivityState.DONE:
                notifier.post(self.tr("The model is here. Adopt it to use it."))
                self.arrived.emit()
            elif activity.state is ActivityState.FAILED and arrival.can_go_on:
                self._failed[key] = replace(arrival, sentence=activity.sentence)
            self.changed.emit()
            self.refresh()

        activity.ended.connect(ended)
        self.changed.emit()

    def _on_stopped(self, stopped: list[StoppedDownload]) -> None:
        self._stopped = {
            one.model: Arrival(one.model, one.name, done=one.done, total=one.total)
            for one in stopped
        }
        self.changed.emit()
