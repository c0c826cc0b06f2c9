import os
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from engine.catalog.records import FileState
from imgtext_desktop.context import Context
from imgtext_desktop.problems.ledger_bar import part_widths
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
    assert page.tabs.button(FileState.FAILED).text() == "Cannot be read  2"
    with qtbot.waitSignal(page.model.listed):
        qtbot.mouseClick(page.tabs.button(FileState.SKIPPED), Qt.MouseButton.LeftButton)
    assert page.model.rowCount() == 3
    assert "Try all" not in _shown_text(page)  # a file that is no photo is not tried again


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
        page.show_state(FileState.OFFLINE)
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


def test_one_file_among_a_million_can_be_seen() -> None:
    widths = part_widths([1_000_000, 1, 3], 600)
    assert sum(widths) == 600
    assert min(widths) >= 8
    assert part_widths([], 600) == []
    assert sum(part_widths([1, 1, 1], 6)) == 6
