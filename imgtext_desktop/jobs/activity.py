"""One long job as the window sees it."""

from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from engine.jobs import Progress

if TYPE_CHECKING:
    from collections.abc import Callable


class ActivityState(Enum):
    """How a job stands."""

    RUNNING = auto()
    PAUSED = auto()
    DONE = auto()
    FAILED = auto()
    CANCELLED = auto()


class Activity(QObject):
    """A job that runs in a thread of its own; lives in the GUI thread.

    Attributes:
        title: What is being done, for the activity panel.
        state: How it stands.
        progress: The last progress, or None before the first.
        sentence: Why it failed; empty otherwise.
        describe: Says how far it is in words of its own; None for counts.

    Signals:
        progressed: A new progress value.
        changed: The state is another.
        ended: It is done, failed or cancelled; it comes last.
    """

    progressed = Signal(object)
    changed = Signal()
    ended = Signal()

    # Asked of the thread that does the work.
    pause_requested = Signal(bool)
    cancel_requested = Signal()

    def __init__(self, title: str, parent: QObject) -> None:
        super().__init__(parent)
        self.title = title
        self.state = ActivityState.RUNNING
        self.progress: Progress | None = None
        self.sentence = ""
        self.result: Any = None
        self.describe: Callable[[Progress], list[str]] | None = None

    @property
    def is_active(self) -> bool:
        """Whether it runs or is paused."""
        return self.state in (ActivityState.RUNNING, ActivityState.PAUSED)

    def pause(self) -> None:
        """Stop between two steps, keeping all that is done."""
        if self.state is ActivityState.RUNNING:
            self.pause_requested.emit(True)
            self._become(ActivityState.PAUSED)

    def resume(self) -> None:
        """Go on after a pause."""
        if self.state is ActivityState.PAUSED:
            self.pause_requested.emit(False)
            self._become(ActivityState.RUNNING)

    def cancel(self) -> None:
        """Stop for good between two steps; what is done is kept."""
        if self.is_active:
            self.cancel_requested.emit()

    def note(self, progress: Progress) -> None:
        """Take up a progress value (called in the GUI thread)."""
        self.progress = progress
        self.progressed.emit(progress)

    def end(self, state: ActivityState, *, result: Any = None, sentence: str = "") -> None:
        """Take up how it ended (called in the GUI thread)."""
        self.result, self.sentence = result, sentence
        self._become(state)
        self.ended.emit()

    def _become(self, state: ActivityState) -> None:
        self.state = state
        self.changed.emit()
