"""Photos and their captions as a method can use them: understood, told apart, divided."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from engine.errors import TrainingError
from engine.training.examples import TrainingSet
from engine.training.splits import Indices

# Of a text's letters, how many may be unknown to the text tower.
_MOST_UNKNOWN: Final = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class CaptionPairs:
    """Every usable caption of a snapshot.

    Attributes:
        texts: The captions, photo by photo.
        owners: int64 [m], the photo of each, ascending.
        weights: float64 [m], how much each counts beside its photo's others.
        refused: Captions that the text tower does not understand.
    """

    texts: tuple[str, ...]
    owners: NDArray[np.int64]
    weights: NDArray[np.float64]
    refused: int = 0

    @classmethod
    def read(
        cls, data: TrainingSet, unknown_share: Callable[[str], float], *, languages: str
    ) -> Self:
        """Take the captions of a snapshot.

        Args:
            data: The snapshot.
            unknown_share: Tells how much of a text the text tower cannot understand, 0 to 1.
            languages: What it understands, for the sentence.

        Raises:
            TrainingError: There are too few, or they do not tell photos apart.
        """
        texts: list[str] = []
        owners: list[int] = []
        weights: list[float] = []
        refused = 0
        for photo, example in enumerate(data.examples):
            for caption in example.captions:
                if unknown_share(caption.text) > _MOST_UNKNOWN:
                    refused += 1
                    continue
                texts.append(caption.text)
                owners.append(photo)
                weights.append(caption.weight)
        photos = len(set(owners))
        if refused and photos < 2:
            raise TrainingError(
                f"The text model understands {languages}, and {refused} of the captions are in "
                "other words; add captions that it understands, or a model for their language."
            )
        if photos < 2:
            count = "No photo has" if not photos else "Only one photo has"
            raise TrainingError(
                f"{count} a caption yet; write captions for at least two photos and start again."
            )
        if len({text.casefold().strip() for text in texts}) == 1:
            raise TrainingError(
                f"Every caption is “{texts[0][:60]}”, so they tell no photo from another; describe "
                "what is different in each."
            )
        return cls(tuple(texts), np.array(owners, np.int64), np.array(weights, np.float64), refused)

    @property
    def photos(self) -> Indices:
        """Return every photo with a caption, ascending."""
        return np.unique(self.owners)

    def without(self, photos: Indices) -> "CaptionPairs":
        """Leave the captions of some photos out."""
        kept = np.flatnonzero(~np.isin(self.owners, photos))
        texts = tuple(self.texts[place] for place in kept)
        return replace(self, texts=texts, owners=self.owners[kept], weights=self.weights[kept])

    def kept_of(self, data: TrainingSet) -> TrainingSet:
        """Return the snapshot these were read from, without the captions that are left out."""
        kept = set(zip(self.owners.tolist(), self.texts, strict=True))
        examples = [
            replace(
                example,
                captions=tuple(said for said in example.captions if (photo, said.text) in kept),
            )
            for photo, example in enumerate(data.examples)
        ]
        return replace(data, examples=examples)

    def photos_among(self, photos: Indices) -> Indices:
        """Return those of some photos that have a caption, ascending."""
        return np.intersect1d(photos, self.owners)

    def of(self, photos: Indices) -> NDArray[np.int64]:
        """Return the captions of photos, as places in ``texts``, int64 [k], ascending."""
        return np.flatnonzero(np.isin(self.owners, photos)).astype(np.int64)
