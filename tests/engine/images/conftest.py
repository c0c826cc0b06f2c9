"""Pictures drawn in memory, and the reading of what became of them."""

import io
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

Pixels = NDArray[np.uint8]


@pytest.fixture
def picture() -> Pixels:
    """A picture without any symmetry, ``[120, 160, 3]``."""
    corners = np.array([[[200, 30, 30], [30, 180, 40]], [[30, 40, 210], [230, 220, 200]]], np.uint8)
    return np.asarray(Image.fromarray(corners).resize((160, 120), Image.Resampling.BILINEAR))


@pytest.fixture
def to_file() -> Callable[..., bytes]:
    """Return ``to_file(pixels or image, format, **options)``: the bytes of a picture file."""

    def write(content: Pixels | Image.Image, kind: str = "PNG", **options: object) -> bytes:
        image = content if isinstance(content, Image.Image) else Image.fromarray(content)
        file = io.BytesIO()
        image.save(file, kind, **options)
        return file.getvalue()

    return write
