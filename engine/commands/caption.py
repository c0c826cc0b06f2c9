"""``imgtext caption`` and ``imgtext captions suggest``: captions by the adopted dual encoder."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.catalog.changes import DEFAULT_WEIGHTS, Caption, CaptionSource
from engine.commands.evaluate import LateModel, decode_files
from engine.console import Json, echo, print_figures, print_json, run_with_progress, say, to_path
from engine.errors import ModelError
from engine.library import Library
from engine.models.versions import Slot
from engine.paths import printable, to_text

if TYPE_CHECKING:
    from engine.evaluation.written_captions import WrittenCaption

Photos = Annotated[list[Path], typer.Argument(metavar="FILE...", parser=to_path, help="Photos.")]
Model = Annotated[
    str | None, typer.Option("--model", help="Model version; default: the adopted one.")
]


def caption(
    context: typer.Context, files: Photos, model: Model = None, as_json: Json = False
) -> None:
    """Write a caption for photos; they need not be in the library, and nothing is kept."""
    with Library(context.obj, writable=False) as library:
        written = _write(library, files, model)
    if as_json:
        print_json(
            [
                {
                    "path": to_text(os.fsencode(one.path)),
                    "caption": one.caption,
                    "backward_caption": one.backward_caption,
                    "score": round(one.score, 4),
                }
                for one in written
            ]
        )
        return
    for one in written:
        if not one.problem:
            echo(f"{printable(os.fsencode(one.path))}: {one.caption} ({one.score:.2f})")


def suggest_captions(
    context: typer.Context, files: Photos, model: Model = None, as_json: Json = False
) -> None:
    """Write a caption for photos of the library and keep it as generated, to be reviewed."""
    with Library(context.obj, writable=True) as library:
        written = _write(library, files, model)
        ids = {name: number for number, name in library.photos.all_hashes().items()}
        source = CaptionSource.GENERATED
        known = [one for one in written if one.content_hash in ids and one.caption]
        change = library.annotations.add_captions(
            Caption(ids[one.content_hash], one.caption, source, DEFAULT_WEIGHTS[source])
            for one in known
        )
    for one in written:
        if not one.problem and one.content_hash not in ids:
            say(f"{printable(os.fsencode(one.path))}: it is not in the library.")
    added = len(change.content_ids)
    print_figures({"added": added, "unchanged": len(known) - added}, as_json=as_json)


def _write(library: Library, files: list[Path], model: str | None) -> "list[WrittenCaption]":
    from engine.evaluation.written_captions import write_captions

    version = model or library.learning.slot(Slot.RETRIEVAL).version
    if not version:
        raise ModelError(
            "No captioner is adopted; train one with `imgtext train dual-encoder` and adopt it "
            "with `imgtext models adopt VERSION`."
        )
    store = library.models.store
    card = store.card(version)
    job = write_captions(
        files,
        folder=store.check(version),
        encoder=LateModel(card.feature_space, store.folder),
        prepare=decode_files,
    )
    written = run_with_progress(job)
    for one in written:
        if one.problem:
            say(f"{printable(os.fsencode(one.path))}: {one.problem}")
    return written
