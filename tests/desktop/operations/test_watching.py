import os
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.indexing.watch import Pace
from imgtext_desktop.context import Context
from imgtext_desktop.operations.imports import Imports
from imgtext_desktop.operations.watching import Watching
from tests.desktop.ledger import add_scanned

FAST = Pace(quiet=0.3, longest=1.0, look=0.2, rare=3600.0)


@pytest.fixture
def top(tmp_path: Path) -> Path:
    top = tmp_path / "photos"
    top.mkdir()
    return top


def test_a_new_photo_is_told_of_until_it_is_stopped(
    context: Context, qtbot: QtBot, top: Path
) -> None:
    add_scanned(context.library, top)
    watching = Watching(context, pace=FAST)
    told: list[dict[bytes, object]] = []
    watching.changed.connect(told.append)
    watching.start()
    watching.start()
    assert len(context.jobs.activities) == 1

    def is_told() -> bool:
        (top / "new.jpg").write_bytes(b"x")
        return bool(told)

    qtbot.waitUntil(is_told, timeout=30_000)
    assert told[0].keys() == {os.fsencode(top)}
    watching.stop()
    qtbot.waitUntil(lambda: not watching.is_running, timeout=30_000)
    told.clear()
    watching.start()
    qtbot.waitUntil(is_told, timeout=30_000)
    # The runner stops it on its own when the window closes: the fixture closes it.


def test_changes_are_taken_up_by_an_import(context: Context, qtbot: QtBot, top: Path) -> None:
    add_scanned(context.library, top)
    (top / "notes.txt").write_bytes(b"x")
    imports = Imports(context)
    with qtbot.waitSignal(imports.ended, timeout=60_000):
        imports.take_up({os.fsencode(top): None})
    assert context.library.files.counts().total() == 1
