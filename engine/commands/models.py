"""``imgtext models``: the versions of a library, and which of them answers."""

from pathlib import Path
from typing import Annotated, Any, Final

import typer

from engine.console import Json, echo, print_figures, print_json, run_with_progress, say, to_path
from engine.library import Library
from engine.models import registry
from engine.models.versions import Slot
from engine.training.learning import Version

models_app = typer.Typer(help="What the program searches and labels with.", no_args_is_help=True)

_HUB: Final = "hub:"

VersionName = Annotated[str, typer.Argument(metavar="VERSION", help="As `models list` shows it.")]


@models_app.command("list")
def list_models(context: typer.Context, as_json: Json = False) -> None:
    """Show every version and which of them answers."""
    with Library(context.obj, writable=False) as library:
        versions = library.learning.versions()
        is_built_in_active = library.model == registry.built_in_version()
    documents = [_built_in(is_active=is_built_in_active), *map(_document, versions)]
    if as_json:
        print_json(documents)
        return
    for document in documents:
        mark = "*" if document["active"] else " "
        echo(f"{mark} {document['version']}  {document['slot']}  from {document['parent'] or '-'}")


@models_app.command()
def adopt(context: typer.Context, version: VersionName, as_json: Json = False) -> None:
    """Let a version answer; the one that answers now can be returned to."""
    with Library(context.obj, writable=True) as library:
        before = library.photos.row_count(version)
        if version == registry.built_in_version():
            run_with_progress(library.learning.leave(Slot.RETRIEVAL))
            slot = Slot.RETRIEVAL
        else:
            slot = run_with_progress(library.learning.adopt(version)).slot
        calls = library.photos.row_count(version) - before
    figures = {"adopted": version, "slot": slot, "model_calls": calls}
    print_figures(figures, as_json=as_json)


@models_app.command()
def rollback(
    context: typer.Context,
    slot: Annotated[Slot, typer.Option(help="Which of the three.")] = Slot.RETRIEVAL,
    as_json: Json = False,
) -> None:
    """Let the version that answered before answer again; once more, and that is undone."""
    with Library(context.obj, writable=True) as library:
        version = run_with_progress(library.learning.roll_back(slot))
        previous = library.learning.slot(slot).previous
    print_figures({"active": version or None, "slot": slot}, as_json=as_json)
    if as_json:
        return
    now = f"{_called(version, slot)} answers now"
    if previous is None:
        say(f"{now}; there is nothing else to roll back to.")
    else:
        say(f"{now}; the next rollback brings {_called(previous, slot)} back.")


@models_app.command()
def remove(context: typer.Context, version: VersionName, as_json: Json = False) -> None:
    """Delete a version that does not answer, and what was prepared for it."""
    with Library(context.obj, writable=True) as library:
        library.learning.remove(version)
    print_figures({"removed": version}, as_json=as_json)


@models_app.command()
def export(
    context: typer.Context,
    version: VersionName,
    folder: Annotated[Path, typer.Argument(metavar="DIR", parser=to_path)],
    as_json: Json = False,
) -> None:
    """Copy a version into a folder, to take it elsewhere."""
    with Library(context.obj, writable=False) as library:
        path = library.learning.export(version, folder)
    print_figures({"exported": str(path)}, as_json=as_json)


@models_app.command()
def add(
    context: typer.Context,
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="A folder with a model, or hub:OWNER/NAME.")
    ],
    name: Annotated[str, typer.Option(help="What to call it.")] = "",
    as_json: Json = False,
) -> None:
    """Take up a version from a folder: one that was exported, or a checkpoint.

    With hub:OWNER/NAME a checkpoint is downloaded; run it again to go on where it was cut off.
    """
    with Library(context.obj, writable=True) as library:
        if source.startswith(_HUB):
            card = run_with_progress(library.learning.download(source.removeprefix(_HUB), name))
        else:
            card = run_with_progress(library.learning.take(Path(source), name))
    print_figures({"added": card.version, "slot": card.slot}, as_json=as_json)


def _called(version: str, slot: Slot) -> str:
    """Name what answers in a slot, of which an empty name is what there is without a version."""
    if version:
        return version
    return registry.built_in_version() if slot is Slot.RETRIEVAL else "no version"


def _built_in(*, is_active: bool) -> dict[str, Any]:
    return {
        "version": registry.built_in_version(),
        "slot": Slot.RETRIEVAL,
        "kind": "embedded",
        "active": is_active,
        "parent": None,
        "metrics": {},
        "created": None,
    }


def _document(version: Version) -> dict[str, Any]:
    card = version.card
    return {
        "version": card.version,
        "slot": card.slot,
        "kind": card.kind,
        "active": version.is_active,
        "parent": card.parent or None,
        "metrics": dict(card.metrics),
        "created": card.created,
        "problem": version.problem,
    }
