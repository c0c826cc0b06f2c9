"""How long a run would take is found out beside the window, and never holds it up."""

from pytestqt.qtbot import QtBot

from engine.library import Library
from engine.training.settings import Device, RunSettings
from imgtext_desktop.context import Context
from imgtext_desktop.training.estimates import Estimates

_MOST = 120_000  # milliseconds: a process loads torch, and machines are busy


def test_a_probe_is_made_once_and_leaves_no_run(
    context: Context, labelled: Library, qtbot: QtBot
) -> None:
    estimates = Estimates(context, context.jobs)
    settings = RunSettings(method="baseline-classifier", device=Device.CPU)
    with qtbot.waitSignal(estimates.found, timeout=_MOST) as found:
        estimates.ask([(settings, 20)])
    method, seconds = found.args
    assert method == "baseline-classifier"
    assert seconds > 0
    assert labelled.learning.runs.all() == []
    with qtbot.waitSignal(estimates.found, timeout=0) as again:
        estimates.ask([(settings, 20)])
    assert again.args == [method, seconds]


def test_a_probe_ends_at_once_when_nobody_wants_to_know(
    context: Context, labelled: Library, qtbot: QtBot
) -> None:
    estimates = Estimates(context, context.jobs)
    estimates.ask([(RunSettings(method="baseline-classifier", device=Device.CPU), 20)])
    qtbot.waitUntil(lambda: estimates._process is not None, timeout=_MOST)
    estimates.stop()
    qtbot.waitUntil(lambda: not context.jobs.activities, timeout=_MOST)
    assert labelled.learning.runs.all() == []
