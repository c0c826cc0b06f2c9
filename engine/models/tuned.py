"""A dual encoder in use: has the methods of the model that it was made from.

Its ``text`` space is the parent's and the trained one side by side, so that a cosine is the mix
of both scores that validation chose; see :mod:`engine.models.mixed_space`. All else is the
parent's.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

from engine.errors import ModelError
from engine.framing import Framing, join
from engine.models.mixed_space import NEIGHBOURS, MixedSpace, scaled_dimension
from engine.models.trained_text import TOWER_FRAMING, TrainedText
from engine.models.versions import WEIGHTS, read_config

if TYPE_CHECKING:
    from engine.models.dual_encoder_use import LoadedDualEncoder
    from engine.models.retrieval_model import RetrievalModel

KIND = "dual-encoder"


class TunedModel:
    """See the module.

    Where its trunks are frozen and the parent's, photos are derived from the parent's features.
    Else it encodes photos itself: its features are the parent's with its own vectors behind them.

    Args:
        parent: The model that it was made from.
        folder: The version's folder.

    Attributes:
        base: The parent.
        version: Name of the version.
        feature_space: Version of the model whose stored features it reads.
        encodes: Whether photos must be encoded again for it.
        feature_dim: Values stored of a photo.
        framing: As the parent's, and as its own image tower's where that is from a folder.
        dimensions: The spaces and their dimensions.
        languages: As the parent's.
        max_tokens: As the parent's.

    Raises:
        ModelError: The folder is damaged, or holds another kind of version.
    """

    def __init__(self, parent: "RetrievalModel", folder: Path) -> None:
        config = read_config(folder)
        if config["kind"] != KIND:
            raise ModelError(f"The version in {folder} cannot be searched with.")
        self.base = parent
        self.version = folder.name
        self._folder = folder
        try:
            self.encodes = bool(config["encodes"])
            self._dimension = int(config["dimension"])
            tensors = load_file(folder / WEIGHTS)
            self._reference: NDArray[np.float32] = tensors["reference"]
            share, neighbours = float(config["share"]), int(config.get(NEIGHBOURS, 0))
            self._space = MixedSpace.of(share, neighbours, tensors)
        except (OSError, KeyError, ValueError, TypeError) as error:
            raise ModelError(f"The model in {folder} is damaged; train it anew.") from error
        self._trained = None if self.encodes else TrainedText.load(folder)
        self.feature_space = self.version if self.encodes else parent.feature_space
        self.feature_dim = parent.feature_dim + (self._dimension if self.encodes else 0)
        self.framing = parent.framing
        if self.encodes and TOWER_FRAMING in config:
            own = Framing.from_json(config[TOWER_FRAMING])
            self.framing = parent.framing.together_with(own)
        self.languages = parent.languages
        self.max_tokens = parent.max_tokens
        self.dimensions = {
            **parent.dimensions,
            "text": scaled_dimension(parent.dimensions["text"], self._dimension, neighbours),
        }

    def load_networks(self, *, texts: bool, images: bool) -> None:
        """Build the networks that are needed."""
        self.base.load_networks(texts=texts, images=images)
        if self.encodes:
            _ = self._networks

    def encode_images(self, pixels: NDArray[np.uint8]) -> NDArray[np.float16]:
        """Encode framed photos, uint8 [n, h, w, 3]; float16 [n, feature_dim]."""
        if not self.encodes:
            return self.base.encode_images(pixels)
        features, own = self._networks.encode(pixels)
        return np.concatenate([features, own.astype(np.float16)], axis=1)

    def encode_text(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Encode texts for the search, float32 [n, d], unit rows."""
        parent = self.base.encode_text(texts)
        if self._trained is not None:
            return self._space.texts(parent, self._trained.encode_text(parent))
        return self._space.texts(parent, self._networks.text_vectors(texts, parent))

    def describe_label(self, label: str) -> str:
        """Return the text that stands for a label."""
        return self.base.describe_label(label)

    def count_tokens(self, text: str) -> int:
        """Count the tokens of a text, uncut."""
        return self.base.count_tokens(text)

    def unknown_share(self, text: str) -> float:
        """Tell how much of a text the model cannot understand, 0 to 1."""
        return self.base.unknown_share(text)

    def fit_statistics(self, features: NDArray[np.float16]) -> dict[str, NDArray[np.float32]]:
        """Take from a library's features what :meth:`derive` needs to know of the library."""
        return self.base.fit_statistics(features[:, : self.base.feature_dim])

    def derive(
        self, features: NDArray[np.float16], statistics: Mapping[str, NDArray[np.float32]]
    ) -> dict[str, NDArray[np.float32]]:
        """Derive the vectors of photos, by space float32 [n, dimension], unit rows."""
        found = self.base.derive(features[:, : self.base.feature_dim], statistics)
        return {**found, "text": self._space.photos(found["text"], self._own(features))}

    def derive_text(self, features: NDArray[np.float16]) -> NDArray[np.float32]:
        """Derive the vectors that are compared with words, float32 [n, d], unit rows."""
        base = self.base.derive_text(features[:, : self.base.feature_dim])
        return self._space.photos(base, self._own(features))

    def reference_vectors(self) -> NDArray[np.float32]:
        """Give rows of the ``text`` space that stand for pictures of all kinds."""
        return self._space.photos(self.base.reference_vectors(), self._reference)

    def visual_query_views(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Give the views of a query picture, uint8 [v, h, w, 3]."""
        first, own = self.framing.split(pixels[None])
        views = self.base.visual_query_views(first[0])
        if self.framing.also is None:
            return views
        # Views are compared as pictures, which is the parent's; the own tower sees the picture.
        return join(views, np.repeat(own, len(views), axis=0))

    def _own(self, features: NDArray[np.float16]) -> NDArray[np.float32]:
        """Return the trained vectors, unit rows."""
        if self._trained is not None:
            return self._trained.derive_text(features)
        rows = features[:, self.base.feature_dim :].astype(np.float32)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.asarray(rows / np.where(lengths > 0, lengths, 1), np.float32)

    @cached_property
    def _networks(self) -> "LoadedDualEncoder":
        from engine.models.dual_encoder_use import LoadedDualEncoder

        return LoadedDualEncoder(self._folder, self.base)
