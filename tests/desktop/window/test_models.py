from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from engine.jobs import run
from engine.library import Library
from engine.models.versions import Slot
from imgtext_desktop.grid.roles import Role
from imgtext_desktop.grid.view import PhotoGrid
from imgtext_desktop.main_window import MainWindow
from tests.conftest import DrawPhoto
from tests.engine.training.tiny_library import add_labels, add_words, know_colours, take_up

CTRL = Qt.KeyboardModifier.ControlModifier
COUNT = 16
SWAPPED = np.eye(3)[[2, 1, 0]]


@pytest.fixture
def library(
    main_window: MainWindow,
    tmp_path: Path,
    draw_photo: DrawPhoto,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> Iterator[Library]:
    """Sixteen photos in the library of the window."""
    know_colours(monkeypatch)
    for number in range(COUNT):
        draw_photo(tmp_path / "Pictures" / f"{number:02}.png", number)
    take_up(main_window.context.library, tmp_path / "Pictures")
    main_window._refresh_all()
    qtbot.waitUntil(lambda: len(main_window.library_page.grid.photos.ids) == COUNT)
    return main_window.context.library


def open_models(window: MainWindow, qtbot: QtBot) -> None:
    window.actions_by_name["showModels"].trigger()
    page = window.models.page
    qtbot.waitUntil(lambda: any(row.isVisible() for row in page.list.rows))


def test_the_page_is_reached_by_its_action(
    main_window: MainWindow, library: Library, qtbot: QtBot
) -> None:
    action = main_window.actions_by_name["showModels"]
    assert action.shortcut().toString() == "Ctrl+4"
    open_models(main_window, qtbot)
    assert main_window.navigation.buttons["showModels"].isChecked()
    qtbot.waitUntil(main_window.models.page.list.rows[0].hasFocus)


def test_one_compares_adopts_and_the_search_is_answered_anew(
    main_window: MainWindow, library: Library, qtbot: QtBot
) -> None:
    first, second = add_words(library), add_words(library, SWAPPED)
    run(library.learning.adopt(first))
    grid, bar = main_window.library_page.grid, main_window.library_page.search_bar
    bar.set_text("red")
    qtbot.waitUntil(lambda: grid.photos.is_ranked)
    before = grid.photos.ids.tolist()
    open_models(main_window, qtbot)
    main_window.models.compare(second)
    page = main_window.models.compare_page
    qtbot.waitUntil(page.isVisible)
    assert main_window.navigation.buttons["showModels"].isChecked()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    left, right = (
        main_window.findChild(PhotoGrid, name) for name in ("compareLeft", "compareRight")
    )
    assert isinstance(left, PhotoGrid)
    assert isinstance(right, PhotoGrid)
    qtbot.waitUntil(lambda: page._is_ready)
    main_window.findChild(type(bar), "compareBar").set_text("red")
    qtbot.waitUntil(lambda: len(right.photos.ids) == COUNT)
    assert left.photos.ids.tolist() == before
    marked = {
        int(right.photos.ids[row])
        for row in range(COUNT)
        if right.photos.data(right.photos.index(row), Role.NewRole)
    }
    assert marked == set(right.photos.ids[:12].tolist()) - set(before[:12])
    assert marked
    qtbot.keyClick(left, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: library.model == second)
    assert main_window.models.page.isVisible(), "back where one came from"
    qtbot.waitUntil(lambda: grid.photos.ids.tolist() == right.photos.ids.tolist())
    assert grid.photos.ids.tolist() != before


def test_esc_leads_back_from_the_comparison(
    main_window: MainWindow, library: Library, qtbot: QtBot
) -> None:
    version = add_labels(library, {"warm": (1, 0, -1)})
    open_models(main_window, qtbot)
    main_window.models.compare(version)
    page = main_window.models.compare_page
    qtbot.waitUntil(lambda: page.label_box.isVisible() and page.label_box.hasFocus())
    qtbot.keyClick(page.label_box, Qt.Key.Key_Escape)
    qtbot.waitUntil(main_window.models.page.isVisible)


def test_an_adoption_that_was_cut_off_goes_on(
    main_window: MainWindow, library: Library, qtbot: QtBot
) -> None:
    version = add_labels(library, {"warm": (1, 0, -1)})
    library.slots.want(Slot.LABELS, version)
    main_window.models.begin()
    qtbot.waitUntil(lambda: library.learning.slot(Slot.LABELS).version == version)
    open_models(main_window, qtbot)
    back = main_window.findChild(QPushButton, "rollbackButton")
    qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: library.learning.slot(Slot.LABELS).version == "")


def test_a_removed_version_is_gone_when_the_window_is_closed(
    main_window: MainWindow, library: Library, qtbot: QtBot
) -> None:
    version = add_labels(library, {"warm": (1, 0, -1)})
    open_models(main_window, qtbot)
    main_window.models.changes.remove(version, "My labels")
    assert library.models.store.path(version).is_dir()
    main_window.close()
    assert library.models.store.cards() == []


def test_a_version_that_is_gone_already_does_not_keep_the_window_open(
    main_window: MainWindow, library: Library, qtbot: QtBot
) -> None:
    version = add_labels(library, {"warm": (1, 0, -1)})
    open_models(main_window, qtbot)
    main_window.models.changes.remove(version, "My labels")
    library.learning.remove(version)  # as a worker does when the time to undo is over
    with qtbot.waitSignal(main_window.closed):
        main_window.close()
