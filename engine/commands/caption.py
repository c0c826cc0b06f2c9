"""``imgtext caption`` and ``imgtext captions suggest``: captions that a program proposes.

They are written by the adopted dual encoder or by a captioner in a folder, or taken over from a
collection of pictures with texts.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.catalog.changes import Caption, CaptionSource
from engine.commands.evaluate import LateModel, decode_files
from engine.console import Json, echo, print_figures, print_json, run_with_progress, say, to_path
from engine.errors import EngineError, EvaluationError, ModelError
from engine.images.prepare import PreparedPhoto
from engine.library import Library
from engine.models.versions import Slot
from engine.paths import printable, to_text
from engine.training.caption_providers import LEAST_COSINE, caption_weights, weight_of

if TYPE_CHECKING:
    from engine.evaluation.written_captions import WrittenCaption

Photos = Annotated[list[Path], typer.Argument(metavar="FILE...", parser=to_path, help="Photos.")]
Model = Annotated[
    str | None, typer.Option("--model", help="Model version; default: the adopted one.")
]
Pairs = Annotated[
    str | None,
    typer.Option(
        "--pairs",
        metavar="FOLDER|FILE|URL",
        help="Take the texts of matching pictures: a folder with captions.csv, COCO .json, "
        "WebDataset .tar; a web page or a list of addresses is downloaded.",
    ),
]
CaptionerFolder = Annotated[
    Path | None,
    typer.Option(
        "--captioner",
        metavar="FOLDER",
        parser=to_path,
        help="Let a captioner of transformers write (BLIP, GIT, ViT-GPT2).",
    ),
]
Threshold = Annotated[
    float,
    typer.Option(
        min=0, max=1, help="With --pairs: how alike two pictures must be that are not copies."
    ),
]


@dataclass(frozen=True, slots=True)
class _Line:
    """What is proposed for one file; ``captions`` is empty where nothing is."""

    path: Path
    content_hash: bytes
    captions: tuple[str, ...] = ()
    source: CaptionSource = CaptionSource.GENERATED
    score: float = 0.0
    backward_caption: str = ""
    match: str = ""
    problem: str = ""


def caption(
    context: typer.Context,
    files: Photos,
    *,
    model: Model = None,
    pairs: Pairs = None,
    captioner: CaptionerFolder = None,
    threshold: Threshold = LEAST_COSINE,
    as_json: Json = False,
) -> None:
    """Propose a caption for photos; they need not be in the library, and nothing is kept."""
    _check_choice(model, pairs, captioner)
    with Library(context.obj, writable=False) as library:
        lines = _propose(library, files, model, pairs, captioner, threshold)
    if as_json:
        print_json([_document(line) for line in lines])
        return
    for line in lines:
        for text in line.captions:
            echo(f"{printable(os.fsencode(line.path))}: {text} ({line.score:.2f})")


def suggest_captions(
    context: typer.Context,
    files: Photos,
    *,
    model: Model = None,
    pairs: Pairs = None,
    captioner: CaptionerFolder = None,
    threshold: Threshold = LEAST_COSINE,
    as_json: Json = False,
) -> None:
    """Propose captions for photos of the library and keep them, to be reviewed in the window."""
    _check_choice(model, pairs, captioner)
    with Library(context.obj, writable=True) as library:
        lines = _propose(library, files, model, pairs, captioner, threshold)
        ids = {name: number for number, name in library.photos.all_hashes().items()}
        weights = caption_weights(library.settings)
        captions = [
            Caption(
                ids[line.content_hash],
                text,
                line.source,
                weight_of(line.source, line.score, weights),
            )
            for line in lines
            if line.content_hash in ids
            for text in line.captions
        ]
        change = library.annotations.add_captions(captions)
    for line in lines:
        if not line.problem and line.content_hash not in ids:
            say(f"{printable(os.fsencode(line.path))}: it is not in the library.")
    added = len(change.added)
    print_figures({"added": added, "unchanged": len(captions) - added}, as_json=as_json)


def _check_choice(model: str | None, pairs: str | None, captioner: Path | None) -> None:
    if sum(choice is not None for choice in (model, pairs, captioner)) > 1:
        raise typer.BadParameter("choose one of --model, --pairs and --captioner.")


def _document(line: _Line) -> dict[str, object]:
    return {
        "path": to_text(os.fsencode(line.path)),
        "caption": line.captions[0] if line.captions else "",
        "backward_caption": line.backward_caption,
        "score": round(line.score, 4),
        "captions": list(line.captions),
        "source": str(line.source),
        "match": line.match,
    }


def _propose(
    library: Library,
    files: Sequence[Path],
    model: str | None,
    pairs: str | None,
    captioner: Path | None,
    threshold: float,
) -> list[_Line]:
    if pairs is None and captioner is None:
        lines = [_line_of(one) for one in _write(library, list(files), model)]
    else:
        lines = _suggest(library, list(dict.fromkeys(files)), pairs, captioner, threshold)
    for line in lines:
        if line.problem:
            say(f"{printable(os.fsencode(line.path))}: {line.problem}")
    return lines


def _suggest(
    library: Library, files: list[Path], pairs: str | None, captioner: Path | None, threshold: float
) -> list[_Line]:
    """Match photos, or let a captioner write about them."""
    decoded = dict(decode_files(files))
    readable = [(file, one) for file in files if isinstance(one := decoded[file], PreparedPhoto)]
    if not readable:
        raise EvaluationError(
            f"None of the {len(files)} files can be read as a photo; the first says: "
            f"{decoded[files[0]]}"
        )
    photos = library.suggestions.photos_outside(
        [one for _, one in readable], has_vectors=pairs is not None
    )
    if pairs is not None:
        job = library.suggestions.matched(photos, pairs, cosine=threshold)
    else:
        assert captioner is not None
        job = library.suggestions.generated(photos, captioner)
    suggested = run_with_progress(job)
    if pairs is not None:
        for name, reason in suggested.unreadable:
            say(f"{printable(os.fsencode(name))}: {reason}")
    places = {file: place for place, (file, _) in enumerate(readable)}
    lines = []
    for file in files:
        one = decoded[file]
        if isinstance(one, EngineError):
            lines.append(_Line(file, b"", problem=str(one)))
            continue
        found = [two for two in suggested.proposals if two.content_id == places[file]]
        if not found:
            source = CaptionSource.GENERATED if pairs is None else CaptionSource.PAIRS
            lines.append(_Line(file, one.content_hash, source=source))
            continue
        first = found[0]
        lines.append(
            _Line(
                path=file,
                content_hash=one.content_hash,
                captions=tuple(two.text for two in found),
                source=first.source,
                score=first.confidence,
                match="" if first.match is None else first.match.name,
            )
        )
    return lines


def _line_of(one: "WrittenCaption") -> _Line:
    return _Line(
        path=one.path,
        content_hash=one.content_hash,
        captions=(one.caption,) if one.caption else (),
        score=one.score,
        backward_caption=one.backward_caption,
        problem=one.problem,
    )


def _write(library: Library, files: list[Path], model: str | None) -> "list[WrittenCaption]":
    """Let a trained version write about photos."""
    from engine.evaluation.written_captions import write_captions

    version = model or library.learning.slot(Slot.RETRIEVAL).version
    if not version:
        raise ModelError(
            "No captioner is adopted; train one with `imgtext train dual-encoder` and adopt it "
            "with `imgtext models adopt VERSION`."
        )
    store = library.models.store
    card = store.card(version)
    encoder = LateModel(card.feature_space, store.folder)
    job = write_captions(
        files, folder=store.check(version), encoder=encoder, prepare=encoder.decode
    )
    return run_with_progress(job)
