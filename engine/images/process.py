"""A decoding process as seen from outside: it is given files, and stopped where it fails.

Imports nothing heavy, as the process does not.
"""

import logging
import multiprocessing
import signal
import sys
from typing import TYPE_CHECKING, Any, Final

from engine.errors import ImageError
from engine.images.room import Purpose, Rooms
from engine.images.worker import CLOCK_FACTOR, work

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.context import SpawnProcess

_log = logging.getLogger(__name__)

# A cold start of Python with Pillow and numpy from a slow disk, beside a busy machine.
_START_LIMIT: Final = 120.0
# The system kills a process for want of memory, which may be another's doing: try once more.
TRIES: Final = 2
# A process that waits on a dead network drive cannot be killed; it is left behind.
KILL_WAIT: Final = 2.0


class WorkerProcess:
    """One decoding process and the pipe to it.

    Args:
        arguments: Those of :func:`engine.images.worker.work` after the pipe.
        is_background: Whether nobody waits for just its files.

    Attributes:
        process: The process.
        was_killed: Whether somebody else killed it over the last file.
    """

    def __init__(self, arguments: tuple[Any, ...], *, is_background: bool = True) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, far_end = context.Pipe()
        self._is_spent = False
        self.was_killed = False
        self.process: SpawnProcess = context.Process(
            target=work,
            args=(far_end, *arguments),
            kwargs={"is_background": is_background},
            name="imgtext-decode",
            daemon=True,
        )
        self.process.start()
        far_end.close()

    def is_ready(self) -> bool:
        """Wait until the process has started."""
        try:
            return self._pipe.poll(_START_LIMIT) and self._pipe.recv() is None
        except (EOFError, OSError):
            self.process.join(KILL_WAIT)  # it may be telling why, on standard error
            return False

    def is_fit(self) -> bool:
        """Whether the process can take a file; of an idle one that died the pipe's end is read."""
        return not self._is_spent and not self._pipe.poll()

    def run(self, item: tuple[Any, ...], seconds: float, rooms: Rooms, *, name: str) -> Any:
        """Have the process do one file; it is stopped if it does not come through that.

        Args:
            item: The parts of the task.
            seconds: Computing time that it may take.
            rooms: Where memory is asked for.
            name: What the log calls the file.

        Returns:
            What the task returns, or the ImageError that it raises.
        """
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
            _log.error("decoding %s failed:\n%s", ascii(name), trace)
        if trace is not None:
            self._is_spent = True
            self.process.kill()
        return result

    def _next(self, seconds: float) -> tuple[Any, Any] | None:
        """The process's next message; None if none comes in time."""
        return self._pipe.recv() if self._pipe.poll(CLOCK_FACTOR * seconds) else None

    def stop(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.join(KILL_WAIT)
        self._pipe.close()

    def _explain_end(self, seconds: float) -> ImageError:
        self.process.join(KILL_WAIT)
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
