"""What the command line shares: how it takes paths, shows progress, and stops."""

import contextlib
import errno
import json
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType
from typing import Annotated, Any, NoReturn, TextIO, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as ProgressBar

from engine.errors import OutputError
from engine.jobs import Job, Progress, run

T = TypeVar("T")

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

INTERRUPTED = 130
STOPPED = "Stopped. What was done so far is kept; run the command again to go on."

_PLAIN_SECONDS = 5.0  # between two lines of progress where there is no terminal
_SHOW_CURSOR = b"\x1b[?25h"


class InterruptedJobError(Exception):
    """Ctrl-C during a job; what it has committed is kept."""


def to_path(text: str) -> Path:
    """Take a path from the command line; an empty one is no path, not the folder at hand."""
    if not text:
        raise typer.BadParameter("this path is empty; give the name of a file or folder.")
    return Path(text)


def echo(text: str) -> None:
    """Write a line to standard output, whatever its encoding.

    Raises:
        OutputError: It takes no more, such as a file on a full disk.
    """
    try:
        typer.echo(_encodable(text, sys.stdout))
    except OSError as error:
        if error.errno == errno.EPIPE:  # the reader has had enough, such as `head`
            raise
        # What is left in the buffer must not fail again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        raise OutputError(
            f"The output cannot be written ({error.strerror}); free some space or send it to "
            "another place."
        ) from error


def print_json(document: object) -> None:
    """Write one JSON document to standard output."""
    # ASCII, so that undecodable bytes of a path survive as \\udcXX.
    echo(json.dumps(document))


def print_figures(document: Mapping[str, Any], *, as_json: bool) -> None:
    """Write figures by name, for a program or for a person."""
    if as_json:
        print_json(document)
        return
    for name, value in document.items():
        shown = json.dumps(value) if isinstance(value, dict | list) else value
        echo(f"{name}: {shown}")


def say(sentence: str) -> None:
    """Write a sentence to standard error, whatever its encoding."""
    with contextlib.suppress(OSError):  # nobody is there to be told
        typer.echo(_encodable(sentence, sys.stderr), err=True)


def _encodable(text: str, stream: TextIO | None) -> str:
    encoding = (stream.encoding if stream else None) or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


class _Sayer(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        say(record.getMessage())


def say_warnings_of(logger: str) -> None:
    """Show what a part of the engine warns of, beside the log file."""
    found = logging.getLogger(logger)
    if not any(isinstance(handler, _Sayer) for handler in found.handlers):
        found.addHandler(_Sayer(logging.WARNING))


def leave_at_ctrl_c() -> None:
    """Let Ctrl-C end the process at once and quietly: nothing is under way that must be kept."""
    # A shell that runs us in the background has it ignored, and so it stays.
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _leave)


def run_with_progress(job: Job[T]) -> T:
    """Run a job, and show its progress on standard error.

    Raises:
        InterruptedJobError: Ctrl-C came, and the job has been closed. A second one ends the
            process, as a kill would: what is committed is safe.
    """
    is_stoppable = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
    if is_stoppable:
        signal.signal(signal.SIGINT, _stop)
    try:
        if sys.stderr is not None and sys.stderr.isatty():
            return _run_with_bar(job)
        return run(job, _PlainProgress())
    except KeyboardInterrupt as error:
        is_stoppable = False  # the next one leaves at once
        raise InterruptedJobError from error
    finally:
        if is_stoppable:
            signal.signal(signal.SIGINT, _leave)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGINT, _leave_told)
    # Where the interrupt hits code that cannot pass it on, Python would print a traceback.
    sys.unraisablehook = lambda _: None
    raise KeyboardInterrupt


def _leave_told(number: int, frame: FrameType | None) -> NoReturn:
    with contextlib.suppress(OSError):
        os.write(2, STOPPED.encode() + b"\n")
    _leave(number, frame)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    if os.isatty(2):
        os.write(2, _SHOW_CURSOR)  # a progress bar hides it
    os._exit(INTERRUPTED)


class _PlainProgress:
    """Writes a line now and then, for a log."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._next = clock() + _PLAIN_SECONDS

    def __call__(self, progress: Progress) -> None:
        if self._clock() < self._next:
            return
        self._next = self._clock() + _PLAIN_SECONDS
        total = "" if progress.total is None else f" of {progress.total}"
        say(f"{progress.stage}: {progress.done}{total}")


def _run_with_bar(job: Job[T]) -> T:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    with ProgressBar(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)

        def report(progress: Progress) -> None:
            bar.update(
                task,
                description=progress.stage,
                completed=progress.done,
                total=progress.total,
            )

        return run(job, report)
