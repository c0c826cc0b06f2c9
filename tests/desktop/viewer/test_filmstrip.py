from pathlib import Path

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from imgtext_desktop.context import Context
from imgtext_desktop.viewer.filmstrip import CURRENT_SIDE, SIDE, Filmstrip, load_thumbnails, rounded
from tests.conftest import DrawPhoto
from tests.desktop.viewer.filled_library import fill, scan
from tests.desktop.viewer.image_pixels import pixels


def _strip(qtbot: QtBot, context: Context, width: int = 700) -> Filmstrip:
    strip = Filmstrip(context.library, context.jobs)
    qtbot.addWidget(strip)
    strip.resize(width, CURRENT_SIDE)
    strip.show()
    return strip


def _wheel(strip: Filmstrip, delta: int) -> None:
    event = QWheelEvent(
        QPointF(10, 10),
        QPointF(10, 10),
        QPoint(),
        QPoint(0, delta),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(strip, event)


def test_a_short_row_stands_in_the_middle(qtbot: QtBot, context: Context) -> None:
    strip = _strip(qtbot, context)
    strip.set_photos(np.arange(3), 1)
    assert strip.place(0).width() == strip.place(2).width() == SIDE
    assert strip.place(1).width() == CURRENT_SIDE
    left, right = strip.place(0).left(), 700 - strip.place(2).right()
    assert abs(left - right) <= 1
    assert strip.place(1).left() - strip.place(0).right() == 8
    assert strip.place(2).left() - strip.place(1).right() == 8


def test_in_a_long_row_the_current_photo_stands_in_the_middle_but_for_the_ends(
    qtbot: QtBot, context: Context
) -> None:
    strip = _strip(qtbot, context)
    ids = np.arange(1_000_000)
    strip.set_photos(ids, 0)
    assert strip.place(0).left() == 0
    for position in (500, 123_456, 999_000):
        strip.set_position(position)
        assert abs(strip.place(position).center().x() - 350) <= 1
        assert len(strip.seen()) < 15
    strip.set_position(999_999)
    assert strip.place(999_999).right() == 700


def test_only_photos_that_are_seen_are_loaded(
    qtbot: QtBot, context: Context, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    for number in range(40):
        draw_photo(tmp_path / "photos" / f"{number:02}.png", number)
    ids = fill(context.library, tmp_path / "photos")
    strip = _strip(qtbot, context)
    strip.set_photos(ids, 20)
    qtbot.waitUntil(lambda: all(strip.is_loaded(position) for position in strip.seen()))
    loaded = [position for position in range(40) if strip.is_loaded(position)]
    assert loaded == list(strip.seen())
    strip.set_position(39)
    qtbot.waitUntil(lambda: strip.is_loaded(39))
    assert not strip.is_loaded(0)


def test_a_click_chooses_and_the_wheel_only_looks(qtbot: QtBot, context: Context) -> None:
    strip = _strip(qtbot, context)
    strip.set_photos(np.arange(100), 50)
    with qtbot.waitSignal(strip.chosen) as chosen:
        QTest.mouseClick(strip, Qt.MouseButton.LeftButton, pos=strip.place(52).center().toPoint())
    assert chosen.args == [52]
    _wheel(strip, -240)
    assert strip.place(50).center().x() < 200
    for _ in range(100):
        _wheel(strip, 1200)
    assert strip.place(0).left() == 0
    _wheel(strip, -120)  # at the end nothing was piled up
    assert strip.place(0).left() == -120


def test_the_row_is_mirrored_for_languages_from_right_to_left(
    qtbot: QtBot, context: Context
) -> None:
    strip = _strip(qtbot, context)
    strip.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    strip.set_photos(np.arange(100), 50)
    assert strip.place(51).right() < strip.place(50).left()
    assert strip.position_at(strip.place(51).center()) == 51


def test_thumbnails_are_square_sharp_and_rounded(
    qtbot: QtBot, context: Context, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    draw_photo(tmp_path / "photos" / "a.png", 1, (600, 200))
    (file_id,) = fill(context.library, tmp_path / "photos").tolist()
    thumbnail = load_thumbnails(context.library, [file_id, 99], 144)[file_id]
    assert thumbnail is not None
    pixmap = rounded(thumbnail, 2.0)
    assert (pixmap.width(), pixmap.height(), pixmap.devicePixelRatio()) == (144, 144, 2)
    image = pixmap.toImage()
    assert image.pixelColor(0, 0).alpha() == 0
    middle = image.pixelColor(72, 72)
    shown = pixels(thumbnail.as_image())[72, 72]
    assert (middle.red(), middle.green(), middle.blue()) == tuple(shown)


def test_a_photo_without_a_thumbnail_leaves_a_place(
    qtbot: QtBot, context: Context, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    draw_photo(tmp_path / "photos" / "a.png", 1)
    draw_photo(tmp_path / "photos" / "b.png", 2)
    fill(context.library, tmp_path / "photos")
    draw_photo(tmp_path / "photos" / "c.png", 3)
    ids = scan(context.library, tmp_path / "photos")
    strip = _strip(qtbot, context)
    strip.set_photos(ids, 0)
    qtbot.waitUntil(lambda: strip.is_loaded(0) and strip.is_loaded(1))
    assert not strip.is_loaded(2)
    strip.grab()
