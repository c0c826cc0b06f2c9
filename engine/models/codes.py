"""Hash codes of photos, without torch: how bits are packed, and who makes them.

A coder turns stored features into codes the way an encoder derives vectors: what it needs to know
of the library is fitted first and kept with the codes (``fit_statistics``), so that a query picture
is coded with the same. Before anything was trained the codes are those of iterative quantisation
over the ``visual`` vectors.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load_file, save_file

from engine.errors import ModelError
from engine.models import visual
from engine.models.itq import fit_itq
from engine.models.versions import WEIGHTS, read_config

BITS: Final = (32, 64, 128, 256)
DEFAULT_BITS: Final = 128
CODE: Final = "code"  # name of the space
# Kinds of codes in ``config.json`` of a version.
TRAINED: Final = "trained"
ITQ: Final = "itq"
PIXELS: Final = "pixels"
# Stages of the image network that codes from pixels go through, EfficientNet-Lite0.
BLOCKS: Final = 7

Array = NDArray[Any]

# More photos tell nothing new about the axes, and fitting takes longer.
_SAMPLE: Final = 10_000
_CHUNK: Final = 4096


class Centring(StrEnum):
    """What of the library the values of the network are compared with, instead of 0."""

    NONE = "none"
    MEAN = "mean"
    MEDIAN = "median"


class Coder(Protocol):
    """Makes codes from stored features."""

    @property
    def name(self) -> str:
        """Tells its codes from those of every other coder."""

    @property
    def bits(self) -> int:
        """Length of a code, a multiple of 8."""

    def fit_statistics(self, features: Array) -> dict[str, Array]:
        """Take from a library's features, [n, f], what :meth:`derive` needs to know of it."""

    def derive(self, features: Array, statistics: Mapping[str, Array]) -> dict[str, Array]:
        """Return ``{"code": uint8 [n, bits / 8]}``."""


def pack(bits: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Pack bits, bool [n, bits], into bytes, the first bit highest: uint8 [n, bits / 8]."""
    return np.packbits(bits, axis=1)


def unpack(codes: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return the bits of packed codes: bool [n, bits]."""
    return np.unpackbits(codes, axis=1).astype(np.bool_)


def check_bits(bits: int) -> int:
    """Return a length that codes can have.

    Raises:
        ModelError: They cannot have this one.
    """
    if bits not in BITS:
        lengths = ", ".join(map(str, BITS))
        raise ModelError(f"Codes of {bits} bits are not made; choose one of {lengths}.")
    return bits


def sample(features: Array) -> Array:
    """Return the features that statistics are fitted on: the same ones each time."""
    if len(features) <= _SAMPLE:
        return features
    chosen = np.random.default_rng(0).choice(len(features), _SAMPLE, replace=False)
    return features[np.sort(chosen)]


@dataclass(frozen=True, slots=True)
class ItqCoder:
    """Codes that nothing was trained for: iterative quantisation of the ``visual`` vectors."""

    bits: int = DEFAULT_BITS

    @property
    def name(self) -> str:
        """Tells its codes from those of every other coder."""
        return f"itq-{self.bits}"

    def fit_statistics(self, features: Array) -> dict[str, Array]:
        """Fit the axes of the visual space and the rotation to a library, [n, 2048], n >= 1."""
        statistics = visual.fit_visual(features)
        vectors = visual.derive_visual(sample(features), statistics)
        coder = fit_itq(vectors, bits=self.bits)
        return {
            **statistics,
            "projection": coder.projection,
            "threshold": coder.mean @ coder.projection,
        }

    def derive(self, features: Array, statistics: Mapping[str, Array]) -> dict[str, Array]:
        """Return the codes."""
        vectors = visual.derive_visual(features, statistics)
        return {CODE: pack(vectors @ statistics["projection"] >= statistics["threshold"])}


@dataclass(frozen=True, slots=True, eq=False)
class HashCoder:
    """A trained network on stored features (:class:`engine.models.hash_model.FeatureNetwork`).

    Attributes:
        name: The version.
        tensors: ``mean`` [i], ``scale`` [], ``hidden.weight`` [w, i], ``hidden.bias`` [w],
            ``output.weight`` [bits, w], ``output.bias`` [bits]; float32.
        centring: What of the library the values are compared with.
    """

    name: str
    tensors: Mapping[str, Array]
    centring: Centring

    @property
    def bits(self) -> int:
        """Length of a code."""
        return len(self.tensors["output.bias"])

    def values(self, features: Array) -> NDArray[np.float32]:
        """Return the first feature vector f of photos: float32 [n, bits]."""
        tensors = self.tensors
        found = np.empty((len(features), self.bits), np.float32)
        for start in range(0, len(features), _CHUNK):
            chunk = features[start : start + _CHUNK, : len(tensors["mean"])].astype(np.float32)
            rows = (chunk - tensors["mean"]) / tensors["scale"]
            hidden = np.maximum(rows @ tensors["hidden.weight"].T + tensors["hidden.bias"], 0)
            found[start : start + _CHUNK] = (
                hidden @ tensors["output.weight"].T + tensors["output.bias"]
            )
        return found

    def fit_statistics(self, features: Array) -> dict[str, Array]:
        """Take the library's own middle of each value, so that each bit divides its photos."""
        return {"centre": centre_of(self.values(sample(features)), self.centring)}

    def derive(self, features: Array, statistics: Mapping[str, Array]) -> dict[str, Array]:
        """Return the codes."""
        return {CODE: pack(self.values(features) >= statistics["centre"])}

    def save(self, folder: Path) -> dict[str, object]:
        """Write the weights, and return what goes into ``config.json``."""
        tensors = {name: np.array(array, order="C") for name, array in self.tensors.items()}
        save_file(tensors, folder / WEIGHTS)
        return {"bits": self.bits, "centring": self.centring.value}


@dataclass(frozen=True, slots=True)
class PixelCoder:
    """A trained network on photos themselves (:class:`engine.models.hash_encoder.HashEncoder`).

    What is stored of a photo, as features of the version's own, are the values of its code.

    Attributes:
        name: The version, which is also the name of its features.
        bits: Length of a code.
        centring: What of the library the values are compared with.
    """

    name: str
    bits: int
    centring: Centring

    def fit_statistics(self, features: Array) -> dict[str, Array]:
        """Take the library's own middle of each value, [n, bits]."""
        return {"centre": centre_of(sample(features), self.centring)}

    def derive(self, features: Array, statistics: Mapping[str, Array]) -> dict[str, Array]:
        """Return the codes."""
        return {CODE: pack(features >= statistics["centre"])}


def centre_of(values: Array, centring: Centring) -> NDArray[np.float32]:
    """Return what each value is compared with, float32 [bits], for values [n, bits]."""
    if centring is Centring.NONE or not len(values):
        return np.zeros(values.shape[1], np.float32)
    middle = np.mean if centring is Centring.MEAN else np.median
    return np.asarray(middle(values.astype(np.float32), axis=0), np.float32)


def reads_photos(folder: Path) -> bool:
    """Tell whether a version of the slot ``codes`` encodes photos itself.

    Raises:
        ModelError: The folder holds no version.
    """
    return bool(read_config(folder).get("codes") == PIXELS)


def load_coder(folder: Path) -> Coder:
    """Read the coder of a version of the slot ``codes``.

    Raises:
        ModelError: The folder holds none, or it is damaged.
    """
    config = read_config(folder)
    try:
        if config["codes"] == ITQ:
            return ItqCoder(check_bits(config["bits"]))
        if config["codes"] == PIXELS:
            centring = Centring(config["centring"])
            return PixelCoder(folder.name, check_bits(config["bits"]), centring)
        tensors = load_file(folder / WEIGHTS)
        wide, inputs = tensors["hidden.weight"].shape
        shapes = {
            "mean": (inputs,),
            "scale": (),
            "hidden.bias": (wide,),
            "output.weight": (check_bits(config["bits"]), wide),
            "output.bias": (config["bits"],),
        }
        if any(tensors[name].shape != shape for name, shape in shapes.items()):
            raise ValueError("tensors of other shapes")
        return HashCoder(folder.name, tensors, Centring(config["centring"]))
    except (OSError, ValueError, KeyError, TypeError, SafetensorError) as error:
        raise ModelError(
            f"{folder} holds no hash model that this program can read; train it anew."
        ) from error
