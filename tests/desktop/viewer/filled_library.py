"""A library with photos, as an import leaves it, without the seconds that a model takes."""

import os
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.catalog.browse import SortKey
from engine.catalog.photos import Outcome
from engine.images.prepare import PreparedPhoto, prepare_photo
from engine.indexing.pipeline import content_of
from engine.indexing.scan import scan_root
from engine.jobs import run
from engine.library import Library


def fill(library: Library, folder: Path) -> npt.NDArray[np.int64]:
    """Take a folder's photos into a library as indexed.

    Returns:
        Their ids by name.
    """
    scan(library, folder)
    encoded = {}
    indexed = {}
    for pending in library.files.pending(limit=10_000):
        photo = prepare_photo(pending.path)
        assert isinstance(photo, PreparedPhoto)
        library.thumbnails.save(photo.content_hash, photo.thumbnail)
        encoded[photo.content_hash] = content_of(photo)
        indexed[pending.id] = photo.content_hash
    for known in library.photos.encoded(list(encoded), "none-1") if encoded else ():
        del encoded[known]
    first_row = library.photos.row_count("none-1")
    outcome = Outcome("none-1", first_row, encoded=list(encoded.values()), indexed=indexed)
    library.photos.commit(outcome)
    return ids_by_name(library)


def scan(library: Library, folder: Path) -> npt.NDArray[np.int64]:
    """Take a folder's photos into a library as pending, or see what has become of them.

    Returns:
        The ids of all photos by name.
    """
    root = library.roots.add(os.fsencode(folder))
    run(scan_root(root, roots=library.roots, files=library.files))
    return ids_by_name(library)


def ids_by_name(library: Library) -> npt.NDArray[np.int64]:
    """Return the ids of all photos by name."""
    return library.browse.ids(sort=SortKey.NAME, is_descending=False)
