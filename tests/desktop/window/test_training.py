"""The page of training in the window, and a window that is closed while the program learns."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from engine.jobs import Job, Progress
from engine.training.runs import Run
from imgtext_desktop.main_window import MainWindow
from tests.desktop.viewer.filled_library import fill


def waits() -> Job[Run]:
    """Read photos for as long as one likes."""
    never = Event()
    while not never.wait(0.01):
        yield Progress("learning")
    raise AssertionError


@pytest.fixture
def learning(main_window: MainWindow) -> Iterator[MainWindow]:
    """The window while a run is going on."""
    main_window.learning.supervisor._begin("baseline-classifier", waits)
    yield main_window
    main_window.learning.close()


def question(window: MainWindow, qtbot: QtBot) -> QMessageBox:
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "closeWhileTraining") is not None)
    box = window.findChild(QMessageBox, "closeWhileTraining")
    assert box is not None
    return box


def test_the_page_is_made_at_the_first_visit(main_window: MainWindow, qtbot: QtBot) -> None:
    assert main_window.findChild(QWidget, "trainPage") is None
    main_window.actions_by_name["showTraining"].trigger()
    page = main_window.findChild(QWidget, "trainPage")
    assert page is not None
    assert page.isVisible()
    assert main_window.navigation.buttons["showTraining"].isChecked()
    for name in ("startTrainingButton", "cancelTrainingButton", "adoptButton", "lossChart"):
        assert page.findChild(QWidget, name) is not None
    main_window.navigation.show_library()
    main_window.navigation.show_training()
    assert page.isVisible()


def test_photos_are_looked_for_that_may_be_worth_a_label(
    main_window: MainWindow, qtbot: QtBot
) -> None:
    main_window.navigation.show_training()
    main_window.learning.page.label_requested.emit("")
    assert main_window.library_page.isVisible()


def test_a_guess_that_is_answered_is_a_label_and_can_be_undone(
    main_window: MainWindow, photos: list[Path], qtbot: QtBot
) -> None:
    library = main_window.context.library
    fill(library, photos[0].parent)
    (content, *_) = library.photos.all_hashes()
    main_window.navigation.show_training()
    main_window.learning.page.guess_answered.emit(content, "Biscuit", True)
    qtbot.waitUntil(lambda: library.annotations.label_counts() == {"Biscuit": 1})
    main_window.user_data.edits.undo()
    qtbot.waitUntil(lambda: not library.annotations.label_counts())
    main_window.learning.page.guess_answered.emit(content, "Biscuit", False)
    text = "Noted that a photo is not “Biscuit”"
    qtbot.waitUntil(lambda: main_window.user_data.edits.undo_text == text)


def test_closing_asks_once_and_may_be_taken_back(learning: MainWindow, qtbot: QtBot) -> None:
    learning.close()
    learning.close()
    assert learning.isVisible()
    box = question(learning, qtbot)
    assert len(learning.findChildren(QMessageBox, "closeWhileTraining")) == 1
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    QApplication.processEvents()
    assert learning.isVisible()
    assert learning.learning.supervisor.is_running
    assert not learning.learning.supervisor.is_last_round


def test_it_closes_when_the_round_is_done(learning: MainWindow, qtbot: QtBot) -> None:
    learning.close()
    qtbot.keyClick(question(learning, qtbot), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: learning.learning.supervisor.is_last_round)
    assert learning.isVisible()
    with qtbot.waitSignal(learning.closed):
        learning.learning.supervisor.stop()  # as the process does at the end of the round


def test_it_stops_at_once_where_that_is_asked_for(learning: MainWindow, qtbot: QtBot) -> None:
    learning.close()
    box = question(learning, qtbot)
    (now,) = [b for b in box.findChildren(QPushButton) if b.text() == "Stop now"]
    with qtbot.waitSignal(learning.closed):
        now.click()
