"""The space of a dual encoder in use: the parent's and the trained one side by side. No torch.

A photo whose captions were learned lies nearer to *every* sentence than others do: it is a hub, and
would stand before the photos that nobody has described. CSLS (Conneau et al., Word translation
without parallel data, 2018, section 2.2) takes from a photo's score half of the mean score of the
sentences next to it, here of the captions that were learned. The other half of CSLS, how near a
sentence lies to photos, changes no order of photos and is left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

# In config.json: how many sentences next to a photo are looked at; 0 or absent for none.
NEIGHBOURS: Final = "neighbours"
# In model.safetensors.
_PARENT: Final = "captions.parent"
_NEW: Final = "captions.new"
# The photos of 100 000 x 4000 captions x 512 values: some seconds.
MOST_CAPTIONS: Final = 4000
_BLOCK: Final = 1024

Rows = NDArray[np.float32]


def scaled_dimension(parent: int, new: int, neighbours: int) -> int:
    """Return how many values a vector has: two more where photos' scores are scaled."""
    return parent + new + (2 if neighbours else 0)


@dataclass(frozen=True, slots=True, eq=False)
class MixedSpace:
    """Puts vectors of both spaces together so that a product is the mix of both scores.

    With captions it is (mix - r / 2) / 1.5, where r is the mean mix of a photo and the
    captions next to it. All rows are unit rows: an index of products needs to know nothing. The mix
    is the same part of a photo's row as of a sentence's, so both count alike in a query of both.

    Attributes:
        share: Of the new space's score, 0 to 1; the parent's is not scaled where it is 0.
        parent_captions: float32 [m, p], unit rows: what the parent makes of captions.
        new_captions: float32 [m, d], unit rows: what the new space makes of them.
        neighbours: How many captions next to a photo are looked at; 0 for no scaling.
    """

    share: float
    parent_captions: Rows
    new_captions: Rows
    neighbours: int

    @classmethod
    def plain(cls, share: float) -> Self:
        """Return one that does not scale."""
        return cls(share, np.zeros((0, 0), np.float32), np.zeros((0, 0), np.float32), 0)

    @classmethod
    def of(cls, share: float, neighbours: int, tensors: Mapping[str, NDArray[np.floating]]) -> Self:
        """Take it from the tensors of a version.

        Raises:
            KeyError: One is missing.
            ValueError: They do not go together.
        """
        if not neighbours:
            return cls.plain(share)
        parent, new = (tensors[name].astype(np.float32) for name in (_PARENT, _NEW))
        if not 0 < neighbours <= len(parent) == len(new):
            raise ValueError("each caption has a row of both spaces")
        return cls(share, parent, new, neighbours)

    def tensors(self) -> dict[str, NDArray[np.float16]]:
        """Return what :meth:`of` reads."""
        if not self.scales:
            return {}
        return {
            _PARENT: self.parent_captions.astype(np.float16),
            _NEW: self.new_captions.astype(np.float16),
        }

    @property
    def scales(self) -> bool:
        """Whether photos lose score for lying near captions of all kinds."""
        return self.neighbours > 0 and self.share > 0

    def photos(self, parent: NDArray[np.floating], new: NDArray[np.floating]) -> Rows:
        """Put photos together.

        Args:
            parent: [n, p], unit rows.
            new: [n, d], unit rows.

        Returns:
            float32, unit rows; each depends on its own vectors alone.
        """
        mixed = self._mix(parent, new)
        if not self.scales:
            return mixed
        near = self._nearness(mixed)[:, None]
        # The last value makes all rows equally long; it meets a 0 of each sentence.
        return _joined(mixed, -near, np.sqrt(1 - near**2))

    def texts(self, parent: NDArray[np.floating], new: NDArray[np.floating]) -> Rows:
        """Put sentences together; see :meth:`photos`."""
        mixed = self._mix(parent, new)
        if not self.scales:
            return mixed
        one = np.ones((len(mixed), 1))
        return _joined(mixed, one, 0 * one)

    def _mix(self, parent: NDArray[np.floating], new: NDArray[np.floating]) -> Rows:
        parts = np.sqrt(1 - self.share) * parent, np.sqrt(self.share) * new
        return np.concatenate(parts, axis=1).astype(np.float32)

    def _nearness(self, mixed: Rows) -> Rows:
        """Return the mean score of each photo and the captions next to it, [n]."""
        captions = self._mix(self.parent_captions, self.new_captions)
        found = np.empty(len(mixed), np.float32)
        for start in range(0, len(mixed), _BLOCK):
            scores = mixed[start : start + _BLOCK] @ captions.T
            nearest = np.partition(scores, -self.neighbours, axis=1)[:, -self.neighbours :]
            found[start : start + _BLOCK] = nearest.mean(axis=1)
        return np.clip(found, -1, 1)


def _joined(mixed: Rows, *ends: NDArray[np.floating]) -> Rows:
    """Put two values behind unit rows; [n, 1] each, their squares add up to 1."""
    rows = np.concatenate([mixed, *(np.sqrt(0.5) * end for end in ends)], axis=1)
    return np.asarray(rows / np.sqrt(1.5), np.float32)
