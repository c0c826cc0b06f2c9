"""Journeys drive the real window, with the real engine and model, and keep a picture of each step.

Pictures go to the folder that IMGTEXT_ARTIFACTS names, else to pytest's temporary folder.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from imgtext_desktop.app import build_main_window
from imgtext_desktop.main_window import MainWindow
from imgtext_desktop.preferences import window_settings
from imgtext_desktop.preferences.window_settings import WindowSettings

OpenWindow = Callable[[], MainWindow]
Shoot = Callable[[QWidget, str], None]


@pytest.fixture
def shoot(request: pytest.FixtureRequest, tmp_path: Path) -> Shoot:
    """Return ``shoot(widget, name)``, which keeps a picture."""
    folder = Path(os.environ.get("IMGTEXT_ARTIFACTS", tmp_path / "artifacts")) / request.node.name
    folder.mkdir(parents=True, exist_ok=True)

    def keep(widget: QWidget, name: str) -> None:
        QApplication.processEvents()
        assert widget.grab().save(str(folder / f"{name}.png"))

    return keep


@pytest.fixture
def open_window(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[OpenWindow]:
    """Return a function that opens the window over one library; bugs fail the test."""
    monkeypatch.setattr(
        window_settings, "window_settings_path", lambda: tmp_path / "config" / "window.json"
    )
    windows: list[MainWindow] = []
    bugs: list[Exception] = []

    def build() -> MainWindow:
        window = build_main_window(tmp_path / "library", WindowSettings())
        window.context.jobs.failed.connect(bugs.append)
        windows.append(window)
        window.resize(1440, 900)
        window.show()
        qtbot.waitExposed(window)
        return window

    yield build
    for window in windows:
        window.close()
        window.deleteLater()
    QApplication.processEvents()
    if bugs:
        raise bugs[0]
