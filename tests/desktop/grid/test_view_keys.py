import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from imgtext_desktop.grid.view import PhotoGrid
from tests.desktop.grid.gestures import CTRL, PLAIN, SHIFT, click, middle, press, show

Key, Mouse = Qt.Key, Qt.MouseButton


def test_arrows_and_pages_move_and_stay_inside(qtbot: QtBot, grid: PhotoGrid) -> None:
    show(grid, 1003)  # five columns, three in the last row
    press(qtbot, grid, Key.Key_Right)
    assert grid.current_id == 1001, "the first key shows where it starts"
    press(qtbot, grid, Key.Key_Right)
    press(qtbot, grid, Key.Key_Down, Key.Key_Down, Key.Key_Up, Key.Key_Left, Key.Key_Left)
    assert grid.current_id == 1005
    press(qtbot, grid, Key.Key_Home, Key.Key_Up, Key.Key_Left)
    assert grid.current_id == 1001
    press(qtbot, grid, Key.Key_PageDown)
    assert grid.current_id == 1001 + 5 * (grid.viewport().height() // grid.tiles.pitch)
    assert (grid.current_id - 1001) in grid.visible_places
    press(qtbot, grid, Key.Key_End)
    assert grid.current_id == 2003
    assert grid.viewport().rect().contains(grid.rect_of(1002))
    press(qtbot, grid, Key.Key_Up, Key.Key_Right, Key.Key_Right, Key.Key_Down)
    assert grid.current_id == 2003, "the last row is too short for the column"
    press(qtbot, grid, Key.Key_Down, Key.Key_Right, Key.Key_PageDown)
    assert grid.current_id == 2003


def test_ctrl_moves_without_choosing_and_m_marks(qtbot: QtBot, grid: PhotoGrid) -> None:
    show(grid, 100)
    press(qtbot, grid, Key.Key_Home, Key.Key_Right)
    qtbot.keyClick(grid, Key.Key_Right, CTRL)
    assert grid.selected_ids == [1002]
    assert grid.current_id == 1003
    press(qtbot, grid, Key.Key_M)
    assert grid.selected_ids == [1002, 1003]
    qtbot.keyClick(grid, Key.Key_Down, SHIFT)
    assert grid.selected_ids == [1003, 1004, 1005, 1006, 1007, 1008]


@pytest.mark.parametrize(
    ("signal", "key", "modifiers"),
    [
        ("similar_requested", Key.Key_S, PLAIN),
        ("exclusion_requested", Key.Key_X, PLAIN),
        ("copy_requested", Key.Key_C, CTRL),
        ("copy_path_requested", Key.Key_C, CTRL | SHIFT),
        ("folder_requested", Key.Key_Return, CTRL),
        ("open_with_requested", Key.Key_Enter, SHIFT),
    ],
)
def test_commands_go_to_what_is_chosen_or_to_the_current_photo(
    qtbot: QtBot, grid: PhotoGrid, signal: str, key: Qt.Key, modifiers: Qt.KeyboardModifier
) -> None:
    with qtbot.assertNotEmitted(getattr(grid, signal)):
        qtbot.keyClick(grid, key, modifiers)
    show(grid, 100)
    press(qtbot, grid, Key.Key_Home, Key.Key_Right, Key.Key_Escape)
    assert grid.selected_ids == []
    with qtbot.waitSignal(getattr(grid, signal)) as asked:
        qtbot.keyClick(grid, key, modifiers)
    assert asked.args == [[1002]]
    grid.select_ids([1003, 1007])
    with qtbot.waitSignal(getattr(grid, signal)) as asked:
        qtbot.keyClick(grid, key, modifiers)
    assert asked.args == [[1003, 1007]]


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter, Key.Key_Space])
def test_keys_open_the_current_photo(qtbot: QtBot, grid: PhotoGrid, key: Qt.Key) -> None:
    show(grid, 100)
    press(qtbot, grid, Key.Key_Home, Key.Key_Right)
    with qtbot.waitSignal(grid.photo_opened) as opened:
        qtbot.keyClick(grid, key)
    assert opened.args == [1002]


def test_a_double_click_opens(qtbot: QtBot, grid: PhotoGrid) -> None:
    show(grid, 100)
    with qtbot.waitSignal(grid.photo_opened) as opened:
        click(qtbot, grid, 8)
        qtbot.mouseDClick(grid.viewport(), Mouse.LeftButton, PLAIN, middle(grid, 8))
    assert opened.args == [1009]


def test_letters_act_only_alone_and_the_rest_is_left_to_the_window(
    qtbot: QtBot, grid: PhotoGrid
) -> None:
    show(grid, 100)
    press(qtbot, grid, Key.Key_Home, Key.Key_Right)
    alt = Qt.KeyboardModifier.AltModifier
    with qtbot.assertNotEmitted(grid.similar_requested):
        qtbot.keyClick(grid, Key.Key_S, CTRL)
        qtbot.keyClick(grid, Key.Key_S, SHIFT)
    qtbot.keyClick(grid, Key.Key_Right, alt)
    assert grid.current_id == 1002


def test_the_menu_goes_to_what_is_chosen_or_to_the_photo_under_the_pointer(
    qtbot: QtBot, grid: PhotoGrid
) -> None:
    show(grid, 100)
    grid.select_ids([1002, 1003])
    for place, ids in ((1, [1002, 1003]), (7, [1008])):
        point = middle(grid, place)
        where = grid.viewport().mapToGlobal(point)
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, where)
        with qtbot.waitSignal(grid.menu_requested) as asked:
            QApplication.sendEvent(grid.viewport(), event)
        assert asked.args == [ids, where]
    click(qtbot, grid, 7)
    with qtbot.waitSignal(grid.menu_requested) as asked:
        qtbot.keyClick(grid, Key.Key_F10, SHIFT)
    assert asked.args[0] == [1008]
    assert grid.rect_of(7).contains(grid.viewport().mapFromGlobal(asked.args[1]))
