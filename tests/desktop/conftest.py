"""What tests of the window get: a context over a fresh library; leaks and Qt warnings fail."""

import gc
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.images.reader import PictureReader
from engine.library import Library
from imgtext_desktop.context import Context
from imgtext_desktop.jobs.runner import JobRunner
from imgtext_desktop.notifier import Notifier
from imgtext_desktop.theme import Appearance, Theme


class _KeptReader(PictureReader):
    """Outlives the windows that it reads for: a process takes its time to start."""

    def close(self) -> None:
        """Override: see :func:`reader`."""


@pytest.fixture(scope="session")
def reader() -> Iterator[PictureReader]:
    """What reads pictures for every window of the tests."""
    reader = _KeptReader()
    yield reader
    PictureReader.close(reader)


@pytest.fixture
def context(qtbot: QtBot, tmp_path: Path, reader: PictureReader) -> Iterator[Context]:
    """A context over an empty library; bugs that workers meet fail the test."""
    theme = Theme()
    theme.apply(Appearance.LIGHT)
    theme.allows_motion = False  # a test looks at what is settled
    library = Library(tmp_path / "library", writable=True)
    context = Context(library, JobRunner(), Notifier(), theme, reader)
    bugs: list[Exception] = []
    context.jobs.failed.connect(bugs.append)
    yield context
    context.jobs.close()
    library.close()
    QApplication.processEvents()
    if bugs:
        raise bugs[0]


@pytest.fixture(autouse=True)
def _no_leaks(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that leaves a running thread or timer behind."""
    before = set(threading.enumerate())
    yield
    if "qtbot" not in request.fixturenames:
        return
    gc.collect()
    left = [
        thread
        for thread in threading.enumerate()
        # Threads of Qt's own pool show up as dummies and end by themselves.
        if thread not in before and not isinstance(thread, threading._DummyThread)
    ]
    assert not left, f"threads left behind: {left}"
    app = QApplication.instance()
    if app is not None:
        timers = [
            timer for timer in app.findChildren(QTimer) if timer.isActive() and timer.interval() > 0
        ]
        assert not timers, f"timers left behind: {timers}"
