"""Writes sidecars after edits, where the user wishes it."""

import logging
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.errors import EngineError
from engine.jobs import run
from imgtext_desktop.context import Context
from imgtext_desktop.engine_words.sentences import in_user_words
from imgtext_desktop.notifier import Severity

if TYPE_CHECKING:
    from engine.exchange.sidecars import WriteReport

logger = logging.getLogger(__name__)


class SidecarWriter(QObject):
    """Writes one batch after another: two writers would meet at one file.

    What cannot be written is told once a batch; it stays in the library.
    """

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._waiting: frozenset[int] = frozenset()
        self._running: frozenset[int] = frozenset()

    def note(self, content_ids: frozenset[int]) -> None:
        """Take up that something else is said of contents."""
        if self._context.library.settings.write_sidecars:
            self._waiting |= content_ids
            self._write_next()

    def finish(self) -> None:
        """Write what waits, here and now: after the jobs have stopped."""
        left, self._waiting = self._waiting | self._running, frozenset()
        if left:
            try:
                report = run(self._context.library.sidecars.write(left))
            except EngineError as error:
                logger.error("Sidecars were not written when the window closed: %s", error)
                return
            for problem in report.problems:
                logger.warning("%s", problem)

    def _write_next(self) -> None:
        if self._running or not self._waiting:
            return
        content_ids, self._waiting = self._waiting, frozenset()
        self._running = content_ids
        activity = self._context.jobs.start(
            self.tr("Writing sidecars"),
            lambda: self._context.library.sidecars.write(content_ids),
            done=self._on_written,
            failed=self._context.notifier.error,
            is_quiet=True,
        )
        activity.ended.connect(self._on_ended)

    def _on_written(self, report: "WriteReport") -> None:
        if report.problems:
            text = self.tr("%Ln sidecars could not be written.", "", len(report.problems))
            first = in_user_words(report.problems[0])
            self._context.notifier.post(f"{text} {first}", Severity.WARNING)

    def _on_ended(self) -> None:
        self._running = frozenset()
        self._write_next()
