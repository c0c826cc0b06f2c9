from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale

from engine.jobs import Progress
from imgtext_desktop.activity.log import ActivityEntry, ActivityLog
from imgtext_desktop.context import Context
from imgtext_desktop.jobs.activity import Activity, ActivityState


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale("en_US"))
    yield
    QLocale.setDefault(before)


class Jobs:
    """Announces jobs as the runner does, and lets a test say how they fare."""

    def __init__(self, context: Context) -> None:
        self.now = 0.0
        self.runner = context.jobs
        self.log = ActivityLog(context.jobs, clock=lambda: self.now)

    def start(self, title: str) -> tuple[Activity, ActivityEntry]:
        activity = Activity(title, self.runner)
        self.runner.started.emit(activity)
        return activity, self.log.entries[0]

    def step(self, activity: Activity, progress: Progress) -> None:
        activity.note(progress)
        self.now += 3


@pytest.fixture
def jobs(context: Context) -> Jobs:
    return Jobs(context)


def test_the_words_of_a_running_job(jobs: Jobs) -> None:
    activity, entry = jobs.start("Adding “Pictures”")
    assert entry.line == "Starting"
    jobs.step(activity, Progress("scanning", 1240))
    assert entry.line == "Looking for photos · 1,240 photos"
    for done in range(0, 1241, 31):
        jobs.step(activity, Progress("importing", done, 12_480))
    assert entry.line == "1,240 of 12,480 · 10/s · 19 min left"
    assert entry.time_left() == "19 minutes"
    assert entry.fraction == pytest.approx(0.0994, abs=1e-3)
    activity.pause()
    assert entry.line == "Paused · 1,240 of 12,480"


def test_what_is_counted_in_bytes_is_told_so(jobs: Jobs) -> None:
    activity, entry = jobs.start("Saving a copy of the library")
    for done in range(0, 40_000_001, 2_000_000):
        jobs.step(activity, Progress("saving", done, 200_000_000))
    assert entry.line.startswith("40.0 MB of 200.0 MB · ")
    assert "kB/s" in entry.line


def test_slow_and_long_jobs_have_words_as_well(jobs: Jobs) -> None:
    activity, entry = jobs.start("Adding “Pictures”")
    for done in range(10):
        jobs.step(activity, Progress("importing", done, 10_000))
    assert entry.line == "9 of 10,000 · 20/min · 8 h left"
    assert entry.time_left() == "8 hours"


def test_how_a_job_ended_stays_listed(jobs: Jobs) -> None:
    good, good_entry = jobs.start("a")
    bad, bad_entry = jobs.start("b")
    stopped, stopped_entry = jobs.start("c")
    good.end(ActivityState.DONE)
    bad.end(ActivityState.FAILED, sentence="The disk is full; free some space.")
    stopped.end(ActivityState.CANCELLED)
    assert good_entry.line.startswith("Done ")
    assert bad_entry.line == "The disk is full; free some space."
    assert "What is done is kept" in stopped_entry.line
    assert [entry.title for entry in jobs.log.entries] == ["c", "b", "a"]
    assert jobs.log.active == []
    assert jobs.log.has_unseen_failure
    jobs.log.mark_seen()
    assert not jobs.log.has_unseen_failure


def test_the_list_does_not_grow_for_ever(jobs: Jobs) -> None:
    jobs.start("first")
    for number in range(50):
        activity, _ = jobs.start(str(number))
        activity.end(ActivityState.DONE)
    assert len(jobs.log.entries) < 25
    assert [entry.title for entry in jobs.log.active] == ["first"]  # what runs is never dropped
