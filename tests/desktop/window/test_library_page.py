import os
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from engine.catalog.browse import SortKey
from engine.catalog.photos import Outcome
from engine.catalog.records import NewContent
from engine.search.search import Answer, Hit, Presence
from imgtext_desktop.controls.spinner import Spinner
from imgtext_desktop.main_window import MainWindow
from tests.desktop.ledger import add_scanned, scan_again

Ids = npt.NDArray[np.int64]


def test_a_search_that_nothing_can_answer_says_so_and_is_run_again(
    main_window: MainWindow, photos: list[Path], qtbot: QtBot
) -> None:
    page = main_window.library_page
    errors: list[str] = []
    main_window.context.notifier.posted.connect(lambda message: errors.append(message.text))
    add_scanned(main_window.context.library, photos[0].parent)
    main_window._refresh_all()
    qtbot.waitUntil(page.grid.isVisible)
    page.search_bar.set_text("dog")
    qtbot.waitUntil(page.no_match_state.isVisible)
    words = " ".join(label.text() for label in page.no_match_state.findChildren(QLabel))
    assert "No photo has been read yet. Scan the folders again." in words
    assert "12 photos are not ready yet" in words
    assert "imgtext" not in words
    assert not errors
    scan = next(
        b for b in page.no_match_state.findChildren(QPushButton) if b.text() == "Scan again"
    )
    assert scan.isVisible()
    page.show_ledger(main_window.context.library.roots.all(), 12, is_importing=True)
    assert page.no_match_state.accessibleName().startswith(
        "Nothing to search yet. The first photos"
    )
    assert not scan.isVisible()
    with qtbot.waitSignal(page.controller.started):
        page.take_up_changes()


def test_photos_that_came_since_are_offered_and_move_nothing(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    page = main_window.library_page
    again = next(b for b in page.findChildren(QPushButton) if b.text() == "Search again")
    page.search_bar.set_text("dog")
    qtbot.waitUntil(page.no_match_state.isVisible)  # there are no vectors to be searched
    library = main_window.context.library
    new = NewContent(b"new".ljust(16), 1, 4, 3, "PNG", bytes(8))
    library.photos.commit(Outcome(library.model, 0, encoded=[new]))
    hit = Hit(1, 1, int(ids[3]), b"/x.png", 0.5, Presence.PRESENT)
    page.controller.answered.emit(Answer("m", [hit], [], 1.0, searched=1))
    page.take_up_changes()
    qtbot.waitUntil(lambda: not page._refresh_timer.isActive())
    qtbot.waitUntil(lambda: not main_window.context.jobs.is_reading)
    assert not again.isVisible()
    page.controller.answered.emit(Answer("m", [hit], [], 1.0, searched=0))
    page.take_up_changes()
    qtbot.waitUntil(again.isVisible)
    assert list(page.grid.photos.ids) == [ids[3]]


@pytest.mark.usefixtures("ids")
def test_a_missing_folder_is_told_where_it_is(
    main_window: MainWindow,
    photos: list[Path],
    qtbot: QtBot,
    expected_log: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected_log.append("is offline")
    scans: list[bool] = []  # a scan would read the photos with the model
    monkeypatch.setattr(main_window.imports, "scan", lambda: scans.append(True))
    page, library = main_window.library_page, main_window.context.library
    folder = photos[0].parent
    away = folder.with_name("away")
    os.rename(folder, away)
    scan_again(library)
    main_window._refresh_all()
    qtbot.waitUntil(page.offline_banner.isVisible)
    locate = next(b for b in page.findChildren(QPushButton) if b.text() == "Locate folder…")
    assert locate.isVisible()
    main_window.root_commands.relink_to(os.fsencode(folder), str(away))
    qtbot.waitUntil(lambda: bool(scans))
    assert [root.path for root in library.roots.all()] == [os.fsencode(away)]


def test_a_missing_folder_is_told_over_the_photos(
    main_window: MainWindow,
    ids: Ids,
    photos: list[Path],
    qtbot: QtBot,
    expected_log: list[str],
) -> None:
    expected_log.append("is offline")
    page = main_window.library_page
    assert not page.offline_banner.isVisible()
    away = photos[0].parent.with_name("away")
    os.rename(photos[0].parent, away)
    scan_again(main_window.context.library)
    main_window._refresh_all()
    qtbot.waitUntil(page.offline_banner.isVisible)
    assert page.offline_banner.title.text() == "“Pictures” is not connected"
    assert len(page.grid.photos.ids) == len(ids), "they are still found"
    os.rename(away, photos[0].parent)
    scan_again(main_window.context.library)
    main_window._refresh_all()
    qtbot.waitUntil(lambda: not page.offline_banner.isVisible())


def test_where_there_is_little_room_the_inspector_covers_the_grid(
    main_window: MainWindow, ids: Ids, qtbot: QtBot
) -> None:
    page = main_window.library_page
    page.show_inspector(True)
    qtbot.waitUntil(page.inspector.isVisible)
    beside = page.grid.width()
    assert page.inspector.x() >= page.grid.mapTo(page, page.grid.rect().topRight()).x()
    main_window.resize(1000, 640)
    qtbot.waitUntil(lambda: main_window.browser.is_narrow)
    page.show_inspector(False)
    alone = page.grid.width()
    page.show_inspector(True)
    assert page.grid.width() == alone
    right = page.grid.mapTo(page, page.grid.rect().topRight()).x()
    assert page.inspector.geometry().right() == right
    assert page.inspector.y() >= page.search_bar.height(), "the search box stays in reach"
    main_window.resize(960, 600)
    qtbot.waitUntil(lambda: page.inspector.geometry().right() == page.rect().right())
    main_window.resize(1440, 900)
    qtbot.waitUntil(lambda: page.grid.width() == beside)


def test_a_spinner_turns_while_a_search_takes_long(main_window: MainWindow, qtbot: QtBot) -> None:
    page = main_window.library_page
    spinner = page.search_bar.findChild(Spinner)
    assert spinner is not None
    assert not spinner.isVisible()
    page.controller.busy_changed.emit(True)
    assert spinner.isVisible()
    assert not spinner.is_turning, "nothing shall move here"
    page.controller.busy_changed.emit(False)
    assert not spinner.isVisible()
    main_window.context.theme.allows_motion = True
    page.controller.busy_changed.emit(True)
    assert spinner.is_turning
    page.controller.busy_changed.emit(False)
    assert not spinner.is_turning, "what is not seen costs nothing"


def test_every_order_that_the_preferences_allow_can_be_shown(main_window: MainWindow) -> None:
    page = main_window.library_page
    texts = set()
    for sort in SortKey:
        for is_descending in (False, True):
            page.set_order(sort, is_descending)
            texts.add(page.line.sort.text())
    assert len(texts) == 2 * len(SortKey)
