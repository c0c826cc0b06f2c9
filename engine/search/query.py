"""What a user looks for, and whether the active model can understand it."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine.errors import QueryError
from engine.framing import SQUASHED, Framing, join

EXCLUSION_FACTOR = -0.5  # what is not wanted counts half as much as what is


class Space(StrEnum):
    """The vectors that a search compares."""

    AUTO = "auto"
    TEXT = "text"
    VISUAL = "visual"
    CODE = "code"


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """One thing that is wanted, or not wanted: words or a picture.

    Attributes:
        text: A description; empty for a picture.
        picture: A picture squashed to what the built-in model reads, uint8 [224, 224, 3], or None.
        upright: The same in its own proportions, uint8 [h, w, 3], for models that see pictures
            otherwise; where it is missing they are given ``picture``.
        is_excluded: Whether photos like this shall rank lower.
        weight: How much it counts beside the others, above 0.
    """

    text: str = ""
    picture: npt.NDArray[np.uint8] | None = None
    is_excluded: bool = False
    weight: float = 1.0
    upright: npt.NDArray[np.uint8] | None = None

    @property
    def factor(self) -> float:
        """What its unit vector is multiplied by in the sum."""
        return EXCLUSION_FACTOR * self.weight if self.is_excluded else self.weight

    def framed(self, framing: Framing) -> npt.NDArray[np.uint8]:
        """Return the picture as a model sees it; see :meth:`Framing.apply`."""
        assert self.picture is not None, "it is a picture"
        if framing == SQUASHED:
            return self.picture
        if framing.also is not None:
            first = self.framed(replace(framing, also=None))
            both: npt.NDArray[np.uint8] = join(first[None], self.framed(framing.also)[None])[0]
            return both
        return framing.apply_to_pixels(self.picture if self.upright is None else self.upright)


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the library.

    Attributes:
        root_id: A root.
        folder: A folder in it, bytes relative to the root; empty for all of it.
    """

    root_id: int
    folder: bytes = b""


@dataclass(frozen=True, slots=True, eq=False)
class Query:
    """A search.

    Attributes:
        terms: What is wanted and what is not.
        space: Which vectors to compare; ``AUTO`` takes ``VISUAL`` for pictures alone.
        limit: The most results to return, at least 1.
        place: Only photos here, or None for all.
        labels: Only photos with all of these labels of the user's.
        radius: In the space ``CODE``: photos whose code is less than so many bits away; None for
            what suits the length of the code.
    """

    terms: Sequence[Term]
    space: Space = Space.AUTO
    limit: int = 50
    place: Place | None = None
    labels: tuple[str, ...] = ()
    radius: int | None = None

    @property
    def words(self) -> list[Term]:
        """The terms that are words, without empty ones."""
        return [term for term in self.terms if term.picture is None and term.text.strip()]

    @property
    def pictures(self) -> list[Term]:
        """The terms that are pictures."""
        return [term for term in self.terms if term.picture is not None]

    @property
    def resolved_space(self) -> Space:
        """The space that is searched.

        Raises:
            QueryError: The query is empty, or asks for nothing that can be done.
        """
        if self.limit < 1:
            raise QueryError("Ask for at least one result.")
        if not self.words and not self.pictures:
            raise QueryError("Nothing to look for; describe a photo in words or give a picture.")
        if self.space is Space.VISUAL and self.words:
            raise QueryError(
                "The visual space compares pictures only; leave the words out or drop --space."
            )
        if self.radius is not None and self.space is not Space.CODE:
            raise QueryError("A radius belongs to the code space; choose it or drop --radius.")
        if self.space is Space.CODE:
            self._check_code()
        if self.space is Space.AUTO:
            return Space.TEXT if self.words else Space.VISUAL
        return self.space

    def _check_code(self) -> None:
        pictures = self.pictures
        if self.words or len(pictures) != 1 or pictures[0].is_excluded:
            raise QueryError(
                "The code space looks for photos like one picture; give just that, without words "
                "and without what is not wanted."
            )
        if self.radius is not None and self.radius < 0:
            raise QueryError("A radius is a number of bits; give 0 or more.")


class TextReader(Protocol):
    """What is asked of an encoder about a text."""

    @property
    def languages(self) -> str:
        """What it was trained on, as shown to the user."""

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text are read."""

    def count_tokens(self, text: str) -> int:
        """Return the number of tokens of a text."""

    def unknown_share(self, text: str) -> float:
        """Return the share of a text that the model cannot understand, in [0, 1]."""


def check_text(text: str, reader: TextReader) -> list[str]:
    """Check that the model can understand a text.

    Args:
        text: What the user typed.
        reader: The active model.

    Returns:
        Notes for the user: what is left unread. Empty if all is well.

    Raises:
        QueryError: The model understands nothing of it.
    """
    shown = shorten(text)
    unknown = reader.unknown_share(text)
    if unknown >= 1.0:
        raise QueryError(
            f"The active model understands {reader.languages} only and can read nothing in "
            f"“{shown}”; describe the photo in {reader.languages} or give a picture."
        )
    notes = []
    if unknown > 0.2:
        notes.append(
            f"The active model understands {reader.languages} only; part of “{shown}” is not read."
        )
    if reader.count_tokens(text) > reader.max_tokens:
        notes.append(f"“{shown}” is long; only about the first {reader.max_tokens} words are read.")
    return notes


def shorten(text: str, limit: int = 40) -> str:
    """Return a text on one line, without control characters, of at most ``limit`` characters."""
    clean = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in text)
    clean = " ".join(clean.split())
    return clean if len(clean) <= limit else clean[: limit - 1] + "…"


def combine(vectors: Sequence[Any], factors: Sequence[float]) -> npt.NDArray[np.float32]:
    """Add unit vectors of one space into one unit vector.

    Args:
        vectors: Unit vectors [d].
        factors: What each is multiplied by.

    Returns:
        float32 [1, d]; the zero vector if they cancel out.
    """
    total = np.asarray(factors, np.float32) @ np.stack(vectors).astype(np.float32)
    norm = float(np.linalg.norm(total))
    return np.atleast_2d(total / norm if norm > 1e-6 else np.zeros_like(total))
