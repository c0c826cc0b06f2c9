"""Pictures to search with."""

import os
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.errors import ImageError, QueryError
from engine.images.prepare import PreparedPhoto, prepare_photo
from engine.paths import printable


def read_picture(file: Path) -> npt.NDArray[np.uint8]:
    """Read a picture to search with.

    Args:
        file: Any picture file, inside or outside the library.

    Returns:
        Pixels for :class:`~engine.search.query.Query`, uint8 [224, 224, 3].

    Raises:
        QueryError: It is no picture or cannot be read.
    """
    path = os.fsencode(file)
    try:
        photo = prepare_photo(path)
    except ImageError as error:
        raise QueryError(f"{printable(path)} cannot be searched with. {error}") from error
    assert isinstance(photo, PreparedPhoto)  # nothing was said to be known
    return photo.pixels
