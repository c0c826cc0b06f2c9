"""The hash model end to end: learned from photos' pixels, through the last convolutions or all.

What the stages that stay as they are make of a photo is computed once and kept in memory, so that
learning the last block alone takes minutes without a graphics card. Pixels are the thumbnails'.
"""

from collections import ChainMap
from collections.abc import Callable
from typing import Any, Final, Self

import numpy as np
import torch
from numpy.typing import NDArray

from engine.errors import TrainingError
from engine.images.thumbnails import ThumbnailStore
from engine.models import packages
from engine.models.codes import Centring, PixelCoder
from engine.models.hash_backbones import BLOCKS, ImageHashNetwork, shrink
from engine.models.hash_encoder import values_of
from engine.models.hash_model import HashModel
from engine.training.examples import TrainingSet
from engine.training.hash_options import Learns, Options
from engine.training.hash_task import Batch, HashTask
from engine.training.splits import Indices
from engine.training.token_maps import read_pixels

_BATCH: Final = 32
_MEMORY: Final = 1 << 29  # bytes of photos, or of maps, that are kept


class Kept:
    """What is made of photos, in memory as far as there is room; else made anew.

    Args:
        make: Makes it, [n, ...], of photos of the snapshot.
    """

    def __init__(self, make: Callable[[Indices], torch.Tensor]) -> None:
        self._make = make
        self._rows: dict[int, torch.Tensor] = {}

    def of(self, photos: Indices) -> torch.Tensor:
        """Return what is made of photos, [n, ...], n at least 1."""
        made: dict[int, torch.Tensor] = {}
        new = [photo for photo in dict.fromkeys(photos.tolist()) if photo not in self._rows]
        for start in range(0, len(new), _BATCH):
            block = new[start : start + _BATCH]
            made.update(zip(block, self._make(np.array(block, np.int64)), strict=True))
        known = ChainMap(made, self._rows)
        found = torch.stack([known[photo] for photo in photos.tolist()])
        room = _MEMORY // max(1, found[0].nbytes) - len(self._rows)
        self._rows.update((photo, made[photo]) for photo in new[: max(0, room)])
        return found


class SmallPhotos:
    """The photos of a snapshot as the networks see them.

    Args:
        data: The snapshot.
    """

    def __init__(self, data: TrainingSet) -> None:
        self._names = [example.content_hash for example in data.examples]
        self._store = None if data.thumbnails is None else ThumbnailStore(data.thumbnails)

    def usable(self) -> NDArray[np.bool_]:
        """Return which photos have a thumbnail, bool [photos]."""
        store = self._store
        found = (store is not None and store.has(bytes.fromhex(name)) for name in self._names)
        return np.fromiter(found, np.bool_, len(self._names))

    def read(self, photos: Indices) -> torch.Tensor:
        """Return pixels, uint8 [n, 224, 224, 3]; grey where a thumbnail is damaged."""
        assert self._store is not None
        grey = np.full((224, 224, 3), 128, np.uint8)
        pixels = [read_pixels(self._store, self._names[int(photo)]) for photo in photos]
        return torch.from_numpy(np.stack([grey if found is None else found for found in pixels]))


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
        self.small = SmallPhotos(data)
        self.usable = self.small.usable()
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
        pixels = shrink(self.small.read(photos), self._options.side)  # on the CPU: not all can
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
