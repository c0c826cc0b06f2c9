from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from engine.catalog.records import FileState
from engine.errors import LibraryError
from engine.jobs import Job, Progress
from imgtext_desktop.activity.banner import ImportBanner
from imgtext_desktop.activity.log import ActivityLog
from imgtext_desktop.activity.panel import ActivityPanel
from imgtext_desktop.activity.strip import ActivityStrip
from imgtext_desktop.context import Context
from imgtext_desktop.jobs.activity import Activity, ActivityState
from tests.desktop.ledger import add_skipped


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale("en_US"))
    yield
    QLocale.setDefault(before)


class Scene:
    """A window with strip, panel and banner."""

    def __init__(self, context: Context, qtbot: QtBot) -> None:
        self.now = 0.0
        self.runner = context.jobs
        self.log = ActivityLog(context.jobs)
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.window.resize(900, 600)
        self.strip = ActivityStrip(context, self.log, self.window)
        self.strip.setGeometry(0, 510, 240, 90)
        self.banner = ImportBanner(context, self.window, clock=lambda: self.now)
        self.banner.setGeometry(250, 0, 640, 44)
        self.panel = ActivityPanel(context, self.log, self.window)
        self.window.show()

    def text(self, widget: QWidget) -> str:
        labels = [label.text() for label in widget.findChildren(QLabel) if label.isVisible()]
        return "\n".join(labels)


@pytest.fixture
def scene(context: Context, qtbot: QtBot) -> Iterator[Scene]:
    scene = Scene(context, qtbot)
    yield scene
    scene.panel.close_panel()
    context.jobs.close()


def _endless() -> Job[None]:
    done = 0
    while True:
        done += 1
        yield Progress("importing", min(done, 90), 100)


def _failing() -> Job[None]:
    yield Progress("scanning", 1)
    raise LibraryError("The disk is full; free some space.")


def test_an_idle_strip_never_says_more_than_is_true(scene: Scene) -> None:
    assert "Nothing leaves this computer" in scene.text(scene.strip)
    scene.strip.show_counts({FileState.INDEXED: 48_201, FileState.FAILED: 2})
    assert "Up to date\n48,201" in scene.text(scene.strip)
    scene.strip.show_counts({FileState.INDEXED: 48_201, FileState.PENDING: 12})
    assert "Up to date" not in scene.text(scene.strip)
    assert scene.strip.accessibleName() == "Waiting to be read 12"


def test_a_real_job_is_shown_paused_and_stopped_from_the_strip(
    context: Context, qtbot: QtBot, scene: Scene
) -> None:
    activity = context.jobs.start("Adding “Pictures”", _endless)
    qtbot.waitUntil(lambda: "of 100" in scene.text(scene.strip))
    assert scene.strip.findChild(QProgressBar).value() > 0
    pause, stop = scene.strip.findChildren(QToolButton)
    assert pause.toolTip() == "Pause “Adding “Pictures””"
    qtbot.mouseClick(pause, Qt.MouseButton.LeftButton)
    assert activity.state is ActivityState.PAUSED
    assert "Paused" in scene.text(scene.strip)
    qtbot.mouseClick(pause, Qt.MouseButton.LeftButton)
    assert activity.state is ActivityState.RUNNING
    with qtbot.waitSignal(activity.ended):
        qtbot.mouseClick(stop, Qt.MouseButton.LeftButton)
    assert "of 100" not in scene.text(scene.strip)
    scene.panel.toggle_above(scene.strip)
    assert "What is done is kept" in scene.text(scene.panel)


def test_a_failure_is_seen_in_the_strip_until_the_panel_was_opened(
    context: Context, qtbot: QtBot, scene: Scene
) -> None:
    activity = context.jobs.start("Adding “Pictures”", _failing)
    with qtbot.waitSignal(activity.ended):
        pass
    assert "Something failed" in scene.text(scene.strip)
    with qtbot.waitSignal(scene.strip.panel_requested):
        qtbot.keyClick(scene.strip, Qt.Key.Key_Return)
    scene.panel.toggle_above(scene.strip)
    assert "The disk is full; free some space." in scene.text(scene.panel)
    assert "Something failed" not in scene.text(scene.strip)
    assert scene.panel.geometry().bottom() < scene.strip.geometry().top()
    assert scene.panel.geometry().top() >= 0
    with qtbot.waitSignal(scene.panel.closed):
        qtbot.keyClick(scene.panel, Qt.Key.Key_Escape)
    assert not scene.panel.isVisible()


def test_many_jobs_scroll_within_the_window(context: Context, scene: Scene) -> None:
    for number in range(18):
        activity = Activity(f"Adding “{number}”", scene.runner)
        scene.runner.started.emit(activity)
        activity.end(ActivityState.DONE)
    scene.panel.toggle_above(scene.strip)
    assert scene.panel.geometry().top() >= 0
    assert scene.panel.objectName() == "activityPanel"


def test_the_banner_tells_of_a_first_import_only(
    context: Context, qtbot: QtBot, scene: Scene
) -> None:
    add_skipped(context.library, b"/photos", 3)
    activity = Activity("Adding “Pictures”", scene.runner)
    scene.runner.started.emit(activity)
    activity.note(Progress("scanning", 12_480))
    assert not scene.banner.isVisible()
    for step in range(5):
        activity.note(Progress("importing", 310 * step, 12_480))
        scene.now += 7
    qtbot.waitUntil(scene.banner.isVisible)
    assert scene.text(scene.banner).endswith(
        "You can search already. 1,240 of 12,480 photos are ready, "
        "the rest follow in about 5 minutes."
    )
    qtbot.mouseClick(scene.banner.findChild(QPushButton), Qt.MouseButton.LeftButton)
    activity.note(Progress("importing", 2000, 12_480))
    assert not scene.banner.isVisible()
    activity.end(ActivityState.DONE)
