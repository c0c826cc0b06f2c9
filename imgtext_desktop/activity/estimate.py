"""How fast a job is and how long it will take, without jumping about."""

import math
import time
from collections.abc import Callable

from engine.jobs import Progress

_MEMORY_SECONDS = 10.0  # what is older counts for little
_STEP_SECONDS = 0.5  # between two measurements; shorter ones are noise
_SILENT_SECONDS = 2.0  # before that, a guess would be wild


class RateEstimator:
    """An exponentially weighted mean of a job's speed.

    Args:
        clock: Seconds, monotonic.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._stage = ""
        self._at: float | None = None
        self._done = 0
        self._left: int | None = None
        self._sum = self._weight = self._seconds = 0.0

    def note(self, progress: Progress) -> None:
        """Take up a progress value."""
        if progress.stage != self._stage or progress.done < self._done:
            self._stage = progress.stage
            self._restart()
        now = self._clock()
        if self._at is None:
            self._at, self._done = now, progress.done
        elif now - self._at >= _STEP_SECONDS:
            elapsed = now - self._at
            share = 1 - math.exp(-elapsed / _MEMORY_SECONDS)
            speed = (progress.done - self._done) / elapsed
            self._sum += (speed - self._sum) * share
            self._weight += (1 - self._weight) * share
            self._seconds += elapsed
            self._at, self._done = now, progress.done
        self._left = None if progress.total is None else progress.total - progress.done

    def pause(self) -> None:
        """Leave out the time until the next progress value."""
        self._at = None

    @property
    def rate(self) -> float | None:
        """Units a second, or None while it is too early to tell."""
        if self._seconds < _SILENT_SECONDS or self._sum <= 0:
            return None
        return self._sum / self._weight  # the first values would else be drawn to 0

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the end, or None while nobody can tell."""
        rate = self.rate
        return None if rate is None or self._left is None else self._left / rate

    def _restart(self) -> None:
        self._at = None
        self._sum = self._weight = self._seconds = 0.0
