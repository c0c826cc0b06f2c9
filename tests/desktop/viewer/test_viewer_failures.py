import os
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from imgtext_desktop.viewer.notice import Sign
from tests.desktop.viewer.conftest import Bench
from tests.desktop.viewer.filled_library import scan

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
THREE = ["a.png", "b.png", "c.png"]


def test_a_broken_file_gets_a_sentence_and_a_way_to_its_folder(bench: Bench) -> None:
    bench.fill(THREE)
    (bench.folder / "b.png").write_bytes(b"\x89PNG\r\n\x1a\n nothing else")
    bench.open(1)
    notice = bench.viewer.stage.notice
    assert notice.sign is Sign.BROKEN
    assert "damaged" in bench.sentence
    assert bench.viewer.canvas.accessibleName().endswith(bench.sentence)
    with bench.qtbot.waitSignal(bench.viewer.folder_requested) as asked:
        QTest.mouseClick(notice.folder_button, LEFT)
    assert asked.args == [[int(bench.ids[1])]]
    bench.go(Key.Key_Right)
    assert (bench.name, bench.sentence) == ("c.png", "")
    bench.go(Key.Key_Left)  # and it is still known to be broken
    assert notice.sign is Sign.BROKEN


def test_a_vanished_file_is_said_and_its_thumbnail_can_still_be_searched_with(
    bench: Bench,
) -> None:
    bench.fill(["a.png"], (1000, 800))
    (bench.folder / "a.png").unlink()
    bench.open()
    assert "no longer there" in bench.sentence
    assert bench.viewer.canvas.picture is not None
    bench.press(Key.Key_R)
    image, _ = bench.search_part()
    assert image.width() == 256  # half of the thumbnail


def test_a_broken_file_without_a_thumbnail_is_no_empty_page(bench: Bench) -> None:
    bench.folder.mkdir()
    (bench.folder / "a.jpg").write_bytes(b"\xff\xd8\xff\xe0 nothing else")
    bench.ids = scan(bench.context.library, bench.folder)
    bench.open()
    assert bench.viewer.canvas.picture is None
    assert bench.viewer.stage.notice.folder_button.isVisible()
    assert bench.sentence


def test_a_photo_that_left_the_library_is_said(bench: Bench) -> None:
    bench.fill(THREE)
    (bench.folder / "b.png").unlink()
    scan(bench.context.library, bench.folder)
    bench.open(1)
    assert bench.sentence == "This photo is no longer in the library."
    bench.go(Key.Key_Right)
    assert bench.name == "c.png"


def test_an_offline_photo_shows_its_thumbnail_and_why(
    bench: Bench, expected_log: list[str]
) -> None:
    expected_log.append("is offline")
    bench.fill(THREE, (1000, 800))
    bench.folder.rename(bench.folder.with_name("away"))
    scan(bench.context.library, bench.folder)
    bench.open()
    notice = bench.viewer.stage.notice
    assert notice.sign is Sign.OFFLINE
    assert bench.sentence.startswith('"photos" is not connected.')
    assert not notice.folder_button.isVisible()
    assert bench.viewer.canvas.picture is not None
    assert bench.viewer.canvas.picture.width == 1000
    bench.press(Key.Key_R)
    image, _ = bench.search_part()
    assert image.width() == 256


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes on Linux only")
def test_a_name_that_is_no_text_is_shown(bench: Bench) -> None:
    bench.fill(["100 % # & ü.png"])
    os.rename(
        os.fsencode(bench.folder / "100 % # & ü.png"), os.fsencode(bench.folder) + b"/\xff#.png"
    )
    bench.ids = scan(bench.context.library, bench.folder)
    bench.open()
    assert (bench.name, bench.sentence) == ("\N{REPLACEMENT CHARACTER}#.png", "")
