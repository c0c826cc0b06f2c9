"""Journeys drive the real window, with the real engine and model, and keep a picture of each step.

Pictures go to the folder that IMGTEXT_ARTIFACTS names, else to pytest's temporary folder. Photos
are drawn, or, if IMGTEXT_DATA names the folder of public photos, taken from there.
"""

import json
import multiprocessing
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from imgtext_desktop.app import build_main_window
from imgtext_desktop.main_window import MainWindow
from imgtext_desktop.preferences import window_settings
from imgtext_desktop.preferences.window_settings import WindowSettings
from tests.conftest import DrawPhoto

OpenWindow = Callable[[], MainWindow]
Shoot = Callable[[QWidget, str], None]
MakePhotos = Callable[..., list[Path]]

BATCH = 8  # photos a step: a short import still has a middle
_STILL = 5  # looks in a row at which nothing is being read
_MOST_SETTLING = 300  # looks; an import never settles


@pytest.fixture
def shoot(request: pytest.FixtureRequest, tmp_path: Path, qtbot: QtBot) -> Shoot:
    """Return ``shoot(widget, name)``, which keeps a picture once what is seen has been read."""
    folder = Path(os.environ.get("IMGTEXT_ARTIFACTS", tmp_path / "artifacts")) / request.node.name
    folder.mkdir(parents=True, exist_ok=True)

    def keep(widget: QWidget, name: str) -> None:
        window = widget.window()
        if isinstance(window, MainWindow):
            _settle(window)
        QApplication.processEvents()
        assert widget.grab().save(str(folder / f"{name}.png"))

    def _settle(window: MainWindow) -> None:
        looks = still = 0

        def is_still() -> bool:
            nonlocal looks, still
            looks += 1
            still = 0 if window.context.jobs.is_reading else still + 1
            return still >= _STILL or looks >= _MOST_SETTLING

        qtbot.waitUntil(is_still, timeout=60_000)

    return keep


@pytest.fixture
def make_photos(draw_photo: DrawPhoto) -> MakePhotos:
    """Return ``make_photos(folder, numbers)``: photos in a folder, each number another one."""
    data = os.environ.get("IMGTEXT_DATA")
    public = sorted(Path(data, "imagenet").glob("*.JPEG")) if data else []

    def make(folder: Path, numbers: range) -> list[Path]:
        folder.mkdir(parents=True, exist_ok=True)
        if numbers.stop > len(public):
            return [draw_photo(folder / f"{n:03}.png", n, (320, 240)) for n in numbers]
        return [Path(shutil.copy(public[n], folder / public[n].name)) for n in numbers]

    return make


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's home with nothing in it but an empty folder of pictures."""
    home = tmp_path / "home"
    (home / "Pictures").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
    return home


@pytest.fixture
def open_window(
    qtbot: QtBot, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[OpenWindow]:
    """Return a function that opens the window over one library; bugs and leaks fail the test."""
    monkeypatch.setattr(
        window_settings, "window_settings_path", lambda: tmp_path / "config" / "window.json"
    )
    library = tmp_path / "library"
    library.mkdir(exist_ok=True)
    (library / "settings.json").write_text(json.dumps({"batch_size": BATCH}))
    windows: list[MainWindow] = []
    bugs: list[Exception] = []
    before = set(threading.enumerate())
    others = set(multiprocessing.active_children())

    def build() -> MainWindow:
        window = build_main_window(library, WindowSettings(is_inspector_shown=True))
        window.context.jobs.failed.connect(bugs.append)
        windows.append(window)
        window.resize(1440, 900)
        window.show()
        qtbot.waitExposed(window)
        return window

    yield build
    for window in filter(isValid, windows):
        window.close()
        window.deleteLater()
    QApplication.processEvents()
    if bugs:
        raise bugs[0]
    left = set(threading.enumerate()) - before
    left = {thread for thread in left if not isinstance(thread, threading._DummyThread)}
    assert not left, f"threads left behind: {left}"
    assert not set(multiprocessing.active_children()) - others
