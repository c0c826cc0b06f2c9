"""A pool of decoding processes in which a bad file can do no more harm than to itself.

Why not a library: `concurrent.futures` and `multiprocessing.Pool` know no time limit and break with
a worker. `pebble` has both, but its workers share one pair of pipes under shared locks: killing a
worker while it sent a result broke or stalled its pool in 16 of 30 tries, and the death of an
idle worker broke it always. Here each worker has a pipe and a thread of its own, and they share
nothing that a death could leave locked.

Light on purpose: the workers import this module before their environment is set.
"""

import contextlib
import logging
import multiprocessing
import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing import connection, resource_tracker
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from engine.errors import ImageError

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

    from engine.images.prepare import KnownPhoto, PreparedPhoto

_log = logging.getLogger(__name__)

SECONDS = 30.0
MEGABYTES = 1500

# A cold start of Python with Pillow and numpy from a slow disk, beside a busy machine.
_START_LIMIT = 120.0
_START_TRIES = 3
# A process that waits on a dead network drive cannot be killed; it is left behind.
_KILL_WAIT = 2.0
# How long past the time limit a worker outlives a parent that can no longer kill it.
_ALARM_MARGIN = 15.0

Result: TypeAlias = "PreparedPhoto | KnownPhoto | ImageError"
Task: TypeAlias = "Callable[[bytes, frozenset[bytes]], PreparedPhoto | KnownPhoto]"
_Item: TypeAlias = tuple[bytes, frozenset[bytes]]


class DecodePool:
    """Decodes files in processes of the lowest priority, with limits for each file.

    A file that crashes its decoder, hangs it or takes too much memory costs its own result only;
    the worker is replaced. Use it as a context manager. The workers start at once and end with
    the pool; they also end by themselves when this process is killed.
    """

    def __init__(
        self,
        task: "Task | None" = None,
        *,
        workers: int | None = None,
        seconds: float = SECONDS,
        megabytes: int = MEGABYTES,
    ) -> None:
        """Prepare a pool; the processes start on entering it.

        Args:
            task: What to do with a file; importable by name, as processes are spawned. Default:
                ``prepare_photo``.
            workers: Number of processes; default: the number of processors.
            seconds: Time limit of one file.
            megabytes: Memory that one file may take, where the system can limit it (POSIX).
        """
        if task is None:
            from engine.images.prepare import prepare_photo as task  # the task's module is heavier
        self._worker_arguments = (task, seconds, megabytes * 1_000_000)
        self._seconds = seconds
        self._lock = threading.Lock()
        self._workers: set[_Worker] = set()
        self._is_closed = False
        self._is_mapping = False
        self._tasks: queue.SimpleQueue[_Item | None] = queue.SimpleQueue()
        self._results: queue.SimpleQueue[tuple[bytes, Result] | Exception] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._supervise, name=f"decode-{i}", daemon=True)
            for i in range(workers or os.cpu_count() or 1)
        ]

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
                if worker.has_died():
                    self._discard(worker)
                    worker = self._start_worker()
                self._results.put((item[0], worker.run(item, self._seconds)))
                if not worker.is_fit:
                    self._discard(worker)
                    worker = self._start_worker()
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
        is_fit: Whether it can take another file.
    """

    def __init__(self, arguments: tuple[Any, ...]) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, far_end = context.Pipe()
        self.process: SpawnProcess = context.Process(
            target=_work, args=(far_end, *arguments), name="imgtext-decode", daemon=True
        )
        self.is_fit = True
        with _one_thread_each():
            self.process.start()
        far_end.close()

    def is_ready(self) -> bool:
        """Wait until the process has started."""
        try:
            return self._pipe.poll(_START_LIMIT) and self._pipe.recv() is None
        except (EOFError, OSError):
            return False

    def has_died(self) -> bool:
        """Whether an idle process has ended: only the end of its pipe can be read then."""
        return self._pipe.poll()

    def run(self, item: _Item, seconds: float) -> Result:
        """Have the process do one file."""
        try:
            self._pipe.send(item)
            if not self._pipe.poll(seconds):
                self.is_fit = False
                return ImageError(
                    f"Reading this picture took longer than {seconds:g} seconds and was given"
                    " up: it is probably damaged."
                )
            result, trace = self._pipe.recv()
        except (EOFError, OSError):
            self.is_fit = False
            return self._explain_end()
        self.is_fit = trace is None
        if trace:
            _log.error("decoding %s failed:\n%s", ascii(os.fsdecode(item[0])), trace)
        return result  # type: ignore[no-any-return]

    def stop(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.join(_KILL_WAIT)
        self._pipe.close()

    def _explain_end(self) -> ImageError:
        self.process.join(_KILL_WAIT)
        if sys.platform != "win32" and self.process.exitcode == -signal.SIGKILL:
            return ImageError(
                "Reading this picture was stopped by the system, which probably ran out of memory."
            )
        return ImageError("Reading this picture crashed its decoder: it is probably damaged.")


@contextlib.contextmanager
def _one_thread_each() -> Iterator[None]:
    """Let processes that start now do arithmetic in one thread.

    Numerical libraries read this once, when the worker's main module may import them, which is
    before any code of ours runs there; so it must come by inheritance.
    """
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(dict.fromkeys(names, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


# ---- in the worker ----


def _work(pipe: connection.Connection, task: Task, seconds: float, memory_limit: int) -> None:
    """Do files until the parent ends; the body of each process."""
    _retreat(memory_limit)
    with contextlib.suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            path, known = pipe.recv()
            with _alarm(seconds + _ALARM_MARGIN):
                answer = _attempt(task, path, known)
            pipe.send(answer)


def _attempt(task: Task, path: bytes, known: frozenset[bytes]) -> tuple[Result, str | None]:
    """Do one file.

    Returns:
        Its result, and the trace of an error of ours or an empty string where the process should
        not go on.
    """
    try:
        return task(path, known), None
    except ImageError as error:
        return error.with_traceback(None), None
    except MemoryError:
        return ImageError("Reading this picture takes more memory than one photo may use."), ""
    except Exception:  # noqa: BLE001 - a fault of ours costs one file and goes to the log
        sentence = "This picture met a fault of the program; the log holds the details."
        return ImageError(sentence), traceback.format_exc()


def _retreat(memory_limit: int) -> None:
    """Take this process out of everybody's way."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # What decoders print is not for the user, whose standard output may be a JSON document.
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(silence, stream)
    _take_lowest_priority()
    _limit_memory(memory_limit)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _take_lowest_priority() -> None:
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), 0x40)  # IDLE_PRIORITY_CLASS
    else:
        with contextlib.suppress(OSError):
            os.nice(19)


def _limit_memory(memory_limit: int) -> None:
    """Bound what a file may take, beside what the process takes already."""
    if sys.platform == "win32":
        return
    import resource

    taken = 0
    with contextlib.suppress(OSError), open("/proc/self/statm", encoding="ascii") as file:
        taken = int(file.read().split()[0]) * resource.getpagesize()
    # macOS refuses the first of them.
    for kind, limit in ((resource.RLIMIT_AS, taken + memory_limit), (resource.RLIMIT_CORE, 0)):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (limit, limit))


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Let the system end this process if it is stuck in a decoder and the parent is gone."""
    if sys.platform == "win32":
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
