import os
import shutil
import sqlite3
import sys
from pathlib import Path

import pytest

from engine.catalog.records import FileState
from engine.errors import EmptyLibraryError, LibraryError, QueryError, RootError
from engine.folder import CATALOG
from engine.jobs import run
from engine.library import Library
from engine.search.pictures import read_picture
from engine.search.query import Query, Space, Term
from engine.search.search import Presence
from tests.conftest import DrawPhoto


def test_two_writers_are_refused_and_readers_are_not(tmp_path: Path) -> None:
    with Library(tmp_path / "library", writable=True):
        with pytest.raises(LibraryError, match="in use by another window or command"):
            Library(tmp_path / "library", writable=True)
        with Library(tmp_path / "library", writable=False) as reader:
            assert reader.roots.all() == []
    Library(tmp_path / "library", writable=True).close()


def test_reading_makes_no_library(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match=r"no library in .* yet; run `imgtext import"):
        Library(tmp_path / "nothing", writable=False)
    assert not (tmp_path / "nothing").exists()


def test_a_file_in_place_of_the_library_is_said(tmp_path: Path) -> None:
    (tmp_path / "library").write_text("hello")
    with pytest.raises(LibraryError, match="is a file, no folder"):
        Library(tmp_path / "library", writable=True)
    assert (tmp_path / "library").read_text() == "hello"


def test_a_newer_library_is_not_touched(tmp_path: Path) -> None:
    Library(tmp_path, writable=True).close()
    connection = sqlite3.connect(tmp_path / CATALOG)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(LibraryError, match="newer version"):
        Library(tmp_path, writable=True)
    assert not _is_locked(tmp_path)


def _is_locked(folder: Path) -> bool:
    try:
        Library(folder, writable=True)
    except LibraryError as error:
        return "in use" in str(error)
    return False


@pytest.mark.parametrize("kind", ["missing", "file", "no pictures", "empty"])
def test_a_folder_without_pictures_is_not_added(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "folder"
    if kind == "file":
        folder.write_text("x")
    elif kind != "missing":
        folder.mkdir()
    if kind == "no pictures":
        (folder / "notes.txt").write_text("x")
    with Library(tmp_path / "library", writable=True) as library:
        with pytest.raises(RootError, match=r"does not exist|is a file|holds no pictures"):
            run(library.imports.add([folder]))
        assert library.roots.all() == []
        assert library.files.counts().total() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="the current folder cannot be deleted there")
def test_a_current_folder_that_was_deleted_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deleted").mkdir()
    monkeypatch.chdir(tmp_path / "deleted")
    (tmp_path / "deleted").rmdir()
    with (
        Library(tmp_path / "library", writable=True) as library,
        pytest.raises(RootError, match=r"The folder \. does not exist"),
    ):
        run(library.imports.add([Path()]))


def test_words_and_pictures_find_photos_and_absent_files_are_marked(
    tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    photos = [draw_photo(tmp_path / "photos" / f"{n}.png", n, (320, 240)) for n in range(12)]
    with Library(tmp_path / "library", writable=True) as library:
        assert run(library.imports.add([tmp_path / "photos"])).model_calls == 12
        for photo in photos[:3]:
            query = Query([Term(picture=read_picture(photo))])
            assert library.search(query).hits[0].path == os.fsencode(photo)

        answer = library.search(Query([Term("colourful squares")], limit=5))
        assert [hit.rank for hit in answer.hits] == [1, 2, 3, 4, 5]
        scores = [hit.score for hit in answer.hits]
        assert scores == sorted(scores, reverse=True)
        assert answer.model == library.model

        both = Query([Term("colourful squares"), Term(picture=read_picture(photos[7]))], limit=12)
        assert os.fsencode(photos[7]) in [hit.path for hit in library.search(both).hits[:3]]

        photos[0].unlink()
        hit = library.search(Query([Term(picture=read_picture(photos[1]))], limit=12)).hits
        marks = {found.path: found.presence for found in hit}
        assert marks[os.fsencode(photos[0])] is Presence.GONE
        run(library.imports.scan())
        found = library.search(Query([Term("squares")])).hits
        assert os.fsencode(photos[0]) not in {hit.path for hit in found}
        assert len(found) == 11


def test_photos_on_a_disk_that_is_away_are_found_and_marked(
    tmp_path: Path, draw_photo: DrawPhoto, expected_log: list[str]
) -> None:
    expected_log.append("is offline")
    photo = draw_photo(tmp_path / "photos" / "a.png", 1)
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.add([tmp_path / "photos"]))
        picture = read_picture(photo)
        (tmp_path / "photos").rename(tmp_path / "away")
        run(library.imports.scan())
        (hit,) = library.search(Query([Term(picture=picture)])).hits
        assert (hit.path, hit.presence) == (os.fsencode(photo), Presence.OFFLINE)
        (tmp_path / "away").rename(tmp_path / "photos")
        assert run(library.imports.scan()).model_calls == 0
        (hit,) = library.search(Query([Term(picture=picture)])).hits
        assert hit.presence is Presence.PRESENT


def test_a_reader_makes_up_for_deleted_vectors(tmp_path: Path, draw_photo: DrawPhoto) -> None:
    photo = draw_photo(tmp_path / "photos" / "a.png", 1)
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.add([tmp_path / "photos"]))
    for statistics in (tmp_path / "library" / "vectors").rglob("statistics.safetensors"):
        statistics.unlink()
    with Library(tmp_path / "library", writable=False) as library:
        assert library.problems() != []
        assert library.search(Query([Term(picture=read_picture(photo))])).hits
        assert library.problems() == []


def test_an_empty_library_says_what_to_do(tmp_path: Path) -> None:
    with (
        Library(tmp_path, writable=True) as library,
        pytest.raises(EmptyLibraryError, match="holds no photos yet; run `imgtext import"),
    ):
        library.search(Query([Term("a dog")]))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "describe a photo in words"),
        (" \t\n", "describe a photo in words"),
        ("😀🎉", "understands English only"),
        ("海滩上的孩子", "understands English only"),
        ("?!…", "understands English only"),
    ],
)
def test_a_query_that_says_nothing_gets_a_sentence(
    tmp_path: Path, draw_photo: DrawPhoto, text: str, sentence: str
) -> None:
    draw_photo(tmp_path / "photos" / "a.png", 1)
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.add([tmp_path / "photos"]))
        with pytest.raises(QueryError, match=sentence):
            library.search(Query([Term(text)]))


def test_odd_queries_are_answered_with_a_note(tmp_path: Path, draw_photo: DrawPhoto) -> None:
    draw_photo(tmp_path / "photos" / "a.png", 1)
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.add([tmp_path / "photos"]))
        long = library.search(Query([Term("dog " * 2500)]))
        assert len(long.hits) == 1
        assert any("is long" in note for note in long.notes)
        mixed = library.search(Query([Term("a dog on the 海滩上的孩子和狗")]))
        assert any("is not read" in note for note in mixed.notes)


def test_a_query_file_that_is_no_picture_is_named(tmp_path: Path) -> None:
    path = tmp_path / "letter.jpg"
    path.write_text("Dear Anna")
    with pytest.raises(QueryError, match=r"letter\.jpg cannot be searched with"):
        read_picture(path)
    with pytest.raises(QueryError, match=r"nothing\.jpg cannot be searched with"):
        read_picture(tmp_path / "nothing.jpg")


def test_a_mended_file_is_read_again_on_request(
    tmp_path: Path, draw_photo: DrawPhoto, expected_log: list[str]
) -> None:
    expected_log.append("The file is empty")
    draw_photo(tmp_path / "photos" / "a.png", 1)
    bad = tmp_path / "photos" / "sub" / "b.png"
    bad.parent.mkdir()
    bad.touch()
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.add([tmp_path / "photos"]))
        assert library.files.counts()[FileState.FAILED] == 1
        with pytest.raises(RootError, match="lies in no folder of this library"):
            run(library.imports.retry([os.fsencode(bad), b"/elsewhere/b.png"]))
        report = run(library.imports.retry([os.fsencode(bad)]))
        assert (report.retried, report.model_calls) == (1, 0)
        assert library.files.counts()[FileState.FAILED] == 1
        draw_photo(bad, 2)
        report = run(library.imports.retry())
        assert (report.retried, report.model_calls) == (1, 1)
        assert library.files.counts()[FileState.INDEXED] == 2


def test_changed_settings_count_from_the_next_job_on(tmp_path: Path) -> None:
    with Library(tmp_path, writable=True) as library:
        assert library.change_settings({"batch_size": 5}).batch_size == 5
        assert library.settings.batch_size == 5
    with Library(tmp_path, writable=False) as library:
        assert library.settings.batch_size == 5


def test_a_catalog_that_was_replaced_gets_vectors_of_its_own(
    tmp_path: Path, draw_photo: DrawPhoto, expected_log: list[str]
) -> None:
    expected_log.append("vectors of another catalog")
    for number in range(6):
        draw_photo(tmp_path / "old" / f"{number}.png", number)
    photos = [draw_photo(tmp_path / "new" / f"{n}.png", 100 + n) for n in range(4)]
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.add([tmp_path / "old"]))
    for file in (tmp_path / "library").glob(f"{CATALOG}*"):
        file.unlink()
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.add([tmp_path / "new"]))
        for photo in photos:
            hits = library.search(Query([Term(picture=read_picture(photo))])).hits
            assert hits[0].path == os.fsencode(photo)


def test_the_library_never_indexes_itself(tmp_path: Path, draw_photo: DrawPhoto) -> None:
    draw_photo(tmp_path / "home" / "a.png", 1)
    with Library(tmp_path / "home" / "library", writable=True) as library:
        run(library.imports.add([tmp_path / "home"]))
        run(library.imports.scan())
        assert library.files.counts().total() == 1


def test_a_folder_and_one_around_it_may_be_added_at_once(
    tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    draw_photo(tmp_path / "outer" / "inner" / "a.png", 1)
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.add([tmp_path / "outer" / "inner", tmp_path / "outer"]))
        assert [root.path for root in library.roots.all()] == [os.fsencode(tmp_path / "outer")]
        assert library.files.counts().total() == 1


def test_damaged_statistics_are_made_anew(tmp_path: Path, draw_photo: DrawPhoto) -> None:
    photo = draw_photo(tmp_path / "photos" / "a.png", 1)
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.add([tmp_path / "photos"]))
        for statistics in (tmp_path / "library" / "vectors").rglob("statistics.safetensors"):
            statistics.write_bytes(b"")
        assert library.search(Query([Term(picture=read_picture(photo))])).hits


@pytest.mark.parametrize("order", [[".x", ""], ["", ".x"]])
def test_a_hidden_folder_that_was_added_stays(
    tmp_path: Path, draw_photo: DrawPhoto, order: list[str]
) -> None:
    photos = [
        draw_photo(tmp_path / "pictures" / name, n) for n, name in enumerate(["a.png", ".x/b.png"])
    ]
    with Library(tmp_path / "library", writable=True) as library:
        for name in order:
            run(library.imports.add([tmp_path / "pictures" / name]))
        run(library.imports.scan())
        states = {line.path: line.state for line in library.files.lines()}
        assert all(states[os.fsencode(photo)] is FileState.INDEXED for photo in photos)
        assert len(library.roots.all()) == 2
        assert run(library.imports.retry([os.fsencode(photos[1])])).model_calls == 0


def test_the_folders_beside_one_without_pictures_are_imported(
    tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    draw_photo(tmp_path / "good" / "a.png", 1)
    (tmp_path / "empty").mkdir()
    with Library(tmp_path / "library", writable=True) as library:
        with pytest.raises(RootError, match=r"empty holds no .* The other folders were imported\."):
            run(library.imports.add([tmp_path / "good", tmp_path / "empty"]))
        assert [root.path for root in library.roots.all()] == [os.fsencode(tmp_path / "good")]
        assert library.files.counts()[FileState.INDEXED] == 1


def test_the_librarys_own_pictures_are_no_photos(tmp_path: Path) -> None:
    with Library(tmp_path / "library", writable=True) as library:
        library.thumbnails.save(bytes(16), b"x")
        with pytest.raises(RootError, match="belongs to the library itself"):
            run(library.imports.add([library.thumbnails.folder]))


@pytest.mark.parametrize("name", ["logs", "thumbnails", "vectors"])
@pytest.mark.parametrize("writable", [True, False])
def test_a_file_in_the_place_of_a_folder_of_the_library(
    tmp_path: Path, name: str, writable: bool
) -> None:
    Library(tmp_path, writable=True).close()
    if (tmp_path / name).exists():
        shutil.rmtree(tmp_path / name)
    (tmp_path / name).write_text("mine")
    with pytest.raises(LibraryError, match=f"{name} is in the way"):
        Library(tmp_path, writable=writable)
    assert (tmp_path / name).read_text() == "mine"
    assert not _is_locked(tmp_path)


def test_vectors_of_a_version_that_is_gone_are_deleted(
    tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    draw_photo(tmp_path / "photos" / "a.png", 1)
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.add([tmp_path / "photos"]))
        vectors, model = library.folder / "vectors", library.model
    connection = sqlite3.connect(tmp_path / "library" / CATALOG)
    connection.execute(
        "INSERT INTO feature_rows SELECT 'embedded-old', row, content_id FROM feature_rows"
    )
    connection.commit()
    connection.close()
    for name in ("embedded-old", "mine"):
        (vectors / name).mkdir()
        (vectors / name / "features.f16").write_bytes(bytes(4096))
    Library(tmp_path / "library", writable=False).close()
    assert (vectors / "embedded-old").exists()
    with Library(tmp_path / "library", writable=True) as library:
        assert {path.name for path in vectors.iterdir()} == {model, "mine"}
        assert library.photos.models() == {model}
        assert library.photos.row_count(model) == 1
        assert library.problems() == []


def test_damage_is_found_and_the_advice_mends_it(tmp_path: Path, draw_photo: DrawPhoto) -> None:
    for number in range(3):
        draw_photo(tmp_path / "photos" / f"{number}.png", number)
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.add([tmp_path / "photos"]))
        features = library.features.path
        content = bytearray(features.read_bytes())
        content[5000] ^= 1  # one bit of the second photo
        features.write_bytes(content)
        (problem,) = library.problems()
        assert f"of 1 photos are damaged; delete {features} and run `imgtext scan`" in problem
        content[5000] ^= 1
        features.write_bytes(content)
        assert library.problems() == []

        (derived,) = features.parent.glob("derived-*")
        (derived / "text.f32").write_bytes(os.urandom((derived / "text.f32").stat().st_size))
        (problem,) = library.problems()
        assert "delete the folders derived-*" in problem
        shutil.rmtree(derived)
        shutil.rmtree(library.thumbnails.folder)
        assert len(library.problems()) == 2
        assert run(library.imports.scan()).model_calls == 0
        assert library.problems() == []


def test_what_cannot_be_asked_is_told_without_a_model(
    tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    draw_photo(tmp_path / "photos" / "a.png", 1)
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.add([tmp_path / "photos"]))
    with Library(tmp_path / "library", writable=False) as library:
        for query in (
            Query([]),
            Query([Term("a")], limit=0),
            Query([Term("a")], space=Space.VISUAL),
        ):
            with pytest.raises(QueryError):
                library.search(query)
        assert "encoder" not in vars(library)
