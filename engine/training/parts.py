"""What learning needs of a library, handed over as one value."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.catalog.annotations import Annotations
from engine.catalog.photos import Photos
from engine.catalog.slots import Guesses, Slots
from engine.indexing.active_models import ActiveModels
from engine.indexing.reencode import Reencoder
from engine.search.code_spaces import CodeSpaces
from engine.training.runs import Runs


@dataclass(frozen=True, slots=True)
class LearningParts:
    """What learning needs of a library.

    Attributes:
        runs: Where runs are kept.
        photos: The catalog's contents.
        annotations: What is said of them.
        models: Which model answers.
        slots: Which versions are adopted.
        guesses: What the adopted classifier says.
        thumbnails: Folder of the small pictures.
        codes: The hash codes of the photos.
        reencoder: Encodes photos for a model that makes features of its own.
        switched: Called after another version answers.
    """

    runs: Runs
    photos: Photos
    annotations: Annotations
    models: ActiveModels
    slots: Slots
    guesses: Guesses
    thumbnails: Path
    codes: CodeSpaces
    reencoder: Reencoder
    switched: Callable[[], None]
