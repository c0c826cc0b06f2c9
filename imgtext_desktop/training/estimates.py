"""How long runs would take: asked one after another, and remembered."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from engine.training.process import Command, TrainingProcess
from engine.training.settings import RunSettings
from imgtext_desktop.context import Context
from imgtext_desktop.jobs.activity import Activity, ActivityState

_PATIENCE_MILLISECONDS: Final = 800  # the user may still be choosing


class Estimates(QObject):
    """Lets short probes be made in processes of their own.

    Signals:
        found: A method, and the seconds that a run would take, or None if nobody knows.
    """

    found = Signal(str, object)

    def __init__(self, context: Context, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._known: dict[tuple[str, int], float | None] = {}
        self._waiting: list[tuple[RunSettings, int]] = []
        self._probe: Activity | None = None
        self._process: TrainingProcess | None = None
        self._timer = QTimer(self, singleShot=True, interval=_PATIENCE_MILLISECONDS)
        self._timer.timeout.connect(self._ask_next)

    def ask(self, wanted: Sequence[tuple[RunSettings, int]]) -> None:
        """Ask for these, instead of those asked for before.

        Args:
            wanted: Settings of runs, the most important first, each with the number of photos
                that the run would use.
        """
        self._waiting = []
        for settings, photos in wanted:
            key = settings.model_dump_json(), photos
            if key in self._known:
                self.found.emit(settings.method, self._known[key])
            else:
                self._waiting.append((settings, photos))
        if self._waiting:
            self._timer.start()

    def stop(self) -> None:
        """Ask nothing more for now."""
        self._waiting = []
        self._timer.stop()
        if self._probe is not None:
            self._probe.cancel()
        if (process := self._process) is not None:
            process.send(Command.STOP)  # so that its end is no surprise
            process.kill()

    def _ask_next(self) -> None:
        if self._probe is not None or not self._waiting:
            return
        settings, photos = self._waiting.pop(0)
        learning = self._context.library.learning
        probe = self._context.jobs.start(
            self.tr("Finding out how long it takes"),
            lambda: learning.estimate(settings, begun=self._take_process),
            is_quiet=True,
        )

        def ended() -> None:
            self._probe = self._process = None
            if probe.state is ActivityState.DONE:
                self._known[settings.model_dump_json(), photos] = probe.result
                self.found.emit(settings.method, probe.result)
            self._ask_next()

        probe.ended.connect(ended)
        self._probe = probe

    def _take_process(self, process: TrainingProcess) -> None:
        """Know the process that makes the probe (called in the job's thread)."""
        self._process = process
