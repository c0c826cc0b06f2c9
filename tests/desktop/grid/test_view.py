from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from imgtext_desktop.context import Context
from imgtext_desktop.grid.roles import Role
from imgtext_desktop.grid.view import PhotoGrid
from tests.desktop.grid.conftest import AddPhotos
from tests.desktop.grid.gestures import CTRL, PLAIN, click, middle, press, show

Key, Mouse = Qt.Key, Qt.MouseButton


def test_it_is_found_by_its_name_and_speaks(grid: PhotoGrid) -> None:
    assert grid.objectName() == "photoGrid"
    assert grid.accessibleName()
    assert grid.model() is grid.photos


def test_qt_and_the_geometry_agree(grid: PhotoGrid) -> None:
    show(grid, 1_000_000)
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
    show(grid, 1_000_000)
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
    show(grid, 1000)
    bar = grid.verticalScrollBar()
    bar.setValue(bar.maximum())
    for width in (400, 1700, 1000):
        grid.resize(width, 700)
        bar.setValue(bar.maximum())
        assert grid.viewport().rect().contains(grid.rect_of(999))


def test_a_few_photos_need_no_scroll_bar_and_do_not_jump_when_it_comes(grid: PhotoGrid) -> None:
    show(grid, 3)
    assert grid.verticalScrollBar().maximum() == 0
    few = grid.rect_of(0)
    show(grid, 3000)
    assert grid.rect_of(0) == few


@pytest.mark.parametrize("key", [Key.Key_Plus, Key.Key_Equal])
def test_keys_zoom(qtbot: QtBot, grid: PhotoGrid, key: Qt.Key) -> None:
    show(grid, 100)
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
    show(grid, 1000)
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
    show(grid, 1000)
    left = grid.rect_of(0)
    grid.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    right = grid.rect_of(0)
    assert right.left() > left.right()
    assert grid.rect_of(4).left() < right.left()
    for place in grid.visible_places:
        assert grid.place_at(middle(grid, place)) == place
    click(qtbot, grid, 1)
    press(qtbot, grid, Key.Key_Left)
    assert grid.current_id == 1003


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
    show(grid, 1000)
    grid.clearFocus()
    grid.verticalScrollBar().setValue(2000)
    grid.setFocus(Qt.FocusReason.TabFocusReason)
    assert grid.currentIndex().row() == grid.first_place
    assert grid.selected_ids == []
    assert grid.currentIndex().data(Role.IdRole) == grid.current_id


def test_hover_follows_the_pointer_and_leaves_with_it(qtbot: QtBot, grid: PhotoGrid) -> None:
    show(grid, 100)
    qtbot.mouseMove(grid.viewport(), middle(grid, 2))
    assert grid._hovered == 2
    QApplication.sendEvent(grid.viewport(), QEvent(QEvent.Type.Leave))
    assert grid._hovered is None
