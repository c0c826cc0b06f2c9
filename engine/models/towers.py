"""Trunks of the dual encoder's towers: networks of transformers, from a folder of the user.

Weights are read as safetensors only, nothing is downloaded and no code of a folder is run.
"""

import contextlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import torch
import transformers
from numpy.typing import NDArray
from torch import nn

from engine.errors import ModelError
from engine.framing import Framing
from engine.models.pretrained import read_processor

TOKENIZER: Final = "tokenizer.json"
_TEXT_MODELS: Final = {
    "roberta": ("RobertaConfig", "RobertaModel"),
    "bert": ("BertConfig", "BertModel"),
    "clip_text_model": ("CLIPTextConfig", "CLIPTextModel"),
    "siglip_text_model": ("SiglipTextConfig", "SiglipTextModel"),
}
_IMAGE_MODELS: Final = {
    "deit": ("DeiTConfig", "DeiTModel"),
    "vit": ("ViTConfig", "ViTModel"),
    "clip_vision_model": ("CLIPVisionConfig", "CLIPVisionModel"),
    "siglip_vision_model": ("SiglipVisionConfig", "SiglipVisionModel"),
}
# Models of one checkpoint, and the types of their two halves.
_PAIRS: Final = {
    "clip": ("clip_text_model", "clip_vision_model"),
    "siglip": ("siglip_text_model", "siglip_vision_model"),
}
# Tokens before a photo's patches: the class token, and that of distillation.
_SPECIAL_TOKENS: Final = {"deit": 2, "vit": 1}
_LONGEST_TEXT: Final = 128


class TextTokens(NamedTuple):
    """Tokenized texts.

    Attributes:
        ids: int64 [b, l].
        mask: int64 [b, l], 1 where there is a token.
    """

    ids: torch.Tensor
    mask: torch.Tensor


class TextTrunk(nn.Module):
    """RoBERTa and its like (mean of the tokens), or a text tower of CLIP or SigLIP.

    Args:
        network: A text model of transformers.
    """

    def __init__(self, network: Any) -> None:
        super().__init__()
        self.network = network
        self.width: int = network.config.hidden_size
        self._has_pooler = network.config.model_type in ("clip_text_model", "siglip_text_model")

    @property
    def words(self) -> nn.Embedding:
        """The word vectors."""
        found: nn.Embedding = self.network.get_input_embeddings()
        return found

    def forward(self, texts: TextTokens) -> torch.Tensor:
        """Return [b, width]."""
        output = self.network(input_ids=texts.ids, attention_mask=texts.mask)
        if self._has_pooler:
            pooled: torch.Tensor = output.pooler_output
            return pooled
        states: torch.Tensor = output.last_hidden_state
        weights = texts.mask[:, :, None].to(states.dtype)
        return (states * weights).sum(dim=1) / weights.sum(dim=1)


class ImageTrunk(nn.Module):
    """DeiT and its like (patch tokens only), or an image tower of CLIP or SigLIP.

    Those of CLIP and SigLIP give the photo as a whole as their first token.

    Args:
        network: An image model of transformers.
    """

    def __init__(self, network: Any) -> None:
        super().__init__()
        self.network = network
        self.width: int = network.config.hidden_size
        self._special = _SPECIAL_TOKENS.get(network.config.model_type)

    @property
    def pools_first(self) -> bool:
        """Whether the first token is the photo as a whole."""
        return self._special is None

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        """Return [b, t, width] of pixels, float [b, 3, h, w], normalised."""
        output = self.network(pixel_values=pixels)
        states: torch.Tensor = output.last_hidden_state
        if self._special is not None:
            return states[:, self._special :]
        patches = states[:, 1:] if self.network.config.model_type == "clip_vision_model" else states
        return torch.cat([output.pooler_output[:, None], patches], dim=1)


@dataclass(frozen=True, slots=True)
class PixelScaling:
    """What an image network wants of a picture.

    Attributes:
        framing: How it becomes a square.
        mean: Of the three channels, of values 0 to 1.
        deviation: Of the three channels.
    """

    framing: Framing
    mean: tuple[float, ...] = (0.5, 0.5, 0.5)
    deviation: tuple[float, ...] = (0.5, 0.5, 0.5)

    @classmethod
    def read(cls, folder: Path, side: int) -> "PixelScaling":
        """Read ``preprocessor_config.json`` of a model's folder, where there is one.

        Where it says nothing of squares of this side, the whole picture is squashed.
        """
        with contextlib.suppress(ModelError):
            framing, mean, deviation = read_processor(folder)
            if framing.side == side:
                return cls(framing, mean, deviation)
        try:
            values = json.loads((folder / "preprocessor_config.json").read_text(encoding="utf-8"))
            return cls(Framing(side), tuple(values["image_mean"]), tuple(values["image_std"]))
        except (OSError, ValueError, KeyError, TypeError):
            return cls(Framing(side))

    def apply(self, pixels: NDArray[np.uint8]) -> torch.Tensor:
        """Turn framed pictures, uint8 [n, side, side, 3], into float32 [n, 3, side, side]."""
        values = torch.from_numpy(np.ascontiguousarray(pixels)).permute(0, 3, 1, 2).float() / 255
        mean, deviation = torch.tensor(self.mean), torch.tensor(self.deviation)
        return (values - mean[:, None, None]) / deviation[:, None, None]


class TextTokenizer:
    """A tokenizer from ``tokenizer.json``.

    Args:
        file: It.
        config: Of the network it shall fit.

    Raises:
        ModelError: It cannot be read, or knows tokens that the network does not.
    """

    def __init__(self, file: Path, config: Any) -> None:
        from tokenizers import Tokenizer

        try:
            tokenizer = Tokenizer.from_file(str(file))
        except Exception as error:  # tokenizers raises nothing more specific
            raise ModelError(
                f"The tokenizer {file} is missing or cannot be read; choose a folder with a "
                f"{TOKENIZER} that belongs to the model."
            ) from error
        size = tokenizer.get_vocab_size(with_added_tokens=True)
        if size > config.vocab_size:
            raise ModelError(
                f"The tokenizer {file} has {size} tokens and the model knows "
                f"{config.vocab_size}; choose a folder whose tokenizer belongs to the model."
            )
        self.file = file
        self._tokenizer = tokenizer
        self._pad = config.pad_token_id if config.pad_token_id is not None else 0
        places = config.max_position_embeddings
        # RoBERTa counts its places from after the padding's id.
        places -= self._pad + 1 if config.model_type == "roberta" else 0
        tokenizer.no_padding()
        tokenizer.enable_truncation(max_length=min(_LONGEST_TEXT, places))
        self._is_fixed = config.model_type == "siglip_text_model"  # trained on full length
        self._places = places

    def __call__(self, texts: Sequence[str]) -> TextTokens:
        """Tokenize texts; the longest gives the length."""
        rows = [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts))]
        length = self._places if self._is_fixed else max(1, *map(len, rows))
        ids = [[*row, *[self._pad] * (length - len(row))] for row in rows]
        mask = [
            [1] * (length if self._is_fixed else max(1, len(row)))
            + [0] * (0 if self._is_fixed else length - max(1, len(row)))
            for row in rows
        ]
        return TextTokens(torch.tensor(ids), torch.tensor(mask))


def load_text_trunk(folder: Path) -> tuple[TextTrunk, TextTokenizer]:
    """Load a text network and its tokenizer from a folder, as ``save_pretrained`` wrote them.

    Raises:
        ModelError: The folder holds none that is known, or the tokenizer does not fit.
    """
    network = _load(folder, _TEXT_MODELS, half=0)
    return TextTrunk(network), TextTokenizer(folder / TOKENIZER, network.config)


def load_image_trunk(folder: Path) -> tuple[ImageTrunk, PixelScaling]:
    """Load an image network from a folder, as ``save_pretrained`` wrote it.

    Raises:
        ModelError: The folder holds none that is known.
    """
    network = _load(folder, _IMAGE_MODELS, half=1)
    return ImageTrunk(network), PixelScaling.read(folder, network.config.image_size)


def build_text_trunk(config: dict[str, Any]) -> TextTrunk:
    """Build a text network without weights from what ``config.to_dict`` gave."""
    return TextTrunk(_build(config, _TEXT_MODELS))


def build_image_trunk(config: dict[str, Any]) -> ImageTrunk:
    """Build an image network without weights from what ``config.to_dict`` gave."""
    return ImageTrunk(_build(config, _IMAGE_MODELS))


def train_last_blocks(trunk: TextTrunk | ImageTrunk, count: int | None) -> None:
    """Freeze a trunk but for its last blocks; None trains all of it, 0 none."""
    trunk.requires_grad_(count is None)
    if count:
        layers = max(
            (module for module in trunk.modules() if isinstance(module, nn.ModuleList)), key=len
        )
        for layer in list(layers)[-count:]:
            layer.requires_grad_(requires_grad=True)


def _build(config: dict[str, Any], known: dict[str, tuple[str, str]]) -> Any:
    config_class, network_class = known[config["model_type"]]
    made: Any = getattr(transformers, config_class).from_dict(config)
    return _network(getattr(transformers, network_class), made)


def _network(kind: Any, config: Any) -> Any:
    if config.model_type in ("roberta", "bert", "deit", "vit"):
        return kind(config, add_pooling_layer=False)
    return kind(config)


def _load(folder: Path, known: dict[str, tuple[str, str]], *, half: int) -> Any:
    try:
        values = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        kind = _PAIRS[values["model_type"]][half] if values["model_type"] in _PAIRS else None
        _, network_class = known[kind or values["model_type"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        names = ", ".join(sorted({name.partition("_")[0] for name in known}))
        raise ModelError(
            f"{folder} holds no model that can be this tower; choose a folder of one of {names}."
        ) from error
    logging: Any = transformers.utils.logging
    logging.disable_progress_bar()
    options: dict[str, Any] = {"local_files_only": True, "use_safetensors": True}
    if kind is None:
        options["add_pooling_layer"] = False
    try:
        return getattr(transformers, network_class).from_pretrained(folder, **options)
    except (OSError, ValueError, RuntimeError) as error:
        raise ModelError(
            f"The weights in {folder} cannot be read; they must be a model.safetensors."
        ) from error
