"""Reads pictures that somebody waits for, in processes in which a bad file can do no harm."""

import threading
from collections.abc import Callable
from typing import Final, TypeVar

from engine.errors import ImageError
from engine.images.pool import MEGABYTES, SECONDS
from engine.images.process import TRIES, WorkerProcess
from engine.images.room import Rooms
from engine.images.views import PictureData, Source

T = TypeVar("T")

_TASK: Final = ("engine.images.views", "call")
_CLOSING: Final = "The program is closing; the picture was not read."


class PictureReader:
    """Has single pictures read, each within limits of time and memory.

    Unlike those of a ``DecodePool`` its processes have the usual priority, start when they are
    first needed, and are as many as there are threads that read at one time.

    Args:
        seconds: Computing time that one picture may take; four times as long by the clock.
        megabytes: Memory that one picture may take, where the system can limit it (POSIX).
    """

    def __init__(self, *, seconds: float = SECONDS, megabytes: int = MEGABYTES) -> None:
        self._seconds = seconds
        self._arguments = (_TASK, seconds, megabytes * 1_000_000)
        self._rooms = Rooms()
        self._lock = threading.Lock()
        self._workers: set[WorkerProcess] = set()
        self._idle: list[WorkerProcess] = []
        self._is_closed = False

    def read(self, function: Callable[..., T], source: Source, *arguments: object) -> T:
        """Read a picture and wait for it; may be called from any thread.

        Args:
            function: What to make of it, one of :mod:`engine.images.views`.
            source: The picture.
            arguments: What else the function takes, but for ``reserve``.

        Returns:
            What the function returns.

        Raises:
            ImageError: It cannot be read, or reading it crashed, took too long or too much memory.
        """
        name = "a picture in memory" if isinstance(source, PictureData) else str(source.path)
        item = (function, (source, *arguments))
        for _ in range(TRIES):
            worker = self._take()
            result = worker.run(item, self._seconds, self._rooms, name=name)
            self._give_back(worker)
            if not worker.was_killed or self._is_closed:
                break
        if isinstance(result, ImageError):
            raise result
        return result  # type: ignore[no-any-return]  # what the process says is what it was asked

    def close(self) -> None:
        """End the processes; who waits for a picture gets an ImageError at once."""
        with self._lock:
            self._is_closed = True
            busy, idle = self._workers.difference(self._idle), list(self._idle)
            self._idle.clear()
        for worker in busy:
            worker.process.kill()  # its thread does the rest
        for worker in idle:
            self._discard(worker)
        self._rooms.close()

    def _take(self) -> WorkerProcess:
        with self._lock:
            if self._is_closed:
                raise ImageError(_CLOSING)
            worker = self._idle.pop() if self._idle else None
        if worker is not None and worker.is_fit():
            return worker
        if worker is not None:
            self._discard(worker)
        worker = WorkerProcess(self._arguments, is_background=False)
        with self._lock:
            self._workers.add(worker)
        if worker.is_ready() and not self._is_closed:
            return worker
        self._discard(worker)
        if self._is_closed:
            raise ImageError(_CLOSING)
        raise RuntimeError("the process that reads pictures does not start")

    def _give_back(self, worker: WorkerProcess) -> None:
        if self._is_closed or not worker.is_fit():
            self._discard(worker)
            return
        with self._lock:
            self._idle.append(worker)

    def _discard(self, worker: WorkerProcess) -> None:
        with self._lock:
            self._workers.discard(worker)
        worker.stop()
