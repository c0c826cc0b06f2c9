"""What the adopted classifier guesses, in the whole window: tiles, keys, filter, versions."""

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.catalog.slots import Guess
from imgtext_desktop.labeling.label_chips import GuessChip
from imgtext_desktop.main_window import MainWindow
from tests.desktop.window.conftest import press

Ids = npt.NDArray[np.int64]
Key = Qt.Key


@pytest.fixture
def guessed(main_window: MainWindow, ids: Ids, qtbot: QtBot) -> list[int]:
    """The photos with a guess, as they are ordered in the grid; others lie between them."""
    order = main_window.library_page.grid.photos.ids.tolist()
    chosen = [order[place] for place in (1, 2, 5, 8)]
    _adopt(main_window, chosen, "v1", "Biscuit")
    qtbot.waitUntil(lambda: _guesses(main_window, chosen[0]) == ("Biscuit",))
    return chosen


def _adopt(window: MainWindow, photos: list[int], version: str, name: str) -> None:
    """Let a version guess a label of photos, and of the first one another that is less likely."""
    library = window.context.library
    contents = [library.browse.content_ids([photo])[0] for photo in photos]
    found = {content: [Guess(name, 0.8, True)] for content in contents}
    found[contents[0]].append(Guess("another", 0.7, True))
    library.guesses.add(version, len(contents), found)
    library.slots.switch("labels", version)
    window._refresh_all()


def _guesses(window: MainWindow, photo: int) -> tuple[str, ...]:
    row = window.library_page.grid.photos.row(photo)
    return row.guesses[:1] if row is not None else ()


def _said(window: MainWindow, photo: int) -> tuple[list[str], tuple[str, ...]]:
    """Return the labels of a photo, and those that the user denied it."""
    library = window.context.library
    (content_id,) = library.browse.content_ids([photo])
    said = library.annotations.of([content_id])[content_id]
    return [label.name for label in said.labels], said.rejected


def test_y_and_n_answer_and_go_to_the_next_photo_with_a_guess(
    main_window: MainWindow, guessed: list[int], qtbot: QtBot
) -> None:
    window, grid = main_window, main_window.library_page.grid
    grid.setFocus()
    grid.set_current_id(guessed[0])
    press(qtbot, Key.Key_Y)
    qtbot.waitUntil(lambda: grid.current_id == guessed[1])
    assert grid.selected_ids == [guessed[1]]
    assert _said(window, guessed[0]) == (["Biscuit"], ()), "the likeliest guess"
    press(qtbot, Key.Key_N)
    qtbot.waitUntil(lambda: grid.current_id == guessed[2])
    assert _said(window, guessed[1]) == ([], ("Biscuit",))
    assert "“Biscuit”" in window.toast._text.text()
    # The tiles follow.
    qtbot.waitUntil(lambda: _guesses(window, guessed[0]) == ("another",))
    qtbot.waitUntil(lambda: _guesses(window, guessed[1]) == ())
    window.actions_by_name["undo"].trigger()
    qtbot.waitUntil(lambda: _said(window, guessed[1]) == ([], ()))
    qtbot.waitUntil(lambda: _guesses(window, guessed[1]) == ("Biscuit",))
    assert grid.current_id == guessed[2]


def test_all_chosen_photos_are_answered_at_once(
    main_window: MainWindow, guessed: list[int], qtbot: QtBot
) -> None:
    window, grid = main_window, main_window.library_page.grid
    grid.setFocus()
    grid.select_ids(grid.photos.ids[:4].tolist())  # two of them have a guess
    press(qtbot, Key.Key_Y)
    qtbot.waitUntil(lambda: grid.selected_ids == [guessed[2]])
    assert window.toast._text.text() == "Labelled 2 photos “Biscuit”."
    labels = window.context.library.annotations.label_counts
    assert labels() == {"Biscuit": 2}
    window.toast._on_action()
    qtbot.waitUntil(lambda: labels() == {})


def test_without_a_guess_nothing_happens_but_a_word(
    main_window: MainWindow, guessed: list[int], qtbot: QtBot
) -> None:
    window, grid = main_window, main_window.library_page.grid
    grid.setFocus()
    grid.set_current_id(int(grid.photos.ids[0]))
    press(qtbot, Key.Key_Y)
    qtbot.waitUntil(lambda: window.toast._text.text() == "Nothing is guessed here.")
    assert grid.current_id == int(grid.photos.ids[0])
    assert window.user_data.edits.undo_text == ""


def test_keys_answer_in_the_viewer(
    main_window: MainWindow, guessed: list[int], qtbot: QtBot
) -> None:
    window, viewer = main_window, main_window.viewer
    window.navigation.open_viewer(guessed[2])
    qtbot.waitUntil(viewer.canvas.hasFocus)
    press(qtbot, Key.Key_Y)
    qtbot.waitUntil(lambda: viewer.current_id == guessed[3])
    assert _said(window, guessed[2]) == (["Biscuit"], ())
    press(qtbot, Key.Key_N)  # the last one: there is nothing to go to
    qtbot.waitUntil(lambda: _said(window, guessed[3]) == ([], ("Biscuit",)))
    assert viewer.current_id == guessed[3]


def test_the_filtered_label_is_answered(
    main_window: MainWindow, guessed: list[int], qtbot: QtBot
) -> None:
    window, grid = main_window, main_window.library_page.grid
    shown = grid.photos
    labels = window.sidebar.label_list
    qtbot.waitUntil(lambda: labels.model.index_of("another").isValid())
    labels._on_chosen("another")  # the less likely guess of one photo
    qtbot.waitUntil(lambda: shown.ids.tolist() == guessed[:1])
    grid.setFocus()
    grid.set_current_id(guessed[0])
    press(qtbot, Key.Key_N)
    qtbot.waitUntil(lambda: _said(window, guessed[0]) == ([], ("another",)))
    # Nothing is called so any more: all photos come back, and the label goes.
    qtbot.waitUntil(lambda: len(shown.ids) > len(guessed), timeout=10_000)
    assert not labels.model.index_of("another").isValid()


def test_another_version_shows_its_guesses_everywhere(
    main_window: MainWindow, guessed: list[int], qtbot: QtBot
) -> None:
    window, page = main_window, main_window.library_page
    page.show_inspector(True)
    page.grid.set_current_id(guessed[1])
    panel = window.user_data.annotating.in_library.one
    listed = window.sidebar.label_list.model

    def asked() -> list[str]:
        chips = [chip for chip in panel.guesses.findChildren(GuessChip) if chip.isVisible()]
        return [chip.findChildren(type(panel._captioned))[0].text() for chip in chips]

    qtbot.waitUntil(lambda: asked() == ["Biscuit?"])
    _adopt(window, guessed, "v2", "dog")
    qtbot.waitUntil(lambda: asked() == ["dog?"], timeout=10_000)
    qtbot.waitUntil(lambda: _guesses(window, guessed[1]) == ("dog",))
    qtbot.waitUntil(lambda: listed.index_of("dog").isValid())
    assert not listed.index_of("Biscuit").isValid()
    window.context.library.slots.switch("labels", "")  # rolled back to none
    window._refresh_all()
    qtbot.waitUntil(lambda: asked() == [], timeout=10_000)
    qtbot.waitUntil(lambda: _guesses(window, guessed[1]) == ())
    qtbot.waitUntil(lambda: listed.rowCount() == 0)


def test_a_tile_speaks_its_guess(main_window: MainWindow, guessed: list[int], qtbot: QtBot) -> None:
    photos = main_window.library_page.grid.photos
    index = photos.index(photos.place_of(guessed[1]) or 0)
    assert ", guess: Biscuit" in index.data(Qt.ItemDataRole.AccessibleTextRole)
