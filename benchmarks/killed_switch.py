"""Kills the program again and again while it switches to another model.

    python -m benchmarks.killed_switch [--photos 5000] [--kills 5]

Claim: a switch of a library that is killed at any moment goes on where it was; what was encoded
and committed is not encoded again, a kill costs the batch at hand at most, and the old model
answers until the switch. The other model is a tiny CLIP checkpoint with random weights, taken up
from a folder; every step is a command of ``imgtext``. Prints JSON.
"""

import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
import transformers
from PIL import Image

from benchmarks.commands import command, imgtext
from engine.library import Library

_SIDE = 32


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=5000)
    parser.add_argument("--kills", type=int, default=5)
    options = parser.parse_args()
    rng = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        draw(top / "photos", options.photos, rng)
        folder = top / "library"
        imported = imgtext(folder, "import", str(top / "photos"))
        version = imgtext(folder, "models", "add", str(make_clip(top / "clip")))["added"]
        in_use = imgtext(folder, "search", "a dog")["model"]
        kept, in_vain = [0], 0
        while len(kept) <= options.kills:
            kill_midway(folder, version, rng, more_than=kept[-1])
            rows, stored = committed(folder, version)
            in_vain = max(in_vain, stored - rows)
            kept.append(rows)
            assert imgtext(folder, "search", "a dog")["model"] == in_use
        last = imgtext(folder, "models", "adopt", version)
        rows, _ = committed(folder, version)
        figures = {
            "photos": imported["indexed"],
            "committed_at_each_kill": kept[1:],
            "most_encoded_in_vain_by_a_kill": in_vain,
            "model_calls_of_the_last_run": last["model_calls"],
            "still_to_do_before_it": imported["indexed"] - kept[-1],
            "photos_of_the_new_model": rows,
            "model_afterwards": imgtext(folder, "search", "a dog")["model"],
        }
    print(json.dumps(figures, indent=2))


def draw(folder: Path, count: int, rng: np.random.Generator) -> None:
    """Write small pictures of random blocks, each unlike any other."""
    folder.mkdir()
    for number in range(count):
        blocks = rng.integers(0, 256, (6, 8, 3), np.uint8)
        Image.fromarray(blocks).resize((96, 72), Image.Resampling.NEAREST).save(
            folder / f"{number:05}.jpg"
        )


def make_clip(folder: Path) -> Path:
    """Write a CLIP checkpoint with random weights."""
    marks = [chr(code) for code in range(33, 127)]
    words = [*marks, *(f"{mark}</w>" for mark in marks), "<|startoftext|>", "<|endoftext|>"]
    end = len(words) - 1
    sizes = {"intermediate_size": 37, "num_hidden_layers": 2, "num_attention_heads": 4}
    ids = {"bos_token_id": end - 1, "eos_token_id": end, "pad_token_id": end}
    config = transformers.CLIPConfig(
        text_config={**sizes, **ids, "hidden_size": 32, "vocab_size": len(words)},
        vision_config={**sizes, "hidden_size": 48, "image_size": _SIDE, "patch_size": 8},
        projection_dim=24,
    )
    transformers.CLIPModel(config).save_pretrained(folder)
    vocabulary = {word: number for number, word in enumerate(words)}
    transformers.CLIPTokenizer(vocab=vocabulary, merges=[]).save_pretrained(folder)
    square = {"height": _SIDE, "width": _SIDE}
    transformers.CLIPImageProcessor(
        size={"shortest_edge": _SIDE}, crop_size=square
    ).save_pretrained(folder)
    return folder


def kill_midway(folder: Path, version: str, rng: np.random.Generator, more_than: int) -> None:
    """Start the switch; kill it at a random moment after something more was committed."""
    process = subprocess.Popen([*command(folder), "models", "adopt", version])
    try:
        while committed(folder, version)[0] <= more_than:
            if process.poll() is not None:
                raise AssertionError("the switch ended before it was killed; take more photos")
            time.sleep(0.05)
        time.sleep(rng.uniform(0, 0.5))
    finally:
        process.kill()
        process.wait()


def committed(folder: Path, version: str) -> tuple[int, int]:
    """Return how many photos are in the catalog for a version, and rows of features on disk."""
    with Library(folder, writable=False) as library:
        shape = library.models.describe(version)
        return library.photos.row_count(version), len(library.models.features(shape))


if __name__ == "__main__":
    main()
