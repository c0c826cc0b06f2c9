"""What a training run learns from: a snapshot of the library, kept in the run's folder.

A run reads nothing but its snapshot, so it can be killed, resumed, repeated and taken to another
machine while the library goes on changing.

Layout of the folder::

    examples.json   what is said of each photo, its content hash and duplicate group
    features.f16    float16 [photos, dimension], row by row with the examples
"""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from engine.errors import TrainingError

_EXAMPLES, _FEATURES = "examples.json", "features.f16"
_FORMAT = 1


@dataclass(frozen=True, slots=True)
class ExampleCaption:
    """A sentence about a photo.

    Attributes:
        text: The words.
        source: Where they come from: ``manual``, ``pairs``, ``generated`` or ``template``.
        weight: How much it counts beside the photo's other captions, above 0.
    """

    text: str
    source: str = "manual"
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Example:
    """A photo and what is said of it.

    Attributes:
        content_hash: Of the photo, hexadecimal.
        group: Photos of one number are copies, or nearly, of each other.
        labels: Names that the user gave it.
        rejected: Labels that the user said it has not.
        captions: Sentences about it.
    """

    content_hash: str
    group: int
    labels: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()
    captions: tuple[ExampleCaption, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class TrainingSet:
    """The photos of a library with their features.

    Attributes:
        feature_space: What the features are: version of the model that made them.
        examples: Every photo, whether something is said of it or not.
        features: float16 [photos, dimension], row by row with ``examples``; mapped.
        thumbnails: Folder of the library's thumbnails, or None where there is none.
        models: Folder of the library's versions, where the model that made the features may be;
            None for the built-in model.
        taken: When what is said was read, seconds since 1970; 0 if nobody noted it.
    """

    feature_space: str
    examples: Sequence[Example]
    features: NDArray[np.float16]
    thumbnails: Path | None = None
    models: Path | None = None
    taken: float = 0.0

    def __len__(self) -> int:
        return len(self.examples)

    @property
    def groups(self) -> NDArray[np.int64]:
        """The duplicate group of each photo, int64 [photos]."""
        return np.array([example.group for example in self.examples], np.int64)

    def labelled(self) -> NDArray[np.int64]:
        """Return the photos with at least one label, int64 [n], ascending."""
        return _where(bool(example.labels) for example in self.examples)

    def captioned(self) -> NDArray[np.int64]:
        """Return the photos with at least one caption, int64 [n], ascending."""
        return _where(bool(example.captions) for example in self.examples)

    def unsaid(self) -> NDArray[np.int64]:
        """Return the photos of which nothing is said, int64 [n], ascending."""
        return _where(not (example.labels or example.captions) for example in self.examples)

    def save(self, folder: Path) -> None:
        """Write the snapshot; the folder is made."""
        folder.mkdir(parents=True, exist_ok=True)
        content = {
            "format": _FORMAT,
            "feature_space": self.feature_space,
            "taken": self.taken,
            "dimension": int(self.features.shape[1]),
            "thumbnails": None if self.thumbnails is None else _from(folder, self.thumbnails),
            "examples": [asdict(example) for example in self.examples],
        }
        np.ascontiguousarray(self.features, np.float16).tofile(folder / _FEATURES)
        (folder / _EXAMPLES).write_text(json.dumps(content), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Read a snapshot.

        Raises:
            TrainingError: It is missing or damaged.
        """
        try:
            content: dict[str, Any] = json.loads((folder / _EXAMPLES).read_text(encoding="utf-8"))
            if content["format"] != _FORMAT:
                raise TrainingError(
                    f"{folder} was written by another version of this program; export it again."
                )
            examples = tuple(map(_example, content["examples"]))
            shape = (len(examples), int(content["dimension"]))
            features = np.memmap(folder / _FEATURES, np.float16, "r", shape=shape)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise TrainingError(
                f"The photos that this run learns from cannot be read in {folder}; start a new run."
            ) from error
        thumbnails = content["thumbnails"]
        return cls(
            feature_space=content["feature_space"],
            examples=examples,
            features=features,
            thumbnails=None if thumbnails is None else Path(os.path.normpath(folder / thumbnails)),
            taken=float(content.get("taken", 0.0)),
        )


def _from(folder: Path, target: Path) -> str:
    """Return a path as seen from a folder, so that both can be moved together."""
    try:
        return os.path.relpath(target.absolute(), folder.absolute())
    except ValueError:  # another drive of Windows
        return str(target.absolute())


def _where(is_so: Iterator[bool]) -> NDArray[np.int64]:
    return np.flatnonzero(np.fromiter(is_so, bool)).astype(np.int64)


def _example(values: dict[str, Any]) -> Example:
    return Example(
        content_hash=values["content_hash"],
        group=values["group"],
        labels=tuple(values["labels"]),
        rejected=tuple(values["rejected"]),
        captions=tuple(ExampleCaption(**caption) for caption in values["captions"]),
    )
