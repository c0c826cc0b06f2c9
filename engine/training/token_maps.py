"""What the image network sees cell by cell, of the photos that have captions.

The library stores pooled features only. Captions are learned from a map, which is computed once
from the thumbnails with the frozen network and kept beside them: a file that may be deleted.
"""

import hashlib
import io
import os
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

from engine.framing import SQUASHED, Framing
from engine.images.thumbnails import ThumbnailStore
from engine.models import packages
from engine.models.efficientnet import (
    BLOCKS_DIM,
    EARLIER_DIM,
    MAP_CELLS,
    POOLED_DIM,
    ImageNetwork,
)

MAP_SIDE: Final = 4
FOLDER: Final = "maps"
_BLOCK: Final = 16


class MapKind(StrEnum):
    """Which map.

    CELLS is the last one, 4 x 4 cells of 1280; BLOCKS the one before the last convolution, 7 x 7
    cells of 320; the others are before as many of the last layers, 7 x 7 cells of 192.
    """

    CELLS = "cells"
    BLOCKS = "blocks"
    BEFORE_2 = "before-2"
    BEFORE_3 = "before-3"
    BEFORE_4 = "before-4"
    BEFORE_5 = "before-5"

    @classmethod
    def before(cls, layers: int) -> Self:
        """Return the map that the last layers read, 1 to 5; that of all layers for 0."""
        return list(cls)[layers]

    @property
    def layers(self) -> int:
        """How many layers read it."""
        return list(MapKind).index(self)

    @property
    def shape(self) -> tuple[int, int]:
        """Cells and values of each."""
        if self is MapKind.CELLS:
            return MAP_SIDE**2, POOLED_DIM
        return MAP_CELLS, BLOCKS_DIM if self is MapKind.BLOCKS else EARLIER_DIM


def token_maps(
    thumbnails: Path | None, hashes: Sequence[str], kind: MapKind = MapKind.CELLS
) -> tuple[NDArray[np.float16], NDArray[np.bool_]]:
    """Give the maps of photos; what is not kept yet is computed.

    Args:
        thumbnails: Folder of the library's thumbnails, or None.
        hashes: Content hashes, hexadecimal.
        kind: Which map.

    Returns:
        float16 [n, cells, values], 0 where there is none; and bool [n], where there is one. A
        photo has none if its thumbnail is missing or damaged.
    """
    maps = np.zeros((len(hashes), *kind.shape), np.float16)
    is_there = np.zeros(len(hashes), np.bool_)
    if thumbnails is None:
        return maps, is_there
    file = map_folder(thumbnails) / f"{kind}-{packages.IMAGE_WEIGHTS.sha256[:16]}.safetensors"
    kept = _Kept(file)
    for place, name in enumerate(hashes):
        row = kept.row(name)
        if row is not None and row.shape == kind.shape:
            maps[place], is_there[place] = row, True
    missing = [place for place, there in enumerate(is_there) if not there]
    if missing:
        found = _compute(ThumbnailStore(thumbnails), [hashes[place] for place in missing], kind)
        for place in missing:
            if hashes[place] in found:
                maps[place], is_there[place] = found[hashes[place]], True
        kept.add(found)
    return maps, is_there


def map_folder(thumbnails: Path) -> Path:
    """Return the folder of a library's maps, given that of its thumbnails."""
    return thumbnails.parent / FOLDER


def read_pixels(
    store: ThumbnailStore, name: str, framing: Framing = SQUASHED
) -> NDArray[np.uint8] | None:
    """Read a thumbnail as a network sees photos, uint8 [side, side, 3]; None where there is none.

    Args:
        store: Of the library.
        name: Content hash, hexadecimal.
        framing: How the network sees them.
    """
    data = store.read(bytes.fromhex(name))
    if data is None:
        return None
    try:
        with Image.open(io.BytesIO(data)) as image:
            return framing.apply(image.convert("RGB"))
    except (OSError, ValueError, SyntaxError):
        return None


class _Kept:
    """The file: one tensor a photo, by content hash."""

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            self._opened = _open(file)
            self._names: frozenset[str] = frozenset(list(self._opened.keys()))
        except (OSError, SafetensorError):
            self._names = frozenset()

    def row(self, name: str) -> NDArray[np.float16] | None:
        if name not in self._names:
            return None
        found: NDArray[np.float16] = self._opened.get_tensor(name)
        return found

    def add(self, found: dict[str, NDArray[np.float16]]) -> None:
        """Write the file anew; a disk that refuses costs the same work again, and no more."""
        if not found:
            return
        tensors = {name: self._opened.get_tensor(name) for name in self._names} | found
        digest = hashlib.sha256("".join(sorted(found)).encode()).hexdigest()[:8]
        part = self._file.with_name(f"{self._file.name}.{os.getpid()}-{digest}.part")
        try:
            part.parent.mkdir(parents=True, exist_ok=True)
            save_file(tensors, part)
            os.replace(part, self._file)
        except (OSError, SafetensorError):
            part.unlink(missing_ok=True)


def _open(file: Path) -> Any:  # the class has no types
    return safe_open(file, "numpy")


def _compute(
    store: ThumbnailStore, names: Sequence[str], kind: MapKind
) -> dict[str, NDArray[np.float16]]:
    network = ImageNetwork(packages.IMAGE_WEIGHTS.verify())
    found: dict[str, NDArray[np.float16]] = {}
    for start in range(0, len(names), _BLOCK):
        block = {name: read_pixels(store, name) for name in names[start : start + _BLOCK]}
        pictures = {name: pixels for name, pixels in block.items() if pixels is not None}
        if not pictures:
            continue
        pixels = np.stack(list(pictures.values()))
        if kind is MapKind.CELLS:
            rows = network.encode_maps(pixels, side=MAP_SIDE)
        else:
            rows = network.encode_blocks(pixels, layers=kind.layers)
        found.update(zip(pictures, rows, strict=True))
    return found
