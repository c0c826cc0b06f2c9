"""One fit of the dual encoder."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from engine.evaluation.metrics import recall_at, retrieval_ranks
from engine.models.caption_decoders import Captioner, CaptionerShape, pad, reverse
from engine.models.cca import Cca, CcaFit, Pairs
from engine.models.dual_encoder import DualEncoder, ImageFeatures, Precomputed
from engine.models.towers import TextTrunk
from engine.models.vocabulary import PAD, CaptionTokens, TokenizerTokens, Vocabulary, base_words
from engine.training.answers import Said
from engine.training.caption_figures import CaptionFigures, word_frequencies
from engine.training.dual_encoder_losses import PairBatch, all_losses
from engine.training.dual_encoder_options import DualEncoderOptions, Start
from engine.training.splits import Indices, Parts
from engine.training.task import Stepper, Task, Validation
from engine.training.tower_kits import FolderTexts, ImageKit, TextKit, make_towers
from engine.training.usable_captions import CaptionPairs

# In units of the mean variance; validation chooses.
REGULARISERS: Final = (5.0, 20.0, 80.0)
_DEFAULT_REGULARISER = 20.0
# How much the captions count beside the ranks where an epoch is chosen.
_CAPTION_SHARE = 0.05


@dataclass(frozen=True, slots=True)
class Material:
    """What every fit of a run shares.

    Attributes:
        pairs: All usable captions.
        texts: The text trunk.
        photos: The image trunk.
        options: The checked options.
        device: Where to compute.
        names: Content hash of each photo.
    """

    pairs: CaptionPairs
    texts: TextKit
    photos: ImageKit
    options: DualEncoderOptions
    device: torch.device
    names: Sequence[str]


class DualEncoderTask(Task):
    """See the module.

    Args:
        material: What every fit shares.
        parts: Photos to learn from and to choose by; the held-out ones are not looked at.

    Attributes:
        train: Photos that are learned from, int64 [n].
        validation: Photos that are chosen by.
        cca: Where the projections began, alone the rival; None for a random start.
        regulariser: Of the CCA.
        tokens: The decoders' vocabulary.
    """

    def __init__(self, material: Material, parts: Parts) -> None:
        self.material = material
        self.options = material.options
        pairs = material.pairs
        self.train = pairs.photos_among(parts.train)
        self.validation = pairs.photos_among(parts.validation)
        self._of_train = pairs.of(self.train)
        self._of_validation = pairs.of(self.validation)
        self.tokens: CaptionTokens = self._make_tokens()
        most = self.options.most_words
        self._ids = {
            int(caption): self.tokens.encode(pairs.texts[caption], most=most)
            for caption in (*self._of_train, *self._of_validation)
        }
        self._module = self._build().to(material.device)
        self._norms: dict[str, float] = {}
        self._unigram = word_frequencies(
            [self._ids[int(caption)] for caption in self._of_train], len(self.tokens)
        )
        self.regulariser = _DEFAULT_REGULARISER
        self.cca = self._start() if self.options.start is Start.CCA else None

    @property
    def module(self) -> DualEncoder:
        """The towers and decoders."""
        return self._module

    @property
    def photos(self) -> int:
        """Photos in one epoch: each once, with one of its captions."""
        return len(self.train)

    @property
    def steps(self) -> int:
        """Batches in one epoch."""
        return max(1, round(len(self.train) / self.options.batch_size))

    def optimizers(self) -> dict[str, torch.optim.Optimizer]:
        """Make AdamW with a rate for projections, trunks and decoders each."""
        options, model = self.options, self._module
        projections = [*model.text.projection.parameters(), *model.image.projection.parameters()]
        trunks = [
            value
            for tower in (model.text.trunk, model.image.trunk)
            for value in tower.parameters()
            if value.requires_grad
        ]
        groups: list[dict[str, Any]] = [
            {"params": projections, "lr": options.learning_rate},
            {"params": list(model.captioner.parameters()), "lr": options.decoder_rate},
            {"params": [model.log_scale], "lr": options.learning_rate, "weight_decay": 0.0},
        ]
        if trunks:
            groups.append({"params": trunks, "lr": options.trunk_rate})
        return {"main": torch.optim.AdamW(groups, weight_decay=options.weight_decay)}

    def batches(self, epoch: int, generator: torch.Generator) -> Iterator[PairBatch]:
        """Yield every photo once, with a caption drawn by weight."""
        order = torch.randperm(len(self.train), generator=generator).numpy()
        draws = torch.rand(len(self.train), generator=generator, dtype=torch.float64).numpy()
        chosen = self._draw_captions(draws)
        for step, rows in enumerate(np.array_split(order, self.steps)):
            own = self.world.share(rows)
            yield self._batch(epoch, step == 0, self.train[own], chosen[own])

    def losses(self, batch: PairBatch) -> dict[str, torch.Tensor]:
        """Return L1 to L4 and their sum; see :func:`all_losses`."""
        return all_losses(self._module, batch, self.options, self.world)

    def update(self, batch: PairBatch, stepper: Stepper) -> Mapping[str, float]:
        """Learn from one batch; once an epoch, measure what L1 and L2 want of the image tower."""
        losses = self.losses(batch)
        if batch.is_first:
            self._norms = self._gradient_norms(losses)
        stepper.step(losses["loss"])
        values = {name: float(value.detach()) for name, value in losses.items()}
        return values | self._norms | {"temperature": 1 / float(self._module.scale.detach())}

    def validate(self) -> Validation | None:
        """Rank validation captions among validation photos; read them with both decoders."""
        if not len(self.validation):
            return None
        photos, texts = (
            self.photo_vectors(self.validation),
            self.caption_vectors(self._of_validation),
        )
        owners = self.material.pairs.owners[self._of_validation]
        ranks = retrieval_ranks(texts, photos, query_groups=owners, gallery_groups=self.validation)
        captions = self.caption_figures()
        return Validation(
            metric=ndcg(ranks) + _CAPTION_SHARE * captions.saved,
            values={
                **{f"R@{k}": recall_at(ranks, k) for k in (1, 5, 10)},
                "forward perplexity": captions.forward,
                "backward perplexity": captions.backward,
            },
            said=self._said((texts @ photos.T).argmax(axis=1)),
        )

    def _said(self, best: NDArray[np.int64]) -> list[Said]:
        """Return the validation photo that each validation caption finds first."""
        pairs, names = self.material.pairs, self.material.names
        found = zip(self._of_validation, self.validation[best], strict=True)
        return [
            Said(
                query=pairs.texts[caption],
                photo=names[pairs.owners[caption]],
                answer=names[photo],
                is_right=bool(photo == pairs.owners[caption]),
            )
            for caption, photo in found
        ]

    def photo_vectors(self, photos: Indices) -> NDArray[np.float32]:
        """Return the trained vectors of photos, float32 [n, d], unit rows."""
        found = [
            _unit(self.image_features(block, tokens=False).pooled)
            for block in _blocks(photos, self.material.photos.batch)
        ]
        return np.concatenate(found) if found else self._none()

    def text_vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the trained vectors of texts, float32 [n, d], unit rows."""
        self._module.eval()
        found, kit = [], self.material.texts
        for start in range(0, len(texts), kit.batch):
            with torch.no_grad():
                batch = self._to(kit.read(texts[start : start + kit.batch]))
                found.append(_unit(self._module.text(batch)))
        return np.concatenate(found) if found else self._none()

    def caption_vectors(self, captions: Indices) -> NDArray[np.float32]:
        """Return the trained vectors of captions of the snapshot, float32 [n, d], unit rows."""
        return self.text_vectors([self.material.pairs.texts[caption] for caption in captions])

    @torch.no_grad()
    def image_features(self, photos: Indices, *, tokens: bool) -> ImageFeatures:
        """Return what the image tower makes of photos, in evaluation mode."""
        self._module.eval()
        batch = self._to(self.material.photos.read(photos, tokens=tokens))
        found: ImageFeatures = self._module.image(batch)
        return found

    @torch.no_grad()
    def caption_figures(self) -> CaptionFigures:
        """Measure both decoders on validation captions, one of each photo."""
        captions = self._draw_captions_of(self.validation)
        sums, count = np.zeros(3), 0
        for block in np.array_split(captions, max(1, math.ceil(len(captions) / 64))):
            photos = self.material.pairs.owners[block]
            memory = self.image_features(photos, tokens=True).tokens
            ids = pad([self._ids[int(caption)] for caption in block]).to(memory.device)
            forward = self._module.captioner.forward_decoder.log_probabilities(ids, memory)
            backward = self._module.captioner.backward_decoder.log_probabilities(
                reverse(ids), memory
            )
            targets = ids[:, 1:][ids[:, 1:] != PAD].cpu().numpy()
            sums += [float(forward.sum()), float(backward.sum()), self._unigram[targets].sum()]
            count += len(targets)
        forward_ppl, backward_ppl, unigram = np.exp(-sums / max(1, count))
        return CaptionFigures(float(forward_ppl), float(backward_ppl), float(unigram))

    def _make_tokens(self) -> CaptionTokens:
        pairs, texts = self.material.pairs, self.material.texts
        if self.options.share_words and isinstance(texts, FolderTexts):
            return TokenizerTokens(texts.tokenizer.file)
        words = [pairs.texts[caption] for caption in self._of_train]
        return Vocabulary.build(words, base=base_words(), most=self.options.vocabulary)

    def _build(self) -> DualEncoder:
        options = self.options
        text, image = make_towers(self.material.texts, self.material.photos, self.train, options)
        words = None
        if options.share_words and isinstance(text.trunk, TextTrunk):
            words = text.trunk.words
        shape = CaptionerShape(
            vocabulary=len(self.tokens),
            memory=options.dimension,
            width=options.width,
            depth=options.depth,
            most_words=options.most_words,
            shared_words=0 if words is None else words.embedding_dim,
        )
        return DualEncoder(text, image, Captioner(shape, words), temperature=options.temperature)

    def _start(self) -> Cca:
        """Take the CCA of the captions that validation likes best; see :mod:`engine.models.cca`."""
        pairs = self.material.pairs
        rows = self.photo_rows(self.train)
        sentences = self.text_rows(self._of_train)
        owners = np.searchsorted(self.train, pairs.owners[self._of_train]).astype(np.int64)
        problem = CcaFit(Pairs(rows, sentences, owners, pairs.weights[self._of_train]))
        found = {
            value: problem.solve(value, self.options.dimension)
            for value in (REGULARISERS if len(self.validation) else (_DEFAULT_REGULARISER,))
        }
        if len(found) > 1:
            photos, texts = self.photo_rows(self.validation), self.text_rows(self._of_validation)
            owner_of_text = pairs.owners[self._of_validation]
            scores = {
                value: ndcg(
                    retrieval_ranks(
                        unit_rows(cca.texts(texts)),
                        unit_rows(cca.images(photos)),
                        query_groups=owner_of_text,
                        gallery_groups=self.validation,
                    )
                )
                for value, cca in found.items()
            }
            self.regulariser = max(scores, key=lambda value: scores[value])
        cca = found[self.regulariser]
        self._module.image.projection.start(cca.image_mean, cca.image_map)
        self._module.text.projection.start(cca.text_mean, cca.text_map)
        return cca

    @torch.no_grad()
    def photo_rows(self, photos: Indices) -> NDArray[np.float64]:
        """Return the pooled output of the image trunk, before it is projected."""
        tower = self._module.image
        tower.eval()
        rows = []
        for block in _blocks(photos, self.material.photos.batch):
            batch = self._to(self.material.photos.read(block, tokens=False))
            states = batch.states if isinstance(batch, Precomputed) else tower.trunk(batch)
            rows.append(states[:, 0] if tower.pools_first else states.mean(dim=1))
        return torch.cat(rows).cpu().double().numpy()

    @torch.no_grad()
    def text_rows(self, captions: Indices) -> NDArray[np.float64]:
        """Return the output of the text trunk, before it is projected."""
        tower = self._module.text
        tower.eval()
        rows = []
        for block in _blocks(captions, self.material.texts.batch):
            batch = self._to(
                self.material.texts.read([self.material.pairs.texts[place] for place in block])
            )
            rows.append(batch.states if isinstance(batch, Precomputed) else tower.trunk(batch))
        return torch.cat(rows).cpu().double().numpy()

    def _batch(self, epoch: int, is_first: bool, photos: Indices, captions: Indices) -> PairBatch:
        texts = [self.material.pairs.texts[caption] for caption in captions]
        ids = pad([self._ids[int(caption)] for caption in captions])
        return PairBatch(
            epoch=epoch,
            is_first=is_first,
            texts=self._to(self.material.texts.read(texts)),
            photos=self._to(self.material.photos.read(photos, tokens=True)),
            ids=ids.to(self.material.device),
        )

    def _draw_captions(self, draws: NDArray[np.float64]) -> Indices:
        """Draw a caption of each photo that is learned from, by weight."""
        pairs = self.material.pairs
        owners = np.searchsorted(self.train, pairs.owners[self._of_train])
        weights = pairs.weights[self._of_train]
        ends = np.cumsum(weights)
        totals = np.bincount(owners, weights=weights)
        starts = np.concatenate([[0.0], np.cumsum(totals)[:-1]])
        places = np.searchsorted(ends, starts + draws * totals, side="right")
        last = np.cumsum(np.bincount(owners)) - 1  # rounding must not lead to the next photo
        return self._of_train[np.minimum(places, last)]

    def _draw_captions_of(self, photos: Indices) -> Indices:
        """Return the first caption of each photo."""
        owners = self.material.pairs.owners
        return np.searchsorted(owners, photos).astype(np.int64)

    def _gradient_norms(self, losses: Mapping[str, torch.Tensor]) -> dict[str, float]:
        """Return the norms of the gradients of L1 and L2 at the image projection."""
        weight = self._module.image.projection.weight
        found = {}
        for name in ("L1", "L2"):
            if losses[name].requires_grad:
                (gradient,) = torch.autograd.grad(losses[name], weight, retain_graph=True)
                found[f"{name} gradient"] = float(gradient.norm())
        return found

    def _to(self, batch: Any) -> Any:
        return _moved(batch, self.material.device)

    def _none(self) -> NDArray[np.float32]:
        return np.zeros((0, self.options.dimension), np.float32)


def ndcg(ranks: NDArray[np.float64]) -> float:
    """Return the mean of 1 / log2(1 + rank): finer than recall where there are few questions."""
    return float(np.mean(1 / np.log2(1 + ranks))) if len(ranks) else 0.0


def _moved(batch: Any, device: torch.device) -> Any:
    """Move a tensor, or a named tuple of some, to a device."""
    if isinstance(batch, torch.Tensor):
        return batch.to(device)
    return type(batch)(*(None if part is None else part.to(device) for part in batch))


def _unit(rows: torch.Tensor) -> NDArray[np.float32]:
    return nn.functional.normalize(rows, dim=1).cpu().float().numpy()


def unit_rows(rows: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return rows of length 1; rows of zeros stay."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def _blocks(places: Indices, size: int) -> Iterator[Indices]:
    for start in range(0, len(places), size):
        yield places[start : start + size]
