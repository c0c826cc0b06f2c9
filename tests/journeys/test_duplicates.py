"""Copies of a picture: found, told apart from what is none, and moved to the trash."""

import shutil
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from engine.catalog.records import FileState
from imgtext_desktop.duplicates.findings import FindingState
from tests.engine.indexed import draw_scene
from tests.journeys.conftest import OpenWindow, Shoot
from tests.journeys.user import CTRL, SHIFT, Key, User, from_file_manager


def _photos(folder: Path) -> None:
    """Five pictures; of two there are copies, of which one is turned; two files are broken."""
    (folder / "sent").mkdir(parents=True)
    scenes = [draw_scene(seed, (800, 600)) for seed in range(5)]
    for seed, scene in enumerate(scenes):
        scene.save(folder / f"{seed}.jpg", quality=92)
    shutil.copy(folder / "0.jpg", folder / "0 copy.jpg")
    (folder / "0 copy.jpg.xmp").write_text('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
    scenes[1].resize((400, 300)).save(folder / "sent" / "1.jpg", quality=60)
    scenes[1].transpose(Image.Transpose.ROTATE_90).save(folder / "sent" / "turned.png")
    (folder / "zeros.jpg").write_bytes(bytes(4000))
    (folder / "cut.jpg").write_bytes((folder / "2.jpg").read_bytes()[:5000])


@pytest.mark.timeout(3600)
def test_duplicates(
    open_window: OpenWindow,
    shoot: Shoot,
    qtbot: QtBot,
    *,
    tmp_path: Path,
    trash_folder: Path,
    expected_log: list[str],
) -> None:
    expected_log.append("(failed)")
    folder = tmp_path / "Pictures"
    _photos(folder)
    user = User(qtbot, open_window())
    window, page = user.window, user.window.duplicates_page
    user.drop(from_file_manager([folder]), window)
    user.wait(lambda: user.count(FileState.INDEXED) == 8)
    user.wait(lambda: not window.imports.is_running)

    # Nothing is marked before the user marks it.
    user.press(Key.Key_3, CTRL)
    user.wait(lambda: page.findings.state is FindingState.DONE)
    assert sorted(len(group.copies) for group in page.findings.groups) == [2, 3]
    assert not page.marks.has_any
    badge = window.navigation.buttons["showDuplicates"].accessibleDescription()
    assert badge == "2 groups of the same picture"
    shoot(window, "1-two-groups")

    _except_and_undo(user, shoot)
    _trash_a_copy(user, shoot)
    assert sorted(path.name for path in trash_folder.iterdir()) == ["0 copy.jpg", "0 copy.jpg.xmp"]
    assert (folder / "0.jpg").exists()
    _ignore_and_mend(user, shoot, folder)


def _except_and_undo(user: User, shoot: Shoot) -> None:
    """Say that the group of three is none after all, and take that back at once."""
    window, page = user.window, user.window.duplicates_page
    page.take_focus()
    user.press(Key.Key_Home)
    group = page.list.current[0] if page.list.current else None
    while group is not None and len(group.copies) != 3:
        user.press(Key.Key_Down)
        group = page.list.current[0] if page.list.current else None
    user.press(Key.Key_D)
    user.wait(lambda: len(page.findings.groups) == 1)
    shoot(window, "2-not-duplicates")
    user.wait(window.toast.isVisible)
    user.press(Key.Key_Z, CTRL)
    user.wait(lambda: len(page.findings.groups) == 2)


def _trash_a_copy(user: User, shoot: Shoot) -> None:
    """Mark the identical copy by key, and move it after one question."""
    window, page = user.window, user.window.duplicates_page
    page.take_focus()
    user.press(Key.Key_Home)
    while page.list.current is not None and not page.list.current[0].is_equal:
        user.press(Key.Key_Down)
    assert page.list.current is not None
    names = [Path(copy.file.path.decode()).name for copy in page.list.current[0].copies]
    for _ in range(names.index("0 copy.jpg")):
        user.press(Key.Key_Right)
    user.press(Key.Key_T)
    shoot(window, "3-one-marked")
    user.click(user.button("Move 1 photos to the trash", page))
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    shoot(box, "4-the-question")
    yes = next(b for b in box.buttons() if box.buttonRole(b) is QMessageBox.ButtonRole.AcceptRole)
    user.click(yes)
    user.wait(lambda: len(page.findings.groups) == 1)
    user.return_to_window()
    user.wait(lambda: not window.context.jobs.is_reading)
    assert not page.findings.is_stale, "what it did itself is no news"
    assert user.count(FileState.INDEXED) == 7
    shoot(window, "5-in-the-trash")


def _ignore_and_mend(user: User, shoot: Shoot, folder: Path) -> None:
    """Ignore one file that cannot be read; the other one is mended and tried again."""
    window = user.window
    user.press(Key.Key_5, CTRL)
    problems = window.problems_page
    user.wait(lambda: problems.model.rowCount() == 2)
    user.wait(lambda: all(problems.model.ledger_row(row) for row in range(2)))
    rows = [problems.model.ledger_row(row) for row in range(2)]
    zeros = [row is not None and row.name == b"zeros.jpg" for row in rows].index(True)
    index = problems.model.index(zeros, 0)
    user.click(problems.table.viewport(), problems.table.visualRect(index).center())
    user.press(Key.Key_I)
    user.wait(lambda: problems.model.rowCount() == 1)
    user.wait(lambda: problems.tabs.button("ignored").isVisible())
    user.wait(lambda: "1" in window.navigation.buttons["showProblems"].accessibleDescription())
    shoot(window, "6-one-ignored")
    draw_scene(9).save(folder / "cut.jpg")
    user.press(Key.Key_R, SHIFT)
    user.wait(lambda: user.count(FileState.INDEXED) == 8)
    user.wait(lambda: not window.imports.is_running and problems.model.rowCount() == 0)
    assert user.count(FileState.FAILED) == 1, "ignored, and still counted"
    shoot(window, "7-none-left-but-the-ignored")
