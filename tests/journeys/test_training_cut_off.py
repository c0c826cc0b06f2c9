"""The window is closed while the program learns, and the learning process is killed."""

import multiprocessing
import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from engine.catalog.records import FileState
from engine.training.runs import Run, RunSpec, RunStatus
from engine.training.settings import RunSettings
from imgtext_desktop.main_window import MainWindow
from tests.journeys.conftest import MakePhotos, OpenWindow, Shoot
from tests.journeys.user import CTRL, Key, User

_EACH = 8
# So many rounds that a person is always in time to cut them off.
_LONG = RunSettings(method="baseline-classifier", epochs=10_000, options={"patience": "0"})


@pytest.mark.timeout(1800)
def test_a_run_that_is_cut_off_goes_on(
    open_window: OpenWindow,
    shoot: Shoot,
    qtbot: QtBot,
    home: Path,
    make_photos: MakePhotos,
    *,
    expected_log: list[str],
) -> None:
    expected_log.append("The training process ended with code -9")
    make_photos(home / "Pictures", range(2 * _EACH))
    user = User(qtbot, open_window())
    _label_two_kinds(user, home / "Pictures")

    # Closing asks; the round at hand is finished first.
    user.press(Key.Key_2, CTRL)
    user.window.learning.supervisor.start(_LONG)
    user.wait(lambda: _rounds(user.window) > 1)
    user.window.close()
    shoot(user.window.findChild(QMessageBox, "closeWhileTraining"), "1-asked")
    user.press(Key.Key_Return)
    user.wait(lambda: not user.window.isVisible())

    # The next day the run is offered, and goes on where it was.
    user = User(qtbot, open_window())
    (run,) = user.window.context.library.learning.unfinished()
    assert run.state.status is RunStatus.STOPPED
    done = len(run.epochs())
    assert done > 1
    user.press(Key.Key_2, CTRL)
    shoot(user.window, "2-offered")
    user.click(_resume(user))
    user.wait(lambda: len(run.epochs()) > done)

    # The process dies; nothing else does.
    _kill_learning()
    user.wait(lambda: not user.window.learning.supervisor.is_running)
    assert run.state.status is RunStatus.FAILED
    shoot(user.window, "3-killed")
    assert user.window.learning.page.choose.failure.isVisible()
    done = len(run.epochs())
    _let_it_end(run)
    user.click(user.window.learning.page.choose.failure.resume_button)
    user.wait(user.window.learning.page.report.isVisible)
    assert run.state.status is RunStatus.FINISHED
    assert len(run.epochs()) > done


def _label_two_kinds(user: User, folder: Path) -> None:
    user.window.add_folders([os.fsencode(folder)])
    user.wait(lambda: user.count(FileState.INDEXED) == 2 * _EACH)
    user.wait(lambda: not user.window.imports.is_running)
    library = user.window.context.library
    contents = sorted(library.photos.all_hashes())
    library.annotations.add_labels(
        (content, "tea" if place < _EACH else "cake") for place, content in enumerate(contents)
    )


def _rounds(window: MainWindow) -> int:
    last = window.learning.supervisor.last
    return 0 if last is None else last.epoch


def _resume(user: User) -> QPushButton:
    def found() -> list[QPushButton]:
        buttons = user.window.learning.page.findChildren(QPushButton)
        return [b for b in buttons if b.isVisible() and b.text() == "Resume"]

    user.wait(found)
    return found()[0]


def _kill_learning() -> None:
    (process,) = (p for p in multiprocessing.active_children() if p.name == "imgtext-learn")
    process.kill()


def _let_it_end(run: Run) -> None:
    """Ask for two more rounds instead of very many, so that the test ends."""
    settings = run.spec.settings.model_copy(update={"epochs": run.epochs()[-1].epoch + 2})
    run.save_spec(RunSpec(settings, run.spec.models, run.spec.parent))
