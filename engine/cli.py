"""The ``imgtext`` command: everything the engine does, for scripts and for a terminal.

With ``--json`` standard output is exactly one JSON document. Progress and sentences go to standard
error. Exit status: 0 done, 1 an error the user can mend, 2 wrong usage, 130 interrupted.
"""

import contextlib
import logging
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from engine import log, paths
from engine.catalog.records import FileState
from engine.commands.annotations import captions_app, labels_app, ratings_app, sidecars_app
from engine.commands.caption import caption, suggest_captions
from engine.commands.classify import classify
from engine.commands.copies import backup, restore
from engine.commands.duplicates import duplicates
from engine.commands.evaluate import evaluate_app
from engine.commands.models import models_app
from engine.commands.problems import export_problems, ignore_problems
from engine.commands.roots import relink
from engine.commands.training import train, training_set_app
from engine.console import (
    INTERRUPTED,
    STOPPED,
    InterruptedJobError,
    Json,
    echo,
    leave_at_ctrl_c,
    print_figures,
    print_json,
    run_with_progress,
    say,
    say_warnings_of,
    to_path,
)
from engine.errors import EngineError, QueryError
from engine.indexing.pipeline import ImportReport
from engine.library import Library
from engine.paths import printable, to_text
from engine.search.pictures import picture_term
from engine.search.query import Query, Space, Term
from engine.search.search import Answer, Presence

logger = logging.getLogger(__name__)

app = typer.Typer(
    name="imgtext",
    help="Find any of your own photos by describing it or by showing a picture, offline.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
roots_app = typer.Typer(help="The folders of the library.", no_args_is_help=True)
problems_app = typer.Typer(help="Files that could not be read.", no_args_is_help=True)
app.add_typer(roots_app, name="roots")
app.add_typer(problems_app, name="problems")
app.add_typer(captions_app, name="captions")
app.add_typer(labels_app, name="labels")
app.add_typer(ratings_app, name="ratings")
app.add_typer(sidecars_app, name="sidecars")
app.add_typer(evaluate_app, name="evaluate")
app.add_typer(models_app, name="models")
app.add_typer(training_set_app, name="training-set")
roots_app.command("relink")(relink)
problems_app.command("ignore")(ignore_problems)
problems_app.command("export")(export_problems)
app.command()(duplicates)
app.command()(train)
app.command()(classify)
app.command()(caption)
captions_app.command("suggest")(suggest_captions)
app.command()(backup)
app.command()(restore)


@app.callback()
def _main(
    context: typer.Context,
    library: Annotated[
        Path | None,
        typer.Option(
            envvar="IMGTEXT_LIBRARY",
            metavar="DIR",
            parser=to_path,
            help="Folder of the library.",
        ),
    ] = None,
) -> None:
    say_warnings_of("engine.settings")
    context.obj = library or paths.default_library()


@app.command("import")
def import_folders(
    context: typer.Context,
    folders: Annotated[
        list[Path], typer.Argument(metavar="ROOT", parser=to_path, help="Folders of photos.")
    ],
    as_json: Json = False,
) -> None:
    """Add folders to the library and index the photos in them."""
    with Library(context.obj, writable=True) as library:
        report = run_with_progress(library.imports.add(folders))
        _print_import(library, report, as_json=as_json)


@app.command()
def scan(context: typer.Context, as_json: Json = False) -> None:
    """Look at every folder again and index what is new or changed."""
    with Library(context.obj, writable=True) as library:
        report = run_with_progress(library.imports.scan())
        _print_import(library, report, as_json=as_json)


@app.command()
def status(
    context: typer.Context,
    files: Annotated[bool, typer.Option("--files", help="List every file.")] = False,
    as_json: Json = False,
) -> None:
    """Show how many files are in which state; every file is in exactly one."""
    with Library(context.obj, writable=False) as library:
        counts = library.files.counts()
        by_root = library.files.counts_by_root()
        document: dict[str, Any] = {
            "totals": {**_by_state(counts), "files": counts.total()},
            "roots": [
                {
                    "path": to_text(root.path),
                    "problem": root.problem,
                    **_by_state(by_root.get(root.id, {})),
                }
                for root in library.roots.all()
            ],
        }
        if files:
            document["files"] = [
                {"path": to_text(line.path), "state": line.state, "reason": line.reason}
                for line in library.files.lines()
            ]
    if as_json:
        print_json(document)
        return
    for root in document["roots"]:
        echo(_root_line(os.fsencode(root["path"]), root["problem"]))
    for line in document.get("files", ()):
        path = printable(os.fsencode(line["path"]))
        echo(f"{line['state']:8} {path}  {line['reason']}".rstrip())
    echo(", ".join(f"{count} {name}" for name, count in document["totals"].items()))


@app.command()
def search(
    context: typer.Context,
    text: Annotated[str | None, typer.Argument(help="What the photo shows.")] = None,
    image: Annotated[
        list[Path] | None,
        typer.Option("--image", metavar="FILE", parser=to_path, help="A picture like the photo."),
    ] = None,
    exclude: Annotated[
        list[str] | None, typer.Option("--not", help="What the photo does not show.")
    ] = None,
    space: Annotated[Space, typer.Option(help="Vectors to compare.")] = Space.AUTO,
    radius: Annotated[
        int | None,
        typer.Option(help="With --space code: photos whose code differs by fewer bits than this."),
    ] = None,
    limit: Annotated[int, typer.Option("-n", min=1, help="Number of results.")] = 50,
    as_json: Json = False,
) -> None:
    """Find photos by words, by pictures, or by both."""
    with Library(context.obj, writable=False) as library:
        terms = [
            *([Term(text=_readable(text))] if text is not None else ()),
            *(picture_term(file) for file in image or ()),
            *(Term(text=_readable(words), is_excluded=True) for words in exclude or ()),
        ]
        query = Query(terms, space=space, limit=limit, radius=radius)
        _check_wanted(query)
        answer = library.search(query)
        if library.models.lost:
            say(library.models.lost)
    _print_answer(answer, as_json=as_json)


@roots_app.command("list")
def list_roots(context: typer.Context, as_json: Json = False) -> None:
    """List the folders of the library."""
    with Library(context.obj, writable=False) as library:
        roots = library.roots.all()
    if as_json:
        print_json([{"path": to_text(root.path), "problem": root.problem} for root in roots])
        return
    for root in roots:
        echo(_root_line(root.path, root.problem))


@roots_app.command("remove")
def remove_root(
    context: typer.Context,
    folder: Annotated[
        Path, typer.Argument(metavar="ROOT", parser=to_path, help="A folder of the library.")
    ],
    as_json: Json = False,
) -> None:
    """Take a folder out of the library; no photo is deleted."""
    with Library(context.obj, writable=True) as library:
        count = library.remove_root(folder)
    if as_json:
        print_json({"removed": count})
    else:
        echo(f"{count} files left the library. The photos themselves were not touched.")


@problems_app.command("retry")
def retry_problems(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATH", parser=to_path, help="Files of the library."),
    ] = None,
    all_files: Annotated[bool, typer.Option("--all", help="Every file.")] = False,
    as_json: Json = False,
) -> None:
    """Read files again that could not be read."""
    if bool(files) == all_files:
        raise typer.BadParameter("give either files or --all")
    chosen = [os.path.abspath(os.fsencode(file)) for file in files or ()]
    with Library(context.obj, writable=True) as library:
        report = run_with_progress(library.imports.retry(None if all_files else chosen))
        _print_import(library, report, {"retried": report.retried}, as_json=as_json)


@app.command()
def doctor(context: typer.Context, as_json: Json = False) -> None:
    """Check the installation, the model files and the library."""
    from engine.doctor import examine

    print_figures(examine(context.obj), as_json=as_json)


def _print_import(
    library: Library, report: ImportReport, more: Mapping[str, int] | None = None, *, as_json: bool
) -> None:
    for path, reason in report.unreadable:
        say(f"{printable(path)}: {reason}")
    for old, new in report.relinked:
        say(f"{printable(new)} is {printable(old)}, moved or renamed; nothing was encoded again.")
    counts = library.files.counts()
    document = {
        "discovered": counts.total(),
        **_by_state(counts),
        "moved": report.moved,
        "removed": report.removed,
        "model_calls": report.model_calls,
        "seconds": round(report.seconds, 3),
        **(more or {}),
    }
    print_figures(document, as_json=as_json)


def _print_answer(answer: Answer, *, as_json: bool) -> None:
    for note in answer.notes:
        say(note)
    if as_json:
        results = [
            {
                "rank": hit.rank,
                "id": hit.content_id,
                "path": to_text(hit.path),
                "score": round(hit.score, 6),
                "state": hit.presence,
                **({} if hit.distance is None else {"distance": hit.distance}),
            }
            for hit in answer.hits
        ]
        took_ms = round(answer.took_ms, 1)
        document = {"model": answer.model, "took_ms": took_ms, "confident": None}
        if ball := answer.ball:
            document |= {
                "codes": ball.coder,
                "bits": ball.bits,
                "radius": ball.radius,
                "within": ball.count,
            }
        print_json({**document, "results": results})
        return
    for hit in answer.hits:
        mark = "" if hit.presence is Presence.PRESENT else f"  ({hit.presence})"
        score = f"{hit.score:6.3f}" if hit.distance is None else f"{hit.distance:4}"
        echo(f"{score}  {printable(hit.path)}{mark}")


def _check_wanted(query: Query) -> None:
    _ = query.resolved_space
    if all(term.is_excluded for term in (*query.words, *query.pictures)):
        raise QueryError(
            "There is only what the photo does not show; say also what it shows, in words or with "
            "--image."
        )


def _readable(text: str) -> str:
    """Return what was typed without bytes that are no text, which a tokenizer refuses."""
    return text.encode("utf-8", "replace").decode()


def _root_line(path: bytes, problem: str) -> str:
    return printable(path) + (f"  ({problem})" if problem else "")


def _by_state(counts: Mapping[FileState, int]) -> dict[str, int]:
    return {state.value: counts.get(state, 0) for state in FileState}


def _open_streams() -> None:
    """Make sure that 0, 1 and 2 are open, as under cron: no pipe of ours may get these numbers."""
    for stream in range(3):
        try:
            os.fstat(stream)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number


def main() -> None:
    """Run the command line and exit."""
    leave_at_ctrl_c()
    _open_streams()
    try:
        app()
    except EngineError as error:
        say(str(error))
        sys.exit(1)
    except InterruptedJobError:
        say(STOPPED)
        sys.exit(INTERRUPTED)
    except Exception:  # a bug of ours. The user gets a sentence, the log the traceback.
        with contextlib.suppress(OSError):  # a folder that cannot be written must not hide it
            handler = log.start_log_file(paths.log_folder())
            logger.exception("unexpected error, arguments %r", sys.argv[1:])
            log.stop_log_file(handler)
        say(
            "The program made a mistake and stopped; your library is safe. "
            f"Details for a report are in {paths.log_folder()}."
        )
        sys.exit(1)


if __name__ == "__main__":
    main()
