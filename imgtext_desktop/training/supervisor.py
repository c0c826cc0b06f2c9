"""Follows the run that is going on: a job of the window whose work is done by another process."""

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication

from engine.errors import EngineError
from engine.jobs import Job, Progress
from engine.training.process import Command, RunEnd, TrainingProcess
from engine.training.progress import TrainingProgress
from engine.training.runs import Run, RunStatus
from engine.training.settings import RunSettings
from imgtext_desktop.context import Context
from imgtext_desktop.jobs.activity import Activity, ActivityState
from imgtext_desktop.training.words import learning_title, round_words, seconds_words

_TELL_SECONDS: Final = 0.25  # a chart is drawn no more often
_STEPS: Final = 1000
_STAGE: Final = "learning"


class Supervisor(QObject):
    """Begins runs, one at a time, and says how they go.

    The thread of the job only loops over what the process says; a crash there ends that process.

    Signals:
        began: A run is about to begin or to go on; carries the method's name.
        known: The run is there; carries it. From now on it could be resumed.
        said: What the process said since the last time, a list of TrainingProgress; at most
            four times a second.
        changed: It was paused, goes on or is asked to stop.
        ended: It is over; carries the Run, or None if there was nothing to begin with, and the
            RunEnd.
    """

    began = Signal(str)
    known = Signal(object)
    said = Signal(object)
    changed = Signal()
    ended = Signal(object, object)

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._activity: Activity | None = None
        self._process: TrainingProcess | None = None
        self._is_window_active = True
        self._is_stopping = False
        self._is_last_round = False
        self.method = ""
        self.run: Run | None = None
        self.last: TrainingProgress | None = None
        self.said.connect(self._on_said)
        self.known.connect(self._on_known)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._on_application_state)

    # -- what is asked of it ----------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether a run is going on or is paused."""
        return self._activity is not None

    @property
    def is_paused(self) -> bool:
        """Whether it waits."""
        return self._activity is not None and self._activity.state is ActivityState.PAUSED

    @property
    def is_stopping(self) -> bool:
        """Whether it was asked to stop."""
        return self._is_stopping

    @property
    def is_last_round(self) -> bool:
        """Whether it will stop when the round at hand is done."""
        return self._is_last_round

    def start(self, settings: RunSettings) -> None:
        """Take the snapshot of what is said, and learn from it."""

        def first() -> Job[Run]:
            return self._context.library.learning.begin(settings)

        self._begin(settings.method, first)

    def resume(self, run: Run, method: str) -> None:
        """Go on with a run that was stopped or failed, or begin one that waits."""

        def first() -> Job[Run]:
            yield Progress(_STAGE)
            return run

        self._begin(method, first)

    def gentler(self, run: Run, method: str) -> None:
        """Mix the version of a finished run half as strongly, and examine it again."""

        def first() -> Job[Run]:
            yield Progress(_STAGE)
            return self._context.library.learning.gentler(run)

        self._begin(method, first)

    def toggle_pause(self) -> None:
        """Pause, or go on."""
        if self._activity is not None:
            if self.is_paused:
                self._activity.resume()
            else:
                self._activity.pause()

    def stop(self) -> None:
        """Stop as soon as may be; what is done is kept."""
        if self._activity is not None:
            self._activity.cancel()

    def stop_after_round(self) -> None:
        """Stop when the round at hand is done."""
        if self._activity is None:
            return
        if self.is_paused:
            self._activity.resume()
        self._is_last_round = True
        self._send(Command.STOP_AFTER_EPOCH)
        self.changed.emit()

    def close(self) -> None:
        """Stop at once, since the window closes; the last finished round is kept."""
        process = self._process
        if process is not None:
            process.send(Command.STOP)
            process.kill()
        self.stop()

    # -- the job ----------------------------------------------------------------------------

    def _begin(self, method: str, first: Callable[[], Job[Run]]) -> None:
        if self.is_running:
            return
        self.method, self.run, self.last = method, None, None
        self._is_stopping = self._is_last_round = False
        work = _Work(self, first)
        activity = self._context.jobs.start(learning_title(method), work.job)
        activity.describe = self._describe
        activity.pause_requested.connect(
            lambda is_paused: self._send(Command.PAUSE if is_paused else Command.GO_ON)
        )
        activity.cancel_requested.connect(self._on_cancel_requested)
        activity.changed.connect(self.changed)
        activity.ended.connect(lambda: self._on_ended(work.end))
        self._activity = activity
        self.began.emit(method)

    def take_process(self, process: TrainingProcess | None) -> None:
        """Know the process that commands go to (called in the job's thread)."""
        self._process = process

    def _send(self, command: Command) -> None:
        if self._process is not None:
            self._process.send(command)

    def _on_application_state(self, state: Qt.ApplicationState) -> None:
        """Leave one core free while somebody works in the window."""
        self._is_window_active = state is Qt.ApplicationState.ApplicationActive
        self._tell_window_state()

    def _tell_window_state(self) -> None:
        self._send(Command.WINDOW_ACTIVE if self._is_window_active else Command.WINDOW_IDLE)

    def _on_known(self, run: Run) -> None:
        self.run = run
        if not self._is_window_active:
            self._tell_window_state()
        if self.is_paused:
            self._send(Command.PAUSE)
        if self._is_last_round:
            self._send(Command.STOP_AFTER_EPOCH)

    def _on_cancel_requested(self) -> None:
        self._is_stopping = True
        self._send(Command.STOP)
        self.changed.emit()

    def _on_said(self, said: list[TrainingProgress]) -> None:
        self.last = said[-1]

    def _describe(self, _: Progress) -> list[str]:
        if self._is_stopping:
            return [self.tr("Stopping")]
        last = self.last
        if last is None or not last.epochs:
            return [self.tr("Getting ready")]
        words = [round_words(last)]
        if not self.is_paused and last.seconds_left is not None:
            words.append(self.tr("%1 left").replace("%1", seconds_words(last.seconds_left)))
        return words

    def _on_ended(self, end: RunEnd | None) -> None:
        activity, self._activity = self._activity, None
        if activity is None:
            return
        if end is None:
            failed = activity.state is ActivityState.FAILED
            status = RunStatus.FAILED if failed else RunStatus.STOPPED
            end = RunEnd(status, activity.sentence)
        self._process = None
        self._is_stopping = self._is_last_round = False
        self.ended.emit(self.run, end)


class RunFailedError(EngineError):
    """The process ended with a sentence that tells why."""


class _Work:
    """The body of the job; runs in its thread and emits plain values."""

    def __init__(self, supervisor: Supervisor, first: Callable[[], Job[Run]]) -> None:
        self._first = first
        self._emit_said = supervisor.said.emit
        self._emit_known = supervisor.known.emit
        self._take_process = supervisor.take_process
        self._waiting: list[TrainingProgress] = []
        self._told = 0.0
        self.end: RunEnd | None = None

    def job(self) -> Job[None]:
        run = yield from self._first()
        process = TrainingProcess(run)
        self._take_process(process)
        self._emit_known(run)
        said = process.follow()
        try:
            for message in said:
                yield Progress(_STAGE, *self._take(message))
        except GeneratorExit:
            process.send(Command.STOP)  # it has a while to end by itself; then it is killed
            for message in said:
                self._take(message)
            raise
        if self.end is not None and self.end.status is RunStatus.FAILED:
            raise RunFailedError(self.end.sentence)

    def _take(self, message: TrainingProgress | RunEnd) -> tuple[int, int]:
        """Keep a message and return how much is done, of how much."""
        if isinstance(message, RunEnd):
            self.end = message
            self._tell()
            return _STEPS, _STEPS
        is_new_stage = not self._waiting or self._waiting[-1].stage is not message.stage
        self._waiting.append(message)
        if is_new_stage or time.monotonic() - self._told >= _TELL_SECONDS:
            self._tell()
        return round(_STEPS * done_share(message)), _STEPS

    def _tell(self) -> None:
        if self._waiting:
            self._emit_said(self._waiting)
            self._waiting = []
            self._told = time.monotonic()


def done_share(progress: TrainingProgress) -> float:
    """Return how much of a run is done, 0 to 1; its parts count alike."""
    within = progress.epoch / progress.epochs if progress.epochs else 0.0
    if progress.steps:
        within = max(within, progress.step / progress.steps)
    return min(1.0, (progress.fit + within) / max(1, progress.fits))
