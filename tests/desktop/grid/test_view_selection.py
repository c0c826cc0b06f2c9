import numpy as np
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from imgtext_desktop.grid.view import PhotoGrid
from tests.desktop.grid.gestures import CTRL, PLAIN, SHIFT, click, middle, press, show

Key, Mouse = Qt.Key, Qt.MouseButton


def test_click_chooses_one_ctrl_adds_shift_extends(qtbot: QtBot, grid: PhotoGrid) -> None:
    show(grid, 100)
    click(qtbot, grid, 2)
    assert grid.selected_ids == [1003]
    assert grid.current_id == 1003
    click(qtbot, grid, 6, CTRL)
    assert grid.selected_ids == [1003, 1007]
    click(qtbot, grid, 9, SHIFT)
    assert grid.selected_ids == [1007, 1008, 1009, 1010]
    click(qtbot, grid, 5, SHIFT)
    assert grid.selected_ids == [1006, 1007], "from where the choice began"
    click(qtbot, grid, 0, CTRL)
    click(qtbot, grid, 1, CTRL | SHIFT)
    assert grid.selected_ids == [1001, 1002, 1006, 1007]
    click(qtbot, grid, 0, CTRL)
    assert grid.selected_ids == [1002, 1006, 1007]
    click(qtbot, grid, 6)
    assert grid.selected_ids == [1007], "a click on one of many chooses it alone"
    gap = grid.rect_of(0).topRight() + QPoint(4, 4)
    qtbot.mouseClick(grid.viewport(), Mouse.LeftButton, PLAIN, gap)
    assert grid.selected_ids == []


def test_a_click_does_not_scroll(qtbot: QtBot, grid: PhotoGrid) -> None:
    show(grid, 1000)
    grid.verticalScrollBar().setValue(120)
    place = grid.visible_places.start
    visible = grid.rect_of(place).intersected(grid.viewport().rect())
    qtbot.mouseClick(grid.viewport(), Mouse.LeftButton, PLAIN, visible.center())
    assert grid.selected_ids == [1001 + place]
    assert grid.verticalScrollBar().value() == 120


def test_the_circle_toggles(qtbot: QtBot, grid: PhotoGrid) -> None:
    show(grid, 100)
    click(qtbot, grid, 0)
    for expected in ([1001, 1004], [1001]):
        circle = grid.rect_of(3).topLeft() + QPoint(18, 18)
        qtbot.mouseClick(grid.viewport(), Mouse.LeftButton, PLAIN, circle)
        assert grid.selected_ids == expected


def test_a_million_are_chosen_as_one_run_and_kept_when_the_list_grows(
    qtbot: QtBot, grid: PhotoGrid
) -> None:
    show(grid, 1_000_000)
    qtbot.keyClick(grid, Key.Key_A, CTRL)
    assert grid.selected_count == 1_000_000
    assert grid.selectionModel().selection().count() == 1
    grid.photos.update_ids(np.arange(1000, 1_001_001))
    assert grid.selected_count == 1_000_000
    press(qtbot, grid, Key.Key_Escape)
    assert grid.selected_count == 0


def test_a_rubber_band_chooses_what_it_touches(qtbot: QtBot, grid: PhotoGrid) -> None:
    show(grid, 100)
    viewport = grid.viewport()
    start = grid.rect_of(0).topRight() + QPoint(8, 100)
    end = middle(grid, 7)
    qtbot.mousePress(viewport, Mouse.LeftButton, PLAIN, start)
    qtbot.mouseMove(viewport, end)
    grid.grab()
    qtbot.mouseRelease(viewport, Mouse.LeftButton, PLAIN, end)
    assert grid.selected_ids == [1002, 1003, 1007, 1008]
    # With Ctrl it adds, and what the band leaves again is as before.
    start = grid.rect_of(3).topRight() + QPoint(8, 100)
    qtbot.mousePress(viewport, Mouse.LeftButton, CTRL, start)
    qtbot.mouseMove(viewport, middle(grid, 3))
    assert grid.selected_ids == [1002, 1003, 1004, 1007, 1008]
    qtbot.mouseMove(viewport, start + QPoint(1, 1))
    qtbot.mouseRelease(viewport, Mouse.LeftButton, CTRL, start)
    assert grid.selected_ids == [1002, 1003, 1007, 1008]


def test_a_rubber_band_scrolls_at_the_edge(qtbot: QtBot, grid: PhotoGrid) -> None:
    show(grid, 1000)
    viewport = grid.viewport()
    start = grid.rect_of(0).topRight() + QPoint(8, 100)
    below = QPoint(middle(grid, 4).x(), viewport.height() + 200)
    qtbot.mousePress(viewport, Mouse.LeftButton, PLAIN, start)
    qtbot.mouseMove(viewport, below)
    qtbot.waitUntil(lambda: grid.verticalScrollBar().value() > 1000)
    qtbot.mouseRelease(viewport, Mouse.LeftButton, PLAIN, below)
    assert grid.selected_count > 20
    assert 1001 not in grid.selected_ids


def test_what_is_chosen_is_kept_by_id_through_another_order(qtbot: QtBot, grid: PhotoGrid) -> None:
    show(grid, 200)
    grid.select_ids([1003, 1010, 1011, 5])
    grid.set_zoom(96)
    assert grid.selected_ids == [1003, 1010, 1011]
    with qtbot.assertNotEmitted(grid.selection_ids_changed):
        grid.photos.set_photos(np.append(grid.photos.ids, 7))
    with qtbot.waitSignal(grid.selection_ids_changed):
        grid.photos.set_photos(grid.photos.ids[::-1])
    assert grid.selected_ids == [1011, 1010, 1003]
    with qtbot.waitSignal(grid.selection_ids_changed):
        grid.photos.set_photos(np.array([1, 2, 1010, 3]))
    assert grid.selected_ids == [1010]
    assert [grid.selectionModel().isSelected(grid.photos.index(n)) for n in range(4)] == [
        False,
        False,
        True,
        False,
    ]


def test_other_photos_begin_at_the_top_and_a_grown_list_stays(grid: PhotoGrid) -> None:
    show(grid, 5000)
    bar = grid.verticalScrollBar()
    bar.setValue(12_345)
    first = grid.photos.ids[grid.first_place]
    top = grid.rect_of(grid.first_place).top()
    newer = np.arange(1, 1001)
    grid.photos.update_ids(np.concatenate([newer, grid.photos.ids]))
    place = grid.photos.place_of(first)
    assert place is not None
    assert place in grid.visible_places
    assert grid.rect_of(place).top() == top
    # The photo at the top left goes: the next one takes over.
    grid.photos.update_ids(grid.photos.ids[grid.photos.ids != first])
    assert abs(grid.photos.ids[grid.first_place] - first) <= grid.tiles.columns
    grid.photos.set_photos(newer)
    assert bar.value() == 0


def test_the_current_photo_and_the_start_of_a_range_are_kept_too(
    qtbot: QtBot, grid: PhotoGrid
) -> None:
    show(grid, 50)
    click(qtbot, grid, 3)
    grid.photos.update_ids(np.append(np.arange(1, 11), grid.photos.ids))
    assert grid.current_id == 1004
    qtbot.keyClick(grid, Key.Key_Right, SHIFT)
    assert grid.selected_ids == [1004, 1005]


def test_set_current_id_scrolls_to_it(grid: PhotoGrid) -> None:
    show(grid, 10_000)
    grid.set_current_id(9001)
    assert grid.selected_ids == [9001]
    assert grid.viewport().rect().contains(grid.rect_of(8000))
    grid.set_current_id(3)
    assert grid.current_id == 9001
