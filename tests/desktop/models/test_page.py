import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from engine.jobs import run
from engine.library import Library
from engine.models import registry
from engine.models.versions import CARD, WEIGHTS, Slot
from imgtext_desktop.context import Context
from imgtext_desktop.jobs.activity import Activity
from imgtext_desktop.models.changes import VersionChanges
from imgtext_desktop.models.overview import Standing, read_overview
from imgtext_desktop.models.page import ModelsPage
from imgtext_desktop.notifier import Message
from imgtext_desktop.theme import Appearance
from tests.desktop.models.conftest import COLD, COUNT, WARM, row_of, shown_text
from tests.engine.training.tiny_library import add_labels, add_words

Key = Qt.Key
PLAIN, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
Open = Callable[[], ModelsPage]


@pytest.fixture
def messages(context: Context) -> list[Message]:
    posted: list[Message] = []
    context.notifier.posted.connect(posted.append)
    return posted


def active(library: Library, slot: Slot) -> str:
    return library.learning.slot(slot).version


def press(qtbot: QtBot, key: Qt.Key, modifiers: Qt.KeyboardModifier = CTRL) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    qtbot.keyClick(focus, key, modifiers)


def answer(page: ModelsPage, qtbot: QtBot, role: QMessageBox.ButtonRole) -> None:
    box = page.findChildren(QMessageBox)[-1]
    button = next(b for b in box.buttons() if box.buttonRole(b) is role)
    with qtbot.waitSignal(box.destroyed):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def drop(page: ModelsPage, folder: Path) -> bool:
    """Drop a folder on the page; return whether it takes it."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(os.fspath(folder))])
    copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(QPoint(300, 300), copy, mime, left, PLAIN)
    enter.ignore()
    page.dragEnterEvent(enter)
    if enter.isAccepted():
        page.dropEvent(QDropEvent(QPointF(300, 300), copy, mime, left, PLAIN))
    return enter.isAccepted()


def test_without_versions_the_built_in_model_is_all(opened: Open) -> None:
    page = opened()
    assert page.objectName() == "modelsPage"
    assert [row.name for row in page.list.rows] == ["Built-in model"]
    assert page.list.rows[0].line.standing is Standing.IN_USE
    text = shown_text(page)
    assert "comes with the program" in text
    assert "Roll back" not in text
    assert "Adopt" not in text
    assert "Choose folder…" in text


def test_a_download_is_asked_for_first(
    opened: Open, changes: VersionChanges, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened()
    wanted: list[str] = []
    monkeypatch.setattr(changes.arrivals, "download", lambda model, _: wanted.append(model))
    name = "Download CLIP ViT-B/32 (605 MB)"
    buttons = page.add_cards.findChildren(QPushButton)
    button = next(found for found in buttons if found.accessibleName() == name)
    button.click()
    box = page.findChildren(QMessageBox)[-1]
    assert box.text() == f"{name}?"
    for fact in ("151 million parameters", "licence not stated", "COCO R@1 30.4 %"):
        assert fact in button.toolTip()
        assert fact in box.informativeText()
    answer(page, qtbot, QMessageBox.ButtonRole.RejectRole)
    assert wanted == []
    button.click()
    answer(page, qtbot, QMessageBox.ButtonRole.AcceptRole)
    assert wanted == ["openai/clip-vit-base-patch32"]


def test_versions_are_a_tree_with_the_newest_first(library: Library, opened: Open) -> None:
    words = add_words(library)
    labels = add_labels(library, WARM)
    tuned = add_words(library, parent=words)
    stray = add_words(library, parent="gone")
    page = opened()
    built_in = registry.built_in_version()
    assert [(row.line.name, row.line.depth) for row in page.list.rows] == [
        (built_in, 0), (labels, 1), (words, 1), (tuned, 2), (stray, 0),
    ]  # fmt: skip
    row = row_of(page, words)
    assert "74 %" in row.accessibleName()
    assert "Stored" in row.accessibleName()
    assert "from built-in model" in shown_text(row)
    assert "54 %" in shown_text(page.list.rows[0]), "where the newest version began from"
    assert "adds 1 labels" in shown_text(row_of(page, labels))


def test_versions_of_one_day_have_names_with_the_time(library: Library, opened: Open) -> None:
    for _ in range(2):
        add_words(library)
    page = opened()
    assert "·" in page.list.rows[1].name


def test_adopting_shows_what_it_is_worth_and_the_way_back(
    library: Library,
    opened: Open,
    changes: VersionChanges,
    qtbot: QtBot,
    messages: list[Message],
) -> None:
    version = add_labels(library, WARM)
    page = opened()
    row = row_of(page, version)
    row.setFocus()
    with qtbot.waitSignal(changes.switched) as switched:
        press(qtbot, Key.Key_Return)
    assert switched.args == [Slot.LABELS]
    card = page.cards[Slot.LABELS]
    qtbot.waitUntil(card.isVisible)
    assert active(library, Slot.LABELS) == version
    for said in ("My labels", "learned from 40 photos, 1 labels", "75 %", "before 25 %"):
        assert said in shown_text(card)
    assert f"{COUNT}\nall that can be read" in shown_text(card)
    assert "answers now" in messages[-1].text
    # What is in use need not be adopted; it may have been read once before the job had ended.
    qtbot.waitUntil(lambda: not row.button.isVisible())
    back = page.findChild(QPushButton, "rollbackButton")
    assert back is card.rollback_button
    assert back.text() == "Roll back to no guesses"
    assert row.hasFocus()
    press(qtbot, Key.Key_R, CTRL | SHIFT)
    qtbot.waitUntil(lambda: not card.isVisible())
    assert active(library, Slot.LABELS) == ""
    assert row.line.standing is Standing.READY


def test_the_previous_version_is_gone_back_to_by_its_row(
    library: Library, opened: Open, qtbot: QtBot
) -> None:
    first, second = add_labels(library, WARM), add_labels(library, COLD)
    for version in (first, second):
        run(library.learning.adopt(version))
    page = opened()
    row = row_of(page, first)
    assert row.button.text() == "Go back to this"
    assert "Roll back to My labels" in shown_text(page.cards[Slot.LABELS])
    row.setFocus()
    press(qtbot, Key.Key_Return, PLAIN)
    qtbot.waitUntil(lambda: row_of(page, first).line.version.is_active)
    assert row_of(page, second).button.text() == "Go back to this"


def test_rolling_back_is_for_the_slot_that_was_switched_last(
    library: Library, opened: Open, qtbot: QtBot
) -> None:
    words, labels = add_words(library), add_labels(library, WARM)
    for version in (words, labels):
        run(library.learning.adopt(version))
    page = opened()
    named = page.findChildren(QPushButton, "rollbackButton")
    assert named == [page.cards[Slot.LABELS].rollback_button]
    page.take_focus()
    press(qtbot, Key.Key_R, CTRL | SHIFT)
    qtbot.waitUntil(lambda: not row_of(page, labels).line.version.is_active)
    assert active(library, Slot.RETRIEVAL) == words


def test_what_is_kept_is_freed_after_a_question(
    library: Library, opened: Open, qtbot: QtBot, messages: list[Message]
) -> None:
    first, second = add_words(library), add_words(library)
    for version in (first, second):
        run(library.learning.adopt(version))
    page = opened()
    card = page.cards[Slot.RETRIEVAL]
    kept = library.learning.kept_bytes(Slot.RETRIEVAL)
    assert kept > 0
    assert "Kept for going back" in shown_text(card)
    for role in (QMessageBox.ButtonRole.RejectRole, QMessageBox.ButtonRole.AcceptRole):
        assert library.learning.kept_bytes(Slot.RETRIEVAL) == kept
        qtbot.mouseClick(card.free_button, Qt.MouseButton.LeftButton)
        answer(page, qtbot, role)
    qtbot.waitUntil(lambda: "Kept for going back" not in shown_text(card))
    assert library.learning.kept_bytes(Slot.RETRIEVAL) == 0
    assert "free again" in messages[-1].text
    assert row_of(page, first).line.standing is Standing.STORED


def test_a_removed_version_can_be_kept_for_a_moment(
    library: Library,
    opened: Open,
    changes: VersionChanges,
    qtbot: QtBot,
    messages: list[Message],
) -> None:
    version = add_labels(library, WARM)
    page = opened()
    row_of(page, version).setFocus()
    press(qtbot, Key.Key_Delete, PLAIN)
    qtbot.waitUntil(lambda: len(page.list.rows) == 1)
    assert page.list.rows[0].hasFocus()
    assert library.models.store.path(version).is_dir()
    undo = messages[-1].action
    assert messages[-1].is_undo
    assert undo is not None
    undo()
    qtbot.waitUntil(lambda: len(page.list.rows) == 2 and row_of(page, version).isVisible())
    row_of(page, version).setFocus()
    press(qtbot, Key.Key_Delete, PLAIN)
    changes.finish()  # the window closes
    assert library.models.store.cards() == []


def test_what_is_in_use_and_the_built_in_model_are_not_removed(
    library: Library, opened: Open, changes: VersionChanges, qtbot: QtBot
) -> None:
    run(library.learning.adopt(add_labels(library, WARM)))
    page = opened()
    for row in page.list.rows:
        row.setFocus()
        press(qtbot, Key.Key_Delete, PLAIN)
    assert len(page.list.rows) == 2
    assert changes.hidden == frozenset()


def test_arrows_lead_from_version_to_version(library: Library, opened: Open, qtbot: QtBot) -> None:
    add_words(library)
    page = opened()
    page.take_focus()
    assert page.list.rows[0].hasFocus()
    for key, place in ((Key.Key_Down, 1), (Key.Key_Down, 1), (Key.Key_Up, 0), (Key.Key_Up, 0)):
        press(qtbot, key, PLAIN)
        assert page.list.rows[place].hasFocus()


def test_a_version_that_cannot_be_used_says_why(library: Library, opened: Open) -> None:
    version = add_labels(library, WARM)
    path = library.models.store.path(version) / CARD
    path.write_text(path.read_text().replace(registry.built_in_version(), "another-model"))
    row = row_of(opened(), version)
    assert row.line.standing is Standing.UNUSABLE
    assert "Unusable" in row.accessibleName()
    assert "train it anew" in shown_text(row).lower()
    assert not row.button.isVisible()


def test_a_version_with_altered_files_is_refused_with_a_sentence(
    library: Library,
    opened: Open,
    qtbot: QtBot,
    messages: list[Message],
) -> None:
    version = add_labels(library, WARM)
    (library.models.store.path(version) / WEIGHTS).write_bytes(b"x")
    page = opened()
    qtbot.mouseClick(row_of(page, version).button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: any("damaged" in message.text for message in messages))
    qtbot.waitUntil(lambda: row_of(page, version).button.text() == "Adopt")
    assert active(library, Slot.LABELS) == ""


def test_a_lost_model_is_told_with_ways_on(library: Library, opened: Open, qtbot: QtBot) -> None:
    first, second = add_words(library), add_words(library)
    for version in (first, second):
        run(library.learning.adopt(version))
    library.models.store.path(second).rename(library.folder / "elsewhere")
    library.models.look_again()
    page = opened()
    assert page.lost_bar.isVisible()
    assert "The built-in model answers meanwhile" in shown_text(page.lost_bar)
    assert page.list.rows[0].line.version.is_active
    assert "Kept for going back" in shown_text(page.cards[Slot.RETRIEVAL])
    back = next(
        button
        for button in page.lost_bar.findChildren(QPushButton)
        if button.text().startswith("Roll back to My words")
    )
    qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.lost_bar.isVisible())
    assert active(library, Slot.RETRIEVAL) == first


def test_a_lost_model_is_mended_by_choosing_its_folder(
    library: Library, opened: Open, qtbot: QtBot
) -> None:
    version = add_words(library)
    run(library.learning.adopt(version))
    library.models.store.path(version).rename(library.folder / "elsewhere")
    library.models.look_again()
    page = opened()
    assert page.lost_bar.isVisible()
    assert "Free" not in shown_text(page), "what answers meanwhile is not to be freed"
    page.take_folder(library.folder / "elsewhere")
    qtbot.waitUntil(lambda: len(page.list.rows) == 2)
    qtbot.waitUntil(lambda: not page.lost_bar.isVisible())
    assert library.model == version


def test_a_version_is_exported_and_taken_up_by_drop(
    library: Library, opened: Open, qtbot: QtBot, messages: list[Message], tmp_path: Path
) -> None:
    version = add_labels(library, WARM)
    page = opened()
    row_of(page, version).setFocus()
    press(qtbot, Key.Key_E)
    dialog = page.findChild(QFileDialog)
    target = tmp_path / "to go"
    dialog.fileSelected.emit(str(target))
    dialog.close()
    qtbot.waitUntil(lambda: bool(messages) and str(target) in messages[-1].text)
    library.learning.remove(version)
    page.refresh()
    qtbot.waitUntil(lambda: len(page.list.rows) == 1)
    assert drop(page, target / version)
    qtbot.waitUntil(lambda: len(page.list.rows) == 2)
    assert "Adopt it" in messages[-1].text


def test_folders_without_a_model_are_left_to_the_window(page: ModelsPage, tmp_path: Path) -> None:
    (tmp_path / "holiday").mkdir()
    assert not drop(page, tmp_path / "holiday")
    assert not drop(page, tmp_path / "no such folder")


def test_a_damaged_folder_is_a_sentence(
    library: Library, opened: Open, qtbot: QtBot, messages: list[Message], tmp_path: Path
) -> None:
    version = add_labels(library, WARM)
    exported = library.learning.export(version, tmp_path)
    library.learning.remove(version)
    (exported / WEIGHTS).unlink()
    page = opened()
    assert drop(page, exported)
    qtbot.waitUntil(lambda: any("lacks" in message.text for message in messages))
    assert len(page.list.rows) == 1


def test_what_was_stopped_is_not_wanted_any_more(
    library: Library, opened: Open, context: Context, qtbot: QtBot
) -> None:
    version = add_labels(library, WARM)
    row = row_of(opened(), version)
    activities: list[Activity] = []

    def on_started(activity: Activity) -> None:
        activities.append(activity)
        activity.cancel()

    context.jobs.started.connect(on_started)
    qtbot.mouseClick(row.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(activities) and not context.jobs.activities)
    qtbot.waitUntil(lambda: library.learning.wanted() == [] and row.button.text() == "Adopt")
    assert active(library, Slot.LABELS) == ""


def test_a_cut_off_adoption_can_be_resumed(library: Library, opened: Open, qtbot: QtBot) -> None:
    version = add_labels(library, WARM)
    library.slots.want(Slot.LABELS, version)
    page = opened()
    row = row_of(page, version)
    assert row.line.standing is Standing.CUT_OFF
    assert row.button.text() == "Resume"
    qtbot.mouseClick(row.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: row_of(page, version).line.version.is_active)


def test_the_menu_offers_what_can_be_done(library: Library, opened: Open) -> None:
    labels, words = add_labels(library, WARM), add_words(library)
    run(library.learning.adopt(labels))
    run(library.learning.prepare(words))
    page = opened()

    def offered(version: str) -> list[str]:
        row = row_of(page, version)
        menu = page._menu.build(row.line, page)
        texts = [action.text() for action in menu.actions() if action.text()]
        menu.deleteLater()
        return texts

    assert offered(labels) == ["Compare", "Stop using", "Export…"]
    found = offered(words)
    assert found[:3] == ["Adopt", "Compare", "Export…"]
    assert found[3].startswith("Free ")
    assert found[4:] == ["Remove"]
    assert offered(registry.built_in_version()) == ["Compare"]


def test_comparing_is_asked_for_with_the_other_version(
    library: Library, opened: Open, qtbot: QtBot
) -> None:
    old, new = add_words(library), add_words(library, np.eye(3)[[1, 0, 2]])
    run(library.learning.adopt(old))
    page = opened()
    for version, other in ((old, registry.built_in_version()), (new, new)):
        row_of(page, version).setFocus()
        with qtbot.waitSignal(page.compare_requested) as asked:
            press(qtbot, Key.Key_K)
        assert asked.args == [other]
    with qtbot.waitSignal(page.compare_requested):
        page.cards[Slot.RETRIEVAL].compare_button.click()


@pytest.mark.parametrize("appearance", [Appearance.LIGHT, Appearance.DARK])
def test_nothing_is_cut_off_where_there_is_little_room(
    library: Library, opened: Open, context: Context, appearance: Appearance
) -> None:
    run(library.learning.adopt(add_words(library)))
    context.theme.apply(appearance)
    page = opened()
    page.resize(896, 600)
    QApplication.processEvents()
    body = page._scroll.widget()
    assert body.minimumSizeHint().width() <= page._scroll.viewport().width()
    for row in page.list.rows:
        right = row.menu_button.mapTo(page, QPoint(row.menu_button.width(), 0)).x()
        assert right <= page.width()
    buttons = [button for button in page.findChildren(QPushButton) if button.isVisible()]
    assert all(button.accessibleName() or button.text() for button in buttons)


def test_the_overview_counts_what_is_prepared(library: Library) -> None:
    version = add_words(library)
    run(library.learning.prepare(version))
    overview = read_overview(library)
    line = overview.line(version)
    assert line is not None
    assert line.photos == overview.photos == COUNT
    assert line.standing is Standing.READY
