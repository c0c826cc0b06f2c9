"""Watches a window that starts: when it is painted, when its photos are, what is loaded then."""

import sys
import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal

from imgtext_desktop.main_window import MainWindow

# The window must be there before any of them is loaded.
HEAVY = ("torch", "torchvision", "transformers", "timm", "faiss", "pyqtgraph")

_PATIENCE_SECONDS = 200


class StartWatch(QObject):
    """Notes what has been painted, in the turn of the event loop that follows; ends the program.

    Args:
        window: Not shown yet.
        started: ``time.time_ns()`` before this process was made.
        seen: Where the notes go; times in milliseconds after ``started``.
    """

    _painted = Signal(QObject)

    def __init__(self, window: MainWindow, started: int, seen: dict[str, Any]) -> None:
        super().__init__(window)
        self._window, self._grid = window, window.library_page.grid
        self._started, self._seen = started, seen
        self._note("built_ms")
        self._deadline = time.monotonic() + _PATIENCE_SECONDS
        self._painted.connect(self._on_painted, Qt.ConnectionType.QueuedConnection)
        for widget in (window, self._grid.viewport()):
            widget.installEventFilter(self)
        self._timer = QTimer(self, interval=100)
        self._timer.timeout.connect(self._end_when_quiet)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's
        """Override: something is about to be painted."""
        if event.type() == QEvent.Type.Paint:
            self._painted.emit(watched)
        return False

    def _on_painted(self, widget: QObject) -> None:
        if "window_ms" not in self._seen:
            self._note("window_ms")
            self._seen["window_cpu_ms"] = time.process_time() * 1000
            self._seen["heavy_modules"] = [name for name in HEAVY if name in sys.modules]
            self._timer.start()
        if widget is not self._window:
            self._look_at_photos()

    def _look_at_photos(self) -> None:
        photos, pictures = self._grid.photos, self._grid._thumbnails
        rows = [photos.row(int(photos.ids[place])) for place in self._grid.visible_places]
        there = [row is not None and pictures.pixmap(row) is not None for row in rows]
        if any(there):
            self._note("first_photo_ms")
        if there and all(there):
            self._note("all_photos_ms")
            self._seen.setdefault("photos_on_screen", len(there))

    def _end_when_quiet(self) -> None:
        is_late = time.monotonic() > self._deadline
        is_filled = "all_photos_ms" in self._seen or not len(self._grid.photos.ids)
        if is_late or (is_filled and not self._window.imports.is_running):
            self._seen.update(is_late=is_late, photos=len(self._grid.photos.ids))
            self._seen["memory_mb"] = memory()
            self._timer.stop()
            self._window.close()

    def _note(self, name: str) -> None:
        self._seen.setdefault(name, (time.time_ns() - self._started) / 1e6)


def memory() -> dict[str, float]:
    """Return private and resident memory of this process in MB, where the system tells (Linux)."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return {}
    fields = dict(line.split(":", 1) for line in lines)
    names = ("RssAnon", "VmSwap", "VmRSS")
    return {name: round(int(fields[name].split()[0]) / 1024, 1) for name in names}
