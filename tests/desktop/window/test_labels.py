"""The labels of the sidebar: what they show of the library, and edits on all photos."""

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from imgtext_desktop.main_window import MainWindow
from imgtext_desktop.roots.model import Role
from tests.desktop.window.conftest import press

Ids = npt.NDArray[np.int64]
Key = Qt.Key


def _label(window: MainWindow, qtbot: QtBot, ids: Ids, name: str) -> None:
    window.user_data.edits.add_label(ids.tolist(), name)
    listed = window.sidebar.label_list
    qtbot.waitUntil(lambda: listed.model.index_of(name).isValid())


def _click(window: MainWindow, qtbot: QtBot, name: str) -> None:
    listed = window.sidebar.label_list
    rect = listed.view.visualRect(listed.model.index_of(name))
    point = QPoint(80, rect.center().y())
    qtbot.mouseClick(listed.view.viewport(), Qt.MouseButton.LeftButton, pos=point)


def _shown(window: MainWindow) -> set[int]:
    return set(window.library_page.grid.photos.ids.tolist())


def test_a_click_shows_the_photos_with_a_label(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    window, page = main_window, main_window.library_page
    _label(window, qtbot, ids[:4], "Biscuit")
    window.navigation.show_problems()
    _click(window, qtbot, "Biscuit")
    qtbot.waitUntil(lambda: _shown(window) == set(ids[:4].tolist()))
    assert page.isVisible()
    assert page.line.hint.text() == "labelled “Biscuit”"
    # What gets or loses the label comes and goes.
    window.user_data.edits.add_label([int(ids[7])], "Biscuit")
    qtbot.waitUntil(lambda: _shown(window) == {*ids[:4].tolist(), int(ids[7])})
    # A folder narrows it further; where nothing is left, all of it is offered.
    root = window.sidebar.root_list.model.index(0, 0)
    window.sidebar.root_list.tree.chosen.emit(root.data(Role.PlaceRole))
    qtbot.waitUntil(lambda: page.line.hint.text() == "in Pictures, labelled “Biscuit”")
    page.set_label("nobody has it")
    qtbot.waitUntil(page.no_match_state.isVisible)
    (button,) = [
        b for b in page.no_match_state.findChildren(QPushButton) if b.text() == "Show all photos"
    ]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: _shown(window) == set(ids.tolist()))
    assert window.sidebar.label_list.chosen == ""
    assert page.line.hint.text() == "in all folders"


def test_a_label_is_renamed_everywhere_and_undone_by_keys(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    window, listed = main_window, main_window.sidebar.label_list
    counts = window.context.library.annotations.label_counts
    _label(window, qtbot, ids[:4], "Bisquit")
    listed.view.setFocus()
    listed.view.setCurrentIndex(listed.model.index(0))
    press(qtbot, Key.Key_F2)
    focus = QApplication.focusWidget()
    assert isinstance(focus, QLineEdit)
    focus.selectAll()
    qtbot.keyClicks(focus, "Biscuit")
    press(qtbot, Key.Key_Return)
    told = "Renamed “Bisquit” to “Biscuit”."
    qtbot.waitUntil(lambda: window.toast._text.text() == told)
    assert counts() == {"Biscuit": 4}
    window.actions_by_name["undo"].trigger()
    qtbot.waitUntil(lambda: counts() == {"Bisquit": 4})
    qtbot.waitUntil(lambda: listed.model.index_of("Bisquit").isValid())
    press(qtbot, Key.Key_Delete)
    qtbot.waitUntil(lambda: window.toast._text.text() == "Removed “Bisquit” from 4 photos.")
    assert counts() == {}
    window.toast._on_action()
    qtbot.waitUntil(lambda: counts() == {"Bisquit": 4})


def test_plus_labels_the_chosen_photos(main_window: MainWindow, ids: Ids, qtbot: QtBot) -> None:
    window = main_window
    plus = window.sidebar.label_list.add_button
    grid = window.library_page.grid
    grid.clearSelection()
    grid.select_ids(ids[:2].tolist())
    qtbot.mouseClick(plus, Qt.MouseButton.LeftButton)
    field = window.user_data.annotating.in_library.many.label_edit
    qtbot.waitUntil(field.hasFocus)
