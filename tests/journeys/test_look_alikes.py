"""A person asks for look-alikes of a photo, before and after the program learned from labels."""

import os
import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QSpinBox
from pytestqt.qtbot import QtBot

from engine.jobs import run
from engine.library import Library
from engine.models.versions import Slot
from tests.conftest import DrawPhoto
from tests.journeys.conftest import OpenWindow, Shoot
from tests.journeys.user import ALT, CTRL, SHIFT, Key, User

_OF_EACH = 12
_KINDS = ("sunflowers", "roses")
_PHOTOS = _OF_EACH * len(_KINDS)


def _make_library(folder: Path, pictures: Path, draw_photo: DrawPhoto) -> None:
    """Import photos of two kinds and label three in four of each; drawn ones are of no kind."""
    data = os.environ.get("IMGTEXT_DATA")
    for place, kind in enumerate(_KINDS):
        found = sorted(Path(data, "flowers", kind).iterdir()) if data else []
        for number in range(_OF_EACH):
            target = pictures / f"{kind} {number:02}.jpg"
            if found:
                shutil.copy(found[number], target)
            else:
                draw_photo(target, place * _OF_EACH + number, (160, 120))
    with Library(folder, writable=True) as library:
        run(library.imports.add([pictures]))
        rows = library.browse.rows(library.browse.ids().tolist()).values()
        names = [(row.content_id, os.path.basename(row.path).decode()) for row in rows]
        library.annotations.add_labels(
            (content, name.split()[0])
            for content, name in names
            if content is not None and int(name[-6:-4]) % 4
        )


@pytest.fixture
def library_of_flowers(tmp_path: Path, home: Path, draw_photo: DrawPhoto) -> None:
    """Put photos of two kinds into the library, three in four of them labelled."""
    _make_library(tmp_path / "library", home / "Pictures", draw_photo)


@pytest.mark.timeout(3600)
@pytest.mark.usefixtures("library_of_flowers")
def test_look_alikes_before_and_after_learning(
    open_window: OpenWindow, shoot: Shoot, qtbot: QtBot
) -> None:
    user = User(qtbot, open_window())
    user.wait(lambda: len(user.shown) == _PHOTOS)
    radius = _look_around(user, shoot)
    _learn_and_go_back(user, shoot)
    assert user.page.look_alikes.ball.radius == radius
    assert len(user.shown) == user.page.look_alikes.ball.count


def _look_around(user: User, shoot: Shoot) -> int:
    """Ask for look-alikes before anything was learned, nearer and farther; return how far."""
    bar, slider = user.page.look_alikes, user.page.look_alikes.ball.slider
    asked = user.shown[0]
    with user.answer():
        user.click(user.grid.viewport(), user.tile(0), right=True)
        user.choose("Look-alikes")
    user.return_to_window()
    assert user.shown[0] == asked
    assert len(user.shown) == bar.ball.count < _PHOTOS
    assert "By looks alone" in bar.source.text()
    shoot(user.window, "1-before")

    # By keys: the count is there at once, the photos follow; the ends are all and none.
    slider.setFocus()
    with user.answer():
        user.press(Key.Key_End)
        assert bar.words.text().startswith(f"{_PHOTOS} photos")
    assert len(user.shown) == _PHOTOS
    with user.answer():
        user.press(Key.Key_Home)
    assert "nearest" in bar.words.text()
    assert user.shown[0] == asked
    shoot(user.window, "2-none-so-close")
    for _ in range(slider.maximum() // 2):
        user.press(Key.Key_Right)
    user.wait(lambda: len(user.shown) == bar.ball.count)
    radius = bar.ball.radius
    with user.answer():
        user.press(Key.Key_L, CTRL)  # all photos again, and back with the query
    assert len(user.shown) == _PHOTOS
    with user.answer():
        user.press(Key.Key_Left, ALT)
    return radius


def _learn_and_go_back(user: User, shoot: Shoot) -> None:
    """Learn, adopt, go back; the query that stands there is answered anew each time."""
    window, bar = user.window, user.page.look_alikes
    library = window.context.library
    version = _learn(user, shoot)
    assert not library.learning.slot(Slot.CODES).version
    adopt = window.learning.page.report.adopt_button
    user.wait(adopt.isVisible)
    with user.answer():
        user.click(adopt)
    assert library.learning.slot(Slot.CODES).version == version
    user.press(Key.Key_1, CTRL)
    user.wait(bar.isVisible)
    # Drawn photos are of no kind: there the codes in use may be what is adopted.
    is_trained = library.codes.coder().name == version
    assert is_trained or "IMGTEXT_DATA" not in os.environ
    assert ("Grouped your way" in bar.source.text()) is is_trained
    shoot(window, "5-after")

    user.press(Key.Key_4, CTRL)
    user.wait(lambda: user.sees("rollbackButton"))
    with user.answer():
        user.press(Key.Key_R, CTRL | SHIFT)
    assert not library.learning.slot(Slot.CODES).version
    user.press(Key.Key_1, CTRL)
    user.wait(bar.isVisible)
    assert "By looks alone" in bar.source.text()
    shoot(window, "6-back")


def _learn(user: User, shoot: Shoot) -> str:
    """Train the method for look-alikes from its card; return the version."""
    user.press(Key.Key_2, CTRL)
    choose = user.window.learning.page.choose
    user.wait(choose.start_button.isEnabled)
    user.click(choose.cards["hash"])
    user.click(user.button("Advanced settings"))
    (rounds,) = (
        box for box in choose.findChildren(QSpinBox) if box.accessibleName() == "Most rounds"
    )
    rounds.setFocus()
    user.press(Key.Key_Up)  # from "Automatic" to one round: a journey is short
    user.press(Key.Key_Up)
    shoot(user.window, "3-ready")
    user.press(Key.Key_Return, CTRL)
    user.wait(user.window.learning.page.report.isVisible)
    shoot(user.window, "4-report")
    (found,) = user.window.context.library.learning.runs.all()
    assert found.report is not None
    return str(found.state.version)
