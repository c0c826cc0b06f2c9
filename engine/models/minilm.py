"""all-MiniLM-L6-v2: English sentences -> unit vectors; what of a text it can read.

Knows nothing of pictures; the bridge to them is in ``bridge``.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file

from engine.models import packages

TEXT_DIM: Final = 384
# The published model was trained on up to 128 tokens and reads 256, the two marks included.
MAX_TOKENS: Final = 256
_BATCH: Final = 64
# Tensors in the file that the sentence vectors do without.
_UNUSED: Final = {"embeddings.position_ids", "pooler.dense.weight", "pooler.dense.bias"}


@dataclass(frozen=True)
class TextFiles:
    """Where the files of the text model lie."""

    weights: Path
    config: Path
    tokenizer: Path

    @classmethod
    def verify(cls) -> Self:
        """Find the files and compare their hashes.

        Raises:
            ModelError: A file is missing or altered.
        """
        return cls(
            weights=packages.TEXT_WEIGHTS.verify(),
            config=packages.TEXT_CONFIG.verify(),
            tokenizer=packages.TEXT_TOKENIZER.verify(),
        )


class TextNetwork:
    """The network on the CPU, ready for inference."""

    def __init__(self, files: TextFiles) -> None:
        # transformers takes seconds to import, and an import of photos does without it.
        from tokenizers import Tokenizer
        from transformers import BertConfig, BertModel

        self._tokenizer = Tokenizer.from_file(str(files.tokenizer))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        config = BertConfig.from_json_file(str(files.config))
        network: Any = BertModel  # its methods are not typed
        self._network = network(config, add_pooling_layer=False)
        # `from_pretrained` would read the same file, and write a progress bar and a report.
        tensors = load_file(files.weights)
        self._network.load_state_dict(
            {name: tensor for name, tensor in tensors.items() if name not in _UNUSED}
        )
        self._network.eval().requires_grad_(requires_grad=False)

    def count_tokens(self, text: str) -> int:
        """Count the tokens of a text, uncut, with the two marks at its ends."""
        return len(self._tokenizer.encode(text).ids)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Encode texts; what lies beyond ``MAX_TOKENS`` is not read.

        Texts of one length go through the network together, so that there is no padding and a
        text's vector does not depend on the others.

        Args:
            texts: Any number of texts.

        Returns:
            float32 [n, 384], unit rows: the mean over the tokens, normalised.
        """
        by_length: dict[int, list[tuple[int, list[int]]]] = defaultdict(list)
        for row, encoding in enumerate(self._tokenizer.encode_batch(list(texts))):
            ids = encoding.ids
            if len(ids) > MAX_TOKENS:
                ids = [*ids[: MAX_TOKENS - 1], ids[-1]]
            by_length[len(ids)].append((row, ids))
        vectors = np.empty((len(texts), TEXT_DIM), np.float32)
        for group in by_length.values():
            for start in range(0, len(group), _BATCH):
                rows, ids_of_rows = zip(*group[start : start + _BATCH], strict=True)
                vectors[list(rows)] = self._encode_batch(ids_of_rows)
        return vectors

    def _encode_batch(self, ids: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        with torch.inference_mode():
            tokens = self._network(input_ids=torch.tensor(ids)).last_hidden_state
            vectors: torch.Tensor = torch.nn.functional.normalize(tokens.mean(dim=1), dim=1)
            return vectors.numpy()


def unknown_share(text: str) -> float:
    """Tell how much of a text the model cannot understand.

    Letters and digits count, and symbols such as emoji; spaces, marks and punctuation do not
    ("a dog!" is understood entirely). Latin letters and digits are understood.

    Args:
        text: Any text.

    Returns:
        0 (all understood) to 1; 1 too if nothing counts ("", "?!").
    """
    known = unknown = 0
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        if category[0] == "L":
            is_latin = unicodedata.name(character, "").startswith("LATIN ")
            known, unknown = known + is_latin, unknown + (not is_latin)
        elif category == "Nd":
            known += 1
        elif category in {"So", "Nl", "No", "Cn", "Co"}:
            unknown += 1
    return unknown / (known + unknown) if known + unknown else 1.0
