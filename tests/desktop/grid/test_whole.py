"""P: whole photos in the tiles instead of squares."""

from pathlib import Path

import numpy as np
from PIL import Image
from pytestqt.qtbot import QtBot

from engine.images.thumbnails import make_thumbnail
from imgtext_desktop.context import Context
from imgtext_desktop.grid.tile_pictures import make_tile_picture
from imgtext_desktop.grid.view import PhotoGrid
from tests.desktop.grid.conftest import add_files, index_files


def _pixels(data: bytes | None, side: int) -> np.ndarray:  # type: ignore[type-arg]
    assert data is not None
    return np.frombuffer(data, np.uint8).reshape(side, side, 4)


def test_the_whole_photo_fits_the_tile_and_what_is_beside_it_is_clear() -> None:
    picture = Image.new("RGB", (512, 256), (200, 40, 40))
    picture.paste((40, 40, 200), (480, 0, 512, 256))  # lost in the square of the middle
    data = make_thumbnail(picture)
    pixels = _pixels(
        make_tile_picture(data, side=100, radius=6, is_offline=False, is_whole=True), 100
    )
    assert set(np.flatnonzero(pixels[:, 50, 3])) == set(range(25, 75))
    assert pixels[25, 0, 3] < 128, "its own corners are round"
    blue, _, red, alpha = pixels[50, 97].astype(int)
    assert blue > red + 100
    assert alpha == 255
    square = _pixels(make_tile_picture(data, side=100, radius=6, is_offline=False), 100)
    assert square[50, 97, 2] > square[50, 97, 0], "the square has none of it"


def test_a_very_long_photo_is_still_a_line() -> None:
    data = make_thumbnail(Image.new("RGB", (512, 2), (200, 40, 40)))
    pixels = _pixels(make_tile_picture(data, side=96, radius=6, is_offline=True, is_whole=True), 96)
    assert pixels[:, 48, 3].max() > 0


def test_the_square_stands_in_until_the_whole_photo_is_made(
    qtbot: QtBot, context: Context, grid: PhotoGrid, tmp_path: Path
) -> None:
    path = tmp_path / "photos" / "wide.png"
    path.parent.mkdir()
    Image.new("RGB", (640, 200), (200, 40, 40)).save(path)
    (photo_id,) = add_files(context.library, path.parent, [b"wide.png"])
    index_files(context.library, {photo_id: path})
    grid.photos.set_photos(np.array([photo_id]))
    qtbot.waitUntil(lambda: _pixmap(grid, photo_id) is not None)
    square = _pixmap(grid, photo_id)
    with qtbot.waitSignal(grid.wholeness_changed) as told:
        grid.set_whole(True)
    assert told.args == [True]
    assert _pixmap(grid, photo_id) == square, "no empty tile meanwhile"
    qtbot.waitUntil(lambda: _pixmap(grid, photo_id) != square)
    rect = grid.rect_of(0)
    image = grid.viewport().grab().toImage()
    panel = context.theme.colour("panel")
    assert image.pixelColor(rect.center().x(), rect.top() + 12) == panel
    assert image.pixelColor(rect.center()).red() > 150


def _pixmap(grid: PhotoGrid, photo_id: int) -> int | None:
    row = grid.photos.row(photo_id)
    pixmap = None if row is None else grid._thumbnails.pixmap(row)
    return None if pixmap is None else pixmap.cacheKey()
