import pytest

from engine.jobs import Progress
from imgtext_desktop.activity.estimate import RateEstimator


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_it_says_nothing_before_it_knows(clock: Clock) -> None:
    estimator = RateEstimator(clock)
    for done in range(0, 100, 32):
        estimator.note(Progress("importing", done, 1000))
        clock.now += 0.5
    assert estimator.rate is None
    assert estimator.seconds_left is None


def test_a_steady_job_is_foretold(clock: Clock) -> None:
    estimator = RateEstimator(clock)
    for step in range(20):
        estimator.note(Progress("importing", 48 * step, 12_480))
        clock.now += 1
    assert estimator.rate == pytest.approx(48)
    assert estimator.seconds_left == pytest.approx((12_480 - 48 * 19) / 48)


def test_one_slow_batch_does_not_make_it_jump(clock: Clock) -> None:
    estimator = RateEstimator(clock)
    done = 0
    for step in range(60):
        estimator.note(Progress("importing", done, 100_000))
        done += 5 if step == 50 else 50
        clock.now += 1
    assert estimator.rate == pytest.approx(50, rel=0.1)


def test_it_follows_a_lasting_change(clock: Clock) -> None:
    estimator = RateEstimator(clock)
    done = 0
    for step in range(120):
        estimator.note(Progress("importing", done, 100_000))
        done += 50 if step < 60 else 10
        clock.now += 1
    assert estimator.rate == pytest.approx(10, rel=0.1)


def test_a_pause_and_another_stage_do_not_count(clock: Clock) -> None:
    estimator = RateEstimator(clock)
    for step in range(10):
        estimator.note(Progress("scanning", 5000 * step))
        clock.now += 1
    for step in range(10):
        estimator.note(Progress("importing", 10 * step, 1000))
        clock.now += 1
    estimator.pause()
    clock.now += 3600
    for step in range(10, 15):
        estimator.note(Progress("importing", 10 * step, 1000))
        clock.now += 1
    assert estimator.rate == pytest.approx(10)
