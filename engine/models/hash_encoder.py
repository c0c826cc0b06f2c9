"""A hash model that was learned through convolutions, in use: photos -> values of their codes."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.torch import load_file

from engine.errors import ModelError
from engine.models import packages
from engine.models.hash_backbones import ImageHashNetwork
from engine.models.versions import WEIGHTS, read_config

# On two cores larger batches are no faster, and take more memory.
_BATCH = 16


class HashEncoder:
    """Its features are f, one value a bit; :class:`engine.models.codes.PixelCoder` has the rest.

    Args:
        folder: The version's folder.

    Attributes:
        version: Its name.
        feature_space: The same: what is stored of photos is its own.

    Raises:
        ModelError: The folder is damaged, or holds another kind of version.
    """

    def __init__(self, folder: Path) -> None:
        config = read_config(folder)
        self.version = self.feature_space = folder.name
        try:
            self._network = ImageHashNetwork(
                packages.IMAGE_WEIGHTS.verify(),
                int(config["bits"]),
                learned_blocks=int(config["learned_blocks"]),
                hidden=int(config["hidden"]),
                side=int(config["side"]),
            )
            self._network.load_state_dict(load_file(folder / WEIGHTS))
        except (OSError, RuntimeError, KeyError, ValueError, TypeError, SafetensorError) as error:
            raise ModelError(
                f"{folder} holds no hash model that this program can read; train it anew."
            ) from error
        self._network.eval().requires_grad_(requires_grad=False)

    def load_networks(self, *, texts: bool, images: bool) -> None:
        """It is loaded already."""

    def encode_images(self, pixels: NDArray[np.uint8]) -> NDArray[np.float16]:
        """Encode squashed photos, uint8 [n, 224, 224, 3]; float16 [n, bits]."""
        blocks = (pixels[start : start + _BATCH] for start in range(0, len(pixels), _BATCH))
        return np.concatenate([values_of(self._network, torch.tensor(block)) for block in blocks])


@torch.inference_mode()
def values_of(network: Any, inputs: torch.Tensor) -> NDArray[np.float16]:
    """Return f as it is stored, float16 [n, bits].

    Args:
        network: In evaluation mode.
        inputs: What it reads, on its device.
    """
    values: NDArray[np.float16] = network(inputs).half().cpu().numpy()
    return values
