import json
import shutil
from pathlib import Path

import typer
from typer.testing import CliRunner

from engine.commands.duplicates import duplicates
from engine.folder import CATALOG
from engine.library import Library
from tests.engine.indexed import Indexed, draw_scene


def make_app(library: Path) -> typer.Typer:
    app = typer.Typer(rich_markup_mode=None)

    @app.callback()
    def _main(context: typer.Context) -> None:
        context.obj = library

    app.command()(duplicates)
    return app


def make_library(folder: Path) -> Path:
    """Make a library without encoding anything."""
    indexed = Indexed(folder)
    draw_scene(1, (960, 720)).save(indexed.top / "a.jpg", quality=95)
    draw_scene(1, (960, 720)).resize((480, 360)).save(indexed.top / "b.jpg")
    shutil.copy(indexed.top / "a.jpg", indexed.top / "c.jpg")
    draw_scene(2).save(indexed.top / "d.jpg")
    indexed.index()
    indexed.database.close()
    library = folder / "library"
    Library(library, writable=True).close()
    shutil.copy(folder / "catalog.db", library / CATALOG)
    shutil.copytree(folder / "thumbnails", library / "thumbnails", dirs_exist_ok=True)
    return library


def test_groups_are_listed_best_first(tmp_path: Path) -> None:
    app = make_app(make_library(tmp_path))
    result = CliRunner().invoke(app, ["duplicates", "--kind", "same", "--json"])
    assert result.exit_code == 0, result.output
    (group,) = json.loads(result.stdout)["groups"]
    assert [Path(member["path"]).name for member in group] == ["a.jpg", "c.jpg", "b.jpg"]
    assert [member["distance"] for member in group[:2]] == [0, 0]
    assert 0 <= group[2]["distance"] <= 10
    assert "1 groups" in CliRunner().invoke(app, ["duplicates"]).output


def test_similar_photos_are_refused_as_wrong_usage(tmp_path: Path) -> None:
    result = CliRunner().invoke(make_app(tmp_path), ["duplicates", "--kind", "similar"])
    assert result.exit_code == 2
    assert "--kind same" in result.output
