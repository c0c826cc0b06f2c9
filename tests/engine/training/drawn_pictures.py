"""Pictures drawn by code with exact captions, and tiny towers of the real classes."""

import hashlib
import itertools
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from tokenizers import Tokenizer, models, pre_tokenizers, processors, trainers
from transformers import DeiTConfig, DeiTModel, RobertaConfig, RobertaModel

from engine.images.thumbnails import ThumbnailStore, make_thumbnail
from engine.models.packages import embedded_version
from engine.training.examples import Example, ExampleCaption, TrainingSet

SHAPES = ("circle", "square", "triangle", "cross")
COLOURS = {
    "red": (220, 30, 30),
    "green": (30, 170, 60),
    "blue": (40, 70, 220),
    "yellow": (235, 210, 40),
    "white": (245, 245, 245),
}
PLACES = {
    "top left": (0, 0),
    "top right": (1, 0),
    "bottom left": (0, 1),
    "bottom right": (1, 1),
}
COMBINATIONS = tuple(itertools.product(SHAPES, COLOURS, PLACES))
_SIDE = 64


def caption_of(combination: tuple[str, str, str]) -> str:
    shape, colour, place = combination
    return f"A {colour} {shape} at the {place}."


def draw(combination: tuple[str, str, str], random: np.random.Generator) -> Image.Image:
    shape, colour, place = combination
    image = Image.new("RGB", (_SIDE, _SIDE), (70, 70, 70))
    pen = ImageDraw.Draw(image)
    half, fill = _SIDE // 2, COLOURS[colour]
    size = int(random.integers(20, 27))
    column, row = PLACES[place]
    x = column * half + int(random.integers(2, half - size - 1))
    y = row * half + int(random.integers(2, half - size - 1))
    box = (x, y, x + size, y + size)
    if shape == "circle":
        pen.ellipse(box, fill=fill)
    elif shape == "square":
        pen.rectangle(box, fill=fill)
    elif shape == "triangle":
        pen.polygon([(x, y + size), (x + size, y + size), (x + size // 2, y)], fill=fill)
    else:
        third = size // 3
        pen.rectangle((x + third, y, x + size - third, y + size), fill=fill)
        pen.rectangle((x, y + third, x + size, y + size - third), fill=fill)
    return image


@dataclass(frozen=True)
class Drawn:
    """A snapshot of drawn pictures; its stored features are noise, as towers of a folder use none.

    Attributes:
        data: The snapshot.
        combinations: What each photo shows.
    """

    data: TrainingSet
    combinations: list[tuple[str, str, str]]

    def photos_of(self, wanted: set[tuple[str, str, str]]) -> NDArray[np.int64]:
        return np.array(
            [photo for photo, shown in enumerate(self.combinations) if shown in wanted], np.int64
        )


def draw_all(folder: Path, *, copies: int, seed: int = 0) -> Drawn:
    """Draw every combination some times; thumbnails and a snapshot go into a folder."""
    random = np.random.default_rng(seed)
    store = ThumbnailStore(folder / "thumbnails")
    combinations = [shown for shown in COMBINATIONS for _ in range(copies)]
    examples = []
    for number, shown in enumerate(combinations):
        digest = hashlib.sha256(f"{seed} {number}".encode()).digest()[:16]
        store.save(digest, make_thumbnail(draw(shown, random)))
        captions = (ExampleCaption(caption_of(shown)),)
        examples.append(Example(content_hash=digest.hex(), group=number, captions=captions))
    features = random.random((len(examples), 2048)).astype(np.float16)
    data = TrainingSet(embedded_version(), examples, features, folder / "thumbnails")
    return Drawn(data, combinations)


def save_tiny_towers(folder: Path, *, width: int = 32, layers: int = 2) -> tuple[Path, Path]:
    """Write a RoBERTa with a tokenizer of the captions, and a DeiT; return their folders."""
    torch.manual_seed(0)
    tokenizer = train_tokenizer()
    text, image = folder / "roberta", folder / "deit"
    config = RobertaConfig(
        vocab_size=tokenizer.get_vocab_size(),
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=4,
        intermediate_size=2 * width,
        max_position_embeddings=66,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        pad_token_id=1,
        bos_token_id=0,
        eos_token_id=2,
    )
    RobertaModel(config, add_pooling_layer=False).save_pretrained(text)
    tokenizer.save(str(text / "tokenizer.json"))
    vision = DeiTConfig(
        image_size=32,
        patch_size=8,
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=4,
        intermediate_size=2 * width,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    DeiTModel(vision, add_pooling_layer=False).save_pretrained(image)
    means = {"image_mean": [0.4] * 3, "image_std": [0.3] * 3}
    (image / "preprocessor_config.json").write_text(json.dumps(means))
    return text, image


def train_tokenizer() -> Tokenizer:
    """Train a byte-pair encoding as RoBERTa's on the captions."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    trainer = trainers.BpeTrainer(
        vocab_size=300, special_tokens=["<s>", "<pad>", "</s>", "<unk>"], show_progress=False
    )
    tokenizer.train_from_iterator([caption_of(shown) for shown in COMBINATIONS], trainer)
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    return tokenizer
