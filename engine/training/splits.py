"""Which photos are learned from, chosen by and examined: three parts by duplicate group.

*Train* is learned from. *Validation* decides whatever is chosen: when to stop, mixes, thresholds.
*Held out* is read once, for the report. Copies of one photo always lie in the same part.

The order of groups is drawn from their own name and the seed, so that photos added later change
little: what was held out before mostly still is.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FOLDS = 5
HELD_OUT_SHARE = 0.2
VALIDATION_SHARE = 0.15
# With fewer held-out photos than this, one split says too little: every photo is examined once.
FEW_HELD_OUT = 200

Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """Photos by what they are for; int64, ascending, no photo or group in two of them.

    Attributes:
        train: Learned from.
        validation: Chosen by; may be empty where there are too few photos.
        held_out: Examined; empty for the model that is fitted on all.
    """

    train: Indices
    validation: Indices
    held_out: Indices


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """How a run learns and proves it.

    Attributes:
        exams: Each is learned and examined on its own: one for much data, five for little.
        final: What the version to adopt is fitted on; None if it is that of the only exam.
    """

    exams: tuple[Parts, ...]
    final: Parts | None

    @property
    def held_out_count(self) -> int:
        """How many photos are examined in all."""
        return sum(len(parts.held_out) for parts in self.exams)


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """The photos that a method can use.

    Attributes:
        photos: int64 [n].
        groups: Duplicate group of each of them, [n].
        strata: What shall be spread evenly over the parts, such as the rarest label, [n].
        names: Content hash of each of them, [n].
    """

    photos: Indices
    groups: Sequence[int]
    strata: Sequence[Hashable]
    names: Sequence[str]


def make_plan(candidates: Candidates, *, seed: int, learned: Collection[str] = ()) -> Plan:
    """Divide photos.

    Args:
        candidates: The usable photos.
        seed: Another seed draws other parts.
        learned: Content hashes that the version in use has learned from. They are examined last,
            so that "before" has seen as little of the exam as "after".

    Returns:
        The plan. Without at least two groups nothing can be held out, and there is no exam.
    """
    units = _units(candidates, seed=seed, learned=frozenset(learned))
    nothing = np.zeros(0, np.int64)
    if len(units) < 2:
        return Plan(exams=(), final=Parts(_sorted(candidates.photos), nothing, nothing))
    held_out, rest = _take(units, HELD_OUT_SHARE)
    if _count(held_out) >= FEW_HELD_OUT:
        return Plan(exams=(_parts(rest, held_out),), final=None)
    exams = []
    for fold in range(min(FOLDS, len(units))):
        examined = [unit for unit in units if unit.turn % FOLDS == fold]
        others = [unit for unit in units if unit.turn % FOLDS != fold]
        if examined and others:
            exams.append(_parts(others, examined))
    return Plan(exams=tuple(exams), final=_parts(units, []))


@dataclass(frozen=True, slots=True)
class _Unit:
    """The photos of one duplicate group; ``turn`` counts within all strata, one after another."""

    photos: tuple[int, ...]
    stratum: Hashable
    turn: int


def _units(candidates: Candidates, *, seed: int, learned: frozenset[str]) -> list[_Unit]:
    strata, names = candidates.strata, candidates.names
    members: dict[int, list[int]] = {}
    for position, group in enumerate(candidates.groups):
        members.setdefault(int(group), []).append(position)
    sizes = Counter(strata)
    drawn: dict[Hashable, list[tuple[bool, bytes, list[int]]]] = {}
    for positions in members.values():
        rarest = min((strata[position] for position in positions), key=lambda s: (sizes[s], str(s)))
        name = min(names[position] for position in positions)
        lot = hashlib.sha256(f"{seed} {name}".encode()).digest()
        is_learned = any(names[position] in learned for position in positions)
        drawn.setdefault(rarest, []).append((is_learned, lot, positions))
    units: list[_Unit] = []
    for stratum in sorted(drawn, key=str):
        for _, _, positions in sorted(drawn[stratum], key=lambda entry: entry[:2]):
            units.append(
                _Unit(tuple(int(candidates.photos[p]) for p in positions), stratum, len(units))
            )
    return units


def _take(units: Sequence[_Unit], share: float) -> tuple[list[_Unit], list[_Unit]]:
    """Take the first so many groups of each stratum, never the last one of it."""
    taken: list[_Unit] = []
    rest: list[_Unit] = []
    sizes = Counter(unit.stratum for unit in units)
    wanted = {stratum: min(round(share * size), size - 1) for stratum, size in sizes.items()}
    for unit in units:
        if wanted[unit.stratum] > 0:
            wanted[unit.stratum] -= 1
            taken.append(unit)
        else:
            rest.append(unit)
    return taken, rest


def _parts(learn: Sequence[_Unit], examined: Sequence[_Unit]) -> Parts:
    validation, train = _take(learn, VALIDATION_SHARE)
    return Parts(_joined(train), _joined(validation), _joined(examined))


def _joined(units: Sequence[_Unit]) -> Indices:
    return _sorted(np.array([photo for unit in units for photo in unit.photos], np.int64))


def _sorted(photos: Indices) -> Indices:
    return np.sort(np.asarray(photos, np.int64))


def _count(units: Sequence[_Unit]) -> int:
    return sum(len(unit.photos) for unit in units)
