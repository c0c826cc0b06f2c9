"""A person's own words: captions from a file, learned from, adopted, searched with, suggested."""

import os
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from PySide6.QtWidgets import QLineEdit, QMessageBox
from pytestqt.qtbot import QtBot

from engine.catalog.changes import CaptionSource
from engine.catalog.records import FileState
from engine.models.versions import Slot
from engine.training.runs import RunStatus
from imgtext_desktop.suggesting.review_page import ReviewPage
from imgtext_desktop.suggesting.session import Answer
from imgtext_desktop.suggesting.source_dialog import SourceDialog
from tests.engine.indexed import draw_scene
from tests.journeys.conftest import OpenWindow, Shoot
from tests.journeys.user import CTRL, SHIFT, Key, User, from_file_manager, open_dialogs

_COLOURS = {"red": (220, 30, 30), "green": (30, 150, 60), "blue": (30, 60, 220)}
_SHAPES = ("circle", "square")
_CAPTIONED, _PLAIN = 72, 20

Things = dict[str, str]


def _draw(number: int, size: tuple[int, int] = (240, 180)) -> tuple[Image.Image, str]:
    """Draw a shape before a scene; return it with its caption."""
    colour = list(_COLOURS)[number % 3]
    shape = _SHAPES[number // 3 % 2]
    image = Image.blend(draw_scene(number, size), Image.new("RGB", size, (200, 200, 200)), 0.3)
    pen = ImageDraw.Draw(image)
    left = 60 + 5 * (number // 6 % 9)
    draw = pen.ellipse if shape == "circle" else pen.rectangle
    draw((left, 20, left + 140, 160), fill=_COLOURS[colour])
    return image, f"a {colour} {shape}"


def _put(folder: Path) -> Things:
    """Draw photos, those without a caption newest; return what each shows by its name."""
    things = {}
    for number in range(_CAPTIONED + _PLAIN):
        image, things[f"{number:03}.png"] = _draw(number)
        file = folder / f"{number:03}.png"
        image.save(file)
        os.utime(file, (1_600_000_000 + 60 * number,) * 2)
    return things


@pytest.mark.timeout(1800)
def test_captions_are_learned_searched_with_and_suggested(
    open_window: OpenWindow, shoot: Shoot, qtbot: QtBot, *, tmp_path: Path, home: Path
) -> None:
    things = _put(home / "Pictures")
    table = tmp_path / "captions.csv"
    rows = [f"{name},{words}" for name, words in things.items()][:_CAPTIONED]
    table.write_text("\n".join(["file,caption", *rows]))
    user = User(qtbot, open_window())
    user.drop(from_file_manager([home / "Pictures"]), user.window)
    user.wait(lambda: user.count(FileState.INDEXED) == len(things))
    user.wait(lambda: not user.window.imports.is_running and len(user.shown) == len(things))
    user.choose_file("importAnnotations", table)
    user.wait(lambda: len(user.captions()) == len(_COLOURS) * len(_SHAPES))
    user.click(user.grid.viewport(), user.tile(0))
    user.press(Key.Key_End)
    shoot(user.window, "1-captions")

    version = _learn(user, shoot)
    _compare_and_adopt(user, shoot, version)
    _search(user, shoot, things)
    _suggest(user, shoot)
    _review(user, user.window.suggesting.page, shoot, things)


def _learn(user: User, shoot: Shoot) -> str:
    """Learn one's own words, quickly; watch it and read the report."""
    user.press(Key.Key_2, CTRL)
    page, library = user.window.learning.page, user.window.context.library
    user.wait(page.choose.start_button.isEnabled)
    user.click(page.choose.cards["dual-encoder"])
    user.click(user.button("Quick"))
    user.click(user.button("Advanced settings"))
    (others,) = (
        field for field in page.choose.findChildren(QLineEdit) if field.accessibleName() == "Others"
    )
    others.setFocus()
    user.type("batch_size=16")  # of so few photos, more steps a round
    shoot(user.window, "2-ready")
    user.press(Key.Key_Return, CTRL)
    user.wait(page.live.isVisible)
    supervisor = user.window.learning.supervisor
    user.wait(lambda: supervisor.last is not None and supervisor.last.epoch >= 1)
    shoot(user.window, "3-learning")
    user.wait(page.report.isVisible)
    (run,) = library.learning.runs.all()
    assert run.state.status is RunStatus.FINISHED
    assert run.report is not None
    assert run.report.examined == _CAPTIONED
    assert not library.learning.slot(Slot.RETRIEVAL).version
    shoot(user.window, "4-report")
    return run.state.version


def _compare_and_adopt(user: User, shoot: Shoot, version: str) -> None:
    """Ask both versions in one's own words; only then let the new one answer."""
    user.press(Key.Key_K, CTRL)
    compare = user.window.models.compare_page
    user.wait(compare.right.isVisible)
    user.wait(lambda: compare.isAncestorOf(user.window.focusWidget()))
    user.type("a green circle")
    user.press(Key.Key_Return)
    user.wait(lambda: compare.verdict)
    shoot(user.window, "5-compared")
    learning = user.window.context.library.learning
    assert not learning.slot(Slot.RETRIEVAL).version
    user.press(Key.Key_Return, CTRL)
    user.wait(lambda: learning.slot(Slot.RETRIEVAL).version == version)
    user.wait(lambda: user.window.context.library.model == version)
    shoot(user.window, "6-adopted")


def _search(user: User, shoot: Shoot, things: Things) -> None:
    """Most of the first answers are of the colour that was asked for."""
    user.press(Key.Key_1, CTRL)
    user.new_query()
    with user.answer():
        user.type("a green circle")
        user.press(Key.Key_Return)
    rows = user.window.context.library.browse.rows(user.shown[:10])
    found = [_thing(things, row.path) for row in rows.values()]
    assert sum("green" in words for words in found) > len(found) / 2  # by chance a third
    shoot(user.window, "7-it-answers")
    user.new_query()


def _suggest(user: User, shoot: Shoot) -> None:
    """Choose the photos that have no caption, and let the program write some."""
    user.wait(lambda: len(user.shown) == _CAPTIONED + _PLAIN)
    user.click(user.grid.viewport(), user.tile(0))
    for _ in range(_PLAIN - 1):
        user.press(Key.Key_Right, SHIFT)
    assert user.grid.selected_count == _PLAIN
    assert not user.captions(ids=user.grid.selected_ids)
    user.press(Key.Key_C, SHIFT)
    user.wait(lambda: open_dialogs(user, SourceDialog))
    (dialog,) = open_dialogs(user, SourceDialog)
    user.wait(dialog.isActiveWindow)
    shoot(dialog, "8-ways")
    user.click(user.button("Written by the program, in your words", dialog))
    user.press(Key.Key_Return)
    user.wait(lambda: not user.window.findChildren(SourceDialog))
    user.return_to_window()
    user.wait(lambda: user.window.suggesting.page.is_reviewing)


def _review(user: User, page: ReviewPage, shoot: Shoot, things: Things) -> None:
    """Accept the first, change the second, reject the third; take all back, and accept again."""
    session = page.session
    assert session is not None
    assert len(session.items) == _PLAIN
    right = [item.texts[0].lower() == _thing(things, item.path) for item in session.items]
    assert sum(right) > _PLAIN / 2  # by chance a sixth
    user.wait(lambda: page.photo.has_picture)
    shoot(user.window, "9-review")
    first, second = (item.texts[0] for item in session.items[:2])
    three = [item.file_id for item in session.items[:3]]
    user.press(Key.Key_Y)
    user.wait(lambda: user.captions(ids=three) == {first})
    user.press(Key.Key_E)
    user.wait(lambda: user.focus_name == "suggestionEdit")
    user.press(Key.Key_End)
    user.type(" of mine")
    shoot(user.window, "10-changing")
    user.press(Key.Key_Return)
    mine = {first, f"{second} of mine"}
    user.wait(lambda: user.captions(ids=three) == mine)
    user.press(Key.Key_N)
    user.wait(lambda: session.place == 3)
    for left in (2, 1, 0):
        user.press(Key.Key_Z, CTRL)
        user.wait(lambda left=left: len(session.open_items) == _PLAIN - left)
    user.wait(lambda: not user.captions(ids=three))
    shoot(user.window, "11-taken-back")
    for done in (1, 2, 3):
        user.press(Key.Key_Z, CTRL | SHIFT)
        user.wait(lambda done=done: len(session.open_items) == _PLAIN - done)
    user.wait(lambda: user.captions(ids=three) == mine)
    assert [session.count(answer) for answer in Answer] == [1, 1, 1]
    shoot(user.window, "12-again")
    user.press(Key.Key_Escape)
    user.wait(lambda: open_dialogs(user, QMessageBox))
    (box,) = open_dialogs(user, QMessageBox)
    user.click(user.button("Drop the rest", box))
    user.wait(lambda: not user.window.findChildren(QMessageBox))
    user.return_to_window()
    assert user.captions(ids=three) == mine
    assert not user.captions(CaptionSource.GENERATED)
    shoot(user.window, "13-captioned")


def _thing(things: Things, path: bytes) -> str:
    return things[os.path.basename(os.fsdecode(path))]
