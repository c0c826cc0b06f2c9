"""The towers of a checkpoint with their last blocks to be learned, and what they read.

What the frozen blocks make of a photo or caption is computed once and kept, as far as memory goes:
an epoch costs the last blocks only. Photos are the library's thumbnails, framed as the checkpoint
wants them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn.utils.rnn import pad_sequence

from engine.models.last_blocks import (
    LastImageBlocks,
    LastTextBlocks,
    TextStates,
    image_states,
    text_states,
)
from engine.models.pretrained import PretrainedModel
from engine.training.examples import TrainingSet
from engine.training.kept_rows import Kept
from engine.training.splits import Indices
from engine.training.tower_kits import ImageKit, TextKit, need_thumbnails, pixels_of

_BLOCK: Final = 32
# Bytes that are kept of texts.
_ROOM: Final = 1 << 29


class CheckpointTexts(TextKit):
    """The text tower of a checkpoint.

    Args:
        model: The checkpoint.
        trained_blocks: How many of its last blocks are learned, -1 for all.
    """

    batch = 64

    def __init__(self, model: PretrainedModel, trained_blocks: int) -> None:
        self._model = model
        self._blocks = LastTextBlocks(model.text_network(), trained_blocks).blocks
        self._kept = _KeptTexts()

    def trunk(self) -> tuple[nn.Module, int]:
        """Return last blocks for a fit."""
        tower = LastTextBlocks(self._model.text_network(), self._blocks)
        return tower, self._model.dimensions["text"]

    def read(self, texts: Sequence[str]) -> TextStates:
        """Return texts before the last blocks."""
        found = self._kept.among(texts)
        for block in _in_blocks(sorted(set(texts) - found.keys())):
            states, ids, mask = text_states(self._model, block, self._blocks)
            for place, text in enumerate(block):
                length = states.shape[1] if mask is None else int(mask[place].sum())
                found[text] = states[place, :length].half(), ids[place, :length].clone()
                self._kept.add(text, found[text])
        states, ids = (
            pad_sequence([found[text][part] for text in texts], batch_first=True) for part in (0, 1)
        )
        if not self._model.reads_mask:
            return TextStates(states.float(), ids, None)
        mask = pad_sequence([torch.ones_like(found[text][1]) for text in texts], batch_first=True)
        return TextStates(states.float(), ids, mask)


class CheckpointPhotos(ImageKit):
    """The image tower of a checkpoint.

    Args:
        data: The snapshot; its features are the checkpoint's.
        model: The checkpoint.
        trained_blocks: How many of its last blocks are learned, -1 for all.
    """

    batch = _BLOCK
    pools_first = True

    def __init__(self, data: TrainingSet, model: PretrainedModel, trained_blocks: int) -> None:
        self._data = data
        self._model = model
        nothing = np.zeros(model.feature_dim)
        self._blocks = LastImageBlocks(model.image_network(), trained_blocks, nothing).blocks
        self._kept = Kept(self._make_states)

    def trunk(self, train: Indices) -> tuple[nn.Module, int]:
        """Return last blocks for a fit."""
        stored = self._data.features[train, : self._model.feature_dim].astype(np.float64)
        tower = LastImageBlocks(self._model.image_network(), self._blocks, stored.mean(axis=0))
        return tower, tower.width

    def readable(self, photos: Indices) -> NDArray[np.bool_]:
        """Look which photos have a thumbnail."""
        return need_thumbnails(self._data, photos)

    def read(self, photos: Indices, *, tokens: bool) -> torch.Tensor:
        """Return photos before the last blocks."""
        return self._kept.of(photos).float()

    def _make_states(self, photos: Indices) -> torch.Tensor:
        pixels = pixels_of(self._data, photos, self._model.framing)
        return image_states(self._model, pixels, self._blocks)[1].half()


class _KeptTexts:
    """What was computed of texts, each of its own length, until there is no more room."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[torch.Tensor, ...]] = {}
        self._bytes = 0

    def among(self, keys: Iterable[str]) -> dict[str, tuple[torch.Tensor, ...]]:
        """Return what is kept of some."""
        return {key: self._found[key] for key in keys if key in self._found}

    def add(self, key: str, parts: tuple[torch.Tensor, ...]) -> None:
        """Keep something, if there is room."""
        size = sum(part.nbytes for part in parts)
        if self._bytes + size <= _ROOM:
            self._found[key] = parts
            self._bytes += size


def _in_blocks(items: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(items), _BLOCK):
        yield items[start : start + _BLOCK]
