"""The whole window over a library that needs no model: nothing is searched or read."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.library import Library
from imgtext_desktop.context import Context
from imgtext_desktop.main_window import MainWindow
from imgtext_desktop.preferences import window_settings
from imgtext_desktop.preferences.window_settings import WindowSettings
from tests.conftest import DrawPhoto
from tests.desktop.viewer.filled_library import fill


@pytest.fixture
def main_window(
    context: Context, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MainWindow]:
    """The window, 1440 x 900, over an empty library."""
    settings_file = tmp_path / "config" / "window.json"
    monkeypatch.setattr(window_settings, "window_settings_path", lambda: settings_file)
    monkeypatch.setattr(Library, "warm_up", lambda self: None)  # takes seconds
    window = MainWindow(context, WindowSettings(is_animated=False))
    window.resize(1440, 900)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.waitUntil(window.library_page.search_bar.edit.hasFocus)
    window._work_timer.stop()
    window._begin_work()  # while the library is empty: what a test puts there is not read
    yield window
    window.close()
    window.deleteLater()
    QApplication.processEvents()


@pytest.fixture
def photos(tmp_path: Path, draw_photo: DrawPhoto) -> list[Path]:
    """Twelve photos in a folder."""
    return [draw_photo(tmp_path / "Pictures" / f"{n:02}.png", n, (320, 240)) for n in range(12)]


@pytest.fixture
def ids(main_window: MainWindow, photos: list[Path], qtbot: QtBot) -> npt.NDArray[np.int64]:
    """The photos in the library and in the grid."""
    ids = fill(main_window.context.library, photos[0].parent)
    main_window._refresh_all()
    page = main_window.library_page
    qtbot.waitUntil(lambda: len(page.grid.photos.ids) == len(ids))
    qtbot.waitUntil(page.grid.isVisible)
    return ids


def press(qtbot: QtBot, *keys: Qt.Key) -> None:
    """Press keys where the focus is."""
    for key in keys:
        focus = QApplication.focusWidget()
        assert isinstance(focus, QWidget)
        qtbot.keyClick(focus, key)
