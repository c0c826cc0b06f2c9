"""A person labels a few photos, lets the program learn, adopts what it learned and goes back."""

import os
import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.catalog.records import FileState
from engine.models.versions import Slot
from engine.training.report import Verdict
from engine.training.runs import RunStatus
from tests.conftest import DrawPhoto
from tests.journeys.conftest import OpenWindow, Shoot
from tests.journeys.user import CTRL, SHIFT, Key, User

_OF_EACH = 28
_LABELLED = 20
_KINDS = ("sunflowers", "roses")


def _put(folder: Path, draw_photo: DrawPhoto) -> None:
    """Put photos of two kinds there, one kind after the other; drawn ones are of no kind."""
    data = os.environ.get("IMGTEXT_DATA")
    kinds = [sorted(Path(data, "flowers", kind).iterdir()) for kind in _KINDS] if data else []
    for number in range(2 * _OF_EACH):
        if kinds:
            source = kinds[number // _OF_EACH][number % _OF_EACH]
            file = Path(shutil.copy(source, folder / f"{number:03}{source.suffix}"))
        else:
            file = draw_photo(folder / f"{number:03}.png", number, (160, 120))
        os.utime(file, (1_600_000_000 - 60 * number,) * 2)


@pytest.mark.timeout(3600)
def test_label_train_adopt_filter_and_roll_back(
    open_window: OpenWindow, shoot: Shoot, qtbot: QtBot, home: Path, draw_photo: DrawPhoto
) -> None:
    folder = home / "Pictures"
    _put(folder, draw_photo)
    user = User(qtbot, open_window())
    window = user.window
    library = window.context.library
    window.add_folders([os.fsencode(folder)])
    user.wait(lambda: user.count(FileState.INDEXED) == 2 * _OF_EACH)
    user.wait(lambda: not window.imports.is_running)
    user.wait(lambda: len(user.shown) == 2 * _OF_EACH)

    user.click(user.grid.viewport(), user.tile(0))
    _label(user, Key.Key_Right, "sunflower")
    user.click(user.grid.viewport(), user.tile(0))
    user.press(Key.Key_End)
    _label(user, Key.Key_Left, "rose")
    assert library.annotations.label_counts() == {"sunflower": _LABELLED, "rose": _LABELLED}

    # What it would learn from, and whether that is enough.
    user.press(Key.Key_2, CTRL)
    page = window.learning.page
    user.wait(page.choose.start_button.isEnabled)
    shoot(window, "1-ready")

    # It learns; a stop is no loss.
    user.press(Key.Key_Return, CTRL)
    user.wait(lambda: window.learning.supervisor.is_running)
    user.wait(page.live.isVisible)
    shoot(window, "2-learning")
    user.wait(lambda: page.report.isVisible() or not window.learning.supervisor.is_running)
    user.wait(page.report.isVisible)
    (run,) = library.learning.runs.all()
    assert run.state.status is RunStatus.FINISHED
    assert run.report is not None
    assert run.report.examined == 2 * _LABELLED
    if "IMGTEXT_DATA" in os.environ:
        assert run.report.verdict is Verdict.BETTER
    shoot(window, "3-report")
    assert not library.learning.slot(Slot.LABELS).version

    _adopt_and_go_back(user, shoot, run.state.version)


def _adopt_and_go_back(user: User, shoot: Shoot, version: str) -> None:
    """Adopted, the version gives other photos labels; going back takes nothing of the user's."""
    window, library = user.window, user.window.context.library
    user.click(_named(user, "adoptButton"))
    user.wait(lambda: library.learning.slot(Slot.LABELS).version == version)
    user.press(Key.Key_1, CTRL)
    _click_label(user, "sunflower")
    guessed = library.browse.counts_by_guess().get("sunflower", 0)
    user.wait(lambda: len(user.shown) == _LABELLED + guessed)
    shoot(window, "4-guessed")
    rows = library.browse.rows(user.shown).values()
    assert sum("sunflower" in row.guesses for row in rows) == guessed
    if "IMGTEXT_DATA" in os.environ:
        assert guessed > 0

    user.press(Key.Key_4, CTRL)
    user.wait(lambda: user.sees("rollbackButton"))
    user.press(Key.Key_R, CTRL | SHIFT)
    user.wait(lambda: not library.learning.slot(Slot.LABELS).version)
    shoot(window, "5-back")
    user.press(Key.Key_1, CTRL)
    user.wait(lambda: len(user.shown) == _LABELLED)
    assert library.annotations.label_counts() == {"sunflower": _LABELLED, "rose": _LABELLED}


def _label(user: User, towards: Key, name: str) -> None:
    """Choose photos from the current one on, by keys, and label them."""
    for _ in range(_LABELLED - 1):
        user.press(towards, SHIFT)
    assert user.grid.selected_count == _LABELLED
    user.press(Key.Key_L)
    user.wait(lambda: user.focus_name == "labelEdit")
    user.type(name)
    user.press(Key.Key_Return)
    counts = user.window.context.library.annotations.label_counts
    user.wait(lambda: counts()[name] == _LABELLED)
    user.press(Key.Key_Escape)
    user.press(Key.Key_Escape)


def _click_label(user: User, name: str) -> None:
    view = user.window.sidebar.label_list.view
    index = next(
        view.model().index(row, 0)
        for row in range(view.model().rowCount())
        if view.model().index(row, 0).data() == name
    )
    user.click(view.viewport(), view.visualRect(index).center())


def _named(user: User, name: str) -> QWidget:
    (found,) = (part for part in user.window.findChildren(QWidget, name) if part.isVisible())
    return found
