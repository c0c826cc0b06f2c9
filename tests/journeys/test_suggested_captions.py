"""Captions from a file, then suggested from a folder of pairs: accepted, changed, rejected."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import (
    QMessageBox,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.catalog.changes import CaptionSource
from engine.catalog.records import FileState
from imgtext_desktop.suggesting.review_page import ReviewPage
from imgtext_desktop.suggesting.source_dialog import SourceDialog
from tests.journeys.conftest import MakePhotos, OpenWindow, Shoot
from tests.journeys.pairs import choose_pairs, make_pairs
from tests.journeys.user import CTRL, SHIFT, Key, User, from_file_manager, open_dialogs

_PHOTOS = 6


@pytest.mark.timeout(3600)
def test_suggested_captions_are_accepted_changed_and_rejected(
    open_window: OpenWindow,
    shoot: Shoot,
    qtbot: QtBot,
    *,
    tmp_path: Path,
    home: Path,
    make_photos: MakePhotos,
) -> None:
    folder = home / "Pictures" / "trip"
    photos = make_photos(folder, range(_PHOTOS))
    pairs = make_pairs(tmp_path / "pairs", photos[1:5])
    table = tmp_path / "captions.csv"
    table.write_text(f"file,caption\n{photos[0].name},my own words\n")
    user = User(qtbot, open_window())
    user.drop(from_file_manager([folder]), user.window)
    user.wait(lambda: user.count(FileState.INDEXED) == _PHOTOS)
    user.wait(lambda: not user.window.imports.is_running)
    user.wait(lambda: len(user.shown) == _PHOTOS)

    user.window.actions_by_name["suggestCaptions"].trigger()  # nothing is chosen
    assert not open_dialogs(user, SourceDialog)
    shoot(user.window, "0-nothing-chosen")
    user.choose_file("importAnnotations", table)
    user.wait(lambda: user.captions() == {"my own words"})

    # Bad input is a sentence, and nothing is lost.
    page = _suggest(user, shoot, home / "Pictures", "1-ways")
    user.wait(page.ending.isVisible)
    assert "holds no pictures with texts" in page.ending.sentence.text()
    shoot(user.window, "2-no-collection")
    user.click(user.button("Choose another way…"))
    user.wait(lambda: open_dialogs(user, SourceDialog))
    choose_pairs(user, pairs)
    user.wait(lambda: page.is_reviewing)
    user.wait(lambda: page.photo.has_picture)
    user.return_to_window()
    shoot(user.window, "3-review")
    assert page.session is not None
    assert len(page.session.items) == 4
    texts = [item.texts for item in page.session.items]

    _review(user, page, shoot, texts)
    user.wait(lambda: user.captions(CaptionSource.PAIRS) == set(texts[3]))
    assert user.captions(CaptionSource.MANUAL) == {
        "my own words",
        *texts[0],
        "my better words",
        texts[1][1],
    }
    user.press(Key.Key_Z, CTRL)
    user.wait(lambda: not user.captions(CaptionSource.PAIRS))
    shoot(user.window, "6-the-rest-is-gone-again")
    _ask_which_fit(user, shoot)


def _review(user: User, page: ReviewPage, shoot: Shoot, texts: list[tuple[str, ...]]) -> None:
    """Accept the first, change the second, reject the third with an undo, leave the fourth."""
    session = page.session
    assert session is not None
    user.press(Key.Key_Y)
    user.wait(lambda: user.captions(CaptionSource.MANUAL) >= set(texts[0]))
    assert session.place == 1
    user.press(Key.Key_E)
    user.wait(lambda: user.focus_name == "suggestionEdit")
    user.type("my better words")
    shoot(user.window, "4-changing")
    user.press(Key.Key_Return)
    user.wait(lambda: "my better words" in user.captions(CaptionSource.MANUAL))
    user.press(Key.Key_N)
    user.wait(lambda: session.place == 3)
    undo = user.window.user_data.edits
    user.wait(lambda: undo.undo_text.startswith("Rejected"))
    user.press(Key.Key_Z, CTRL)
    user.wait(lambda: session.place == 2 and session.answer is None)
    user.press(Key.Key_N)
    user.wait(lambda: session.place == 3)
    user.press(Key.Key_Right)  # there is no other one to go to
    user.window.close()  # what was not reviewed is not lost by that
    user.wait(lambda: open_dialogs(user, QMessageBox))
    (box,) = open_dialogs(user, QMessageBox)
    user.click(user.button("Go on reviewing", box))
    user.wait(lambda: not user.window.findChildren(QMessageBox))
    user.return_to_window()
    assert user.window.isVisible()
    user.press(Key.Key_Escape)
    user.wait(lambda: open_dialogs(user, QMessageBox))
    shoot(user.window, "5-the-rest")
    (box,) = open_dialogs(user, QMessageBox)
    user.click(user.button("Keep the rest unreviewed", box))
    user.wait(lambda: not user.window.findChildren(QMessageBox))
    user.return_to_window()


def _ask_which_fit(user: User, shoot: Shoot) -> None:
    """Ask which captions fit a photo, and give it the best one that it has not."""
    user.click(user.grid.viewport(), user.tile(0))
    user.wait(lambda: user.sees("fittingButton"))
    panel = user.window.user_data.annotating.in_library.one.fitting
    user.wait(panel.button.isVisible)
    panel.button.click()
    user.wait(lambda: panel.findChildren(QWidget, "fittingRow"))
    shoot(user.window, "7-which-fit")
    before = len(user.captions(ids=user.grid.selected_ids))
    row = next(button for button in panel.findChildren(QToolButton) if button.isEnabled())
    row.click()
    user.wait(lambda: len(user.captions(ids=user.grid.selected_ids)) == before + 1)


def _suggest(user: User, shoot: Shoot, place: Path, name: str) -> ReviewPage:
    """Choose all photos and ask for captions from a place."""
    user.click(user.grid.viewport(), user.tile(0))
    user.press(Key.Key_A, CTRL)
    user.press(Key.Key_C, SHIFT)
    user.wait(lambda: open_dialogs(user, SourceDialog))
    (dialog,) = open_dialogs(user, SourceDialog)
    shoot(dialog, name)
    choose_pairs(user, place)
    return user.window.suggesting.page
