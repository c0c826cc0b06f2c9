import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from imgtext_desktop import tokens
from imgtext_desktop.main_window import MainWindow
from imgtext_desktop.sidebar import badge_text
from tests.desktop.window.conftest import press

Key = Qt.Key
Ids = npt.NDArray[np.int64]


def _narrow(window: MainWindow, qtbot: QtBot, width: int = 960) -> None:
    window.resize(width, 600)
    qtbot.waitUntil(lambda: window.browser.is_narrow == (width < 1200))


def test_below_1200_the_sidebar_is_a_rail_of_named_icons(
    main_window: MainWindow, qtbot: QtBot
) -> None:
    sidebar, page = main_window.sidebar, main_window.library_page
    main_window.navigation.buttons["showProblems"].set_badge(12_345, "12,345 files cannot be read")
    wide_badge = main_window.navigation.buttons["showProblems"]._badge.sizeHint()
    assert (sidebar.width(), page.x()) == (tokens.SIDEBAR_WIDTH, 0)
    _narrow(main_window, qtbot, 1199)
    assert sidebar.width() == tokens.RAIL_WIDTH
    assert page.mapTo(main_window, QPoint()).x() == tokens.RAIL_WIDTH
    assert not sidebar.root_list.isVisible()
    buttons = [*main_window.navigation.buttons.values(), sidebar.folders_button]
    for button in buttons:
        assert button.text() == ""
        assert button.accessibleName()
        assert button.toolTip()
        assert min(button.width(), button.height()) >= 24
        assert sidebar.rect().contains(button.geometry())
    problems = main_window.navigation.buttons["showProblems"]
    assert problems._badge.isVisible()
    assert problems._badge.text() == "12k"
    assert problems._badge.height() < wide_badge.height(), "the icon stays in sight"
    assert problems.rect().contains(problems._badge.geometry())
    assert sidebar.strip.accessibleName() in sidebar.strip.toolTip()
    _narrow(main_window, qtbot, 1200)
    assert sidebar.width() == tokens.SIDEBAR_WIDTH
    assert sidebar.root_list.isVisible()
    assert problems.text().strip() == "Problems"


def test_the_whole_window_fits_its_smallest_size(main_window: MainWindow, qtbot: QtBot) -> None:
    _narrow(main_window, qtbot)
    assert (main_window.width(), main_window.height()) == (960, 600)
    for show in (main_window.navigation.show_problems, main_window.navigation.show_library):
        show()
        QApplication.processEvents()
        assert main_window.browser.minimumSizeHint().width() <= 960
        assert main_window.browser.width() == 960


def test_the_folders_open_over_the_page_and_close_again(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    browser, sidebar, page = main_window.browser, main_window.sidebar, main_window.library_page
    _narrow(main_window, qtbot)
    width = page.width()
    sidebar.folders_button.click()
    assert browser.is_open
    assert (sidebar.width(), page.width()) == (tokens.SIDEBAR_WIDTH, width), "over the page"
    assert sidebar.root_list.tree.hasFocus()
    press(qtbot, Key.Key_Escape)
    assert not browser.is_open
    assert sidebar.folders_button.hasFocus()
    main_window.actions_by_name["toggleSidebar"].trigger()
    assert browser.is_open
    place = page.grid.rect_of(3).center()
    qtbot.mouseClick(page.grid.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert not browser.is_open, "a press beside it"
    assert page.grid.selected_count == 1, "that goes on to where it was meant"
    main_window.actions_by_name["toggleSidebar"].trigger()
    page.search_bar.edit.setFocus()
    assert not browser.is_open, "the focus went elsewhere"
    main_window.actions_by_name["toggleSidebar"].trigger()
    tree = sidebar.root_list.tree
    qtbot.waitUntil(lambda: tree.model().rowCount() == 1)
    row = tree.visualRect(tree.model().index(0, 0)).center()
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=row)
    assert not browser.is_open, "a folder was chosen"
    qtbot.waitUntil(lambda: page.line.hint.text() == "in Pictures")


def test_a_wide_window_puts_the_sidebar_away(main_window: MainWindow, qtbot: QtBot) -> None:
    main_window.actions_by_name["toggleSidebar"].trigger()
    assert not main_window.sidebar.isVisible()
    qtbot.waitUntil(lambda: main_window.library_page.width() == 1440)
    _narrow(main_window, qtbot)
    assert main_window.sidebar.width() == tokens.RAIL_WIDTH, "the rail is small enough to stay"
    assert main_window.sidebar.isVisible()


@pytest.mark.parametrize(
    ("count", "text"),
    [(1, "1"), (9_999, "9,999"), (10_000, "10k"), (999_999, "999k"), (1_250_000, "1.2M")],
)
def test_badges_stay_short(count: int, text: str) -> None:
    assert badge_text(count) == text.replace("9,999", QLocale().toString(9_999))
