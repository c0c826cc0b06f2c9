"""Runs all work of the window outside its thread, and knows all that runs.

Widgets never start a thread: they ask here. A long job gets a thread of its own, a short read a
place in a small pool. Results come back in the GUI thread.

Why not superqt's workers: cancelling one drops its generator, which then ends at the whim of the
garbage collector and in any thread. Our jobs must be closed at once and where they ran, since
closing them stops processes and ends a transaction.
"""

import itertools
import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import shiboken6
from PySide6.QtCore import QObject, Qt, QThread, QThreadPool, Signal, Slot

from engine.errors import EngineError
from engine.jobs import Job, Progress
from imgtext_desktop.engine_words.sentences import in_user_words
from imgtext_desktop.jobs.activity import Activity, ActivityState

logger = logging.getLogger(__name__)

T = TypeVar("T")

_READERS = 2
_PROGRESS_SECONDS = 1 / 15  # more often, no eye can follow and the GUI thread has better to do
_CLOSE_MILLISECONDS = 20_000


class JobRunner(QObject):
    """The owner of every worker.

    Signals:
        started: A long job has begun; carries its :class:`Activity`.
        failed: Work met a bug of ours; carries the exception.
    """

    started = Signal(object)
    failed = Signal(object)

    _delivered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._delivered.connect(self._on_delivered, Qt.ConnectionType.QueuedConnection)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(_READERS)
        self._pool.setThreadPriority(QThread.Priority.LowPriority)
        self._threads: dict[Activity, _JobThread] = {}
        self._serials = itertools.count()
        self._latest: dict[str, int] = {}
        self._is_closed = False

    @property
    def activities(self) -> list[Activity]:
        """The long jobs that run or are paused, oldest first."""
        return [activity for activity in self._threads if activity.is_active]

    @property
    def is_reading(self) -> bool:
        """Whether short work is being done; nothing more to come if it stays so for a moment."""
        return self._pool.activeThreadCount() > 0

    def start(
        self,
        title: str,
        make_job: Callable[[], Job[T]],
        *,
        done: Callable[[T], None] | None = None,
        failed: Callable[[str], None] | None = None,
        is_quiet: bool = False,
    ) -> Activity:
        """Start a long job in a thread of its own.

        Args:
            title: What is being done, for the activity panel.
            make_job: Makes the job; called in that thread.
            done: Takes the result, in the GUI thread.
            failed: Takes the sentence of a failure the user can mend, in the GUI thread.
            is_quiet: Whether nobody needs to hear of it: ``started`` is not sent.
        """
        activity = Activity(title, self)
        thread = _JobThread(activity, make_job, self._delivered.emit, self)
        if done is not None:
            activity.ended.connect(
                lambda: activity.state is ActivityState.DONE and done(activity.result)
            )
        if failed is not None:
            activity.ended.connect(lambda: activity.sentence and failed(activity.sentence))
        thread.finished.connect(lambda: self._forget(activity))
        thread.crashed.connect(self.failed)
        self._threads[activity] = thread
        thread.start(QThread.Priority.LowPriority)
        if not is_quiet:
            self.started.emit(activity)
        return activity

    def read(
        self,
        work: Callable[[], T],
        done: Callable[[T], None],
        *,
        failed: Callable[[str], None] | None = None,
        channel: str = "",
        priority: int = 0,
    ) -> None:
        """Do short work in the pool.

        Args:
            work: Runs in a thread of the pool.
            done: Takes its result, in the GUI thread; not called if it is a method of a widget
                that has been deleted meanwhile.
            failed: Takes the sentence of a failure the user can mend, in the GUI thread.
            channel: Of requests on one channel only the latest is answered; those that have not
                begun are not done at all. Empty: every request is answered.
            priority: Higher goes first.
        """
        if self._is_closed:
            return
        serial = next(self._serials)
        if channel:
            self._latest[channel] = serial

        def is_wanted() -> bool:
            return not self._is_closed and (not channel or self._latest[channel] == serial)

        def run() -> None:
            if not is_wanted():
                return
            try:
                result = work()
            except EngineError as error:
                sentence = in_user_words(str(error))
                if failed is not None:
                    self._deliver(partial(_answer, is_wanted, failed, sentence))
            except Exception as error:  # noqa: BLE001 - a bug of ours: reported in the GUI thread
                self._deliver(partial(self.failed.emit, error))
            else:
                self._deliver(partial(_answer, is_wanted, done, result))

        self._pool.start(run, priority)

    def drop(self, channel: str) -> None:
        """Forget what was asked for on a channel."""
        self._latest[channel] = next(self._serials)

    def close(self) -> None:
        """Cancel everything and wait until it has stopped; later requests do nothing."""
        self._is_closed = True
        self._pool.clear()
        for activity in self.activities:
            activity.cancel()
        for thread in list(self._threads.values()):
            thread.wait(_CLOSE_MILLISECONDS)
        self._pool.waitForDone(_CLOSE_MILLISECONDS)

    def _deliver(self, call: Callable[[], Any]) -> None:
        if not self._is_closed:
            self._delivered.emit(call)

    @Slot(object)
    def _on_delivered(self, call: Callable[[], Any]) -> None:
        if not self._is_closed:  # what was under way when it was closed interests nobody
            call()

    def _forget(self, activity: Activity) -> None:
        thread = self._threads.pop(activity, None)
        if thread is not None:
            thread.deleteLater()


def _answer(is_wanted: Callable[[], bool], call: Callable[[T], None], result: T) -> None:
    if is_wanted() and _is_alive(call):
        call(result)


def _is_alive(call: Callable[..., Any]) -> bool:
    """Tell whether the object that a method belongs to still exists on Qt's side."""
    while isinstance(call, partial):
        call = call.func
    owner = getattr(call, "__self__", None)
    return not isinstance(owner, QObject) or shiboken6.isValid(owner)


class _JobThread(QThread):
    """Steps through a job; checks between two steps whether to pause or to stop."""

    crashed = Signal(object)

    def __init__(
        self,
        activity: Activity,
        make_job: Callable[[], Job[Any]],
        deliver: Callable[[Callable[[], None]], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._activity = activity
        self._make_job = make_job
        self._deliver = deliver
        self._may_run = threading.Event()
        self._may_run.set()
        self._is_cancelled = False
        direct = Qt.ConnectionType.DirectConnection
        activity.pause_requested.connect(self._on_pause_requested, direct)
        activity.cancel_requested.connect(self._on_cancel_requested, direct)

    def run(self) -> None:
        """Override: the body of the thread."""
        activity = self._activity
        job = self._make_job()
        try:
            result = self._step_through(job)
        except EngineError as error:
            sentence = in_user_words(str(error))
            logger.warning("%s: %s", activity.title, error)
            self._deliver(lambda: activity.end(ActivityState.FAILED, sentence=sentence))
        except Exception as error:  # noqa: BLE001 - a bug of ours: reported in the GUI thread
            bug = error
            self._deliver(lambda: activity.end(ActivityState.FAILED))
            self.crashed.emit(bug)
        else:
            state = ActivityState.CANCELLED if self._is_cancelled else ActivityState.DONE
            self._deliver(lambda: activity.end(state, result=result))
        finally:
            job.close()

    def _step_through(self, job: Job[T]) -> T | None:
        last_told, stage = 0.0, ""
        while True:
            self._may_run.wait()
            if self._is_cancelled:
                job.close()  # here and now: it ends its processes and transactions
                return None
            try:
                progress = next(job)
            except StopIteration as stop:
                result: T = stop.value
                return result
            now = time.monotonic()
            is_due = now - last_told >= _PROGRESS_SECONDS or progress.done == progress.total
            if is_due or progress.stage != stage:
                last_told, stage = now, progress.stage
                self._tell(progress)

    def _tell(self, progress: Progress) -> None:
        self._deliver(lambda: self._activity.note(progress))

    def _on_pause_requested(self, is_paused: bool) -> None:
        if is_paused:
            self._may_run.clear()
        else:
            self._may_run.set()

    def _on_cancel_requested(self) -> None:
        self._is_cancelled = True
        self._may_run.set()
