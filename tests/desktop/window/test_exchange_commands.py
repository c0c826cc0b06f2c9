"""Captions, labels and ratings come in and go out; sidecars; all of it told in one message."""

import csv
import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PySide6.QtWidgets import QFileDialog, QMenu, QToolButton
from pytestqt.qtbot import QtBot

from engine.catalog.changes import Caption
from imgtext_desktop.main_window import MainWindow
from imgtext_desktop.window_commands import MENU

Ids = npt.NDArray[np.int64]


def _toast(window: MainWindow) -> str:
    return window.toast._text.text() if window.toast.isVisible() else ""


def _table(path: Path, *rows: tuple[str, ...]) -> Path:
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows(rows)
    return path


def test_a_table_is_imported_and_the_import_undone(
    main_window: MainWindow, ids: Ids, photos: list[Path], qtbot: QtBot, tmp_path: Path
) -> None:
    window, said = main_window, main_window.context.library.annotations
    table = _table(
        tmp_path / "said.csv",
        ("file", "label", "caption", "rating"),
        (photos[0].name, "Biscuit", "on the sand", "4"),
        (photos[1].name, "Biscuit", "", "0"),
        ("nowhere.jpg", "Biscuit", "", "0"),
    )
    window.user_data.exchange.take(table)
    qtbot.waitUntil(lambda: _toast(window) == "Imported 4 entries; 1 entries match no photo here.")
    assert said.label_counts() == {"Biscuit": 2}
    window.actions_by_name["undo"].trigger()
    qtbot.waitUntil(lambda: said.label_counts() == {})
    assert said.all() == []


def test_what_is_known_already_is_said_to_be(
    main_window: MainWindow, ids: Ids, photos: list[Path], qtbot: QtBot, tmp_path: Path
) -> None:
    window = main_window
    table = _table(tmp_path / "labels.csv", ("file", "label"), (photos[0].name, "Biscuit"))
    window.user_data.exchange.take(table)
    qtbot.waitUntil(lambda: "Imported" in _toast(window))
    window.user_data.exchange.take(table)
    expected = "There was nothing new. 1 entries are in the library already."
    qtbot.waitUntil(lambda: _toast(window) == expected)
    table = _table(
        tmp_path / "few.csv", ("file", "label"), (photos[0].name, ""), (photos[1].name, "Cat")
    )
    window.user_data.exchange.take(table)
    expected = "Imported 1 entries; 1 entries are empty and were skipped."
    qtbot.waitUntil(lambda: _toast(window) == expected)
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    window.user_data.exchange.take(broken)
    window.toast._next()
    qtbot.waitUntil(lambda: "is not JSON. Save it as COCO captions." in _toast(window))


def test_exports_hold_what_was_said(
    main_window: MainWindow, ids: Ids, qtbot: QtBot, tmp_path: Path
) -> None:
    window, library = main_window, main_window.context.library
    contents = library.browse.content_ids(ids.tolist())
    library.annotations.add_label(contents[:3], "Biscuit")
    exchange = window.user_data.exchange
    exchange.export(library.exchange.export_labels, tmp_path / "labels.csv")
    qtbot.waitUntil(lambda: _toast(window) == "Exported 3 entries to labels.csv.")
    with (tmp_path / "labels.csv").open(newline="") as stream:
        assert [row["label"] for row in csv.DictReader(stream)] == ["Biscuit"] * 3
    exchange.export(library.exchange.export_captions, tmp_path / "captions.json")
    qtbot.waitUntil(lambda: _toast(window) == "Exported 0 entries to captions.json.")
    assert json.loads((tmp_path / "captions.json").read_text())["annotations"] == []


def test_captions_are_written_beside_the_photos_of_a_folder(
    main_window: MainWindow, ids: Ids, photos: list[Path], qtbot: QtBot
) -> None:
    window, library = main_window, main_window.context.library
    folder, exchange = photos[0].parent, window.user_data.exchange
    window.actions_by_name["exportBeside"].trigger()
    (dialog,) = window.findChildren(QFileDialog)
    assert Path(dialog.directory().path()) == folder
    dialog.fileSelected.emit(str(folder))
    dialog.reject()
    told = "No photo of the library in “Pictures” has a caption of yours."
    qtbot.waitUntil(lambda: _toast(window) == told)
    contents = library.browse.content_ids(ids.tolist())
    captions = [Caption(contents[0], "two dogs"), Caption(contents[1], "a boat")]
    library.annotations.add_captions(captions)
    exchange.write_beside(folder)
    told = "2 photos have their captions beside them now."
    qtbot.waitUntil(lambda: _toast(window) == told)
    assert photos[0].with_suffix(".txt").read_text() == "two dogs\n"
    # A place that takes none: what could be written is told apart from what could not.
    photos[1].with_suffix(".txt").unlink()
    photos[1].with_suffix(".txt").mkdir()
    window.toast._next()
    exchange.write_beside(folder)
    qtbot.waitUntil(lambda: "1 texts could not be written." in _toast(window))
    assert _toast(window).startswith("1 photos have their captions")
    assert "01.txt cannot be read" in _toast(window)


def test_folder_names_become_labels_from_the_folder_list(
    main_window: MainWindow, ids: Ids, photos: list[Path], qtbot: QtBot
) -> None:
    window, said = main_window, main_window.context.library.annotations
    roots = window.sidebar.root_list
    qtbot.waitUntil(lambda: roots.model.rowCount() == 1)
    menu = roots.build_menu(roots.model.index(0, 0))
    (action,) = [a for a in menu.actions() if a.text() == "Label by folder names"]
    action.trigger()
    qtbot.waitUntil(lambda: "There was nothing new." in _toast(window))
    assert said.label_counts() == {}, "no photo lies in a sub-folder"
    window.user_data.exchange.label_by_folders(bytes(photos[0].parent.parent))
    qtbot.waitUntil(lambda: _toast(window) == "Labelled 12 photos.")
    assert said.label_counts() == {"Pictures": 12}


def test_sidecars_are_written_on_request_and_after_edits_by_preference(
    main_window: MainWindow, ids: Ids, photos: list[Path], qtbot: QtBot
) -> None:
    window, library = main_window, main_window.context.library
    window.user_data.edits.add_label([int(ids[0])], "Biscuit")
    qtbot.waitUntil(lambda: _toast(window) == "Labelled 1 photos.")
    assert not any(_sidecar(photo).exists() for photo in photos), "off unless it is asked for"
    window.user_data.exchange.write_sidecars()
    qtbot.waitUntil(lambda: _toast(window) == "1 photos have a sidecar now.")
    assert "Biscuit" in _sidecar(photos[0]).read_text()
    library.change_settings({"write_sidecars": True})
    window.user_data.edits.add_label([int(ids[1])], "beach")
    qtbot.waitUntil(lambda: _sidecar(photos[1]).exists())
    assert "beach" in _sidecar(photos[1]).read_text()
    # A place that takes none: one message for all of them, and the labels stay.
    for photo in photos[2:5]:
        _sidecar(photo).mkdir()
    window.user_data.edits.add_label(ids[2:5].tolist(), "river")
    qtbot.waitUntil(lambda: _toast(window) == "Labelled 3 photos.")
    assert library.annotations.label_counts()["river"] == 3
    window.toast._next()
    qtbot.waitUntil(lambda: _toast(window).startswith("3 sidecars could not be written."))
    assert "is no sidecar. Move it elsewhere." in _toast(window)


def _sidecar(photo: Path) -> Path:
    return photo.with_name(f"{photo.name}.xmp")


def test_the_last_edit_gets_its_sidecar_when_the_window_closes(
    main_window: MainWindow, ids: Ids, photos: list[Path]
) -> None:
    main_window.context.library.change_settings({"write_sidecars": True})
    main_window.user_data.edits.add_label([int(ids[0])], "Biscuit")
    main_window.close()
    assert "Biscuit" in _sidecar(photos[0]).read_text()


def test_the_menu_has_all_of_it(main_window: MainWindow) -> None:
    menus = [button.menu() for button in main_window.findChildren(QToolButton)]
    texts = [[a.text() for a in menu.actions()] for menu in menus if isinstance(menu, QMenu)]
    (menu,) = [lines for lines in texts if "Write sidecars now" in lines]
    assert len(menu) == len(MENU)
    assert {"Export captions…", "Take keywords from photos", "Restore a copy…"} <= set(menu)
