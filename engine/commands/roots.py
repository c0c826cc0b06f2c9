"""``imgtext roots relink``: a folder of the library that has been moved or renamed."""

from pathlib import Path
from typing import Annotated

import typer

from engine.console import Json, print_figures, run_with_progress, say, to_path
from engine.library import Library
from engine.paths import printable, to_text


def relink(
    context: typer.Context,
    old: Annotated[
        Path, typer.Argument(metavar="OLD", parser=to_path, help="A folder of the library.")
    ],
    new: Annotated[
        Path, typer.Argument(metavar="NEW", parser=to_path, help="The folder that it is now.")
    ],
    force: Annotated[
        bool, typer.Option("--force", help="Even if almost none of its photos is there.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Tell where a folder of the library is now; no photo is encoded again."""
    with Library(context.obj, writable=True) as library:
        relinked = library.relink_root(old, new, is_forced=force)
        report = run_with_progress(library.imports.scan_changes({relinked.root.path: None}))
    for path, reason in report.unreadable:
        say(f"{printable(path)}: {reason}")
    print_figures(
        {
            "path": to_text(relinked.root.path) if as_json else printable(relinked.root.path),
            "known": relinked.match.known,
            "found": relinked.match.found,
            "removed": report.removed,
            "model_calls": report.model_calls,
            "seconds": round(report.seconds, 3),
        },
        as_json=as_json,
    )
