"""How long the window's event loop is held up while photos are imported and while nothing runs.

    QT_QPA_PLATFORM=offscreen python -m benchmarks.event_loop --photos DIR [--rows N] [--seconds S]

Claims: importing on two cores while somebody scrolls and types, the gap between two turns of a
timer of 5 ms stays under 33 ms (p99) and 100 ms (p99.9). Prints JSON, three phases of one run:
``importing`` (the whole import, models and decoders in processes of their own, as always; scrolling
and typing), ``used`` (scrolling and typing only) and ``idle``.

``gap_ms`` is what a user waits. On Linux ``own_gap_ms`` leaves out the time that the thread could
have run but had no processor: that is the machine and its other programs. The slow slots are those
over 33 ms: how much of them was our own computing, waiting for a processor, and the rest, which is
waiting for the interpreter's lock or for the disk.
"""

import argparse
import gc
import json
import os
import random
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from benchmarks.made_library import make_library
from engine.catalog.records import FileState
from imgtext_desktop.app import build_main_window
from imgtext_desktop.main_window import MainWindow
from imgtext_desktop.preferences import window_settings
from imgtext_desktop.preferences.window_settings import WindowSettings

_INTERVAL = 5
_SLOW = 33.0
_FRAME = 16
_STEP = 60  # pixels scrolled a frame
_QUERIES = ("a dog on the beach", "red flowers", "children playing in the snow")
_KEY_MILLISECONDS = 110
_KEYS_REST = 25  # strokes' time in which the answer is looked at


class Slot(NamedTuple):
    """The time between two turns, in milliseconds."""

    gap: float
    cpu: float  # computed by this thread
    queued: float  # could have run, had no processor
    collected: float  # some thread collected garbage, and no other could compute
    doing: str


class Pulse(QObject):
    """A timer that notes when it is late, and why.

    Attributes:
        slots: What was noted.
        doing: What the user does at the moment.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.slots: list[Slot] = []
        self.doing = ""
        self._queue = _open_schedstat()
        self._timer = QTimer(self, interval=_INTERVAL)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_turn)
        self._collected = self._collecting_since = 0.0
        gc.callbacks.append(self._on_collection)
        self._last = self._now()

    def start(self) -> None:
        """Begin anew."""
        self.slots = []
        self._last = self._now()
        self._timer.start()

    def stop(self) -> list[Slot]:
        """End and return what was noted."""
        self._timer.stop()
        return self.slots

    def _now(self) -> tuple[float, float, float, float]:
        queued = int(os.pread(self._queue, 80, 0).split()[1]) if self._queue is not None else 0
        return time.perf_counter(), time.thread_time(), queued / 1e9, self._collected

    def _on_turn(self) -> None:
        now = self._now()
        times = [(new - old) * 1000 for new, old in zip(now, self._last, strict=True)]
        gap, cpu, queued, collected = times
        self.slots.append(Slot(gap, cpu, queued, collected, self.doing))
        self._last = now
        self.doing = ""

    def _on_collection(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._collecting_since = time.perf_counter()
        else:
            self._collected += time.perf_counter() - self._collecting_since


class User(QObject):
    """Scrolls up and down all the time, and types a query now and then."""

    def __init__(self, window: MainWindow, pulse: Pulse) -> None:
        super().__init__(window)
        self._page, self._pulse = window.library_page, pulse
        self._direction, self._keys, self._query = 1, 0, 0
        self._frames = QTimer(self, interval=_FRAME)
        self._frames.timeout.connect(self._scroll)
        self._strokes = QTimer(self, interval=_KEY_MILLISECONDS)
        self._strokes.timeout.connect(self._type)

    def start(self) -> None:
        """Begin."""
        self._frames.start()
        self._strokes.start()

    def stop(self) -> None:
        """Leave an empty search box behind."""
        self._frames.stop()
        self._strokes.stop()
        self._page.search_bar.clear()

    def _scroll(self) -> None:
        bar = self._page.grid.verticalScrollBar()
        self._pulse.doing += "scroll "
        bar.setValue(bar.value() + _STEP * self._direction)
        if bar.value() in (bar.minimum(), bar.maximum()):
            self._direction = -self._direction

    def _type(self) -> None:
        text = _QUERIES[self._query % len(_QUERIES)]
        if self._keys < len(text):
            self._pulse.doing += "type "
            QTest.keyClicks(self._page.search_bar.edit, text[self._keys])
        elif self._keys == len(text) + _KEYS_REST:
            self._pulse.doing += "clear "
            self._page.search_bar.clear()
        elif self._keys == len(text) + 2 * _KEYS_REST:
            self._keys, self._query = -1, self._query + 1
        self._keys += 1


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=0, help="photos that are there already")
    parser.add_argument("--seconds", type=float, default=15, help="of being used, and of idling")
    parser.add_argument("--longest", type=float, default=600, help="seconds of the import")
    options = parser.parse_args()
    app = QApplication([])
    app.setStyle("Fusion")
    with open_window(options.rows) as (window, folder):
        pulse = Pulse(window)
        user = User(window, pulse)
        copies = copy_photos(options.photos, folder / "copies")
        started = time.perf_counter()
        phases = {}
        user.start()
        pulse.start()
        window.add_folders([os.fsencode(copies)])
        ends = started + options.longest
        wait(lambda: not window.imports.is_running or time.perf_counter() > ends)
        phases["importing"] = pulse.stop()
        seconds = time.perf_counter() - started
        indexed = window.context.library.files.counts()[FileState.INDEXED] - options.rows
        for activity in window.context.jobs.activities:
            activity.cancel()
        user.stop()
        wait_for(2)
        user.start()
        phases |= used_and_idle(pulse, user, options.seconds)
        figures = {
            "cores": os.cpu_count(),
            "rows_before": options.rows,
            "imported": indexed,
            "photos_per_second": round(indexed / seconds, 1),
            **{name: summary(slots) for name, slots in phases.items()},
        }
        print(json.dumps(figures, indent=2))


def used_and_idle(pulse: Pulse, user: User, seconds: float) -> dict[str, list[Slot]]:
    """Return what a user who is at it waits while nothing else runs, and then the idle window."""
    phases = {}
    pulse.start()
    wait_for(seconds)
    phases["used"] = pulse.stop()
    user.stop()
    wait_for(2)
    pulse.start()
    wait_for(seconds)
    phases["idle"] = pulse.stop()
    return phases


@contextmanager
def open_window(rows: int) -> Iterator[tuple[MainWindow, Path]]:
    """Yield the window over a library, and a folder for more; all is gone afterwards."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        window_settings.window_settings_path = lambda: folder / "window.json"
        if rows:
            make_library(folder / "library", folder / "photos", rows=rows)
        window = build_main_window(folder / "library", WindowSettings())
        window.show()
        gc.freeze()  # as the program does once its window is there
        wait_for(1)
        wait(lambda: not window.imports.is_running)
        yield window, folder
        window.close()
        window.deleteLater()
        QApplication.processEvents()


def copy_photos(photos: Path, target: Path) -> Path:
    """Copy a folder in another order of dates, so that photos arrive all over the grid."""
    shutil.copytree(photos, target)
    chance = random.Random(1)
    for file in sorted(target.rglob("*")):
        seconds = chance.randrange(1_400_000_000, 1_600_000_000)
        os.utime(file, (seconds, seconds))
    return target


def wait(is_over: Callable[[], bool]) -> None:
    """Run the event loop until something has happened."""
    loop, timer = QEventLoop(), QTimer(interval=50)
    timer.timeout.connect(lambda: loop.quit() if is_over() else None)
    timer.start()
    loop.exec()


def wait_for(seconds: float) -> None:
    """Run the event loop for some time."""
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


def summary(slots: list[Slot]) -> dict[str, Any]:
    """Return the distributions of one phase."""
    slow = [slot for slot in slots if slot.gap > _SLOW]
    worst = sorted(slots, key=lambda slot: slot.gap, reverse=True)[:8]
    return {
        "turns": len(slots),
        "gap_ms": spread([slot.gap for slot in slots]),
        "own_gap_ms": spread([slot.gap - slot.queued for slot in slots]),
        "slow": len(slow),
        "slow_split_ms": split(slow),
        "worst": [{**split([slot]), "doing": slot.doing.strip()} for slot in worst],
    }


def spread(gaps: list[float]) -> dict[str, float]:
    """Return percentiles and the worst."""
    values = dict(zip(("p50", "p99", "p99_9"), np.percentile(gaps, (50, 99, 99.9)), strict=True))
    return {name: round(float(value), 1) for name, value in {**values, "max": max(gaps)}.items()}


def split(slots: list[Slot]) -> dict[str, float]:
    """Return what slots were spent on, added up."""
    gap, cpu = sum(slot.gap for slot in slots), sum(slot.cpu for slot in slots)
    queued = sum(slot.queued for slot in slots)
    parts = {
        "gap": gap,
        "computing": cpu,
        "garbage": sum(slot.collected for slot in slots),
        "no_processor": queued,
        "waiting": max(0.0, gap - cpu - queued),
    }
    return {name: round(value, 1) for name, value in parts.items()}


def _open_schedstat() -> int | None:
    """Open what Linux knows of this thread: time run, time queued, both in nanoseconds."""
    try:
        return os.open("/proc/thread-self/schedstat", os.O_RDONLY)
    except OSError:
        return None


if __name__ == "__main__":
    main()
