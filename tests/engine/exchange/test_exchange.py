"""Export and import of what the user typed, over a catalog of a few files."""

import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.catalog.annotations import Annotations
from engine.catalog.changes import Caption, CaptionSource
from engine.catalog.database import Database
from engine.catalog.files import Files, FolderChange
from engine.catalog.photos import Outcome, Photos
from engine.catalog.records import FileStat, FoundFile, NewContent
from engine.catalog.roots import Roots
from engine.errors import TableError
from engine.exchange.exchange import Exchange

NAMES = [b"a.jpg", b"b.jpg", b"sub/b.jpg", b"sub/caf\xc3\xa9.png", b"sub/\xff.jpg"]


@dataclass
class Shelf:
    """A catalog with photos 1, 2, ... under these names, and what reads and writes it."""

    database: Database
    annotations: Annotations
    exchange: Exchange
    photos: Path

    def said(self) -> set[tuple[object, ...]]:
        """Everything but the times."""
        hashes = Photos(self.database).all_hashes()
        return {
            (hashes[value.content_id], *(getattr(value, n) for n in type(value).__slots__[1:-1]))
            for value in self.annotations.all()
        }


def _shelf(folder: Path, photos: Path, names: list[bytes]) -> Shelf:
    folder.mkdir(exist_ok=True)
    database = Database(folder / "catalog.db", writable=True)
    root = Roots(database).add(os.fsencode(photos))
    stat = FileStat(1, 1, 1, 1)
    by_folder: dict[bytes, list[FoundFile]] = {}
    for name in names:
        parent, base = os.path.split(name)
        by_folder.setdefault(parent, []).append(FoundFile(base, stat))
    Files(database).apply(root, [(parent, FolderChange(f)) for parent, f in by_folder.items()])
    contents = {name: NewContent(name[:16].ljust(16), 1, 4, 3, "PNG", bytes(8)) for name in names}
    pending = Files(database).pending(limit=100)
    prefix = len(os.fsencode(photos)) + 1
    indexed = {file.id: contents[file.path[prefix:]].hash for file in pending}
    outcome = Outcome("m", 0, encoded=list(contents.values()), indexed=indexed)
    Photos(database).commit(outcome)
    annotations = Annotations(database)
    return Shelf(database, annotations, Exchange(annotations, Photos(database)), photos)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    shelf = _shelf(tmp_path / "library", tmp_path / "photos", NAMES)
    yield shelf
    shelf.database.close()


@pytest.fixture
def full_shelf(shelf: Shelf) -> Shelf:
    """A catalog where much is said."""
    shelf.annotations.add_captions(
        [
            Caption(1, 'two, "words"; 小狗 🐶'),
            Caption(1, "guessed", CaptionSource.GENERATED, 0.25),
            Caption(5, "=SUM(1)", CaptionSource.PAIRS, 1 / 3),
        ]
    )
    shelf.annotations.add_labels([(1, "dog"), (2, "dog"), (5, "Großmutter, oben")])
    shelf.annotations.rate([2, 5], 4)
    return shelf


def _id(shelf: Shelf, name: bytes) -> int:
    hashes = Photos(shelf.database).all_hashes()
    return next(id_ for id_, hash_ in hashes.items() if hash_ == name[:16].ljust(16))


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_an_export_comes_back_exactly_in_another_library(
    full_shelf: Shelf, tmp_path: Path, suffix: str
) -> None:
    # One photo's file is gone: what is said of it must travel all the same.
    files, (root,) = Files(full_shelf.database), Roots(full_shelf.database).all()
    gone = files.in_folder(root, b"")[b"a.jpg"]
    files.apply(root, [(b"", FolderChange(removed=[gone]))])
    exported = [
        full_shelf.exchange.export_captions(tmp_path / f"captions{suffix}"),
        full_shelf.exchange.export_labels(tmp_path / "labels.csv"),
        full_shelf.exchange.export_ratings(tmp_path / "ratings.csv"),
    ]
    assert exported == [3, 3, 2]
    other = _shelf(tmp_path / "other", tmp_path / "elsewhere", NAMES)
    for _ in range(2):
        reports = [
            other.exchange.import_captions(tmp_path / f"captions{suffix}"),
            other.exchange.import_labels(tmp_path / "labels.csv"),
            other.exchange.import_ratings(tmp_path / "ratings.csv"),
        ]
        assert [report.unmatched for report in reports] == [[], [], []]
        assert other.said() == full_shelf.said()
    assert [report.unchanged for report in reports] == [3, 3, 2]
    other.database.close()


_WORDS = st.text(
    st.characters(exclude_categories=["Cs"])
    | st.sampled_from("\n\r\t\x00\"',;=+@#|\\\u200f\ufeff🐶"),
    min_size=1,
    max_size=40,
)
_SAID = st.tuples(
    st.integers(1, len(NAMES)), _WORDS, st.sampled_from(CaptionSource), st.floats(0.01, 1)
)


@settings(max_examples=40, deadline=None)
@given(said=st.lists(_SAID, max_size=8), labels=st.lists(st.tuples(st.integers(1, 5), _WORDS)))
def test_whatever_was_typed_comes_back_exactly(
    said: list[tuple[int, str, CaptionSource, float]], labels: list[tuple[int, str]]
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first = _shelf(folder / "first", folder / "photos", NAMES)
        first.annotations.add_captions([Caption(*values) for values in said])
        first.annotations.add_labels(labels)
        for suffix in (".csv", ".json"):
            first.exchange.export_captions(folder / f"captions{suffix}")
            first.exchange.export_labels(folder / "labels.csv")
            other = _shelf(folder / f"other{suffix}", folder / "elsewhere", NAMES)
            other.exchange.import_captions(folder / f"captions{suffix}")
            other.exchange.import_labels(folder / "labels.csv")
            assert other.said() == first.said()
            other.database.close()
        first.database.close()


def test_rows_of_other_programs(shelf: Shelf, tmp_path: Path) -> None:
    table = tmp_path / "photos" / "captions.csv"
    table.parent.mkdir()
    table.write_text(
        "file,caption,weight\na.jpg,A dog.,\nsub/b.jpg,A cat.,0.5\nb.jpg,Top.,\ncafé.png,Sea,\n"
        f"{tmp_path}/photos/a.jpg,Again.,\nzzz.jpg,Nobody.,\na.jpg,A dog.,\na.jpg,,\n"
    )
    report = shelf.exchange.import_captions(table, source=CaptionSource.PAIRS)
    assert (report.added, report.unchanged, report.unmatched) == (5, 1, ["zzz.jpg"])
    said = shelf.annotations.of([_id(shelf, b"a.jpg"), _id(shelf, b"sub/b.jpg")])
    captions = [(c.text, c.weight) for s in said.values() for c in s.captions]
    assert captions == [("A dog.", 0.6), ("Again.", 0.6), ("A cat.", 0.5)]
    shelf.annotations.apply(report.change.inverse)
    assert shelf.said() == set()


def test_only_a_row_without_any_of_the_columns_is_skipped(shelf: Shelf, tmp_path: Path) -> None:
    table = tmp_path / "both.csv"
    table.write_text("file,label,caption\na.jpg,dog,\na.jpg,,A dog.\na.jpg,,\n")
    report = shelf.exchange.import_any(table)
    assert report.added == 2
    assert [row.place for row in report.skipped] == [2]


def test_a_name_that_several_photos_have_is_left_out(shelf: Shelf, tmp_path: Path) -> None:
    table = tmp_path / "labels.csv"
    table.write_text("file,label\nb.jpg,cat\na.jpg,dog\n")
    report = shelf.exchange.import_labels(table)
    assert (report.added, report.unmatched) == (1, ["b.jpg"])


def test_coco_captions(shelf: Shelf, tmp_path: Path) -> None:
    file = tmp_path / "captions_train.json"
    file.write_text(
        json.dumps(
            {
                "info": {},
                "images": [{"id": 7, "file_name": "a.jpg"}, {"id": 9, "file_name": "x.jpg"}],
                "annotations": [
                    {"id": 1, "image_id": 7, "caption": "A dog."},
                    {"id": 2, "image_id": 9, "caption": "Nobody."},
                ],
            }
        )
    )
    report = shelf.exchange.import_captions(file)
    assert (report.added, report.unmatched) == (1, ["x.jpg"])


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("c.csv", "file,caption,weight\na.jpg,x,1\na.jpg,y,heavy\n", "a number above 0"),
        ("c.csv", "file,caption,weight\na.jpg,y,-1\n", "a number above 0"),
        ("c.csv", "file,caption,weight\na.jpg,y,nan\n", "a number above 0"),
        ("c.csv", "file,caption,source\na.jpg,y,me\n", "must be one of manual, pairs"),
        ("c.json", "{", "is not JSON"),
        ("c.json", "[" * 100_000, "is not JSON"),
        ("c.json", "[]", "no COCO captions"),
        ("c.json", '{"images": [], "annotations": [{"image_id": 1, "caption": "x"}]}', "no COCO"),
        ("c.json", '{"images": [{"id": [], "file_name": ""}], "annotations": []}', "no COCO"),
        ("c.xlsx", "", "neither a .csv nor a .json"),
    ],
)
def test_a_file_that_cannot_be_used_changes_nothing(
    shelf: Shelf, tmp_path: Path, name: str, content: str, words: str
) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(TableError, match=words):
        shelf.exchange.import_captions(tmp_path / name)
    assert shelf.said() == set()


def test_a_rating_that_is_none(shelf: Shelf, tmp_path: Path) -> None:
    table = tmp_path / "ratings.csv"
    table.write_text("file,rating\na.jpg,5\nb.jpg,6\n")
    with pytest.raises(TableError, match="must be 0 to 5"):
        shelf.exchange.import_ratings(table)
    assert shelf.said() == set()


def test_text_beside_the_photos(shelf: Shelf) -> None:
    folder = shelf.photos / "sub"
    folder.mkdir(parents=True)
    for name in NAMES:
        (shelf.photos / os.fsdecode(name)).touch()
    (folder / "b.txt").write_text("A cat.\n\nAsleep.\n")
    (folder / "café.png.caption").write_text("\ufeffSea")
    (shelf.photos / "a.txt").write_text("not in the folder")
    (folder / os.fsdecode(b"\xff.txt")).write_bytes(b"\xff")
    report = shelf.exchange.import_captions(folder)
    assert report.added == 3
    assert len(report.unmatched) == 1
    assert "is not UTF-8" in report.unmatched[0]


def test_captions_written_beside_keep_what_is_there(shelf: Shelf) -> None:
    (shelf.photos / "sub").mkdir(parents=True)
    for name in (*NAMES, b"b.heic"):
        (shelf.photos / os.fsdecode(name)).touch()
    (shelf.photos / "a.txt").write_text("mine")
    a, b = _id(shelf, b"a.jpg"), _id(shelf, b"b.jpg")
    shelf.annotations.add_captions([Caption(a, "A dog."), Caption(b, "A cat.")])
    shelf.annotations.add_captions([Caption(a, "guess", CaptionSource.GENERATED, 0.3)])
    for _ in range(2):
        assert shelf.exchange.write_captions_beside(shelf.photos) == (2, [])
    assert (shelf.photos / "a.txt").read_text() == "mine\nA dog.\n"
    assert (shelf.photos / "b.jpg.txt").read_text() == "A cat.\n"
    assert not (shelf.photos / "b.txt").exists()


def test_folder_names_as_labels(shelf: Shelf) -> None:
    (shelf.photos / "sub").mkdir(parents=True)
    report = shelf.exchange.import_labels(shelf.photos)
    assert (report.added, report.unchanged) == (3, 0)
    assert shelf.annotations.label_counts() == {"sub": 3}


def test_a_file_is_taken_up_by_the_names_of_its_columns(shelf: Shelf, tmp_path: Path) -> None:
    table = tmp_path / "all.csv"
    table.write_text("file;Label;caption;rating\na.jpg;dog;A dog.;5\nnone.jpg;cat;;0\n")
    report = shelf.exchange.import_any(table)
    assert (report.added, report.unchanged, report.unmatched) == (3, 0, ["none.jpg"])
    assert report.skipped == []
    assert shelf.exchange.import_any(table).unchanged == 3
    shelf.annotations.apply(report.change.inverse)
    assert shelf.said() == set()
    table.write_text("file,words\na.jpg,dog\n")
    with pytest.raises(TableError, match="lacks the columns file,caption"):
        shelf.exchange.import_any(table)
    table.write_text("photo,label\na.jpg,dog\n")
    with pytest.raises(TableError, match="lacks the columns file"):
        shelf.exchange.import_any(table)
    with pytest.raises(TableError, match="cannot be read"):
        shelf.exchange.import_any(tmp_path / "missing.csv")
