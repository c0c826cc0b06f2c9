"""The last blocks of a checkpoint's towers, to be learned.

All before them is frozen: what it makes of a photo or a text (its *states*) is computed once, by
the checkpoint itself, and the blocks go on from there. A tower here is the checkpoint's own code
with its beginning left out, so each kind attends, masks and pools as it was trained to.
"""

import copy
from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from engine.models.pretrained import PretrainedModel


class TextStates(NamedTuple):
    """Texts before the last blocks.

    Attributes:
        states: [b, l, w].
        ids: int64 [b, l], the tokens; where a text ends is read from them.
        mask: int64 [b, l], 1 where there is a token; None where all places are read.
    """

    states: torch.Tensor
    ids: torch.Tensor
    mask: torch.Tensor | None


class LastTextBlocks(nn.Module):
    """The end of a text tower: states -> the checkpoint's vectors of texts, of length 1.

    Args:
        model: The whole checkpoint, of transformers; it is left as it is.
        blocks: How many of the last blocks are learned; -1, or more than there are, for all.
    """

    def __init__(self, model: Any, blocks: int) -> None:
        super().__init__()
        encoder = _text_encoder(model)
        self.blocks = count_blocks(encoder, blocks)
        self._given = _Given()
        copied = copy.deepcopy(_last(encoder, self.blocks))
        replaced = {id(encoder.embeddings): self._given, id(_layers(encoder)): copied}
        self.network = copy.deepcopy(model, replaced)
        self.network.requires_grad_(requires_grad=False)
        copied.requires_grad_(requires_grad=True)

    def forward(self, texts: TextStates) -> torch.Tensor:
        """Return [b, d], unit rows."""
        self._given.states = texts.states
        output = self.network.get_text_features(input_ids=texts.ids, attention_mask=texts.mask)
        return functional.normalize(output.pooler_output, dim=1)


class LastImageBlocks(nn.Module):
    """The end of an image tower: states -> the photo as a whole, then its patches.

    The patches are shifted so that their mean is the photo as a whole: it is read from them too.
    All are centred and scaled by the length of the first, as stored features are.

    Args:
        network: The vision model of a checkpoint; it is left as it is.
        blocks: How many of the last blocks are learned; -1, or more than there are, for all.
        mean: float64 [w], of the stored features of photos.
    """

    mean: torch.Tensor

    def __init__(self, network: Any, blocks: int, mean: NDArray[np.floating]) -> None:
        super().__init__()
        self.register_buffer("mean", torch.from_numpy(np.array(mean, np.float32)))
        self.blocks = count_blocks(network, blocks)
        self.width = len(mean)
        self._given = _Given()
        copied = copy.deepcopy(_last(network, self.blocks))
        replaced: dict[int, Any] = {
            id(network.embeddings): self._given,
            id(_layers(network)): copied,
        }
        # CLIP and its like have a class token, and norm nothing but it at the end.
        self._has_class_token = hasattr(network, "pre_layrnorm")
        if self._has_class_token:
            replaced[id(network.pre_layrnorm)] = nn.Identity()
        self.network = copy.deepcopy(network, replaced)
        self.network.requires_grad_(requires_grad=False)
        copied.requires_grad_(requires_grad=True)

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        """Return [b, t, w] of [b, p, w]."""
        self._given.states = states
        output = self.network(pixel_values=states)
        patches, pooled = output.last_hidden_state, output.pooler_output
        if self._has_class_token:
            patches = self.network.post_layernorm(patches[:, 1:])
        patches = patches - patches.mean(dim=1, keepdim=True) + pooled[:, None]
        centred = torch.cat([pooled[:, None], patches], dim=1) - self.mean
        tokens: torch.Tensor = centred / centred[:, :1].norm(dim=2, keepdim=True).clamp(min=1e-6)
        return tokens


@torch.no_grad()
def image_states(
    model: PretrainedModel, pixels: NDArray[np.uint8], blocks: int
) -> tuple[NDArray[np.float16], torch.Tensor]:
    """Run the image tower of a checkpoint.

    Args:
        model: It.
        pixels: uint8 [n, side, side, 3], framed as it wants.
        blocks: How many of its blocks come after the states.

    Returns:
        What is stored of photos, float16 [n, f], and their states, [n, p, w].
    """
    network = model.image_network()
    with _Seen(network, blocks) as seen:
        output = network(pixel_values=model.scale(pixels))
    return output.pooler_output.half().numpy(), seen.states


@torch.no_grad()
def text_states(model: PretrainedModel, texts: Sequence[str], blocks: int) -> TextStates:
    """Run the text tower of a checkpoint up to its last blocks."""
    network = model.text_network()
    tokens = model.tokenize(texts)
    with _Seen(_text_encoder(network), blocks) as seen:
        network.get_text_features(**tokens)
    return TextStates(seen.states, tokens["input_ids"], tokens.get("attention_mask"))


def count_blocks(encoder: Any, wanted: int) -> int:
    """Return how many blocks are meant; -1, or more than there are, means all."""
    there = len(_layers(encoder))
    return there if wanted < 0 else min(wanted, there)


class _Given(nn.Module):
    """Stands where a tower begins, and gives what was computed before."""

    states: torch.Tensor | None = None

    def forward(self, *_: object, **__: object) -> torch.Tensor | None:
        """Return the states."""
        return self.states


class _Seen:
    """Keeps what goes into the first of the last blocks while a tower runs."""

    states: torch.Tensor

    def __init__(self, encoder: Any, blocks: int) -> None:
        first = _last(encoder, blocks)[0]
        self._hook = first.register_forward_pre_hook(self._keep, with_kwargs=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._hook.remove()

    def _keep(self, _: nn.Module, given: tuple[Any, ...], named: dict[str, Any]) -> None:
        self.states = given[0] if given else named["hidden_states"]


def _text_encoder(model: Any) -> Any:
    """Return what has the embeddings and blocks of the text tower."""
    texts = model.text_model
    return getattr(texts, "roberta", texts)  # AltCLIP wraps it


def _layers(encoder: Any) -> Any:
    within = encoder.encoder
    return within.layers if hasattr(within, "layers") else within.layer


def _last(encoder: Any, count: int) -> nn.ModuleList:
    return nn.ModuleList(list(_layers(encoder))[-count:])
