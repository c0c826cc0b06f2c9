"""Pictures to search with."""

import os
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.errors import ImageError, QueryError
from engine.images.prepare import PreparedPhoto, prepare_photo
from engine.images.thumbnails import thumbnail_pixels
from engine.paths import printable
from engine.search.query import Term


def read_picture(file: Path) -> npt.NDArray[np.uint8]:
    """Read a picture as the built-in model sees it, uint8 [224, 224, 3].

    Raises:
        QueryError: It is no picture or cannot be read.
    """
    return _prepared(file).pixels


def picture_term(file: Path) -> Term:
    """Read a picture to search with, whichever model answers.

    Args:
        file: Any picture file, inside or outside the library.

    Raises:
        QueryError: It is no picture or cannot be read.
    """
    photo = _prepared(file)
    return Term(picture=photo.pixels, upright=thumbnail_pixels(photo.thumbnail))


def _prepared(file: Path) -> PreparedPhoto:
    path = os.fsencode(file)
    try:
        photo = prepare_photo(path)
    except ImageError as error:
        raise QueryError(f"{printable(path)} cannot be searched with. {error}") from error
    assert isinstance(photo, PreparedPhoto)  # nothing was said to be known
    return photo
