"""A copy of the library is saved, something goes wrong, and the copy is restored."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from engine.catalog.records import FileState
from imgtext_desktop.session import Session
from tests.journeys.conftest import MakePhotos, OpenWindow, Shoot
from tests.journeys.user import Key, User, from_file_manager

_PHOTOS = 4


@pytest.mark.timeout(3600)
def test_save_a_copy_and_go_back_to_it(
    open_window: OpenWindow,
    shoot: Shoot,
    qtbot: QtBot,
    *,
    tmp_path: Path,
    home: Path,
    make_photos: MakePhotos,
) -> None:
    make_photos(home / "Pictures" / "trip", range(_PHOTOS))
    session = Session(tmp_path / "library", open_window)
    session.open()
    assert session.window is not None
    user = User(qtbot, session.window)
    user.drop(from_file_manager([home / "Pictures" / "trip"]), user.window)
    user.wait(lambda: user.count(FileState.INDEXED) == _PHOTOS)
    user.wait(lambda: not user.window.imports.is_running and len(user.shown) == _PHOTOS)
    user.click(user.grid.viewport(), user.tile(0))
    user.press(Key.Key_5)
    user.wait(lambda: _ratings(user) == [5])
    copy = tmp_path / "copy.zip"
    _choose(user, "saveCopy", copy)
    user.wait(lambda: "is saved and checked" in user.window.toast._text.text())
    user.return_to_window()
    shoot(user.window, "1-saved")

    user.press(Key.Key_1)
    user.wait(lambda: _ratings(user) == [1])
    _choose(user, "restoreCopy", copy)
    (box,) = [box for box in user.window.findChildren(QMessageBox) if box.isVisible()]
    shoot(box, "2-asked")
    with qtbot.waitSignal(session.opened, timeout=60_000):
        user.click(user.button("Restore", box))
    user = User(qtbot, session.window)
    user.wait(lambda: len(user.shown) == _PHOTOS and not user.window.imports.is_running)
    assert _ratings(user) == [5]
    assert user.count(FileState.INDEXED) == _PHOTOS
    user.click(user.grid.viewport(), user.tile(0))
    shoot(user.window, "3-restored")


def _ratings(user: User) -> list[int]:
    library = user.window.context.library
    said = library.annotations.of(library.browse.content_ids(user.shown))
    return [one.stars for one in said.values() if one.stars]


def _choose(user: User, action: str, file: Path) -> None:
    """Run a command that asks for a file, and choose one."""
    user.window.actions_by_name[action].trigger()
    (dialog,) = [d for d in user.window.findChildren(QFileDialog) if d.isVisible()]
    dialog.fileSelected.emit(str(file))
    dialog.close()
