"""A copy of the library is saved, and the window closes and opens again over it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from engine.library import Library
from imgtext_desktop.app import build_main_window
from imgtext_desktop.main_window import MainWindow
from imgtext_desktop.preferences import window_settings
from imgtext_desktop.preferences.window_settings import WindowSettings
from imgtext_desktop.session import Session
from tests.conftest import DrawPhoto
from tests.desktop.viewer.filled_library import fill


@pytest.fixture
def session(
    qtbot: QtBot, tmp_path: Path, draw_photo: DrawPhoto, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Session]:
    """A window over a library of three photos."""
    settings_file = tmp_path / "config" / "window.json"
    monkeypatch.setattr(window_settings, "window_settings_path", lambda: settings_file)
    monkeypatch.setattr(Library, "warm_up", lambda self: None)  # takes seconds
    folder = tmp_path / "library"
    for number in range(3):
        draw_photo(tmp_path / "Pictures" / f"{number}.png", number)
    with Library(folder, writable=True) as library:
        fill(library, tmp_path / "Pictures")
    session = Session(folder, lambda: build_main_window(folder, WindowSettings(is_animated=False)))
    monkeypatch.setattr("imgtext_desktop.operations.imports.Imports.scan", lambda self: None)
    session.open()
    yield session
    if session.window is not None:
        session.window.close()
        session.window.deleteLater()
    QApplication.processEvents()


def _window(session: Session) -> MainWindow:
    assert session.window is not None
    return session.window


def _labels(session: Session) -> dict[str, int]:
    return dict(_window(session).context.library.annotations.label_counts())


def _label(session: Session, name: str, qtbot: QtBot) -> None:
    window = _window(session)
    ids = window.context.library.browse.ids().tolist()
    window.user_data.edits.add_label(ids, name)
    qtbot.waitUntil(lambda: name in _labels(session))


def _save(session: Session, copy: Path, qtbot: QtBot) -> None:
    window = _window(session)
    window.user_data.backups.save(copy)
    qtbot.waitUntil(lambda: "is saved and checked" in window.toast._text.text())


def test_a_copy_is_restored(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    _label(session, "before", qtbot)
    _save(session, tmp_path / "copy.zip", qtbot)
    _label(session, "after", qtbot)
    old = _window(session)
    box = old.user_data.backups.ask_to_restore(tmp_path / "copy.zip")
    (restore,) = [b for b in box.buttons() if b.text() == "Restore"]
    with qtbot.waitSignal(session.opened):
        restore.click()
    assert _window(session) is not old
    assert _labels(session) == {"before": 3}
    qtbot.waitUntil(_window(session).isVisible)
    assert list((tmp_path / "library" / "backups").iterdir()), "what was there is kept"
    _label(session, "again", qtbot)


def test_nothing_happens_without_a_yes(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    _save(session, tmp_path / "copy.zip", qtbot)
    _label(session, "after", qtbot)
    box = _window(session).user_data.backups.ask_to_restore(tmp_path / "copy.zip")
    QTest.keyClick(box, Qt.Key.Key_Return)  # what comes first is to leave it
    QApplication.processEvents()
    assert _window(session).isVisible()
    assert _labels(session) == {"after": 3}


def test_a_damaged_copy_leaves_the_library_as_it_is(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    _label(session, "mine", qtbot)
    copy = tmp_path / "copy.zip"
    _save(session, copy, qtbot)
    with copy.open("r+b") as stream:
        stream.truncate(os.path.getsize(copy) // 2)
    with qtbot.waitSignal(session.opened):
        session.restore(copy)
    qtbot.waitUntil(lambda: bool(_window(session).findChildren(QMessageBox)))
    (box,) = _window(session).findChildren(QMessageBox)
    assert "is damaged or no saved copy of a library" in box.text()
    box.accept()
    assert _labels(session) == {"mine": 3}
