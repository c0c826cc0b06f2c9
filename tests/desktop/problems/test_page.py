import os
import time
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton, QStackedWidget
from pytestqt.qtbot import QtBot

from engine.catalog.unread import UnreadKind
from imgtext_desktop.context import Context
from imgtext_desktop.problems.ledger_bar import part_widths
from imgtext_desktop.problems.model import tried_text
from imgtext_desktop.problems.page import ProblemsPage
from imgtext_desktop.theme import Appearance
from tests.conftest import DrawPhoto
from tests.desktop.ledger import add_failed, add_scanned, add_skipped, scan_again

MakePage = Callable[[], ProblemsPage]

REASONS = {
    b"a.jpg": "The file is empty.",
    b"b#1 %20.jpg": "You may not read this file: change its permissions or its folder's.",
}


@pytest.fixture
def make_page(context: Context, qtbot: QtBot) -> Iterator[MakePage]:
    """Return what opens the page; it lives until the jobs are closed, as in the window."""
    pages: list[ProblemsPage] = []

    def make() -> ProblemsPage:
        page = ProblemsPage(context)
        pages.append(page)
        qtbot.addWidget(page)
        page.resize(1000, 700)
        page.show()
        _refresh(page, qtbot)
        return page

    yield make
    context.jobs.close()


def _refresh(page: ProblemsPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.model.listed):
        page.refresh()
    qtbot.waitUntil(lambda: page.model.rowCount() == 0 or page._current is not None)


def _shown_text(page: ProblemsPage) -> str:
    widgets = [*page.findChildren(QLabel), *page.findChildren(QPushButton)]
    return "\n".join(widget.text() for widget in widgets if widget.isVisible())


def test_every_file_is_counted_and_listed(
    context: Context, qtbot: QtBot, make_page: MakePage
) -> None:
    add_failed(context.library, b"/home/ada/Pictures", REASONS)
    add_skipped(context.library, b"/home/ada/Papers", 3)
    page = make_page()
    assert page.objectName() == "problemsPage"
    qtbot.waitUntil(lambda: "Try all 2 again" in _shown_text(page))
    assert "2 cannot be read" in page._bar.accessibleName()
    assert "3 skipped; 5 files in all" in page._bar.accessibleName()
    assert page.tabs.button(UnreadKind.FAILED).text() == "Cannot be read  2"
    with qtbot.waitSignal(page.model.listed):
        qtbot.mouseClick(page.tabs.button(UnreadKind.SKIPPED), Qt.MouseButton.LeftButton)
    assert page.model.rowCount() == 3
    assert "Try all" not in _shown_text(page)  # a file that is no photo is not tried again
    qtbot.waitUntil(lambda: page._current is not None)
    with qtbot.waitSignal(page.model.listed):
        qtbot.mouseClick(page.tabs.button(UnreadKind.FAILED), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page._current is not None and page._current.name == b"a.jpg")


def test_an_offline_disk_has_its_own_tab(
    context: Context,
    qtbot: QtBot,
    make_page: MakePage,
    draw_photo: DrawPhoto,
    expected_log: list[str],
) -> None:
    tmp_path = context.library.folder.parent
    expected_log.append("is offline")
    draw_photo(tmp_path / "disk" / "a.png", 1)
    add_scanned(context.library, tmp_path / "disk")
    (tmp_path / "disk").rename(tmp_path / "away")
    scan_again(context.library)
    page = make_page()
    assert "Every file could be read." in _shown_text(page)
    with qtbot.waitSignal(page.model.listed):
        page.show_kind(UnreadKind.OFFLINE)
    qtbot.waitUntil(lambda: "The folder is not there." in _shown_text(page))
    assert "Show in folder" not in _shown_text(page)


def test_everything_works_by_key(context: Context, qtbot: QtBot, make_page: MakePage) -> None:
    add_failed(context.library, b"/home/ada/Pictures", REASONS)
    page = make_page()
    page.activateWindow()
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_Down)
    path = os.path.join(b"/home/ada/Pictures", b"2024", b"b#1 %20.jpg")
    with qtbot.waitSignal(page.retry_requested) as retried:
        qtbot.keyClick(page.table, Qt.Key.Key_R)
    assert retried.args == [[path]]
    with qtbot.waitSignal(page.folder_requested) as shown:
        qtbot.keyClick(page.table, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert shown.args == [path]
    qtbot.waitUntil(page._all_action.isEnabled)
    with qtbot.waitSignal(page.retry_requested) as all_retried:
        qtbot.keyClick(page.table, Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
    assert all_retried.args == [None]
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    with qtbot.waitSignal(context.notifier.posted):
        qtbot.keyClick(page.table, Qt.Key.Key_C, both)
    text = QGuiApplication.clipboard().text()
    assert "b#1 %20.jpg" in text
    assert REASONS[b"b#1 %20.jpg"] in text


def test_the_chosen_file_stays_chosen_while_others_come(
    context: Context, qtbot: QtBot, make_page: MakePage
) -> None:
    add_failed(context.library, b"/home/ada/Pictures", REASONS)
    page = make_page()
    page.table.selectRow(1)
    qtbot.waitUntil(lambda: page._current is not None)
    add_failed(context.library, b"/home/ada/Pictures", {b"aa.jpg": "The file is empty."})
    _refresh(page, qtbot)
    assert page.model.rowCount() == 3
    assert page._current is not None
    assert page._current.name == b"b#1 %20.jpg"
    with qtbot.assertNotEmitted(page.model.modelReset):
        _refresh(page, qtbot)  # nothing has changed, so nothing moves
    assert page.table.currentIndex().row() == 2


def test_it_can_be_small_and_dark(context: Context, qtbot: QtBot, make_page: MakePage) -> None:
    add_failed(context.library, b"/home/ada/Pictures", {b"x" * 240 + b".jpg": "The file is empty."})
    page = make_page()
    assert page.minimumSizeHint().width() <= 896  # 960 less the narrow sidebar
    light = page.grab().toImage().pixelColor(2, 2)
    context.theme.apply(Appearance.DARK)
    assert page.grab().toImage().pixelColor(2, 2) != light


def _names(page: ProblemsPage) -> list[bytes]:
    rows = page._context.library.files.rows(page.model.ids.tolist())
    return [rows[file_id].name for file_id in page.model.ids.tolist()]


def test_files_are_grouped_by_reason_and_one_reason_can_be_chosen(
    context: Context, qtbot: QtBot, make_page: MakePage
) -> None:
    empty, cut = "The file is empty.", "You may not read this file: change its permissions."
    add_failed(context.library, b"/photos", {b"a.jpg": empty, b"b.jpg": cut, b"c.jpg": empty})
    page = make_page()
    qtbot.waitUntil(page.reason_button.isVisible)
    assert _names(page) == [b"a.jpg", b"c.jpg", b"b.jpg"], "most frequent first"
    menu = page.reason_button.build_menu()
    assert [action.text() for action in menu.actions()] == [
        "All reasons\t3",
        "The file is empty.\t2",
        "You may not read this file.\t1",
    ]
    with qtbot.waitSignal(page.model.listed):
        menu.actions()[1].trigger()
    assert _names(page) == [b"a.jpg", b"c.jpg"]
    qtbot.waitUntil(lambda: "Try all 2 again" in _shown_text(page))
    with qtbot.waitSignal(page.retry_requested) as retried:
        page._all_action.trigger()
    assert retried.args == [[b"/photos/2024/a.jpg", b"/photos/2024/c.jpg"]]
    assert page.tabs.button(UnreadKind.FAILED).text() == "Cannot be read  3"


def test_a_selection_is_ignored_and_listed_again(
    context: Context, qtbot: QtBot, make_page: MakePage
) -> None:
    reasons = dict.fromkeys((b"a.jpg", b"b.jpg", b"c.jpg"), "The file is empty.")
    add_failed(context.library, b"/photos", reasons)
    posted = []
    context.notifier.posted.connect(posted.append)
    page = make_page()
    page.activateWindow()
    assert not page.tabs.button(UnreadKind.IGNORED).isVisible()
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert "2 files are chosen" in _shown_text(page)
    counted: list[int] = []
    page.counted.connect(counted.append)
    qtbot.keyClick(page.table, Qt.Key.Key_I)
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    qtbot.waitUntil(lambda: counted[-1:] == [1])
    assert page.tabs.button(UnreadKind.IGNORED).text() == "Ignored  2"
    assert "3 cannot be read" in page._bar.accessibleName(), "the bar adds up as before"
    with qtbot.waitSignal(page.model.listed):
        qtbot.mouseClick(page.tabs.button(UnreadKind.IGNORED), Qt.MouseButton.LeftButton)
    assert _names(page) == [b"a.jpg", b"b.jpg"]
    qtbot.waitUntil(lambda: page._current is not None)
    with qtbot.waitSignal(page.retry_requested) as retried:
        page._all_action.trigger()
    assert len(retried.args[0]) == 2
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_I)
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    assert posted[-1].text == "1 files are listed again."
    assert posted[-1].action is not None
    posted[-1].action()
    qtbot.waitUntil(lambda: page.model.rowCount() == 2)
    assert len(posted) == 2, "an undo is not told"


def test_the_list_is_exported(
    context: Context, qtbot: QtBot, make_page: MakePage, tmp_path_factory: pytest.TempPathFactory
) -> None:
    add_failed(context.library, b"/photos", REASONS)
    page = make_page()
    table = tmp_path_factory.mktemp("elsewhere") / "list.csv"
    with qtbot.waitSignal(context.notifier.posted) as posted:
        page.export.write(str(table))
    assert posted.args[0].text == f"2 files are listed in {table}."
    assert len(table.read_text().splitlines()) == 3
    with qtbot.waitSignal(context.notifier.posted) as posted:
        page.export.write(str(table.parent / "none" / "list.csv"))
    assert "cannot be written" in posted.args[0].text
    page.activateWindow()
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    (dialog,) = page.findChildren(QFileDialog)
    assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    dialog.reject()


def test_the_buttons_stand_below_the_tabs_where_there_is_little_room(
    context: Context, qtbot: QtBot
) -> None:
    reasons = {b"a.jpg": "The file is empty.", b"b.jpg": "It is cut.", b"c.jpg": "It is cut."}
    add_failed(context.library, b"/photos", reasons)
    context.library.unread.set_ignored(
        context.library.unread.ids(UnreadKind.FAILED, "The file is empty.").tolist(), True
    )
    add_failed(context.library, b"/others", {b"d.jpg": "It is too large."})
    pages = QStackedWidget()  # as in the window
    qtbot.addWidget(pages)
    page = ProblemsPage(context)
    pages.addWidget(page)
    pages.resize(1300, 700)
    pages.show()
    _refresh(page, qtbot)
    qtbot.waitUntil(lambda: page.reason_button.isVisible() and page._retry_all.isVisible())
    qtbot.waitUntil(lambda: page._tools.mapTo(page, QPoint()).y() == page.tabs.y())
    assert page.minimumSizeHint().width() <= 896
    pages.resize(896, 600)
    tools, tabs = page._tools, page.tabs
    qtbot.waitUntil(lambda: tools.mapTo(page, QPoint()).y() > tabs.geometry().bottom())
    context.jobs.close()


def test_when_a_file_was_tried_is_told_in_words() -> None:
    now = time.time_ns()
    assert tried_text(now).startswith("Today ")
    assert tried_text(now - 24 * 3600 * 10**9) == "Yesterday"
    assert tried_text(0) == ""
    assert "70" in tried_text(86400 * 10**9)


def test_one_file_among_a_million_can_be_seen() -> None:
    widths = part_widths([1_000_000, 1, 3], 600)
    assert sum(widths) == 600
    assert min(widths) >= 8
    assert part_widths([], 600) == []
    assert sum(part_widths([1, 1, 1], 6)) == 6
