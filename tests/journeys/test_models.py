"""A person drops a model's folder on the window, tries it, uses it, goes back and removes it."""

import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.catalog.records import FileState
from engine.models import registry
from imgtext_desktop.models.version_row import VersionRow
from tests.checkpoints import make_clip
from tests.journeys.conftest import MakePhotos, OpenWindow, Shoot
from tests.journeys.user import CTRL, Key, User, from_file_manager

_COUNT = 12


@pytest.mark.timeout(1800)
def test_drop_a_model_compare_adopt_go_back_and_remove(
    open_window: OpenWindow, shoot: Shoot, qtbot: QtBot, home: Path, make_photos: MakePhotos
) -> None:
    photos = make_photos(home / "Pictures", range(_COUNT))
    checkpoint = make_clip(home / "Downloads" / "tiny-clip")
    user = User(qtbot, open_window())
    window = user.window
    library = window.context.library
    window.add_folders([os.fsencode(home / "Pictures")])
    user.wait(lambda: user.count(FileState.INDEXED) == _COUNT)
    user.wait(lambda: not window.imports.is_running)

    # A folder that is no model is refused in one sentence; nothing is added.
    user.press(Key.Key_4, CTRL)
    page = window.models.page
    user.wait(lambda: _rows(user) != [])
    broken = home / "Downloads" / "broken"
    broken.mkdir()
    (broken / "config.json").write_text('{"model_type": "clip"}')
    user.drop(from_file_manager([broken]), page)
    user.wait(lambda: window.toast.isVisible() and "broken" in _texts(window.toast))
    shoot(window, "1-no-model")
    assert not library.learning.versions()

    user.carry(from_file_manager([checkpoint]), page)
    shoot(window, "2-over-the-page")
    user.drop(from_file_manager([checkpoint]), page)
    user.wait(lambda: len(_rows(user)) == 2)
    (version,) = (known.card.version for known in library.learning.versions())
    shoot(window, "3-added")

    _compare_and_adopt(user, shoot, version)
    assert len(user.shown) == len(photos)
    _go_back_and_remove(user, shoot, version)
    assert not library.learning.versions()


def _compare_and_adopt(user: User, shoot: Shoot, version: str) -> None:
    """It is indexed in the background while the old one answers, and asked in one's own words."""
    window, library = user.window, user.window.context.library
    user.click(_row(user, version))
    user.press(Key.Key_K, CTRL)
    compare = window.models.compare_page
    user.wait(compare.right.isVisible)
    user.wait(lambda: not library.photos.unencoded(version))
    user.type("a dog on the grass")
    user.press(Key.Key_Return)
    user.wait(lambda: compare.verdict)
    shoot(window, "4-compared")
    assert library.model == registry.built_in_version()
    user.press(Key.Key_Return, CTRL)
    user.wait(lambda: library.model == version)
    user.press(Key.Key_4, CTRL)
    user.wait(lambda: user.sees("rollbackButton"))
    shoot(window, "5-adopted")
    user.return_to_window()
    user.press(Key.Key_1, CTRL)
    user.new_query()
    with user.answer():
        user.type("a dog on the grass")
        user.press(Key.Key_Return)
    shoot(window, "6-it-answers")


def _go_back_and_remove(user: User, shoot: Shoot, version: str) -> None:
    window, library = user.window, user.window.context.library
    user.press(Key.Key_4, CTRL)
    user.wait(lambda: user.sees("rollbackButton"))
    user.return_to_window()
    user.click(user.button("Roll back to built-in"))
    user.wait(lambda: library.model == registry.built_in_version())
    user.wait(lambda: not _row(user, version).line.version.is_active)
    user.click(_row(user, version))
    user.press(Key.Key_Delete)
    user.wait(lambda: len(_rows(user)) == 1)
    shoot(window, "7-removed")
    user.wait(lambda: not library.learning.versions())


def _rows(user: User) -> list[VersionRow]:
    return [row for row in user.window.models.page.list.rows if row.isVisible()]


def _row(user: User, version: str) -> VersionRow:
    return next(row for row in _rows(user) if row.line.name == version)


def _texts(widget: QWidget) -> str:
    return "\n".join(part.text() for part in widget.findChildren(QWidget) if hasattr(part, "text"))
