"""What a user looks for, and whether the active model can understand it."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine.errors import QueryError


class Space(StrEnum):
    """The vectors that a search compares."""

    AUTO = "auto"
    TEXT = "text"
    VISUAL = "visual"


@dataclass(frozen=True, slots=True, eq=False)
class Query:
    """A search.

    Attributes:
        texts: Descriptions of what is wanted.
        pictures: Pictures of what is wanted, each uint8 [224, 224, 3], prepared like a photo.
        not_texts: Descriptions of what is not wanted.
        space: Which vectors to compare; ``AUTO`` takes ``VISUAL`` for pictures alone.
        limit: The most results to return, at least 1.
    """

    texts: Sequence[str] = ()
    pictures: Sequence[npt.NDArray[np.uint8]] = ()
    not_texts: Sequence[str] = ()
    space: Space = Space.AUTO
    limit: int = 50

    @property
    def resolved_space(self) -> Space:
        """The space that is searched.

        Raises:
            QueryError: The query is empty, or asks to compare words with visual vectors.
        """
        has_words = any(text.strip() for text in (*self.texts, *self.not_texts))
        if not has_words and not self.pictures:
            raise QueryError("Nothing to look for; describe a photo in words or give a picture.")
        if self.space is Space.VISUAL and has_words:
            raise QueryError(
                "The visual space compares pictures only; leave the words out or drop --space."
            )
        if self.space is Space.AUTO:
            return Space.TEXT if has_words else Space.VISUAL
        return self.space


class TextReader(Protocol):
    """What is asked of an encoder about a text."""

    languages: str
    max_tokens: int

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


def combine(wanted: Sequence[Any], unwanted: Sequence[Any]) -> npt.NDArray[np.float32]:
    """Add unit vectors of one space into one unit vector.

    Args:
        wanted: Unit vectors [d], weight 1 each.
        unwanted: Unit vectors [d], weight -0.5 each.

    Returns:
        float32 [1, d]; the zero vector if they cancel out.
    """
    total = np.sum([*wanted, *(-0.5 * vector for vector in unwanted)], axis=0, dtype=np.float32)
    norm = float(np.linalg.norm(total))
    return np.atleast_2d(total / norm if norm > 0 else total).astype(np.float32)
