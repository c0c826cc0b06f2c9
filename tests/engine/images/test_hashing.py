from collections.abc import Callable

import numpy as np
from PIL import Image

from engine.images.hashing import content_hash, perceptual_hash


def _distance(a: bytes, b: bytes) -> int:
    return (int.from_bytes(a) ^ int.from_bytes(b)).bit_count()


def _scene(rng: np.random.Generator) -> Image.Image:
    blocks = rng.integers(0, 256, (9, 12, 3), np.uint8)
    return Image.fromarray(blocks).resize((480, 360), Image.Resampling.BICUBIC)


def test_content_hash_is_stable_and_tells_files_apart() -> None:
    assert content_hash(b"photo").hex() == "42bc7252ed9d80afd43e4573d5391af1"
    assert len(content_hash(b"")) == 16
    assert content_hash(b"photo") != content_hash(b"photos")


def test_copies_lie_close_and_other_pictures_far(
    rng: np.random.Generator, to_file: Callable[..., bytes]
) -> None:
    scenes = [_scene(rng) for _ in range(30)]
    hashes = [perceptual_hash(scene) for scene in scenes]
    for scene, original in zip(scenes, hashes, strict=True):
        small = scene.resize((200, 170))
        assert _distance(original, perceptual_hash(small)) <= 6
        assert _distance(original, perceptual_hash(scene.convert("L"))) <= 6
    others = [_distance(a, b) for i, a in enumerate(hashes) for b in hashes[:i]]
    assert min(others) > 10
    assert len(hashes[0]) == 8


def test_an_empty_picture_has_an_empty_hash() -> None:
    for colour in ("black", "white", (17, 99, 201)):
        assert perceptual_hash(Image.new("RGB", (300, 200), colour)) == bytes(8)
    assert perceptual_hash(Image.new("RGB", (1, 1))) == bytes(8)
