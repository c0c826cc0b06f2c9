"""A pool of decoding processes in which a bad file can do no more harm than to itself.

Why not a library: `concurrent.futures` and `multiprocessing.Pool` know no time limit and break with
a worker. `pebble` bears both, but its workers share one pair of pipes under shared locks: killing a
worker while it sent a result broke or stalled the pool in 16 of 30 tries, and the death of an idle
worker broke it too. Here each worker has a pipe and a thread of its own, and they share nothing
that a death could leave locked.

Imports nothing heavy, as the workers do not.
"""

import contextlib
import logging
import multiprocessing
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable
from multiprocessing import resource_tracker
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from engine.errors import ImageError
from engine.images.room import Purpose, Rooms
from engine.images.worker import CLOCK_FACTOR, Result, work
from engine.settings import Settings

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

_log = logging.getLogger(__name__)

_PREPARE = ("engine.images.prepare", "prepare_photo")

SECONDS = 30.0
MEGABYTES = 1500

# A cold start of Python with Pillow and numpy from a slow disk, beside a busy machine.
_START_LIMIT = 120.0
_START_TRIES = 3
# The system kills a process for want of memory, which may be another's doing: try once more.
_TRIES = 2
# A process that waits on a dead network drive cannot be killed; it is left behind.
_KILL_WAIT = 2.0

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
        workers: int | None = None,
        seconds: float = SECONDS,
        megabytes: int = MEGABYTES,
    ) -> None:
        """Prepare a pool; the processes start on entering it.

        Args:
            task: What to do with a file: a function of a module, as the processes import it.
                Default: ``prepare_photo``.
            workers: Number of processes; default: the number of processors.
            seconds: Computing time that one file may take; four times as long by the clock.
            megabytes: Memory that one file may take, where the system can limit it (POSIX).
        """
        name = (task.__module__, task.__name__) if task else _PREPARE
        self._worker_arguments = (name, seconds, megabytes * 1_000_000)
        self._seconds = seconds
        self._lock = threading.Lock()
        self._rooms = Rooms()
        self._workers: set[_Worker] = set()
        self._is_closed = False
        self._is_mapping = False
        self._tasks: queue.SimpleQueue[_Item | None] = queue.SimpleQueue()
        self._results: queue.SimpleQueue[tuple[bytes, Result] | Exception] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._supervise, name=f"decode-{i}", daemon=True)
            for i in range(workers or os.cpu_count() or 1)
        ]

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Prepare a pool with a library's limits."""
        return cls(
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
                thread.join(2 * _KILL_WAIT)

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
                for _ in range(_TRIES):
                    if not worker.is_fit():
                        self._discard(worker)
                        worker = self._start_worker()
                    result = worker.run(item, self._seconds, self._rooms)
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

    def _start_worker(self) -> "_Worker":
        for _ in range(_START_TRIES):
            with self._lock:
                if self._is_closed:
                    raise _ClosedError
                worker = _Worker(self._worker_arguments)
                self._workers.add(worker)
            if worker.is_ready():
                return worker
            self._discard(worker)
            if self._is_closed:
                raise _ClosedError
        raise RuntimeError("the decoding processes do not start")

    def _discard(self, worker: "_Worker") -> None:
        with self._lock:
            self._workers.discard(worker)
        worker.stop()


class _ClosedError(Exception):
    """The pool was closed meanwhile."""


class _Worker:
    """One process and the pipe to it.

    Attributes:
        process: The process.
        was_killed: Whether somebody else killed it over the last file.
    """

    def __init__(self, arguments: tuple[Any, ...]) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, far_end = context.Pipe()
        self._is_spent = False
        self.was_killed = False
        self.process: SpawnProcess = context.Process(
            target=work, args=(far_end, *arguments), name="imgtext-decode", daemon=True
        )
        self.process.start()
        far_end.close()

    def is_ready(self) -> bool:
        """Wait until the process has started."""
        try:
            return self._pipe.poll(_START_LIMIT) and self._pipe.recv() is None
        except (EOFError, OSError):
            self.process.join(_KILL_WAIT)  # it may be telling why, on standard error
            return False

    def is_fit(self) -> bool:
        """Whether the process can take a file; of an idle one that died the pipe's end is read."""
        return not self._is_spent and not self._pipe.poll()

    def run(self, item: _Item, seconds: float, rooms: Rooms) -> Result:
        """Have the process do one file; it is stopped if it does not come through that."""
        trace: str | None = ""
        taken: list[Callable[[], None]] = []
        try:
            self._pipe.send(item)
            while (answer := self._next(seconds)) and isinstance(answer[0], Purpose):
                taken += rooms.take(*answer, has_some=bool(taken))
                self._pipe.send(None)
            if answer:
                result, trace = answer
            else:
                result = ImageError(
                    f"Reading this picture was given up after {CLOCK_FACTOR * seconds:g} seconds:"
                    " its disk or network may be stuck."
                )
        except (EOFError, OSError):
            result = self._explain_end(seconds)
        finally:
            for give_back in taken:
                give_back()
        if trace:
            _log.error("decoding %s failed:\n%s", ascii(os.fsdecode(item[0])), trace)
        if trace is not None:
            self._is_spent = True
            self.process.kill()
        return result  # type: ignore[no-any-return]

    def _next(self, seconds: float) -> tuple[Any, Any] | None:
        """The process's next message; None if none comes in time."""
        return self._pipe.recv() if self._pipe.poll(CLOCK_FACTOR * seconds) else None

    def stop(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.join(_KILL_WAIT)
        self._pipe.close()

    def _explain_end(self, seconds: float) -> ImageError:
        self.process.join(_KILL_WAIT)
        if sys.platform != "win32" and self.process.exitcode == -signal.SIGPROF:
            return ImageError(
                f"Reading this picture takes more than {seconds:g} seconds of computing: it is"
                " probably damaged."
            )
        if sys.platform != "win32" and self.process.exitcode == -signal.SIGKILL:
            self.was_killed = True
            return ImageError(
                "Reading this picture was stopped by the system, which probably ran out of memory."
            )
        return ImageError("Reading this picture crashed its decoder: it is probably damaged.")
