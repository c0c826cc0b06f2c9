"""``imgtext evaluate``: measures of a model on one's own photos; no library is needed."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.console import Json, print_figures, run_with_progress, to_path
from engine.errors import ImageError
from engine.images.pool import DecodePool
from engine.images.prepare import KnownPhoto, PreparedPhoto
from engine.models import registry

evaluate_app = typer.Typer(help="Measure a model on your own photos.", no_args_is_help=True)

PhotoFolder = Annotated[
    Path, typer.Option("--photos", metavar="DIR", parser=to_path, help="Folder of photos.")
]
Model = Annotated[str | None, typer.Option("--model", help="Model version; default: built in.")]


@evaluate_app.command("retrieval")
def evaluate_retrieval(
    photos: PhotoFolder,
    captions: Annotated[
        Path,
        typer.Option(
            "--captions",
            metavar="FILE",
            parser=to_path,
            help="CSV with the columns file and caption.",
        ),
    ],
    model: Model = None,
    as_json: Json = False,
) -> None:
    """Measure how often a caption finds its photo, and a photo its captions."""
    from engine.evaluation.retrieval import evaluate_retrieval as evaluate

    job = evaluate(photos, captions, **_evaluation_parts(model))
    print_figures(run_with_progress(job), as_json=as_json)


@evaluate_app.command("classify")
def evaluate_classify(photos: PhotoFolder, model: Model = None, as_json: Json = False) -> None:
    """Measure how often a photo gets the name of its sub-folder."""
    from engine.evaluation.classification import evaluate_classification

    job = evaluate_classification(photos, **_evaluation_parts(model))
    print_figures(run_with_progress(job), as_json=as_json)


@evaluate_app.command("hash")
def evaluate_hash(
    photos: PhotoFolder,
    queries: Annotated[
        int | None, typer.Option("--queries", min=1, help="Photos used as queries.")
    ] = None,
    model: Model = None,
    as_json: Json = False,
) -> None:
    """Measure search by hash codes; photos in one sub-folder count as alike."""
    from engine.evaluation.hashing import evaluate_hashing

    job = evaluate_hashing(photos, queries=queries, **_evaluation_parts(model))
    print_figures(run_with_progress(job), as_json=as_json)


def _evaluation_parts(model: str | None) -> dict[str, Any]:
    version = model or registry.built_in_version()
    registry.check(version)
    return {"encoder": _LateModel(version), "prepare": _decode_files}


class _LateModel:
    """A model that is loaded when it is first used: after what is wrong elsewhere was told."""

    def __init__(self, version: str) -> None:
        self.version = version

    def __getattr__(self, name: str) -> Any:
        return getattr(registry.load(self.version), name)


def _decode_files(
    files: Iterable[Path],
) -> Iterator[tuple[Path, PreparedPhoto | KnownPhoto | ImageError]]:
    tasks = ((os.fsencode(file), frozenset[bytes]()) for file in files)
    with DecodePool() as pool:
        for path, result in pool.map(tasks, look_ahead=128):
            yield Path(os.fsdecode(path)), result
