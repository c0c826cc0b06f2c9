"""Saved copies of a library, and going back to them."""

import hashlib
import json
import os
import shutil
import zipfile
from pathlib import Path

import pytest

from engine import backup
from engine.backup import restore_copy
from engine.catalog.changes import Caption
from engine.catalog.photos import Outcome, Photos
from engine.catalog.records import NewContent
from engine.errors import LibraryError, OutputError, TableError
from engine.jobs import run
from engine.library import Library
from tests.conftest import DrawPhoto


def _make(folder: Path, words: str) -> None:
    """Make a library of one photo with a caption and stored features."""
    with Library(folder, writable=True) as library:
        content = NewContent(words.encode().ljust(16), 1, 4, 3, "PNG", bytes(8))
        outcome = Outcome(library.model, 0, encoded=[content])
        Photos(library._database).commit(outcome)
        library.annotations.add_captions([Caption(1, words)])
        features = library.features.path
    features.parent.mkdir(parents=True, exist_ok=True)
    features.write_bytes(words.encode() * 100)
    (features.parent / "text.f16").write_bytes(b"derived")
    (folder / "models" / "mine").mkdir(parents=True, exist_ok=True)
    (folder / "models" / "mine" / "card.json").write_text(words)


def _words(folder: Path) -> list[str]:
    """Return the caption, what the features and the trained model are of."""
    with Library(folder, writable=True) as library:
        assert library._database.problems() == []
        (caption,) = library.annotations.of([1])[1].captions
        stored = library.features.path.read_bytes()[: len(caption.text)].decode()
    return [caption.text, stored, (folder / "models" / "mine" / "card.json").read_text()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    _make(tmp_path / "library", "first")
    return tmp_path / "library"


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    """A copy of a library that has gone on since."""
    with Library(folder, writable=True) as library:
        assert run(library.save_copy(tmp_path / "copy.zip")) > 100
    shutil.rmtree(folder)
    _make(folder, "second")
    return tmp_path / "copy.zip"


def test_going_back_to_a_copy(folder: Path, copy: Path, tmp_path: Path) -> None:
    run(restore_copy(copy, folder))
    assert _words(folder) == ["first"] * 3
    assert not list((folder / "vectors").rglob("text.f16"))  # derived from other features
    (replaced,) = (folder / "backups").iterdir()
    assert _words(replaced) == ["second"] * 3
    run(restore_copy(copy, tmp_path / "elsewhere"))
    assert _words(tmp_path / "elsewhere") == ["first"] * 3


def test_a_copy_while_the_library_is_written(folder: Path, tmp_path: Path) -> None:
    with Library(folder, writable=True) as library:
        job = library.save_copy(tmp_path / "copy.zip")
        next(job)
        library.annotations.add_label([1], "later")
        run(job)
        assert library.annotations.label_counts() == {"later": 1}
    run(restore_copy(tmp_path / "copy.zip", folder))
    assert _words(folder) == ["first"] * 3


def test_a_cancelled_copy_leaves_nothing_and_keeps_the_old_one(
    folder: Path, tmp_path: Path
) -> None:
    with Library(folder, writable=True) as library:
        run(library.save_copy(tmp_path / "copy.zip"))
        older = (tmp_path / "copy.zip").read_bytes()
        job = library.save_copy(tmp_path / "copy.zip")
        next(job)
        job.close()
    assert (tmp_path / "copy.zip").read_bytes() == older
    assert sorted(os.listdir(tmp_path)) == ["copy.zip", "library"]


def test_no_room_for_a_copy(folder: Path, tmp_path: Path) -> None:
    with Library(folder, writable=True) as library:
        for target in (tmp_path / "gone" / "copy.zip", Path("/proc/copy.zip")):
            with pytest.raises(LibraryError, match=r"choose another place|cannot be opened"):
                run(library.save_copy(target))


@pytest.mark.parametrize("own", ["catalog.db", "settings.json", "new.zip", "models/new.zip"])
def test_a_copy_takes_the_place_of_no_file_of_the_library(folder: Path, own: str) -> None:
    with Library(folder, writable=False) as library:
        with pytest.raises(OutputError, match="choose another place"):
            run(library.save_copy(folder / own))
        with pytest.raises(OutputError, match="choose another place"):
            library.exchange.export_labels(folder / own)
    assert _words(folder) == ["first"] * 3
    with Library(folder, writable=False) as library:
        (folder / "backups").mkdir()
        assert run(library.save_copy(folder / "backups" / "mine.zip"))


def test_what_is_written_takes_the_place_of_no_photo(
    folder: Path, draw_photo: DrawPhoto, tmp_path: Path
) -> None:
    photo = draw_photo(tmp_path / "photo.jpg", 1)
    before = photo.read_bytes()
    with Library(folder, writable=False) as library:
        with pytest.raises(OutputError, match="is no saved copy"):
            run(library.save_copy(photo))
        with pytest.raises(TableError, match="is no text"):
            library.exchange.export_ratings(photo)
    assert photo.read_bytes() == before


@pytest.mark.parametrize("step", range(12))
def test_going_back_may_be_interrupted_at_any_rename(
    folder: Path, copy: Path, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = 0
    rename = Path.replace

    def replace(self: Path, target: Path) -> Path:
        nonlocal done
        if self.is_relative_to(folder):
            done += 1
            if done > step:
                raise KeyboardInterrupt
        return rename(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    try:
        run(restore_copy(copy, folder))
    except KeyboardInterrupt:
        is_done = False
    else:
        is_done = True
    monkeypatch.undo()
    words = _words(folder)  # opening it finishes what was begun
    assert words == (["second"] * 3 if step == 0 else ["first"] * 3)
    assert is_done == (step >= done)
    assert not (folder / "restored").exists()


def test_a_library_that_is_open_is_not_replaced(folder: Path, copy: Path) -> None:
    with Library(folder, writable=True), pytest.raises(LibraryError, match="in use"):
        run(restore_copy(copy, folder))
    assert _words(folder) == ["second"] * 3


DAMAGES = ["cut", "flipped", "squeezed", "method", "no copy", "empty", "gone", "outside"]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_copy_that_cannot_be_used_changes_nothing(folder: Path, copy: Path, damage: str) -> None:
    data = bytearray(copy.read_bytes())
    match damage:
        case "cut":
            copy.write_bytes(data[: len(data) // 2])
        case "flipped":
            data[len(data) // 3] ^= 0xFF
            copy.write_bytes(data)
        case "squeezed":  # the catalog, the first member, is deflated
            data[60:90] = b"\xff" * 30
            copy.write_bytes(data)
        case "method":
            at = data.index(b"PK\x01\x02") + 10
            data[at : at + 2] = b"\x63\x00"
            copy.write_bytes(data)
        case "no copy":
            with zipfile.ZipFile(copy, "w") as archive:
                archive.writestr("catalog.db", b"x")
        case "empty":
            copy.write_bytes(b"")
        case "gone":
            copy.unlink()
        case "outside":
            with zipfile.ZipFile(copy, "w") as archive:
                archive.writestr("vectors/../../evil", b"x")
                archive.writestr("catalog.db", b"x")
                sha256 = dict.fromkeys(archive.namelist(), hashlib.sha256(b"x").hexdigest())
                manifest = {"format": "imgtext-library-1", "sha256": sha256}
                archive.writestr("manifest.json", json.dumps(manifest))
    words = "cannot be read" if damage == "gone" else "is damaged or no saved copy"
    with pytest.raises(LibraryError, match=words):
        run(restore_copy(copy, folder))
    assert _words(folder) == ["second"] * 3
    assert not (folder / backup._UNPACKED).exists()
    assert not (folder.parent / "evil").exists()
