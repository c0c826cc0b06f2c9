"""A pool of decoding processes in which a bad file can do no more harm than to itself.

Why not a library: `concurrent.futures` and `multiprocessing.Pool` know no time limit and break with
a worker. `pebble` bears both, but its workers share one pair of pipes under shared locks: killing a
worker while it sent a result broke or stalled the pool in 16 of 30 tries, and the death of an idle
worker broke it too. Here each worker has a pipe and a thread of its own, and they share nothing
that a death could leave locked.

Imports nothing heavy, as the workers do not.
"""

import contextlib
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable
from multiprocessing import resource_tracker
from types import TracebackType
from typing import Any, Self, TypeAlias

from engine.framing import SQUASHED, Framing
from engine.images.process import KILL_WAIT, TRIES, WorkerProcess
from engine.images.room import Rooms
from engine.images.worker import Result
from engine.settings import Settings

_PREPARE = ("engine.images.prepare", "prepare_photo")

SECONDS = 30.0
MEGABYTES = 1500

_START_TRIES = 3

_Item: TypeAlias = tuple[bytes, frozenset[bytes]]


class DecodePool:
    """Decodes files in processes of the lowest priority, with limits for each file.

    A file that crashes its decoder, hangs it or takes too much memory costs its own result only;
    the worker is replaced. Use it as a context manager. The workers start at once and end with
    the pool; they also end by themselves when this process is killed.
    """

    def __init__(
        self,
        task: Callable[..., Any] | None = None,
        *,
        framing: Framing = SQUASHED,
        workers: int | None = None,
        seconds: float = SECONDS,
        megabytes: int = MEGABYTES,
    ) -> None:
        """Prepare a pool; the processes start on entering it.

        Args:
            task: What to do with a file: a function of a module, as the processes import it.
                Default: ``prepare_photo``.
            framing: How the model sees a photo; for ``prepare_photo`` only.
            workers: Number of processes; default: the number of processors.
            seconds: Computing time that one file may take; four times as long by the clock.
            megabytes: Memory that one file may take, where the system can limit it (POSIX).
        """
        name = (task.__module__, task.__name__) if task else _PREPARE
        self._extra: tuple[Any, ...] = () if task else (framing,)
        self._worker_arguments = (name, seconds, megabytes * 1_000_000)
        self._seconds = seconds
        self._lock = threading.Lock()
        self._rooms = Rooms()
        self._workers: set[WorkerProcess] = set()
        self._is_closed = False
        self._is_mapping = False
        self._tasks: queue.SimpleQueue[_Item | None] = queue.SimpleQueue()
        self._results: queue.SimpleQueue[tuple[bytes, Result] | Exception] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._supervise, name=f"decode-{i}", daemon=True)
            for i in range(workers or os.cpu_count() or 1)
        ]

    @classmethod
    def of(cls, settings: Settings, framing: Framing = SQUASHED) -> Self:
        """Prepare a pool with a library's limits."""
        return cls(
            framing=framing,
            workers=settings.worker_count,
            seconds=settings.decode_seconds,
            megabytes=settings.decode_megabytes,
        )

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def map(
        self, tasks: Iterable[_Item], *, look_ahead: int
    ) -> Generator[tuple[bytes, Result], None, None]:
        """Decode files, as many at a time as there are workers.

        Args:
            tasks: Path and content hashes that need no decoding, for each file. Pulled lazily, in
                the thread that takes the results. The hashes travel with each task: give those
                that this file may have, not all.
            look_ahead: The most files that are under way or wait to be taken, about 0.2 MB each;
                several times the batch that the caller works on between two results.

        Yields:
            Path and result of each file, in the order of completion.

        Closing the iterator before its end closes the pool: what is under way is given up.
        """
        if self._is_closed or self._is_mapping:
            raise RuntimeError("the pool is closed or runs another map")
        self._is_mapping = True
        source = iter(tasks)
        under_way = 0
        is_done = False
        try:
            while not is_done or under_way:
                while not is_done and under_way < max(look_ahead, 1):
                    item = next(source, None)
                    if item is None:
                        is_done = True
                    else:
                        self._tasks.put(item)
                        under_way += 1
                if under_way:
                    result = self._next_result()
                    under_way -= 1
                    yield result
        finally:
            self._is_mapping = False
            if under_way:
                self.close()

    def close(self) -> None:
        """Kill the workers and end the pool; may be called again, and from any thread."""
        with self._lock:
            self._is_closed = True
            workers = list(self._workers)
        for worker in workers:
            worker.process.kill()
        self._rooms.close()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(2 * KILL_WAIT)

    def _next_result(self) -> tuple[bytes, Result]:
        while True:
            # In steps, because Windows takes no Ctrl-C while a thread waits.
            with contextlib.suppress(queue.Empty):
                result = self._results.get(timeout=0.5)
                if isinstance(result, Exception):
                    raise result
                return result
            if self._is_closed:
                raise RuntimeError("the pool was closed while its results were awaited")

    def _supervise(self) -> None:
        """Keep one worker busy until the pool is closed; the body of each thread."""
        if sys.platform != "win32":
            # Ctrl-C is for the main thread. Processes started here inherit the block, so that it
            # does not hit them before they can ignore it. The tracker of multiprocessing lifts
            # the block when it starts, hence before.
            resource_tracker.ensure_running()
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        worker = None
        try:
            worker = self._start_worker()
            while (item := self._tasks.get()) is not None and not self._is_closed:
                for _ in range(TRIES):
                    if not worker.is_fit():
                        self._discard(worker)
                        worker = self._start_worker()
                    name = os.fsdecode(item[0])
                    task = (*item, *self._extra)
                    result = worker.run(task, self._seconds, self._rooms, name=name)
                    if not worker.was_killed:
                        break
                self._results.put((item[0], result))
        except _ClosedError:
            pass
        except Exception as error:  # noqa: BLE001 - raised where the results are taken
            self._results.put(error)
        finally:
            if worker is not None:
                self._discard(worker)

    def _start_worker(self) -> WorkerProcess:
        for _ in range(_START_TRIES):
            with self._lock:
                if self._is_closed:
                    raise _ClosedError
                worker = WorkerProcess(self._worker_arguments)
                self._workers.add(worker)
            if worker.is_ready():
                return worker
            self._discard(worker)
            if self._is_closed:
                raise _ClosedError
        raise RuntimeError("the decoding processes do not start")

    def _discard(self, worker: WorkerProcess) -> None:
        with self._lock:
            self._workers.discard(worker)
        worker.stop()


class _ClosedError(Exception):
    """The pool was closed meanwhile."""
