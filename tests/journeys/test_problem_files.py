"""Files that cannot be read: listed with a reason, mended, tried again."""

import os
import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.catalog.records import FileState
from tests.journeys.conftest import MakePhotos, OpenWindow, Shoot
from tests.journeys.user import CTRL, SHIFT, Key, User, from_file_manager


@pytest.mark.timeout(3600)
def test_problem_files(
    open_window: OpenWindow,
    shoot: Shoot,
    qtbot: QtBot,
    *,
    tmp_path: Path,
    make_photos: MakePhotos,
    expected_log: list[str],
) -> None:
    expected_log.append("(failed)")
    folder = tmp_path / "A folder with a very long name, such as travellers like to give" / "photos"
    good = make_photos(folder, range(12))
    copies = [Path(shutil.copy(good[0], tmp_path / "whole")), good[0]]
    cut = folder / f"cut {'and a long name ' * 8}.png"
    cut.write_bytes(copies[0].read_bytes()[: os.path.getsize(copies[0]) // 2])
    (folder / "zeros.jpg").write_bytes(bytes(4000))
    (folder / "letter.txt").write_text("no picture")

    user = User(qtbot, open_window())
    user.drop(from_file_manager([folder]), user.window)
    user.wait(lambda: user.count(FileState.INDEXED) == 12)
    user.wait(lambda: not user.window.imports.is_running)
    assert user.count(FileState.FAILED) == 2
    assert user.count(FileState.SKIPPED) == 1
    user.press(Key.Key_5, CTRL)
    page = user.window.problems_page
    user.wait(lambda: page.model.rowCount() == 2)
    shoot(user.window, "1-two-cannot-be-read")
    user.click(page.tabs.button(FileState.SKIPPED))
    user.wait(lambda: page.model.rowCount() == 1)
    shoot(user.window, "2-skipped")
    user.click(page.tabs.button(FileState.FAILED))
    user.wait(lambda: page.model.rowCount() == 2)

    # One is mended and tried alone, by its key.
    cut.write_bytes(copies[0].read_bytes() + b"a copy, but not the same file")
    user.wait(lambda: all(page.model.ledger_row(row) for row in range(2)))
    found = [page.model.ledger_row(row) for row in range(2)]
    row = [b"cut" in file.path for file in found].index(True)
    user.click(page.table.viewport(), page.table.visualRect(page.model.index(row, 0)).center())
    user.press(Key.Key_R)
    user.wait(lambda: user.count(FileState.INDEXED) == 13)
    user.wait(lambda: page.model.rowCount() == 1 and not user.window.imports.is_running)
    shoot(user.window, "3-one-mended")
    # The other one stays broken, however often all are tried.
    user.press(Key.Key_R, SHIFT)
    assert user.window.imports.is_running
    user.wait(lambda: not user.window.imports.is_running)
    assert user.count(FileState.FAILED) == 1
    (folder / "zeros.jpg").unlink()
    user.click(user.button("Try all 1 again", page))
    user.wait(lambda: user.count(FileState.FAILED) == 0)
    user.wait(lambda: not user.window.imports.is_running)
    shoot(user.window, "4-none-left")
    user.press(Key.Key_1, CTRL)
    user.wait(lambda: len(user.shown) == 13)
