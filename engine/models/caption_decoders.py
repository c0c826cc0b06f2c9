"""Two Transformer decoders that write a photo's caption, one forwards and one backwards.

Both read the tokens of the image tower. They share no weight (claim 1 of S2: the features go
*separately* into two decoders). The backward one learns the caption with its words in reverse; in
use it has a second opinion on what the forward one wrote.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

import torch
from torch import nn
from torch.nn import functional

from engine.models.vocabulary import END, PAD, START, CaptionTokens

BEAMS: Final = 5
# A sum of log-probabilities is divided by length to this power (Wu et al., 2016, without their 5).
LENGTH_POWER: Final = 0.7
_MARKS: Final = 4  # pad, start, end, unknown


@dataclass(frozen=True, slots=True)
class CaptionerShape:
    """How both decoders are built.

    Attributes:
        vocabulary: Number of tokens.
        memory: Dimension of the image tower's tokens.
        width: Of the decoders.
        depth: Layers of each.
        heads: Of attention.
        most_words: Tokens of a caption that are read or written, start and end not counted.
        dropout: Share of values set to 0 while learning.
        shared_words: Dimension of word vectors that are borrowed from the text tower; 0 for own.
    """

    vocabulary: int
    memory: int
    width: int = 128
    depth: int = 1
    heads: int = 4
    most_words: int = 30
    dropout: float = 0.1
    shared_words: int = 0


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A caption for one photo.

    Attributes:
        caption: What the forward decoder wrote and both like best.
        backward_caption: What the backward decoder writes by itself, in reading order.
        score: Geometric mean of the probability that both give each word of ``caption``, 0 to 1.
    """

    caption: str
    backward_caption: str
    score: float


class CaptionDecoder(nn.Module):
    """One decoder.

    Args:
        shape: How it is built.
        words: The text tower's word vectors, where they are borrowed. They are read as constants:
            no gradient of a caption's loss may reach the text tower (claim 1).
    """

    def __init__(self, shape: CaptionerShape, words: nn.Embedding | None = None) -> None:
        super().__init__()
        width = shape.width
        self.shape = shape
        self._borrowed = [] if words is None else [words]  # in a list: not a submodule of this one
        if words is None:
            self.words = nn.Embedding(shape.vocabulary, width)
            nn.init.normal_(self.words.weight, std=width**-0.5)
        else:
            self.fit_words = nn.Linear(words.embedding_dim, width)
            self.marks = nn.Parameter(torch.randn(_MARKS, width) * width**-0.5)
        self.places = nn.Embedding(shape.most_words + 2, width)
        nn.init.normal_(self.places.weight, std=0.02)
        self.read_photo = nn.Sequential(
            nn.LayerNorm(shape.memory), nn.Linear(shape.memory, width), nn.Dropout(shape.dropout)
        )
        layer = nn.TransformerDecoderLayer(
            width,
            shape.heads,
            dim_feedforward=4 * width,
            dropout=shape.dropout,
            activation="gelu",
            batch_first=True,
            norm_first=True,
        )
        self.layers = nn.TransformerDecoder(layer, shape.depth, norm=nn.LayerNorm(width))
        self.dropout = nn.Dropout(shape.dropout)
        self.bias = nn.Parameter(torch.zeros(shape.vocabulary))

    def forward(self, ids: torch.Tensor, memory: torch.Tensor) -> torch.Tensor:
        """Return the state after each token.

        Args:
            ids: int64 [b, l]; padding only at the end.
            memory: [b, t, d], the photo's tokens.

        Returns:
            [b, l, width].
        """
        places = self.places(torch.arange(ids.shape[1], device=ids.device))
        inputs = self.dropout(functional.embedding(ids, self._word_vectors()) + places)
        later = nn.Transformer.generate_square_subsequent_mask(
            ids.shape[1], device=ids.device, dtype=inputs.dtype
        )
        states: torch.Tensor = self.layers(
            inputs, self.read_photo(memory), tgt_mask=later, tgt_is_causal=True
        )
        return states

    def logits(self, states: torch.Tensor) -> torch.Tensor:
        """Return what comes next, [..., vocabulary], from states [..., width]."""
        return states @ self._word_vectors().T + self.bias

    def log_probabilities(self, ids: torch.Tensor, memory: torch.Tensor) -> torch.Tensor:
        """Return the log-probability of each token after the first; 0 at padding, [b, l - 1]."""
        targets = ids[:, 1:]
        is_word = targets != PAD
        states = self(ids[:, :-1], memory)
        # Most of the time goes into the vocabulary, and padding needs none of it.
        losses = functional.cross_entropy(
            self.logits(states[is_word]), targets[is_word], reduction="none"
        )
        found = torch.zeros(targets.shape, dtype=losses.dtype, device=losses.device)
        return found.masked_scatter(is_word, -losses)

    def _word_vectors(self) -> torch.Tensor:
        if self._borrowed:
            fitted = self.fit_words(self._borrowed[0].weight.detach())
            return torch.cat([self.marks, fitted])[: self.shape.vocabulary]
        return self.words.weight


class Captioner(nn.Module):
    """Both decoders.

    Args:
        shape: How each is built.
        words: See :class:`CaptionDecoder`.
    """

    def __init__(self, shape: CaptionerShape, words: nn.Embedding | None = None) -> None:
        super().__init__()
        self.shape = shape
        self.forward_decoder = CaptionDecoder(shape, words)
        self.backward_decoder = CaptionDecoder(shape, words)

    def forward(self, ids: torch.Tensor, memory: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return L3 and L4 of each caption: the mean loss of its tokens, forwards and backwards.

        Args:
            ids: int64 [b, l], start, words, end, padding.
            memory: [b, t, d].

        Returns:
            [b] and [b].
        """
        return (
            caption_losses(self.forward_decoder, ids, memory),
            caption_losses(self.backward_decoder, reverse(ids), memory),
        )


def caption_losses(
    decoder: CaptionDecoder, ids: torch.Tensor, memory: torch.Tensor
) -> torch.Tensor:
    """Return (1/n) sum -log p(w_t | w_<t, photo) of each caption, [b]; n counts the end mark."""
    likelihoods = decoder.log_probabilities(ids, memory)
    return -likelihoods.sum(dim=1) / (ids[:, 1:] != PAD).sum(dim=1)


def reverse(ids: torch.Tensor) -> torch.Tensor:
    """Reverse the words of captions; start stays first, end last, padding after it.

    Args:
        ids: int64 [b, l], start, words, end, padding.
    """
    words = (ids != PAD).sum(dim=1, keepdim=True) - 2
    places = torch.arange(ids.shape[1], device=ids.device).expand_as(ids)
    is_word = (places >= 1) & (places <= words)
    return ids.gather(1, torch.where(is_word, words + 1 - places, places))


def pad(captions: Sequence[Sequence[int]]) -> torch.Tensor:
    """Put captions of several lengths into one tensor, int64 [b, l]."""
    length = max(map(len, captions))
    rows = [[*caption, *[PAD] * (length - len(caption))] for caption in captions]
    return torch.tensor(rows, dtype=torch.int64)


@torch.inference_mode()
def suggest(
    captioner: Captioner, tokens: CaptionTokens, memory: torch.Tensor, *, beams: int = BEAMS
) -> list[Suggestion]:
    """Write a caption for each photo.

    The forward decoder searches with beams; the backward decoder scores what it found, and the
    best by the mean of both is taken.

    Args:
        captioner: In evaluation mode.
        tokens: Its vocabulary.
        memory: [b, t, d], the tokens of photos.
        beams: Sentences followed at once.
    """
    found = beam_search(captioner.forward_decoder, memory, beams=beams)
    backward = beam_search(captioner.backward_decoder, memory, beams=1)
    suggestions = []
    for photo, candidates in enumerate(found):
        ids = pad(candidates).to(memory.device)
        views = memory[photo : photo + 1].expand(len(ids), -1, -1)
        both = captioner.forward_decoder.log_probabilities(ids, views).sum(dim=1)
        both = both + captioner.backward_decoder.log_probabilities(reverse(ids), views).sum(dim=1)
        lengths = (ids[:, 1:] != PAD).sum(dim=1)
        best = int((both / lengths**LENGTH_POWER).argmax())
        suggestions.append(
            Suggestion(
                caption=tokens.decode(candidates[best]),
                backward_caption=tokens.decode(backward[photo][0][::-1]),
                score=float((both[best] / (2 * lengths[best])).exp()),
            )
        )
    return suggestions


@torch.inference_mode()
def beam_search(
    decoder: CaptionDecoder, memory: torch.Tensor, *, beams: int = BEAMS
) -> list[list[list[int]]]:
    """Find likely token sequences, for each photo the best first by length-normalised score.

    Args:
        decoder: In evaluation mode.
        memory: [b, t, d].
        beams: Sequences followed at once; 1 is greedy.

    Returns:
        For each photo 1 to ``beams`` sequences: start, tokens, end.
    """
    count, most = len(memory), decoder.shape.most_words
    views = memory.repeat_interleave(beams, dim=0)
    ids = torch.full((count * beams, 1), START, device=memory.device)
    scores = torch.full((count, beams), -torch.inf, device=memory.device)
    scores[:, 0] = 0.0
    done: list[list[tuple[float, list[int]]]] = [[] for _ in range(count)]
    for length in range(1, most + 2):
        steps = functional.log_softmax(decoder.logits(decoder(ids, views)[:, -1]), dim=-1)
        steps[:, [PAD, START]] = -torch.inf
        if length > most:  # no room for another word
            steps[:, :END] = steps[:, END + 1 :] = -torch.inf
        width = steps.shape[1]
        totals = (scores[:, :, None] + steps.view(count, beams, width)).flatten(1)
        scores, picks = totals.topk(beams, dim=1)
        rows = torch.arange(count, device=ids.device)[:, None] * beams + picks // width
        ids = torch.cat([ids[rows.flatten()], (picks % width).view(-1, 1)], dim=1)
        _collect(done, ids.view(count, beams, -1), scores, length)
        if all(len(found) >= beams for found in done):
            break
    return [
        [ids for _, ids in sorted(found, key=lambda entry: -entry[0])[:beams]] for found in done
    ]


def _collect(
    done: list[list[tuple[float, list[int]]]],
    ids: torch.Tensor,
    scores: torch.Tensor,
    length: int,
) -> None:
    """Take sequences that have ended out of the beams; their score becomes -inf in place."""
    has_ended = (ids[:, :, -1] == END) & scores.isfinite()
    for photo, beam in cast("list[list[int]]", has_ended.nonzero().tolist()):
        score = float(scores[photo, beam]) / length**LENGTH_POWER
        done[photo].append((score, ids[photo, beam].tolist()))
    scores[has_ended] = -torch.inf
