"""What the models page shows, read at once in a worker: plain values."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from engine.catalog.slots import SlotState
from engine.errors import ModelError
from engine.library import Library
from engine.models import registry
from engine.models.versions import Card, Slot
from engine.training.learning import Version

_EMBEDDED = "embedded"


class Standing(Enum):
    """How a version stands."""

    IN_USE = auto()
    READY = auto()
    STORED = auto()
    PREPARING = auto()
    CUT_OFF = auto()
    UNUSABLE = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """A version in the tree.

    Attributes:
        version: It and how it stands; the built-in model is one of them.
        depth: How many versions it was made from.
        is_built_in: Whether it came with the program.
        is_wanted: Whether its adoption was cut off.
        photos: How many photos are prepared for it.
    """

    version: Version
    depth: int
    is_built_in: bool = False
    is_wanted: bool = False
    photos: int = 0

    @property
    def name(self) -> str:
        """The version's name."""
        return self.version.card.version

    @property
    def slot(self) -> Slot:
        """What it can be used as."""
        return self.version.card.slot

    @property
    def standing(self) -> Standing:
        """How it stands, leaving aside what is being done."""
        version = self.version
        if version.problem:
            return Standing.UNUSABLE
        if version.is_active:
            return Standing.IN_USE
        if self.is_wanted:
            return Standing.CUT_OFF
        return Standing.READY if version.is_ready else Standing.STORED


@dataclass(frozen=True, slots=True)
class Overview:
    """The versions of a library.

    Attributes:
        lines: The tree, from the root down, the newest first.
        states: Who answers in each slot.
        kept: Bytes kept for rolling back, by slot.
        photos: How many photos can be searched for.
        lost: Why the adopted model does not answer; empty if it does.
    """

    lines: tuple[Line, ...]
    states: Mapping[Slot, SlotState]
    kept: Mapping[Slot, int]
    photos: int
    lost: str = ""

    def line(self, version: str) -> Line | None:
        """Return a version's line, or None."""
        return next((line for line in self.lines if line.name == version), None)

    @property
    def built_in(self) -> Line:
        """The model that came with the program."""
        return next(line for line in self.lines if line.is_built_in)

    def in_use(self) -> list[Line]:
        """Return what answers, one line for each slot in which anything does."""
        lines = [self.built_in if self.built_in.version.is_active else None]
        lines += [
            line
            for slot in Slot
            for line in self.lines
            if line.slot is slot and line.version.is_active and not line.is_built_in
        ]
        return [line for line in lines if line is not None]

    def in_use_of(self, slot: Slot) -> Line | None:
        """Return what answers in a slot, or None."""
        return next((line for line in self.in_use() if line.slot is slot), None)

    def previous(self, slot: Slot) -> Line | None:
        """Return what rolling back a slot returns to; None for nothing, or for no version."""
        previous = self.states[slot].previous
        if previous == "" and slot is Slot.RETRIEVAL:
            return self.built_in
        return self.line(previous) if previous else None

    def can_roll_back(self, slot: Slot) -> bool:
        """Tell whether a slot can be rolled back."""
        previous, line = self.states[slot].previous, self.previous(slot)
        if line is not None and line.version.is_active:  # it stands in for one that is lost
            return False
        return previous == "" or line is not None

    @property
    def cards(self) -> Sequence[Card]:
        """The facts of all versions."""
        return [line.version.card for line in self.lines]


def read_overview(library: Library) -> Overview:
    """Read how the versions of a library stand.

    Raises:
        ModelError: The built-in model is not there.
    """
    learning = library.learning
    states = {slot: learning.slot(slot) for slot in Slot}
    versions = learning.versions()
    built_in = _built_in(library, states[Slot.RETRIEVAL])
    known = {version.card.version: version for version in versions}
    wanted = {state.wanted for state in states.values()}

    def line(version: Version, depth: int) -> Line:
        return Line(
            version,
            depth,
            is_wanted=version.card.version in wanted,
            photos=learning.adoption.prepared_photos(version.card),
        )

    root = Line(
        built_in,
        0,
        is_built_in=True,
        photos=learning.adoption.searchable(built_in.card.version),
    )
    lines = [root, *(line(*found) for found in _tree(known, built_in.card.version, 1))]
    for version in reversed(versions):
        if version.card.parent not in {*known, built_in.card.version}:
            lines.append(line(version, 0))
            lines += [line(*found) for found in _tree(known, version.card.version, 1)]
    return Overview(
        lines=tuple(lines),
        states=states,
        kept={slot: learning.kept_bytes(slot) for slot in Slot},
        photos=library.photos.row_count(library.feature_space),
        lost=library.models.lost,
    )


def _tree(known: Mapping[str, Version], parent: str, depth: int) -> Iterator[tuple[Version, int]]:
    """Yield what was made from a version, each before what was made from it in turn."""
    for version in reversed(list(known.values())):
        if version.card.parent == parent and version.card.version != parent:
            yield version, depth
            yield from _tree(known, version.card.version, depth + 1)


def _built_in(library: Library, state: SlotState) -> Version:
    name = registry.built_in_version()
    learning = library.learning
    is_active = library.model == name
    return Version(
        card=Card(name, Slot.RETRIEVAL, _EMBEDDED, feature_space=name),
        is_active=is_active,
        is_previous=state.previous == "",
        is_ready=learning.adoption.searchable(name) >= library.photos.row_count(name),
        size=_built_in_size(),
        prepared=learning.adoption.prepared_bytes(name),
    )


def _built_in_size() -> int:
    try:
        return registry.built_in_size()
    except ModelError:
        return 0
