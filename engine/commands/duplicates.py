"""``imgtext duplicates``: groups of files that hold the same picture."""

from enum import StrEnum
from typing import Annotated

import typer

from engine.console import Json, echo, print_json, run_with_progress
from engine.library import Library
from engine.paths import printable, to_text
from engine.search.duplicates import find_duplicates


class Kind(StrEnum):
    """What makes photos duplicates."""

    SAME = "same"
    SIMILAR = "similar"


def duplicates(
    context: typer.Context,
    kind: Annotated[
        Kind, typer.Option(help="same: the same picture, also saved again, resized or turned.")
    ] = Kind.SAME,
    as_json: Json = False,
) -> None:
    """List the files that hold the same picture, in each group the best first."""
    if kind is Kind.SIMILAR:
        raise typer.BadParameter(
            "similar photos cannot be listed yet; use --kind same.", param_hint="--kind"
        )
    with Library(context.obj, writable=False) as library:
        groups = run_with_progress(find_duplicates(library.duplicates, library.thumbnails))
    if as_json:
        document = [
            [{"path": to_text(copy.file.path), "distance": copy.distance} for copy in group.copies]
            for group in groups
        ]
        print_json({"groups": document})
        return
    if not groups:
        echo("No two photos are the same picture.")
        return
    for group in groups:
        for copy in group.copies:
            echo(f"{copy.distance:2}  {printable(copy.file.path)}")
        echo("")
    copies = sum(len(group.copies) for group in groups)
    echo(f"{len(groups)} groups of the same picture, {copies} files")
