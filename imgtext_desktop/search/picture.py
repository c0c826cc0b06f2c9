"""A picture to search with; its pixels are ready for the model."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage


@dataclass(frozen=True, eq=False)
class QueryPicture:
    """A picture to search with. Two are the same only if they are one object.

    Attributes:
        label: The name of its file, for display; empty for a pasted picture.
        thumbnail: The upright picture, its longest side at most 512 pixels.
        pixels: What the built-in model reads, uint8 [224, 224, 3], sRGB.
        upright: What other models are given a part of, uint8 [h, w, 3].
        path: Its file, as ``os.fsencode`` gives it, or None.
        original: Without a file: the bytes of a picture file, from which a part can be cut.
    """

    label: str
    thumbnail: QImage
    pixels: npt.NDArray[np.uint8]
    upright: npt.NDArray[np.uint8]
    path: bytes | None = None
    original: bytes | None = None
