"""From the first start to finding, looking, cropping, closing in the middle and coming back."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QImage
from pytestqt.qtbot import QtBot

from engine.catalog.records import FileState
from imgtext_desktop.main_window import MainWindow
from tests.conftest import DrawPhoto
from tests.journeys.conftest import OpenWindow, Shoot

PATIENCE = 180_000  # milliseconds: the model loads in a process of its own


def _indexed(window: MainWindow) -> int:
    return window.context.library.files.counts()[FileState.INDEXED]


def _shown(window: MainWindow) -> list[int]:
    ids: list[int] = window.library_page.grid.photos.ids.tolist()
    return ids


def _best_hit(window: MainWindow) -> bytes | None:
    if not window.library_page.grid.photos.is_ranked:
        return None
    best = _shown(window)[0]
    return window.context.library.browse.rows([best])[best].path


@pytest.mark.timeout(900)
def test_first_hour(
    open_window: OpenWindow,
    shoot: Shoot,
    qtbot: QtBot,
    tmp_path: Path,
    draw_photo: DrawPhoto,
) -> None:
    photos = [draw_photo(tmp_path / "photos" / f"{n}.png", n, (640, 480)) for n in range(40)]
    window = open_window()
    page = window.library_page
    qtbot.waitUntil(page.empty_state.isVisible)
    shoot(window, "1-empty")

    window.add_folders([os.fsencode(tmp_path / "photos")])
    qtbot.waitUntil(lambda: len(_shown(window)) == 40, timeout=PATIENCE)
    shoot(window, "2-importing")
    qtbot.waitUntil(lambda: _indexed(window) == 40, timeout=PATIENCE)
    qtbot.waitUntil(lambda: not window.imports.is_running, timeout=PATIENCE)

    page.search_bar.set_text("colourful squares")
    qtbot.waitUntil(lambda: page.grid.photos.is_ranked, timeout=PATIENCE)
    assert sorted(_shown(window)) == sorted(window.context.library.browse.ids().tolist())
    shoot(window, "3-words")

    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(photos[7]))])
    page.search_bar.clear()
    page.search_bar.take(mime)
    qtbot.waitUntil(lambda: _best_hit(window) == os.fsencode(photos[7]), timeout=PATIENCE)
    shoot(window, "4-dropped-picture")

    page.search_bar.clear()
    QGuiApplication.clipboard().setImage(QImage(str(photos[11])))
    window.actions_by_name["paste"].trigger()
    qtbot.waitUntil(lambda: _best_hit(window) == os.fsencode(photos[11]), timeout=PATIENCE)
    shoot(window, "5-pasted-picture")

    first = _shown(window)[0]
    page.grid.set_current_id(first)
    qtbot.keyClick(page.grid, Qt.Key.Key_Return)
    qtbot.waitUntil(window.viewer.isVisible)
    qtbot.waitUntil(lambda: not window.viewer.canvas.target().isEmpty(), timeout=PATIENCE)
    shoot(window, "6-viewer")
    qtbot.keyClick(window.viewer.canvas, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: window.viewer.current_id == _shown(window)[1])
    qtbot.keyClick(window.viewer.canvas, Qt.Key.Key_Escape)
    qtbot.waitUntil(page.grid.isVisible)

    window.show_problems()
    qtbot.waitUntil(window.problems_page.isVisible)
    shoot(window, "7-problems")

    for number in range(40, 70):
        draw_photo(tmp_path / "photos" / f"{number}.png", number, (640, 480))
    window.imports.scan()
    qtbot.waitUntil(lambda: _indexed(window) > 40, timeout=PATIENCE)
    window.close()  # in the middle of the import, without a question

    window = open_window()
    qtbot.waitUntil(lambda: _indexed(window) == 70, timeout=PATIENCE)
    qtbot.waitUntil(lambda: len(_shown(window)) == 70, timeout=PATIENCE)
    shoot(window, "8-resumed")
