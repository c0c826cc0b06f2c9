"""A review: photos with what is suggested for them, and what the user has said so far."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from engine.training.caption_providers import Proposal


@dataclass(frozen=True, slots=True)
class Item:
    """A photo and what is suggested for it.

    Attributes:
        file_id: The photo.
        content_id: Its content.
        content_hash: Hash of the content.
        path: Its file.
        is_offline: Whether the file is out of reach.
        proposals: The best first.
    """

    file_id: int
    content_id: int
    content_hash: bytes
    path: bytes
    is_offline: bool
    proposals: tuple[Proposal, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """All that is suggested."""
        return tuple(proposal.text for proposal in self.proposals)


class Answer(Enum):
    """What the user says of the suggestions for a photo."""

    ACCEPTED = auto()
    CHANGED = auto()
    REJECTED = auto()


class Session:
    """The items in their order, one of which is looked at.

    Args:
        items: At least one.
    """

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = list(items)
        self.place = 0
        self._answers: dict[int, Answer] = {}

    @property
    def item(self) -> Item:
        """The one that is looked at."""
        return self.items[self.place]

    @property
    def answer(self) -> Answer | None:
        """What was said of it."""
        return self._answers.get(self.place)

    @property
    def open_items(self) -> list[Item]:
        """Those of which nothing was said."""
        return [one for place, one in enumerate(self.items) if place not in self._answers]

    def count(self, answer: Answer) -> int:
        """Return how many have an answer."""
        return list(self._answers.values()).count(answer)

    def give(self, answer: Answer) -> int:
        """Note an answer for the item that is looked at and go on; return its place."""
        place = self.place
        self._answers[place] = answer
        self.go_on()
        return place

    def set_answer(self, place: int, answer: Answer | None) -> None:
        """Change an answer afterwards, or take it back, and look at its item."""
        self.place = place
        if answer is None:
            self._answers.pop(place, None)
        else:
            self._answers[place] = answer
            self.go_on()

    def go_on(self) -> None:
        """Look at the next item without an answer, after the last one at the first."""
        count = len(self.items)
        for step in range(1, count):
            place = (self.place + step) % count
            if place not in self._answers:
                self.place = place
                return

    def go_back(self) -> None:
        """Look at the item before."""
        self.place = max(0, self.place - 1)
