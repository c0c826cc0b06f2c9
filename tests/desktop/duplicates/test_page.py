import os
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from imgtext_desktop.context import Context
from imgtext_desktop.duplicates import marks
from imgtext_desktop.duplicates.findings import FindingState
from imgtext_desktop.duplicates.marks import Mark
from imgtext_desktop.duplicates.page import DuplicatesPage
from imgtext_desktop.notifier import Message
from imgtext_desktop.theme import Appearance
from tests.desktop.duplicates.conftest import MakePage, index

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def messages(context: Context) -> list[Message]:
    """What the user is told."""
    posted: list[Message] = []
    context.notifier.posted.connect(posted.append)
    return posted


def press(qtbot: QtBot, *keys: Qt.Key, modifiers: Qt.KeyboardModifier | None = None) -> None:
    for key in keys:
        focus = QApplication.focusWidget()
        assert focus is not None
        qtbot.keyClick(focus, key, modifiers or Qt.KeyboardModifier.NoModifier)


def current(page: DuplicatesPage) -> str:
    assert page.list.current is not None
    return os.fsdecode(os.path.basename(page.list.current[1].file.path))


def names(page: DuplicatesPage) -> list[list[str]]:
    return [
        [os.fsdecode(os.path.basename(copy.file.path)) for copy in group.copies]
        for group in page.findings.groups
    ]


def shown_text(page: DuplicatesPage) -> str:
    widgets = [*page.findChildren(QLabel), *page.findChildren(QPushButton)]
    return "\n".join(widget.text() for widget in widgets if widget.isVisible())


def agree(qtbot: QtBot) -> str:
    """Answer the question whether to move files with yes; return what it asked."""
    box = next(
        widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QMessageBox)
    )
    text = f"{box.text()} {box.informativeText()}"
    button = next(
        b for b in box.buttons() if box.buttonRole(b) is QMessageBox.ButtonRole.AcceptRole
    )
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    return text


def test_groups_are_listed_and_nothing_is_marked(page: DuplicatesPage) -> None:
    assert page.objectName() == "duplicatesPage"
    assert names(page)[0][0] == "beach.jpg" or names(page)[1][0] == "beach.jpg"
    assert sorted(map(len, names(page))) == [2, 4]
    assert not page.marks.has_any
    text = shown_text(page)
    assert "2 groups of the same picture" in text
    assert "identical files" in text
    assert "turned" in text
    assert "PNG" in text
    assert "Nothing is marked for the trash" in text
    assert "Same moment" not in text
    tile = page.list.current_tile
    assert tile is not None
    assert "Not marked" in tile.accessibleName()


def test_keys_move_and_mark_and_one_photo_always_stays(page: DuplicatesPage, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_Home)
    group, first = page.list.current or pytest.fail("no group")
    press(qtbot, Key.Key_K, Key.Key_Right, Key.Key_T)
    assert page.marks.mark_of(first) is Mark.KEEP
    assert page.marks.mark_of(group.copies[1]) is Mark.TRASH
    assert "1 photos marked for the trash" in shown_text(page)
    press(qtbot, Key.Key_U)
    assert page.marks.mark_of(group.copies[1]) is None
    press(qtbot, Key.Key_Home)
    for _ in group.copies:
        press(qtbot, Key.Key_T, Key.Key_Right)
    stays = [copy for copy in group.copies if page.marks.mark_of(copy) is not Mark.TRASH]
    assert len(stays) == 1
    press(qtbot, Key.Key_Left)
    press(qtbot, Key.Key_T)
    assert "One photo of each group always stays." in shown_text(page)
    press(qtbot, Key.Key_End)
    assert page.list.current is not None
    assert page.list.current[0] is page.findings.groups[-1]
    press(qtbot, Key.Key_Up)
    assert page.list.current[0] is page.findings.groups[0]
    with qtbot.waitSignal(page.photo_opened) as opened:
        press(qtbot, Key.Key_Return)
    assert opened.args == [page.list.current[1].file.file_id]
    with qtbot.waitSignal(page.folder_requested):
        press(qtbot, Key.Key_Return, modifiers=CTRL)


def test_tiles_are_marked_by_their_buttons(page: DuplicatesPage, qtbot: QtBot) -> None:
    card = page.list.card(0)
    assert card is not None
    tile = card.tiles[1]
    trash = next(
        b for b in tile.findChildren(QPushButton) if b.accessibleName() == "Trash" and b.isVisible()
    )
    qtbot.mouseClick(trash, Qt.MouseButton.LeftButton)
    assert page.marks.mark_of(card.group.copies[1]) is Mark.TRASH
    pill = next(b for b in tile.findChildren(QPushButton) if b.isVisible())
    assert pill.text() == "Trash"
    qtbot.mouseClick(pill, Qt.MouseButton.LeftButton)
    assert not page.marks.has_any
    qtbot.mouseClick(tile, Qt.MouseButton.LeftButton)
    assert page.list.current_tile is tile


def test_rules_mark_all_groups_and_can_be_undone(
    page: DuplicatesPage, top: Path, messages: list[Message]
) -> None:
    os.utime(top / "small" / "turned.jpg", (1, 1))
    page.rule_button.chosen.emit(marks.largest)
    order = page.marks.order(page.findings.groups)
    assert len(order.file_ids) == 4
    kept = {group.copies[0].file.file_id for group in page.findings.groups}
    assert set(order.stand_ins.values()) == kept
    assert messages[-1].is_undo
    assert messages[-1].action is not None
    messages[-1].action()
    assert not page.marks.has_any
    page.rule_button.chosen.emit(marks.in_folder(os.fsencode(top / "small")))
    order = page.marks.order(page.findings.groups)
    assert len(order.file_ids) == 2, "both that are not there; a group without one stays as it is"
    texts = [action.text() for action in page.rule_button.build_menu().actions()]
    assert "Keep the oldest, trash the rest" in texts


def test_marked_files_go_to_the_trash_after_one_question(
    page: DuplicatesPage, top: Path, qtbot: QtBot, trash_folder: Path, messages: list[Message]
) -> None:
    (top / "hill copy.jpg.xmp").write_text("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>")
    page.rule_button.chosen.emit(marks.largest)
    press(qtbot, Key.Key_Delete, modifiers=CTRL)
    with qtbot.waitSignal(page.library_changed, timeout=20_000):
        asked = agree(qtbot)
    assert "Move 4 photos to the trash?" in asked
    assert "can be freed" in asked
    qtbot.waitUntil(lambda: page.findings.groups == [])
    assert len([path for path in trash_folder.iterdir() if path.suffix != ".xmp"]) == 4
    left = {path.name for path in top.rglob("*.*")}
    assert {"beach.jpg", "alone.jpg"} <= left
    assert len(left & {"hill.jpg", "hill copy.jpg"}) == 1
    assert "4 photos are in the trash." in messages[-1].text
    assert "No two photos are the same." in shown_text(page)
    assert not page.findings.is_stale


def test_what_stays_says_why_and_the_rest_goes(
    page: DuplicatesPage, top: Path, qtbot: QtBot, trash_folder: Path, messages: list[Message]
) -> None:
    page.rule_button.chosen.emit(marks.largest)
    (top / "beach again.jpg").write_bytes(b"something else by now")
    page._move_action.trigger()
    with qtbot.waitSignal(page.library_changed, timeout=20_000):
        agree(qtbot)
    assert "3 photos are in the trash." in messages[-1].text
    assert "it has changed since it was read" in messages[-1].text
    (group,) = names(page)
    assert group == ["beach.jpg", "beach again.jpg"]
    qtbot.waitUntil(lambda: "it has changed since it was read" in shown_text(page))


def test_not_duplicates_is_remembered_and_can_be_undone(
    page: DuplicatesPage, context: Context, qtbot: QtBot, messages: list[Message]
) -> None:
    before = names(page)
    place = [len(group) for group in before].index(4)
    page.list._go(place, 0)
    press(qtbot, Key.Key_D)
    qtbot.waitUntil(lambda: bool(messages))
    assert len(names(page)) == 1
    assert len(context.library.duplicates.exceptions()) == 6
    assert messages[-1].action is not None
    messages[-1].action()
    qtbot.waitUntil(lambda: names(page) == before)
    assert context.library.duplicates.exceptions() == set()
    page.list._go(1 - place, 0)
    press(qtbot, Key.Key_D)
    assert names(page) == before, "equal files are duplicates, whatever one says"
    assert "identical, byte for byte" in shown_text(page)


def test_offline_copies_cannot_be_trashed_and_say_why(
    context: Context, qtbot: QtBot, top: Path, make_page: MakePage, expected_log: list[str]
) -> None:
    expected_log.append("is offline")
    disk = top.parent / "disk"
    disk.mkdir()
    shutil.copy(top / "alone.jpg", disk)
    context.library.roots.add(os.fsencode(disk))
    index(context.library)
    disk.rename(top.parent / "away")
    index(context.library)
    page = make_page()
    (place,) = (place for place, group in enumerate(names(page)) if "alone.jpg" in group)
    group = page.findings.groups[place]
    number = [copy.file.is_offline for copy in group.copies].index(True)
    page.list._go(place, number)
    press(qtbot, Key.Key_T)
    assert not page.marks.has_any
    assert shown_text(page).count("Its disk is not connected") == 2, "at the file and below"
    page.list._go(place, 1 - number)
    press(qtbot, Key.Key_T)
    assert not page.marks.has_any, "the one in reach is the last"
    page.rule_button.chosen.emit(marks.largest)
    assert page.marks.mark_of(group.copies[number]) is None


def test_the_result_is_kept_until_the_library_changes(
    page: DuplicatesPage, context: Context, top: Path, qtbot: QtBot
) -> None:
    press(qtbot, Key.Key_Home, Key.Key_T)
    page.take_up_changes()
    qtbot.waitUntil(lambda: not context.jobs.is_reading)
    assert not page.findings.is_stale
    shutil.copy(top / "alone.jpg", top / "alone again.jpg")
    index(context.library)
    with qtbot.waitSignal(page.findings.changed):
        page.take_up_changes()
    assert "The library has changed since." in shown_text(page)
    assert len(names(page)) == 2, "nothing moves under the user's hands"
    page.look_button.click()
    qtbot.waitUntil(lambda: page.findings.state is FindingState.DONE)
    assert len(names(page)) == 3
    assert len(page.marks.order(page.findings.groups).file_ids) == 1, "marks stay"


def test_looking_can_be_stopped(page: DuplicatesPage, qtbot: QtBot) -> None:
    page.findings.look()
    assert page.findings.state is FindingState.BUSY
    assert "Stop" in shown_text(page)
    page.findings.stop()
    qtbot.waitUntil(lambda: page.findings.state is not FindingState.BUSY)
    if page.findings.state is FindingState.STOPPED and not page.findings.groups:
        assert "Not all photos were compared." in shown_text(page)


def test_an_empty_library_has_no_duplicates(make_page: MakePage, qtbot: QtBot) -> None:
    page = make_page()
    with qtbot.assertNotEmitted(page.library_changed):
        page._move_action.trigger()
    assert "No two photos are the same." in shown_text(page)


def test_it_can_be_small_and_dark(page: DuplicatesPage, context: Context) -> None:
    assert page.minimumSizeHint().width() <= 896  # 960 less the narrow sidebar
    page.resize(896, 600)
    card = page.list.card(0)
    assert card is not None
    light = page.grab().toImage().pixelColor(2, 2)
    context.theme.apply(Appearance.DARK)
    assert page.grab().toImage().pixelColor(2, 2) != light
