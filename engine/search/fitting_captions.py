"""Image to text: which captions of the library fit a photo, by the model that answers searches."""

import threading
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.catalog.annotations import Annotations
from engine.catalog.changes import Caption, CaptionSource
from engine.catalog.photos import Photos
from engine.errors import EmptyLibraryError
from engine.indexing.active_models import ActiveModels
from engine.jobs import Job, Progress

_BATCH: Final = 64
# Encoding takes about 10 ms each the first time; the newest are compared.
MOST_CAPTIONS: Final = 5000


@dataclass(frozen=True, slots=True)
class FittingCaption:
    """A caption and how well it fits.

    Attributes:
        text: The words.
        score: Cosine of photo and words.
        is_own: Whether the photo has this caption.
    """

    text: str
    score: float
    is_own: bool


class FittingCaptions:
    """Compares photos with captions; the vectors of captions are kept in memory.

    Args:
        photos: The catalog's contents.
        annotations: What is said of them.
        models: Which model answers.
    """

    def __init__(self, photos: Photos, annotations: Annotations, models: ActiveModels) -> None:
        self._photos = photos
        self._annotations = annotations
        self._models = models
        self._lock = threading.Lock()
        self._version = ""
        self._known: dict[str, NDArray[np.float32]] = {}

    def find(self, content_id: int, count: int) -> Job[list[FittingCaption]]:
        """Find the captions that fit a photo best, its own among them.

        Args:
            content_id: The photo.
            count: How many.

        Yields:
            Progress of the stage ``"reading captions"``.

        Returns:
            The best first; none where the library has no captions.

        Raises:
            EmptyLibraryError: The photo is not indexed yet.
        """
        yield Progress("reading captions")
        photo = self._photo(content_id)
        captions = self._captions()
        rows = yield from self._encode(list(captions))
        if not len(rows):
            return []
        scores = rows @ photo
        best = np.argsort(-scores, kind="stable")[:count]
        texts = list(captions)
        return [
            FittingCaption(texts[place], float(scores[place]), content_id in captions[texts[place]])
            for place in best.tolist()
        ]

    def _photo(self, content_id: int) -> NDArray[np.float32]:
        shape, vectors = self._models.shape, self._models.derived().open()
        row = self._photos.row_of(content_id, shape.feature_space)
        if vectors is None or row is None or row >= vectors.rows:
            raise EmptyLibraryError("This photo is not ready yet; wait for the import at hand.")
        found: NDArray[np.float32] = np.asarray(vectors.spaces["text"][row])
        return found

    def _captions(self) -> dict[str, set[int]]:
        """Return the newest captions with the photos that have them; templates are no captions."""
        said = [
            one
            for one in self._annotations.all()
            if isinstance(one, Caption) and one.source is not CaptionSource.TEMPLATE
        ]
        captions: dict[str, set[int]] = {}
        for one in sorted(said, key=lambda caption: -caption.added_ns):
            if one.text in captions or len(captions) < MOST_CAPTIONS:
                captions.setdefault(one.text, set()).add(one.content_id)
        return captions

    def _encode(self, texts: list[str]) -> Job[NDArray[np.float32]]:
        version = self._models.shape.version
        with self._lock:
            if self._version != version:
                self._version, self._known = version, {}
            known = self._known
        missing = [text for text in texts if text not in known]
        encoder = self._models.load(version)
        for start in range(0, len(missing), _BATCH):
            yield Progress("reading captions", start, len(missing))
            batch = missing[start : start + _BATCH]
            known |= dict(zip(batch, encoder.encode_text(batch), strict=True))
        rows = [known[text] for text in texts]
        return np.stack(rows) if rows else np.zeros((0, 0), np.float32)
