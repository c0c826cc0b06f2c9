"""The two hashes of a photo: of its bytes, for identity, and of its look, for near-duplicates."""

import hashlib
import math

import numpy as np
from PIL import Image

CONTENT_HASH_BYTES = 16
PERCEPTUAL_HASH_BYTES = 8

_GRID = 32
_FREQUENCIES = 8


def content_hash(data: bytes) -> bytes:
    """Hash a file's bytes.

    Args:
        data: The whole file.

    Returns:
        16 bytes of BLAKE2b. Two files with the same hash are one photo.
    """
    return hashlib.blake2b(data, digest_size=CONTENT_HASH_BYTES).digest()


def perceptual_hash(image: Image.Image) -> bytes:
    """Hash what a picture looks like, so that copies at another size or quality lie close.

    The DCT hash of Zauner, "Implementation and Benchmarking of Perceptual Image Hash Functions"
    (2010), section 3.2.1: brightness on a 32 x 32 grid, its two-dimensional cosine transform,
    the 8 x 8 lowest frequencies without those that are constant along a side, and one bit each
    for "above the median".

    Args:
        image: An upright picture of any size and mode.

    Returns:
        64 bits as 8 bytes, row by row; compare by Hamming distance. All zero for a picture
        without any structure.
    """
    grid = image.convert("L").resize((_GRID, _GRID), Image.Resampling.BILINEAR)
    basis = _cosine_basis()
    coefficients = basis @ np.asarray(grid, dtype=np.float64) @ basis.T
    # Rounded, so that the rounding noise of an empty picture makes no bits.
    low = np.round(coefficients, 6)
    return np.packbits(low > np.median(low)).tobytes()


def _cosine_basis() -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Rows 1 to 8 of the orthonormal DCT-II matrix of size 32, shape ``[8, 32]``."""
    frequency = np.arange(1, _FREQUENCIES + 1)[:, None]
    position = np.arange(_GRID)[None, :] + 0.5
    return math.sqrt(2 / _GRID) * np.cos(np.pi / _GRID * frequency * position)
