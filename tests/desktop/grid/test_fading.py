import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from imgtext_desktop.context import Context
from imgtext_desktop.grid.fading import Fading
from imgtext_desktop.grid.view import PhotoGrid
from tests.desktop.grid.conftest import AddPhotos


def test_a_new_picture_fades_in_once_and_then_nothing_runs(context: Context, qtbot: QtBot) -> None:
    context.theme.allows_motion = True
    now = [10.0]
    fading = Fading(context.theme, context.theme, clock=lambda: now[0])
    told: list[set[bytes]] = []
    fading.advanced.connect(told.append)
    assert not fading.is_running
    fading.begin({b"a"})
    assert fading.is_running
    assert fading.opacity(b"a") == 0
    assert fading.opacity(b"b") == 1
    now[0] += 0.075
    assert fading.opacity(b"a") == pytest.approx(0.75), "half the time, most of the way"
    now[0] += 0.1
    assert fading.opacity(b"a") == 1
    qtbot.waitUntil(lambda: not fading.is_running)
    assert told == [{b"a"}], "painted a last time, whole"


def test_nothing_fades_where_nothing_shall_move(context: Context) -> None:
    fading = Fading(context.theme, context.theme)
    fading.begin({b"a"})
    assert fading.opacity(b"a") == 1
    assert not fading.is_running


def test_the_grid_is_still_when_all_pictures_are_there(
    qtbot: QtBot, context: Context, grid: PhotoGrid, add_photos: AddPhotos
) -> None:
    context.theme.allows_motion = True
    ids = add_photos(6)
    begun: list[set[bytes]] = []
    grid._thumbnails.arrived.connect(begun.append)
    grid.photos.set_photos(np.array(ids))
    qtbot.waitUntil(lambda: len(set().union(*begun)) == 6)
    qtbot.waitUntil(lambda: not grid.fading.is_running)
    grid.set_zoom(240)  # the same pictures at another size do not fade again
    qtbot.waitUntil(lambda: sum(map(len, begun)) == 6 and len(begun) > 2)
    assert not grid.fading.is_running
