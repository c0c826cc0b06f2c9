import os
import shutil
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from engine.catalog.unread import UnreadKind
from imgtext_desktop.duplicates.findings import FindingState
from imgtext_desktop.main_window import MainWindow
from tests.desktop.duplicates.conftest import index
from tests.desktop.ledger import add_failed
from tests.engine.indexed import draw_scene


def test_duplicates_are_looked_for_at_the_first_visit_and_counted_in_the_sidebar(
    main_window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    top = tmp_path / "Pictures"
    top.mkdir()
    draw_scene(1).save(top / "a.jpg")
    shutil.copy(top / "a.jpg", top / "b.jpg")
    library, page = main_window.context.library, main_window.duplicates_page
    library.roots.add(os.fsencode(top))
    index(library)
    main_window._refresh_all()
    button = main_window.navigation.buttons["showDuplicates"]
    assert page.findings.state is FindingState.NONE
    assert button.accessibleDescription() == ""
    main_window.actions_by_name["showDuplicates"].trigger()
    qtbot.waitUntil(lambda: page.findings.state is FindingState.DONE)
    assert page.isVisible()
    assert button.isChecked()
    assert button.accessibleDescription() == "1 groups of the same picture"
    page.take_focus()
    qtbot.keyClick(page.list.current_tile, Qt.Key.Key_T)
    main_window.context.notifier.post("A message")
    qtbot.waitUntil(main_window.toast.isVisible)
    footer = page.footer.mapTo(main_window, QPoint()).y()
    assert main_window.toast.geometry().bottom() < footer, "the buttons stay in reach"
    with qtbot.waitSignal(page.photo_opened):
        qtbot.keyClick(page.list.current_tile, Qt.Key.Key_Return)
    assert main_window.viewer.isVisible()
    main_window.viewer.closed.emit()
    qtbot.waitUntil(page.isVisible)
    tile = page.list.current_tile
    assert tile is not None
    assert tile.hasFocus()


def test_ignored_files_leave_the_badge(main_window: MainWindow, qtbot: QtBot) -> None:
    library = main_window.context.library
    reasons = {b"a.jpg": "The file is empty.", b"b.jpg": "The file is empty."}
    add_failed(library, b"/photos", reasons)
    library.unread.set_ignored(library.unread.ids(UnreadKind.FAILED).tolist()[:1], True)
    main_window._refresh_all()
    button = main_window.navigation.buttons["showProblems"]
    qtbot.waitUntil(lambda: button.accessibleDescription() == "1 files cannot be read")
    main_window.navigation.show_problems()
    page = main_window.problems_page
    qtbot.waitUntil(lambda: page.model.rowCount() == 1 and page._current is not None)
    page._ignore_action.trigger()
    qtbot.waitUntil(lambda: button.accessibleDescription() == "")
