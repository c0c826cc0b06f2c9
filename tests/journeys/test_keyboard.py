"""The same with the keyboard alone; the mouse is not touched."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog
from pytestqt.qtbot import QtBot

from engine.catalog.records import FileState
from tests.journeys.conftest import MakePhotos, OpenWindow, Shoot
from tests.journeys.user import ALT, CTRL, NONE, SHIFT, Key, User

PHOTOS = 40


@pytest.mark.timeout(3600)
def test_keyboard_only(
    open_window: OpenWindow, shoot: Shoot, qtbot: QtBot, tmp_path: Path, make_photos: MakePhotos
) -> None:
    make_photos(tmp_path / "photos", range(PHOTOS))
    user = User(qtbot, open_window())
    _adds_a_folder(user, shoot, tmp_path / "photos")
    _describes_and_opens(user, shoot)
    _searches_with_a_part(user, shoot)
    _goes_back_and_forth(user)
    _escapes_in_order(user, shoot)
    _visits_every_area(user, shoot)
    _opens_and_closes_all(user, shoot)
    user.press(Key.Key_Q, CTRL)
    user.wait(lambda: not user.window.isVisible())


def _adds_a_folder(user: User, shoot: Shoot, folder: Path) -> None:
    user.press(Key.Key_O, CTRL)
    dialog = user.window.findChild(QFileDialog)
    user.wait(dialog.isActiveWindow)
    user.type(str(folder))
    shoot(dialog, "01-dialog")
    user.press(Key.Key_Return)
    user.return_to_window()
    user.wait(lambda: user.count(FileState.INDEXED) == PHOTOS)
    user.wait(lambda: len(user.shown) == PHOTOS and not user.window.imports.is_running)


def _describes_and_opens(user: User, shoot: Shoot) -> None:
    user.press(Key.Key_F6)
    assert user.grid.hasFocus()
    user.press(Key.Key_Slash)
    with user.answer():
        user.type("squares")
    user.press(Key.Key_F6)
    columns = user.grid.tiles.columns
    user.press(Key.Key_Home)
    for key in (Key.Key_Right, Key.Key_Right, Key.Key_Down, Key.Key_Left):
        user.press(key)
    assert user.grid.selected_ids == [user.shown[1 + columns]]
    shoot(user.window, "02-moved")
    user.press(Key.Key_Return)
    viewer = user.window.viewer
    assert viewer.isVisible()
    assert viewer.current_id == user.shown[1 + columns]
    user.press(Key.Key_Right)
    user.press(Key.Key_Right)
    user.press(Key.Key_Left)
    assert viewer.current_id == user.shown[2 + columns]


def _searches_with_a_part(user: User, shoot: Shoot) -> None:
    canvas = user.window.viewer.canvas
    user.wait(lambda: not canvas.target().isEmpty())
    user.press(Key.Key_R)
    before = canvas.part
    assert before is not None
    user.press(Key.Key_Right)
    user.press(Key.Key_Down)
    change = canvas.part.size() - before.size()
    assert max(abs(change.width()), abs(change.height())) <= 1  # whole pixels of the photo
    assert canvas.part.left() > before.left()
    assert canvas.part.top() > before.top()
    user.press(Key.Key_Right, SHIFT)
    user.press(Key.Key_Up, SHIFT)
    assert canvas.part.width() > before.width()
    assert canvas.part.height() < before.height()
    shoot(user.window, "03-part")
    with user.answer():
        user.press(Key.Key_Return)
    assert [label.startswith("Part of") for label, _ in user.chips] == [True]
    assert user.page.search_bar.edit.text() == ""
    assert user.grid.hasFocus()
    shoot(user.window, "04-part-searched")


def _goes_back_and_forth(user: User) -> None:
    with user.answer():
        user.press(Key.Key_Left, ALT)
    assert user.page.search_bar.edit.text() == "squares"
    with user.answer():
        user.press(Key.Key_Right, ALT)
    assert len(user.chips) == 1


def _escapes_in_order(user: User, shoot: Shoot) -> None:
    """Popover, viewer, selection, query."""
    user.press(Key.Key_F, CTRL)
    user.press(Key.Key_Left)
    user.press(Key.Key_Return)
    assert user.sees("chipPopover")
    shoot(user.window, "05-chip")
    user.press(Key.Key_Escape)
    assert not user.sees("chipPopover")
    assert len(user.chips) == 1
    user.press(Key.Key_F, CTRL)
    user.press(Key.Key_F6)
    user.press(Key.Key_End)
    user.press(Key.Key_Space)
    assert user.window.viewer.isVisible()
    user.wait(lambda: not user.window.viewer.canvas.target().isEmpty())
    user.press(Key.Key_R)
    user.press(Key.Key_Escape)
    assert user.window.viewer.isVisible()
    user.press(Key.Key_Escape)
    assert not user.window.viewer.isVisible()
    assert user.grid.selected_ids == [user.shown[-1]]
    user.press(Key.Key_Escape)
    assert user.grid.selected_ids == []
    assert len(user.chips) == 1
    user.press(Key.Key_Escape)
    assert user.page.search_bar.is_empty
    user.wait(lambda: not user.grid.photos.is_ranked)


def _visits_every_area(user: User, shoot: Shoot) -> None:
    window, page = user.window, user.page
    areas = {
        "search": page.search_bar,
        "grid": page.grid,
        "inspector": page.inspector,
        "activity": window.sidebar.strip,
        "sidebar": window.sidebar,
    }

    def area() -> str:
        focus = QApplication.focusWidget()
        return next(
            (name for name, part in areas.items() if part is focus or part.isAncestorOf(focus)), ""
        )

    user.press(Key.Key_F, CTRL)
    visited = [area()]
    for number in range(len(areas)):
        user.press(Key.Key_F6)
        visited.append(area())
        shoot(window, f"06-area-{number}-{visited[-1]}")
    assert visited == ["search", "grid", "inspector", "activity", "sidebar", "search"]


def _opens_and_closes_all(user: User, shoot: Shoot) -> None:
    window = user.window
    for name, key, modifiers in (
        ("shortcutsDialog", Key.Key_F1, NONE),
        ("preferencesDialog", Key.Key_Comma, CTRL),
        ("commandPalette", Key.Key_P, CTRL | SHIFT),
    ):
        user.press(key, modifiers)
        dialog = window.findChild(QDialog, name)
        user.wait(dialog.isActiveWindow)
        shoot(dialog, f"07-{name}")
        user.press(Key.Key_Escape)
        user.return_to_window()
    panel = window.activity_panel
    user.press(Key.Key_J, CTRL)
    assert panel.isVisible()
    shoot(window, "08-activity")
    user.press(Key.Key_Escape)
    assert not panel.isVisible()
    was_visible = user.page.inspector.isVisible()
    user.press(Key.Key_I, CTRL)
    assert user.page.inspector.isVisible() is not was_visible
    user.press(Key.Key_I, CTRL)
    user.press(Key.Key_5, CTRL)
    assert window.problems_page.isVisible()
    user.press(Key.Key_1, CTRL)
    assert user.page.isVisible()
