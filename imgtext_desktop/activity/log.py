"""The jobs that run and those that ended, as the strip, the panel and the banner show them."""

import math
import time
from collections.abc import Callable

from PySide6.QtCore import QLocale, QObject, QTime, Signal

from engine.jobs import Progress
from imgtext_desktop.activity.estimate import RateEstimator
from imgtext_desktop.jobs.activity import Activity, ActivityState
from imgtext_desktop.jobs.runner import JobRunner

_KEPT = 20  # ended jobs that stay listed
IMPORTING = "importing"  # the stages of engine.indexing.pipeline
SCANNING = "scanning"
_IN_BYTES = ("saving", "checking", "restoring")  # the stages of engine.backup


class ActivityEntry(QObject):
    """One job in words.

    Attributes:
        activity: The job.
        estimator: Its speed.

    Signals:
        changed: Something to show is different.
    """

    changed = Signal()

    def __init__(self, activity: Activity, clock: Callable[[], float], parent: QObject) -> None:
        super().__init__(parent)
        self.activity = activity
        self.title = activity.title
        self.estimator = RateEstimator(clock)
        self.progress: Progress | None = activity.progress
        self.state = activity.state
        self._sentence = ""
        self._ended_at = ""
        activity.progressed.connect(self._on_progressed)
        activity.changed.connect(self._on_changed)
        activity.ended.connect(self._on_changed)

    @property
    def is_active(self) -> bool:
        """Whether it runs or is paused."""
        return self.state in (ActivityState.RUNNING, ActivityState.PAUSED)

    @property
    def fraction(self) -> float:
        """The part that is done, 0 to 1; 0 while that is unknown."""
        progress = self.progress
        if self.state is ActivityState.DONE:
            return 1.0
        if progress is None or not progress.total:
            return 0.0
        return min(1.0, progress.done / progress.total)

    @property
    def line(self) -> str:
        """What stands below the bar."""
        match self.state:
            case ActivityState.DONE:
                return self.tr("Done %1").replace("%1", self._ended_at)
            case ActivityState.CANCELLED:
                return self.tr("Stopped %1. What is done is kept.").replace("%1", self._ended_at)
            case ActivityState.FAILED:
                return self._sentence or self.tr(
                    "The program made a mistake. The log holds the details."
                )
            case ActivityState.PAUSED:
                return " · ".join([self.tr("Paused"), *self._amount()[-1:]])
        return " · ".join([*self._amount(), *self._speed()]) or self.tr("Starting")

    def time_left(self) -> str:
        """How long it will take, in words such as "4 minutes"; empty while nobody can tell."""
        seconds = self.estimator.seconds_left
        if seconds is None:
            return ""
        minutes = max(1, math.ceil(seconds / 60))
        if minutes < 90:
            return self.tr("%Ln minutes", "", minutes)
        return self.tr("%Ln hours", "", round(minutes / 60))

    def _amount(self) -> list[str]:
        progress = self.progress
        if progress is None:
            return []
        if self.activity.describe is not None:
            return self.activity.describe(progress)
        done = self._count(progress.done)
        if progress.total is not None:
            total = self._count(progress.total)
            return [self.tr("%1 of %2").replace("%1", done).replace("%2", total)]
        if progress.stage == SCANNING:
            return [self.tr("Looking for photos"), self.tr("%Ln photos", "", progress.done)]
        return [done]

    def _speed(self) -> list[str]:
        rate, seconds = self.estimator.rate, self.estimator.seconds_left
        if rate is None or seconds is None or self.activity.describe is not None:
            return []
        if rate >= 1:
            speed = self.tr("%1/s").replace("%1", self._count(round(rate)))
        else:
            speed = self.tr("%1/min").replace("%1", QLocale().toString(max(1, round(60 * rate))))
        minutes = math.ceil(seconds / 60)
        if minutes <= 1:
            left = self.tr("1 min left") if seconds > 20 else self.tr("a few seconds left")
        elif minutes < 90:
            left = self.tr("%1 min left").replace("%1", QLocale().toString(minutes))
        else:
            left = self.tr("%1 h left").replace("%1", QLocale().toString(round(minutes / 60)))
        return [speed, left]

    def _count(self, number: int) -> str:
        if self.progress is not None and self.progress.stage in _IN_BYTES:
            return QLocale().formattedDataSize(number, 1, QLocale.DataSizeFormat.DataSizeSIFormat)
        return QLocale().toString(number)

    def _on_progressed(self, progress: Progress) -> None:
        self.progress = progress
        self.estimator.note(progress)
        self.changed.emit()

    def _on_changed(self) -> None:
        self.state = self.activity.state
        if self.state is ActivityState.PAUSED:
            self.estimator.pause()
        if not self.is_active and not self._ended_at:
            self._sentence = self.activity.sentence
            now = QTime.currentTime()
            self._ended_at = QLocale().toString(now, QLocale.FormatType.ShortFormat)
        self.changed.emit()


class ActivityLog(QObject):
    """Follows every job of a runner.

    Args:
        jobs: The runner.
        parent: Its owner.
        clock: Seconds, monotonic.

    Attributes:
        entries: Newest first; those that ended stay for a while.
        has_unseen_failure: Whether a job failed since :meth:`mark_seen`.

    Signals:
        listed: A job was added or taken off the list.
        changed: The state of a job, or its progress, is another.
        ended: A job has ended; carries its entry.
    """

    listed = Signal()
    changed = Signal()
    ended = Signal(object)

    def __init__(
        self,
        jobs: JobRunner,
        parent: QObject | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self.entries: list[ActivityEntry] = []
        self.has_unseen_failure = False
        jobs.started.connect(self._on_started)

    @property
    def active(self) -> list[ActivityEntry]:
        """The jobs that run or are paused, oldest first."""
        return [entry for entry in reversed(self.entries) if entry.is_active]

    def mark_seen(self) -> None:
        """The user has looked at what failed."""
        self.has_unseen_failure = False
        self.changed.emit()

    def _on_started(self, activity: Activity) -> None:
        entry = ActivityEntry(activity, self._clock, self)
        entry.changed.connect(self.changed)
        activity.ended.connect(lambda: self._on_ended(entry))
        self.entries.insert(0, entry)
        ended = [entry for entry in self.entries if not entry.is_active]
        for old in ended[_KEPT:]:
            self.entries.remove(old)
            old.deleteLater()
        self.listed.emit()
        self.changed.emit()

    def _on_ended(self, entry: ActivityEntry) -> None:
        if entry.state is ActivityState.FAILED:
            self.has_unseen_failure = True
        self.changed.emit()
        self.ended.emit(entry)
