"""Jobs: generators that yield progress and return a result. They know nothing of threads.

Closing a job between two yields cancels it; what it has committed stays and the next run resumes.
"""

import concurrent.futures
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

_WAITING_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job has come.

    Attributes:
        stage: What is being done, a lower-case verb form such as ``"scanning"``.
        done: Units finished.
        total: Units in all, or None while unknown.
        detail: The item at hand, for display.
    """

    stage: str
    done: int = 0
    total: int | None = None
    detail: str = ""


Job = Generator[Progress, None, T]


def run(job: Job[T], report: Callable[[Progress], None] | None = None) -> T:
    """Run a job to its end in this thread.

    Args:
        job: The job; it is closed if ``report`` raises.
        report: Called with each progress value.

    Returns:
        What the job returns.
    """
    try:
        while True:
            try:
                progress = next(job)
            except StopIteration as stop:
                result: T = stop.value
                return result
            if report is not None:
                report(progress)
    finally:
        job.close()


def waiting(call: Callable[[], T], give_up: Callable[[], object], progress: Progress) -> Job[T]:
    """Make a job of one long call: while it lasts the job yields, so that it can be closed.

    Args:
        call: Runs in a thread of its own.
        give_up: Makes it return soon; called when the job is closed meanwhile.
        progress: What is yielded.
    """
    with concurrent.futures.ThreadPoolExecutor(max_workers=1) as executor:
        future = executor.submit(call)
        while not future.done():
            try:
                yield progress
            except GeneratorExit:
                give_up()
                raise
            concurrent.futures.wait([future], timeout=_WAITING_SECONDS)
        return future.result()
