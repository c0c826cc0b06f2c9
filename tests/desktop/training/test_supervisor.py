"""A real run in the window: begun, watched, paused, stopped, resumed, reported, adopted."""

import pytest
from pytestqt.qtbot import QtBot

from engine.library import Library
from engine.models.versions import Slot
from engine.training.runs import RunStatus
from engine.training.settings import Device, RunSettings
from imgtext_desktop.activity.log import ActivityLog
from imgtext_desktop.context import Context
from imgtext_desktop.training.page import TrainPage
from imgtext_desktop.training.supervisor import Supervisor

_MOST = 120_000  # milliseconds: a process loads torch, and machines are busy


@pytest.fixture
def supervisor(context: Context, qtbot: QtBot) -> Supervisor:
    return Supervisor(context)


def test_a_run_is_stopped_resumed_and_reported(
    context: Context, labelled: Library, supervisor: Supervisor, qtbot: QtBot
) -> None:
    page = TrainPage(context, supervisor)
    qtbot.addWidget(page)
    log = ActivityLog(context.jobs)
    page.resize(1100, 800)
    page.show()
    qtbot.waitUntil(page.choose.start_button.isEnabled)
    options = {"patience": "0"}
    supervisor.start(
        RunSettings(method="baseline-classifier", epochs=10_000, options=options, device=Device.CPU)
    )
    assert page.live.isVisible()
    qtbot.waitUntil(
        lambda: supervisor.last is not None and supervisor.last.epoch > 2, timeout=_MOST
    )
    (entry,) = log.active
    assert entry.title == "Learning your labels"
    assert entry.line.startswith("Trial 1 of ")
    entry.activity.pause()
    assert supervisor.is_paused
    assert entry.line.startswith("Paused · Trial 1 of ")
    assert page.live.pause_button.text() == "Go on"
    page.live.pause_button.click()
    assert not supervisor.is_paused
    with qtbot.waitSignal(supervisor.ended, timeout=_MOST) as ended:
        page.live.cancel_button.click()
        assert supervisor.is_stopping
    run, end = ended.args
    assert end.status is run.state.status is RunStatus.STOPPED
    assert page.choose.isVisible()
    assert not supervisor.is_running

    # As if two more rounds had been asked for, so that the test ends.
    spec = run.spec
    settings = spec.settings.model_copy(update={"epochs": run.epochs()[-1].epoch + 2})
    run.save_spec(type(spec)(settings, spec.models, spec.parent))
    with qtbot.waitSignal(supervisor.ended, timeout=_MOST) as ended:
        supervisor.resume(run, "baseline-classifier")
    assert ended.args[1].status is RunStatus.FINISHED
    qtbot.waitUntil(page.report.isVisible)
    data = page.report.data
    assert data is not None
    assert data.report.examined > 1
    assert page.report.adopt_button.isVisible()
    before = labelled.learning.slot(Slot.LABELS).version
    assert before != data.report.version, "nothing changes until it is adopted"
    with qtbot.waitSignal(page.adopt_requested) as adopted:
        page.report.adopt_button.click()
    assert adopted.args == [data.report.version]


def test_what_cannot_begin_says_why(
    context: Context, coloured: Library, supervisor: Supervisor, qtbot: QtBot
) -> None:
    page = TrainPage(context, supervisor)
    qtbot.addWidget(page)
    page.show()
    with qtbot.waitSignal(supervisor.ended) as ended:
        supervisor.start(RunSettings(method="baseline-classifier"))
    assert ended.args[0] is None
    assert "at least two photos" in ended.args[1].sentence
    assert page.choose.isVisible()
    assert not page.choose.failure.isHidden()
    assert page.choose.failure.resume_button.isHidden()


def test_a_setting_that_is_refused_makes_no_run(
    context: Context, labelled: Library, supervisor: Supervisor, qtbot: QtBot
) -> None:
    page = TrainPage(context, supervisor)
    qtbot.addWidget(page)
    page.show()
    with qtbot.waitSignal(supervisor.ended) as ended:
        supervisor.start(RunSettings(method="hash", options={"bits": "7"}))
    assert ended.args[0] is None
    assert "“bits” cannot be “7”" in ended.args[1].sentence
    assert not page.choose.failure.isHidden()
    assert page.choose.failure.resume_button.isHidden()
    assert not labelled.learning.runs.all()
