"""What the user says of photos: labelled, captioned, undone, exported, imported, still there."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.catalog.annotations import Annotated
from engine.catalog.records import FileState
from engine.jobs import run
from engine.library import Library
from tests.journeys.conftest import MakePhotos, OpenWindow, Shoot
from tests.journeys.user import CTRL, SHIFT, Key, User, from_file_manager

_PHOTOS = 6


@pytest.mark.timeout(3600)
def test_label_caption_undo_export_import(
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
    user = User(qtbot, open_window())
    user.drop(from_file_manager([folder]), user.window)
    user.wait(lambda: user.count(FileState.INDEXED) == _PHOTOS)
    user.wait(lambda: not user.window.imports.is_running)
    user.wait(lambda: len(user.shown) == _PHOTOS)

    _say_something(user)
    shoot(user.window, "1-labelled-and-captioned")
    _undo(user)
    shoot(user.window, "2-undone")
    _redo(user)
    shoot(user.window, "3-done-again")

    # It goes out in files ...
    files = [tmp_path / name for name in ("labels.csv", "captions.csv", "ratings.csv")]
    for file in files:
        _export(user, file)
    shoot(user.window, "4-exported")
    before = _by_path(user.window.context.library)
    user.window.close()

    # ... and into another library over the same photos.
    with Library(tmp_path / "second", writable=True) as second:
        run(second.imports.add([folder]))
        reports = [second.exchange.import_any(file) for file in files]
        assert [report.added for report in reports] == [3, 3, 3]
        assert _by_path(second) == before

    # The first one still has it, also of a photo that was moved meanwhile.
    photos[0].rename(folder / "moved.png")
    user = User(qtbot, open_window())
    user.wait(lambda: len(user.shown) == _PHOTOS)
    user.wait(lambda: not user.window.imports.is_running)
    assert _labels(user) == {"Biscuit": 3}
    assert sorted(_by_path(user.window.context.library).values()) == sorted(before.values())
    user.click(user.grid.viewport(), user.tile(0))
    shoot(user.window, "5-still-there")


def _say_something(user: User) -> None:
    """Label, caption and rate three photos by keys alone."""
    user.click(user.grid.viewport(), user.tile(0))
    user.press(Key.Key_Right, SHIFT)
    user.press(Key.Key_Right, SHIFT)
    chosen = user.grid.selected_ids
    assert len(chosen) == 3
    user.press(Key.Key_L)
    user.wait(lambda: user.focus_name == "labelEdit")
    user.type("Biscuit")
    user.press(Key.Key_Return)
    user.wait(lambda: _labels(user) == {"Biscuit": 3})
    user.press(Key.Key_Escape)
    assert user.grid.hasFocus()
    user.press(Key.Key_C)
    user.wait(lambda: user.focus_name == "captionEdit")
    user.type("on the sand, at last")
    user.press(Key.Key_Return)
    user.wait(lambda: len(_captions(user)) == 3)
    user.press(Key.Key_Escape)
    user.press(Key.Key_4)
    user.wait(lambda: _stars(user) == [4, 4, 4])


def _undo(user: User) -> None:
    for _ in range(3):
        user.press(Key.Key_Z, CTRL)
    user.wait(lambda: (_labels(user), _captions(user), _stars(user)) == ({}, [], []))


def _redo(user: User) -> None:
    for _ in range(3):
        user.press(Key.Key_Z, CTRL | SHIFT)
    user.wait(lambda: _stars(user) == [4, 4, 4])
    assert _labels(user) == {"Biscuit": 3}


def _export(user: User, file: Path) -> None:
    user.choose_file(f"export{file.stem.capitalize()}", file)
    user.wait(file.exists)


def _said(user: User) -> dict[int, Annotated]:
    library = user.window.context.library
    return library.annotations.of(library.browse.content_ids(user.shown))


def _labels(user: User) -> dict[str, int]:
    return dict(user.window.context.library.annotations.label_counts())


def _captions(user: User) -> list[str]:
    return [caption.text for one in _said(user).values() for caption in one.captions]


def _stars(user: User) -> list[int]:
    return [one.stars for one in _said(user).values() if one.stars]


def _by_path(library: Library) -> dict[bytes, tuple[list[str], list[str], int]]:
    """Return what is said of each photo, without the times at which it was said."""
    rows = library.browse.rows(library.browse.ids().tolist()).values()
    said = library.annotations.of(row.content_id for row in rows if row.content_id is not None)
    return {
        row.path: (
            [label.name for label in said[row.content_id].labels],
            [caption.text for caption in said[row.content_id].captions],
            said[row.content_id].stars,
        )
        for row in rows
        if row.content_id is not None
    }
