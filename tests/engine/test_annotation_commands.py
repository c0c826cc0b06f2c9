"""Captions, labels, ratings, copies by command, on a library of real photos without a model."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine.catalog.changes import Caption
from engine.catalog.files import FolderChange
from engine.catalog.photos import Outcome
from engine.catalog.records import FileStat, FoundFile, NewContent
from engine.cli import app
from engine.errors import EngineError
from engine.library import Library


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A library of three photos, whose files need not be there."""
    folder = tmp_path / "library"
    with Library(folder, writable=True) as library:
        root = library.roots.add(b"/photos")
        found = [FoundFile(b"%d.jpg" % n, FileStat(1, 1, 1, 1)) for n in range(3)]
        library.files.apply(root, [(b"", FolderChange(added=found))])
        contents = [NewContent(bytes([n]) * 16, 1, 4, 3, "JPEG", bytes(8)) for n in range(3)]
        waiting = library.files.pending(limit=9)
        indexed = {file.id: content.hash for file, content in zip(waiting, contents, strict=True)}
        library.photos.commit(Outcome("m", 0, encoded=contents, indexed=indexed))
    return folder


def _run(library: Path, *arguments: str | Path) -> Any:
    words = ["--library", str(library), *map(str, arguments), "--json"]
    result = CliRunner().invoke(app, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    ("kind", "value"), [("caption", "a dog"), ("label", "dog"), ("rating", "4")]
)
def test_import_and_export(library: Path, tmp_path: Path, kind: str, value: str) -> None:
    table = tmp_path / "table.csv"
    table.write_text(f"file,{kind}\n0.jpg,{value}\n/photos/1.jpg,{value}\nx.jpg,{value}\n")
    added = {"added": 2, "unchanged": 0, "unmatched": ["x.jpg"], "skipped": []}
    assert _run(library, f"{kind}s", "import", table) == added
    assert _run(library, f"{kind}s", "import", table) == {**added, "added": 0, "unchanged": 2}
    assert _run(library, f"{kind}s", "export", tmp_path / "out.csv") == {"exported": 2}
    lines = (tmp_path / "out.csv").read_text().splitlines()
    assert lines[0].startswith(f"file,{kind}")
    assert len(lines) == 3


@pytest.mark.parametrize(("kind", "value"), [("caption", "a dog"), ("label", "dog")])
def test_rows_that_say_nothing_are_counted(
    library: Path, tmp_path: Path, kind: str, value: str
) -> None:
    table = tmp_path / "table.csv"
    table.write_text(f"file,{kind}\n0.jpg,{value}\n1.jpg,\nx.jpg,\nx.jpg,{value}\n")
    reason = f"no {kind}"
    assert _run(library, f"{kind}s", "import", table) == {
        "added": 1,
        "unchanged": 0,
        "unmatched": ["x.jpg"],
        "skipped": [{"file": "1.jpg", "reason": reason}, {"file": "x.jpg", "reason": reason}],
    }
    words = ["--library", str(library), f"{kind}s", "import", str(table)]
    said = CliRunner().invoke(app, words).output
    assert "skipped: 2" in said
    assert f"skipped: 1.jpg ({reason})" in said


def test_source_and_weight_of_captions(library: Path, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text("file,caption\n0.jpg,a dog\n")
    _run(library, "captions", "import", table, "--source", "pairs", "--weight", "0.25")
    with Library(library, writable=False) as opened:
        (caption,) = opened.annotations.all()
    assert isinstance(caption, Caption)
    assert (caption.source, caption.weight) == ("pairs", 0.25)


def test_captions_beside_photos_and_a_label_renamed(library: Path, tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "0.jpg").touch()
    with Library(library, writable=True) as opened:
        opened.roots.relink(opened.roots.all()[0], bytes(photos))
        path = next(path for path in opened.photos.all_paths() if path.path.endswith(b"0.jpg"))
        opened.annotations.add_captions([Caption(path.content_id, "a dog")])
        opened.annotations.add_label([path.content_id], "dog")
    assert _run(library, "captions", "export", photos) == {"exported": 1}
    assert (photos / "0.txt").read_text() == "a dog\n"
    assert _run(library, "labels", "rename", "dog", "Biscuit") == {"photos": 1}
    with Library(library, writable=False) as opened:
        assert opened.annotations.label_counts() == {"Biscuit": 1}


@pytest.mark.parametrize(
    ("names", "said"),
    [(("cat", "tiger"), "No photo has the label “cat”"), (("dog", " \t"), "without a name")],
)
def test_a_label_that_cannot_be_renamed(library: Path, names: tuple[str, str], said: str) -> None:
    with Library(library, writable=True) as opened:
        opened.annotations.add_label([1], "dog")
    words = ["--library", str(library), "labels", "rename", *names]
    result = CliRunner().invoke(app, words)
    assert isinstance(result.exception, EngineError)
    assert said in str(result.exception)
    with Library(library, writable=False) as opened:
        assert opened.annotations.label_counts() == {"dog": 1}


def test_back_to_a_copy(library: Path, tmp_path: Path) -> None:
    size = _run(library, "backup", tmp_path / "copy.zip")["bytes"]
    assert size == (tmp_path / "copy.zip").stat().st_size
    table = tmp_path / "table.csv"
    table.write_text("file,label\n0.jpg,dog\n")
    _run(library, "labels", "import", table)
    _run(library, "restore", tmp_path / "copy.zip")
    assert _run(library, "labels", "export", tmp_path / "out.csv") == {"exported": 0}


@pytest.mark.parametrize("weight", ["0", "-1", "nan", "inf"])
def test_a_weight_that_is_none(library: Path, tmp_path: Path, weight: str) -> None:
    words = ["--library", str(library), "captions", "import", "x.csv", "--weight", weight]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
