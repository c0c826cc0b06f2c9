from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.indexing import imports as engine_imports
from engine.indexing.pipeline import ImportReport
from engine.jobs import Job, Progress
from imgtext_desktop.context import Context
from imgtext_desktop.operations.imports import Imports
from imgtext_desktop.operations.watching import Watching


class Runs:
    """Scans that go on until they are told to end; what was asked of the library, in order."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.is_over = False

    def run(self, name: str) -> Job[ImportReport]:
        self.asked.append(name)
        while not self.is_over:
            yield Progress("scanning")
        return ImportReport()


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Iterator[Runs]:
    runs = Runs()
    monkeypatch.setattr(engine_imports.Imports, "scan", lambda _: runs.run("scan"))
    monkeypatch.setattr(
        engine_imports.Imports, "scan_changes", lambda _, changes: runs.run(f"{len(changes)}")
    )
    yield runs
    runs.is_over = True


def test_what_the_user_has_stopped_stays_stopped(
    qtbot: QtBot, context: Context, runs: Runs, tmp_path: Path
) -> None:
    imports = Imports(context)
    imports.scan()
    qtbot.waitUntil(lambda: runs.asked == ["scan"])
    imports.take_up({b"/a": None})  # heard meanwhile
    with qtbot.waitSignal(imports.ended):
        context.jobs.activities[-1].cancel()
    imports.take_up({b"/b": None})  # heard afterwards
    assert not imports.is_running
    imports.scan()
    qtbot.waitUntil(lambda: runs.asked == ["scan", "scan"])
    runs.is_over = True
    qtbot.waitUntil(lambda: runs.asked == ["scan", "scan", "2"])  # now it is taken up
    qtbot.waitUntil(lambda: not imports.is_running)


def test_what_is_heard_again_and_again_is_one_run(
    qtbot: QtBot, context: Context, runs: Runs
) -> None:
    imports = Imports(context)
    imports.scan()
    qtbot.waitUntil(lambda: runs.asked == ["scan"])
    for number in range(20):
        imports.take_up({b"/%d" % number: None})
    runs.is_over = True
    qtbot.waitUntil(lambda: not imports.is_running)
    assert runs.asked == ["scan", "20"]


def test_nothing_begins_while_the_window_closes(qtbot: QtBot, context: Context, runs: Runs) -> None:
    imports = Imports(context)
    imports.scan()
    qtbot.waitUntil(lambda: runs.asked == ["scan"])
    imports.take_up({b"/a": None})
    imports.close()
    runs.is_over = True
    qtbot.waitUntil(lambda: not imports.is_running)
    imports.scan()
    assert not imports.is_running
    assert runs.asked == ["scan"]


def test_the_look_at_the_start_does_not_go_on_with_what_was_stopped(
    qtbot: QtBot, context: Context, runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    context.library.roots.add(b"/photos")
    monkeypatch.setattr(engine_imports.Imports, "add", lambda *_: runs.run("add"))
    monkeypatch.setattr(Watching, "start", lambda _: None)
    imports = Imports(context)
    imports.add([b"/photos"])
    qtbot.waitUntil(lambda: runs.asked == ["add"])
    imports.begin()
    with qtbot.waitSignal(imports.ended):
        context.jobs.activities[-1].cancel()
    assert not imports.is_running
    assert runs.asked == ["add"]
