"""Which labels exclude each other.

Labels of one group exclude each other: a photo is of one of them, or of none. Labels that the
user gives to photos together do not, and come into different groups.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Final

from engine.errors import TrainingError

# Two labels that share fewer photos of the rarer one than this are taken to exclude each other:
# one photo with both a cat and a dog is no reason to give up that they do.
_SHARED: Final = 0.1


def group_labels(labels: Sequence[str], photos: Sequence[Collection[str]]) -> list[list[int]]:
    """Divide labels into groups whose members exclude each other, as few as go.

    Args:
        labels: The names.
        photos: The labels of each photo that is learned from.

    Returns:
        Places in ``labels``; each in one group.
    """
    number = {label: index for index, label in enumerate(labels)}
    counts = Counter(label for found in photos for label in set(found) if label in number)
    together = Counter(
        pair
        for found in photos
        for pair in combinations(sorted(number[label] for label in set(found) & number.keys()), 2)
    )
    conflicts: list[set[int]] = [set() for _ in labels]
    for (first, second), shared in together.items():
        rarer = min(counts[labels[first]], counts[labels[second]])
        if shared > _SHARED * rarer:
            conflicts[first].add(second)
            conflicts[second].add(first)
    groups: list[list[int]] = []
    # Greedy colouring, those with the most conflicts first (Welsh and Powell, 1967).
    for label in sorted(range(len(labels)), key=lambda index: (-len(conflicts[index]), index)):
        home = next((group for group in groups if not conflicts[label] & set(group)), None)
        if home is None:
            groups.append(home := [])
        home.append(label)
    return sorted(sorted(group) for group in groups)


def read_groups(text: str, labels: Sequence[str]) -> list[list[int]]:
    """Read groups as typed, ``daisy, tulip; indoors, outdoors``; other labels stand alone.

    Raises:
        TrainingError: There is no such label, or one is named twice.
    """
    number = {label.casefold(): index for index, label in enumerate(labels)}
    groups: list[list[int]] = []
    for part in filter(None, map(str.strip, text.split(";"))):
        names = [name.strip() for name in part.split(",")]
        unknown = [name for name in names if name.casefold() not in number]
        if unknown:
            raise TrainingError(
                f"No photo has the label “{unknown[0]}” that the setting “groups” names; check "
                "its spelling."
            )
        groups.append(sorted(number[name.casefold()] for name in names))
    named = Counter(label for group in groups for label in group)
    twice = [labels[label] for label, count in named.items() if count > 1]
    if twice:
        raise TrainingError(f"The setting “groups” names “{twice[0]}” twice; name it once.")
    return sorted(groups + [[label] for label in range(len(labels)) if label not in named])
