"""Where labels are learned: what a model makes of photos and of texts, and how both meet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from engine.models import registry
from engine.models.classifier import Alignment, TextEncoder
from engine.models.minilm import TextFiles, TextNetwork
from engine.models.tuned import TunedModel
from engine.training.examples import TrainingSet
from engine.training.general_retrieval import GeneralQuestions
from engine.training.label_captions import BUILT_IN, Wording
from engine.training.splits import Indices

if TYPE_CHECKING:
    from engine.models.pretrained import PretrainedModel

# Every so many names of classes tell where a checkpoint's texts lie, and photos where its photos.
_NAMES_APART: Final = 10
_MOST_PHOTOS: Final = 20_000


@dataclass(frozen=True, slots=True, eq=False)
class LabelSpace:
    """The space of the model whose stored features are at hand.

    Attributes:
        texts: Its text model; each text is encoded once, whatever the number of fits.
        wording: How that is spoken to.
    """

    texts: TextEncoder
    wording: Wording
    _checkpoint: "PretrainedModel | None" = None

    @classmethod
    def of(cls, data: TrainingSet) -> Self:
        """Return that of the model which made the features of a snapshot.

        A version that was trained on another one is read as that one: its features come first.

        Raises:
            ModelError: Its files are missing or altered.
        """
        if data.feature_space == registry.built_in_version():
            return cls._built_in()
        model = registry.load(data.feature_space, data.models)
        base: Any = model.base if isinstance(model, TunedModel) else model
        if base.version == registry.built_in_version():
            return cls._built_in()
        wording = Wording(("{}", base.describe_label("{}")), base.unknown_share)
        return cls(_KnownTexts(base.encode_text), wording, base)

    @classmethod
    def _built_in(cls) -> Self:
        return cls(_KnownTexts(TextNetwork(TextFiles.verify()).encode), BUILT_IN)

    def alignment(self, data: TrainingSet, photos: Indices) -> Alignment:
        """Return how photos and texts begin together.

        The built-in model knows it. A checkpoint has a projection, but its photos lie apart from
        its texts: each side is centred, the photos by some of the library, the texts by names of
        things of all kinds.

        Args:
            data: The snapshot.
            photos: Those that may be looked at, int64 [n].
        """
        if self._checkpoint is None:
            return Alignment.embedded()
        names = GeneralQuestions.read().names[::_NAMES_APART]
        texts = self.texts.encode([self._checkpoint.describe_label(name) for name in names])
        some = photos[:: -(-len(photos) // _MOST_PHOTOS)]
        features = data.features[some, : self._checkpoint.feature_dim]
        return Alignment(
            feature_mean=features.mean(axis=0, dtype=np.float64).astype(np.float32),
            projection=self._checkpoint.projection(),
            text_mean=texts.mean(axis=0),
        )


class _KnownTexts:
    """A text model that encodes each text once."""

    def __init__(self, encode: Callable[[Sequence[str]], NDArray[np.float32]]) -> None:
        self._encode = encode
        self._known: dict[str, NDArray[np.float32]] = {}

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._encode(new), strict=True))
        return np.stack([self._known[text] for text in texts])
