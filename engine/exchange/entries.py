"""What stands in a file of captions, labels or ratings, before its photos are known."""

import math
from dataclasses import dataclass
from pathlib import Path

from engine.catalog.changes import DEFAULT_WEIGHTS, CaptionSource
from engine.errors import TableError


@dataclass(frozen=True, slots=True)
class PhotoName:
    """How a file names a photo.

    Attributes:
        file: A path, its last parts or a name; empty if only the content is known.
        content: The content's hash in hexadecimal, as our own exports have it; else empty.
    """

    file: str
    content: str = ""

    def __str__(self) -> str:
        return self.file or self.content


@dataclass(frozen=True, slots=True)
class CaptionEntry:
    """A caption in a file.

    Attributes:
        photo: Whose.
        text: The sentence.
        source: Where it comes from.
        weight: How much training trusts it.
    """

    photo: PhotoName
    text: str
    source: CaptionSource
    weight: float


@dataclass(frozen=True, slots=True)
class LabelEntry:
    """A label in a file."""

    photo: PhotoName
    name: str


@dataclass(frozen=True, slots=True)
class RatingEntry:
    """A rating in a file: 1 to 5 stars, or 0 for none."""

    photo: PhotoName
    stars: int


@dataclass(frozen=True, slots=True)
class SkippedRow:
    """A row of a table that gives its photo nothing.

    Attributes:
        place: Of the row among those that are not empty.
        file: How it names its photo.
        reason: What it lacks.
    """

    place: int
    file: str
    reason: str


Entry = CaptionEntry | LabelEntry | RatingEntry


def read_source(text: str, default: CaptionSource, file: Path) -> CaptionSource:
    """Read the name of a source; an empty one is the default.

    Raises:
        TableError: There is no such source.
    """
    if not text:
        return default
    try:
        return CaptionSource(text.casefold())
    except ValueError as error:
        known = ", ".join(CaptionSource)
        raise TableError(f"{file} has the source “{text}”; it must be one of {known}.") from error


def read_weight(text: str, default: float | None, source: CaptionSource, file: Path) -> float:
    """Read a weight; an empty one is the default, or the source's without one.

    Raises:
        TableError: It is no number above 0.
    """
    if not text:
        return DEFAULT_WEIGHTS[source] if default is None else default
    try:
        weight = float(text.replace(",", "."))
    except ValueError:
        weight = math.nan
    if not 0 < weight < math.inf:
        raise TableError(f"{file} has the weight “{text}”; it must be a number above 0.")
    return weight
