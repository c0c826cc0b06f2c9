"""What every model that photos are searched with can do."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.framing import Framing

Array = NDArray[Any]


class PhotoEncoder(Protocol):
    """What encodes photos, to search with or for codes alone."""

    def encode_images(self, pixels: NDArray[np.uint8]) -> Array:
        """Return features, float16 [n, f], of framed pictures, uint8 [n, side, side, 3]."""


class RetrievalModel(Protocol):
    """Pixels -> features that are stored -> vectors of each space; and texts -> vectors."""

    @property
    def version(self) -> str:
        """Its version."""

    @property
    def feature_space(self) -> str:
        """Version of the model whose stored features it reads; its own if it makes them."""

    @property
    def feature_dim(self) -> int:
        """Values stored of a photo."""

    @property
    def framing(self) -> Framing:
        """How it sees a photo."""

    @property
    def dimensions(self) -> Mapping[str, int]:
        """The spaces and their dimensions."""

    @property
    def languages(self) -> str:
        """What it was trained on, as shown to the user."""

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text are read."""

    def load_networks(self, *, texts: bool, images: bool) -> None:
        """Build the networks that are needed."""

    def encode_images(self, pixels: NDArray[np.uint8]) -> NDArray[np.float16]:
        """Return features, float16 [n, feature_dim], of uint8 [n, size, size, 3]."""

    def encode_text(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit rows of the ``text`` space, float32 [n, d]."""

    def describe_label(self, label: str) -> str:
        """Return the text that stands for a label."""

    def count_tokens(self, text: str) -> int:
        """Return the number of tokens of a text."""

    def unknown_share(self, text: str) -> float:
        """Return the share of a text that it cannot understand, in [0, 1]."""

    def fit_statistics(self, features: Array) -> dict[str, Array]:
        """Fit library statistics to features of shape [n, F]."""

    def derive(self, features: Array, statistics: Mapping[str, Array]) -> dict[str, Array]:
        """Return unit rows of each space, float32 [n, d]."""

    def derive_text(self, features: Array) -> NDArray[np.float32]:
        """Return unit rows of the ``text`` space alone, float32 [n, d]."""

    def reference_vectors(self) -> NDArray[np.float32]:
        """Return rows of the ``text`` space that stand for pictures of all kinds, [m, d]."""

    def visual_query_views(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the views of one query picture, itself first, uint8 [v, size, size, 3]."""
