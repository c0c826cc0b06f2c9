import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from imgtext_desktop.context import Context
from imgtext_desktop.viewer.part_chooser import PartChooser
from tests.conftest import DrawPhoto

Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def chooser(context: Context, qtbot: QtBot) -> PartChooser:
    chooser = PartChooser(context)
    qtbot.addWidget(chooser)
    chooser.resize(800, 600)
    chooser.show()
    qtbot.waitUntil(chooser.isActiveWindow)
    return chooser


def test_keys_move_size_and_take_the_part(
    chooser: PartChooser, qtbot: QtBot, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    path = draw_photo(tmp_path / "a #1.png", 1, (400, 300))
    chooser.open(path=os.fsencode(path), data=None, name="a #1.png")
    qtbot.waitUntil(lambda: chooser.canvas.part is not None)
    before = chooser.canvas.part
    assert before is not None
    assert (before.width(), before.height()) == (200, 150), "the middle, to begin with"
    qtbot.keyClick(chooser.canvas, Key.Key_Right)
    qtbot.keyClick(chooser.canvas, Key.Key_Down, SHIFT)
    after = chooser.canvas.part
    assert after is not None
    assert after.left() > before.left()
    assert (after.top(), after.width()) == (before.top(), before.width())
    assert after.height() > before.height()
    with qtbot.waitSignal(chooser.part_chosen) as chosen:
        qtbot.keyClick(chooser.canvas, Key.Key_Return)
    image = chosen.args[0]
    assert isinstance(image, QImage)
    assert image.size() == after.size()
    assert image.pixelColor(0, 0) == QImage(str(path)).pixelColor(after.topLeft())


def test_a_large_picture_is_cut_from_all_of_its_pixels(
    chooser: PartChooser, qtbot: QtBot, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    data = draw_photo(tmp_path / "large.png", 1, (3000, 2250)).read_bytes()
    chooser.open(path=None, data=data, name="Pasted picture")
    qtbot.waitUntil(lambda: chooser.canvas.part is not None)
    picture = chooser.canvas.picture
    assert picture is not None
    assert picture.detail < 0.5, "shown smaller"
    with qtbot.waitSignal(chooser.part_chosen) as chosen:
        qtbot.keyClick(chooser.canvas, Key.Key_Enter)
    image = chosen.args[0]
    assert isinstance(image, QImage)
    assert image.width() > picture.pixels.width / 2, "sharper than what is seen"


def test_a_picture_that_is_gone_is_said(
    chooser: PartChooser, context: Context, qtbot: QtBot, tmp_path: Path
) -> None:
    told: list[str] = []
    context.notifier.posted.connect(lambda message: told.append(message.text))
    with qtbot.waitSignal(chooser.closed):
        chooser.open(path=os.fsencode(tmp_path / "gone.jpg"), data=None, name="gone.jpg")
    assert told == ["The file is no longer there."]


def test_esc_goes_back_and_what_is_hidden_keeps_nothing(
    chooser: PartChooser, qtbot: QtBot, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    path = draw_photo(tmp_path / "a.png", 1, (400, 300))
    chooser.open(path=os.fsencode(path), data=None, name="a.png")
    qtbot.waitUntil(lambda: chooser.canvas.part is not None)
    with qtbot.waitSignal(chooser.closed):
        qtbot.keyClick(chooser.canvas, Key.Key_Escape)
    chooser.hide()
    assert chooser.canvas.picture is None
