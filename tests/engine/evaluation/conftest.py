"""A tiny real encoder, that sees colours and knows their names, and a three-line decoder."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from engine.errors import EngineError, ImageError
from engine.evaluation.gallery import Prepare

COLOURS = {
    "red": (220, 30, 30),
    "green": (30, 200, 40),
    "blue": (30, 40, 220),
    "yellow": (230, 220, 40),
    "white": (245, 245, 245),
}


@dataclass(frozen=True)
class Photo:
    content_hash: bytes
    pixels: NDArray[np.uint8]


def prepare(paths: Iterable[Path]) -> Iterator[tuple[Path, Photo | EngineError]]:
    for path in paths:
        try:
            with Image.open(path) as image:
                pixels = np.asarray(image.convert("RGB").resize((224, 224)))
            yield path, Photo(hashlib.sha256(path.read_bytes()).digest(), pixels)
        except OSError:
            yield path, ImageError("The file is no picture that can be read.")


@dataclass
class ColourEncoder:
    """Features: the mean colour of the four quarters. Texts: the colours they name."""

    version: str = "colours-1"
    fitted: list[NDArray[np.float16]] = field(default_factory=list)

    def encode_images(self, pixels: NDArray[np.uint8]) -> NDArray[np.float16]:
        assert pixels.dtype == np.uint8
        assert pixels.shape[1:] == (224, 224, 3)
        quarters = pixels.reshape(-1, 2, 112, 2, 112, 3).mean(axis=(2, 4)) / 255
        return np.asarray(quarters.reshape(len(pixels), 12), np.float16)

    def fit_statistics(self, features: NDArray[np.float16]) -> dict[str, NDArray[np.floating]]:
        self.fitted.append(features)
        return {"mean": features.mean(axis=0, dtype=np.float32)}

    def derive(
        self, features: NDArray[np.float16], statistics: dict[str, NDArray[np.floating]]
    ) -> dict[str, NDArray[np.float32]]:
        visual = features.astype(np.float32) - statistics["mean"].astype(np.float32)
        text = features.reshape(-1, 4, 3).mean(axis=1, dtype=np.float32)
        return {"visual": visual, "text": text - np.float32(0.5)}

    def reference_vectors(self) -> NDArray[np.float32]:
        return self.encode_text(list(COLOURS))

    def describe_label(self, label: str) -> str:
        return label

    def encode_text(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = [
            np.mean([COLOURS.get(word, (90, 90, 90)) for word in text.split()], axis=0) / 255 - 0.5
            for text in texts
        ]
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def draw_photo(path: Path, colour: str, *, seed: int = 0, noise: int = 10) -> Path:
    """Draw a small picture: a colour, with noise by which two seeds differ."""
    path.parent.mkdir(parents=True, exist_ok=True)
    offsets = np.random.default_rng(seed).integers(-noise, noise + 1, (2, 2, 3))
    pixels = np.clip(np.array(COLOURS[colour]) + offsets, 0, 255).astype(np.uint8)
    Image.fromarray(pixels).resize((32, 32), Image.Resampling.NEAREST).save(path, "PNG")
    return path


@pytest.fixture
def encoder() -> ColourEncoder:
    return ColourEncoder()


@pytest.fixture(name="prepare")
def prepare_fixture() -> Prepare:
    return prepare


@pytest.fixture
def draw() -> Callable[..., Path]:
    return draw_photo


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    """Five labels of twelve photos each, in folders named after their colours."""
    folder = tmp_path / "labelled"
    for number, colour in enumerate(COLOURS):
        for seed in range(12):
            draw_photo(folder / colour / f"{seed}.png", colour, seed=100 * number + seed, noise=200)
    return folder
