import os
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QAbstractItemModel, QLocale, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from engine.catalog.files import FolderChange
from engine.catalog.records import FileState
from imgtext_desktop.context import Context
from imgtext_desktop.grid.model import PhotoModel
from imgtext_desktop.grid.roles import Role
from tests.desktop.grid.conftest import AddPhotos, add_files


def _model(context: Context) -> PhotoModel:
    model = PhotoModel(context)
    fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
    QAbstractItemModelTester(model, fatal, model)
    return model


def _read(qtbot: QtBot, model: PhotoModel, place: int) -> None:
    qtbot.waitUntil(lambda: model.index(place).data(Role.RowRole) is not None)


def test_ids_are_there_at_once_and_rows_when_they_are_asked_for(
    qtbot: QtBot, context: Context, add_photos: AddPhotos
) -> None:
    ids = add_photos(5)
    model = _model(context)
    with qtbot.waitSignal(model.modelReset):
        model.set_photos(np.array(ids[::-1]))
    first = model.index(0)
    assert model.rowCount() == 5
    assert first.data(Role.IdRole) == ids[-1]
    assert first.data(Role.RankRole) is None
    with qtbot.waitSignal(model.dataChanged) as changed:
        assert first.data(Role.PathRole) is None
    assert Role.PathRole in changed.args[2]
    assert os.path.basename(first.data(Role.PathRole)) == b"004.png"
    assert first.data(Role.StateRole) == FileState.INDEXED
    assert first.data(Qt.ItemDataRole.DisplayRole) == "004.png"


def test_hits_have_ranks_and_scores(qtbot: QtBot, context: Context, add_photos: AddPhotos) -> None:
    ids = np.array(add_photos(3))
    model = _model(context)
    model.set_photos(ids, scores=np.array([0.9, 0.5, 0.25], np.float32), is_ranked=True)
    assert [model.index(n).data(Role.RankRole) for n in range(3)] == [1, 2, 3]
    assert [model.index(n).data(Role.ScoreRole) for n in range(3)] == pytest.approx(
        [0.9, 0.5, 0.25]
    )


def test_a_million_ids_read_nothing(qtbot: QtBot, context: Context) -> None:
    model = PhotoModel(context)
    model.set_photos(np.arange(1, 1_000_001))
    assert model.rowCount() == 1_000_000
    assert model.index(999_999).data(Role.IdRole) == 1_000_000
    assert model.place_of(777) == 776
    assert model.place_of(0) is None


def test_what_is_on_the_screen_is_read_first(
    qtbot: QtBot, context: Context, tmp_path: Path
) -> None:
    names = [b"%04d.jpg" % n for n in range(1200)]
    ids = add_files(context.library, tmp_path / "photos", names)
    model = PhotoModel(context)
    model.set_photos(np.array(ids))
    spans: list[tuple[int, int]] = []
    model.dataChanged.connect(lambda a, b: spans.append((a.row(), b.row())))
    model.set_visible(range(0, 30), range(30, 60))
    model.set_visible(range(900, 930), range(930, 960))
    qtbot.waitUntil(lambda: bool(spans))
    assert any(start <= 900 and end >= 959 for start, end in spans)


def test_an_old_row_is_shown_until_the_new_one_is_there(
    qtbot: QtBot, context: Context, add_photos: AddPhotos, tmp_path: Path
) -> None:
    ids = add_photos(3)
    model = _model(context)
    model.set_photos(np.array(ids))
    model.set_visible(range(3), range(0))
    _read(qtbot, model, 1)
    root = context.library.roots.all()[0]
    context.library.files.set_offline(root, [b""])
    model.refresh()
    assert model.index(1).data(Role.StateRole) == FileState.INDEXED
    qtbot.waitUntil(lambda: model.index(1).data(Role.StateRole) == FileState.OFFLINE)


def test_nothing_is_told_where_nothing_is_other(
    qtbot: QtBot, context: Context, add_photos: AddPhotos
) -> None:
    ids = add_photos(3)
    model = _model(context)
    model.set_photos(np.array(ids))
    model.set_visible(range(3), range(0))
    _read(qtbot, model, 0)
    with qtbot.assertNotEmitted(model.dataChanged):
        model.refresh()
        with qtbot.waitCallback() as done:
            model.read_rows(ids, done)  # of the same pool, and after it


def test_a_photo_that_is_gone_says_so_and_may_come_back(
    qtbot: QtBot, context: Context, add_photos: AddPhotos
) -> None:
    ids = add_photos(2)
    model = _model(context)
    model.set_photos(np.array(ids))
    model.set_visible(range(2), range(0))
    _read(qtbot, model, 1)
    root = context.library.roots.all()[0]
    known = context.library.files.in_folder(root, b"")[b"001.png"]
    context.library.files.apply(root, [(b"", FolderChange(removed=[known]))])
    model.refresh()
    qtbot.waitUntil(lambda: model.index(1).data(Role.GoneRole))
    assert model.index(1).data(Role.RowRole) is None
    assert "no longer there" in model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)


def test_the_same_list_grown_keeps_the_place_and_equal_ids_change_nothing(
    qtbot: QtBot, context: Context
) -> None:
    model = _model(context)
    model.set_photos(np.array([1, 2, 3]))
    assert not model.keeps_place
    with qtbot.assertNotEmitted(model.modelReset):
        model.update_ids(np.array([1, 2, 3]))
    with qtbot.waitSignal(model.modelReset):
        model.update_ids(np.array([9, 1, 2, 3]))
    assert model.keeps_place


def test_tiles_speak(qtbot: QtBot, context: Context, tmp_path: Path) -> None:
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    names = [b"IMG_2207.JPG", b"<b>bold</b>.jpg", b"\xff.jpg"]
    ids = add_files(context.library, tmp_path / "photos", names)
    root = context.library.roots.all()[0]
    context.library.files.set_offline(root, [b""])
    model = _model(context)
    model.set_photos(np.array(ids))
    spoken = Qt.ItemDataRole.AccessibleTextRole
    assert model.index(0).data(spoken) == "1 of 3"
    model.set_visible(range(3), range(0))
    _read(qtbot, model, 2)
    assert model.index(0).data(spoken) == "1 of 3, IMG_2207.JPG, 1 Jan 1970, offline"
    assert "&lt;b&gt;bold" in model.index(1).data(Qt.ItemDataRole.ToolTipRole)
    assert model.index(2).data(Role.PathRole).endswith(b"/\xff.jpg")
    assert model.index(2).data(spoken).startswith("3 of 3, \N{REPLACEMENT CHARACTER}.jpg")


def test_paths_of_any_number_come_in_order(qtbot: QtBot, context: Context, tmp_path: Path) -> None:
    names = [b"%04d.jpg" % n for n in range(700)]
    ids = add_files(context.library, tmp_path / "photos", names)
    model = PhotoModel(context)
    with qtbot.waitCallback() as done:
        model.paths([*ids[::-1], 10**9], done)
    folder = os.fsencode(tmp_path / "photos")
    assert done.args[0] == [os.path.join(folder, name) for name in names[::-1]]


def test_a_read_that_ends_after_the_model_does_no_harm(
    qtbot: QtBot, context: Context, add_photos: AddPhotos
) -> None:
    ids = add_photos(1)
    model: QAbstractItemModel = PhotoModel(context)
    assert isinstance(model, PhotoModel)
    model.set_photos(np.array(ids))
    model.set_visible(range(1), range(0))
    model._read_page()
    other = PhotoModel(context)
    with qtbot.waitSignal(model.destroyed):
        model.deleteLater()
    with qtbot.waitCallback() as done:
        other.read_rows(ids, done)
