"""``imgtext captions``, ``labels``, ``ratings`` and ``sidecars``: what the user says of photos."""

import os
from pathlib import Path
from typing import Annotated

import typer

from engine.catalog.changes import CaptionSource, tidy
from engine.console import Json, print_figures, print_json, run_with_progress, say, to_path
from engine.errors import LabelError
from engine.exchange.exchange import ExchangeReport
from engine.library import Library
from engine.paths import printable

captions_app = typer.Typer(help="Sentences about photos.", no_args_is_help=True)
labels_app = typer.Typer(help="Your own class names of photos.", no_args_is_help=True)
ratings_app = typer.Typer(help="Stars of photos.", no_args_is_help=True)
sidecars_app = typer.Typer(help="Files beside photos for other programs.", no_args_is_help=True)

TableFile = Annotated[Path, typer.Argument(metavar="FILE", parser=to_path, help="A CSV table.")]
_SHOWN = 10  # names of photos that were left out, for a person


@captions_app.command("import")
def import_captions(
    context: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            parser=to_path,
            help="CSV (file,caption), COCO JSON, or a folder with .txt files beside photos.",
        ),
    ],
    source: Annotated[
        CaptionSource, typer.Option(help="Where the captions come from.")
    ] = CaptionSource.MANUAL,
    weight: Annotated[
        float | None,
        typer.Option(help="How much training trusts them; default: by source."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Take up captions; those that are there already stay as they are."""
    if weight is not None and not 0 < weight < float("inf"):
        raise typer.BadParameter("it must be a number above 0.", param_hint="--weight")
    with Library(context.obj, writable=True) as library:
        report = library.exchange.import_captions(file, source=source, weight=weight)
    _print_report(report, as_json=as_json)


@captions_app.command("export")
def export_captions(
    context: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            parser=to_path,
            help="A new .csv or .json (COCO) file, or a folder of the library: .txt beside photos.",
        ),
    ],
    as_json: Json = False,
) -> None:
    """Write every caption into a file, or your own beside the photos of a folder."""
    with Library(context.obj, writable=False) as library:
        if file.is_dir():
            count, problems = library.exchange.write_captions_beside(file)
            for sentence in problems:
                say(sentence)
        else:
            count = library.exchange.export_captions(file)
    print_figures({"exported": count}, as_json=as_json)


@labels_app.command("import")
def import_labels(
    context: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            parser=to_path,
            help="CSV (file,label), or a folder of the library whose sub-folders are labels.",
        ),
    ],
    as_json: Json = False,
) -> None:
    """Take up labels; those that are there already stay as they are."""
    with Library(context.obj, writable=True) as library:
        report = library.exchange.import_labels(file)
    _print_report(report, as_json=as_json)


@labels_app.command("export")
def export_labels(context: typer.Context, file: TableFile, as_json: Json = False) -> None:
    """Write every label into a table."""
    with Library(context.obj, writable=False) as library:
        print_figures({"exported": library.exchange.export_labels(file)}, as_json=as_json)


@labels_app.command("rename")
def rename_label(context: typer.Context, name: str, new_name: str, as_json: Json = False) -> None:
    """Give a label another name; where that one exists, the two become one."""
    if not tidy(new_name):
        raise LabelError("A label cannot be without a name; give it a word.")
    with Library(context.obj, writable=True) as library:
        if not library.annotations.label_counts()[tidy(name)]:
            raise LabelError(
                f"No photo has the label “{printable(os.fsencode(name))}”; `imgtext labels export "
                "FILE` writes down those that there are."
            )
        change = library.annotations.rename_label(tidy(name), new_name)
    print_figures({"photos": len(change.content_ids)}, as_json=as_json)


@ratings_app.command("import")
def import_ratings(context: typer.Context, file: TableFile, as_json: Json = False) -> None:
    """Take up ratings (columns file,rating); photos that have one keep it."""
    with Library(context.obj, writable=True) as library:
        report = library.exchange.import_ratings(file)
    _print_report(report, as_json=as_json)


@ratings_app.command("export")
def export_ratings(context: typer.Context, file: TableFile, as_json: Json = False) -> None:
    """Write every rating into a table."""
    with Library(context.obj, writable=False) as library:
        print_figures({"exported": library.exchange.export_ratings(file)}, as_json=as_json)


@sidecars_app.command("write")
def write_sidecars(context: typer.Context, as_json: Json = False) -> None:
    """Write labels, ratings and the first caption into .xmp files; photos are not touched."""
    with Library(context.obj, writable=True) as library:
        report = run_with_progress(library.sidecars.write())
    for sentence in report.problems:
        say(sentence)
    document = {"written": report.written, "failed": len(report.problems)}
    print_figures(document, as_json=as_json)


@sidecars_app.command("read")
def read_sidecars(context: typer.Context, as_json: Json = False) -> None:
    """Take keywords as labels, ratings as stars and descriptions as captions from photos."""
    with Library(context.obj, writable=True) as library:
        report = library.sidecars.take()
    _print_report(report, as_json=as_json)


def _print_report(report: ExchangeReport, *, as_json: bool) -> None:
    document = {"added": report.added, "unchanged": report.unchanged}
    if as_json:
        skipped = [{"file": row.file, "reason": row.reason} for row in report.skipped]
        print_json({**document, "unmatched": report.unmatched, "skipped": skipped})
        return
    counts = {"unmatched": len(report.unmatched), "skipped": len(report.skipped)}
    print_figures({**document, **counts}, as_json=False)
    for name in report.unmatched[:_SHOWN]:
        say(f"not matched: {name}")
    for row in report.skipped[:_SHOWN]:
        say(f"skipped: {row.file} ({row.reason})")
    if max(counts.values()) > _SHOWN:
        say("... --json lists them all.")
