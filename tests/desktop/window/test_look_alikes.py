"""Look-alikes from where the user is: the grid, the viewer, the query, or nowhere."""

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from imgtext_desktop.main_window import MainWindow
from imgtext_desktop.search.query_state import QueryState, Reach

Ids = npt.NDArray[np.int64]


def press(window: MainWindow) -> None:
    QTest.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)


def test_without_a_photo_it_says_what_to_do(main_window: MainWindow) -> None:
    told: list[str] = []
    main_window.context.notifier.posted.connect(lambda message: told.append(message.text))
    press(main_window)
    assert told == ["Choose a photo first; its look-alikes are shown then."]
    assert main_window.library_page.search_bar.state == QueryState()


def test_of_the_photo_at_hand_and_back(main_window: MainWindow, ids: Ids, qtbot: QtBot) -> None:
    bar, grid = main_window.library_page.search_bar, main_window.library_page.grid
    grid.set_current_id(int(ids[2]))
    grid.setFocus()
    press(main_window)
    qtbot.waitUntil(lambda: bar.state.is_one_picture)
    picture = bar.state.chips[0].picture
    assert bar.state.reach == Reach()
    assert main_window.library_page.look_alikes.isVisible()
    bar.edit.setFocus()
    press(main_window)
    assert bar.state.is_one_picture
    assert bar.state.reach is None

    main_window.navigation.open_viewer(int(ids[5]))
    press(main_window)
    qtbot.waitUntil(lambda: bar.state.reach == Reach())
    assert not main_window.viewer.isVisible()
    assert bar.state.chips[0].picture is not picture
    bar.clear()
    assert not main_window.library_page.look_alikes.isVisible()
