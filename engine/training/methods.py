"""Which methods there are. Light to import: torch comes with :func:`load`."""

import importlib
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from engine.errors import TrainingError
from engine.models.versions import Slot

if TYPE_CHECKING:
    from engine.training.method import Method


class Needs(StrEnum):
    """What photos a method learns from."""

    LABELS = "labels"
    CAPTIONS = "captions"


@dataclass(frozen=True, slots=True)
class MethodInfo:
    """A method before it is loaded.

    Attributes:
        name: As on the command line.
        slot: What a version of it can be adopted as.
        needs: What photos must have to be learned from.
        is_offered: Whether the window offers it beside the others.
        place: Module and class.
    """

    name: str
    slot: Slot
    needs: Needs
    is_offered: bool
    place: tuple[str, str]


METHODS: Final = {
    info.name: info
    for info in (
        MethodInfo(
            "text-classifier",
            Slot.LABELS,
            Needs.LABELS,
            is_offered=True,
            place=("engine.training.text_classifier", "TextClassifier"),
        ),
        MethodInfo(
            "baseline-classifier",
            Slot.LABELS,
            Needs.LABELS,
            is_offered=True,
            place=("engine.training.baseline", "BaselineClassifier"),
        ),
        MethodInfo(
            "dual-encoder",
            Slot.RETRIEVAL,
            Needs.CAPTIONS,
            is_offered=True,
            place=("engine.training.dual_encoder", "DualEncoderMethod"),
        ),
        MethodInfo(
            "hash",
            Slot.CODES,
            Needs.LABELS,
            is_offered=True,
            place=("engine.training.meta_hash", "MetaHash"),
        ),
    )
}


def info_of(name: str) -> MethodInfo:
    """Return what is known of a method.

    Raises:
        TrainingError: There is none of this name.
    """
    if name not in METHODS:
        raise TrainingError(f"There is no method “{name}”; choose one of {', '.join(METHODS)}.")
    return METHODS[name]


def load(name: str) -> "type[Method]":
    """Import a method, and torch with it.

    Raises:
        TrainingError: There is none of this name.
    """
    module, attribute = info_of(name).place
    found: type[Method] = getattr(importlib.import_module(module), attribute)
    return found
