"""What a network makes of photos, computed once as far as memory goes."""

from collections import ChainMap
from collections.abc import Callable
from typing import Final

import numpy as np
import torch

from engine.training.splits import Indices

_BATCH: Final = 32
_MEMORY: Final = 1 << 29  # bytes that are kept


class Kept:
    """What is made of photos, in memory as far as there is room; else made anew.

    Args:
        make: Makes it, [n, ...], of photos of the snapshot.
    """

    def __init__(self, make: Callable[[Indices], torch.Tensor]) -> None:
        self._make = make
        self._rows: dict[int, torch.Tensor] = {}

    def of(self, photos: Indices) -> torch.Tensor:
        """Return what is made of photos, [n, ...], n at least 1."""
        made: dict[int, torch.Tensor] = {}
        new = [photo for photo in dict.fromkeys(photos.tolist()) if photo not in self._rows]
        for start in range(0, len(new), _BATCH):
            block = new[start : start + _BATCH]
            made.update(zip(block, self._make(np.array(block, np.int64)), strict=True))
        known = ChainMap(made, self._rows)
        found = torch.stack([known[photo] for photo in photos.tolist()])
        room = _MEMORY // max(1, found[0].nbytes) - len(self._rows)
        self._rows.update((photo, made[photo]) for photo in new[: max(0, room)])
        return found
