"""``imgtext backup`` and ``imgtext restore``: a saved copy of a library, and back to it."""

from pathlib import Path
from typing import Annotated

import typer

from engine.backup import restore_copy
from engine.console import Json, print_figures, run_with_progress, to_path
from engine.library import Library

CopyFile = Annotated[Path, typer.Argument(metavar="FILE", parser=to_path, help="The copy (.zip).")]


def backup(context: typer.Context, file: CopyFile, as_json: Json = False) -> None:
    """Save a checked copy of the library in one file; photos are not in it."""
    with Library(context.obj, writable=False) as library:
        size = run_with_progress(library.save_copy(file))
    print_figures({"file": str(file), "bytes": size}, as_json=as_json)


def restore(context: typer.Context, file: CopyFile, as_json: Json = False) -> None:
    """Put a saved copy in the place of the library; what was there goes to its folder backups."""
    run_with_progress(restore_copy(file, context.obj))
    print_figures({"library": str(context.obj)}, as_json=as_json)
