import os
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from engine.search.query import Place
from imgtext_desktop.main_window import MainWindow
from imgtext_desktop.search.query_state import ChipState
from imgtext_desktop.search.sources import FileSource
from imgtext_desktop.shortcuts.command_palette import CommandPalette
from tests.desktop.window.conftest import press

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
Ids = npt.NDArray[np.int64]


def _add_chip(window: MainWindow, qtbot: QtBot, photo: Path) -> ChipState:
    """Search away from a picture that counts double."""
    bar = window.library_page.search_bar
    bar.add_sources([FileSource(os.fsencode(photo))], is_excluded=True)
    qtbot.waitUntil(lambda: len(bar.row.chips) == 1)
    (chip,) = bar.row.chips
    bar.row.change(chip, chip.state.weighted(2.0))
    return bar.row.chips[0].state


def test_a_chip_is_cropped_and_keeps_its_weight_and_sign(
    main_window: MainWindow, photos: list[Path], qtbot: QtBot
) -> None:
    old = _add_chip(main_window, qtbot, photos[0])
    bar, chooser = main_window.library_page.search_bar, main_window.part_chooser
    bar.row.chips[0].click()
    crop = next(b for b in main_window.findChildren(QPushButton) if b.text() == "Crop")
    crop.click()
    qtbot.waitUntil(lambda: chooser.canvas.part is not None)
    assert chooser.isVisible()
    assert chooser.canvas.hasFocus()
    press(qtbot, Key.Key_Return)
    qtbot.waitUntil(lambda: bar.row.chips[0].state.picture is not old.picture)
    (new,) = bar.row.states
    assert (new.is_excluded, new.weight) == (True, 2.0)
    assert new.picture is not None
    assert new.picture.label == "Part of 00.png"
    assert (new.picture.thumbnail.width(), new.picture.thumbnail.height()) == (160, 120)
    assert main_window.browser.isVisible()
    # A part of the part, from the pixels that were kept: its name does not grow.
    bar.crop_requested.emit(new.picture)
    qtbot.waitUntil(lambda: chooser.canvas.part is not None)
    press(qtbot, Key.Key_Return)
    qtbot.waitUntil(lambda: bar.row.states[0].picture is not new.picture)
    smaller = bar.row.states[0].picture
    assert smaller is not None
    assert (smaller.label, smaller.thumbnail.width()) == ("Part of 00.png", 80)


def test_a_crop_can_be_given_up(main_window: MainWindow, photos: list[Path], qtbot: QtBot) -> None:
    old = _add_chip(main_window, qtbot, photos[0])
    main_window.library_page.search_bar.crop_requested.emit(old.picture)
    qtbot.waitUntil(lambda: main_window.part_chooser.canvas.part is not None)
    press(qtbot, Key.Key_Escape)
    assert main_window.browser.isVisible()
    assert main_window.library_page.search_bar.row.states == (old,)
    assert main_window.part_chooser.canvas.picture is None, "nothing large is kept"


def test_esc_gives_up_the_selection_then_the_query(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    page = main_window.library_page
    page.search_bar.edit.setText("dog")
    page.grid.photos.set_photos(ids)
    page.grid.select_ids(ids[:2].tolist())
    press(qtbot, Key.Key_Escape)
    assert (page.grid.selected_count, page.search_bar.edit.text()) == (0, "dog")
    press(qtbot, Key.Key_Escape)
    assert page.search_bar.is_empty
    page.search_bar.edit.setText("dog")
    page.grid.setFocus()  # the same from the photos
    page.grid.select_ids(ids[:2].tolist())
    press(qtbot, Key.Key_Escape)
    assert (page.grid.selected_count, page.search_bar.edit.text()) == (0, "dog")
    press(qtbot, Key.Key_Escape)
    assert page.search_bar.is_empty


def test_letters_never_act_while_typing(main_window: MainWindow, ids: Ids, qtbot: QtBot) -> None:
    page = main_window.library_page
    page.grid.select_ids(ids[:1].tolist())
    qtbot.keyClicks(page.search_bar.edit, "sxmp/r ")
    assert page.search_bar.edit.text() == "sxmp/r "
    assert not page.grid._thumbnails.is_whole
    assert not page.search_bar.row.chips
    page.search_bar.edit.clear()
    page.grid.setFocus()
    press(qtbot, Key.Key_P)
    assert page.grid._thumbnails.is_whole
    assert main_window._memory.settings.is_whole, "remembered"
    press(qtbot, Key.Key_Slash)
    assert page.search_bar.edit.hasFocus()


def test_f6_goes_round_the_areas_in_their_order(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    page = main_window.library_page
    page.show_inspector(True)
    page.grid.set_current_id(int(ids[0]))
    qtbot.waitUntil(lambda: page.inspector.shown_id == ids[0])
    page.search_bar.edit.setFocus()
    areas: list[QWidget] = [page.grid, page.inspector, main_window.sidebar.strip]
    areas += [main_window.navigation.buttons["showLibrary"], page.search_bar.edit]
    for area in areas:
        main_window.actions_by_name["nextArea"].trigger()
        focus = QApplication.focusWidget()
        assert focus is not None
        assert area is focus or area.isAncestorOf(focus), area


def test_the_palette_finds_and_runs_a_command(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    main_window.library_page.grid.select_ids(ids[:1].tolist())
    main_window.actions_by_name["commands"].trigger()
    palette = main_window.findChild(CommandPalette)
    assert palette is not None
    names = [item.text(0) for item in palette._items()]
    expected = {action.text() for action in main_window.actions_by_name.values()}
    assert expected - {"Commands…"} <= set(names)
    assert "Find similar" in names, "and what can be done with the chosen photo"
    qtbot.keyClicks(palette.field, "probl")
    qtbot.keyClick(palette.field, Key.Key_Return)
    qtbot.waitUntil(main_window.problems_page.isVisible)


def test_taking_a_folder_out_can_be_undone(
    main_window: MainWindow,
    ids: Ids,
    photos: list[Path],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    added: list[list[bytes]] = []
    monkeypatch.setattr(main_window.imports, "add", added.append)
    folder = os.fsencode(photos[0].parent)
    main_window.root_commands.remove(folder)
    qtbot.waitUntil(main_window.toast.isVisible)
    assert "Removed “Pictures” with 12 photos." in main_window.toast._text.text()
    qtbot.waitUntil(main_window.library_page.empty_state.isVisible)
    main_window.library_page.setFocus()
    main_window.actions_by_name["undo"].trigger()
    assert added == [[folder]]
    assert not main_window.toast.isVisible()
    main_window.library_page._on_failed("The model's process ended.")
    main_window.actions_by_name["undo"].trigger()
    assert main_window.toast._action.text() == "Try again"
    assert len(added) == 1, "to try again is not to undo"


def test_a_part_of_a_photo_is_marked_from_the_menu(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    menu = main_window.photo_commands.build_menu([int(ids[3])])
    texts = [action.text() for action in menu.actions()]
    action = menu.actions()[texts.index("Search with a part")]
    action.trigger()
    qtbot.waitUntil(lambda: main_window.viewer.canvas.part is not None)
    assert main_window.viewer.current_id == ids[3]
    many = main_window.photo_commands.build_menu(ids[:2].tolist())
    assert "Search with a part" not in [action.text() for action in many.actions()]


def test_a_folder_is_named_where_its_photos_are_counted(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    (root,) = main_window.context.library.roots.all()
    qtbot.waitUntil(lambda: main_window.sidebar.root_list.model.rowCount() == 1)
    main_window._on_place_chosen(Place(root.id))
    page = main_window.library_page
    qtbot.waitUntil(lambda: page.line.hint.text() == "in Pictures")


def test_photos_of_a_lost_disk_are_forgotten_and_their_labels_are_not(
    main_window: MainWindow, ids: Ids, photos: list[Path], qtbot: QtBot
) -> None:
    library, page = main_window.context.library, main_window.library_page
    (root,) = library.roots.all()
    library.annotations.add_label(library.browse.content_ids(ids.tolist()), "Biscuit")
    library.files.set_offline(root, [b""])
    main_window.sidebar.root_list.forget_requested.emit(root.path)
    told = "Forgot 12 offline photos of “Pictures”."
    qtbot.waitUntil(lambda: main_window.toast._text.text() == told)
    qtbot.waitUntil(lambda: len(page.grid.photos.ids) == 0)
    assert library.annotations.label_counts() == {"Biscuit": 12}
    assert all(photo.exists() for photo in photos)


def test_tab_leads_from_the_sidebar_through_the_page_to_the_strip(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    page, sidebar = main_window.library_page, main_window.sidebar
    page.show_inspector(True)
    page.grid.set_current_id(int(ids[0]))
    qtbot.waitUntil(lambda: page.inspector.shown_id == ids[0])
    main_window.navigation.buttons["showLibrary"].setFocus()
    stops: list[QWidget] = []
    while not stops or stops[-1] is not sidebar.strip:
        focus = QApplication.focusWidget()
        assert focus is not None
        assert focus not in stops, "round without the strip"
        assert focus.accessibleName(), focus
        stops.append(focus)
        press(qtbot, Key.Key_Tab)
    assert QApplication.focusWidget() is main_window.navigation.buttons["showLibrary"]
    tree = sidebar.root_list.tree
    inspector = [stop for stop in stops if page.inspector.isAncestorOf(stop)]
    order = [tree, sidebar.root_list.add_button, page.search_bar.edit, page.grid, *inspector]
    places = [stops.index(stop) for stop in (*order, sidebar.strip)]
    assert places == sorted(places)
    assert inspector


def test_alt_and_arrows_go_through_the_queries_from_anywhere(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    page = main_window.library_page
    page.search_bar.set_text("dog")
    page.search_bar.set_text("cat")
    page.grid.setFocus()
    alt = Qt.KeyboardModifier.AltModifier
    qtbot.keyClick(page.grid, Key.Key_Left, alt)
    assert page.search_bar.edit.text() == "dog"
    qtbot.keyClick(page.grid, Key.Key_Right, alt)
    assert page.search_bar.edit.text() == "cat"


def test_a_part_can_be_marked_before_the_photo_is_there(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    viewer = main_window.viewer
    main_window.navigation.open_viewer(int(ids[0]))
    assert viewer.canvas.target().isEmpty()
    press(qtbot, Key.Key_R)
    assert viewer.canvas.part is None
    qtbot.waitUntil(lambda: viewer.canvas.part is not None)
    main_window.navigation.close_viewer()
    main_window.navigation.open_viewer(int(ids[1]))
    qtbot.waitUntil(lambda: not viewer.canvas.target().isEmpty())
    qtbot.waitUntil(lambda: not main_window.context.jobs.is_reading)
    assert viewer.canvas.part is None, "only where it was asked for"


def test_f6_leads_through_suggested_captions_which_belong_to_the_library(
    main_window: MainWindow, qtbot: QtBot
) -> None:
    main_window.navigation.show_problems()
    page = main_window.suggesting.page
    page.show_sentence("No caption was written.", can_choose=False)
    main_window.navigation.show_suggestions()
    (marked,) = (
        name for name, button in main_window.navigation.buttons.items() if button.isChecked()
    )
    assert marked == "showLibrary"
    assert page.hasFocus()
    visited = []
    for _ in range(3):
        main_window.navigation.focus_next_area()
        visited.append(QApplication.focusWidget())
    assert page in visited
    assert main_window.navigation.buttons["showLibrary"] in visited
    page.closed.emit()
    assert main_window.library_page.isVisible()
