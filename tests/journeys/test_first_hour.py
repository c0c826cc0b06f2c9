"""From the first start to finding, showing, excluding, looking and searching with a part."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget
from pytestqt.qtbot import QtBot

from engine.catalog.records import FileState
from imgtext_desktop.search.drop_overlay import Zone
from tests.journeys.conftest import MakePhotos, OpenWindow, Shoot
from tests.journeys.user import CTRL, Key, User, from_browser, from_file_manager

PHOTOS = 120


@pytest.mark.timeout(3600)
def test_first_hour(
    open_window: OpenWindow, shoot: Shoot, qtbot: QtBot, home: Path, make_photos: MakePhotos
) -> None:
    photos = make_photos(home / "Pictures", range(PHOTOS))
    user = User(qtbot, open_window())
    _starts_with_the_pictures_folder(user, shoot)
    _searches_while_importing(user, shoot)
    _drops_pictures(user, shoot, photos)
    _pastes_a_picture(user, shoot, photos)
    _excludes_and_finds_similar(user, shoot)
    _changes_a_chip(user, shoot)
    _crops_a_chip(user, shoot)
    _looks_and_searches_with_a_part(user, shoot)


def _starts_with_the_pictures_folder(user: User, shoot: Shoot) -> None:
    state = user.page.empty_state
    user.wait(state.isVisible)
    add = state.findChild(QAbstractButton, "addPicturesButton")
    user.wait(add.isVisible)
    assert any(str(PHOTOS) in label.text() for label in state.findChildren(QLabel))
    shoot(user.window, "01-empty")
    user.click(add)


def _searches_while_importing(user: User, shoot: Shoot) -> None:
    user.wait(lambda: user.count(FileState.INDEXED) > 0)
    user.wait(user.grid.isVisible)
    shoot(user.window, "02-importing")
    user.press(Key.Key_F, CTRL)
    with user.answer():
        user.type("colourful squares")
    assert user.window.imports.is_running, "the answer came only after the import"
    first_answer = len(user.shown)
    shoot(user.window, "03-words-while-importing")
    user.new_query()
    user.wait(lambda: not user.window.imports.is_running)
    user.wait(lambda: len(user.shown) == PHOTOS)
    assert user.count(FileState.INDEXED) == PHOTOS
    assert first_answer < PHOTOS
    with user.answer():
        user.type("colourful squares")
    assert len(user.shown) == PHOTOS
    shoot(user.window, "04-words")
    user.new_query()


def _drops_pictures(user: User, shoot: Shoot, photos: list[Path]) -> None:
    overlay = user.page.overlay
    user.carry(from_file_manager([photos[7]]), user.grid.viewport())
    assert overlay.isVisible()
    shoot(user.window, "05-drop-overlay")
    user.carry_away()
    assert not overlay.isVisible()
    with user.answer():
        user.drop(from_file_manager([photos[7]]), user.grid.viewport(), QPoint(60, 60))
    assert user.best_hit == os.fsencode(photos[7])
    shoot(user.window, "06-dropped-file")
    # From a browser, on the right-hand third: not like this.
    unlike = overlay.zone_rect(Zone.UNLIKE).center()
    with user.answer():
        user.drop(from_browser(QImage(str(photos[9]))), overlay.parentWidget(), unlike)
    assert [is_excluded for _, is_excluded in user.chips] == [False, True]
    assert user.best_hit == os.fsencode(photos[7])
    shoot(user.window, "07-dropped-from-browser-not-like-this")
    # Several at once, on the search box.
    user.new_query()
    with user.answer():
        user.drop(from_file_manager(photos[20:23]), user.page.search_bar)
    assert len(user.chips) == 3
    shoot(user.window, "08-dropped-three")
    # A page's address without its picture, and a file that is no picture, get a sentence.
    text = photos[0].with_name("letter.txt")
    text.write_text("no picture")
    for name, mime in (
        ("09-address-only", from_browser(None)),
        ("10-no-picture", from_file_manager([text])),
    ):
        user.drop(mime, user.grid.viewport())
        toast = user.window.findChild(QWidget, "toast")
        assert toast.isVisible()
        shoot(user.window, name)
        user.click(user.button("Close the message", toast))
        assert not toast.isVisible()
    assert len(user.chips) == 3
    text.unlink()


def _pastes_a_picture(user: User, shoot: Shoot, photos: list[Path]) -> None:
    user.new_query()
    QGuiApplication.clipboard().setImage(QImage(str(photos[11])))
    with user.answer():
        user.press(Key.Key_V, CTRL)
    assert user.best_hit == os.fsencode(photos[11])
    shoot(user.window, "11-pasted")


def _excludes_and_finds_similar(user: User, shoot: Shoot) -> None:
    user.click(user.grid.viewport(), user.tile(3))
    excluded = user.shown[3]
    with user.answer():
        user.press(Key.Key_X)
    assert [is_excluded for _, is_excluded in user.chips] == [False, True]
    assert user.shown.index(excluded) > 3
    shoot(user.window, "12-excluded")
    wanted = user.shown[2]
    user.click(user.grid.viewport(), user.tile(2), right=True)
    with user.answer():
        user.choose("Find similar")
    assert len(user.chips) == 1
    assert user.shown[0] == wanted
    shoot(user.window, "13-similar")


def _changes_a_chip(user: User, shoot: Shoot) -> None:
    chip = user.page.search_bar.row.chips[0]
    user.click(chip)
    popover = user.window.findChild(QWidget, "chipPopover")
    assert popover.isVisible()
    shoot(user.window, "14-chip")
    best = user.shown[0]
    with user.answer():
        user.click(user.button("Less like this", popover))
    assert user.shown[0] != best
    with user.answer():
        user.click(user.button("More like this", popover))
    assert user.shown[0] == best
    user.press(Key.Key_Escape)
    assert len(user.chips) == 1


def _crops_a_chip(user: User, shoot: Shoot) -> None:
    user.click(user.page.search_bar.row.chips[0])
    user.click(user.button("Crop"))
    chooser = user.window.part_chooser
    assert chooser.isVisible()
    user.wait(lambda: chooser.canvas.part is not None)
    shoot(user.window, "15-chip-crop")
    with user.answer():
        user.press(Key.Key_Return)
    assert [label.startswith("Part of") for label, _ in user.chips] == [True]
    assert user.grid.isVisible()


def _looks_and_searches_with_a_part(user: User, shoot: Shoot) -> None:
    viewer, canvas = user.window.viewer, user.window.viewer.canvas
    best = user.shown[0]
    user.double_click(user.grid.viewport(), user.tile(0))
    user.wait(viewer.isVisible)
    user.wait(lambda: not canvas.target().isEmpty())
    shoot(user.window, "16-viewer")
    user.click(user.button("Next photo", viewer))
    assert viewer.current_id == user.shown[1]
    user.click(user.button("Previous photo", viewer))
    assert viewer.current_id == best
    user.wait(lambda: not canvas.target().isEmpty())
    target = canvas.target().toRect()
    inset = QPoint(target.width() // 8, target.height() // 8)
    user.drag(canvas, target.topLeft() + inset, target.bottomRight() - inset)
    assert canvas.part_button.isVisible()
    shoot(user.window, "17-part")
    with user.answer():
        user.click(canvas.part_button)
    assert [label.startswith("Part of") for label, _ in user.chips] == [True]
    assert user.grid.isVisible()
    assert len(user.shown) == PHOTOS
    shoot(user.window, "18-part-searched")
