"""Journeys of roots and files: away and back, odd names, what the system puts beside photos."""

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.catalog.changes import Caption
from engine.catalog.records import FileState
from engine.indexing.adding import add_and_import
from engine.jobs import run
from tests.conftest import DrawPhoto
from tests.engine.indexing.workbench import Workbench

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="as Linux does")


@pytest.mark.parametrize("absence", ["gone", "empty", "a file"])
def test_a_root_goes_and_returns_with_all_that_was_said_of_it(
    bench: Workbench, draw_photo: DrawPhoto, expected_log: list[str], absence: str
) -> None:
    expected_log.append("is offline")
    for n in range(4):
        draw_photo(bench.top / f"{n % 2}/{n}.png", n)
    (bench.top / "notes.txt").write_text("x")
    bench.run()
    lines = list(bench.files.lines())
    ids = [1, 2]
    bench.annotations.add_label(ids, "Summer")
    bench.annotations.rate(ids, 4)
    bench.annotations.add_captions([Caption(1, "by the sea")])
    said = bench.annotations.all()

    away = bench.top.rename(bench.top.with_name("away"))
    if absence == "empty":
        bench.top.mkdir()
    elif absence == "a file":
        bench.top.write_bytes(b"x")
    report = bench.run()
    assert (report.removed, report.model_calls) == (0, 0)
    assert bench.counts() == {"offline": 5}
    rows = range(4)
    paths = bench.importer.photos.paths_of_rows(rows, "colours-1")
    assert all(path.is_offline for found in paths.values() for path in found)
    shutil.rmtree(bench.folder / "thumbnails")

    if absence == "empty":
        bench.top.rmdir()
    elif absence == "a file":
        bench.top.unlink()
    away.rename(bench.top)
    report = bench.run()
    assert (report.removed, report.model_calls, bench.encoder.calls) == (0, 0, 4)
    assert list(bench.files.lines()) == lines
    assert len(list((bench.folder / "thumbnails").rglob("*.jpg"))) == 4
    paths = bench.importer.photos.paths_of_rows(rows, "colours-1")
    assert len(paths) == 4
    assert not any(path.is_offline for found in paths.values() for path in found)
    assert bench.annotations.all() == said


def test_a_root_on_a_new_disk_keeps_all_that_was_said_of_it(
    bench: Workbench, draw_photo: DrawPhoto
) -> None:
    """Other inodes, other times: every file is read again and none is encoded."""
    for n in range(4):
        draw_photo(bench.top / f"{n}.png", n)
    bench.run()
    bench.annotations.add_label([1, 2, 3, 4], "Kept")
    said = bench.annotations.all()
    copy = bench.top.with_name("copy")
    shutil.copytree(bench.top, copy, copy_function=shutil.copyfile)
    shutil.rmtree(bench.top)
    copy.rename(bench.top)
    assert bench.run().model_calls == 0
    assert bench.counts() == {"indexed": 4}
    assert bench.annotations.all() == said


@on_linux
def test_a_folder_added_by_way_of_a_link_is_in_the_ledger_once(
    bench: Workbench, draw_photo: DrawPhoto, tmp_path: Path
) -> None:
    for n in range(4):
        draw_photo(bench.top / f"{n % 2}/{n}.png", n)
    bench.run()
    lines = list(bench.files.lines())
    for name, leads_to in (("whole", bench.top), ("part", bench.top / "1")):
        link = tmp_path / name
        link.symlink_to(leads_to)
        job = add_and_import([link], bench.importer, library=bench.folder, patterns=())
        assert run(job).removed == 0
        assert len(bench.importer.roots.all()) == 1
        assert list(bench.files.lines()) == lines
    draw_photo(bench.top / "1/new.png", 9)
    run(add_and_import([tmp_path / "part"], bench.importer, library=bench.folder, patterns=()))
    assert bench.counts() == {"indexed": 5}


NAMES = [
    b"plain.png",
    b" leading and trailing .png",
    b"UPPER.PNG",
    b"upper.png",
    "🏖️👨‍👩‍👧.png".encode(),
    "富士山.png".encode(),
    "صورة.png".encode(),
    b"caf\xc3\xa9.png",  # the same name to the eye, composed ...
    b"cafe\xcc\x81.png",  # ... and decomposed
    b"evil\xe2\x80\xaegnp.jpg.png",
    b"line\nbreak.png",
    b"tab\there.png",
    b"bell\x07esc\x1b[31m.png",
    b"-rf.png",
    b'it\'s "quoted".png',
    b"50% #1 ?a=b&c;d+e.png",
    b"%41%2e%2e%2fx.png",
    b"back\\slash.png",
    b"star*[abc]{x,y}.png",
    b"$HOME `id` $(id).png",
    b"<b>bold<img src=x>.png",
    b"%s %d {0} {name}.png",
    b"file:name.png",
    b"x'; DROP TABLE images;--.png",
    b"latin1-\xe9.png",
    b"bad-\xff\xfe.png",
    b"surrogate-\xed\xa0\x80.png",
    b"n" * 251 + b".png",
    "富".encode() * 83 + b".png",
    b"dir \xff caf\xc3\xa9\n/inside.png",
    b"album.jpg/inside.png",
    b"/".join([b"l"] * 300) + b"/leaf.png",
    b"/".join([b"d" * 200] * 17) + b"/ok.png",
]


@on_linux
def test_every_odd_name_is_indexed_and_found_unchanged(
    bench: Workbench, draw_photo: DrawPhoto, tmp_path: Path
) -> None:
    top = os.fsencode(bench.top)
    drawn = draw_photo(tmp_path / "drawn.png", 1)
    for name in NAMES:
        path = os.path.join(top, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copyfile(os.fsencode(drawn), path)
    assert bench.run().model_calls == 1
    lines = {line.path: line.state for line in bench.files.lines()}
    assert lines == dict.fromkeys((os.path.join(top, name) for name in NAMES), FileState.INDEXED)
    assert bench.run().removed == 0
    assert {line.path: line.state for line in bench.files.lines()} == lines
    (found,) = bench.importer.photos.paths_of_rows([0], "colours-1").values()
    assert {os.path.relpath(photo.path, top) for photo in found} == set(NAMES)


@on_linux
def test_what_is_no_photo_is_listed_with_a_reason(
    bench: Workbench, draw_photo: DrawPhoto, expected_log: list[str]
) -> None:
    expected_log.extend(["failed)", "skipped)"])
    top = bench.top
    photo = draw_photo(top / "photo.png", 1).read_bytes()
    for name in (
        *("._photo.png", ".DS_Store", "Thumbs.db", "desktop.ini", ".picasa.ini", ".hidden.png"),
        *(".Trash-1000/x.png", "@eaDir/x.png", "__MACOSX/x.png", "$RECYCLE.BIN/x.png"),
        *(".thumbnails/x.png", "lost+found/x.png", "photo.png.json", "photo.png~"),
        *("download.jpg.part", "movie.mp4", "orphan.xmp"),
    ):
        (top / name).parent.mkdir(exist_ok=True)
        (top / name).write_bytes(photo)
    (top / "zero.png").write_bytes(b"")
    (top / "one_byte.png").write_bytes(b"\x89")
    (top / "not_found.jpg").write_bytes(b"<!DOCTYPE html><title>404</title>")
    (top / "endless.png").symlink_to("/dev/zero")
    (top / "broken.png").symlink_to("nowhere.png")
    (top / "loop1.png").symlink_to("loop2.png")
    (top / "loop2.png").symlink_to("loop1.png")
    (top / "parent").symlink_to("..")
    os.mkfifo(top / "pipe.png")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.path.relpath(top / "socket.png"))
    with (top / "sparse.jpg").open("wb") as sparse:
        sparse.truncate(3 << 30)
    (top / "hardlink.png").hardlink_to(top / "photo.png")
    (top / "to_file.png").symlink_to("photo.png")
    assert bench.run().model_calls == 1
    states: dict[FileState, dict[str, str]] = {state: {} for state in FileState}
    for line in bench.files.lines():
        states[line.state][os.fsdecode(os.path.relpath(line.path, os.fsencode(top)))] = line.reason
    assert set(states[FileState.INDEXED]) == {"photo.png", "hardlink.png", "to_file.png"}
    assert not states[FileState.PENDING]
    assert set(states[FileState.FAILED]) == {"zero.png", "one_byte.png", "sparse.jpg"}
    skipped = states[FileState.SKIPPED]
    assert all(skipped.values())
    by_reason = {
        reason: {name for name, why in skipped.items() if why == reason}
        for reason in set(skipped.values())
    }
    assert by_reason["in the trash"] == {".Trash-1000", "$RECYCLE.BIN"}
    assert by_reason["hidden"] == {".hidden.png"}
    assert by_reason["not a regular file"] == {"endless.png", "pipe.png", "socket.png"}
    assert by_reason["a link that leads nowhere"] == {"broken.png", "loop1.png", "loop2.png"}


_BOUND = """
import os, sys
from pathlib import Path
from tests.engine.indexing.workbench import Workbench
bench = Workbench(Path(sys.argv[1]), top=Path(sys.argv[2]))
bench.run()
for line in bench.files.lines():
    print(line.state, os.fsdecode(line.path).removeprefix(sys.argv[2] + "/"), line.reason, sep="|")
bench.database.close()
"""


@on_linux
def test_a_root_that_is_partly_unreadable(tmp_path: Path, draw_photo: DrawPhoto) -> None:
    # Permissions do not bind root, unless it gives that right away.
    drop = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    prefix = drop if os.geteuid() == 0 else []
    if prefix and shutil.which("setpriv") is None:
        pytest.skip("permissions do not bind root")
    top = tmp_path / "photos"
    modes = {"open": 0o755, "readonly": 0o555, "locked": 0, "list_only": 0o444, "enter": 0o111}
    for n, name in enumerate(modes):
        draw_photo(top / name / "x.png", n)
    draw_photo(top / "unreadable.png", 9).chmod(0)
    for name, mode in modes.items():
        (top / name).chmod(mode)
    try:
        done = subprocess.run(
            [*prefix, sys.executable, "-c", _BOUND, str(tmp_path), str(top)],
            cwd=Path(engine.__path__[0]).parent,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        for name in modes:
            (top / name).chmod(0o755)
    assert done.returncode == 0, done.stderr
    lines = [line.split("|") for line in done.stdout.splitlines()]
    assert {name: state for state, name, _ in lines} == {
        "open/x.png": "indexed",
        "readonly/x.png": "indexed",
        "locked": "failed",
        "enter": "failed",
        "list_only/x.png": "failed",
        "unreadable.png": "failed",
    }
    assert all(reason for state, _, reason in lines if state == "failed")
