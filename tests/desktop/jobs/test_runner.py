import threading
from collections.abc import Generator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from engine.errors import QueryError
from engine.jobs import Job, Progress
from imgtext_desktop.jobs.activity import ActivityState
from imgtext_desktop.jobs.runner import JobRunner


@pytest.fixture
def jobs(qtbot: QtBot) -> Generator[JobRunner, None, None]:
    jobs = JobRunner()
    yield jobs
    jobs.close()
    QApplication.processEvents()


class Counting:
    """A real job that steps when it is let, and notes where it was closed."""

    def __init__(self) -> None:
        self.may_step = threading.Semaphore(0)
        self.steps = 0
        self.closed_in: int | None = None

    def __call__(self) -> Job[str]:
        try:
            for number in range(5):
                yield Progress("counting", done=number, total=5)
                self.may_step.acquire(timeout=10)
                self.steps += 1
            return "five"
        finally:
            self.closed_in = threading.get_ident()


def test_a_job_runs_elsewhere_and_its_result_comes_home(jobs: JobRunner, qtbot: QtBot) -> None:
    counting, results, where = Counting(), list[str](), list[int]()
    counting.may_step.release(5)

    def done(result: str) -> None:
        results.append(result)
        where.append(threading.get_ident())

    activity = jobs.start("Counting", counting, done=done)
    qtbot.waitUntil(lambda: results == ["five"])
    assert activity.state is ActivityState.DONE
    assert where == [threading.get_ident()]
    assert counting.closed_in not in (None, threading.get_ident())
    qtbot.waitUntil(lambda: jobs.activities == [])


def test_pause_resume_and_cancel(jobs: JobRunner, qtbot: QtBot) -> None:
    counting = Counting()
    activity = jobs.start("Counting", counting)
    qtbot.waitUntil(lambda: activity.progress is not None)
    activity.pause()
    counting.may_step.release()
    qtbot.waitUntil(lambda: counting.steps == 1)
    assert activity.state is ActivityState.PAUSED
    assert jobs.activities == [activity]
    activity.resume()
    with qtbot.waitSignal(activity.ended):
        activity.cancel()
        counting.may_step.release(5)
    assert activity.state is ActivityState.CANCELLED
    assert counting.closed_in not in (None, threading.get_ident())


def test_a_failure_is_a_sentence_and_a_bug_is_reported(jobs: JobRunner, qtbot: QtBot) -> None:
    def world() -> Job[None]:
        yield Progress("failing")
        raise QueryError("Ask for something else.")

    def bug() -> Job[None]:
        yield Progress("failing")
        raise ZeroDivisionError

    sentences: list[str] = []
    jobs.start("World", world, failed=sentences.append)
    qtbot.waitUntil(lambda: sentences == ["Ask for something else."])
    with qtbot.waitSignal(jobs.failed) as caught:
        jobs.start("Bug", bug, failed=sentences.append)
    assert isinstance(caught.args[0], ZeroDivisionError)
    assert len(sentences) == 1


def test_of_one_channel_only_the_latest_is_answered(jobs: JobRunner, qtbot: QtBot) -> None:
    gate, answers = threading.Event(), list[int]()

    def work(number: int) -> int:
        gate.wait(10)
        return number

    for number in range(20):
        jobs.read(lambda n=number: work(n), answers.append, channel="search")
    jobs.read(lambda: work(100), answers.append)
    gate.set()
    qtbot.waitUntil(lambda: len(answers) == 2)
    assert sorted(answers) == [19, 100]


def test_an_answer_to_a_deleted_widget_is_dropped(jobs: JobRunner, qtbot: QtBot) -> None:
    label, answers = QLabel(), list[str]()
    jobs.read(lambda: "text", label.setText)
    label.deleteLater()
    QApplication.sendPostedEvents(label, QEvent.Type.DeferredDelete)
    jobs.read(lambda: "next", answers.append)
    qtbot.waitUntil(lambda: answers == ["next"])


def test_closing_ends_a_running_job_where_it_ran(jobs: JobRunner, qtbot: QtBot) -> None:
    counting = Counting()
    activity = jobs.start("Counting", counting)
    qtbot.waitUntil(lambda: activity.progress is not None)
    counting.may_step.release(1)
    jobs.close()
    assert counting.closed_in not in (None, threading.get_ident())
    jobs.read(lambda: 1, lambda _: pytest.fail("answered after closing"))
