from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from engine.commands.caption import caption, suggest_captions
from engine.errors import ModelError
from engine.library import Library


@pytest.mark.parametrize("command", [caption, suggest_captions])
def test_without_a_captioner_it_says_how_to_get_one(command: object, tmp_path: Path) -> None:
    app = typer.Typer(rich_markup_mode=None)

    @app.callback()
    def _main(context: typer.Context) -> None:
        context.obj = tmp_path / "library"

    app.command("write")(command)  # type: ignore[type-var]
    Library(tmp_path / "library", writable=True).close()
    result = CliRunner().invoke(app, ["write", str(tmp_path / "a.jpg")])
    assert isinstance(result.exception, ModelError)
    assert "imgtext train dual-encoder" in str(result.exception)
