import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from engine.catalog.unread import UnreadKind
from engine.commands.problems import export_problems, ignore_problems
from engine.library import Library
from tests.desktop.ledger import add_failed


@pytest.fixture
def app(tmp_path: Path) -> typer.Typer:
    app = typer.Typer()

    @app.callback()
    def main(context: typer.Context) -> None:
        context.obj = tmp_path / "library"

    app.command("ignore")(ignore_problems)
    app.command("export")(export_problems)
    return app


def test_ignore_undo_and_export(app: typer.Typer, tmp_path: Path) -> None:
    with Library(tmp_path / "library", writable=True) as library:
        add_failed(library, b"/photos", {b"a.jpg": "The file is empty.", b"b.jpg": "It is cut."})
    runner = CliRunner()
    done = runner.invoke(app, ["ignore", "/photos/2024/a.jpg", "/photos/none.jpg", "--json"])
    assert json.loads(done.stdout) == {"ignored": 1, "unchanged": 1}
    with Library(tmp_path / "library", writable=False) as library:
        assert len(library.unread.ids(UnreadKind.IGNORED)) == 1
        assert len(library.unread.ids(UnreadKind.FAILED)) == 1
    done = runner.invoke(app, ["ignore", "--undo", "/photos/2024/a.jpg", "--json"])
    assert json.loads(done.stdout) == {"no_longer_ignored": 1, "unchanged": 0}
    table = tmp_path / "problems.csv"
    done = runner.invoke(app, ["export", str(table), "--json"])
    assert json.loads(done.stdout) == {"files": 2}
    assert len(table.read_text().splitlines()) == 3
