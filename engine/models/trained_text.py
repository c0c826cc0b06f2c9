"""What a dual encoder adds to the search by words: two matrices. No torch.

It reads the features that its parent stores of photos and the vectors that its parent makes of
sentences, so a library of 100 000 photos is derived without being encoded again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load_file

from engine.errors import ModelError
from engine.models.versions import WEIGHTS

POOLED_DIM: Final = 1280
FEATURE_DIM: Final = 2048
# In model.safetensors, beside what the captioner needs.
SEARCH_TENSORS: Final = (
    "search.pooled_mean",
    "search.layout_mean",
    "search.image_mean",
    "search.image_map",
    "search.text_mean",
    "search.text_map",
)
# In config.json: how the image tower of a folder sees a photo.
TOWER_FRAMING: Final = "tower_framing"
_BLOCK: Final = 2048

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PhotoScaling:
    """How stored features are scaled before they are mapped.

    The pooled map says what is shown, the layout roughly where; both count alike.

    Attributes:
        pooled_mean: float64 [1280]; of a checkpoint as many as it has.
        layout_mean: float64 [768]; of a checkpoint none.
    """

    pooled_mean: Array
    layout_mean: Array

    def rows(self, features: NDArray[np.floating]) -> Array:
        """Centre both parts and scale each to length 1, float64 [n, f]."""
        pooled = len(self.pooled_mean)
        rows = features[:, : pooled + len(self.layout_mean)].astype(np.float64)
        parts = rows[:, :pooled] - self.pooled_mean, rows[:, pooled:] - self.layout_mean
        return np.concatenate([_unit(part) for part in parts], axis=1)


@dataclass(frozen=True, slots=True)
class TrainedText:
    """The trained space, alone and beside that of the parent.

    Attributes:
        scaling: Of stored features.
        image_mean: float64 [f].
        image_map: float64 [f, d].
        text_mean: float64 [t].
        text_map: float64 [t, d].
    """

    scaling: PhotoScaling
    image_mean: Array
    image_map: Array
    text_mean: Array
    text_map: Array

    @property
    def dimension(self) -> int:
        """Of the trained space."""
        return int(self.image_map.shape[1])

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Read it from a version's folder.

        Raises:
            ModelError: It is damaged.
        """
        try:
            return cls.of(load_file(folder / WEIGHTS))
        except (OSError, KeyError, SafetensorError) as error:
            raise ModelError(f"The model in {folder} is damaged; train it anew.") from error

    @classmethod
    def of(cls, tensors: Mapping[str, NDArray[np.floating]]) -> Self:
        """Take it from the tensors of a version.

        Raises:
            KeyError: One is missing.
        """
        pooled, layout, *maps = (tensors[name].astype(np.float64) for name in SEARCH_TENSORS)
        return cls(PhotoScaling(pooled, layout), *maps)

    def tensors(self) -> dict[str, NDArray[np.float32]]:
        """Return what :meth:`of` reads."""
        values = (
            self.scaling.pooled_mean,
            self.scaling.layout_mean,
            self.image_mean,
            self.image_map,
            self.text_mean,
            self.text_map,
        )
        return {
            name: np.ascontiguousarray(value, np.float32)
            for name, value in zip(SEARCH_TENSORS, values, strict=True)
        }

    def derive_text(self, features: NDArray[np.floating]) -> NDArray[np.float32]:
        """Derive the vectors of photos.

        Args:
            features: [n, f], as the parent stores them.

        Returns:
            float32 [n, d], unit rows; each depends on its own features alone.
        """
        vectors = np.empty((len(features), self.dimension), np.float32)
        for start in range(0, len(features), _BLOCK):
            rows = self.scaling.rows(features[start : start + _BLOCK])
            vectors[start : start + _BLOCK] = _unit((rows - self.image_mean) @ self.image_map)
        return vectors

    def encode_text(self, vectors: NDArray[np.floating]) -> NDArray[np.float32]:
        """Turn the parent's vectors of sentences, [n, t], into float32 [n, d], unit rows."""
        return _unit((vectors.astype(np.float64) - self.text_mean) @ self.text_map).astype(
            np.float32
        )


def _unit(rows: Array) -> Array:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: Array = rows / np.where(lengths > 0, lengths, 1)
    return unit
