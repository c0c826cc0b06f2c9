"""``imgtext problems``: files that could not be read or were skipped, ignored or listed."""

import os
from pathlib import Path
from typing import Annotated

import typer

from engine.console import Json, print_figures, to_path
from engine.exchange.problem_list import write_problems
from engine.indexing.places import place_of
from engine.library import Library


def ignore_problems(
    context: typer.Context,
    files: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", parser=to_path, help="Files of the library."),
    ],
    is_undone: Annotated[bool, typer.Option("--undo", help="Ignore them no longer.")] = False,
    as_json: Json = False,
) -> None:
    """Ignore files that could not be read or were skipped: they are listed apart."""
    paths = [os.path.abspath(os.fsencode(file)) for file in files]
    with Library(context.obj, writable=True) as library:
        roots = library.roots.all()
        ids = library.unread.ids_at([place_of(path, roots) for path in paths])
        changed = len(library.unread.set_ignored(ids, not is_undone))
    figures = {"no_longer_ignored" if is_undone else "ignored": changed}
    print_figures({**figures, "unchanged": len(paths) - changed}, as_json=as_json)


def export_problems(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", parser=to_path, help="A new .csv file.")],
    as_json: Json = False,
) -> None:
    """Write every file that is not indexed, with the reason, into a CSV table."""
    with Library(context.obj, writable=False) as library:
        count = write_problems(library.unread, file)
    print_figures({"files": count}, as_json=as_json)
