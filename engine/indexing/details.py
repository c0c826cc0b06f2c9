"""What photos and their sidecars say of themselves, brought into the catalog."""

import itertools
import logging
from contextlib import closing

from engine.catalog.files import Files
from engine.catalog.metadata import Metadata
from engine.catalog.photos import Photos
from engine.catalog.records import PendingFile
from engine.errors import ImageError, SidecarError
from engine.images.pool import DecodePool
from engine.jobs import Job, Progress
from engine.metadata.photo_metadata import PhotoMetadata
from engine.paths import printable
from engine.settings import Settings

logger = logging.getLogger(__name__)


def with_words_beside(file: PendingFile, metadata: PhotoMetadata) -> PhotoMetadata:
    """Let the sidecar of a file have the last word.

    Args:
        file: The file.
        metadata: What it says of itself.
    """
    if not file.sidecar:
        return metadata
    # Few photos have one, and the window imports this module as it starts.
    from engine.images.sidecar import read_sidecar
    from engine.metadata.reading import with_sidecar

    try:
        return with_sidecar(metadata, read_sidecar(file.sidecar_path))
    except SidecarError as error:
        logger.warning("%s: %s", printable(file.sidecar_path), error)
        return metadata


def read_missing_metadata(
    files: Files, photos: Photos, metadata: Metadata, settings: Settings
) -> Job[None]:
    """Read the metadata of photos again whose sidecar has changed; no photo is decoded.

    Yields:
        Progress of the stage ``"reading details"``.
    """
    waiting = {file.path: file for file in files.without_metadata()}
    if not waiting:
        return
    hashes = photos.hashes([file.content_id for file in waiting.values() if file.content_id])
    tasks = (
        (path, frozenset([hashes[file.content_id]] if file.content_id else ()))
        for path, file in waiting.items()
    )
    done = 0
    yield Progress("reading details", done=done, total=len(waiting))
    with (
        DecodePool.of(settings) as pool,
        closing(pool.map(tasks, look_ahead=4 * settings.batch_size)) as results,
    ):
        while batch := list(itertools.islice(results, settings.batch_size)):
            metadata.write(
                {
                    waiting[path].id: with_words_beside(waiting[path], result.metadata)
                    for path, result in batch
                    if not isinstance(result, ImageError)  # the next scan will tell
                }
            )
            done += len(batch)
            yield Progress("reading details", done=done, total=len(waiting))
