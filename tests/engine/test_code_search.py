"""Search by hash code in a library, before anything was trained and with an adopted version."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from engine.errors import QueryError
from engine.jobs import run
from engine.library import Library
from engine.models.codes import Centring, HashCoder
from engine.models.versions import Card, Slot
from engine.search import code_spaces
from engine.search.pictures import read_picture
from engine.search.query import Query, Space, Term
from engine.search.search import Answer
from tests.conftest import DrawPhoto
from tests.engine.test_cli import Command

PHOTOS = 6


@pytest.fixture
def folder(tmp_path: Path, draw_photo: DrawPhoto) -> Path:
    """Return the folder of a library of six photos."""
    for number in range(PHOTOS):
        draw_photo(tmp_path / "photos" / f"{number}.jpg", number, (320, 240))
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.add([tmp_path / "photos"]))
    return tmp_path / "library"


def ask(library: Library, folder: Path, radius: int | None = None) -> Answer:
    picture = read_picture(folder.parent / "photos" / "2.jpg")
    return library.search(Query([Term(picture=picture)], space=Space.CODE, radius=radius))


def adopt(library: Library, *, bits: int, feature_space: str = "", seed: int = 0) -> str:
    """Adopt a network with random weights; return the version."""
    random = np.random.default_rng(seed)
    tensors = {
        "mean": np.zeros(1280),
        "scale": np.ones(()),
        "hidden.weight": random.normal(size=(16, 1280)),
        "hidden.bias": np.zeros(16),
        "output.weight": random.normal(size=(bits, 16)),
        "output.bias": np.zeros(bits),
    }
    floats = {name: array.astype(np.float32) for name, array in tensors.items()}
    coder = HashCoder("", floats, Centring.MEDIAN)

    def write(place: Path) -> dict[str, object]:
        return {"codes": "trained", **coder.save(place)}

    card = Card("", Slot.CODES, "hash", feature_space=feature_space or library.feature_space)
    version = library.models.store.add(card, write).version
    library.slots.switch(Slot.CODES, version)
    return version


def test_look_alikes_before_any_training(folder: Path) -> None:
    with Library(folder, writable=False) as library:
        answer = ask(library, folder)
        assert answer.ball is not None
        assert (answer.ball.coder, answer.ball.bits, answer.ball.radius) == ("itq-128", 128, 32)
        assert answer.hits[0].path.endswith(b"2.jpg")
        assert answer.hits[0].distance == 0
        assert answer.hits[0].score == 1
        assert len(answer.hits) == answer.ball.count
        assert answer.ball.within[0] == 0
        assert answer.ball.within[-1] == PHOTOS
        everything = ask(library, folder, radius=1000)
        assert len(everything.hits) == PHOTOS
        assert all(hit.score == 1 - (hit.distance or 0) / 128 for hit in everything.hits)
        nothing = ask(library, folder, radius=0)
        assert nothing.ball is not None
        assert nothing.ball.is_nearest
        assert len(nothing.hits) == PHOTOS
        assert "give 1 or more to find those with the same code" in nothing.notes[0]


def test_an_adopted_version_makes_the_codes_until_it_is_rolled_back(folder: Path) -> None:
    with Library(folder, writable=True) as library:
        for bits in (64, 32):  # another length, with codes in place
            version = adopt(library, bits=bits, seed=bits)
            answer = ask(library, folder, radius=bits + 1)
            assert answer.ball is not None
            assert (answer.ball.coder, answer.ball.bits) == (version, bits)
            assert answer.hits[0].distance == 0
            assert len(answer.hits) == PHOTOS
        library.slots.switch(Slot.CODES, "")
        list(library.codes.prepare(version))  # as before an adoption
        prepared = library.codes.of_version(version)
        codes = prepared.derived.open()
        assert codes is not None
        assert codes.rows == PHOTOS
        again = ask(library, folder)
        assert again.ball is not None
        assert again.ball.coder == "itq-128"
        folders = {path.name for path in (folder / "vectors").glob("*/codes/*")}
        assert len(folders) == 3
        library.models.store.remove(version)
        library.codes.remove_unused()
        assert {path.name for path in (folder / "vectors").glob("*/codes/*")} == folders - {version}


def test_a_version_of_other_features_or_a_lost_one_is_not_used(folder: Path) -> None:
    with Library(folder, writable=True) as library:
        adopt(library, bits=64, feature_space="another model")
        answer = ask(library, folder)
        assert answer.ball is not None
        assert answer.ball.coder == "itq-128"
        library.slots.switch(Slot.CODES, "gone")
        assert ask(library, folder).ball == answer.ball


def test_another_length_of_codes_with_codes_in_place(folder: Path) -> None:
    with Library(folder, writable=True) as library:
        for wanted, bits in ((None, 128), (32, 32), ("256", 256), (None, 128)):
            library.change_settings({"code_bits": wanted})
            answer = ask(library, folder, radius=bits + 1)
            assert answer.ball is not None
            assert (answer.ball.coder, answer.ball.bits) == (f"itq-{bits}", bits)
            assert answer.ball.count == len(answer.hits) == PHOTOS
            assert answer.hits[0].distance == 0
            assert not answer.ball.is_trained
        assert (folder / "settings.json").read_text() == "{}"
        version = adopt(library, bits=64)
        answer = ask(library, folder)
        assert answer.ball is not None
        assert answer.ball.is_trained
    with Library(folder, writable=True):  # a start deletes what is of no use
        kept = {path.name for path in (folder / "vectors").glob("*/codes/*")}
        assert kept == {"itq-128", version}


def test_three_photos_have_look_alikes(tmp_path: Path, draw_photo: DrawPhoto) -> None:
    for number in range(3):
        draw_photo(tmp_path / "photos" / f"{number}.jpg", number, (320, 240))
    with Library(tmp_path / "library", writable=True) as library:
        run(library.imports.add([tmp_path / "photos"]))
        answer = ask(library, tmp_path / "library", radius=1)
        assert answer.ball is not None
        assert [hit.path for hit in answer.hits] == [bytes(tmp_path / "photos" / "2.jpg")]
        assert answer.ball.within[-1] == 3


def test_two_questions_at_once_make_the_codes_once(folder: Path) -> None:
    with Library(folder, writable=True) as library, ThreadPoolExecutor(2) as pool:
        _ = library.encoder  # loaded before: only the codes are made by both
        answers = list(pool.map(lambda _: ask(library, folder), range(2)))
        codes = library.codes.open()
        assert codes is not None
        assert len(codes.codes) == PHOTOS
        assert answers[0].ball == answers[1].ball


def test_many_photos_get_their_codes_when_they_come(
    folder: Path, draw_photo: DrawPhoto, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library(folder, writable=True) as library:
        run(library.imports.scan())
        assert library.codes.open() is None, "few photos get theirs when they are asked for"
        monkeypatch.setattr(code_spaces, "_AT_ONCE", PHOTOS)
        draw_photo(folder.parent / "photos" / "new.jpg", 99, (320, 240))
        stages = {progress.stage for progress in library.imports.scan()}
        assert code_spaces.MAKING_CODES in stages
        assert not library.codes.is_behind()


def test_while_codes_are_being_made_those_that_are_there_answer(
    folder: Path, draw_photo: DrawPhoto
) -> None:
    with Library(folder, writable=True) as library:
        ask(library, folder)
        draw_photo(folder.parent / "photos" / "new.jpg", 99, (320, 240))
        run(library.imports.scan())
        making = library.codes.update()
        next(making)  # another thread has come so far
        answer = ask(library, folder, radius=1000)
        assert len(answer.hits) >= PHOTOS
        list(making)
        assert not library.codes.is_being_made


def test_photos_added_later_get_codes(folder: Path, draw_photo: DrawPhoto) -> None:
    with Library(folder, writable=True) as library:
        ask(library, folder)
        draw_photo(folder.parent / "photos" / "new.jpg", 99, (320, 240))
        run(library.imports.scan())
        assert library.codes.is_behind()
        answer = ask(library, folder, radius=1000)
        assert len(answer.hits) == PHOTOS + 1
        assert not library.codes.is_behind()


def test_codes_stand_before_a_search_by_picture_once_they_were_tried(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code_spaces, "FIRST_STAGE_ROWS", PHOTOS)
    picture = read_picture(folder.parent / "photos" / "2.jpg")
    with Library(folder, writable=True) as library:
        plain = library.search(Query([Term(picture=picture)]))
        list(library.codes.update())
        codes = library.codes.open()
        assert codes is not None
        assert codes.is_first_stage  # so few photos that none is left out
        staged = library.search(Query([Term(picture=picture)]))
        assert [hit.content_id for hit in staged.hits] == [hit.content_id for hit in plain.hits]
        monkeypatch.setattr(code_spaces, "FIRST_STAGE_RECALL", 1.1)
        bad = library.codes.open()
        assert bad is not None
        assert not bad.is_first_stage


@pytest.mark.parametrize("terms", ["words", "two pictures", "excluded", "radius elsewhere"])
def test_what_cannot_be_asked_is_said(terms: str) -> None:
    picture = Term(picture=np.zeros((224, 224, 3), np.uint8))
    queries = {
        "words": Query([picture, Term(text="a dog")], space=Space.CODE),
        "two pictures": Query([picture, picture], space=Space.CODE),
        "excluded": Query([Term(picture=picture.picture, is_excluded=True)], space=Space.CODE),
        "radius elsewhere": Query([picture], radius=3),
    }
    with pytest.raises(QueryError):
        _ = queries[terms].resolved_space
    with pytest.raises(QueryError, match="0 or more"):
        _ = Query([picture], space=Space.CODE, radius=-1).resolved_space


def test_the_command_tells_the_distance(folder: Path) -> None:
    imgtext = Command(folder)
    photo = folder.parent / "photos" / "2.jpg"
    found = imgtext.json("search", "--image", photo, "--space", "code", "--radius", "129")
    assert (found["bits"], found["radius"], found["within"]) == (128, 129, PHOTOS)
    first = found["results"][0]
    assert (first["distance"], first["score"], first["path"]) == (0, 1.0, str(photo))
    assert {"rank", "id", "path", "score", "state", "distance"} == first.keys()
    assert "one picture" in imgtext.sentence("search", "a dog", "--space", "code")


def test_a_trained_code_is_measured_on_a_folder(
    folder: Path, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    for number in range(8):
        label = "even" if number % 2 == 0 else "odd"
        draw_photo(tmp_path / "labelled" / label / f"{number}.jpg", number % 2, (320 + number, 240))
    with Library(folder, writable=True) as library:
        version = adopt(library, bits=64)
    imgtext = Command(folder)
    asked = ("evaluate", "hash", "--photos", tmp_path / "labelled", "--model")
    found = imgtext.json(*asked, version)
    assert (found["method"], found["bits"]) == (version, 64)
    assert 0 <= found["mAP_min"] <= found["mAP"] <= 100
    assert "nothing" in imgtext.sentence(*asked, "nothing")
