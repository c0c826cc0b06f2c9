"""``imgtext evaluate``: measures of a model on one's own photos; no library is needed."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.console import Json, print_figures, run_with_progress, to_path
from engine.errors import EngineError, ModelError
from engine.folder import MODELS
from engine.framing import SQUASHED, Framing
from engine.images.pool import DecodePool
from engine.images.prepare import KnownPhoto, PreparedPhoto
from engine.jobs import Job
from engine.models import registry
from engine.models.codes import load_coder, reads_photos
from engine.models.label_model import load_label_model
from engine.models.versions import Slot, VersionStore

evaluate_app = typer.Typer(help="Measure a model on your own photos.", no_args_is_help=True)

PhotoFolder = Annotated[
    Path, typer.Option("--photos", metavar="DIR", parser=to_path, help="Folder of photos.")
]
Model = Annotated[str | None, typer.Option("--model", help="Model version; default: built in.")]


@evaluate_app.command("retrieval")
def evaluate_retrieval(
    context: typer.Context,
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

    job = evaluate(photos, captions, **_parts(model, context.obj / MODELS))
    print_figures(run_with_progress(job), as_json=as_json)


@evaluate_app.command("classify")
def evaluate_classify(
    context: typer.Context, photos: PhotoFolder, model: Model = None, as_json: Json = False
) -> None:
    """Measure how often a photo gets the name of its sub-folder.

    With a version of the library that was trained on labels, these count; else the names alone.
    """
    if model is not None and _slot(model, context.obj / MODELS) is not Slot.RETRIEVAL:
        job = _trained_labels(photos, model, context.obj / MODELS)
    else:
        from engine.evaluation.classification import evaluate_classification

        job = evaluate_classification(photos, **_parts(model, context.obj / MODELS))
    print_figures(run_with_progress(job), as_json=as_json)


def _trained_labels(photos: Path, version: str, models: Path) -> Job[dict[str, object]]:
    from engine.evaluation.trained_labels import evaluate_labels

    store = VersionStore(models)
    card = store.card(version)
    if card.slot is not Slot.LABELS:
        raise ModelError(f"{version} does not give labels; choose a version of the slot labels.")
    return evaluate_labels(
        photos,
        version=version,
        model=load_label_model(store.check(version)),
        **_parts(card.feature_space, models),
    )


@evaluate_app.command("hash")
def evaluate_hash(
    context: typer.Context,
    photos: PhotoFolder,
    queries: Annotated[
        int | None, typer.Option("--queries", min=1, help="Photos used as queries.")
    ] = None,
    model: Model = None,
    as_json: Json = False,
) -> None:
    """Measure search by hash codes; photos in one sub-folder count as alike.

    With a version of the library that was trained to make codes, these are measured.
    """
    from engine.evaluation.hashing import Draw, evaluate_hashing

    if model is not None and _slot(model, context.obj / MODELS) is not Slot.RETRIEVAL:
        parts = _trained_codes(model, context.obj / MODELS)
    else:
        parts = _parts(model, context.obj / MODELS)
    figures = run_with_progress(evaluate_hashing(photos, draw=Draw(queries), **parts))
    if not as_json:
        del figures["curve"]  # a line for each bit
    print_figures(figures, as_json=as_json)


def _trained_codes(version: str, models: Path) -> dict[str, Any]:
    store = VersionStore(models)
    card = store.card(version)
    if card.slot is not Slot.CODES:
        raise ModelError(f"{version} makes no codes; choose a version of the slot codes.")
    coder = load_coder(store.check(version))
    encoder = version if reads_photos(store.path(version)) else card.feature_space
    return {**_parts(encoder, models), "coder": coder}


def _slot(model: str, models: Path) -> Slot:
    is_built_in = model == registry.built_in_version()
    return Slot.RETRIEVAL if is_built_in else VersionStore(models).card(model).slot


def _parts(model: str | None, models: Path) -> dict[str, Any]:
    encoder = LateModel(model or registry.built_in_version(), models)
    return {"encoder": encoder, "prepare": encoder.decode}


class LateModel:
    """A model that is loaded when it is first used: after what is wrong elsewhere was told."""

    def __init__(self, version: str, models: Path | None = None) -> None:
        registry.check(version, models)
        self.version = version
        self._models = models

    def decode(self, files: Iterable[Path]) -> Iterator[tuple[Path, PreparedPhoto | EngineError]]:
        """Decode files as the model sees them; see :func:`decode_files`."""
        return decode_files(files, registry.describe(self.version, self._models).framing)

    def __getattr__(self, name: str) -> Any:
        return getattr(registry.load_encoder(self.version, self._models), name)


def decode_files(
    files: Iterable[Path], framing: Framing = SQUASHED
) -> Iterator[tuple[Path, PreparedPhoto | EngineError]]:
    """Decode files in processes of their own, in the order they are finished."""
    tasks = ((os.fsencode(file), frozenset[bytes]()) for file in files)
    with DecodePool(framing=framing) as pool:
        for path, result in pool.map(tasks, look_ahead=128):
            assert not isinstance(result, KnownPhoto), "it was told of none"
            if not isinstance(result, KnownPhoto):  # no content is named as known
                yield Path(os.fsdecode(path)), result
