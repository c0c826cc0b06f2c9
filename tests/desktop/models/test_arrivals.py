"""Models on their way: a download that is cut, stopped and goes on, a row each."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from engine.errors import ModelError
from engine.jobs import Job, Progress
from engine.library import Library
from engine.models.versions import COPYING, Card
from imgtext_desktop.context import Context
from imgtext_desktop.models.arrivals import Arrivals
from imgtext_desktop.models.changes import VersionChanges
from imgtext_desktop.models.page import ModelsPage
from tests.checkpoints import make_clip
from tests.desktop.models.conftest import shown_text
from tests.hub_server import MODEL, Server, served

Open = Callable[[], ModelsPage]


@pytest.fixture
def server(tmp_path: Path, changes: VersionChanges) -> Iterator[Server]:
    if sys.platform == "win32":
        pytest.skip("needs Unix sockets")
    with served(make_clip(tmp_path / "hub" / "tiny-clip"), tmp_path / "s") as (server, hub):
        changes.arrivals.hub = hub
        yield server


def test_a_download_is_cut_stopped_and_goes_on(
    server: Server,
    opened: Open,
    context: Context,
    library: Library,
    changes: VersionChanges,
    *,
    qtbot: QtBot,
) -> None:
    page = opened()
    rows = page.arrival_list
    assert not rows.isVisible()
    server.cut_after = 50_000
    changes.arrivals.download(MODEL, "Tiny CLIP")
    assert rows.rows[0].button.text() == "Cancel"
    qtbot.waitUntil(lambda: rows.rows[0].button.text() == "Resume")
    assert "stopped at" in shown_text(rows)
    assert not library.learning.versions()

    # The next day it is still there, and goes on; stopped by the user, it stays.
    again = Arrivals(context, page)
    with qtbot.waitSignal(again.changed):
        again.refresh()
    assert [arrival.key for arrival in again.all] == [MODEL]
    server.cut_after = None
    server.goes_on.clear()
    server.asked.clear()
    rows.rows[0].button.click()
    qtbot.waitUntil(lambda: any("safetensors" in place for place, _ in server.asked))
    rows.rows[0].button.click()
    server.goes_on.set()
    qtbot.waitUntil(lambda: rows.rows[0].button.text() == "Resume")
    assert "goes on where it was" in shown_text(rows)
    assert not library.learning.versions()

    rows.rows[0].button.click()
    qtbot.waitUntil(lambda: len(page.list.rows) == 2, timeout=60_000)
    qtbot.waitUntil(lambda: not rows.isVisible())
    assert "Tiny CLIP" in shown_text(page.list)
    starts = [wanted for place, wanted in server.asked if place.endswith(".safetensors")]
    assert starts[0] == "bytes=50000-"


def test_a_download_that_cannot_begin_says_why_and_is_given_up(
    server: Server, opened: Open, changes: VersionChanges, qtbot: QtBot
) -> None:
    page = opened()
    model = "openai/clip-vit-base-patch32"
    (button,) = (
        button
        for button in page.add_cards.findChildren(QPushButton)
        if button.accessibleName().startswith("Download CLIP")
    )
    changes.arrivals.download(model, "CLIP")
    assert not button.isEnabled(), "it is under way"
    rows = page.arrival_list
    qtbot.waitUntil(lambda: rows.rows[0].button.text() == "Resume")
    assert "The hub does not give openai/clip-vit-base-patch32" in shown_text(rows)
    assert button.isEnabled()
    rows.rows[0].forget_button.click()
    qtbot.waitUntil(lambda: not rows.isVisible())


def test_copying_a_folder_can_be_stopped(
    opened: Open, changes: VersionChanges, qtbot: QtBot, tmp_path: Path
) -> None:
    closed = []

    def take(_: Path) -> Job[Card]:
        try:
            while True:
                yield Progress(COPYING, done=3, total=605)
        except GeneratorExit:
            closed.append(True)
            raise
        raise ModelError("it ends only when it is closed")

    page = opened()
    changes.arrivals.take(tmp_path / "model", take)
    rows = page.arrival_list
    qtbot.waitUntil(lambda: "3 MB of 605 MB" in shown_text(rows))
    assert "Copying into the library" in shown_text(rows)
    assert rows.rows[0].button.toolTip() == "Stop; nothing of it is kept"
    rows.rows[0].button.click()
    qtbot.waitUntil(lambda: not rows.isVisible())
    assert closed
