from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from engine.catalog.unread import UnreadKind
from imgtext_desktop.context import Context
from imgtext_desktop.problems.model import Column, ProblemsModel, Role
from tests.desktop.ledger import add_failed, add_skipped


def _model(context: Context, qtbot: QtBot, kind: UnreadKind) -> ProblemsModel:
    model = ProblemsModel(context.library.files, context.library.unread, context.jobs)
    with qtbot.waitSignal(model.listed):
        model.show_kind(kind)
    return model


def test_rows_come_when_they_are_looked_at(context: Context, qtbot: QtBot) -> None:
    reasons = {b"a\xff.jpg": "The file is empty.", b"b.jpg": "The file is no longer there."}
    add_failed(context.library, b"/home/ada/Pictures", reasons)
    model = _model(context, qtbot, UnreadKind.FAILED)
    # Made late: it looks at every row, and here the first look is the point.
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    assert model.rowCount() == 2
    with qtbot.waitSignal(model.dataChanged):
        assert model.index(0, 0).data() is None
    assert model.index(0, Column.FILE).data() == "a\N{REPLACEMENT CHARACTER}.jpg"
    assert model.index(0, Column.WRONG).data() == "The file is empty."
    assert model.index(0, Column.ADVICE).data() == "Restore it from a backup"
    row = model.index(0, 0).data(Role.RowRole)
    assert row.path == b"/home/ada/Pictures/2024/a\xff.jpg"
    assert "Pictures/2024" in model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_many_files_cost_only_the_pages_in_sight(context: Context, qtbot: QtBot) -> None:
    add_skipped(context.library, b"/home/ada/Pictures", 20_000)
    model = _model(context, qtbot, UnreadKind.SKIPPED)
    assert model.rowCount() == 20_000
    for row in (0, 19_999, 10_000):
        with qtbot.waitSignal(model.dataChanged):
            model.index(row, 0).data()
        assert model.index(row, 0).data() == f"{row:06}.txt"
    assert sum(len(page) for page in model._pages.values()) < 1000
    for row in range(0, 20_000, 128):  # a long scroll forgets what is out of sight
        model.index(row, 0).data()
    qtbot.waitUntil(lambda: not model._asked)
    assert sum(len(page) for page in model._pages.values()) < 5000


def test_rows_of_an_older_list_are_dropped(context: Context, qtbot: QtBot) -> None:
    add_failed(context.library, b"/photos", {b"a.jpg": "The file is empty."})
    add_skipped(context.library, b"/others", 3)
    model = _model(context, qtbot, UnreadKind.FAILED)
    model.index(0, 0).data()  # asked for, and not awaited
    with qtbot.waitSignal(model.listed):
        model.show_kind(UnreadKind.SKIPPED)
    qtbot.waitUntil(lambda: model.index(2, 0).data() == "000002.txt")
    assert model.index(0, 0).data() == "000000.txt"
