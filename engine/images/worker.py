"""The inside of a decoding process: one file after another, out of everybody's way.

Imports nothing heavy: the environment is set before the task's module brings numpy in.
"""

import contextlib
import importlib
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from multiprocessing import connection
from typing import TYPE_CHECKING, TypeAlias

from engine.errors import ImageError
from engine.processes import serve_parent, take_lowest_priority

if TYPE_CHECKING:
    from engine.images.prepare import KnownPhoto, PreparedPhoto

Result: TypeAlias = "PreparedPhoto | KnownPhoto | ImageError"
Task: TypeAlias = "Callable[[bytes, frozenset[bytes]], PreparedPhoto | KnownPhoto]"

# The lowest priority gets next to nothing of a busy machine, and a file may come over a slow
# network; so the limit is on computing time, and this many times as long may pass by the clock.
CLOCK_FACTOR = 4
# How long past that a process outlives a parent that can no longer kill it.
_ALARM_MARGIN = 15.0


def work(
    pipe: connection.Connection, task: tuple[str, str], seconds: float, memory_limit: int
) -> None:
    """Do files until the parent ends; the body of each process.

    Args:
        pipe: Where files come from and results go; the first message says that all is ready.
        task: Module and name of what to do with a file.
        seconds: Computing time that one file may take.
        memory_limit: Bytes that one file may take.
    """
    serve_parent()
    os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    function: Task = getattr(importlib.import_module(task[0]), task[1])
    _retreat(memory_limit)
    with contextlib.suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            path, known = pipe.recv()
            with _time_limit(seconds):
                answer = _attempt(function, path, known)
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
    # What decoders print is not for the user, whose standard output may be a JSON document.
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(silence, stream)
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


@contextlib.contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Let the system end this process if it is stuck in a decoder, even without its parent."""
    if sys.platform == "win32":
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, CLOCK_FACTOR * seconds + _ALARM_MARGIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
