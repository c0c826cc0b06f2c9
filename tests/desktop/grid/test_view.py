from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from imgtext_desktop.context import Context
from imgtext_desktop.grid.roles import Role
from imgtext_desktop.grid.view import PhotoGrid
from tests.desktop.grid.conftest import AddPhotos

Key, Mouse = Qt.Key, Qt.MouseButton
PLAIN, CTRL, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


def _show(grid: PhotoGrid, count: int) -> None:
    """Show the ids 1001, 1002, ... at the places 0, 1, ..."""
    grid.photos.set_photos(np.arange(1001, 1001 + count))


def _middle(grid: PhotoGrid, place: int) -> QPoint:
    return grid.rect_of(place).center()


def _click(
    qtbot: QtBot, grid: PhotoGrid, place: int, modifiers: Qt.KeyboardModifier = PLAIN
) -> None:
    qtbot.mouseClick(grid.viewport(), Mouse.LeftButton, modifiers, _middle(grid, place))


def _press(qtbot: QtBot, grid: PhotoGrid, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(grid, key)


# -- geometry ------------------------------------------------------------------------------


def test_it_is_found_by_its_name_and_speaks(grid: PhotoGrid) -> None:
    assert grid.objectName() == "photoGrid"
    assert grid.accessibleName()
    assert grid.model() is grid.photos


def test_qt_and_the_geometry_agree(grid: PhotoGrid) -> None:
    _show(grid, 1_000_000)
    bar = grid.verticalScrollBar()
    assert grid.tiles.columns == 5
    assert bar.maximum() == grid.tiles.height - grid.viewport().height(), "the whole library"
    for value in (0, 1, bar.maximum() // 2 + 7, bar.maximum()):
        bar.setValue(value)
        for place in grid.visible_places:
            index = grid.model().index(place, 0)
            assert grid.indexAt(grid.visualRect(index).center()) == index
    last = grid.visualRect(grid.model().index(999_999, 0))
    assert grid.viewport().rect().contains(last)


def test_the_place_is_kept_through_resizing_and_zooming_and_back(grid: PhotoGrid) -> None:
    _show(grid, 1_000_000)
    bar = grid.verticalScrollBar()
    bar.setValue(bar.maximum() // 3)
    before, first = bar.value(), grid.first_place
    for width, zoom in [(700, 160), (1500, 96), (640, 384), (1000, 240), (333, 128)]:
        grid.resize(width, 500)
        grid.set_zoom(zoom)
        assert first in grid.visible_places
        assert grid.rect_of(first).top() < grid.tiles.gap
    grid.resize(1000, 700)
    grid.set_zoom(160)
    assert abs(bar.value() - before) <= 1


def test_the_end_stays_in_reach_when_the_grid_gets_narrow(grid: PhotoGrid) -> None:
    _show(grid, 1000)
    bar = grid.verticalScrollBar()
    bar.setValue(bar.maximum())
    for width in (400, 1700, 1000):
        grid.resize(width, 700)
        bar.setValue(bar.maximum())
        assert grid.viewport().rect().contains(grid.rect_of(999))


def test_a_few_photos_need_no_scroll_bar_and_do_not_jump_when_it_comes(grid: PhotoGrid) -> None:
    _show(grid, 3)
    assert grid.verticalScrollBar().maximum() == 0
    few = grid.rect_of(0)
    _show(grid, 3000)
    assert grid.rect_of(0) == few


@pytest.mark.parametrize("key", [Key.Key_Plus, Key.Key_Equal])
def test_keys_zoom(qtbot: QtBot, grid: PhotoGrid, key: Qt.Key) -> None:
    _show(grid, 100)
    with qtbot.waitSignal(grid.zoomed) as zoomed:
        qtbot.keyClick(grid, key, CTRL)
    assert grid.tiles.columns == 4
    assert zoomed.args == [grid.zoom]
    assert grid.zoom % 8 == 0
    qtbot.keyClick(grid, Key.Key_Minus, CTRL)
    qtbot.keyClick(grid, Key.Key_Minus, CTRL)
    assert grid.tiles.columns == 6
    qtbot.keyClick(grid, Key.Key_0, CTRL)
    assert grid.zoom == 160
    grid.set_zoom(10_000)
    with qtbot.assertNotEmitted(grid.zoomed):
        grid.zoom_in()
    assert grid.zoom == 384


def test_the_wheel_zooms_with_ctrl_and_scrolls_without(grid: PhotoGrid) -> None:
    _show(grid, 1000)
    for modifiers in (CTRL, PLAIN):
        where = QPointF(100, 100)
        event = QWheelEvent(
            where,
            grid.viewport().mapToGlobal(where),
            QPoint(),
            QPoint(0, -120),
            Mouse.NoButton,
            modifiers,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(grid.viewport(), event)
        assert (grid.verticalScrollBar().value() > 0) == (modifiers == PLAIN)
    assert grid.tiles.columns == 6


def test_right_to_left_is_mirrored(qtbot: QtBot, grid: PhotoGrid) -> None:
    _show(grid, 1000)
    left = grid.rect_of(0)
    grid.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    right = grid.rect_of(0)
    assert right.left() > left.right()
    assert grid.rect_of(4).left() < right.left()
    for place in grid.visible_places:
        assert grid.place_at(_middle(grid, place)) == place
    _click(qtbot, grid, 1)
    _press(qtbot, grid, Key.Key_Left)
    assert grid.current_id == 1003


# -- choosing ------------------------------------------------------------------------------


def test_click_chooses_one_ctrl_adds_shift_extends(qtbot: QtBot, grid: PhotoGrid) -> None:
    _show(grid, 100)
    _click(qtbot, grid, 2)
    assert grid.selected_ids == [1003]
    assert grid.current_id == 1003
    _click(qtbot, grid, 6, CTRL)
    assert grid.selected_ids == [1003, 1007]
    _click(qtbot, grid, 9, SHIFT)
    assert grid.selected_ids == [1007, 1008, 1009, 1010]
    _click(qtbot, grid, 5, SHIFT)
    assert grid.selected_ids == [1006, 1007], "from where the choice began"
    _click(qtbot, grid, 0, CTRL)
    _click(qtbot, grid, 1, CTRL | SHIFT)
    assert grid.selected_ids == [1001, 1002, 1006, 1007]
    _click(qtbot, grid, 0, CTRL)
    assert grid.selected_ids == [1002, 1006, 1007]
    _click(qtbot, grid, 6)
    assert grid.selected_ids == [1007], "a click on one of many chooses it alone"
    gap = grid.rect_of(0).topRight() + QPoint(4, 4)
    qtbot.mouseClick(grid.viewport(), Mouse.LeftButton, PLAIN, gap)
    assert grid.selected_ids == []


def test_a_click_does_not_scroll(qtbot: QtBot, grid: PhotoGrid) -> None:
    _show(grid, 1000)
    grid.verticalScrollBar().setValue(120)
    place = grid.visible_places.start
    visible = grid.rect_of(place).intersected(grid.viewport().rect())
    qtbot.mouseClick(grid.viewport(), Mouse.LeftButton, PLAIN, visible.center())
    assert grid.selected_ids == [1001 + place]
    assert grid.verticalScrollBar().value() == 120


def test_the_circle_toggles(qtbot: QtBot, grid: PhotoGrid) -> None:
    _show(grid, 100)
    _click(qtbot, grid, 0)
    for expected in ([1001, 1004], [1001]):
        circle = grid.rect_of(3).topLeft() + QPoint(18, 18)
        qtbot.mouseClick(grid.viewport(), Mouse.LeftButton, PLAIN, circle)
        assert grid.selected_ids == expected


def test_a_million_are_chosen_as_one_run_and_kept_when_the_list_grows(
    qtbot: QtBot, grid: PhotoGrid
) -> None:
    _show(grid, 1_000_000)
    qtbot.keyClick(grid, Key.Key_A, CTRL)
    assert grid.selected_count == 1_000_000
    assert grid.selectionModel().selection().count() == 1
    grid.photos.update_ids(np.arange(1000, 1_001_001))
    assert grid.selected_count == 1_000_000
    _press(qtbot, grid, Key.Key_Escape)
    assert grid.selected_count == 0


def test_a_rubber_band_chooses_what_it_touches(qtbot: QtBot, grid: PhotoGrid) -> None:
    _show(grid, 100)
    viewport = grid.viewport()
    start = grid.rect_of(0).topRight() + QPoint(8, 100)
    end = _middle(grid, 7)
    qtbot.mousePress(viewport, Mouse.LeftButton, PLAIN, start)
    qtbot.mouseMove(viewport, end)
    grid.grab()
    qtbot.mouseRelease(viewport, Mouse.LeftButton, PLAIN, end)
    assert grid.selected_ids == [1002, 1003, 1007, 1008]
    # With Ctrl it adds, and what the band leaves again is as before.
    start = grid.rect_of(3).topRight() + QPoint(8, 100)
    qtbot.mousePress(viewport, Mouse.LeftButton, CTRL, start)
    qtbot.mouseMove(viewport, _middle(grid, 3))
    assert grid.selected_ids == [1002, 1003, 1004, 1007, 1008]
    qtbot.mouseMove(viewport, start + QPoint(1, 1))
    qtbot.mouseRelease(viewport, Mouse.LeftButton, CTRL, start)
    assert grid.selected_ids == [1002, 1003, 1007, 1008]


def test_a_rubber_band_scrolls_at_the_edge(qtbot: QtBot, grid: PhotoGrid) -> None:
    _show(grid, 1000)
    viewport = grid.viewport()
    start = grid.rect_of(0).topRight() + QPoint(8, 100)
    below = QPoint(_middle(grid, 4).x(), viewport.height() + 200)
    qtbot.mousePress(viewport, Mouse.LeftButton, PLAIN, start)
    qtbot.mouseMove(viewport, below)
    qtbot.waitUntil(lambda: grid.verticalScrollBar().value() > 1000)
    qtbot.mouseRelease(viewport, Mouse.LeftButton, PLAIN, below)
    assert grid.selected_count > 20
    assert 1001 not in grid.selected_ids


# -- kept by id ----------------------------------------------------------------------------


def test_what_is_chosen_is_kept_by_id_through_another_order(qtbot: QtBot, grid: PhotoGrid) -> None:
    _show(grid, 200)
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
    _show(grid, 5000)
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
    _show(grid, 50)
    _click(qtbot, grid, 3)
    grid.photos.update_ids(np.append(np.arange(1, 11), grid.photos.ids))
    assert grid.current_id == 1004
    qtbot.keyClick(grid, Key.Key_Right, SHIFT)
    assert grid.selected_ids == [1004, 1005]


def test_set_current_id_scrolls_to_it(grid: PhotoGrid) -> None:
    _show(grid, 10_000)
    grid.set_current_id(9001)
    assert grid.selected_ids == [9001]
    assert grid.viewport().rect().contains(grid.rect_of(8000))
    grid.set_current_id(3)
    assert grid.current_id == 9001


# -- keys ----------------------------------------------------------------------------------


def test_arrows_and_pages_move_and_stay_inside(qtbot: QtBot, grid: PhotoGrid) -> None:
    _show(grid, 1003)  # five columns, three in the last row
    _press(qtbot, grid, Key.Key_Right)
    assert grid.current_id == 1001, "the first key shows where it starts"
    _press(qtbot, grid, Key.Key_Right)
    _press(qtbot, grid, Key.Key_Down, Key.Key_Down, Key.Key_Up, Key.Key_Left, Key.Key_Left)
    assert grid.current_id == 1005
    _press(qtbot, grid, Key.Key_Home, Key.Key_Up, Key.Key_Left)
    assert grid.current_id == 1001
    _press(qtbot, grid, Key.Key_PageDown)
    assert grid.current_id == 1001 + 5 * (grid.viewport().height() // grid.tiles.pitch)
    assert (grid.current_id - 1001) in grid.visible_places
    _press(qtbot, grid, Key.Key_End)
    assert grid.current_id == 2003
    assert grid.viewport().rect().contains(grid.rect_of(1002))
    _press(qtbot, grid, Key.Key_Up, Key.Key_Right, Key.Key_Right, Key.Key_Down)
    assert grid.current_id == 2003, "the last row is too short for the column"
    _press(qtbot, grid, Key.Key_Down, Key.Key_Right, Key.Key_PageDown)
    assert grid.current_id == 2003


def test_ctrl_moves_without_choosing_and_m_marks(qtbot: QtBot, grid: PhotoGrid) -> None:
    _show(grid, 100)
    _press(qtbot, grid, Key.Key_Home, Key.Key_Right)
    qtbot.keyClick(grid, Key.Key_Right, CTRL)
    assert grid.selected_ids == [1002]
    assert grid.current_id == 1003
    _press(qtbot, grid, Key.Key_M)
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
    _show(grid, 100)
    _press(qtbot, grid, Key.Key_Home, Key.Key_Right, Key.Key_Escape)
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
    _show(grid, 100)
    _press(qtbot, grid, Key.Key_Home, Key.Key_Right)
    with qtbot.waitSignal(grid.photo_opened) as opened:
        qtbot.keyClick(grid, key)
    assert opened.args == [1002]


def test_a_double_click_opens(qtbot: QtBot, grid: PhotoGrid) -> None:
    _show(grid, 100)
    with qtbot.waitSignal(grid.photo_opened) as opened:
        _click(qtbot, grid, 8)
        qtbot.mouseDClick(grid.viewport(), Mouse.LeftButton, PLAIN, _middle(grid, 8))
    assert opened.args == [1009]


def test_letters_act_only_alone_and_the_rest_is_left_to_the_window(
    qtbot: QtBot, grid: PhotoGrid
) -> None:
    _show(grid, 100)
    _press(qtbot, grid, Key.Key_Home, Key.Key_Right)
    alt = Qt.KeyboardModifier.AltModifier
    with qtbot.assertNotEmitted(grid.similar_requested):
        qtbot.keyClick(grid, Key.Key_S, CTRL)
        qtbot.keyClick(grid, Key.Key_S, SHIFT)
    qtbot.keyClick(grid, Key.Key_Right, alt)
    assert grid.current_id == 1002


def test_the_menu_goes_to_what_is_chosen_or_to_the_photo_under_the_pointer(
    qtbot: QtBot, grid: PhotoGrid
) -> None:
    _show(grid, 100)
    grid.select_ids([1002, 1003])
    for place, ids in ((1, [1002, 1003]), (7, [1008])):
        point = _middle(grid, place)
        where = grid.viewport().mapToGlobal(point)
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, where)
        with qtbot.waitSignal(grid.menu_requested) as asked:
            QApplication.sendEvent(grid.viewport(), event)
        assert asked.args == [ids, where]
    _click(qtbot, grid, 7)
    with qtbot.waitSignal(grid.menu_requested) as asked:
        qtbot.keyClick(grid, Key.Key_F10, SHIFT)
    assert asked.args[0] == [1008]
    assert grid.rect_of(7).contains(grid.viewport().mapFromGlobal(asked.args[1]))


# -- what it asks for ----------------------------------------------------------------------


def test_rows_and_pictures_come_for_what_is_on_the_screen(
    qtbot: QtBot, grid: PhotoGrid, add_photos: AddPhotos
) -> None:
    ids = add_photos(60)
    grid.photos.set_photos(np.array(ids))
    visible = grid.visible_places

    def are_made(places: range) -> bool:
        rows = [grid.photos.row(ids[place]) for place in places]
        return all(row is not None and grid._thumbnails.pixmap(row) for row in rows)

    qtbot.waitUntil(lambda: are_made(visible))
    ahead = range(visible.stop, visible.stop + 15)
    qtbot.waitUntil(lambda: are_made(ahead))
    assert grid.photos.row(ids[-1]) is None
    grid.verticalScrollBar().setValue(grid.verticalScrollBar().maximum())
    qtbot.waitUntil(lambda: are_made(grid.visible_places))


def test_an_import_fills_tiles_in_place(
    qtbot: QtBot, grid: PhotoGrid, context: Context, tmp_path: Path, add_photos: AddPhotos
) -> None:
    ids = add_photos(3)
    thumbnails = context.library.thumbnails
    row_hash = context.library.browse.rows(ids)[ids[0]].content_hash
    assert row_hash is not None
    data = thumbnails.read(row_hash)
    assert data is not None
    thumbnails.path(row_hash).unlink()
    grid.photos.set_photos(np.array(ids))

    def is_missing() -> bool:
        row = grid.photos.row(ids[0])
        return row is not None and grid._thumbnails.is_missing(row)

    qtbot.waitUntil(is_missing)
    thumbnails.save(row_hash, data)
    grid.photos.refresh()
    qtbot.waitUntil(lambda: not is_missing())
    row = grid.photos.row(ids[0])
    assert row is not None
    qtbot.waitUntil(lambda: grid._thumbnails.pixmap(row) is not None)


def test_the_keyboard_finds_a_start(qtbot: QtBot, grid: PhotoGrid) -> None:
    _show(grid, 1000)
    grid.clearFocus()
    grid.verticalScrollBar().setValue(2000)
    grid.setFocus(Qt.FocusReason.TabFocusReason)
    assert grid.currentIndex().row() == grid.first_place
    assert grid.selected_ids == []
    assert grid.currentIndex().data(Role.IdRole) == grid.current_id


def test_hover_follows_the_pointer_and_leaves_with_it(qtbot: QtBot, grid: PhotoGrid) -> None:
    _show(grid, 100)
    qtbot.mouseMove(grid.viewport(), _middle(grid, 2))
    assert grid._hovered == 2
    QApplication.sendEvent(grid.viewport(), QEvent(QEvent.Type.Leave))
    assert grid._hovered is None
