"""A library with versions that need neither torch nor seconds."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from engine.library import Library
from imgtext_desktop.context import Context
from imgtext_desktop.models.changes import VersionChanges
from imgtext_desktop.models.page import ModelsPage
from imgtext_desktop.models.version_row import VersionRow
from tests.conftest import DrawPhoto
from tests.engine.training.tiny_library import know_colours, take_up

COUNT = 12
WARM, COLD = {"warm": (1.0, 0.0, -1.0)}, {"cold": (-1.0, 0.0, 1.0)}


@pytest.fixture
def library(
    context: Context, tmp_path: Path, draw_photo: DrawPhoto, monkeypatch: pytest.MonkeyPatch
) -> Library:
    """A library of twelve photos."""
    know_colours(monkeypatch)
    for number in range(COUNT):
        draw_photo(tmp_path / "photos" / f"{number:02}.png", number)
    take_up(context.library, tmp_path / "photos")
    return context.library


@pytest.fixture
def changes(context: Context) -> Iterator[VersionChanges]:
    changes = VersionChanges(context, context.jobs)
    yield changes
    changes.finish()


@pytest.fixture
def page(context: Context, library: Library, changes: VersionChanges) -> Iterator[ModelsPage]:
    """The page; :func:`opened` shows it once there are versions."""
    page = ModelsPage(context, changes, library.learning.take)
    page.resize(1200, 800)
    yield page
    page.close()
    page.deleteLater()
    QApplication.processEvents()


@pytest.fixture
def opened(page: ModelsPage, qtbot: QtBot) -> Callable[[], ModelsPage]:
    """Return what shows the page and waits until it has read the versions."""

    def show() -> ModelsPage:
        page.show()
        page.activateWindow()
        qtbot.waitUntil(lambda: any(row.isVisible() for row in page.list.rows))
        return page

    return show


def row_of(page: ModelsPage, version: str) -> VersionRow:
    """Return the row of a version."""
    return next(row for row in page.list.rows if row.line.name == version)


def shown_text(widget: QWidget) -> str:
    """Return all that can be read on a widget."""
    widgets = [*widget.findChildren(QLabel), *widget.findChildren(QPushButton)]
    return "\n".join(child.text() for child in widgets if child.isVisible())
