"""The embedded model: EfficientNet-Lite0 and MiniLM, joined by the closed-form bridge.

Verified when it is loaded; each network is built when it is first needed, since a search by words
needs no image network and an import of photos no text network.
"""

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from engine.framing import SQUASHED, Framing
from engine.models import bridge, efficientnet, minilm, packages, visual
from engine.models.bridge import Bridge
from engine.models.efficientnet import ImageNetwork
from engine.models.minilm import TextFiles, TextNetwork


class EmbeddedModel:
    """Finds photos by English words and by pictures, with no network and nothing to download.

    Attributes:
        version: Changes with the weights, the preprocessing and the recipe of the vectors.
        feature_space: The same: it makes the features that it reads.
        feature_dim: Values stored of a photo, float16; all vectors are derived from them.
        framing: How it sees a photo: squashed.
        dimensions: The spaces and their dimensions.
        languages: What the text model was trained on.
        max_tokens: How much of a text is read.
    """

    feature_dim: ClassVar[int] = efficientnet.FEATURE_DIM
    framing: ClassVar[Framing] = SQUASHED
    dimensions: ClassVar[Mapping[str, int]] = {
        "text": minilm.TEXT_DIM,
        "visual": visual.VISUAL_DIM,
    }
    languages: ClassVar[str] = "English"
    max_tokens: ClassVar[int] = minilm.MAX_TOKENS

    def __init__(
        self, *, image_weights: Path, text_files: TextFiles, joined_by: Bridge, version: str
    ) -> None:
        self.version = version
        self.feature_space = version
        self._image_weights = image_weights
        self._text_files = text_files
        self._bridge = joined_by
        self._image_network: ImageNetwork | None = None
        self._text_network: TextNetwork | None = None
        self._building = threading.Lock()

    @classmethod
    def load(cls) -> Self:
        """Verify all files and read what is small.

        Raises:
            ModelError: A file is missing or altered; the sentence says what to reinstall.
        """
        image_weights = packages.IMAGE_WEIGHTS.verify()
        classifier = efficientnet.read_classifier(image_weights)
        tensors = bridge.read_tensors()
        return cls(
            image_weights=image_weights,
            text_files=TextFiles.verify(),
            joined_by=Bridge(
                weight=classifier.weight.astype(np.float64),
                bias=classifier.bias.astype(np.float64),
                feature_mean=classifier.feature_mean.astype(np.float64),
                text_mean=tensors["class_texts"].mean(axis=0),
                **tensors,
            ),
            version=packages.embedded_version(),
        )

    def load_networks(self, *, texts: bool, images: bool) -> None:
        """Build the networks that are needed, so that what follows takes no time for it.

        Args:
            texts: Whether texts will be encoded.
            images: Whether photos will be encoded.
        """
        if texts:
            self._load_text_network()
        if images:
            self._load_image_network()

    def encode_images(self, pixels: NDArray[np.uint8]) -> NDArray[np.float16]:
        """Encode photos.

        Args:
            pixels: uint8 [n, 224, 224, 3], whole photos, upright, sRGB, squashed.

        Returns:
            float16 [n, feature_dim].
        """
        return self._load_image_network().encode(pixels)

    def encode_text(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Encode texts for the search; each vector depends on its own text alone.

        Args:
            texts: English; what lies beyond ``max_tokens`` is not read.

        Returns:
            float32 [n, 384], unit rows, in the ``text`` space.
        """
        return self._bridge.centre_queries(self._load_text_network().encode(texts))

    def describe_label(self, label: str) -> str:
        """Return the text that stands for a label: its bare name."""
        return label

    def count_tokens(self, text: str) -> int:
        """Count the tokens of a text, uncut, for comparison with ``max_tokens``."""
        return self._load_text_network().count_tokens(text)

    def unknown_share(self, text: str) -> float:
        """Tell how much of a text the model cannot understand, 0 to 1 (see ``minilm``)."""
        return minilm.unknown_share(text)

    def fit_statistics(self, features: NDArray[np.float16]) -> dict[str, NDArray[np.float32]]:
        """Take from a library's features what :meth:`derive` needs to know of the library.

        Args:
            features: float16 [n, feature_dim], n >= 1.

        Returns:
            float32 arrays by name.
        """
        return visual.fit_visual(features)

    def derive(
        self,
        features: NDArray[np.float16],
        statistics: Mapping[str, NDArray[np.float32]],
    ) -> dict[str, NDArray[np.float32]]:
        """Derive the vectors of photos from their features, without a network.

        Args:
            features: float16 [n, feature_dim].
            statistics: From :meth:`fit_statistics`. The ``text`` vectors do not depend on them.

        Returns:
            By space, float32 [n, dimension], unit rows; a row depends on its own features alone.
        """
        return {
            "text": self.derive_text(features),
            "visual": visual.derive_visual(features, statistics),
        }

    def derive_text(self, features: NDArray[np.float16]) -> NDArray[np.float32]:
        """Derive the vectors that are compared with words, as :meth:`derive` does.

        Args:
            features: float16 [n, feature_dim].

        Returns:
            float32 [n, 384], unit rows.
        """
        return self._bridge.derive(features[:, : efficientnet.POOLED_DIM])

    def reference_vectors(self) -> NDArray[np.float32]:
        """Give rows of the ``text`` space that stand for pictures of all kinds.

        Returns:
            float32 [1000, 384], unit rows: one for each class that the image network knows.
        """
        return self._bridge.class_vectors()

    def visual_query_views(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Give the views of a query picture that are tried in the ``visual`` space.

        Args:
            pixels: uint8 [224, 224, 3].

        Returns:
            uint8 [v, 224, 224, 3]; a photo's score is that of the best view.
        """
        return visual.query_views(pixels)

    def _load_image_network(self) -> ImageNetwork:
        with self._building:
            if self._image_network is None:
                self._image_network = ImageNetwork(self._image_weights)
        return self._image_network

    def _load_text_network(self) -> TextNetwork:
        with self._building:
            if self._text_network is None:
                self._text_network = TextNetwork(self._text_files)
        return self._text_network
