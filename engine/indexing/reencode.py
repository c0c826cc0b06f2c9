"""Encoding the photos of a library once more, with another model, while the old one answers.

The features are another file beside the old ones, and each batch is committed like that of an
import: features on the disk, then one transaction. A kill costs the batch at hand; the next run
encodes only what is missing. The ledger takes no part: no photo is pending because of it.
"""

import itertools
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing

import numpy as np
from numpy.typing import NDArray

from engine.catalog.photos import Photos, UnencodedPhoto
from engine.framing import SQUASHED, Framing
from engine.images.pool import DecodePool
from engine.images.prepare import PreparedPhoto
from engine.images.thumbnails import ThumbnailStore, thumbnail_pixels
from engine.indexing.vectors import FeatureStore
from engine.jobs import Job, Progress
from engine.models.retrieval_model import PhotoEncoder
from engine.settings import Settings

ENCODING = "encoding for version"

Pixels = NDArray[np.uint8]


class Reencoder:
    """Encodes what a model has not encoded yet.

    Args:
        photos: The catalog's contents.
        thumbnails: What is encoded of photos that are out of reach.
        settings: Limits and sizes.
    """

    def __init__(self, photos: Photos, thumbnails: ThumbnailStore, settings: Settings) -> None:
        self._photos = photos
        self._thumbnails = thumbnails
        self._settings = settings

    def run(
        self,
        version: str,
        features: FeatureStore,
        encoder: PhotoEncoder,
        framing: Framing = SQUASHED,
    ) -> Job[int]:
        """Encode all that is missing.

        Args:
            version: The model's version, which its feature rows are named after.
            features: Where its features are stored.
            encoder: The model.
            framing: How it sees a photo.

        Yields:
            Progress of the stage ``"encoding for version"``.

        Returns:
            How many photos passed through the encoder.
        """
        if (lost := self._photos.row_count(version)) > len(features):
            self._photos.forget_rows(version, from_row=min(lost, len(features)))
        missing = self._photos.unencoded(version)
        calls = 0
        yield Progress(ENCODING, done=0, total=len(missing))
        with closing(self._pictures(missing, framing)) as pictures:
            while batch := list(itertools.islice(pictures, self._settings.batch_size)):
                found = [(photo, pixels) for photo, pixels in batch if pixels is not None]
                if found:
                    row = self._photos.row_count(version)
                    encoded = encoder.encode_images(np.stack([pixels for _, pixels in found]))
                    features.write(encoded, at_row=row)
                    self._photos.add_rows(version, row, [photo.content_id for photo, _ in found])
                    calls += len(found)
                yield Progress(ENCODING, done=calls, total=len(missing))
        return calls

    def _pictures(
        self, missing: Sequence[UnencodedPhoto], framing: Framing
    ) -> Generator[tuple[UnencodedPhoto, Pixels | None], None, None]:
        """Yield each photo with its pixels; of one that cannot be read, those of its thumbnail."""
        by_path = {photo.path: photo for photo in missing if photo.path is not None}
        for photo in missing:
            if photo.path is None:
                yield photo, self._from_thumbnail(photo, framing)
        tasks: Iterator[tuple[bytes, frozenset[bytes]]] = ((p, frozenset()) for p in by_path)
        with (
            DecodePool.of(self._settings, framing) as pool,
            closing(pool.map(tasks, look_ahead=4 * self._settings.batch_size)) as results,
        ):
            for path, result in results:
                photo = by_path[path]
                if isinstance(result, PreparedPhoto) and result.content_hash == photo.content_hash:
                    yield photo, result.pixels
                else:
                    yield photo, self._from_thumbnail(photo, framing)

    def _from_thumbnail(self, photo: UnencodedPhoto, framing: Framing) -> Pixels | None:
        try:
            content = self._thumbnails.path(photo.content_hash).read_bytes()
            return framing.apply_to_pixels(thumbnail_pixels(content))
        except OSError:
            return None
