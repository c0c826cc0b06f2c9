"""Networks that write captions, in a process of their own: torch never holds up who asks."""

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.models.host import ModelProcess

if TYPE_CHECKING:
    from engine.models.caption_writer import CaptionWriter
    from engine.models.captioner import Captioner

Pixels = NDArray[np.uint8]
Written = list[tuple[str, float]]


class CaptionerProcess:
    """A captioner of transformers in a local folder (see :mod:`engine.models.captioner`).

    Args:
        folder: As ``save_pretrained`` wrote it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process = ModelProcess(is_background=True)

    def describe(self, pictures: Sequence[Pixels]) -> Written:
        """Write a sentence about each picture, with its probability, 0 to 1.

        Args:
            pictures: Each uint8 [h, w, 3], sRGB.

        Raises:
            ModelError: The folder holds no model that writes captions, or the process ended.
        """
        found: Written = self._process.run(_describe, self._folder, list(pictures))
        return found

    def close(self) -> None:
        """End the process; who waits for it gets a ModelError at once."""
        self._process.close()


class DecoderProcess:
    """The decoders of a version of this program (see :mod:`engine.models.caption_writer`).

    Args:
        folder: The version's folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process = ModelProcess(is_background=True)

    def write(self, pixels: Pixels, features: NDArray[np.float16]) -> Written:
        """Write a sentence about each photo, with how sure both decoders are of it, 0 to 1.

        Args:
            pixels: uint8 [n, side, side, 3], upright sRGB, framed as the version wants.
            features: float16 [n, f], as the version reads them.

        Raises:
            ModelError: The version is damaged or has learned too little, or the process ended.
        """
        found: Written = self._process.run(_write, self._folder, pixels, features)
        return found

    def close(self) -> None:
        """End the process; who waits for it gets a ModelError at once."""
        self._process.close()


# ---- in the process ----


@functools.cache
def _captioner(folder: Path) -> "Captioner":
    from engine.models.captioner import Captioner

    return Captioner.load(folder)


def _describe(folder: Path, pictures: Sequence[Pixels]) -> Written:
    return _captioner(folder).describe(pictures)


@functools.cache
def _writer(folder: Path) -> "CaptionWriter":
    from engine.models.caption_writer import CaptionWriter

    return CaptionWriter(folder)


def _write(folder: Path, pixels: Pixels, features: NDArray[np.float16]) -> Written:
    return [(one.caption, one.score) for one in _writer(folder).suggest(pixels, features)]
