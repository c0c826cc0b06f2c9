from PySide6.QtCore import QModelIndex
from PySide6.QtTest import QAbstractItemModelTester

from engine.search.query import Place
from imgtext_desktop.roots.model import Folder, Role, RootsModel, build_folders

DIRECT = {b"": 5, b"2019/Alps": 3, b"2019": 1, b"2019/Alps/raw\xff": 2, b"2021": 4}


def _root(direct: dict[bytes, int], root_id: int = 1) -> Folder:
    folders = build_folders(root_id, b"/photos", direct)
    return Folder(
        place=Place(root_id),
        path=b"/photos",
        name="photos",
        count=sum(direct.values()),
        folders=folders,
        has_folders=bool(folders),
    )


def test_counts_hold_what_is_below() -> None:
    year, later = build_folders(7, b"/photos", DIRECT)
    assert (year.name, year.count, year.path) == ("2019", 6, b"/photos/2019")
    assert (later.name, later.count) == ("2021", 4)
    (alps,) = year.folders or ()
    assert (alps.count, alps.place) == (5, Place(7, b"2019/Alps"))
    (raw,) = alps.folders or ()
    assert raw.name == "raw\N{REPLACEMENT CHARACTER}"
    assert raw.place.folder == b"2019/Alps/raw\xff"


def test_rows_that_are_still_there_stay_the_same() -> None:
    model = RootsModel(lambda: None)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    model.show([_root(DIRECT)])
    kept = model.index_of(Place(1, b"2021"))
    persistent = [QModelIndex(kept)]
    changed = dict(DIRECT)
    del changed[b"2019/Alps/raw\xff"]
    changed |= {b"2020": 9, b"2021": 40}
    model.show([_root(changed), _root({b"x": 1}, root_id=2)])
    root = model.index(0, 0)
    names = [model.index(row, 0, root).data() for row in range(model.rowCount(root))]
    assert names == ["2019", "2020", "2021"]
    now = model.index_of(Place(1, b"2021"))
    assert now.internalId() == persistent[0].internalId()
    assert now.data(Role.CountRole) == 40
    assert not model.index_of(Place(1, b"2019/Alps/raw\xff")).isValid()
    assert model.index_of(Place(2, b"x")).parent() == model.index(1, 0)
    model.show([])
    assert model.rowCount() == 0
    assert model.index_of(Place(2)) == QModelIndex()


def test_folders_are_asked_for_when_a_root_is_opened() -> None:
    asked: list[int] = []
    model = RootsModel(lambda: asked.append(1))
    closed = Folder(place=Place(1), path=b"/photos", name="photos", count=3, has_folders=True)
    model.show([closed])
    root = model.index(0, 0)
    assert model.hasChildren(root)
    assert model.rowCount(root) == 0
    model.fetchMore(root)
    assert model.opened == {1}
    assert asked == [1]
    assert not model.canFetchMore(root)  # once is enough
