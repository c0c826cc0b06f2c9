"""Imports that are paused, stopped, closed over and resumed; a folder that is pulled away."""

import json
import sqlite3
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from engine.catalog.records import FileState
from imgtext_desktop.jobs.activity import ActivityState
from imgtext_desktop.roots.model import Role
from tests.journeys.conftest import BATCH, MakePhotos, OpenWindow, Shoot
from tests.journeys.user import CTRL, Key, User, from_file_manager

PHOTOS = 120  # more than a quick machine reads between two steps


@pytest.mark.timeout(3600)
def test_interrupted_imports(
    open_window: OpenWindow,
    shoot: Shoot,
    qtbot: QtBot,
    *,
    tmp_path: Path,
    make_photos: MakePhotos,
    expected_log: list[str],
) -> None:
    expected_log.append("photos is offline")
    folder = tmp_path / "photos"
    make_photos(folder, range(PHOTOS))
    user = User(qtbot, open_window())
    user.drop(from_file_manager([folder]), user.window.sidebar)
    user.wait(lambda: user.count(FileState.INDEXED) > 0)
    _pauses_and_goes_on(user, shoot)
    _stops(user, shoot)
    user.press(Key.Key_F5)
    stopped_at = user.count(FileState.INDEXED)
    user.wait(lambda: user.count(FileState.INDEXED) > stopped_at)
    user.window.close()  # in the middle, without a question

    user = User(qtbot, open_window())
    assert user.count(FileState.INDEXED) < PHOTOS, "it was not in the middle"
    user.wait(lambda: user.count(FileState.INDEXED) == PHOTOS)
    user.wait(lambda: not user.window.imports.is_running and len(user.shown) == PHOTOS)
    shoot(user.window, "5-resumed")
    assert _encoded(tmp_path / "library") == PHOTOS, "photos were encoded twice"
    assert user.window.context.library.problems() == []

    _pulls_the_folder_away(user, shoot, make_photos(folder, range(PHOTOS, 2 * PHOTOS)))
    assert _encoded(tmp_path / "library") == 2 * PHOTOS
    _tells_where_it_is_now(user, shoot, folder)
    assert _encoded(tmp_path / "library") == 2 * PHOTOS


def _pauses_and_goes_on(user: User, shoot: Shoot) -> None:
    activities = user.window.context.jobs.activities
    activity = next(activity for activity in activities if activity.title.startswith("Adding"))
    strip = user.window.sidebar.strip
    user.click(user.button("Pause “Adding “photos””", strip))
    assert activity.state is ActivityState.PAUSED
    # The step at hand is finished; then nothing moves, and the library can be used.
    user.press(Key.Key_F, CTRL)
    with user.answer():
        user.type("squares")
    reached = user.count(FileState.INDEXED)
    with user.answer():
        user.type(" and colours")
    assert user.count(FileState.INDEXED) <= reached + BATCH
    shoot(user.window, "1-paused")
    user.new_query()
    user.click(user.button("Go on with “Adding “photos””", strip))
    user.wait(lambda: user.count(FileState.INDEXED) > reached + BATCH)


def _stops(user: User, shoot: Shoot) -> None:
    strip, panel = user.window.sidebar.strip, user.window.activity_panel
    user.click(strip, strip.rect().topLeft() + strip.rect().center() / 8)
    assert panel.isVisible()
    shoot(user.window, "2-activity")
    user.click(user.button("Stop “Adding “photos””; what is done is kept", panel))
    user.wait(lambda: not user.window.imports.is_running)
    assert 0 < user.count(FileState.INDEXED) < PHOTOS
    assert user.count(FileState.FAILED) == 0
    shoot(user.window, "3-stopped")
    user.press(Key.Key_Escape)
    assert not panel.isVisible()
    user.wait(lambda: len(user.shown) == PHOTOS)
    shoot(user.window, "4-part-of-the-library")


def _pulls_the_folder_away(user: User, shoot: Shoot, added: list[Path]) -> None:
    """Its files are offline, not failed and not gone; when it is back the import goes on."""
    folder = added[0].parent
    elsewhere = folder.with_name("pulled")
    user.press(Key.Key_F5)
    user.wait(lambda: user.count(FileState.INDEXED) > PHOTOS)
    folder.rename(elsewhere)
    user.wait(lambda: not user.window.imports.is_running)
    assert user.count(FileState.FAILED) == 0
    user.press(Key.Key_F5)
    user.wait(lambda: user.count(FileState.OFFLINE) == 2 * PHOTOS)
    user.wait(lambda: not user.window.imports.is_running)
    roots = user.window.sidebar.root_list.model
    user.wait(lambda: roots.index(0, 0).data(Role.ProblemRole))
    shoot(user.window, "6-offline")
    with user.answer():
        user.press(Key.Key_F, CTRL)
        user.type("squares")
    shoot(user.window, "7-offline-and-still-found")
    user.double_click(user.grid.viewport(), user.tile(0))
    user.wait(user.window.viewer.stage.notice.isVisible)
    shoot(user.window, "8-offline-photo")
    user.press(Key.Key_Escape)
    user.new_query()

    elsewhere.rename(folder)
    user.press(Key.Key_F5)
    user.wait(lambda: user.count(FileState.INDEXED) == 2 * PHOTOS)
    user.wait(lambda: not user.window.imports.is_running)
    user.wait(lambda: not roots.index(0, 0).data(Role.ProblemRole))
    shoot(user.window, "9-back")


def _tells_where_it_is_now(user: User, shoot: Shoot, folder: Path) -> None:
    """Moved for good, it is told where it is; nothing is encoded again."""
    elsewhere = folder.rename(folder.with_name("another disk"))
    user.press(Key.Key_F5)
    user.wait(user.window.library_page.offline_banner.isVisible)
    user.click(user.button("Locate folder…"))
    dialog = user.window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    dialog.fileSelected.emit(str(elsewhere))
    dialog.reject()
    user.wait(lambda: not user.window.library_page.offline_banner.isVisible())
    user.wait(lambda: user.count(FileState.INDEXED) == 2 * PHOTOS)
    user.wait(lambda: not user.window.imports.is_running)
    shoot(user.window, "10-elsewhere")


def _encoded(library: Path) -> int:
    """Return how many photos went through the model in all runs, from the journal."""
    connection = sqlite3.connect(library / "catalog.db")
    rows = connection.execute("SELECT counts FROM runs WHERE counts IS NOT NULL").fetchall()
    connection.close()
    return sum(int(json.loads(counts).get("model_calls", 0)) for (counts,) in rows)
