"""The ``visual`` space: pooled features -> vectors for finding a picture by a picture."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

# What the vectors depend on besides the features, for the model's version.
RECIPE: Final = "centred"
VISUAL_DIM: Final = 2048


def fit_visual(features: NDArray[np.float16]) -> dict[str, NDArray[np.float32]]:
    """Take the library's mean from its features, float16 [n, f]."""
    return {"visual_mean": features.mean(axis=0, dtype=np.float64).astype(np.float32)}


def derive_visual(
    features: NDArray[np.float16], statistics: Mapping[str, NDArray[np.float32]]
) -> NDArray[np.float32]:
    """Derive vectors, float32 [n, d] with unit rows, from features, float16 [n, f]."""
    centred = features.astype(np.float32) - statistics["visual_mean"]
    lengths = np.linalg.norm(centred, axis=1, keepdims=True)
    unit: NDArray[np.float32] = (centred / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return unit


def query_views(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Give the views, uint8 [v, 224, 224, 3], of a query picture, uint8 [224, 224, 3]."""
    return pixels[None]
