"""Every row of the table of awkward situations, through the command line, bound by permissions."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import DrawPhoto
from tests.tricky_files import make_situations, run_situations

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="made by a script for Linux")

_FOLDERS = {  # rows that the script writes in words
    b"deep/(17 folders of 200 letters)/ok.png": b"/".join([b"deep", *[b"d" * 200] * 17, b"ok.png"]),
    b"toodeep/(24 folders of 200 letters)/far.png": b"toodeep/" + b"d" * 200,
    b"many_levels/(300 folders)/leaf.png": b"/".join([b"many_levels", *[b"l"] * 300, b"leaf.png"]),
}


class Program:
    """The command line on one library, as a user whom permissions bind.

    Args:
        library: Its folder.
    """

    def __init__(self, library: Path) -> None:
        self._library = library
        # Permissions do not bind root, unless it gives that right away.
        drop = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
        self._prefix = drop if os.geteuid() == 0 else []
        if self._prefix and shutil.which("setpriv") is None:
            pytest.skip("permissions do not bind root")

    def run(self, *words: str | Path) -> dict[str, Any]:
        """Run a command and return what it says."""
        command = [sys.executable, "-m", "engine", "--library", self._library, *words, "--json"]
        done = subprocess.run([*self._prefix, *command], check=False, capture_output=True)
        assert done.returncode == 0, done.stderr
        said: dict[str, Any] = json.loads(done.stdout)
        return said

    def lines(self, top: Path) -> dict[bytes, tuple[str, str]]:
        """Return state and reason of every file below a folder; the counts add up."""
        said = self.run("status", "--files")
        totals = dict(said["totals"])
        assert totals.pop("files") == sum(totals.values()) == len(said["files"])
        return {
            os.path.relpath(os.fsencode(file["path"]), os.fsencode(top)): (
                file["state"],
                file["reason"],
            )
            for file in said["files"]
        }


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "library")


@pytest.fixture
def situations(tmp_path: Path) -> Iterator[tuple[Path, dict[bytes, str]]]:
    top = tmp_path / "photos"
    for expected in make_situations(top):
        yield top, {_FOLDERS.get(path, path): what for path, what in expected.items()}


@pytest.mark.timeout(180)
def test_every_situation_is_answered_as_the_table_says(
    situations: tuple[Path, dict[bytes, str]], program: Program
) -> None:
    top, table = situations
    assert len(table) > 100
    times = {path: path.lstat().st_mtime_ns for path in (top / "names").rglob("*")}
    program.run("import", top)
    lines = program.lines(top)
    wrong = {path: lines.get(path) for path, what in table.items() if not _is_as(what, path, lines)}
    assert wrong == {}
    assert {state for state, _ in lines.values()} == {"indexed", "failed", "skipped"}
    assert all(reason for state, reason in lines.values() if state != "indexed")
    again = program.run("scan")
    assert (again["model_calls"], again["moved"], again["removed"]) == (0, 0, 0)
    assert program.lines(top) == lines
    assert {path: path.lstat().st_mtime_ns for path in (top / "names").rglob("*")} == times

    # The table's row of twins: the change does not show in the time.
    shutil.copy2(top / "times" / "same_a.png", top / "times" / "same_b.png")
    assert program.run("scan")["model_calls"] == 0  # their content is known
    (group,) = (
        group
        for group in program.run("duplicates")["groups"]
        if os.fsdecode(top / "times" / "same_b.png") in {file["path"] for file in group}
    )
    assert len(group) == 2


def _is_as(what: str, path: bytes, lines: dict[bytes, tuple[str, str]]) -> bool:
    state, reason = lines.get(path, ("", ""))
    if what == "INDEX":
        return state == "indexed"
    if what == "SKIP":  # a file in a folder that is closed is told of by its folder
        state, reason = lines.get(path) or lines.get(os.path.dirname(path), ("", ""))
        return state in {"failed", "skipped"} and bool(reason)
    if what == "IGNORE":
        return state in {"", "skipped"}
    return state in {"", "indexed", "failed", "skipped"} and (
        state == "indexed" or what == "EITHER"
    )


@pytest.mark.timeout(120)
def test_scans_beside_a_folder_that_never_rests(
    tmp_path: Path, program: Program, draw_photo: DrawPhoto
) -> None:
    top = tmp_path / "photos"
    draw_photo(top / "photo.png", 1)
    with run_situations("--churn", top, "6") as churn:
        program.run("import", top)
        while churn.poll() is None:
            totals = program.run("scan")
            assert totals["discovered"] == sum(
                totals[state] for state in ("indexed", "pending", "failed", "skipped", "offline")
            )
    program.run("scan")
    lines = program.lines(top)
    there = {
        os.path.relpath(os.fsencode(path), os.fsencode(top))
        for path in top.rglob("*")
        if path.is_file()
    }
    assert lines.keys() == there
    cut = b"churn/still_being_copied.png"
    assert {path for path, (state, _) in lines.items() if state != "indexed"} <= {cut}


def test_an_export_onto_a_full_disk(
    tmp_path: Path, program: Program, draw_photo: DrawPhoto
) -> None:
    if os.geteuid():
        pytest.skip("only root may mount")
    top = tmp_path / "photos"
    draw_photo(top / "photo.png", 1)
    program.run("import", top)
    made = run_situations("--smalldisk", tmp_path)
    with made:
        if made.wait():
            pytest.skip("nothing may be mounted here")
    disk = tmp_path / "smalldisk"
    before = sorted(os.listdir(disk))
    try:
        for words in (("labels", "export", disk / "l.csv"), ("backup", disk / "copy.zip")):
            with pytest.raises(AssertionError, match=r"cannot be written|is full"):
                program.run(*words)
            assert sorted(os.listdir(disk)) == before
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)
