"""Captions from a file, then suggested from a folder of pairs: accepted, changed, rejected."""

from pathlib import Path
from typing import TypeVar

import pytest
from PIL import Image
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QLineEdit,
    QMessageBox,
    QSlider,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.catalog.changes import CaptionSource
from engine.catalog.records import FileState
from imgtext_desktop.suggesting.review_page import ReviewPage
from imgtext_desktop.suggesting.source_dialog import SourceDialog
from tests.journeys.conftest import MakePhotos, OpenWindow, Shoot
from tests.journeys.user import CTRL, SHIFT, Key, User, from_file_manager

_PHOTOS = 6
D = TypeVar("D", bound=QDialog)


def _pairs(folder: Path, photos: list[Path]) -> Path:
    """Make a folder of copies, each with two texts."""
    folder.mkdir()
    lines = ["file,caption"]
    for number, photo in enumerate(photos):
        with Image.open(photo) as image:
            image.convert("RGB").save(folder / f"{number}.png")
        lines += [f"{number}.png,what {number} shows", f"{number}.png,the same {number}"]
    (folder / "captions.csv").write_text("\n".join(lines))
    return folder


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
    pairs = _pairs(tmp_path / "pairs", photos[1:5])
    table = tmp_path / "captions.csv"
    table.write_text(f"file,caption\n{photos[0].name},my own words\n")
    user = User(qtbot, open_window())
    user.drop(from_file_manager([folder]), user.window)
    user.wait(lambda: user.count(FileState.INDEXED) == _PHOTOS)
    user.wait(lambda: not user.window.imports.is_running)
    user.wait(lambda: len(user.shown) == _PHOTOS)

    user.window.actions_by_name["suggestCaptions"].trigger()  # nothing is chosen
    assert not _open(user, SourceDialog)
    shoot(user.window, "0-nothing-chosen")
    _import(user, table)

    # Bad input is a sentence, and nothing is lost.
    page = _suggest(user, shoot, home / "Pictures", "1-ways")
    user.wait(page.ending.isVisible)
    assert "holds no pictures with texts" in page.ending.sentence.text()
    shoot(user.window, "2-no-collection")
    user.click(user.button("Choose another way…"))
    user.wait(lambda: _open(user, SourceDialog))
    _choose(user, pairs)
    user.wait(lambda: page.is_reviewing)
    user.wait(lambda: page.photo.has_picture)
    user.return_to_window()
    shoot(user.window, "3-review")
    assert page.session is not None
    assert len(page.session.items) == 4
    texts = [item.texts for item in page.session.items]

    _review(user, page, shoot, texts)
    user.wait(lambda: _of_source(user, CaptionSource.PAIRS) == set(texts[3]))
    assert _of_source(user, CaptionSource.MANUAL) == {
        "my own words",
        *texts[0],
        "my better words",
        texts[1][1],
    }
    user.press(Key.Key_Z, CTRL)
    user.wait(lambda: not _of_source(user, CaptionSource.PAIRS))
    shoot(user.window, "6-the-rest-is-gone-again")
    _ask_which_fit(user, shoot)


def _review(user: User, page: ReviewPage, shoot: Shoot, texts: list[tuple[str, ...]]) -> None:
    """Accept the first, change the second, reject the third with an undo, leave the fourth."""
    session = page.session
    assert session is not None
    user.press(Key.Key_Y)
    user.wait(lambda: _of_source(user, CaptionSource.MANUAL) >= set(texts[0]))
    assert session.place == 1
    user.press(Key.Key_E)
    user.wait(lambda: _focus_name(user) == "suggestionEdit")
    user.type("my better words")
    shoot(user.window, "4-changing")
    user.press(Key.Key_Return)
    user.wait(lambda: "my better words" in _of_source(user, CaptionSource.MANUAL))
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
    user.wait(lambda: _open(user, QMessageBox))
    (box,) = _open(user, QMessageBox)
    user.click(user.button("Go on reviewing", box))
    user.wait(lambda: not user.window.findChildren(QMessageBox))
    user.return_to_window()
    assert user.window.isVisible()
    user.press(Key.Key_Escape)
    user.wait(lambda: _open(user, QMessageBox))
    shoot(user.window, "5-the-rest")
    (box,) = _open(user, QMessageBox)
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
    before = len(_captions(user, user.grid.selected_ids))
    row = next(button for button in panel.findChildren(QToolButton) if button.isEnabled())
    row.click()
    user.wait(lambda: len(_captions(user, user.grid.selected_ids)) == before + 1)


def _suggest(user: User, shoot: Shoot, place: Path, name: str) -> ReviewPage:
    """Choose all photos and ask for captions from a place."""
    user.click(user.grid.viewport(), user.tile(0))
    user.press(Key.Key_A, CTRL)
    user.press(Key.Key_C, SHIFT)
    user.wait(lambda: _open(user, SourceDialog))
    (dialog,) = _open(user, SourceDialog)
    shoot(dialog, name)
    _choose(user, place)
    return user.window.suggesting.page


def _choose(user: User, place: Path) -> None:
    (dialog,) = _open(user, SourceDialog)
    user.wait(dialog.isActiveWindow)
    user.click(user.button("Taken over from matching pictures on this computer", dialog))
    slider = dialog.findChild(QSlider, "thresholdSlider")
    assert slider is not None
    slider.setFocus()
    user.press(Key.Key_End)  # only the same pictures: drawn ones are alike
    field = dialog.findChild(QLineEdit, "placePairs")
    assert field is not None
    field.setFocus()
    field.selectAll()
    user.type(str(place))
    user.press(Key.Key_Return)
    user.wait(lambda: not user.window.findChildren(SourceDialog))
    user.return_to_window()


def _import(user: User, table: Path) -> None:
    user.window.actions_by_name["importAnnotations"].trigger()
    (dialog,) = [d for d in user.window.findChildren(QFileDialog) if d.isVisible()]
    dialog.fileSelected.emit(str(table))
    dialog.close()
    user.wait(lambda: _captions(user) == {("my own words", CaptionSource.MANUAL)})
    user.wait(lambda: not user.window.findChildren(QFileDialog))
    user.return_to_window()


def _open(user: User, kind: type[D]) -> list[D]:
    return [dialog for dialog in user.window.findChildren(kind) if dialog.isVisible()]


def _captions(user: User, ids: list[int] | None = None) -> set[tuple[str, CaptionSource]]:
    library = user.window.context.library
    said = library.annotations.of(library.browse.content_ids(ids or user.shown)).values()
    return {(caption.text, caption.source) for one in said for caption in one.captions}


def _of_source(user: User, source: CaptionSource) -> set[str]:
    return {text for text, of in _captions(user) if of is source}


def _focus_name(user: User) -> str:
    focus = user.window.focusWidget()
    return focus.objectName() if isinstance(focus, QWidget) else ""
