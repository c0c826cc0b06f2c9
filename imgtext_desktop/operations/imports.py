"""Imports and scans, one at a time, in the order in which they were asked for."""

import os
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.indexing.pipeline import ImportReport
from engine.indexing.watch import Changes, merge_changes
from engine.jobs import Job
from imgtext_desktop.context import Context
from imgtext_desktop.jobs.activity import Activity, ActivityState
from imgtext_desktop.operations.watching import Watching


@dataclass(frozen=True)
class _Request:
    title: str
    make_job: Callable[[], Job[ImportReport]]
    is_heard: bool = False  # nobody asked for it: something has changed in the folders


class Imports(QObject):
    """The queue of imports: a library is written by one at a time.

    Once the user has stopped one, changes in the folders wait until he asks for the next.

    Signals:
        changed: Files were added, read or removed; what shows them reads again.
        ended: A run has ended, well or not.
    """

    changed = Signal()
    ended = Signal()

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._waiting: deque[_Request] = deque()
        self._running: Activity | None = None
        self._changes: Changes = {}
        self._is_stopped = False
        self._is_closed = False
        self._watching = Watching(context, self)
        self._watching.changed.connect(self.take_up)
        self._watching.noted.connect(context.notifier.post)

    @property
    def is_running(self) -> bool:
        """Whether an import runs or is paused."""
        return self._running is not None

    def begin(self) -> None:
        """Watch the folders from now on, and look for what has changed before."""
        self._watching.start()
        if self._context.library.roots.all():
            self._hear(self.tr("Looking for changes"), self._context.library.imports.scan)

    def close(self) -> None:
        """Begin nothing more: the window closes, and what runs will be stopped."""
        self._is_closed = True
        self._waiting.clear()

    def add(self, folders: list[bytes]) -> None:
        """Add folders to the library and import what is in them."""
        for folder in folders:
            name = os.fsdecode(os.path.basename(folder.rstrip(b"/\\")) or folder)
            path = Path(os.fsdecode(folder))
            make_job = partial(self._context.library.imports.add, [path])
            self._ask(self.tr("Adding “%1”").replace("%1", name), make_job)

    def scan(self) -> None:
        """Look at every folder again."""
        title = self.tr("Looking for changes")
        if not any(request.title == title for request in self._waiting):
            self._ask(title, self._context.library.imports.scan)

    def take_up(self, changes: Changes) -> None:
        """Look at what has changed in the folders; see :class:`engine.indexing.watch.Watcher`."""
        self._changes = merge_changes(self._changes, changes)
        self._hear(self.tr("Taking up changes"), self._scan_changes)

    def _scan_changes(self) -> Job[ImportReport]:
        changes, self._changes = self._changes, {}
        return self._context.library.imports.scan_changes(changes)

    def retry(self, paths: list[bytes] | None) -> None:
        """Read files again that could not be read (None: all of them)."""
        self._ask(self.tr("Trying files again"), lambda: self._context.library.imports.retry(paths))

    def _hear(self, title: str, make_job: Callable[[], Job[ImportReport]]) -> None:
        """Do what nobody asked for, unless the user has stopped the last import."""
        if not self._is_stopped and not any(request.is_heard for request in self._waiting):
            self._waiting.append(_Request(title, make_job, is_heard=True))
            self._start_next()

    def _ask(self, title: str, make_job: Callable[[], Job[ImportReport]]) -> None:
        self._is_stopped = False
        self._waiting.append(_Request(title, make_job))
        self._start_next()

    def _start_next(self) -> None:
        if self._running is not None or not self._waiting or self._is_closed:
            return
        request = self._waiting.popleft()
        activity = self._context.jobs.start(request.title, request.make_job, failed=self._on_failed)
        self._running = activity
        activity.progressed.connect(self.changed)
        activity.ended.connect(self._on_ended)

    def _on_failed(self, sentence: str) -> None:
        if not self._is_closed:  # else it says that the program is closing
            self._context.notifier.error(sentence)

    def _on_ended(self) -> None:
        activity, self._running = self._running, None
        if activity is not None and activity.state is ActivityState.CANCELLED:
            self._is_stopped = True
            self._waiting = deque(request for request in self._waiting if not request.is_heard)
        self.changed.emit()
        self.ended.emit()
        self._start_next()
        if self._changes and self._running is None:
            self.take_up({})
