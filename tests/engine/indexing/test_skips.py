import os
from pathlib import Path

import pytest

from engine.catalog.records import FileState
from engine.indexing.skips import Skips, is_reached, is_walked, skip_by_name
from tests.engine.indexing.ledger import Ledger

SKIPPED = FileState.SKIPPED


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ([".Trash-1000", ".Trashes", "$RECYCLE.BIN", "#recycle", "RECYCLER"], "in the trash"),
        (["._a.jpg", ".DS_Store", "Thumbs.db", "@eaDir", ".@__thumb", "__MACOSX"], "system file"),
        ([".hidden.jpg", ".git"], "hidden"),
        (["a.jpg", "Trash", "_a.jpg", "recycle"], ""),
    ],
)
def test_names_that_no_user_gave(names: list[str], reason: str) -> None:
    assert {skip_by_name(name.encode()) for name in names} == {reason}


def test_hidden_and_system_folders_are_not_reached() -> None:
    assert is_reached(b"/a/b/c", b"/a")
    assert is_reached(b"/.a/b", b"/.a")
    assert is_reached(b"/.a", b"/.a")
    assert not is_reached(b"/a/.b/c", b"/a")
    assert not is_reached(b"/a/@eaDir", b"/a")
    assert not is_reached(b"/ab", b"/a")
    assert is_walked(b"/a/b", b"/a", ["c/"])
    assert not is_walked(b"/a/c/b", b"/a", ["c/"])


def test_patterns_are_those_of_gitignore(tmp_path: Path) -> None:
    skips = Skips(os.fsencode(tmp_path), ["*.png", "!keep.png", "/raw/", "out*/"])
    is_skipped = {
        path: bool(skips.reason(path, is_folder=path.endswith(b"/")))
        for path in (b"a/b.png", b"keep.png", b"x/keep.png", b"raw", b"out\xff.jpg")
    }
    assert is_skipped == {
        b"a/b.png": True,
        b"keep.png": False,
        b"x/keep.png": False,
        b"raw": False,  # a file
        b"out\xff.jpg": False,
    }
    assert skips.reason(b"raw", is_folder=True) == "pattern"
    assert skips.reason(b"a/raw", is_folder=True) == ""
    assert skips.reason(b"a/out\xff", is_folder=True) == "pattern"


def test_patterns_count_in_both_directions(ledger: Ledger) -> None:
    for name in ("a.jpg", "b.png", "raw/c.jpg", "raw/deep/d.jpg"):
        ledger.write(name)
    ledger.scan()
    before = ledger.states()
    ledger.patterns = ("raw/", "*.png")
    ledger.scan()
    assert ledger.states() == {
        "a.jpg": (FileState.PENDING, ""),
        "b.png": (SKIPPED, "pattern"),
        "raw": (SKIPPED, "pattern"),
    }
    ledger.patterns = ()
    ledger.scan()
    assert ledger.states() == before


def test_a_root_may_hold_patterns_of_its_own(ledger: Ledger, expected_log: list[str]) -> None:
    expected_log.append("is no pattern")
    ledger.write("a.jpg")
    ledger.write("sub/b.jpg")
    ledger.write("c.png")
    ledger.patterns = ("*.png",)
    ledger.write(".imgtextignore", "# mine\n\nsüb/\n!\nsub/\n!c.png\n".encode())
    ledger.scan()
    assert ledger.states() == {
        ".imgtextignore": (SKIPPED, "hidden"),
        "a.jpg": (FileState.PENDING, ""),
        "c.png": (FileState.PENDING, ""),
        "sub": (SKIPPED, "pattern"),
    }
    (ledger.top / ".imgtextignore").unlink()
    ledger.scan()
    assert set(ledger.states()) == {"a.jpg", "c.png", "sub/b.jpg"}


def test_a_line_of_patterns_ends_as_git_ends_it(tmp_path: Path) -> None:
    names = ["caf\u2028e.jpg", "form\x0cfeed.jpg", "trailing .jpg", "end "]
    for ending in ("\n", "\r\n"):
        patterns = ending.join(
            ["caf\u2028e.jpg", "form\x0cfeed.jpg", "trailing .jpg  ", "end\\ ", ""]
        )
        (tmp_path / ".imgtextignore").write_bytes(patterns.encode())
        skips = Skips(os.fsencode(tmp_path))
        assert [skips.reason(os.fsencode(n), is_folder=False) for n in names] == ["pattern"] * 4
        assert not skips.reason(b"e.jpg", is_folder=False)
