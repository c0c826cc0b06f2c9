"""Hearing of new and changed photos while the window is open."""

import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot

from engine.indexing.watch import Pace, Watcher
from engine.jobs import Job, Progress
from imgtext_desktop.context import Context
from imgtext_desktop.engine_words.sentences import in_user_words

if TYPE_CHECKING:
    from imgtext_desktop.jobs.activity import Activity


class Watching(QObject):
    """Watches the folders of the library from :meth:`start` to :meth:`stop`.

    Folders that are added, removed or told to be elsewhere meanwhile are noticed by itself.

    Signals:
        changed: What may have changed, for :meth:`Imports.take_up`.
        noted: A sentence for the user: a folder cannot be watched.
    """

    changed = Signal(object)
    noted = Signal(str)

    _heard = Signal(object)
    _said = Signal(str)

    def __init__(
        self, context: Context, parent: QObject | None = None, *, pace: Pace | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._pace = pace
        self._activity: Activity | None = None
        # They come from the thread that watches.
        self._heard.connect(self._on_heard, Qt.ConnectionType.QueuedConnection)
        self._said.connect(self._on_said, Qt.ConnectionType.QueuedConnection)

    @property
    def is_running(self) -> bool:
        """Whether the folders are watched."""
        return self._activity is not None and self._activity.is_active

    def start(self) -> None:
        """Begin to watch; later calls do nothing until it is stopped."""
        if self.is_running:
            return
        stop = threading.Event()
        self._activity = self._context.jobs.start(
            self.tr("Watching the folders"), lambda: self._watch(stop), is_quiet=True
        )
        # At once and in any thread: the job may wait for a change that never comes.
        self._activity.cancel_requested.connect(stop.set, Qt.ConnectionType.DirectConnection)

    def stop(self) -> None:
        """Stop watching; it ends within a fraction of a second."""
        if self._activity is not None:
            self._activity.cancel()

    def _watch(self, stop: threading.Event) -> Job[None]:
        library = self._context.library
        watcher = Watcher(
            lambda: [root.path for root in library.roots.all()],
            library=library.folder,
            stop=stop,
            note=self._said.emit,
            pace=self._pace,
        )
        for changes in watcher.changes():
            self._heard.emit(changes)
            yield Progress("watching")

    @Slot(object)
    def _on_heard(self, changes: object) -> None:
        if self.is_running:
            self.changed.emit(changes)

    @Slot(str)
    def _on_said(self, sentence: str) -> None:
        self.noted.emit(in_user_words(sentence))
