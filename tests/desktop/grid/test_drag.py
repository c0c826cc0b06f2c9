import os
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDrag, QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from imgtext_desktop.context import Context
from imgtext_desktop.grid import drag as drag_module
from imgtext_desktop.grid.view import PhotoGrid
from imgtext_desktop.notifier import Notifier
from imgtext_desktop.operations.files import path_of
from tests.desktop.grid.conftest import AddPhotos, add_files

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


class Drags:
    """What would have been dragged, and what was said: a real drag waits for a real pointer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, notifier: Notifier) -> None:
        self.sentences: list[str] = []
        notifier.posted.connect(lambda message: self.sentences.append(message.text))
        self.paths: list[list[bytes | None]] = []
        self.sizes: list[int] = []

        def run(drag: QDrag, actions: Qt.DropAction) -> Qt.DropAction:
            assert actions == Qt.DropAction.CopyAction
            self.paths.append([path_of(url) for url in drag.mimeData().urls()])
            self.sizes.append(drag.pixmap().width())
            return actions

        monkeypatch.setattr(QDrag, "exec", run)


@pytest.fixture
def drags(monkeypatch: pytest.MonkeyPatch, context: Context) -> Drags:
    return Drags(monkeypatch, context.notifier)


def _drag_from(qtbot: QtBot, grid: PhotoGrid, place: int) -> None:
    point = grid.rect_of(place).center()
    qtbot.mousePress(grid.viewport(), LEFT, PLAIN, point)
    far = point + QPoint(QApplication.startDragDistance() + 1, 0)
    qtbot.mouseMove(grid.viewport(), far)
    qtbot.mouseRelease(grid.viewport(), LEFT, PLAIN, far)


def _wait_for_rows(qtbot: QtBot, grid: PhotoGrid, ids: list[int]) -> None:
    qtbot.waitUntil(lambda: all(grid.photos.row(photo_id) for photo_id in ids))


def test_all_chosen_files_go_out_the_one_under_the_pointer_first(
    qtbot: QtBot, grid: PhotoGrid, add_photos: AddPhotos, drags: Drags, tmp_path: Path
) -> None:
    ids = add_photos(5)
    grid.photos.set_photos(np.array(ids))
    _wait_for_rows(qtbot, grid, ids)
    grid.select_ids([ids[0], ids[2], ids[3]])
    _drag_from(qtbot, grid, 2)
    names = ["002.png", "000.png", "003.png"]
    assert drags.paths == [[os.fsencode(tmp_path / "photos" / name) for name in names]]
    assert drags.sizes[0] > 100
    assert len(grid.selected_ids) == 3, "the drag leaves the choice as it is"
    _drag_from(qtbot, grid, 4)
    assert drags.paths[1] == [os.fsencode(tmp_path / "photos" / "004.png")]


def test_any_name_arrives_as_it_is_on_the_disk(
    qtbot: QtBot, grid: PhotoGrid, context: Context, drags: Drags, tmp_path: Path
) -> None:
    names = [b"a#b.jpg", b"100%20.jpg", b"\xff\xfe.jpg", "雪 é.jpg".encode(), b"q?x&y;.jpg"]
    ids = add_files(context.library, tmp_path / "p", names)
    grid.photos.set_photos(np.array(ids))
    _wait_for_rows(qtbot, grid, ids)
    grid.select_ids(ids)
    _drag_from(qtbot, grid, 0)
    assert drags.paths == [[os.path.join(os.fsencode(tmp_path / "p"), name) for name in names]]


def test_offline_photos_stay_behind_and_it_says_so(
    qtbot: QtBot,
    grid: PhotoGrid,
    context: Context,
    drags: Drags,
    tmp_path: Path,
) -> None:
    here = add_files(context.library, tmp_path / "here", [b"a.jpg"])
    away = add_files(context.library, tmp_path / "away", [b"b.jpg", b"c.jpg"])
    context.library.files.set_offline(context.library.roots.all()[1], [b""])
    grid.photos.set_photos(np.array([*here, *away]))
    _wait_for_rows(qtbot, grid, [*here, *away])
    grid.select_ids([*here, *away])
    _drag_from(qtbot, grid, 0)
    assert drags.paths == [[os.fsencode(tmp_path / "here" / "a.jpg")]]
    assert "stay behind" in drags.sentences[0]
    grid.select_ids(away)
    _drag_from(qtbot, grid, 1)
    assert len(drags.paths) == 1
    assert "Connect their disk" in drags.sentences[1]


def test_what_is_not_known_is_read_first_while_the_button_is_held(
    qtbot: QtBot,
    grid: PhotoGrid,
    context: Context,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drags = Drags(monkeypatch, context.notifier)
    ids = add_files(context.library, tmp_path / "p", [b"%04d.jpg" % n for n in range(2000)])
    grid.photos.set_photos(np.array(ids))
    grid.selectAll()
    monkeypatch.setattr(QGuiApplication, "mouseButtons", lambda: LEFT)
    _drag_from(qtbot, grid, 3)
    assert drags.paths == []
    qtbot.waitUntil(lambda: len(drags.paths) == 1)
    assert len(drags.paths[0]) == 2000
    assert drags.paths[0][0] == os.fsencode(tmp_path / "p" / "0003.jpg")
    grid.photos._rows.clear()
    monkeypatch.setattr(QGuiApplication, "mouseButtons", lambda: Qt.MouseButton.NoButton)
    _drag_from(qtbot, grid, 3)
    with qtbot.waitCallback() as done:
        grid.photos.read_rows(ids, done)
    assert len(drags.paths) == 1, "the button was let go meanwhile"


def test_too_many_are_cut_and_it_says_so(
    qtbot: QtBot,
    grid: PhotoGrid,
    add_photos: AddPhotos,
    drags: Drags,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drag_module, "MOST_FILES", 3)
    ids = add_photos(5)
    grid.photos.set_photos(np.array(ids))
    _wait_for_rows(qtbot, grid, ids)
    grid.selectAll()
    _drag_from(qtbot, grid, 4)
    assert len(drags.paths[0]) == 3
    assert drags.sentences == ["Only the first 3 photos are dragged."]
