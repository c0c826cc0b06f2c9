"""Photos, from files, put to the captioner of a trained version."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.errors import EngineError, EvaluationError
from engine.evaluation.gallery import Encoder, Prepare, PreparedPhoto
from engine.jobs import Job, Progress
from engine.models.caption_writer import CaptionWriter

_BATCH = 16


@dataclass(frozen=True, slots=True)
class WrittenCaption:
    """What the decoders say of one file.

    Attributes:
        path: The file.
        content_hash: Of the photo, or empty.
        caption: The suggestion.
        backward_caption: What the backward decoder writes by itself.
        score: How sure both are of the suggestion, 0 to 1.
        problem: Why the file cannot be used; empty if it can.
    """

    path: Path
    content_hash: bytes = b""
    caption: str = ""
    backward_caption: str = ""
    score: float = 0.0
    problem: str = ""


def write_captions(
    files: Sequence[Path], *, folder: Path, encoder: Encoder, prepare: Prepare
) -> Job[list[WrittenCaption]]:
    """Caption files, whether they are in a library or not.

    Args:
        files: The files; one that is named twice is answered once.
        folder: Of the version whose decoders write.
        encoder: Makes the features that the version reads.
        prepare: The decoder of files.

    Returns:
        An answer for each file, in their order.

    Raises:
        ModelError: The version writes no captions, or has learned too little to.
        EvaluationError: No file is a readable photo.
    """
    files = list(dict.fromkeys(files))
    writer = CaptionWriter(folder)
    found: dict[Path, WrittenCaption] = {}
    yield Progress("captioning", 0, len(files))
    for block in _in_batches(prepare(files)):
        photos = [(path, photo) for path, photo in block if not isinstance(photo, EngineError)]
        found |= {
            path: WrittenCaption(path, problem=str(photo))
            for path, photo in block
            if isinstance(photo, EngineError)
        }
        if photos:
            found |= _written(writer, encoder, photos)
        yield Progress("captioning", len(found), len(files))
    if all(one.problem for one in found.values()):
        raise EvaluationError(
            f"None of the {len(files)} files can be read as a photo; the first says: "
            f"{found[files[0]].problem}"
        )
    return [found[file] for file in files]


def _written(
    writer: CaptionWriter, encoder: Encoder, photos: Sequence[tuple[Path, PreparedPhoto]]
) -> dict[Path, WrittenCaption]:
    pixels = np.stack([photo.pixels for _, photo in photos])
    suggestions = writer.suggest(pixels, encoder.encode_images(pixels))
    return {
        path: WrittenCaption(path, photo.content_hash, one.caption, one.backward_caption, one.score)
        for (path, photo), one in zip(photos, suggestions, strict=True)
    }


def _in_batches(
    photos: Iterator[tuple[Path, PreparedPhoto | EngineError]],
) -> Iterator[list[tuple[Path, PreparedPhoto | EngineError]]]:
    block: list[tuple[Path, PreparedPhoto | EngineError]] = []
    for entry in photos:
        block.append(entry)
        if len(block) == _BATCH:
            yield block
            block = []
    if block:
        yield block
