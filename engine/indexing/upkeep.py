"""Upkeep of a library's folder: what is of no use any more, missing or damaged."""

import logging
import os
import shutil
from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path

from engine.catalog.photos import Photos
from engine.images.pool import DecodePool
from engine.images.prepare import PreparedPhoto
from engine.images.thumbnails import ThumbnailStore
from engine.indexing.vectors import DerivedVectors, FeatureStore
from engine.jobs import Job, Progress
from engine.settings import Settings

logger = logging.getLogger(__name__)

_SUFFIX = ".jpg"


def remove_unused_vectors(folder: Path, photos: Photos, used: Collection[str]) -> None:
    """Delete the vectors of model versions that nobody can come back to.

    Args:
        folder: The folder with a folder a version.
        photos: Knows which versions there were; a folder that is none of them stays.
        used: Versions in use, or that may be again.
    """
    for version in photos.models() - set(used):
        logger.info("The vectors of %s are deleted, which is not used any more", version)
        # Windows keeps what another program has mapped; then the next run tries again.
        shutil.rmtree(folder / version, ignore_errors=True)
        if not (folder / version).exists():
            photos.forget_rows(version, from_row=0)


def missing_thumbnails(photos: Photos, thumbnails: ThumbnailStore) -> dict[bytes, bytes]:
    """Return the content hash, by path, of photos in reach whose thumbnail is gone."""
    missing: dict[bytes, bytes] = {}
    for first in range(256):
        hashes = photos.hashes_beginning(first) - _listed(thumbnails, first)
        missing.update((path, content) for content, path in photos.paths_in_reach(hashes).items())
    return missing


def restore_thumbnails(photos: Photos, thumbnails: ThumbnailStore, settings: Settings) -> Job[None]:
    """Make thumbnails that are gone from the photos again; no model takes part.

    Yields:
        Progress of the stage ``"restoring thumbnails"``.
    """
    missing = missing_thumbnails(photos, thumbnails)
    if not missing:
        return
    yield Progress("restoring thumbnails", done=0, total=len(missing))
    tasks: Iterator[tuple[bytes, frozenset[bytes]]] = ((path, frozenset()) for path in missing)
    with (
        DecodePool.of(settings) as pool,
        closing(pool.map(tasks, look_ahead=4 * settings.batch_size)) as results,
    ):
        for done, (path, result) in enumerate(results, start=1):
            # A file that has changed since is the next scan's; one that cannot be read has none.
            if isinstance(result, PreparedPhoto) and result.content_hash == missing[path]:
                thumbnails.save(result.content_hash, result.thumbnail)
            yield Progress("restoring thumbnails", done=done, total=len(missing))


def find_problems(
    rows: int,
    *,
    features: FeatureStore,
    derived: DerivedVectors,
    missing: Collection[bytes],
) -> list[str]:
    """Check everything beside the database, and say how to mend it.

    Args:
        rows: How many rows of features the catalog counts on.
        features: The stored features.
        derived: The vectors derived from them.
        missing: Photos without a thumbnail.

    Returns:
        A line for each problem.
    """
    found = []
    if len(features) < rows:
        lost = rows - len(features)
        found.append(f"features: {lost} photos must be encoded again; `imgtext scan` does it")
    if damaged := features.count_damaged(rows):
        found.append(
            f"features: those of {damaged} photos are damaged; delete {features.path} and run "
            "`imgtext scan`, which encodes the photos again"
        )
    elif derived.is_behind(rows):
        found.append("vectors: some must be derived again; `imgtext scan` does it")
    elif damaged := derived.count_damaged():
        found.append(
            f"vectors: those of {damaged} photos are damaged; delete the folders derived-* in "
            f"{features.path.parent} and run `imgtext scan`, which derives them again"
        )
    if missing:
        found.append(f"thumbnails: {len(missing)} are missing; `imgtext scan` makes them again")
    return found


def _listed(thumbnails: ThumbnailStore, first: int) -> set[bytes]:
    """Return the content hashes that begin with this byte and have a thumbnail."""
    folder = thumbnails.path(bytes([first])).parent
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return set()
    stems = (name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))
    return {bytes.fromhex(stem) for stem in stems if _is_hex(stem)}


def _is_hex(text: str) -> bool:
    return len(text) == 32 and all(char in "0123456789abcdef" for char in text)
