"""Other ways to start: a second time over one library, and over a folder that cannot be used."""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from engine.library import Library
from imgtext_desktop.app import run_window
from imgtext_desktop.preferences.window_settings import WindowSettings
from imgtext_desktop.single_instance import SingleInstance
from tests.journeys.conftest import OpenWindow, Shoot
from tests.journeys.user import PATIENCE


@pytest.mark.timeout(3600)
def test_second_start_shows_the_first_window(
    open_window: OpenWindow, shoot: Shoot, qtbot: QtBot
) -> None:
    window = open_window()
    library = window.context.library.folder
    instance = SingleInstance(library)
    instance.knocked.connect(window.come_to_front)
    instance.listen()
    window.showMinimized()
    qtbot.waitUntil(window.isMinimized)
    command = [sys.executable, "-m", "imgtext_desktop", "--library", str(library)]
    second = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        qtbot.waitUntil(lambda: second.poll() is not None, timeout=PATIENCE)
    finally:
        second.kill()
        said = second.communicate()[1]
        instance.close()
    assert second.returncode == 0
    assert said == ""
    assert not window.isMinimized()
    assert window.isVisible()
    shoot(window, "1-in-front-again")


@pytest.mark.usefixtures("home")
def test_library_that_cannot_be_opened(
    qtbot: QtBot, shoot: Shoot, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file in place of the folder; a folder that a command holds; then all is well."""
    file = tmp_path / "letter.txt"
    file.write_text("no library")
    held = tmp_path / "held"
    assert str(file) in _refusal(qtbot, shoot, file, "1-a-file")
    with Library(held, writable=True):
        assert "in use" in _refusal(qtbot, shoot, held, "2-in-use")
    assert len(capsys.readouterr().err.splitlines()) == 2, "the sentence is for a terminal too"


def _refusal(qtbot: QtBot, shoot: Shoot, folder: Path, name: str) -> str:
    """Start over a folder, close the message box that must come, and return what it said."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    said: list[str] = []

    def answer() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox) and box.isVisible():
            shoot(box, name)
            said.append(box.text())
            qtbot.keyClick(box, Qt.Key.Key_Return)

    timer = QTimer()
    timer.timeout.connect(answer)
    timer.start(50)
    try:
        assert run_window(app, folder, WindowSettings()) == 1
    finally:
        timer.stop()
    assert len(said) == 1
    return said[0]
