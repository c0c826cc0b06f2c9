"""A trained network that writes a sentence about a picture, from a local folder.

Any of transformers' classes for it will do (BLIP, GIT, ViT with GPT-2). Weights are safetensors,
nothing is downloaded and no code of the folder is run.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Self, cast

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError

from engine.errors import ModelError

MOST_TOKENS: Final = 32
# What transformers says of a folder that holds something else, or a damaged file.
_UNFIT: Final = (
    *(OSError, ValueError, KeyError, TypeError, AttributeError, RuntimeError, ImportError),
    SafetensorError,
)


class Captioner:
    """A network, ready to write.

    Args:
        model: Of transformers; has ``generate``.
        processor: Turns pictures into ``pixel_values``.
        tokenizer: Turns tokens into text.
    """

    def __init__(self, model: Any, processor: Any, tokenizer: Any) -> None:
        self._model = model.eval()
        self._processor = processor
        self._tokenizer = tokenizer

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Load a model as ``save_pretrained`` wrote it.

        Raises:
            ModelError: The folder holds no model that writes captions.
        """
        from transformers import AutoImageProcessor, AutoModelForImageTextToText, AutoTokenizer

        if list(folder.glob("*.bin")) and not list(folder.glob("*.safetensors")):
            raise ModelError(
                f"The weights in {folder} are a pickle, which could run any program; choose a "
                "captioner in safetensors."
            )
        options = {"local_files_only": True, "trust_remote_code": False}
        try:
            model = AutoModelForImageTextToText.from_pretrained(
                folder, use_safetensors=True, **options
            )
            processor = cast("Any", AutoImageProcessor).from_pretrained(folder, **options)
            tokenizer = AutoTokenizer.from_pretrained(folder, **options)
        except _UNFIT as error:
            raise ModelError(
                f"{folder} holds no model that writes captions; choose a folder with a BLIP, GIT "
                "or ViT-GPT2 model in safetensors."
            ) from error
        return cls(model, processor, tokenizer)

    @torch.inference_mode()
    def describe(self, pictures: Sequence[NDArray[np.uint8]]) -> list[tuple[str, float]]:
        """Write a sentence about each picture.

        Args:
            pictures: Each uint8 [h, w, 3], sRGB.

        Returns:
            Sentences, each with the geometric mean of its tokens' probabilities, 0 to 1.

        Raises:
            ModelError: It wants more than a picture, such as a question.
        """
        try:
            return self._describe(pictures) if pictures else []
        except _UNFIT as error:
            raise ModelError(
                f"This captioner cannot write about a picture alone ({error}); choose a BLIP, GIT "
                "or ViT-GPT2 model."
            ) from error

    def _describe(self, pictures: Sequence[NDArray[np.uint8]]) -> list[tuple[str, float]]:
        # Copies: torch takes no array that may not be written.
        images = [np.array(picture) for picture in pictures]
        pixels = self._processor(images=images, return_tensors="pt")["pixel_values"]
        written = self._model.generate(
            pixel_values=pixels,
            max_new_tokens=MOST_TOKENS,
            do_sample=False,
            num_beams=1,
            output_scores=True,
            return_dict_in_generate=True,
        )
        scores = torch.stack(written.scores, dim=1).log_softmax(dim=-1)  # [n, steps, tokens]
        tokens = written.sequences[:, -scores.shape[1] :]
        chosen = scores.gather(2, tokens[..., None])[..., 0]
        is_written = self._is_written(tokens)
        means = (chosen * is_written).sum(dim=1) / is_written.sum(dim=1).clamp(min=1)
        sentences = self._tokenizer.batch_decode(tokens, skip_special_tokens=True)
        return [
            (" ".join(sentence.split()), float(probability))
            for sentence, probability in zip(sentences, means.exp(), strict=True)
        ]

    def _is_written(self, tokens: torch.Tensor) -> torch.Tensor:
        """Tell which tokens belong to a sentence: up to its end, that included."""
        ends = self._tokenizer.eos_token_id, self._tokenizer.sep_token_id
        is_end = torch.zeros_like(tokens, dtype=torch.bool)
        for end in ends:
            if end is not None:
                is_end |= tokens == end
        return (is_end.cumsum(dim=1) - is_end.long()) == 0
