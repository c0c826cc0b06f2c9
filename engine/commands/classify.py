"""``imgtext classify``: the labels that the adopted classifier gives to photos."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import typer

from engine.commands.evaluate import LateModel
from engine.console import Json, echo, print_json, run_with_progress, say, to_path
from engine.errors import ModelError
from engine.library import Library
from engine.models.label_model import load_label_model
from engine.models.versions import Slot
from engine.paths import printable, to_text


def classify(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", parser=to_path, help="Photos.")],
    model: Annotated[
        str | None, typer.Option("--model", help="Model version; default: the adopted one.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every label, however unlikely.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Give photos the labels that were learned; they need not be in the library."""
    from engine.evaluation.trained_labels import classify_files

    with Library(context.obj, writable=False) as library:
        version = model or library.learning.slot(Slot.LABELS).version
        if not version:
            raise ModelError(
                "No classifier of labels is adopted; train one with `imgtext train "
                "text-classifier` and adopt it with `imgtext models adopt VERSION`."
            )
        card = library.models.store.card(version)
        if card.slot is not Slot.LABELS:
            raise ModelError(
                f"{version} does not give labels; choose a version of the slot labels."
            )
        encoder = LateModel(card.feature_space, library.models.store.folder)
        job = classify_files(
            files,
            model=load_label_model(library.models.store.check(version)),
            encoder=encoder,
            prepare=encoder.decode,
            is_everything=everything,
        )
        answers = run_with_progress(job)
        called = library.annotations.names_since(card.knows_until)
    for answer in answers:
        if answer.problem:
            say(f"{printable(os.fsencode(answer.path))}: {answer.problem}")
    if as_json:
        print_json(
            [
                {
                    "path": to_text(os.fsencode(answer.path)),
                    "labels": [
                        {"label": label, "probability": round(probability, 4)}
                        for label, probability in _as_called(answer.labels, called).items()
                    ],
                }
                for answer in answers
            ]
        )
    else:
        for answer in answers:
            found = _as_called(answer.labels, called)
            labels = ", ".join(f"{label} {share:.0%}" for label, share in found.items())
            if not answer.problem:
                echo(f"{printable(os.fsencode(answer.path))}: {labels or 'no label'}")


def _as_called(
    labels: Iterable[tuple[str, float]], called: Callable[[str], str]
) -> dict[str, float]:
    """Return probabilities by what the user calls labels now; of two that became one, the sum."""
    found: dict[str, float] = {}
    for label, probability in labels:
        name = called(label)
        found[name] = min(1.0, found.get(name, 0.0) + probability)
    return found
