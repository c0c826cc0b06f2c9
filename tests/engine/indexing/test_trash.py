import errno
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from engine.indexing.trash import Trash, Trashed, send_to_trash
from engine.jobs import run
from tests.engine.indexed import Indexed

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the trash of other systems is not in a folder"
)


@pytest.fixture
def indexed(tmp_path: Path) -> Iterator[Indexed]:
    indexed = Indexed(tmp_path)
    yield indexed
    indexed.database.close()


def draw(path: Path, grey: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("L", (8, 8), grey).save(path)
    return path


def move(
    indexed: Indexed,
    *names: str,
    stand_ins: dict[str, str] | None = None,
    is_last_allowed: bool = False,
) -> list[Trashed]:
    kept = {indexed.id(a): indexed.id(b) for a, b in (stand_ins or {}).items()}
    job = Trash(indexed.removal).move(
        [indexed.id(name) for name in names], stand_ins=kept, is_last_allowed=is_last_allowed
    )
    return run(job)


def test_a_copy_goes_with_its_sidecar_and_leaves_the_ledger(
    indexed: Indexed, trash_folder: Path
) -> None:
    draw(indexed.top / "a.png", 1)
    twin = Path(shutil.copy(indexed.top / "a.png", indexed.top / "b.png"))
    (indexed.top / "a.png.xmp").write_text("<kept/>")
    (indexed.top / "b.png.xmp").write_text("<gone/>")
    bytes_before = twin.read_bytes()
    indexed.index()
    (done,) = move(indexed, "b.png")
    assert (done.is_moved, done.problem) == (True, "")
    assert done.sidecars == (os.fsencode(indexed.top / "b.png.xmp"),)
    assert (trash_folder / "b.png").read_bytes() == bytes_before
    assert (trash_folder / "b.png.xmp").read_text() == "<gone/>"
    assert sorted(path.name for path in indexed.top.iterdir()) == ["a.png", "a.png.xmp"]
    assert "b.png" not in indexed.states()
    indexed.index()
    assert indexed.states()["a.png"] == "indexed"


def test_the_last_copy_goes_only_when_asked_explicitly(
    indexed: Indexed, trash_folder: Path
) -> None:
    draw(indexed.top / "a.png", 1)
    shutil.copy(indexed.top / "a.png", indexed.top / "b.png")
    indexed.index()
    first, second = move(indexed, "a.png", "b.png")
    assert not first.is_moved
    assert not second.is_moved
    assert "no other copy of this picture is in reach" in first.problem
    assert not trash_folder.exists()
    first, second = move(indexed, "a.png", "b.png", is_last_allowed=True)
    assert first.is_moved
    assert second.is_moved
    assert sorted(path.name for path in trash_folder.iterdir()) == ["a.png", "b.png"]
    assert indexed.states() == {}


def test_a_stand_in_must_be_there_and_stay(indexed: Indexed, trash_folder: Path) -> None:
    for grey, name in enumerate(("original.png", "small.png", "smaller.png")):
        draw(indexed.top / name, grey)
    indexed.index()
    (done,) = move(indexed, "small.png")
    assert not done.is_moved
    (done,) = move(indexed, "small.png", stand_ins={"small.png": "original.png"})
    assert done.is_moved
    both = move(indexed, "original.png", "smaller.png", stand_ins={"smaller.png": "original.png"})
    assert [done.is_moved for done in both] == [False, False]
    Image.new("L", (9, 9)).save(indexed.top / "original.png")  # something else by now
    (done,) = move(indexed, "smaller.png", stand_ins={"smaller.png": "original.png"})
    assert not done.is_moved
    assert (trash_folder / "small.png").exists()


def test_links_and_other_names_of_a_file_are_no_copies(
    indexed: Indexed, trash_folder: Path
) -> None:
    real = draw(indexed.top / "real" / "a.png", 1)
    (indexed.top / "to_file.png").symlink_to(real)
    (indexed.top / "hardlink.png").hardlink_to(real)
    indexed.index()
    (done,) = move(indexed, "to_file.png", is_last_allowed=True)
    assert not done.is_moved
    assert "it is a link" in done.problem
    for name in ("real/a.png", "hardlink.png"):
        (done,) = move(indexed, name)
        assert not done.is_moved
    with Image.open(real) as image:
        assert image.size == (8, 8)
    assert not trash_folder.exists()


def test_what_cannot_go_stays_with_a_sentence_and_the_rest_goes_on(
    indexed: Indexed, trash_folder: Path, expected_log: list[str]
) -> None:
    for grey, name in enumerate(("changed.png", "gone.png", "no trash.png", "fine.png")):
        draw(indexed.top / name, grey)
    indexed.index()
    ids = [indexed.id(name) for name in ("changed.png", "gone.png", "no trash.png", "fine.png")]
    (indexed.top / "changed.png").write_bytes(b"other")
    (indexed.top / "gone.png").unlink()

    def send(path: bytes) -> None:
        if b"no trash" in path:
            from send2trash import TrashPermissionError

            raise TrashPermissionError(path)
        send_to_trash(path)

    job = Trash(indexed.removal, send).move([*ids, 12345], is_last_allowed=True)
    changed, gone, refused, fine, unknown = run(job)
    assert "has changed since it was read" in changed.problem
    assert "cannot be reached" in gone.problem
    assert refused.problem.endswith("no trash.png stays: its disk has no trash that you may use.")
    assert fine.is_moved
    assert unknown.problem == "This file is not in the library any more."
    assert (indexed.top / "no trash.png").exists()
    assert "fine.png" not in indexed.states()

    expected_log.append("is offline")
    indexed.top.rename(indexed.top.with_name("away"))
    indexed.index()
    (offline,) = run(Trash(indexed.removal).move([ids[2]], is_last_allowed=True))
    assert offline.problem.endswith("its disk is not connected.")
    assert indexed.states()["no trash.png"] == "offline"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EROFS, "read-only"),
        (errno.EACCES, "check the permissions"),
        (errno.ENAMETOOLONG, "too long for the trash"),
        (errno.EIO, "the trash does not take it"),
    ],
)
def test_the_systems_errors_become_sentences(indexed: Indexed, number: int, words: str) -> None:
    draw(indexed.top / "a.png", 1)
    indexed.index()

    def send(_: bytes) -> None:
        raise OSError(number, os.strerror(number))

    (done,) = run(Trash(indexed.removal, send).move([indexed.id("a.png")], is_last_allowed=True))
    assert words in done.problem
    assert indexed.states() == {"a.png": "indexed"}


def test_odd_names_go_and_can_be_restored(indexed: Indexed, trash_folder: Path) -> None:
    folder = os.fsencode(indexed.top)
    odd = [b"50% #1?.png", b"line\nbreak.png", b"bad-\xff\xfe.png", "é🏖.png".encode()]
    for number, name in enumerate(odd):
        source = draw(indexed.top / f"{number}.png", number)
        shutil.copy(source, os.path.join(folder, name))
    indexed.index()
    done = move(indexed, *map(os.fsdecode, odd))
    assert all(one.is_moved for one in done), done
    assert sorted(os.listdir(os.fsencode(trash_folder))) == sorted(odd)
    assert len(indexed.states()) == len(odd)


def test_cancelling_keeps_what_was_done(indexed: Indexed, trash_folder: Path) -> None:
    for name in ("a.png", "b.png", "c.png"):
        draw(indexed.top / name, 1)
    indexed.index()
    job = Trash(indexed.removal).move([indexed.id("a.png"), indexed.id("b.png")])
    next(job)
    next(job)
    job.close()
    assert set(indexed.states()) == {"b.png", "c.png"}
    assert [path.name for path in trash_folder.iterdir()] == ["a.png"]
