"""Where captions come from (claim S1-6): written by hand, matched with pairs, or generated.

The three ways share one interface. What they propose is shown for review before it is kept; how
much training trusts it depends on the way and on how sure the provider is.
"""

import concurrent.futures
import itertools
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.catalog.changes import DEFAULT_WEIGHTS, CaptionSource, tidy
from engine.errors import EngineError, ImageError
from engine.images.near_hashes import turn_distances
from engine.images.prepare import PreparedPhoto, prepare_picture
from engine.jobs import Job, Progress, waiting
from engine.settings import Settings
from engine.training.caption_pairs import Pair

LEAST_COSINE: Final = 0.85
_BATCH: Final = 16
_WRITTEN_AT_ONCE: Final = 4  # a large network takes seconds for each

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A photo that wants a caption.

    Attributes:
        content_id: Of the photo.
        perceptual_hash: 8 bytes.
        vector: In the ``visual`` space, float32 [d], unit length.
        pixels: Gives the picture, uint8 [h, w, 3]; raises ImageError if it cannot.
        features: As the adopted model stores them, float16 [f].
        declined: Captions that the user did not want for it, which are not proposed again.
    """

    content_id: int
    perceptual_hash: bytes = bytes(8)
    vector: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))
    pixels: Callable[[], Pixels] | None = None
    features: NDArray[np.float16] | None = None
    declined: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """The picture of a pair that is like a photo.

    Attributes:
        name: Of the picture.
        thumbnail: A small JPEG file of it.
        bits: By how many of 64 bits the two differ in look; None where that is too far.
        cosine: Of their vectors, where these decided.
    """

    name: str
    thumbnail: bytes
    bits: int | None = None
    cosine: float | None = None

    @property
    def confidence(self) -> float:
        """How sure it is that both show the same, 0 to 1."""
        return 1.0 if self.cosine is None else min(1.0, self.cosine)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A caption for a photo, to be reviewed.

    Attributes:
        content_id: Of the photo.
        text: The words, tidy.
        source: The way they came.
        weight: How much training trusts them.
        confidence: How sure the provider is, 0 to 1.
        match: The picture that had these words, for a match.
    """

    content_id: int
    text: str
    source: CaptionSource
    weight: float
    confidence: float = 1.0
    match: Match | None = None


# Has a network write sentences about photos with these pictures; each with its probability.
Write = Callable[[Sequence[Photo], Sequence[Pixels]], list[tuple[str, float]]]


@dataclass(frozen=True, slots=True)
class Nearness:
    """How close two pictures must be to share a text; one of the two is enough.

    Attributes:
        bits: The most of 64 bits of their hashes that differ: copies at another size or quality.
        cosine: The least cosine in the ``visual`` space: the same scene, a moment later, cropped.
    """

    bits: int = 6
    cosine: float = LEAST_COSINE


class CaptionProvider(Protocol):
    """One of the three ways."""

    def propose(self, photos: Sequence[Photo]) -> Job[list[Proposal]]:
        """Find captions for photos; some may get several, and some none."""


def weight_of(
    source: CaptionSource,
    confidence: float = 1.0,
    priors: Mapping[CaptionSource, float] = DEFAULT_WEIGHTS,
) -> float:
    """Return how much training trusts a caption: its source's weight times the confidence."""
    return max(1e-3, priors[source] * confidence)


def caption_weights(settings: Settings) -> dict[CaptionSource, float]:
    """Return how much training trusts captions of each source in a library with these settings."""
    return {
        **DEFAULT_WEIGHTS,
        CaptionSource.PAIRS: settings.pairs_weight,
        CaptionSource.GENERATED: settings.generated_weight,
    }


class Handwritten:
    """Way (a): the user is asked for a caption of each photo.

    Args:
        ask: Shows a photo to the user and returns what was typed, no text for "not now".
        priors: Weights by source.
    """

    def __init__(
        self,
        ask: Callable[[Photo], Iterable[str]],
        priors: Mapping[CaptionSource, float] = DEFAULT_WEIGHTS,
    ) -> None:
        self._ask = ask
        self._priors = priors

    def propose(self, photos: Sequence[Photo]) -> Job[list[Proposal]]:
        """Ask for one photo after the other; closing the job keeps nothing of it."""
        found = []
        for done, photo in enumerate(photos):
            yield Progress("asking for captions", done, len(photos))
            weight = weight_of(CaptionSource.MANUAL, priors=self._priors)
            found += [
                Proposal(photo.content_id, text, CaptionSource.MANUAL, weight)
                for typed in self._ask(photo)
                if (text := tidy(typed))
            ]
        return found


class MatchedPairs:
    """Way (b): a photo takes the texts of the pair whose picture is the same, or nearly.

    First perceptual hashes are compared, in any orientation, then vectors. Of several pairs the
    closest counts.

    Args:
        pairs: Pictures with texts.
        vectorise: Turns pixels, uint8 [n, 224, 224, 3], into unit rows of the photos' space.
        nearness: What counts as a match.
        priors: Weights by source.
        prepare: Decodes a picture file; raises ImageError. Called by several threads at once.

    Attributes:
        unreadable: Names of the pairs whose pictures could not be read, with the reason.
        compared: How many pictures could be read.
    """

    def __init__(
        self,
        pairs: Iterable[Pair],
        vectorise: Callable[[Pixels], NDArray[np.float32]],
        *,
        nearness: Nearness = Nearness(),
        priors: Mapping[CaptionSource, float] = DEFAULT_WEIGHTS,
        prepare: Callable[[bytes], PreparedPhoto] = prepare_picture,
    ) -> None:
        self._pairs = pairs
        self._vectorise = vectorise
        self._nearness = nearness
        self._priors = priors
        self._prepare = prepare
        self.unreadable: list[tuple[str, str]] = []
        self.compared = 0

    def propose(self, photos: Sequence[Photo]) -> Job[list[Proposal]]:
        """Compare each pair with every photo; closing the job keeps nothing of it."""
        if not photos:
            return []
        hashes = np.stack([np.frombuffer(photo.perceptual_hash, np.uint8) for photo in photos])
        vectors = _stacked([photo.vector for photo in photos])
        found: dict[int, tuple[Match, Pair]] = {}
        yield Progress("comparing pictures")
        for pairs in _in_batches(self._pairs):
            pictures = self._read(pairs)
            self.compared += len(pictures)
            rest = self._by_hashes(hashes, pictures, found)
            self._by_vectors(vectors, rest, found)
            done = self.compared + len(self.unreadable)
            yield Progress("comparing pictures", done, detail=pairs[-1][0].name)
        return [
            proposal
            for row, photo in enumerate(photos)
            if row in found
            for proposal in self._proposals(photo, *found[row])
        ]

    def _read(
        self, pairs: Sequence[tuple[Pair, bytes | EngineError]]
    ) -> list[tuple[Pair, PreparedPhoto]]:
        """Decode pictures, as many at once as there are processors."""

        def prepare(content: bytes | EngineError) -> PreparedPhoto | EngineError:
            try:
                return content if isinstance(content, EngineError) else self._prepare(content)
            except EngineError as error:
                return error

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as executor:
            results = list(executor.map(prepare, [content for _, content in pairs]))
        pictures = []
        for (pair, _), result in zip(pairs, results, strict=True):
            if isinstance(result, EngineError):
                self.unreadable.append((pair.name, str(result)))
            else:
                pictures.append((pair, result))
        return pictures

    def _by_hashes(
        self,
        hashes: NDArray[np.uint8],
        pictures: Sequence[tuple[Pair, PreparedPhoto]],
        found: dict[int, tuple[Match, Pair]],
    ) -> list[tuple[Pair, PreparedPhoto]]:
        """Note photos with the look of a picture; return the pictures that no photo has."""
        rest = []
        for pair, picture in pictures:
            distances = turn_distances(picture.perceptual_hash, hashes).min(axis=1)
            near = np.flatnonzero(distances.astype(np.int64) <= self._nearness.bits)
            # A picture without any structure is equal to every other such one.
            if not len(near) or not any(picture.perceptual_hash):
                rest.append((pair, picture))
                continue
            for row in near.tolist():
                bits = int(distances[row])
                before = found[row][0].bits if row in found else None
                if before is None or bits < before:
                    found[row] = Match(pair.name, picture.thumbnail, bits=bits), pair
        return rest

    def _by_vectors(
        self,
        vectors: NDArray[np.float32],
        pictures: Sequence[tuple[Pair, PreparedPhoto]],
        found: dict[int, tuple[Match, Pair]],
    ) -> None:
        """Note photos that are like a picture, unless another one is the same."""
        if not pictures or not vectors.size:
            return
        encoded = self._vectorise(np.stack([picture.pixels for _, picture in pictures]))
        cosines = vectors @ encoded.T
        best = cosines.argmax(axis=1)
        highest = cosines[np.arange(len(best)), best]
        for row in np.flatnonzero(highest >= self._nearness.cosine).tolist():
            cosine = float(highest[row])
            before = found[row][0] if row in found else None
            if before is None or (before.cosine is not None and cosine > before.cosine):
                pair, picture = pictures[int(best[row])]
                found[row] = Match(pair.name, picture.thumbnail, cosine=cosine), pair

    def _proposals(self, photo: Photo, match: Match, pair: Pair) -> list[Proposal]:
        source, confidence = CaptionSource.PAIRS, match.confidence
        weight = weight_of(source, confidence, self._priors)
        return [
            Proposal(photo.content_id, text, source, weight, confidence, match)
            for text in dict.fromkeys(map(tidy, pair.texts))
            if text and text not in photo.declined
        ]


class Generated:
    """Way (c): a trained network writes the caption.

    Args:
        write: Has the network write a sentence about each of a few photos, given their pictures.
        priors: Weights by source.
        give_up: Makes ``write`` return soon, as nobody waits for it any more.
        take: Takes each proposal as soon as it is made: closing the job loses none.

    Attributes:
        unreadable: Contents whose pictures could not be read, with the reason.
    """

    def __init__(
        self,
        write: Write,
        priors: Mapping[CaptionSource, float] = DEFAULT_WEIGHTS,
        *,
        give_up: Callable[[], object] = lambda: None,
        take: Callable[[Proposal], object] = lambda _: None,
    ) -> None:
        self._write = write
        self._priors = priors
        self._give_up = give_up
        self._take = take
        self.unreadable: list[tuple[int, str]] = []

    def propose(self, photos: Sequence[Photo]) -> Job[list[Proposal]]:
        """Write captions, a few photos at once."""
        found = []
        wanted = [photo for photo in photos if photo.pixels is not None]
        for start in range(0, len(wanted), _WRITTEN_AT_ONCE):
            batch = wanted[start : start + _WRITTEN_AT_ONCE]
            progress = Progress("writing captions", start, len(wanted))
            yield progress
            readable = self._read(batch)
            call = partial(self._write, *readable)
            written = yield from waiting(call, self._give_up, progress)
            for photo, (text, confidence) in zip(readable[0], written, strict=True):
                if (words := tidy(text)) and words not in photo.declined:
                    source = CaptionSource.GENERATED
                    weight = weight_of(source, confidence, self._priors)
                    found.append(Proposal(photo.content_id, words, source, weight, confidence))
                    self._take(found[-1])
        return found

    def _read(self, batch: Sequence[Photo]) -> tuple[list[Photo], list[Pixels]]:
        photos, pictures = [], []
        for photo in batch:
            assert photo.pixels is not None
            try:
                pictures.append(photo.pixels())
            except ImageError as error:
                self.unreadable.append((photo.content_id, str(error)))
            else:
                photos.append(photo)
        return photos, pictures


def _stacked(vectors: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Return vectors as rows; of those that are missing, zeros, which are like nothing."""
    width = max(len(vector) for vector in vectors)
    nothing = np.zeros(width, np.float32)
    return np.stack([vector if len(vector) else nothing for vector in vectors])


def _in_batches(pairs: Iterable[Pair]) -> Iterator[list[tuple[Pair, bytes | EngineError]]]:
    """Yield pairs with the bytes of their pictures, which some collections give only in turn."""
    pairs = iter(pairs)
    while batch := [(pair, _bytes(pair)) for pair in itertools.islice(pairs, _BATCH)]:
        yield batch


def _bytes(pair: Pair) -> bytes | EngineError:
    try:
        return pair.read()
    except EngineError as error:
        return error


def without_caption(photos: Iterable[Photo], captioned: Collection[int]) -> list[Photo]:
    """Return the photos that have no caption yet, which the user is asked about first."""
    return [photo for photo in photos if photo.content_id not in captioned]
