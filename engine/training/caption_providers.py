"""Where captions come from (claim S1-6): written by hand, matched with pairs, or generated.

The three ways share one interface. What they propose is shown for review before it is kept; how
much training trusts it depends on the way and on how sure the provider is.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.catalog.changes import DEFAULT_WEIGHTS, CaptionSource, tidy
from engine.errors import EngineError
from engine.images.near_hashes import turn_distances
from engine.images.prepare import PreparedPhoto, prepare_picture
from engine.jobs import Job, Progress
from engine.models.captioner import Captioner
from engine.training.caption_pairs import Pair

# Of 64 bits: copies at another size or quality lie within it.
HASH_RADIUS: Final = 6
# Cosine in the visual space: the same scene, a moment later or cropped.
VISUAL_THRESHOLD: Final = 0.85
_BATCH: Final = 16

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A photo that wants a caption.

    Attributes:
        content_id: Of the photo.
        perceptual_hash: 8 bytes.
        vector: In the ``visual`` space, float32 [d], unit length.
        pixels: Gives the picture, uint8 [h, w, 3].
    """

    content_id: int
    perceptual_hash: bytes = bytes(8)
    vector: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))
    pixels: Callable[[], Pixels] | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A caption for a photo, to be reviewed.

    Attributes:
        content_id: Of the photo.
        text: The words, tidy.
        source: The way they came.
        weight: How much training trusts them.
        confidence: How sure the provider is, 0 to 1.
        evidence: What it rests on, for display: the name of the matched picture, or empty.
    """

    content_id: int
    text: str
    source: CaptionSource
    weight: float
    confidence: float = 1.0
    evidence: str = ""


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
    """Way (b): a photo takes the text of the pair whose picture is the same, or nearly.

    First perceptual hashes are compared, in any orientation, then vectors.

    Args:
        pairs: Pictures with texts.
        vectorise: Turns pixels, uint8 [n, 224, 224, 3], into unit rows of the photos' space.
        hash_radius: The largest distance of hashes.
        visual_threshold: The smallest cosine.
        priors: Weights by source.

    Attributes:
        unreadable: Names of the pairs whose pictures could not be read, with the reason.
    """

    def __init__(
        self,
        pairs: Iterable[Pair],
        vectorise: Callable[[Pixels], NDArray[np.float32]],
        *,
        hash_radius: int = HASH_RADIUS,
        visual_threshold: float = VISUAL_THRESHOLD,
        priors: Mapping[CaptionSource, float] = DEFAULT_WEIGHTS,
    ) -> None:
        self._pairs = pairs
        self._vectorise = vectorise
        self._hash_radius = hash_radius
        self._visual_threshold = visual_threshold
        self._priors = priors
        self.unreadable: list[tuple[str, str]] = []

    def propose(self, photos: Sequence[Photo]) -> Job[list[Proposal]]:
        """Compare each pair with every photo; closing the job keeps nothing of it."""
        if not photos:
            return []
        hashes = np.stack([np.frombuffer(photo.perceptual_hash, np.uint8) for photo in photos])
        vectors = np.stack([photo.vector for photo in photos])
        found: list[Proposal] = []
        waiting: list[tuple[Pair, PreparedPhoto]] = []
        done = 0
        for pair in self._pairs:
            done += 1
            yield Progress("comparing pictures", done, detail=pair.name)
            try:
                picture = prepare_picture(pair.read())
            except EngineError as error:
                self.unreadable.append((pair.name, str(error)))
                continue
            is_near = turn_distances(picture.perceptual_hash, hashes).min(axis=1)
            near = np.flatnonzero(is_near <= self._hash_radius)
            # A picture without any structure is equal to every other such one.
            if len(near) and any(picture.perceptual_hash):
                for row in near.tolist():
                    found += self._proposals(photos[row], pair, 1.0)
            else:
                waiting.append((pair, picture))
            if len(waiting) >= _BATCH:
                found += self._by_vectors(photos, vectors, waiting)
                waiting.clear()
        return found + self._by_vectors(photos, vectors, waiting)

    def _by_vectors(
        self,
        photos: Sequence[Photo],
        vectors: NDArray[np.float32],
        waiting: Sequence[tuple[Pair, PreparedPhoto]],
    ) -> list[Proposal]:
        if not waiting:
            return []
        rows = self._vectorise(np.stack([picture.pixels for _, picture in waiting]))
        cosines = rows @ vectors.T
        return [
            proposal
            for (pair, _), likeness in zip(waiting, cosines, strict=True)
            for row in np.flatnonzero(likeness >= self._visual_threshold).tolist()
            for proposal in self._proposals(photos[row], pair, min(1.0, float(likeness[row])))
        ]

    def _proposals(self, photo: Photo, pair: Pair, confidence: float) -> list[Proposal]:
        source = CaptionSource.PAIRS
        weight = weight_of(source, confidence, self._priors)
        return [
            Proposal(photo.content_id, text, source, weight, confidence, pair.name)
            for words in pair.texts
            if (text := tidy(words))
        ]


class Generated:
    """Way (c): a trained network writes the caption.

    Args:
        captioner: The network.
        priors: Weights by source.
    """

    def __init__(
        self,
        captioner: Captioner,
        priors: Mapping[CaptionSource, float] = DEFAULT_WEIGHTS,
    ) -> None:
        self._captioner = captioner
        self._priors = priors

    def propose(self, photos: Sequence[Photo]) -> Job[list[Proposal]]:
        """Write captions, a few photos at once."""
        found = []
        wanted = [photo for photo in photos if photo.pixels is not None]
        for start in range(0, len(wanted), _BATCH):
            yield Progress("writing captions", start, len(wanted))
            batch = wanted[start : start + _BATCH]
            pictures = [photo.pixels() for photo in batch if photo.pixels is not None]
            for photo, (text, confidence) in zip(
                batch, self._captioner.describe(pictures), strict=True
            ):
                if words := tidy(text):
                    source = CaptionSource.GENERATED
                    weight = weight_of(source, confidence, self._priors)
                    found.append(Proposal(photo.content_id, words, source, weight, confidence))
        return found


def without_caption(photos: Iterable[Photo], captioned: Collection[int]) -> list[Photo]:
    """Return the photos that have no caption yet, which the user is asked about first."""
    return [photo for photo in photos if photo.content_id not in captioned]
