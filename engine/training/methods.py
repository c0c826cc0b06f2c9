"""Which methods there are. Light to import: torch comes with :func:`load`."""

import importlib
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from engine.errors import TrainingError
from engine.models.versions import Slot
from engine.training.settings import LoopOptions, RunSettings

if TYPE_CHECKING:
    from collections.abc import Callable

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
        options: Module that reads its settings, without torch.
    """

    name: str
    slot: Slot
    needs: Needs
    is_offered: bool
    place: tuple[str, str]
    options: str


METHODS: Final = {
    info.name: info
    for info in (
        MethodInfo(
            "text-classifier",
            Slot.LABELS,
            Needs.LABELS,
            is_offered=True,
            place=("engine.training.text_classifier", "TextClassifier"),
            options="engine.training.text_classifier_options",
        ),
        MethodInfo(
            "baseline-classifier",
            Slot.LABELS,
            Needs.LABELS,
            is_offered=True,
            place=("engine.training.baseline", "BaselineClassifier"),
            options="engine.training.baseline_options",
        ),
        MethodInfo(
            "dual-encoder",
            Slot.RETRIEVAL,
            Needs.CAPTIONS,
            is_offered=True,
            place=("engine.training.dual_encoder", "DualEncoderMethod"),
            options="engine.training.dual_encoder_options",
        ),
        MethodInfo(
            "hash",
            Slot.CODES,
            Needs.LABELS,
            is_offered=True,
            place=("engine.training.meta_hash", "MetaHash"),
            options="engine.training.hash_options",
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


def read_settings(settings: RunSettings) -> LoopOptions:
    """Check what the user chose, before anything is done with it.

    Raises:
        TrainingError: There is no such method, or a setting is not understood.
    """
    read: Callable[[RunSettings], LoopOptions]
    read = importlib.import_module(info_of(settings.method).options).read
    return read(settings)


def load(name: str) -> "type[Method]":
    """Import a method, and torch with it.

    Raises:
        TrainingError: There is none of this name.
    """
    module, attribute = info_of(name).place
    found: type[Method] = getattr(importlib.import_module(module), attribute)
    return found
