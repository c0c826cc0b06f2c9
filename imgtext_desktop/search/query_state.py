"""What stands in the search box, as a value."""

import dataclasses
from dataclasses import dataclass
from typing import Final

from engine.search.query import Term
from imgtext_desktop.search.picture import QueryPicture
from imgtext_desktop.search.words import parse

LEAST_WEIGHT: Final = 1 / 3
MOST_WEIGHT: Final = 3.0


@dataclass(frozen=True)
class ChipState:
    """One chip: a picture, or words that are not wanted.

    Attributes:
        picture: The picture, or None.
        text: The words; empty for a picture.
        is_excluded: Whether photos like this move down.
        weight: How much it counts, 1/3 to 3.
    """

    picture: QueryPicture | None = None
    text: str = ""
    is_excluded: bool = False
    weight: float = 1.0

    @property
    def term(self) -> Term:
        """The same for the engine."""
        pixels = self.picture.pixels if self.picture else None
        upright = self.picture.upright if self.picture else None
        return Term(self.text, pixels, self.is_excluded, self.weight, upright)

    def weighted(self, weight: float) -> "ChipState":
        """Return the same with another weight, kept within the limits."""
        return dataclasses.replace(self, weight=min(MOST_WEIGHT, max(LEAST_WEIGHT, weight)))


@dataclass(frozen=True)
class Reach:
    """Only look-alikes within a distance are wanted, by code.

    Attributes:
        radius: Their codes differ in fewer bits; None for what suits the length of the code.
    """

    radius: int | None = None


@dataclass(frozen=True)
class QueryState:
    """All that stands in the box, and how far from it photos may be.

    Attributes:
        text: What is typed, as typed.
        chips: Pictures and exclusions.
        reach: How far; None for no limit. Counts only while :attr:`is_one_picture`, and is back
            when words that were added are gone.
    """

    text: str = ""
    chips: tuple[ChipState, ...] = ()
    reach: Reach | None = None

    @property
    def is_one_picture(self) -> bool:
        """Whether one wanted picture is all there is: only that has a distance by code."""
        terms = self.terms()
        return len(terms) == 1 and terms[0].picture is not None and not terms[0].is_excluded

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to look for and nothing to avoid."""
        return not self.terms()

    def terms(self) -> list[Term]:
        """Return the terms for the engine; typed exclusions count before they are chips."""
        words = parse(self.text)
        terms = [Term(text=words.text)] if words.text else []
        terms += [chip.term for chip in self.chips]
        known = {chip.text for chip in self.chips if chip.text}
        terms += [
            Term(text=text, is_excluded=True) for text in words.exclusions if text not in known
        ]
        return terms
