"""The process that a run happens in, seen from the program that waits for it. Needs no torch.

Whatever happens there (no memory, a crash, a kill) ends that process alone; the run stays on the
disk and can be resumed.
"""

import contextlib
import logging
import multiprocessing
import os
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError
from engine.processes import serve_parent, take_lowest_priority
from engine.training.progress import OUT_OF_MEMORY, TrainingProgress
from engine.training.report import Report
from engine.training.runs import Run, RunStatus

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

logger = logging.getLogger(__name__)

_POLL_SECONDS = 0.1
# How long a run may take to notice that it shall stop; one update is far shorter.
_PATIENCE_SECONDS = 20.0
_CUT_OFF = (
    "The training process ended, perhaps for want of memory. Your search is unchanged. Resume goes "
    "on from the last round."
)


class Command(StrEnum):
    """What can be asked of a run."""

    PAUSE = "pause"
    GO_ON = "go on"
    STOP = "stop"
    STOP_AFTER_EPOCH = "stop after epoch"
    WINDOW_ACTIVE = "window active"
    WINDOW_IDLE = "window idle"


@dataclass(frozen=True, slots=True)
class RunEnd:
    """How a process ended.

    Attributes:
        status: Of the run.
        sentence: Why it failed; empty otherwise.
        report: What came out of a finished run.
        seconds: What a probe says that the run will take at most.
    """

    status: RunStatus
    sentence: str = ""
    report: Report | None = None
    seconds: float | None = None


class TrainingProcess:
    """One attempt at a run, in a process of the lowest priority.

    Its methods may be called from any thread; :meth:`follow` from one.

    Args:
        run: The run, with its snapshot.
        is_probe: Whether only to find out how long it will take; nothing is kept of it.
    """

    def __init__(self, run: Run, *, is_probe: bool = False) -> None:
        self.run = run
        self._is_probe = is_probe
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(
            target=_work, args=(run, theirs, is_probe), name="imgtext-learn", daemon=True
        )
        self._theirs = theirs
        self._asked_to_stop: float | None = None
        self._is_killed = False

    @property
    def pid(self) -> int | None:
        """Of the process, once it is started."""
        return self._process.pid

    def send(self, command: Command) -> None:
        """Ask something of the run; it hears it between two updates."""
        if command in (Command.STOP, Command.STOP_AFTER_EPOCH) and self._asked_to_stop is None:
            self._asked_to_stop = time.monotonic()
            if command is Command.STOP_AFTER_EPOCH:
                self._asked_to_stop += 3600
        elif command is Command.STOP:
            self._asked_to_stop = time.monotonic()
        with contextlib.suppress(OSError):
            self._connection.send(command)

    def kill(self) -> None:
        """End the process at once; the last finished epoch is kept."""
        self._is_killed = True  # also where it is just about to begin
        if self._process.pid is not None:
            self._process.kill()

    def follow(self) -> Generator[TrainingProgress | RunEnd, None, None]:
        """Start the process and yield what it says; the last value is a RunEnd."""
        self._process.start()
        self._theirs.close()
        if self._is_killed:
            self._process.kill()
        end: RunEnd | None = None
        try:
            while end is None:
                message = self._next()
                if isinstance(message, RunEnd):
                    end = message
                elif message is not None:
                    yield message
            self._process.join(_PATIENCE_SECONDS)
        except GeneratorExit:
            with contextlib.suppress(OSError):
                self.run.change_state(status=RunStatus.STOPPED)
            raise
        finally:
            self.kill()
            self._process.join()
            self._connection.close()
        yield self._noted(end)

    def _next(self) -> TrainingProgress | RunEnd | None:
        try:
            if self._connection.poll(_POLL_SECONDS):
                message: TrainingProgress | RunEnd = self._connection.recv()
                return message
        except (EOFError, OSError):
            return self._cut_off()
        if self._is_overdue():
            self.kill()
        return None

    def _is_overdue(self) -> bool:
        asked = self._asked_to_stop
        return asked is not None and time.monotonic() - asked > _PATIENCE_SECONDS

    def _cut_off(self) -> RunEnd:
        """Say why a process ended without a word."""
        self._process.join()
        if self._asked_to_stop is not None:
            return RunEnd(RunStatus.STOPPED)
        logger.warning("The training process ended with code %s", self._process.exitcode)
        return RunEnd(RunStatus.FAILED, _CUT_OFF)

    def _noted(self, end: RunEnd) -> RunEnd:
        """Keep the end in the run's folder, as far as its disk allows."""
        if self._is_probe:
            return end
        try:
            version = end.report.version if end.report is not None else ""
            self.run.change_state(status=end.status, sentence=end.sentence, version=version)
        except OSError as error:
            logger.warning("The end of the run could not be noted: %s", error)
        return end


def seconds_of(run: Run, begun: Callable[[TrainingProcess], None] | None = None) -> float | None:
    """Try a run for two seconds, in a process of its own; nothing is kept of it.

    Args:
        run: The run, with its snapshot.
        begun: Takes the process before it is waited for.

    Returns:
        The most seconds that the run will take, or None if it cannot begin.
    """
    process = TrainingProcess(run, is_probe=True)
    if begun is not None:
        begun(process)
    values = process.follow()
    try:
        return next((value.seconds for value in values if isinstance(value, RunEnd)), None)
    finally:
        values.close()


# ---- in the process ----


class _PipeControl:
    """See :class:`engine.training.trainer.Control`."""

    def __init__(self, connection: "Connection[Any, Any]") -> None:
        self._connection = connection
        self._is_paused = False
        self._shall_stop = False
        self._shall_stop_after_epoch = False

    def report(self, progress: TrainingProgress) -> None:
        self._connection.send(progress)

    def check(self) -> None:
        self._listen(wait=False)
        while self._is_paused and not self._shall_stop and not self._shall_stop_after_epoch:
            self._listen(wait=True)
        if self._shall_stop:
            from engine.training.trainer import RunCancelledError

            raise RunCancelledError

    def check_epoch(self) -> None:
        self.check()
        if self._shall_stop_after_epoch:
            from engine.training.trainer import RunCancelledError

            raise RunCancelledError

    def _listen(self, *, wait: bool) -> None:
        while self._connection.poll(None if wait else 0):
            self._heed(self._connection.recv())
            wait = False

    def _heed(self, command: Command) -> None:
        from engine.training.device import limit_cores

        if command is Command.PAUSE:
            self._is_paused = True
        elif command is Command.GO_ON:
            self._is_paused = False
        elif command is Command.STOP:
            self._shall_stop = True
        elif command is Command.STOP_AFTER_EPOCH:
            self._shall_stop_after_epoch = True
        else:
            limit_cores(is_window_active=command is Command.WINDOW_ACTIVE)


def _work(run: Run, connection: "Connection[Any, Any]", is_probe: bool) -> None:
    serve_parent()
    take_lowest_priority()
    # Threads that wait give their core away: beside other programs a run of small steps took six
    # times as long otherwise. Read when torch is loaded, which is later.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    connection.send(_probe(run) if is_probe else _do(run, connection))
    connection.close()


def _do(run: Run, connection: "Connection[Any, Any]") -> RunEnd:
    from engine.training.device import limit_cores
    from engine.training.run import execute
    from engine.training.trainer import RunCancelledError

    limit_cores(is_window_active=True)
    started = time.monotonic()
    try:
        return RunEnd(RunStatus.FINISHED, report=execute(run, _PipeControl(connection)))
    except RunCancelledError:
        return RunEnd(RunStatus.STOPPED)
    except EngineError as error:
        if str(error) == OUT_OF_MEMORY:
            _ask_for_smaller_steps(run)
        return RunEnd(RunStatus.FAILED, str(error))
    except Exception:
        logger.exception("The run failed")
        return RunEnd(
            RunStatus.FAILED,
            "The run met an error of the program, which is in the log. Your search is unchanged. "
            "Resume, or start a new run.",
        )
    finally:
        with contextlib.suppress(OSError):
            run.change_state(seconds=run.state.seconds + time.monotonic() - started)


def _probe(run: Run) -> RunEnd:
    from engine.training.device import limit_cores
    from engine.training.probe import probe

    limit_cores(is_window_active=True)
    try:
        return RunEnd(RunStatus.WAITING, seconds=probe(run))
    except EngineError as error:
        return RunEnd(RunStatus.FAILED, str(error))


def _ask_for_smaller_steps(run: Run) -> None:
    spec = run.spec
    with contextlib.suppress(OSError):
        run.save_spec(replace(spec, smaller_steps=spec.smaller_steps + 1))
