"""The hash model end to end: learned from photos' pixels, through the last convolutions or all.

What the stages that stay as they are make of a photo is computed once and kept in memory, so that
learning the last block alone takes minutes without a graphics card. Pixels are the thumbnails'.
"""

from typing import Any, Final, Self

import numpy as np
import torch
from numpy.typing import NDArray

from engine.errors import TrainingError
from engine.models import packages
from engine.models.codes import BLOCKS, Centring, PixelCoder
from engine.models.hash_backbones import ImageHashNetwork, shrink
from engine.models.hash_encoder import values_of
from engine.models.hash_model import HashModel
from engine.training.examples import TrainingSet
from engine.training.hash_options import Learns, Options
from engine.training.hash_task import Batch, HashTask
from engine.training.kept_rows import Kept
from engine.training.splits import Indices
from engine.training.tower_kits import need_thumbnails, pixels_of

_BATCH: Final = 32


class PixelKit:
    """Builds image hash networks, and has what they read.

    Args:
        data: The snapshot.
        options: What is learned, and how.
        device: Where to compute.

    Raises:
        TrainingError: The library has no thumbnails.
    """

    def __init__(self, data: TrainingSet, options: Options, device: torch.device) -> None:
        self._options = options
        self._device = device
        self._data = data
        self.usable = need_thumbnails(data, np.arange(len(data), dtype=np.int64))
        if not self.usable[data.labelled()].any():
            raise TrainingError(
                "These codes are learned from thumbnails, and the library has none; scan it first."
            )
        self._start = self.network()
        self._maps = Kept(self._make_maps)

    @property
    def learned_blocks(self) -> int:
        """How many of the last stages are learned."""
        is_all = self._options.learns is Learns.NETWORK
        return BLOCKS if is_all else int(self._options.learned_blocks)

    def network(self) -> ImageHashNetwork:
        """Build a network with the weights that the program comes with."""
        network = ImageHashNetwork(
            packages.IMAGE_WEIGHTS.verify(),
            self._options.bits,
            learned_blocks=self.learned_blocks,
            hidden=self._options.hidden,
            side=self._options.side,
        )
        return network.to(self._device)

    def read(self, photos: Indices) -> torch.Tensor:
        """Return what a network reads of photos, on the device."""
        return self._maps.of(photos).to(self._device)

    @torch.no_grad()
    def fit_scale(self, network: ImageHashNetwork, photos: Indices) -> None:
        """Fit the scale of the head to some photos."""
        blocks = np.array_split(photos, max(1, -(-len(photos) // _BATCH)))
        network.head.fit_scale(torch.cat([network.pooled(self.read(block)) for block in blocks]))

    def describe(self) -> dict[str, object]:
        """Return what must be known to build the network again."""
        options = self._options
        return {
            "learned_blocks": self.learned_blocks,
            "hidden": options.hidden,
            "side": options.side,
        }

    def _make_maps(self, photos: Indices) -> torch.Tensor:
        pixels = torch.from_numpy(pixels_of(self._data, photos))
        pixels = shrink(pixels, self._options.side)  # on the CPU: not all can
        if self._options.learns is Learns.NETWORK:
            return pixels
        return self._start.frozen_maps(pixels.to(self._device)).half().cpu()


class PixelExamples:
    """Photos that are read when they are needed, as :class:`hash_task.Examples`."""

    def __init__(self, kit: PixelKit, photos: Indices, targets: torch.Tensor) -> None:
        self._kit = kit
        self._photos = photos
        self._targets = targets

    @property
    def device(self) -> torch.device:
        """Where batches are."""
        return self._targets.device

    def __len__(self) -> int:
        return len(self._photos)

    def at(self, rows: torch.Tensor) -> Batch:
        """Return inputs and targets of some."""
        return self._kit.read(self._photos[rows.numpy()]), self._targets[rows]

    def part(self, rows: torch.Tensor) -> Self:
        """Return some of them."""
        return type(self)(self._kit, self._photos[rows.numpy()], self._targets[rows])


class PixelHashTask(HashTask):
    """A fit through convolutions.

    The head on top of them is new, and its first gradients would only spoil what the network knows:
    for the first third of all updates it learns alone.

    Args:
        model: The four modules; its network is the kit's.
        train: What is learned from.
        stop: The stop set.
        options: How.
        kit: Has the photos.

    Attributes:
        centring: What of the library values are compared with; validation photos choose it.
    """

    def __init__(
        self,
        model: HashModel,
        train: PixelExamples,
        stop: PixelExamples,
        options: Options,
        kit: PixelKit,
    ) -> None:
        super().__init__(model, train, stop, options)
        self.centring = Centring.MEAN
        self._bits = options.bits
        self._trunk_rate = options.trunk_rate
        self._kit = kit
        self._values: dict[int, Kept] = {}

    def coder(self, centring: Centring | None = None) -> PixelCoder:
        """Return what makes codes of :meth:`values`."""
        return PixelCoder("trained", self._bits, centring or self.centring)

    def values(self, photos: Indices) -> NDArray[np.float16]:
        """Return the values of photos' codes by the modules as they are now, [n, bits]."""
        if not len(photos):
            return np.zeros((0, self._bits), np.float16)
        done = int(self.guard.steps)
        if done not in self._values:
            self._values = {done: Kept(self._make_values)}
        found: NDArray[np.float16] = self._values[done].of(photos).numpy()
        return found

    def _make_values(self, photos: Indices) -> torch.Tensor:
        self.module.eval()
        return torch.from_numpy(values_of(self.model.network, self._kit.read(photos)))

    def _groups(self) -> list[dict[str, Any]]:
        network: Any = self.model.network
        return [
            {"params": [*network.head.parameters()]},
            {"params": [*network.learned.parameters()], "lr": self._trunk_rate},
        ]

    def _theta(self) -> dict[str, torch.nn.Parameter]:
        network: Any = self.model.network
        is_head_alone = 3 * int(self.guard.steps) <= self.options.epochs * self.steps
        parts = ("head.",) if is_head_alone else ("head.", "learned.")
        return {n: weight for n, weight in network.named_parameters() if n.startswith(parts)}
