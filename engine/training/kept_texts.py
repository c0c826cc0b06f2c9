"""Vectors of captions, kept beside the library's thumbnails: a text model is slow on two cores.

Derived: the file may be deleted.
"""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load_file, save_file


class TextEncoder(Protocol):
    """A model that texts are encoded with."""

    @property
    def version(self) -> str:
        """Its version."""

    def encode_text(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Turn texts into unit rows, float32 [n, d]."""


class KeptTexts:
    """Encodes each text once; what was encoded stays in a file.

    Args:
        model: Encodes texts, each for itself.
        folder: Where the file is; None keeps nothing.
    """

    def __init__(self, model: TextEncoder, folder: Path | None) -> None:
        self._model = model
        self._file = None if folder is None else folder / f"texts-{model.version}.safetensors"
        self._kept: dict[str, NDArray[np.float32]] = {}
        if self._file is not None:
            try:
                self._kept = load_file(self._file)
            except (OSError, SafetensorError):
                self._kept = {}

    def encode_text(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return vectors, float32 [n, d], unit rows; n at least 1."""
        names = [hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() for text in texts]
        new = {
            name: text for name, text in zip(names, texts, strict=True) if name not in self._kept
        }
        if new:
            rows = self._model.encode_text(list(new.values()))
            self._kept |= dict(zip(new, rows, strict=True))
            self._save()
        return np.stack([self._kept[name] for name in names])

    def _save(self) -> None:
        """Write the file anew; a disk that refuses costs the same work again, and no more."""
        if self._file is None:
            return
        part = self._file.with_suffix(f".{os.getpid()}.part")
        try:
            part.parent.mkdir(parents=True, exist_ok=True)
            save_file(self._kept, part)
            os.replace(part, self._file)
        except (OSError, SafetensorError):
            part.unlink(missing_ok=True)
