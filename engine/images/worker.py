"""The inside of a decoding process: one file after another, out of everybody's way.

Imports nothing heavy: the environment is set before the task's module brings numpy in.
"""

import contextlib
import importlib
import os
import signal
import sys
import traceback
from functools import partial
from multiprocessing import connection
from typing import TYPE_CHECKING, TypeAlias

from engine.errors import ImageError
from engine.images.room import Purpose, Reserve
from engine.processes import serve_parent, take_lowest_priority

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from engine.images.prepare import KnownPhoto, PreparedPhoto

Result: TypeAlias = "PreparedPhoto | KnownPhoto | ImageError"
Task: TypeAlias = "Callable[..., Any]"  # takes the parts of an item, and a Reserve

# Less than this is taken without asking.
_SMALL = 32_000_000

# The lowest priority gets next to nothing of a busy machine, and a file may come over a slow
# network; so the limit is on computing time, and this many times as long may pass by the clock.
CLOCK_FACTOR = 4
# How long past that a process outlives a parent that can no longer kill it.
_ALARM_MARGIN = 15.0


def work(
    pipe: connection.Connection,
    task: tuple[str, str],
    seconds: float,
    memory_limit: int,
    *,
    is_background: bool = True,
) -> None:
    """Do files until the parent ends; the body of each process.

    Args:
        pipe: Where files come from and results go; the first message says that all is ready.
        task: Module and name of what to do with a file.
        seconds: Computing time that one file may take.
        memory_limit: Bytes that one file may take.
        is_background: Whether nobody waits for just these files.
    """
    serve_parent()
    os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    function: Task = getattr(importlib.import_module(task[0]), task[1])
    _retreat(memory_limit, is_background=is_background)
    with contextlib.suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            item = pipe.recv()
            clock = _Clock(seconds)
            with clock:
                answer = _attempt(function, item, partial(_reserve, pipe, clock))
            pipe.send(answer)


def _reserve(pipe: connection.Connection, clock: "_Clock", purpose: Purpose, size: int) -> None:
    """Wait until the parent has room for memory, which does not count as time for the file."""
    if size > _SMALL:
        clock.stop()
        pipe.send((purpose, size))
        pipe.recv()
        clock.start()


def _attempt(task: Task, item: "tuple[Any, ...]", reserve: Reserve) -> "tuple[Any, str | None]":
    """Do one file.

    Returns:
        Its result, and the trace of an error of ours or an empty string where the process should
        not go on.
    """
    try:
        return task(*item, reserve), None
    except ImageError as error:
        return error.with_traceback(None), None
    except MemoryError:
        return ImageError("Reading this picture takes more memory than one photo may use."), ""
    except Exception:  # noqa: BLE001 - a fault of ours costs one file and goes to the log
        sentence = "This picture met a fault of the program; the log holds the details."
        return ImageError(sentence), traceback.format_exc()


def _retreat(memory_limit: int, *, is_background: bool) -> None:
    """Take this process out of everybody's way."""
    # What decoders print is not for the user, whose standard output may be a JSON document.
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(silence, stream)
    if is_background:
        take_lowest_priority()
    _limit_memory(memory_limit)


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


class _Clock:
    """Lets the system end this process if it is stuck in a decoder, even without its parent."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._left = seconds

    def __enter__(self) -> None:
        self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start, with what is left of the computing time."""
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_PROF, self._left)
            signal.setitimer(signal.ITIMER_REAL, CLOCK_FACTOR * self._seconds + _ALARM_MARGIN)

    def stop(self) -> None:
        """Stop, and keep what is left."""
        if sys.platform != "win32":
            left, _ = signal.setitimer(signal.ITIMER_PROF, 0)
            self._left = max(left, 0.1)
            signal.setitimer(signal.ITIMER_REAL, 0)
