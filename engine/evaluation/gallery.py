"""The photos under evaluation as features, and the seam to the model that makes them.

What is read from which folder is decided in ``captions``; decoding is injected.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError, EvaluationError
from engine.jobs import Job, Progress

IMAGE_BATCH = 32
TEXT_BATCH = 128
_DERIVE_ROWS = 4096

Statistics = dict[str, NDArray[np.floating]]


class PreparedPhoto(Protocol):
    """A decoded photo."""

    @property
    def content_hash(self) -> bytes:
        """Identity of the file's content."""

    @property
    def pixels(self) -> NDArray[np.uint8]:
        """What the model reads, sRGB, uint8 [side, side, 3]."""


class Encoder(Protocol):
    """A retrieval model."""

    @property
    def version(self) -> str:
        """Name of the model version, for the report."""

    def encode_images(self, pixels: NDArray[np.uint8], /) -> NDArray[np.float16]:
        """Turn pixels, uint8 [n, side, side, 3], into pooled features, float16 [n, f]."""

    def fit_statistics(self, features: NDArray[np.float16], /) -> Statistics:
        """Take from a library's features, [n, f], what centring needs."""

    def derive(
        self, features: NDArray[np.float16], statistics: Statistics, /
    ) -> dict[str, NDArray[np.float32]]:
        """Turn features, [n, f], into vectors by space (``text``, ``visual``), each [n, d]."""

    def reference_vectors(self) -> NDArray[np.float32]:
        """Give rows of the ``text`` space that stand for pictures of all kinds, float32 [m, d].

        They depend on no photo; none (m is 0) where the model knows none.
        """

    def describe_label(self, label: str, /) -> str:
        """Return the text that stands for a label."""

    def encode_text(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        """Turn texts into unit rows of the ``text`` space, float32 [n, d]."""


# Decodes files in any order; a file that is no readable photo comes back as its error.
Prepare = Callable[[Iterable[Path]], Iterator[tuple[Path, PreparedPhoto | EngineError]]]


@dataclass(frozen=True, slots=True)
class Gallery:
    """Encoded photos.

    Attributes:
        positions: int64 [n], where each photo stood in the list of paths, ascending.
        features: float16 [n, f], row by row with ``positions``.
        skipped: Files that could not be used, ``{"path", "reason"}``, in the order of the paths.
    """

    positions: NDArray[np.int64]
    features: NDArray[np.float16]
    skipped: list[dict[str, str]]


def encode_photos(paths: Sequence[Path], *, encoder: Encoder, prepare: Prepare) -> Job[Gallery]:
    """Decode and encode photos; the answer does not depend on the order decoding ends in.

    Args:
        paths: The files, each once.
        encoder: The model.
        prepare: The decoder.

    Returns:
        The gallery, with at least one photo.

    Raises:
        EvaluationError: If no file is a readable photo.
    """
    position_of = {path: position for position, path in enumerate(paths)}
    reasons: dict[int, str] = {}
    encoded: dict[int, NDArray[np.float16]] = {}
    waiting: dict[int, NDArray[np.uint8]] = {}

    def encode_waiting() -> None:
        if waiting:
            features = encoder.encode_images(np.stack(list(waiting.values())))
            encoded.update(zip(waiting, features, strict=True))
            waiting.clear()

    yield Progress("encoding photos", 0, len(paths))
    with ExitStack() as stack:
        photos = prepare(paths)
        if close := getattr(photos, "close", None):
            stack.callback(close)  # ends the decoding processes even if the job is cancelled
        for path, photo in photos:
            if isinstance(photo, EngineError):
                reasons[position_of[path]] = str(photo)
                continue
            waiting[position_of[path]] = photo.pixels
            if len(waiting) == IMAGE_BATCH:
                encode_waiting()
                yield Progress("encoding photos", len(encoded) + len(reasons), len(paths))
        encode_waiting()
    yield Progress("encoding photos", len(paths), len(paths))
    if not encoded:
        first = reasons[min(reasons)]
        raise EvaluationError(
            f"None of the {len(paths)} files can be read as a photo; the first says: {first}"
        )
    positions = sorted(encoded)
    return Gallery(
        positions=np.array(positions, np.int64),
        features=np.stack([encoded[position] for position in positions]),
        skipped=[skip(paths[position], reasons[position]) for position in sorted(reasons)],
    )


def skip(path: Path, reason: str) -> dict[str, str]:
    """Report a file that is not used; a name that is no text keeps its bytes as surrogates."""
    return {"path": str(path), "reason": reason}


def skip_unlabelled(paths: Iterable[Path]) -> list[dict[str, str]]:
    """Report the files that lie beside the sub-folders that are labels."""
    return [skip(path, "It lies in no sub-folder, so it has no label.") for path in paths]


def derive_space(
    encoder: Encoder, features: NDArray[np.float16], *, statistics: Statistics, space: str
) -> NDArray[np.float32]:
    """Derive the vectors of one space block by block, as unit rows.

    Args:
        encoder: The model.
        features: float16 [n, f], n at least 1.
        statistics: What ``encoder.fit_statistics`` took from the library's photos.
        space: ``"text"`` or ``"visual"``.

    Returns:
        float32 [n, d].
    """
    return np.concatenate(
        [
            _unit(encoder.derive(features[start : start + _DERIVE_ROWS], statistics)[space])
            for start in range(0, len(features), _DERIVE_ROWS)
        ]
    )


def encode_texts(texts: Sequence[str], encoder: Encoder) -> Job[NDArray[np.float32]]:
    """Encode texts in batches, as unit rows, float32 [n, d]; each text alone decides its vector."""
    rows: list[NDArray[np.float32]] = []
    for start in range(0, len(texts), TEXT_BATCH):
        yield Progress("encoding texts", start, len(texts))
        rows.append(_unit(encoder.encode_text(texts[start : start + TEXT_BATCH])))
    yield Progress("encoding texts", len(texts), len(texts))
    return np.concatenate(rows)


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    # A zero row (a photo that is exactly the mean) has no direction: it stays zero.
    return np.asarray(vectors / np.where(norms > 0, norms, 1), np.float32)
