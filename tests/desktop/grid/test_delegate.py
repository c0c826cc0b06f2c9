from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from imgtext_desktop.context import Context
from imgtext_desktop.grid.view import PhotoGrid
from imgtext_desktop.theme import Appearance
from tests.desktop.grid.conftest import AddPhotos, add_files


@pytest.fixture
def ids(qtbot: QtBot, grid: PhotoGrid, add_photos: AddPhotos) -> list[int]:
    """Six photos whose pictures are there, ranked."""
    ids = add_photos(6)
    grid.photos.set_photos(np.array(ids), is_ranked=True)

    def are_made() -> bool:
        rows = [grid.photos.row(photo_id) for photo_id in ids]
        return all(row is not None and grid._thumbnails.pixmap(row) for row in rows)

    qtbot.waitUntil(are_made)
    return ids


def _image(grid: PhotoGrid) -> QImage:
    return grid.viewport().grab().toImage()


def _at(image: QImage, point: QPoint) -> QColor:
    ratio = image.devicePixelRatio()
    return image.pixelColor(round(point.x() * ratio), round(point.y() * ratio))


def _is_near(a: QColor, b: QColor, *, within: int = 24) -> bool:
    pairs = ((a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue()))
    return all(abs(x - y) <= within for x, y in pairs)


@pytest.mark.parametrize("appearance", [Appearance.LIGHT, Appearance.DARK])
def test_a_chosen_tile_has_a_ring_and_a_check(
    grid: PhotoGrid, context: Context, ids: list[int], appearance: Appearance
) -> None:
    context.theme.apply(appearance)
    grid.select_ids([ids[1]])
    image = _image(grid)
    accent, canvas = context.theme.colour("accent"), context.theme.colour("canvas")
    for place, is_chosen in ((0, False), (1, True)):
        rect = grid.rect_of(place)
        middle = rect.center().x()
        ring = _at(image, QPoint(middle, rect.top() - 2))
        gap = _at(image, QPoint(middle, rect.top() + 1))
        check = _at(image, rect.topLeft() + QPoint(19, 10))
        assert _is_near(ring, accent if is_chosen else canvas)
        assert _is_near(gap, canvas) == is_chosen
        assert _is_near(check, accent) == is_chosen


def test_a_hit_has_its_rank_at_the_bottom(grid: PhotoGrid, ids: list[int]) -> None:
    scrim = QColor(30, 33, 35)
    ranked = _image(grid)
    grid.photos.set_photos(np.array(ids))
    plain = _image(grid)
    rect = grid.rect_of(0)
    pill = rect.bottomLeft() + QPoint(10, -16)
    assert _is_near(_at(ranked, pill), scrim, within=60)
    assert _at(ranked, pill) != _at(plain, pill)
    assert _at(ranked, rect.center()) == _at(plain, rect.center())


def test_hover_shows_a_band_and_a_circle(grid: PhotoGrid, ids: list[int]) -> None:
    before = _image(grid)
    grid._hover(0)
    after = _image(grid)
    rect = grid.rect_of(0)
    band = QPoint(rect.right() - 6, rect.bottom() - 6)
    assert _at(after, band).lightness() <= _at(before, band).lightness()
    assert _at(after, rect.topLeft() + QPoint(19, 8)).lightness() > 200
    other = grid.rect_of(1)
    assert _at(after, other.center()) == _at(before, other.center())


def test_offline_and_waiting_have_badges(
    qtbot: QtBot, grid: PhotoGrid, context: Context, tmp_path: Path
) -> None:
    waiting = add_files(context.library, tmp_path / "waiting", [b"a.jpg"])
    absent = add_files(context.library, tmp_path / "absent", [b"b.jpg"])
    context.library.files.set_offline(context.library.roots.all()[1], [b""])
    grid.photos.set_photos(np.array([*waiting, *absent, 10**6]))
    qtbot.waitUntil(lambda: all(grid.photos.row(n) for n in [*waiting, *absent]))
    image = _image(grid)
    track, panel = context.theme.colour("track"), context.theme.colour("panel")
    for place in (0, 1):
        rect = grid.rect_of(place)
        assert _is_near(_at(image, rect.center()), track, within=2)
        badge = _at(image, QPoint(rect.right() - 24, rect.top() + 17))
        assert badge.lightness() < 100
    gone = grid.rect_of(2)
    assert _is_near(_at(image, gone.bottomLeft() + QPoint(20, -10)), panel, within=2)


def test_the_focus_ring_is_shown_for_keys_only(
    qtbot: QtBot, grid: PhotoGrid, context: Context, ids: list[int]
) -> None:
    accent = context.theme.colour("accent")
    qtbot.mouseClick(
        grid.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        grid.rect_of(0).center(),
    )
    outside = QPoint(grid.rect_of(0).center().x(), grid.rect_of(0).bottom() + 7)
    assert not _is_near(_at(_image(grid), outside), accent)
    qtbot.keyClick(grid, Qt.Key.Key_Home)
    assert _is_near(_at(_image(grid), outside), accent)


def test_results_can_be_dimmed(grid: PhotoGrid, context: Context, ids: list[int]) -> None:
    before = _at(_image(grid), grid.rect_of(0).center())
    grid.set_dimmed(True)
    dimmed = _at(_image(grid), grid.rect_of(0).center())
    canvas = context.theme.colour("canvas")
    assert dimmed.red() == pytest.approx(0.6 * before.red() + 0.4 * canvas.red(), abs=3)


@pytest.mark.parametrize("zoom", [96, 160, 384])
def test_every_state_is_painted_in_both_directions_without_a_complaint(
    grid: PhotoGrid, ids: list[int], zoom: int
) -> None:
    grid.set_zoom(zoom)
    grid.photos.set_photos(np.array([*ids, 10**6]), is_ranked=True)
    grid.select_ids(ids[::2])
    grid._show_focus(True)
    for direction in Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft:
        grid.setLayoutDirection(direction)
        for hovered in range(7):
            grid._hover(hovered)
            assert not _image(grid).isNull()
