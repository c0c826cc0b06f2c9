"""The learned gradient goes back through convolutions: the hash model end to end on CIFAR-10.

    python -m benchmarks.hash_end_to_end --data DATA [--quick]

A small convolutional network on 32 pixels, 5000 photos to learn from, ten epochs; the identity
straight-through gradient, the derivative of tanh and the learned one side by side, one seed. Then a
few updates of the last block of EfficientNet-Lite0 and of all of it, with the time of each. Shows
that it runs; what it is worth is the business of ``benchmarks.meta_hash``.
"""

import argparse
import io
import json
import tarfile
import time
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image
from torch import nn
from torch.nn import functional

from benchmarks.hash_arms import Stepper, options_of, say
from engine.evaluation import hashing_metrics
from engine.models import packages
from engine.models.codes import BLOCKS
from engine.models.hash_backbones import ImageHashNetwork
from engine.models.hash_model import HashModel
from engine.training.hash_gradients import make_meta_gradient
from engine.training.hash_task import HashExamples, HashTask
from engine.training.trainer import rate_factor

_BITS: Final = 32
_ARMS: Final = ("ste", "tanh", "meta")

Pixels = NDArray[np.uint8]
Labels = NDArray[np.int64]


def read_pixels(archive: Path, part: str, each: int) -> tuple[Pixels, Labels]:
    """Read the first photos of each class, uint8 [n, 32, 32, 3]."""
    found: dict[str, list[Pixels]] = {}
    with tarfile.open(archive) as tar:
        for member in tar:
            if not member.isfile() or f"{part}/" not in member.name:
                continue
            photos = found.setdefault(member.name.split("/")[-2], [])
            stream = tar.extractfile(member) if len(photos) < each else None
            if stream is not None:
                with Image.open(io.BytesIO(stream.read())) as image:
                    photos.append(np.asarray(image.convert("RGB")))
    names = sorted(found)
    rows = [pixels for name in names for pixels in found[name]]
    labels = [number for number, name in enumerate(names) for _ in found[name]]
    return np.stack(rows), np.array(labels, np.int64)


def examples(pixels: Pixels, labels: Labels) -> HashExamples:
    """Return photos as the task takes them, float32 [n, 3, 32, 32]."""
    inputs = torch.from_numpy(pixels).permute(0, 3, 1, 2).float().div(127.5).sub(1).contiguous()
    return HashExamples(inputs, functional.one_hot(torch.from_numpy(labels), 10).float())


def small_network() -> nn.Module:
    """Return four convolutions and a linear layer to the code."""
    layers: list[nn.Module] = []
    channels = 3
    for wide in (32, 64, 128, 128):
        layers += [
            nn.Conv2d(channels, wide, 3, stride=2, padding=1),
            nn.GroupNorm(8, wide),
            nn.ReLU(),
        ]
        channels = wide
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(128, _BITS))


def learn(arm: str, train: HashExamples, epochs: int) -> HashTask:
    """Train the small network."""
    torch.manual_seed(0)
    network = small_network()
    options = options_of(arm, epochs=epochs)
    meta = make_meta_gradient(options.estimator, options.mse_weight, hidden=options.meta_hidden)
    torch.manual_seed(1)
    model = HashModel(network, meta, bits=_BITS, classes=10)
    nothing = HashExamples(train.inputs[:0], train.targets[:0])
    task = HashTask(model, train, nothing, options)
    stepper = Stepper(task.optimizers(), 1.0)
    step = 0
    for epoch in range(epochs):
        for batch in task.batches(epoch, torch.Generator().manual_seed(epoch)):
            stepper.set_rate(rate_factor(step, epochs * task.steps, warm_up=0.0))
            losses = task.update(batch, stepper)
            step += 1
        say(f"{arm} epoch {epoch + 1}: {losses['loss']:.3f}")
    return task


def through_the_image_network(pixels: Pixels, labels: Labels, learned: int) -> dict[str, float]:
    """Do a few updates of the embedded image network at 96 pixels."""
    torch.manual_seed(0)
    network = ImageHashNetwork(packages.IMAGE_WEIGHTS.verify(), _BITS, learned_blocks=learned)
    options = options_of("meta", learning_rate=1e-4, batch_size=16, meta_warm_up=0)
    meta = make_meta_gradient(options.estimator, options.mse_weight, hidden=options.meta_hidden)
    model = HashModel(network, meta, bits=_BITS, classes=10)
    large = [Image.fromarray(photo).resize((96, 96)) for photo in pixels]
    inputs = torch.from_numpy(np.stack([np.asarray(photo) for photo in large]))
    photos = HashExamples(inputs, functional.one_hot(torch.from_numpy(labels), 10).float())
    task = HashTask(model, photos, photos, options)
    stepper = Stepper(task.optimizers(), 1.0)
    losses, start = [], time.perf_counter()
    for epoch in range(3):
        for batch in task.batches(epoch, torch.Generator().manual_seed(epoch)):
            losses.append(task.update(batch, stepper)["loss"])
    seconds = (time.perf_counter() - start) / len(losses)
    return {"first_loss": losses[0], "last_loss": losses[-1], "seconds_an_update": seconds}


def main() -> None:
    """Run and print JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args()
    each, epochs = (50, 2) if arguments.quick else (500, 10)
    archive = arguments.data / "cifar10.tar.gz"
    train = examples(*read_pixels(archive, "train", each))
    pixels, labels = read_pixels(archive, "test", 100)
    test = examples(pixels, labels)
    found = {}
    for arm in _ARMS:
        start = time.perf_counter()
        task = learn(arm, train, epochs)
        seconds = time.perf_counter() - start
        with torch.inference_mode():
            codes = (task.model.network(test.inputs) >= 0).numpy()
        coded = hashing_metrics.CodedPhotos(codes, labels, np.arange(len(labels)))
        items, relevant = hashing_metrics.count_levels_among(coded, coded)
        precision = float(np.mean(hashing_metrics.average_precision(items, relevant)))
        found[arm] = {"mAP_of_unseen_photos": precision, "seconds": seconds}
    some = np.arange(0, len(labels), max(1, len(labels) // 48))
    blocks = {
        f"learned_blocks_{learned}": through_the_image_network(pixels[some], labels[some], learned)
        for learned in (1, BLOCKS)
    }
    print(json.dumps({"small_network": found, "efficientnet": blocks}, indent=1))


if __name__ == "__main__":
    main()
