"""A dual encoder whose towers are networks, in use: pixels and texts -> vectors and tokens."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from engine.framing import Framing
from engine.models import packages
from engine.models.dual_encoder_files import (
    STORED,
    last_blocks,
    last_layers,
    load_dual_encoder,
)
from engine.models.efficientnet import ImageNetwork
from engine.models.last_blocks import image_states, text_states
from engine.models.photo_trunks import StoredPhotos
from engine.models.pretrained import PretrainedModel
from engine.models.towers import TOKENIZER, ImageTrunk, PixelScaling, TextTokenizer, TextTrunk
from engine.models.trained_text import FEATURE_DIM, TOWER_FRAMING
from engine.models.versions import read_config

if TYPE_CHECKING:
    from engine.models.retrieval_model import RetrievalModel

MAP_SIDE = 4
_BATCH = 16


class LoadedDualEncoder:
    """A version with its networks.

    Args:
        folder: The version's folder.
        base: The model that it was made from.

    Raises:
        ModelError: It is damaged.
    """

    def __init__(self, folder: Path, base: "RetrievalModel") -> None:
        config = read_config(folder)
        self._base = base
        self._checkpoint = base if isinstance(base, PretrainedModel) else None
        self.model = load_dual_encoder(folder, self._checkpoint)
        self._network: ImageNetwork | None = None
        self._tower = config["image_tower"]
        self._image_blocks = last_blocks(self._tower)
        self._text_blocks = last_blocks(config["text_tower"])
        self._width = int(config["image_width"])
        trunk = self.model.image.trunk
        self._framing, self._pixels = base.framing, None
        self._is_squashed_twice = False
        if isinstance(trunk, ImageTrunk):
            self._is_squashed_twice = TOWER_FRAMING not in config  # of an earlier program
            own = Framing(trunk.network.config.image_size)
            if not self._is_squashed_twice:
                own = Framing.from_json(config[TOWER_FRAMING])
                self._framing = base.framing.together_with(own)
            mean, deviation = tuple(config["pixel_mean"]), tuple(config["pixel_deviation"])
            self._pixels = PixelScaling(own, mean, deviation)
        text = self.model.text.trunk
        self._tokenizer = (
            TextTokenizer(folder / TOKENIZER, text.network.config)
            if isinstance(text, TextTrunk)
            else None
        )

    def encode(self, pixels: NDArray[np.uint8]) -> tuple[NDArray[np.float16], NDArray[np.float32]]:
        """Encode photos; blocks that are the parent's too see each once.

        Args:
            pixels: uint8 [n, h, w, 3], framed as the version wants.

        Returns:
            What the parent stores, float16 [n, f], and :meth:`photo_vectors`.
        """
        if self._checkpoint is None or not self._image_blocks:
            features = self._base.encode_images(self._framing.split(pixels)[0])
            return features, self.photo_vectors(pixels, features)
        stored, own = [], []
        for block in _blocks(len(pixels)):
            features, states = image_states(self._checkpoint, pixels[block], self._image_blocks)
            with torch.inference_mode():
                own.append(functional.normalize(self.model.image(states).pooled, dim=1))
            stored.append(features)
        return np.concatenate(stored), torch.cat(own).numpy()

    def photo_vectors(
        self, pixels: NDArray[np.uint8], features: NDArray[np.float16]
    ) -> NDArray[np.float32]:
        """Encode photos for the search.

        Args:
            pixels: uint8 [n, h, w, 3], framed as the version wants.
            features: float16 [n, f], of the parent.

        Returns:
            float32 [n, d], unit rows.
        """
        found = [
            functional.normalize(self._image(pixels[block], features[block]).pooled, dim=1)
            for block in _blocks(len(pixels))
        ]
        return torch.cat(found).numpy()

    def photo_tokens(
        self, pixels: NDArray[np.uint8], features: NDArray[np.float16]
    ) -> torch.Tensor:
        """Return what the decoders read of photos, float32 [n, t, d]; arguments as above."""
        found = [
            self._image(pixels[block], features[block]).tokens for block in _blocks(len(pixels))
        ]
        return torch.cat(found)

    @torch.inference_mode()
    def text_vectors(
        self, texts: Sequence[str], parent: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Encode texts.

        Args:
            texts: Any.
            parent: float32 [n, t], what the parent makes of them.

        Returns:
            float32 [n, d], unit rows.
        """
        batch: Any = torch.from_numpy(parent)
        if self._tokenizer is not None:
            batch = self._tokenizer(texts)
        elif self._checkpoint is not None and self._text_blocks:
            batch = text_states(self._checkpoint, texts, self._text_blocks)
        return functional.normalize(self.model.text(batch), dim=1).numpy()

    @torch.inference_mode()
    def _image(self, pixels: NDArray[np.uint8], features: NDArray[np.float16]) -> Any:
        if self._checkpoint is not None and self._image_blocks:
            return self.model.image(image_states(self._checkpoint, pixels, self._image_blocks)[1])
        first, own = self._framing.split(pixels)
        if self._pixels is not None:
            if self._is_squashed_twice:
                own = np.stack([self._pixels.framing.apply_to_pixels(one) for one in first])
            return self.model.image(self._pixels.apply(own))
        if self._tower == STORED and self._width != FEATURE_DIM:  # a checkpoint's: no maps
            rows = torch.from_numpy(features[:, : self._width].astype(np.float32))
            return self.model.image(StoredPhotos(rows))
        network = self._embedded_network()
        layers = last_layers(self._tower)
        cells = (
            network.encode_blocks(first, layers=layers)
            if layers
            else network.encode_maps(first, side=MAP_SIDE)
        )
        rows = torch.from_numpy(features[:, :FEATURE_DIM].astype(np.float32))
        return self.model.image(StoredPhotos(rows, torch.from_numpy(cells).float()))

    def _embedded_network(self) -> ImageNetwork:
        if self._network is None:
            self._network = ImageNetwork(packages.IMAGE_WEIGHTS.verify())
        return self._network


def _blocks(count: int) -> list[slice]:
    return [slice(start, start + _BATCH) for start in range(0, count, _BATCH)]
