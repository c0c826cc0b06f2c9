"""Captions suggested for photos of a library, and what becomes of them: the door for programs.

Three ways (claim S1-6, S2): texts of matching pictures, a captioner from a folder, and the decoders
of the adopted dual encoder. Nothing is written before the user has said what shall be kept. No
torch: networks run in processes of their own.
"""

import io
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.catalog.annotations import Annotations
from engine.catalog.changes import Caption, CaptionSource, Change, DeclinedCaption
from engine.catalog.photos import EncodedPhoto, Photos
from engine.catalog.slots import Slots
from engine.errors import ImageError, ModelError, TableError
from engine.framing import SQUASHED, Framing
from engine.images.prepare import PreparedPhoto
from engine.images.reader import PictureReader
from engine.images.thumbnails import ThumbnailStore
from engine.images.views import PictureData, prepared
from engine.indexing.active_models import ActiveModels
from engine.jobs import Job
from engine.models.caption_process import CaptionerProcess, DecoderProcess
from engine.models.caption_state import check_captions
from engine.models.versions import Slot, read_config
from engine.training.caption_pairs import read_pairs
from engine.training.caption_providers import (
    LEAST_COSINE,
    Generated,
    MatchedPairs,
    Nearness,
    Photo,
    Pixels,
    Proposal,
)
from engine.training.web_pairs import (
    Fetch,
    WebPair,
    download_pairs,
    fetch,
    find_pairs,
    is_address,
    list_of_addresses,
)

# What a caption has that the user has not looked at.
UNREVIEWED: Final = (CaptionSource.PAIRS, CaptionSource.GENERATED)
_LISTS: Final = (".txt", ".tsv", ".csv")
_NOTHING: Final = np.zeros(0, np.float32)


@dataclass(frozen=True, slots=True)
class Suggested:
    """What came out.

    Attributes:
        proposals: By photo in the order that was asked for, the best of a photo first.
        unreadable: Names of pictures that could not be used, with the reason.
        compared: Pictures of the collection that were compared, for a match.
    """

    proposals: tuple[Proposal, ...]
    unreadable: tuple[tuple[str, str], ...] = ()
    compared: int = 0


@dataclass(frozen=True, slots=True)
class SuggestionParts:
    """What suggestions need of a library.

    Attributes:
        photos: The catalog's contents.
        annotations: What is said of them.
        models: Which model answers.
        slots: Which versions are adopted.
        thumbnails: The small pictures.
        weights: Returns how much training trusts each source.
    """

    photos: Photos
    annotations: Annotations
    models: ActiveModels
    slots: Slots
    thumbnails: ThumbnailStore
    weights: Callable[[], Mapping[CaptionSource, float]]


class CaptionSuggestions:
    """See the module.

    Args:
        parts: What it needs of the library.
    """

    def __init__(self, parts: SuggestionParts) -> None:
        self._parts = parts

    # -- the ways ---------------------------------------------------------------------------

    def matched(
        self,
        photos: Sequence[Photo],
        source: str,
        *,
        cosine: float = LEAST_COSINE,
        get: Fetch | None = fetch,
    ) -> Job[Suggested]:
        """Give photos the texts of the pictures in a collection that are like them.

        Args:
            photos: From :meth:`photos_of` or :meth:`photos_outside`.
            source: A folder or file (see :func:`~engine.training.caption_pairs.read_pairs`). The
                address of a page or of a list, or a file of addresses: these are downloaded.
            cosine: The least cosine of two pictures that are not copies.
            get: Downloads one address; None where nothing shall be downloaded.

        Raises:
            TableError: It is no such collection, or none of its pictures can be read; or it would
                have to be downloaded.
            DownloadError: What shall be downloaded cannot be.
        """
        path = Path(source)
        listed: list[WebPair] = []
        if is_address(source) and get is not None:
            listed = yield from find_pairs(source, get=get)
        elif path.suffix.lower() in _LISTS and path.is_file():
            listed = list_of_addresses(path)
        if not listed:
            return (yield from self._match(photos, path, cosine))
        if get is None:
            raise TableError(f"{source} lists web addresses; choose to download them, or a folder.")
        with tempfile.TemporaryDirectory(prefix="imgtext-pairs-") as folder:
            failed = yield from download_pairs(listed, Path(folder), get=get)
            found = yield from self._match(photos, Path(folder), cosine)
        return Suggested(found.proposals, (*failed, *found.unreadable), found.compared)

    def generated(
        self,
        photos: Sequence[Photo],
        folder: Path,
        *,
        take: Callable[[Proposal], object] = lambda _: None,
    ) -> Job[Suggested]:
        """Let a captioner of transformers write about photos.

        Args:
            photos: From :meth:`photos_of` or :meth:`photos_outside`.
            folder: Of the captioner.
            take: Takes each proposal as soon as it is made.

        Raises:
            ModelError: The folder holds no captioner.
        """
        with closing(CaptionerProcess(folder)) as captioner:
            provider = Generated(
                lambda _, pictures: captioner.describe(pictures),
                self._parts.weights(),
                give_up=captioner.close,
                take=take,
            )
            return (yield from _generate(provider, photos))

    def written(
        self, photos: Sequence[Photo], *, take: Callable[[Proposal], object] = lambda _: None
    ) -> Job[Suggested]:
        """Let the decoders of the adopted version write about photos.

        Args:
            photos: From :meth:`photos_of`.
            take: Takes each proposal as soon as it is made.

        Raises:
            ModelError: None is adopted, or it has learned too little.
        """
        self.check_own()
        folder = self._parts.models.store.check(self._adopted)
        framing = self._parts.models.describe(self._adopted).framing
        with closing(DecoderProcess(folder)) as decoder:
            write = partial(_decode, decoder, framing)
            provider = Generated(write, self._parts.weights(), give_up=decoder.close, take=take)
            usable = [photo for photo in photos if photo.features is not None]
            return (yield from _generate(provider, usable))

    def check_own(self) -> None:
        """Tell why the adopted version cannot write captions.

        Raises:
            ModelError: None is adopted, or it has learned too little.
        """
        if not self._adopted:
            raise ModelError(
                "No captioner is adopted; train one with `imgtext train dual-encoder` and adopt it "
                "with `imgtext models adopt VERSION`."
            )
        check_captions(read_config(self._parts.models.store.path(self._adopted)))

    # -- photos -----------------------------------------------------------------------------

    def photos_of(self, content_ids: Sequence[int]) -> list[Photo]:
        """Return photos of the library; those that are not indexed yet are left out."""
        models = self._parts.models
        encoded = self._parts.photos.encoded_photos(models.shape.feature_space)
        by_id = {photo.content_id: photo for photo in encoded}
        declined = self._parts.annotations.declined_captions(content_ids)
        vectors, features = models.derived().open(), models.features()
        visual = None if vectors is None else vectors.spaces["visual"]
        stored = features.read() if len(features) else None
        return [
            Photo(
                content_id=photo.content_id,
                perceptual_hash=photo.perceptual_hash,
                vector=_row(visual, photo),
                pixels=partial(_thumbnail, self._parts.thumbnails, photo.content_hash),
                features=_features(stored, photo),
                declined=declined[id_],
            )
            for id_ in dict.fromkeys(content_ids)
            if (photo := by_id.get(id_)) is not None
        ]

    def photos_outside(
        self, pictures: Sequence[PreparedPhoto], *, has_vectors: bool
    ) -> list[Photo]:
        """Return photos that need not be in the library; their numbers are their places.

        Args:
            pictures: As they were decoded, whole and squashed.
            has_vectors: Whether to encode them, which only :meth:`matched` needs.
        """
        pixels = [self._framed(picture).pixels for picture in pictures]
        vectors = self._vectorise(np.stack(pixels)) if has_vectors and pixels else None
        return [
            Photo(
                content_id=place,
                perceptual_hash=picture.perceptual_hash,
                vector=_NOTHING if vectors is None else vectors[place],
                pixels=partial(_decode_thumbnail, picture.thumbnail),
            )
            for place, picture in enumerate(pictures)
        ]

    # -- what becomes of them ---------------------------------------------------------------

    def unreviewed(self, content_ids: Sequence[int]) -> list[Proposal]:
        """Return the captions of photos that were kept without having been reviewed."""
        return [
            Proposal(id_, caption.text, caption.source, caption.weight, confidence=0.0)
            for id_, said in self._parts.annotations.of(content_ids).items()
            for caption in said.captions
            if caption.source in UNREVIEWED
        ]

    def settle(self, content_id: int, accepted: Sequence[str], offered: Sequence[str]) -> Change:
        """Note what the user says of the suggestions for a photo.

        Args:
            content_id: The photo.
            accepted: These words become captions of the user's own.
            offered: All that was suggested: what of it was kept earlier and is not accepted goes,
                and is not suggested for the photo again.
        """
        said = self._parts.annotations.of([content_id])[content_id].captions
        gone = tuple(
            one
            for one in said
            if (one.source in UNREVIEWED and one.text in offered)
            or (one.source is not CaptionSource.MANUAL and one.text in accepted)
        )
        now = time.time_ns()
        added = [Caption(content_id, text, added_ns=now) for text in accepted]
        declined = [
            DeclinedCaption(content_id, text, now)
            for text in dict.fromkeys(offered)
            if text not in accepted
        ]
        return self._parts.annotations.apply(Change(removed=gone, added=(*added, *declined)))

    def keep(self, proposals: Sequence[Proposal]) -> Change:
        """Add suggestions that were not reviewed, with the weight of their source."""
        return self._parts.annotations.add_captions(
            Caption(one.content_id, one.text, one.source, one.weight) for one in proposals
        )

    # -- parts ------------------------------------------------------------------------------

    @property
    def _adopted(self) -> str:
        return self._parts.slots.state(Slot.RETRIEVAL).version or ""

    def _match(self, photos: Sequence[Photo], source: Path, cosine: float) -> Job[Suggested]:
        with closing(PictureReader()) as reader:
            provider = MatchedPairs(
                read_pairs(source),
                self._vectorise,
                nearness=Nearness(cosine=cosine),
                priors=self._parts.weights(),
                prepare=lambda content: self._framed(reader.read(prepared, PictureData(content))),
            )
            found = yield from provider.propose(photos)
        if photos and not provider.compared:
            raise TableError(_nothing_compared(source, provider.unreadable))
        return Suggested(tuple(found), tuple(provider.unreadable), provider.compared)

    def _framed(self, picture: PreparedPhoto) -> PreparedPhoto:
        """Return a picture as the model in use sees it, where that is not the whole, squashed."""
        framing = self._parts.models.shape.framing
        if framing == SQUASHED:
            return picture
        pixels = framing.apply_to_pixels(_decode_thumbnail(picture.thumbnail))
        return replace(picture, pixels=pixels)

    def _vectorise(self, pixels: Pixels) -> NDArray[np.float32]:
        """Return unit rows of the ``visual`` space, or rows of zeros where the library is empty."""
        models = self._parts.models
        vectors = models.derived().open()
        if vectors is None:
            return np.zeros((len(pixels), models.shape.dimensions["visual"]), np.float32)
        encoder = models.load(models.shape.version, is_background=True)
        features = encoder.encode_images(pixels)
        found: NDArray[np.float32] = encoder.derive(features, vectors.statistics)["visual"]
        return found


def _generate(provider: Generated, photos: Sequence[Photo]) -> Job[Suggested]:
    found = yield from provider.propose(photos)
    unreadable = ((str(id_), reason) for id_, reason in provider.unreadable)
    return Suggested(tuple(found), tuple(unreadable))


def _decode(
    decoder: DecoderProcess,
    framing: Framing,
    photos: Sequence[Photo],
    pictures: Sequence[Pixels],
) -> list[tuple[str, float]]:
    if not photos:
        return []
    framed = [framing.apply_to_pixels(picture) for picture in pictures]
    features = [photo.features for photo in photos if photo.features is not None]
    return decoder.write(np.stack(framed), np.stack(features))


def _row(rows: NDArray[Any] | None, photo: EncodedPhoto) -> NDArray[Any]:
    """Return a row of a mapped array; nothing where it has not been derived yet."""
    return _NOTHING if rows is None or photo.row >= len(rows) else rows[photo.row]


def _features(stored: NDArray[Any] | None, photo: EncodedPhoto) -> NDArray[np.float16] | None:
    return None if stored is None or photo.row >= len(stored) else stored[photo.row]


def _thumbnail(store: ThumbnailStore, content_hash: bytes) -> Pixels:
    content = store.read(content_hash)
    if content is None:
        raise ImageError("Its small picture is missing; scan the folders again.")
    return _decode_thumbnail(content)


def _decode_thumbnail(content: bytes) -> Pixels:
    """Decode one of our own small pictures."""
    try:
        with Image.open(io.BytesIO(content), formats=["JPEG"]) as image:
            return np.asarray(image.convert("RGB"))
    except (OSError, ValueError, SyntaxError) as error:  # what Pillow says of a broken file
        raise ImageError("Its small picture is damaged; scan the folders again.") from error


def _nothing_compared(source: Path, unreadable: Sequence[tuple[str, str]]) -> str:
    if not unreadable:
        return f"{source} holds no picture with a text; choose another collection."
    return (
        f"None of the {len(unreadable)} pictures that {source} names can be used; the first says: "
        f"{unreadable[0][1]}"
    )
