"""Counts the files of the library for the parts of the window that show how many there are."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from engine.catalog.records import FileState, Root
from imgtext_desktop.context import Context

_MILLISECONDS: Final = 400  # all files are counted, and progress comes more often


@dataclass(frozen=True, slots=True)
class Counted:
    """The library in numbers.

    Attributes:
        states: Files in each state.
        failed: Files that cannot be read, without those that the user ignores.
        roots: The folders.
    """

    states: Counter[FileState]
    failed: int
    roots: Sequence[Root]


class LedgerCounts(QObject):
    """Counts when it is asked to, at most every 400 ms while much happens.

    Signals:
        counted: A :class:`Counted`.
    """

    counted = Signal(object)

    def __init__(self, context: Context, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._timer = QTimer(self, singleShot=True, interval=_MILLISECONDS)
        self._timer.timeout.connect(self.read)

    def read_soon(self) -> None:
        """Count within 400 ms."""
        if not self._timer.isActive():
            self._timer.start()

    def read(self) -> None:
        """Count now."""
        library = self._context.library

        def work() -> Counted:
            states, ignored = library.files.counts(), library.unread.ignored_counts()
            failed = states[FileState.FAILED] - ignored[FileState.FAILED]
            return Counted(states, failed, library.roots.all())

        self._context.jobs.read(work, self.counted.emit, channel="counts")
