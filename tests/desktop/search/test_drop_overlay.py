import os
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from imgtext_desktop.context import Context
from imgtext_desktop.search.drop_overlay import DropOverlay, Zone
from imgtext_desktop.search.sources import FileSource, ImageSource
from tests.conftest import DrawPhoto
from tests.desktop.search.conftest import drag_out, drag_over, drop, uri_list

SIDEBAR = 240
OVER_LIKE, OVER_UNLIKE, OVER_SIDEBAR = QPoint(400, 300), QPoint(1000, 300), QPoint(50, 300)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    widget.resize(1200, 700)
    qtbot.addWidget(widget)
    return widget


@pytest.fixture
def overlay(context: Context, window: QWidget) -> DropOverlay:
    area = QWidget(window)
    area.setGeometry(SIDEBAR, 68, 1200 - SIDEBAR, 700 - 68)
    overlay = DropOverlay(context, area)
    overlay.watch(window)
    window.show()
    return overlay


@pytest.fixture
def photo(tmp_path: Path, draw_photo: DrawPhoto) -> bytes:
    return os.fsencode(draw_photo(tmp_path / "a #1.png", 1))


@pytest.fixture
def dropped(overlay: DropOverlay) -> list[tuple[object, ...]]:
    """What the overlay says was dropped."""
    found: list[tuple[object, ...]] = []
    overlay.pictures_dropped.connect(lambda *args: found.append(args))
    overlay.folders_dropped.connect(lambda *args: found.append(args))
    return found


def test_it_is_seen_only_while_something_is_dragged(
    overlay: DropOverlay, window: QWidget, photo: bytes
) -> None:
    assert not overlay.isVisible()
    assert drag_over(window, uri_list(photo), OVER_LIKE)
    assert overlay.isVisible()
    assert overlay.size() == overlay.parentWidget().size()
    drag_out(window)
    assert not overlay.isVisible()


@pytest.mark.parametrize(("at", "is_excluded"), [(OVER_LIKE, False), (OVER_UNLIKE, True)])
def test_a_picture_goes_where_it_is_dropped(
    window: QWidget,
    photo: bytes,
    dropped: list[tuple[object, ...]],
    at: QPoint,
    is_excluded: bool,
) -> None:
    event = drop(window, uri_list(photo, photo + b"2.png"), at)
    sources = [FileSource(photo), FileSource(photo + b"2.png")]
    assert dropped == [(sources, is_excluded)]
    assert event.dropAction() is Qt.DropAction.CopyAction


def test_zones_are_two_thirds_and_one_third_and_mirrored(overlay: DropOverlay) -> None:
    overlay.resize(1200, 832)
    like, unlike = overlay.zone_rect(Zone.LIKE), overlay.zone_rect(Zone.UNLIKE)
    assert (like.left(), like.width()) == (24, 752)
    assert (unlike.left(), unlike.width()) == (792, 384)
    overlay.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert overlay.zone_rect(Zone.UNLIKE).left() == 24
    assert overlay.zone_rect(Zone.LIKE).right() == 1175


def test_mirrored_zones_take_their_pictures(
    overlay: DropOverlay, window: QWidget, photo: bytes, dropped: list[tuple[object, ...]]
) -> None:
    window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    drop(window, uri_list(photo), OVER_LIKE)
    drop(window, uri_list(photo), OVER_UNLIKE)
    assert [is_excluded for _, is_excluded in dropped] == [True, False]


def test_a_picture_cannot_be_dropped_beside_it(
    overlay: DropOverlay, window: QWidget, photo: bytes, dropped: list[tuple[object, ...]]
) -> None:
    assert not drag_over(window, uri_list(photo), OVER_SIDEBAR)
    assert overlay.isVisible()
    assert not drop(window, uri_list(photo), OVER_SIDEBAR).isAccepted()
    assert dropped == []
    assert not overlay.isVisible()


@pytest.mark.parametrize("at", [OVER_LIKE, OVER_UNLIKE, OVER_SIDEBAR])
def test_a_folder_may_be_dropped_anywhere(
    window: QWidget, tmp_path: Path, dropped: list[tuple[object, ...]], at: QPoint
) -> None:
    folder = os.fsencode(tmp_path)
    assert drag_over(window, uri_list(folder), at)
    drop(window, uri_list(folder), at)
    assert dropped == [([folder],)]


def test_a_browser_picture_is_taken_from_its_data(
    window: QWidget, dropped: list[tuple[object, ...]]
) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl("https://example.org/dog.jpg")])
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    image.fill(0)
    mime.setImageData(image)
    drop(window, mime, OVER_LIKE)
    ((sources, is_excluded),) = dropped
    assert isinstance(sources, list)
    assert isinstance(sources[0], ImageSource)
    assert not is_excluded


def test_what_is_no_picture_gets_one_sentence(
    overlay: DropOverlay,
    window: QWidget,
    sentences: list[str],
    dropped: list[tuple[object, ...]],
) -> None:
    words = QMimeData()
    words.setText("dog")
    drop(window, words, OVER_LIKE)
    drop(window, uri_list(b"/tmp/letter.pdf"), OVER_LIKE)
    web = QMimeData()
    web.setUrls([QUrl("https://example.org/dog.jpg")])
    drop(window, web, OVER_LIKE)
    assert [sentence.split(".")[0] for sentence in sentences] == [
        "There is no picture in this",
        "“letter",
        "Only the address of the picture came along, and nothing here uses the network",
    ]
    assert dropped == []


def test_the_picture_is_shown_and_the_zone_under_the_pointer_lights_up(
    overlay: DropOverlay, window: QWidget, photo: bytes, context: Context, qtbot: QtBot
) -> None:
    drag_over(window, uri_list(photo), OVER_UNLIKE)
    qtbot.waitUntil(lambda: overlay._preview is not None)
    image = overlay.grab().toImage()
    corner = overlay.zone_rect(Zone.UNLIKE).topLeft() + QPoint(20, 20)
    assert image.pixelColor(corner) == context.theme.colour("bad_tint")
    corner = overlay.zone_rect(Zone.LIKE).topLeft() + QPoint(20, 20)
    assert image.pixelColor(corner) == context.theme.colour("surface")
    drag_out(window)


def test_a_broken_file_has_no_preview_and_no_message_while_it_is_dragged(
    overlay: DropOverlay, window: QWidget, tmp_path: Path, sentences: list[str], qtbot: QtBot
) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"\xff\xd8\xff" + bytes(100))
    drag_over(window, uri_list(os.fsencode(bad)), OVER_LIKE)
    qtbot.waitUntil(lambda: overlay._context.jobs._pool.waitForDone(0))
    assert overlay.isVisible()
    assert sentences == []
    drag_out(window)


def test_it_follows_the_size_of_the_grid(
    overlay: DropOverlay, window: QWidget, photo: bytes
) -> None:
    drag_over(window, uri_list(photo), OVER_LIKE)
    overlay.parentWidget().resize(500, 400)
    assert (overlay.width(), overlay.height()) == (500, 400)
    drag_out(window)
