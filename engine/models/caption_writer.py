"""Suggested captions: photos -> what the decoders of a trained version say of them."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.models import registry
from engine.models.caption_decoders import Suggestion, suggest
from engine.models.caption_state import check_captions
from engine.models.dual_encoder_use import LoadedDualEncoder
from engine.models.towers import TOKENIZER, TextTrunk
from engine.models.versions import read_config
from engine.models.vocabulary import CaptionTokens, TokenizerTokens, Vocabulary


class CaptionWriter:
    """The decoders of a version.

    Args:
        folder: The version's folder.

    Raises:
        ModelError: It is damaged, or has learned too little to write captions.
    """

    def __init__(self, folder: Path) -> None:
        config = read_config(folder)
        check_captions(config)
        base = registry.load(str(config["base"]), folder.parent)
        self._loaded = LoadedDualEncoder(folder, base)
        self._tokens = _read_tokens(folder, self._loaded)

    def suggest(self, pixels: NDArray[np.uint8], features: NDArray[np.float16]) -> list[Suggestion]:
        """Write a caption for each photo.

        Args:
            pixels: uint8 [n, side, side, 3], upright sRGB, framed as the model in use wants.
            features: float16 [n, f], as the model in use encodes them.
        """
        if not len(pixels):
            return []
        memory = self._loaded.photo_tokens(pixels, features)
        return suggest(self._loaded.model.captioner, self._tokens, memory)


def _read_tokens(folder: Path, loaded: LoadedDualEncoder) -> CaptionTokens:
    if loaded.model.captioner.shape.shared_words and isinstance(loaded.model.text.trunk, TextTrunk):
        return TokenizerTokens(folder / TOKENIZER)
    return Vocabulary.load(folder)
