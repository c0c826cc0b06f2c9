"""What the towers are made of and what they read, for each kind of trunk."""

import copy
import shutil
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from engine.errors import TrainingError
from engine.framing import SQUASHED, Framing
from engine.images.thumbnails import ThumbnailStore
from engine.models import packages, towers
from engine.models.dual_encoder import ImageTower, Precomputed, Projection, TextTower
from engine.models.efficientnet import MOST_LAYERS, ImageNetwork, read_classifier
from engine.models.photo_trunks import LastConvolutionTrunk, PooledTrunk, StoredPhotos
from engine.models.trained_text import FEATURE_DIM, POOLED_DIM, PhotoScaling
from engine.training.dual_encoder_options import DualEncoderOptions
from engine.training.examples import TrainingSet
from engine.training.splits import Indices
from engine.training.token_maps import MapKind, read_pixels, token_maps

BATCH = 256
_PIXEL_BATCH = 32
_PIXEL_MEMORY = 1 << 29  # bytes


class TextKit(ABC):
    """A text trunk and what it reads.

    Attributes:
        batch: How many texts are read at a time where nothing is learned.
    """

    batch = BATCH

    @abstractmethod
    def trunk(self) -> tuple[nn.Module, int]:
        """Return a trunk of its own for a fit, and its width."""

    @abstractmethod
    def read(self, texts: Sequence[str]) -> Any:
        """Return a batch for the tower."""


class ImageKit(ABC):
    """An image trunk and what it reads.

    Attributes:
        pools_first: See :class:`engine.models.dual_encoder.ImageTower`.
        needs_pixels: Whether a photo that is stored must be encoded again to be found.
        batch: How many photos are read at a time where nothing is learned.
    """

    batch = BATCH
    pools_first = False
    needs_pixels = True

    @abstractmethod
    def trunk(self, train: Indices) -> tuple[nn.Module, int]:
        """Return a trunk of its own for a fit on some photos, and its width."""

    def readable(self, photos: Indices) -> NDArray[np.bool_]:
        """Tell which photos the tower can look at, bool [n]."""
        return np.ones(len(photos), np.bool_)

    def prepare(self, photos: Indices) -> NDArray[np.bool_]:
        """Make ready what is read of photos that captions are learned from.

        Returns:
            bool [n], which of them can be used.
        """
        return self.readable(photos)

    @abstractmethod
    def read(self, photos: Indices, *, tokens: bool) -> Any:
        """Return a batch for the tower; without tokens only its pooled vectors are asked for."""


class StoredTexts(TextKit):
    """The text model in use, frozen: its vectors are the trunk's.

    Args:
        encoder: Has ``encode_text``.
        dimension: Of its vectors.
    """

    def __init__(self, encoder: Any, dimension: int) -> None:
        self._encoder = encoder
        self._dimension = dimension
        self._kept: dict[str, NDArray[np.float32]] = {}

    def trunk(self) -> tuple[nn.Module, int]:
        """Return the identity."""
        return nn.Identity(), self._dimension

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return vectors, float32 [n, d]; each text is encoded once."""
        new = sorted(set(texts) - self._kept.keys())
        if new:
            self._kept.update(zip(new, self._encoder.encode_text(new), strict=True))
        return np.stack([self._kept[text] for text in texts])

    def read(self, texts: Sequence[str]) -> torch.Tensor:
        """Return the vectors."""
        return torch.from_numpy(self.vectors(texts))


class FolderTexts(TextKit):
    """A text network of a folder.

    Args:
        folder: As ``save_pretrained`` wrote it.
        trained_blocks: How many of its last blocks are learned, -1 for all.
    """

    def __init__(self, folder: Path, trained_blocks: int) -> None:
        self._trunk, self.tokenizer = towers.load_text_trunk(folder)
        towers.train_last_blocks(self._trunk, None if trained_blocks < 0 else trained_blocks)
        self._is_frozen = trained_blocks == 0
        self._kept: dict[str, torch.Tensor] = {}

    def trunk(self) -> tuple[nn.Module, int]:
        """Return a copy of the network."""
        return copy.deepcopy(self._trunk), self._trunk.width

    def save(self, folder: Path) -> None:
        """Copy the tokenizer into a version's folder."""
        shutil.copyfile(self.tokenizer.file, folder / towers.TOKENIZER)

    def read(self, texts: Sequence[str]) -> Any:
        """Return tokens; of a frozen network what it makes of them, once."""
        if not self._is_frozen:
            return self.tokenizer(texts)
        new = sorted(set(texts) - self._kept.keys())
        self._trunk.eval()
        for start in range(0, len(new), _PIXEL_BATCH):
            block = new[start : start + _PIXEL_BATCH]
            with torch.no_grad():
                self._kept.update(zip(block, self._trunk(self.tokenizer(block)), strict=True))
        return Precomputed(torch.stack([self._kept[text] for text in texts]))


class StoredMaps(ImageKit):
    """The embedded image network, frozen or but for its last layers.

    Args:
        data: The snapshot; its features are the embedded network's.
        trained_layers: How many of the last layers are learned, the last convolution first;
            -1, or more than 5, for 5.
    """

    def __init__(self, data: TrainingSet, trained_layers: int = 0) -> None:
        is_trained = trained_layers != 0
        self.needs_pixels = is_trained
        self._data = data
        self._kind = MapKind.before(
            MOST_LAYERS if trained_layers < 0 else min(trained_layers, MOST_LAYERS)
        )
        classifier = read_classifier(packages.IMAGE_WEIGHTS.verify())
        self._pooled_mean = classifier.feature_mean.astype(np.float64)
        self._network = ImageNetwork(packages.IMAGE_WEIGHTS.verify()) if is_trained else None
        self._rows: dict[int, int] = {}
        self._maps: NDArray[np.float16] | None = None
        self._is_there: NDArray[np.bool_] = np.zeros(0, np.bool_)

    def scaling(self, train: Indices) -> PhotoScaling:
        """Return how features are scaled, by the photos that are learned from."""
        layout = self._data.features[train, POOLED_DIM:].astype(np.float64)
        return PhotoScaling(self._pooled_mean, layout.mean(axis=0))

    def trunk(self, train: Indices) -> tuple[nn.Module, int]:
        """Return the trunk over stored features and maps."""
        scaling = self.scaling(train)
        if self._network is None:
            return PooledTrunk(scaling), FEATURE_DIM
        earlier = self._network.last_blocks(self._kind.layers - 1)
        trunk = LastConvolutionTrunk(scaling, *self._network.last_convolution(), earlier)
        return trunk, FEATURE_DIM

    def prepare(self, photos: Indices) -> NDArray[np.bool_]:
        """Compute the maps, or read those that are kept."""
        hashes = [self._data.examples[photo].content_hash for photo in photos]
        self._maps, self._is_there = token_maps(self._data.thumbnails, hashes, self._kind)
        self._rows = {int(photo): row for row, photo in enumerate(photos)}
        # A frozen network's pooled vector is stored; it stands for the map of a photo without one.
        return self._is_there if self.needs_pixels else np.ones(len(photos), np.bool_)

    def readable(self, photos: Indices) -> NDArray[np.bool_]:
        """Tell which photos have a thumbnail, where maps are not made of what is stored."""
        if not self.needs_pixels:
            return super().readable(photos)
        return need_thumbnails(self._data, photos)

    def read(self, photos: Indices, *, tokens: bool) -> StoredPhotos:
        """Return features, with maps where they are asked for or needed."""
        features = torch.from_numpy(self._data.features[photos].astype(np.float32))
        if not (tokens or self.needs_pixels):
            return StoredPhotos(features)
        return StoredPhotos(features, torch.from_numpy(self._cells(photos)).float())

    def _cells(self, photos: Indices) -> NDArray[np.float16]:
        cells = np.zeros((len(photos), *self._kind.shape), np.float16)
        others = []
        for place, photo in enumerate(photos):
            row = self._rows.get(int(photo))
            if row is not None and self._maps is not None:
                cells[place] = self._maps[row]
            else:
                others.append(place)
        if others and self._network is not None:
            pixels = pixels_of(self._data, photos[others])
            cells[others] = self._network.encode_blocks(pixels, layers=self._kind.layers)
        return cells


class StoredFeatures(ImageKit):
    """The image network of a checkpoint, frozen: its stored features are the trunk's.

    Args:
        data: The snapshot.
        dimension: Of the features; what stands behind is of a version trained before.
    """

    needs_pixels = False

    def __init__(self, data: TrainingSet, dimension: int) -> None:
        self._features = data.features[:, :dimension]

    def trunk(self, train: Indices) -> tuple[nn.Module, int]:
        """Return the trunk over stored features."""
        mean = self._features[train].astype(np.float64).mean(axis=0)
        trunk = PooledTrunk(PhotoScaling(mean[:POOLED_DIM], mean[POOLED_DIM:]))
        return trunk, trunk.width

    def read(self, photos: Indices, *, tokens: bool) -> StoredPhotos:
        """Return features; the decoders read one token."""
        return StoredPhotos(torch.from_numpy(self._features[photos].astype(np.float32)))


class FolderPhotos(ImageKit):
    """An image network of a folder, which reads the library's thumbnails.

    Args:
        data: The snapshot.
        folder: As ``save_pretrained`` wrote it.
        trained_blocks: How many of its last blocks are learned, -1 for all.
    """

    batch = 64

    def __init__(self, data: TrainingSet, folder: Path, trained_blocks: int) -> None:
        self._data = data
        self._trunk, self.pixels = towers.load_image_trunk(folder)
        self.pools_first = self._trunk.pools_first
        towers.train_last_blocks(self._trunk, None if trained_blocks < 0 else trained_blocks)
        self._is_frozen = trained_blocks == 0
        self._kept: dict[int, torch.Tensor] = {}
        self._small: dict[int, NDArray[np.uint8]] = {}

    def trunk(self, train: Indices) -> tuple[nn.Module, int]:
        """Return a copy of the network."""
        return copy.deepcopy(self._trunk), self._trunk.width

    def readable(self, photos: Indices) -> NDArray[np.bool_]:
        """Look which photos have a thumbnail."""
        return need_thumbnails(self._data, photos)

    def read(self, photos: Indices, *, tokens: bool) -> Any:
        """Return pixels; of a frozen network what it makes of them, once."""
        if not self._is_frozen:
            return self.pixels.apply(self._small_pixels(photos))
        new = np.array([photo for photo in photos if int(photo) not in self._kept], np.int64)
        self._trunk.eval()
        for block in _blocks(new, _PIXEL_BATCH):
            with torch.no_grad():
                pixels = pixels_of(self._data, block, self.pixels.framing)
                states = self._trunk(self.pixels.apply(pixels)).half()
            self._kept.update(zip(block.tolist(), states, strict=True))
        return Precomputed(torch.stack([self._kept[int(photo)] for photo in photos]).float())

    def _small_pixels(self, photos: Indices) -> NDArray[np.uint8]:
        """Return pictures at the network's size; as many as fit into memory are read once."""
        framing = self.pixels.framing
        room = _PIXEL_MEMORY // (3 * framing.side**2)
        new = [photo for photo in photos if int(photo) not in self._small]
        found = dict(self._small)
        if new:
            read = pixels_of(self._data, np.array(new, np.int64), framing)
            found.update(zip(map(int, new), read, strict=True))
        if len(found) <= room:
            self._small = found
        return np.stack([found[int(photo)] for photo in photos])


def make_towers(
    texts: TextKit, photos: ImageKit, train: Indices, options: DualEncoderOptions
) -> tuple[TextTower, ImageTower]:
    """Build both towers of a fit; their projections are random."""
    dropout = options.feature_dropout
    text_trunk, text_width = texts.trunk()
    image_trunk, image_width = photos.trunk(train)
    return (
        TextTower(text_trunk, Projection(text_width, options.dimension, dropout=dropout)),
        ImageTower(
            image_trunk,
            Projection(image_width, options.dimension, dropout=dropout),
            pools_first=photos.pools_first,
        ),
    )


def need_thumbnails(data: TrainingSet, photos: Indices) -> NDArray[np.bool_]:
    """Tell which photos have a thumbnail, bool [n].

    Raises:
        TrainingError: The library has none at all.
    """
    if data.thumbnails is None:
        raise TrainingError(
            "This image tower reads thumbnails, and the library has none; scan it first."
        )
    store = ThumbnailStore(data.thumbnails)
    hashes = (bytes.fromhex(data.examples[photo].content_hash) for photo in photos)
    return np.array([store.has(name) for name in hashes], np.bool_)


def pixels_of(data: TrainingSet, photos: Indices, framing: Framing = SQUASHED) -> NDArray[np.uint8]:
    """Read thumbnails as a network sees photos, uint8 [n, side, side, 3]; grey for one missing."""
    assert data.thumbnails is not None
    store = ThumbnailStore(data.thumbnails)
    grey = np.full((framing.side, framing.side, 3), 128, np.uint8)
    found = (read_pixels(store, data.examples[photo].content_hash, framing) for photo in photos)
    return np.stack([grey if pixels is None else pixels for pixels in found])


def _blocks(photos: Indices, size: int) -> Iterator[Indices]:
    for start in range(0, len(photos), size):
        yield photos[start : start + size]
