"""A dual encoder whose towers are networks, in use: pixels and texts -> vectors and tokens."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from engine.models import packages
from engine.models.dual_encoder_files import LAST_CONVOLUTION, STORED, load_dual_encoder
from engine.models.efficientnet import ImageNetwork
from engine.models.photo_trunks import StoredPhotos
from engine.models.towers import TOKENIZER, ImageTrunk, PixelScaling, TextTokenizer, TextTrunk
from engine.models.trained_text import FEATURE_DIM
from engine.models.versions import read_config

MAP_SIDE = 4
_BATCH = 16


class LoadedDualEncoder:
    """A version with its networks.

    Args:
        folder: The version's folder.
        network: The embedded image network, where it is loaded already.

    Raises:
        ModelError: It is damaged.
    """

    def __init__(self, folder: Path, network: ImageNetwork | None = None) -> None:
        config = read_config(folder)
        self.model = load_dual_encoder(folder)
        self._network = network
        self._tower = config["image_tower"]
        self._width = int(config["image_width"])
        trunk = self.model.image.trunk
        self._pixels = None
        if isinstance(trunk, ImageTrunk):
            side = trunk.network.config.image_size
            self._pixels = PixelScaling(
                side, tuple(config["pixel_mean"]), tuple(config["pixel_deviation"])
            )
        text = self.model.text.trunk
        self._tokenizer = (
            TextTokenizer(folder / TOKENIZER, text.network.config)
            if isinstance(text, TextTrunk)
            else None
        )

    def photo_vectors(
        self, pixels: NDArray[np.uint8], features: NDArray[np.float16]
    ) -> NDArray[np.float32]:
        """Encode photos for the search.

        Args:
            pixels: uint8 [n, 224, 224, 3].
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
        batch: Any = self._tokenizer(texts) if self._tokenizer else torch.from_numpy(parent)
        return functional.normalize(self.model.text(batch), dim=1).numpy()

    @torch.inference_mode()
    def _image(self, pixels: NDArray[np.uint8], features: NDArray[np.float16]) -> Any:
        if self._pixels is not None:
            return self.model.image(self._pixels.apply(pixels))
        if self._tower == STORED and self._width != FEATURE_DIM:  # a checkpoint's: no maps
            rows = torch.from_numpy(features[:, : self._width].astype(np.float32))
            return self.model.image(StoredPhotos(rows))
        network = self._embedded_network()
        assert self._tower in (STORED, LAST_CONVOLUTION)
        cells = (
            network.encode_maps(pixels, side=MAP_SIDE)
            if self._tower == STORED
            else network.encode_blocks(pixels)
        )
        rows = torch.from_numpy(features[:, :FEATURE_DIM].astype(np.float32))
        return self.model.image(StoredPhotos(rows, torch.from_numpy(cells).float()))

    def _embedded_network(self) -> ImageNetwork:
        if self._network is None:
            self._network = ImageNetwork(packages.IMAGE_WEIGHTS.verify())
        return self._network


def _blocks(count: int) -> list[slice]:
    return [slice(start, start + _BATCH) for start in range(0, count, _BATCH)]
