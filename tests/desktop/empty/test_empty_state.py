import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from imgtext_desktop.context import Context
from imgtext_desktop.empty import empty_state
from imgtext_desktop.empty.empty_state import EmptyState
from imgtext_desktop.empty.no_match_state import NoMatchState
from imgtext_desktop.empty.pictures_folder import PictureCount


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale("en_US"))
    yield
    QLocale.setDefault(before)


@pytest.fixture
def pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's own folder of pictures; missing at first."""
    folder = tmp_path / "Pictures #1"
    monkeypatch.setattr(
        empty_state, "pictures_folder", lambda: os.fsencode(folder) if folder.exists() else None
    )
    return folder


@pytest.fixture
def make_state(context: Context, qtbot: QtBot) -> Iterator[Callable[[], EmptyState]]:
    states: list[EmptyState] = []

    def make() -> EmptyState:
        state = EmptyState(context)
        states.append(state)
        qtbot.addWidget(state)
        state.resize(900, 600)
        state.show()
        return state

    yield make
    context.jobs.close()


def _text(widget: QWidget) -> str:
    parts = [*widget.findChildren(QLabel), *widget.findChildren(QPushButton)]
    return "\n".join(part.text() for part in parts if part.isVisible())


def test_the_pictures_folder_is_suggested_with_its_count(
    qtbot: QtBot, make_state: Callable[[], EmptyState], pictures: Path
) -> None:
    pictures.mkdir()
    for number in range(3):
        (pictures / f"{number}.jpg").touch()
    state = make_state()
    assert state.objectName() == "emptyState"
    add = state.findChild(QPushButton, "addPicturesButton")
    qtbot.waitUntil(add.isVisible)
    assert f"{pictures} · about 3 photos" in _text(state)
    assert "Teach" not in _text(state)  # nothing learns yet
    with qtbot.waitSignal(state.folder_add_requested) as added:
        qtbot.keyClick(add, Qt.Key.Key_Space)
    assert added.args == [os.fsencode(pictures)]


def test_without_pictures_any_folder_is_asked_for(
    qtbot: QtBot, make_state: Callable[[], EmptyState], pictures: Path
) -> None:
    state = make_state()
    assert "Choose a folder of photos" in _text(state)
    assert "Pictures" not in _text(state)
    with qtbot.waitSignal(state.choose_requested):
        qtbot.mouseClick(
            state.findChild(QPushButton, "chooseFolderButton"), Qt.MouseButton.LeftButton
        )


def test_a_count_that_was_cut_short_says_more_than(
    make_state: Callable[[], EmptyState], pictures: Path
) -> None:
    state = make_state()
    state._on_looked((b"/home/ada/Pictures", PictureCount(20_000, is_all=False)))
    assert "more than 20,000 photos" in _text(state)


def test_no_match_says_why_and_offers_ways_on(context: Context, qtbot: QtBot) -> None:
    state = NoMatchState(context)
    qtbot.addWidget(state)
    state.show()
    assert state.objectName() == "noMatchState"
    assert "Show all folders" not in _text(state)
    state.explain(place_name="Alps", waiting=8)
    assert "No photo in “Alps” can be searched yet." in _text(state)
    assert "8 photos are not ready yet and were not searched." in _text(state)
    buttons = {b.text(): b for b in state.findChildren(QPushButton)}
    with qtbot.waitSignal(state.all_folders_requested):
        qtbot.mouseClick(buttons["Show all folders"], Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(state.clear_requested):
        qtbot.mouseClick(buttons["Clear search"], Qt.MouseButton.LeftButton)
    state.explain(place_name="Alps", label="Biscuit", has_query=False)
    assert "No photo in “Alps” is labelled “Biscuit”." in _text(state)
    assert not buttons["Clear search"].isVisible()
    assert buttons["Show all folders"].text() == "Show all photos"
    state.explain(label="Biscuit")
    assert "No photo that is labelled “Biscuit” can be searched yet." in _text(state)
