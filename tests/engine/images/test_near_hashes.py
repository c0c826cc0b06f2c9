import numpy as np
import pytest
from PIL import Image

from engine.images import near_hashes
from engine.images.hashing import perceptual_hash
from engine.images.near_hashes import ORIENTATIONS, near_pairs, turn_distances
from engine.images.orientation import turn
from engine.jobs import run
from tests.engine.indexed import draw_scene


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_turned_picture_is_close_in_its_orientation_and_only_there(orientation: int) -> None:
    distances = []
    for seed in range(12):
        scene = draw_scene(seed)
        turned = np.frombuffer(perceptual_hash(turn(scene, orientation)), np.uint8)
        (row,) = turn_distances(perceptual_hash(scene), turned[None]).tolist()
        found = dict(zip(ORIENTATIONS, row, strict=True))
        distances.append(found.pop(orientation))
        assert min(found.values()) > 12
    assert np.median(distances) <= 6


def test_every_pair_up_to_seven_is_found_and_none_beyond_the_radius(
    rng: np.random.Generator,
) -> None:
    base = rng.integers(0, 256, (60, 8), np.uint8)
    words = [base]
    for distance in range(1, 12):
        bits = np.unpackbits(base, axis=1)
        for row in bits:
            row[rng.choice(64, distance, replace=False)] ^= 1
        words.append(np.packbits(bits, axis=1))
    hashes = np.unique(np.concatenate(words), axis=0)
    found = {(a, b) for a, b in run(near_pairs(hashes)).tolist()}
    assert all(a < b for a, b in found)
    for a in range(len(hashes) - 1):
        distances = turn_distances(hashes[a].tobytes(), hashes[a + 1 :]).min(axis=1)
        for b, distance in enumerate(distances.tolist(), start=a + 1):
            if distance <= 7:
                assert (a, b) in found
            elif distance > near_hashes.RADIUS:
                assert (a, b) not in found


def test_memory_stays_bounded_where_everything_is_alike(
    rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(near_hashes, "MAX_PAIRS", 2000)
    low = np.unique(rng.integers(0, 1 << 10, 400, np.uint64))  # all within distance 10
    pairs = run(near_pairs(low.view(np.uint8).reshape(-1, 8)))
    assert 0 < len(pairs) <= 4000
    closest = [bin(int(low[a] ^ low[b])).count("1") for a, b in pairs]
    assert max(closest) < 6


def test_no_hash_and_one_hash_have_no_pairs() -> None:
    for count in (0, 1):
        assert run(near_pairs(np.zeros((count, 8), np.uint8))).shape == (0, 2)


def test_a_blank_picture_hashes_to_nothing() -> None:
    assert perceptual_hash(Image.new("L", (90, 60), 77)) == bytes(8)
