"""The hash model over pixels: its features are the embedded network's, and its end is learned."""

import numpy as np
import pytest
import torch
from torch.nn import functional

from engine.models import packages
from engine.models.codes import BLOCKS
from engine.models.efficientnet import POOLED_DIM, ImageNetwork
from engine.models.hash_backbones import ImageHashNetwork
from engine.models.hash_model import HashModel
from engine.training.hash_gradients import make_meta_gradient
from engine.training.hash_settings import Estimator, HashOptions
from engine.training.hash_task import HashExamples, HashTask

BITS = 16


def photos(count: int, size: int) -> torch.Tensor:
    drawn = np.random.default_rng(0).integers(0, 256, (count, size, size, 3), np.uint8)
    return torch.from_numpy(drawn)


def test_it_begins_as_the_embedded_network() -> None:
    weights = packages.IMAGE_WEIGHTS.verify()
    pixels = photos(2, 224)
    with torch.inference_mode():
        found = ImageHashNetwork(weights, BITS).pooled(pixels).numpy()
    expected = ImageNetwork(weights).encode(pixels.numpy())[:, :POOLED_DIM]
    assert np.abs(found - expected).max() < 5e-3


@pytest.mark.parametrize("learned", [1, BLOCKS])
def test_the_last_blocks_or_all_are_learned(learned: int) -> None:
    class Apply:
        def __init__(self, task: HashTask) -> None:
            self.optimizers = task.optimizers()

        def step(self, loss: torch.Tensor, *, optimizer: str = "main") -> None:
            raise AssertionError

        def apply(self, *, optimizer: str = "main") -> None:
            self.optimizers[optimizer].step()

    torch.manual_seed(0)
    network = ImageHashNetwork(packages.IMAGE_WEIGHTS.verify(), BITS, learned_blocks=learned)
    meta = make_meta_gradient(Estimator.META, 0.1, hidden=4)
    model = HashModel(network, meta, bits=BITS, classes=2)
    pixels = photos(4, 64)
    targets = functional.one_hot(torch.tensor([0, 1, 0, 1]), 2).float()
    options = HashOptions(batch_size=4, meta_warm_up=0, learning_rate=1e-4)
    task = HashTask(model, HashExamples(pixels, targets), HashExamples(pixels, targets), options)
    frozen = [parameter.clone() for parameter in network.frozen.parameters()]
    before = [parameter.detach().clone() for parameter in network.learned.parameters()]
    apply = Apply(task)
    for epoch in range(2):
        for batch in task.batches(epoch, torch.Generator().manual_seed(epoch)):
            losses = task.update(batch, apply)
    assert np.isfinite(losses["loss"])
    changed = [
        not torch.equal(a, b) for a, b in zip(before, network.learned.parameters(), strict=True)
    ]
    assert np.mean(changed) > 0.9
    assert all(torch.equal(a, b) for a, b in zip(frozen, network.frozen.parameters(), strict=True))
    assert bool(list(network.frozen.parameters())) == (learned < BLOCKS)
    assert task.guard.trouble == 0
