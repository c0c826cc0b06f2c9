"""A person labels and captions a few photos and lets the program learn.

What it learned is adopted, corrected, learned anew and given up again.
"""

import os
import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.catalog.changes import CaptionSource
from engine.catalog.records import FileState
from engine.models.versions import Slot
from engine.training.report import Verdict
from engine.training.runs import Run, RunStatus
from imgtext_desktop.suggesting.source_dialog import SourceDialog
from tests.conftest import DrawPhoto
from tests.journeys.conftest import OpenWindow, Shoot
from tests.journeys.pairs import choose_pairs, make_pairs
from tests.journeys.user import CTRL, SHIFT, Key, User, open_dialogs

_OF_EACH = 28
_LABELLED = 20
_KINDS = ("sunflowers", "roses")
_PAIRED = 4
_REJECTED = 3


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
    open_window: OpenWindow,
    shoot: Shoot,
    qtbot: QtBot,
    *,
    tmp_path: Path,
    home: Path,
    draw_photo: DrawPhoto,
) -> None:
    folder = home / "Pictures"
    _put(folder, draw_photo)
    pairs = make_pairs(tmp_path / "pairs", sorted(folder.iterdir())[1 : 1 + _PAIRED])
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
    _caption(user, shoot, pairs)

    # What it would learn from, and whether that is enough.
    user.press(Key.Key_2, CTRL)
    page = window.learning.page
    user.wait(page.choose.start_button.isEnabled)
    shoot(window, "2-ready")

    run = _learn(user, shoot, "3-learning", "4-report")
    assert run.report is not None
    assert run.report.examined == 2 * _LABELLED
    if "IMGTEXT_DATA" in os.environ:
        assert run.report.verdict is Verdict.BETTER
    assert not library.learning.slot(Slot.LABELS).version
    _adopt(user, run.state.version)

    rejected = _filter_and_reject(user, shoot)
    user.press(Key.Key_2, CTRL)
    user.wait(window.learning.page.report.isVisible)
    user.press(Key.Key_Escape)
    again = _learn(user, shoot, "7-learning-again", "8-report-again")
    assert again.state.version != run.state.version
    _adopt(user, again.state.version)
    user.press(Key.Key_1, CTRL)
    user.wait(lambda: user.shown)
    rows = library.browse.rows(rejected).values()
    assert not any("sunflower" in row.guesses for row in rows)
    shoot(window, "9-what-was-denied-stays-denied")
    _go_back(user, shoot, run.state.version)


def _caption(user: User, shoot: Shoot, pairs: Path) -> None:
    """Write one caption, and take some over from a folder of pairs."""
    user.click(user.grid.viewport(), user.tile(0))
    user.press(Key.Key_Home)
    user.press(Key.Key_C)
    user.wait(lambda: user.focus_name == "captionEdit")
    user.type("a big yellow flower in the sun")
    user.press(Key.Key_Return)
    user.wait(lambda: user.captions(CaptionSource.MANUAL))
    user.press(Key.Key_Escape)
    user.press(Key.Key_Escape)
    user.click(user.grid.viewport(), user.tile(0))
    user.press(Key.Key_Home)
    for _ in range(_PAIRED):
        user.press(Key.Key_Right, SHIFT)
    assert user.grid.selected_count == 1 + _PAIRED
    user.press(Key.Key_C, SHIFT)
    user.wait(lambda: open_dialogs(user, SourceDialog))
    choose_pairs(user, pairs)
    page = user.window.suggesting.page
    user.wait(lambda: page.is_reviewing)
    assert page.session is not None
    texts = [item.texts for item in page.session.items]
    assert len(texts) == _PAIRED
    shoot(user.window, "1-texts-of-the-pairs")
    for number in range(_PAIRED):
        user.press(Key.Key_Y)
        user.wait(lambda: user.captions(CaptionSource.MANUAL) >= set(texts[number]))  # noqa: B023
    user.press(Key.Key_Escape)
    user.wait(lambda: not page.isVisible())


def _learn(user: User, shoot: Shoot, during: str, after: str) -> Run:
    """Learn, with what is chosen already, and wait for the report."""
    page, learning = user.window.learning.page, user.window.context.library.learning
    user.wait(lambda: page.choose.isVisible() and page.choose.start_button.isEnabled())
    user.press(Key.Key_Return, CTRL)
    user.wait(lambda: user.window.learning.supervisor.is_running)
    user.wait(page.live.isVisible)
    shoot(user.window, during)
    user.wait(lambda: not user.window.learning.supervisor.is_running)
    user.wait(page.report.isVisible)
    shoot(user.window, after)
    run = learning.runs.all()[0]  # the newest
    assert run.state.status is RunStatus.FINISHED
    return run


def _adopt(user: User, version: str) -> None:
    library = user.window.context.library
    user.wait(lambda: user.sees("adoptButton"))
    user.click(_named(user, "adoptButton"))
    user.wait(lambda: library.learning.slot(Slot.LABELS).version == version)


def _filter_and_reject(user: User, shoot: Shoot) -> list[int]:
    """Look at the photos of a label, the guessed ones too, and deny some; return these."""
    window, library = user.window, user.window.context.library
    user.press(Key.Key_1, CTRL)
    _click_label(user, "sunflower")
    guessed = library.browse.guessed_ids("sunflower").tolist()
    user.wait(lambda: len(user.shown) == _LABELLED + len(guessed))
    shoot(window, "5-guessed")
    rows = library.browse.rows(user.shown).values()
    assert sum("sunflower" in row.guesses for row in rows) == len(guessed)
    if "IMGTEXT_DATA" in os.environ:
        assert len(guessed) >= _REJECTED
    denied = [photo for photo in user.shown if photo in guessed][:_REJECTED]  # drawn: maybe none
    for number, photo in enumerate(denied, start=1):
        user.grid.select_ids([photo])
        user.grid.setFocus()
        user.press(Key.Key_N)
        user.wait(lambda: _denied(user, denied) == number)  # noqa: B023
    shoot(window, "6-denied")
    _click_label(user, "sunflower")  # all photos again
    return denied


def _denied(user: User, photos: list[int]) -> int:
    library = user.window.context.library
    said = library.annotations.of(library.browse.content_ids(photos)).values()
    return sum("sunflower" in one.rejected for one in said)


def _go_back(user: User, shoot: Shoot, first: str) -> None:
    """Back to the first version; nothing of the user's is lost."""
    library = user.window.context.library
    said = library.annotations.all()
    user.press(Key.Key_4, CTRL)
    user.wait(lambda: user.sees("rollbackButton"))
    user.press(Key.Key_R, CTRL | SHIFT)
    user.wait(lambda: library.learning.slot(Slot.LABELS).version == first)
    shoot(user.window, "10-back")
    user.press(Key.Key_1, CTRL)
    _click_label(user, "sunflower")
    guessed = library.browse.guessed_ids("sunflower")
    user.wait(lambda: len(user.shown) == _LABELLED + len(guessed))
    assert library.annotations.all() == said


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
