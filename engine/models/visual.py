"""The ``visual`` space: features -> vectors for finding a picture by a picture.

A photo's features are the pooled map, which says what is shown, and the layout, which says roughly
where. Each is scaled to a fixed share of the length, and the library's principal directions keep
what tells its photos apart. They are not centred and hardly whitened (cf. Jegou and Chum, 2012):
more of either makes the vectors of blurred and cropped copies wander.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

VISUAL_DIM: Final = 512
# What the vectors depend on besides the features, for the model's version.
RECIPE: Final = "visual: pooled 0.7, layout 1, principal directions, whitened 0.1"

_FEATURE_DIM: Final = 2048
_POOLED_DIM: Final = 1280
# A third of the squared length is the pooled map's, two thirds the layout's.
_POOLED_WEIGHT: Final = 0.7
# Each direction is divided by its variance to this power.
_WHITENING: Final = 0.1
_SAMPLE: Final = 5000
# Under twice as many photos as axes, new photos still show much that no photo has shown before.
_FEW_PHOTOS: Final = 2 * VISUAL_DIM
_SPARE_AXES: Final = 64
_CHUNK: Final = 2048


def fit_visual(features: NDArray[np.float16]) -> dict[str, NDArray[np.float32]]:
    """Take the principal directions of a library.

    Those of a library with enough photos to know their variances are whitened a little. A library
    of few photos leaves axes over. They go to random directions at right angles to the
    principal ones, scaled so that on average they give the length that lies outside these
    (Johnson and Lindenstrauss, 1984); photos added later then keep their distances too.

    Args:
        features: float16 [n, f], n >= 0; of more, a fixed sample of 5000 is used.

    Returns:
        ``visual_axes``, float32 [f, 512].
    """
    random = np.random.default_rng(0)
    if len(features) > _SAMPLE:
        features = features[np.sort(random.choice(len(features), _SAMPLE, replace=False))]
    rows = _weigh(features)
    count = VISUAL_DIM - _SPARE_AXES if len(rows) < _FEW_PHOTOS else VISUAL_DIM
    principal, squares = _principal_directions(rows, count)
    if len(rows) >= _FEW_PHOTOS:
        principal *= (squares / squares[0]) ** -_WHITENING
    width, found = principal.shape
    spare = min(VISUAL_DIM, width) - found
    axes = [principal]
    if spare:
        others = random.standard_normal((width, spare))
        others -= principal @ (principal.T @ others)
        axes.append(np.linalg.qr(others).Q * np.sqrt((width - found) / spare))
    return {"visual_axes": np.concatenate(axes, axis=1).astype(np.float32)}


def derive_visual(
    features: NDArray[np.float16], statistics: Mapping[str, NDArray[np.float32]]
) -> NDArray[np.float32]:
    """Derive vectors from features.

    Args:
        features: float16 [n, f].
        statistics: From :func:`fit_visual`.

    Returns:
        float32 [n, 512], unit rows; a row depends on its own features alone.
    """
    # In double precision, so that rounding does not depend on how many rows come together.
    axes = statistics["visual_axes"].astype(np.float64)
    vectors = np.empty((len(features), axes.shape[1]), np.float32)
    for start in range(0, len(features), _CHUNK):
        rows = _weigh(features[start : start + _CHUNK])
        vectors[start : start + _CHUNK] = _normalise(rows @ axes)
    return vectors


def query_views(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Turn and mirror a query picture: the layout tells apart what the user means to be the same.

    Args:
        pixels: uint8 [s, s, 3], a whole picture squashed to a square.

    Returns:
        uint8 [5, s, s, 3]: as it is, turned by 90, 180 and 270 degrees, and mirrored.
    """
    turned = [np.rot90(pixels, quarters) for quarters in range(4)]
    return np.stack([*turned, pixels[:, ::-1]])


def _weigh(features: NDArray[np.float16]) -> NDArray[np.float64]:
    """Give both parts their share of the length: float64 [n, f]; other models have one part."""
    rows = features.astype(np.float64)
    if rows.shape[1] != _FEATURE_DIM:
        return _normalise(rows)
    pooled = _POOLED_WEIGHT * _normalise(rows[:, :_POOLED_DIM])
    return np.concatenate([pooled, _normalise(rows[:, _POOLED_DIM:])], axis=1)


def _normalise(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: NDArray[np.float64] = rows / np.where(lengths > 0, lengths, 1)
    return unit


def _principal_directions(
    rows: NDArray[np.float64], count: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Find orthonormal columns [f, k], k <= count, that span the rows best, the longest first.

    Returns:
        The columns, and the sum of squares of the rows along each, [k].
    """
    photos, width = rows.shape
    # The smaller of both Gram matrices has all that is needed, several times faster than an SVD.
    is_wide = photos < width
    squares, ascending = np.linalg.eigh(rows @ rows.T if is_wide else rows.T @ rows)
    squares, columns = np.maximum(squares[::-1], 0), ascending[:, ::-1]
    # Copies of a photo add no direction.
    is_real = squares > 1e-12 * squares.max(initial=0)
    squares = squares[is_real][:count]
    principal: NDArray[np.float64] = columns[:, is_real][:, :count]
    if is_wide:
        principal = rows.T @ (principal / np.sqrt(squares))
    return principal, squares
