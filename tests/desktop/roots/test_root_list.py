import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMessageBox, QPushButton, QTreeView
from pytestqt.qtbot import QtBot

from engine.search.query import Place
from imgtext_desktop.context import Context
from imgtext_desktop.roots.model import Role
from imgtext_desktop.roots.root_list import RootList
from tests.conftest import DrawPhoto
from tests.desktop.ledger import add_scanned, scan_again

MakeList = Callable[[], RootList]


@pytest.fixture
def make_list(context: Context, qtbot: QtBot) -> Iterator[MakeList]:
    """Return what opens the list; it lives until the jobs are closed, as in the window."""
    lists: list[RootList] = []

    def make() -> RootList:
        roots = RootList(context)
        lists.append(roots)
        qtbot.addWidget(roots)
        roots.resize(240, 400)
        roots.show()
        roots.refresh()
        count = len(context.library.roots.all())
        qtbot.waitUntil(lambda: roots.model.rowCount() == count)
        return roots

    yield make
    context.jobs.close()


@pytest.fixture
def photos(context: Context, tmp_path: Path, draw_photo: DrawPhoto) -> Path:
    """A root with a sub-folder whose names are hard on URLs."""
    folder = tmp_path / "Photos #1 %20"
    draw_photo(folder / "a.png", 1)
    draw_photo(folder / "2024" / "b.png", 2)
    draw_photo(folder / "2024" / "c.png", 3)
    add_scanned(context.library, folder)
    return folder


def _click(roots: RootList, qtbot: QtBot, index: object, x: int = 80) -> None:
    rect = roots.tree.visualRect(index)  # type: ignore[arg-type]
    point = QPoint(x, rect.center().y())
    qtbot.mouseClick(roots.tree.viewport(), Qt.MouseButton.LeftButton, pos=point)


def test_a_click_narrows_and_a_second_one_widens(
    qtbot: QtBot, make_list: MakeList, photos: Path
) -> None:
    roots = make_list()
    assert roots.findChild(QTreeView, "rootList") is roots.tree
    index = roots.model.index(0, 0)
    assert (index.data(), index.data(Role.CountRole)) == (photos.name, 3)
    with qtbot.waitSignal(roots.place_chosen) as chosen:
        _click(roots, qtbot, index)
    assert chosen.args == [index.data(Role.PlaceRole)]
    assert roots.chosen == chosen.args[0]
    with qtbot.waitSignal(roots.place_chosen) as again:
        _click(roots, qtbot, index)
    assert again.args == [None]


def test_the_caret_opens_and_sub_folders_narrow(
    qtbot: QtBot, make_list: MakeList, photos: Path
) -> None:
    roots = make_list()
    index = roots.model.index(0, 0)
    with qtbot.assertNotEmitted(roots.place_chosen):
        _click(roots, qtbot, index, x=12)
    qtbot.waitUntil(lambda: roots.model.rowCount(index) == 1)
    below = roots.model.index(0, 0, index)
    assert (below.data(), below.data(Role.CountRole)) == ("2024", 2)
    with qtbot.waitSignal(roots.place_chosen) as chosen:
        _click(roots, qtbot, below)
    assert chosen.args == [Place(index.data(Role.PlaceRole).root_id, b"2024")]


def test_keys_open_choose_and_ask_to_remove(
    qtbot: QtBot, make_list: MakeList, photos: Path
) -> None:
    roots = make_list()
    roots.activateWindow()
    roots.tree.setFocus()
    index = roots.model.index(0, 0)
    roots.tree.setCurrentIndex(index)
    qtbot.keyClick(roots.tree, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: roots.model.rowCount(index) == 1)
    qtbot.keyClick(roots.tree, Qt.Key.Key_Down)
    with qtbot.waitSignal(roots.place_chosen) as chosen:
        qtbot.keyClick(roots.tree, Qt.Key.Key_Return)
    assert chosen.args is not None
    assert chosen.args[0].folder == b"2024"


def test_a_disk_that_is_away_keeps_its_count_and_says_so(
    context: Context, make_list: MakeList, photos: Path, expected_log: list[str]
) -> None:
    expected_log.append("is offline")
    photos.rename(photos.with_name("away"))
    scan_again(context.library)
    roots = make_list()
    index = roots.model.index(0, 0)
    assert index.data(Role.CountRole) == 3
    assert "not there" in index.data(Role.ProblemRole)
    assert "not connected" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert not roots.build_menu(index).actions()[0].isEnabled()


def test_removing_asks_with_a_number_and_passes_the_very_bytes(
    qtbot: QtBot, make_list: MakeList, photos: Path
) -> None:
    roots = make_list()
    index = roots.model.index(0, 0)
    actions = {action.text(): action for action in roots.build_menu(index).actions()}
    with qtbot.waitSignal(roots.folder_requested) as shown:
        actions["Show in folder"].trigger()
    assert shown.args == [os.fsencode(photos)]
    with qtbot.assertNotEmitted(roots.remove_requested):
        box = roots.ask_to_remove(index)
        box.reject()
    box = roots.ask_to_remove(index)
    (button,) = [b for b in box.findChildren(QPushButton) if b.text() == "Remove 3 photos"]
    with qtbot.waitSignal(roots.remove_requested) as removed:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert removed.args == [os.fsencode(photos)]


def test_a_disk_that_never_returns_is_forgotten_after_a_question(
    context: Context, qtbot: QtBot, make_list: MakeList, photos: Path
) -> None:
    library = context.library
    (root,) = library.roots.all()
    roots = make_list()
    texts = [action.text() for action in roots.build_menu(roots.model.index(0, 0)).actions()]
    assert "Forget offline photos…" not in texts
    library.files.set_offline(root, [b"2024"])
    roots.refresh()
    index = roots.model.index(0, 0)
    qtbot.waitUntil(lambda: index.data(Role.OfflineRole) == 2)
    actions = {action.text(): action for action in roots.build_menu(index).actions()}
    actions["Forget offline photos…"].trigger()
    (box,) = roots.findChildren(QMessageBox)
    assert "Their captions, labels and stars are kept" in box.informativeText()
    (button,) = [b for b in box.findChildren(QPushButton) if b.text() == "Forget 2 photos"]
    with qtbot.waitSignal(roots.forget_requested) as forgotten:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert forgotten.args == [os.fsencode(photos)]


def test_what_is_open_and_chosen_survives_a_scan(
    context: Context,
    qtbot: QtBot,
    make_list: MakeList,
    photos: Path,
    draw_photo: DrawPhoto,
) -> None:
    roots = make_list()
    index = roots.model.index(0, 0)
    roots.tree.expand(index)
    qtbot.waitUntil(lambda: roots.model.rowCount(index) == 1)
    _click(roots, qtbot, roots.model.index(0, 0, index))
    chosen = roots.chosen
    draw_photo(photos / "2023" / "d.png", 4)
    scan_again(context.library)
    roots.refresh()
    qtbot.waitUntil(lambda: roots.model.rowCount(index) == 2)
    assert roots.tree.isExpanded(index)
    assert roots.chosen == chosen
    context.library.remove_root(photos)
    with qtbot.waitSignal(roots.place_chosen) as left:
        roots.refresh()
    assert left.args == [None]
    assert roots._empty.isVisible()


def test_roots_of_one_name_are_told_apart(
    context: Context, make_list: MakeList, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    for parent in ("phone", "camera"):
        draw_photo(tmp_path / parent / "DCIM" / "a.png", 1)
        add_scanned(context.library, tmp_path / parent / "DCIM")
    roots = make_list()
    names = {roots.model.index(row, 0).data() for row in range(2)}
    assert names == {"DCIM – phone", "DCIM – camera"}
