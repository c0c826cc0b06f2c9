import json
import os
from pathlib import Path

import typer
from typer.testing import CliRunner

from engine.commands.roots import relink
from engine.errors import RootError
from engine.jobs import run
from engine.library import Library


def _make_library(folder: Path) -> tuple[Path, Path]:
    """Make a library whose photos cannot be read, so that no model is needed."""
    top = folder / "photos"
    top.mkdir()
    for number in range(3):
        (top / f"{number}.jpg").write_bytes(b"\xff\xd8\xff" + b"x" * number)
    with Library(folder / "library", writable=True) as library:
        run(library.imports.add([top]))
    return folder / "library", top


def _make_app(library: Path) -> typer.Typer:
    app = typer.Typer(rich_markup_mode=None)

    @app.callback()
    def _main(context: typer.Context) -> None:
        context.obj = library

    app.command()(relink)
    return app


def test_a_folder_that_moved_is_told_in_one_step(tmp_path: Path, expected_log: list[str]) -> None:
    expected_log.append("failed)")
    library, top = _make_library(tmp_path)
    app = _make_app(library)
    (tmp_path / "empty").mkdir()
    result = CliRunner().invoke(app, ["relink", str(top), str(tmp_path / "empty")])
    assert isinstance(result.exception, RootError)
    assert "Only 0 of the 3 photos" in str(result.exception)
    new = top.rename(tmp_path / "elsewhere")
    result = CliRunner().invoke(app, ["relink", str(top), str(new), "--json"])
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert document.pop("seconds") >= 0
    assert document == {
        "path": str(new),
        "known": 3,
        "found": 3,
        "removed": 0,
        "model_calls": 0,
    }


def test_an_added_folder_that_was_a_root_is_taken_for_it(
    tmp_path: Path, expected_log: list[str]
) -> None:
    expected_log.append("failed)")
    folder, top = _make_library(tmp_path)
    new = top.rename(tmp_path / "elsewhere")
    with Library(folder, writable=True) as library:
        report = run(library.imports.add([new]))
        assert report.relinked == [(os.fsencode(top), os.fsencode(new))]
        assert [root.path for root in library.roots.all()] == [os.fsencode(new)]
        assert library.files.counts().total() == 3
        link = tmp_path / "link"
        link.symlink_to(new)
        report = run(library.imports.add([link]))
        assert [root.path for root in library.roots.all()] == [os.fsencode(new)]
        assert report.relinked == []
