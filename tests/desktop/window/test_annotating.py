"""Labels, captions and stars where photos are seen: keys, menus, fields, undo."""

import contextlib
import os
import sqlite3
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from engine.catalog.annotations import Annotated
from imgtext_desktop.main_window import MainWindow
from tests.desktop.window.conftest import press

Ids = npt.NDArray[np.int64]
Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def _said(window: MainWindow, photo: int) -> Annotated:
    library = window.context.library
    (content_id,) = library.browse.content_ids([int(photo)])
    return library.annotations.of([content_id])[content_id]


def _labels(window: MainWindow, photo: int) -> list[str]:
    return [label.name for label in _said(window, photo).labels]


def _tile_labels(window: MainWindow, photo: int) -> tuple[str, ...]:
    row = window.library_page.grid.photos.row(int(photo))
    return row.labels if row is not None else ()


def _type(text: str) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClicks(focus, text)


def _select(window: MainWindow, qtbot: QtBot, ids: Ids, count: int) -> None:
    grid = window.library_page.grid
    grid.select_ids(ids[:count].tolist())
    grid.setFocus()
    window.library_page.show_inspector(True)
    qtbot.waitUntil(lambda: not window.context.jobs.is_reading)


def test_a_selection_is_labelled_by_keys_and_undone_and_redone(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    window, grid = main_window, main_window.library_page.grid
    _select(window, qtbot, ids, 3)
    press(qtbot, Key.Key_L)
    field = window.user_data.annotating.in_library.many.label_edit
    qtbot.waitUntil(field.hasFocus)
    _type("lc5 Biscuit")  # letters of commands are letters here
    press(qtbot, Key.Key_Return)
    qtbot.waitUntil(lambda: _labels(window, ids[0]) == ["lc5 Biscuit"])
    assert all(_labels(window, photo) == ["lc5 Biscuit"] for photo in ids[:3])
    assert _said(window, ids[0]).stars == 0
    assert field.hasFocus(), "for the next label"
    qtbot.waitUntil(lambda: _tile_labels(window, ids[0]) == ("lc5 Biscuit",))
    qtbot.waitUntil(lambda: "Labelled 3 photos." in window.toast._text.text())
    # Nothing is typed: Ctrl+Z undoes the label, not the typing.
    QTest.keyClick(field, Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: _labels(window, ids[2]) == [])
    assert field.text() == ""
    QTest.keyClick(field, Key.Key_Z, CTRL | SHIFT)
    qtbot.waitUntil(lambda: _labels(window, ids[2]) == ["lc5 Biscuit"])
    press(qtbot, Key.Key_Escape)
    assert grid.hasFocus()


def test_typing_is_undone_before_edits(main_window: MainWindow, ids: Ids, qtbot: QtBot) -> None:
    window = main_window
    _select(window, qtbot, ids, 1)
    press(qtbot, Key.Key_3)
    qtbot.waitUntil(lambda: _said(window, ids[0]).stars == 3)
    press(qtbot, Key.Key_C)
    field = window.user_data.annotating.in_library.one.caption_edit
    qtbot.waitUntil(field.hasFocus)
    _type("a dog")
    QTest.keyClick(field, Key.Key_Z, CTRL)
    assert field.toPlainText() != "a dog"
    assert _said(window, ids[0]).stars == 3


def test_the_caption_field_comes_with_the_inspector(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    window, page = main_window, main_window.library_page
    _select(window, qtbot, ids, 1)
    page.show_inspector(False)
    page.grid.setFocus()
    press(qtbot, Key.Key_C)
    field = window.user_data.annotating.in_library.one.caption_edit
    qtbot.waitUntil(field.hasFocus)
    assert page.inspector.isVisible()
    _type("Biscuit on the sand")
    press(qtbot, Key.Key_Return)
    qtbot.waitUntil(lambda: bool(_said(window, ids[0]).captions))
    assert _said(window, ids[0]).captions[0].text == "Biscuit on the sand"


@pytest.mark.parametrize("key", range(6))
def test_digits_rate(main_window: MainWindow, ids: Ids, qtbot: QtBot, key: int) -> None:
    window = main_window
    window.context.library.annotations.rate(
        window.context.library.browse.content_ids(ids[:2].tolist()), 1
    )
    _select(window, qtbot, ids, 2)
    press(qtbot, Key(Key.Key_0 + key))
    qtbot.waitUntil(lambda: _said(window, ids[1]).stars == key)
    assert _said(window, ids[0]).stars == key


def test_the_menu_labels_captions_and_rates(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    window = main_window
    menu = window.photo_commands.build_menu([int(ids[1])])
    actions = {action.text().partition("\t")[0]: action for action in menu.actions()}
    rating = actions["Rating"].menu()
    assert isinstance(rating, QMenu)
    stars = rating.actions()
    assert [action.text().partition("\t")[2] for action in stars] == ["5", "4", "3", "2", "1", "0"]
    stars[1].trigger()
    qtbot.waitUntil(lambda: _said(window, ids[1]).stars == 4)
    actions["Label…"].trigger()
    qtbot.waitUntil(window.user_data.annotating.in_library.one.label_edit.hasFocus)
    assert window.library_page.grid.selected_ids == [int(ids[1])], "the panel is about it"
    menu.deleteLater()


def test_the_viewer_has_the_same_panel(main_window: MainWindow, ids: Ids, qtbot: QtBot) -> None:
    window, viewer = main_window, main_window.viewer
    window.navigation.open_viewer(int(ids[2]))
    qtbot.waitUntil(lambda: not viewer.canvas.target().isEmpty())
    press(qtbot, Key.Key_4)
    qtbot.waitUntil(lambda: _said(window, ids[2]).stars == 4)
    press(qtbot, Key.Key_L)
    panel = window.user_data.annotating.in_viewer.one
    qtbot.waitUntil(panel.label_edit.hasFocus)
    _type("sx")
    press(qtbot, Key.Key_Return)
    qtbot.waitUntil(lambda: _labels(window, ids[2]) == ["sx"])
    qtbot.waitUntil(lambda: panel.stars.stars == 4)
    _type("given up")
    press(qtbot, Key.Key_Escape)
    assert viewer.isVisible(), "Escape left the field, not the viewer"
    assert viewer.canvas.hasFocus()
    press(qtbot, Key.Key_Right)
    qtbot.waitUntil(lambda: viewer.current_id != ids[2])
    press(qtbot, Key.Key_Escape)
    assert not viewer.isVisible()
    assert _labels(window, ids[3]) == []


def test_a_removed_folder_and_an_edit_are_undone_newest_first(
    main_window: MainWindow,
    ids: Ids,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    photos: list[Path],
) -> None:
    window, undo = main_window, main_window.actions_by_name["undo"]
    added: list[list[bytes]] = []
    monkeypatch.setattr(window.imports, "add", added.append)
    window.user_data.edits.rate([int(ids[0])], 5)
    qtbot.waitUntil(lambda: window.user_data.edits.undo_text == "Rated 1 photos")
    content_ids = window.context.library.browse.content_ids(ids[:1].tolist())
    window.root_commands.remove(os.fsencode(photos[0].parent))
    qtbot.waitUntil(lambda: "Removed" in window.toast._text.text())
    undo.trigger()
    assert added
    stars = window.context.library.annotations.of(content_ids)[content_ids[0]].stars
    assert stars == 5
    undo.trigger()
    qtbot.waitUntil(
        lambda: window.context.library.annotations.of(content_ids)[content_ids[0]].stars == 0
    )


def test_what_was_typed_last_is_saved_when_the_window_closes(
    main_window: MainWindow, ids: Ids, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, library = main_window, main_window.context.library
    _select(window, qtbot, ids, 1)
    press(qtbot, Key.Key_C)
    field = window.user_data.annotating.in_library.one.caption_edit
    qtbot.waitUntil(field.hasFocus)
    _type("not entered yet")
    window.user_data.edits.rate([int(ids[0])], 2)
    seen: list[Annotated] = []
    close = library.close

    def look_and_close() -> None:
        seen.extend([_said(window, ids[0])] if not seen else [])
        close()

    monkeypatch.setattr(library, "close", look_and_close)
    window.close()
    assert seen[0].stars == 2
    assert [caption.text for caption in seen[0].captions] == ["not entered yet"]


def test_closing_asks_where_something_typed_cannot_be_stored(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    window, library = main_window, main_window.context.library
    (content,) = library.browse.content_ids([int(ids[0])])
    writer = library._database._writer
    assert writer is not None
    writer.execute("PRAGMA busy_timeout = 1")
    _select(window, qtbot, ids, 1)
    press(qtbot, Key.Key_C)
    qtbot.waitUntil(window.user_data.annotating.in_library.one.caption_edit.hasFocus)
    _type("typed at the wrong moment")
    messages: list[object] = []
    window.context.notifier.posted.connect(messages.append)
    with contextlib.closing(sqlite3.connect(library.folder / "catalog.db")) as other:
        other.execute("BEGIN EXCLUSIVE")
        for answer in ("Try again", "Keep the window open"):
            window.close()
            assert window.isVisible()
            (box,) = (b for b in window.findChildren(QMessageBox, "closeUnstored") if b.isVisible())
            (button,) = (b for b in box.findChildren(QPushButton) if b.text() == answer)
            button.click()
        qtbot.waitUntil(lambda: bool(messages))
    assert window.isVisible()
    window.user_data.edits.try_again()
    qtbot.waitUntil(lambda: bool(library.annotations.of([content])[content].captions))
    with qtbot.waitSignal(window.closed):
        window.close()


def test_information_in_the_viewer_stays_as_the_user_has_it(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    window = main_window
    window.navigation.open_viewer(int(ids[0]))
    information = window.viewer.findChild(QAction, "viewerInfo")
    assert information is not None
    for _ in range(2):
        press(qtbot, Key.Key_C)
        qtbot.waitUntil(window.user_data.annotating.in_viewer.one.caption_edit.hasFocus)
        assert information.isChecked()
        press(qtbot, Key.Key_Escape)


def test_the_model_says_labels_and_the_date_of_the_photo(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    photos = main_window.library_page.grid.photos
    main_window.user_data.edits.add_label([int(ids[0])], "Biscuit")
    index = photos.index(photos.place_of(int(ids[0])) or 0)
    role = Qt.ItemDataRole.AccessibleTextRole
    qtbot.waitUntil(lambda: ", Biscuit" in str(index.data(role)))
