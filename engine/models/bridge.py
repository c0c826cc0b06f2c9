"""The bridge from a photo's pooled features to the space of sentences; numpy only, no photo seen.

Two closed-form ways from the rows of the ImageNet classifier to text, mixed:

* ConSE (Norouzi et al., 2014): the mean of the classes' text vectors, weighted by their
  probability. The probabilities are averaged over two temperatures: the sharp one serves what
  the network knows, the soft one composes what it does not know from its neighbours.
* A ridge map from classifier rows to the classes' text vectors (cf. ESZSL, Romera-Paredes and
  Torr, 2015), applied to the centred features.

A class's text vector is the mean over texts of three kinds: its short name, its definition, and
hand-written captions of everyday scenes with it (cf. Menon and Vondrick, 2023; Pratt et al.,
2023). Queries are centred by half the mean of those captions.

The constants come from leaving classes out: each classifier row plays a photo of a class the
bridge was not given (``benchmarks/zero_shot_bridge.py --choices`` prints the table).
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Final

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load

from engine.errors import ModelError

# Everything is computed in double precision: the order in which BLAS adds depends on how many rows
# there are, and a photo's vector must not depend on which others are derived with it.
Array = NDArray[np.float64]

TEMPERATURES: Final = (1.0, 2.0)
TOP_CLASSES: Final = 100
CONSE_WEIGHT: Final = 0.7
RIDGE_REGULARISER: Final = 3.0
QUERY_CENTRING: Final = 0.5
# All that the shipped file does not hold, for the model's version.
RECIPE: Final = f"{TEMPERATURES} {TOP_CLASSES} {CONSE_WEIGHT} {QUERY_CENTRING}"
RESOURCE: Final = resources.files("resources") / "embedded" / "bridge.safetensors"
# Of the shipped file: a damaged one would look like another model, whose library must be made anew.
SHA256: Final = "4d9bfc1a272c97489a41803da2341e35414ff71a299c153d4e4c8a87776d6fb2"
_BLOCK: Final = 512  # photos at once, to bound the memory


@dataclass(frozen=True)
class Bridge:
    """What the bridge is made of; all arrays are float64.

    Both means are known without a photo. Centring by the library's own means ranked the photos of
    flowers and CIFAR-10 worse, and would tie each vector to its library.

    Attributes:
        weight: [1000, f], the classifier's rows.
        bias: [1000].
        class_texts: [1000, 384], unit rows.
        text_mean: [384], the mean of ``class_texts``.
        ridge_map: [f, 384].
        feature_mean: [f], the mean of the pooled features over ImageNet.
        query_mean: [384], the mean of the scene captions.
    """

    weight: Array
    bias: Array
    class_texts: Array
    text_mean: Array
    ridge_map: Array
    feature_mean: Array
    query_mean: Array

    def derive(self, features: NDArray[np.float16]) -> NDArray[np.float32]:
        """Turn pooled features into vectors of the text space.

        Args:
            features: float16 [n, f].

        Returns:
            float32 [n, 384], unit rows; each depends on its own features alone.
        """
        vectors = np.empty((len(features), self.class_texts.shape[1]), np.float32)
        for start in range(0, len(features), _BLOCK):
            block = features[start : start + _BLOCK]
            vectors[start : start + _BLOCK] = self._derive_block(block.astype(np.float64))
        return vectors

    def class_vectors(self) -> NDArray[np.float32]:
        """Give what a photo of each class alone would get of ConSE, float32 [1000, 384]."""
        return normalise(self.class_texts - self.text_mean).astype(np.float32)

    def centre_queries(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """Take half of what all everyday sentences have in common out of sentence vectors.

        Args:
            vectors: float32 [n, 384], unit rows.

        Returns:
            float32 [n, 384], unit rows.
        """
        return normalise(vectors - QUERY_CENTRING * self.query_mean).astype(np.float32)

    def _derive_block(self, features: Array) -> Array:
        logits = features @ self.weight.T + self.bias
        conse = mean_posterior(logits) @ self.class_texts - self.text_mean
        ridge = normalise(features - self.feature_mean) @ self.ridge_map
        return normalise(CONSE_WEIGHT * normalise(conse) + (1 - CONSE_WEIGHT) * normalise(ridge))


def mean_posterior(logits: Array, temperatures: Sequence[float] = TEMPERATURES) -> Array:
    """Give the class probabilities of the most likely classes, averaged over the temperatures.

    Args:
        logits: float64 [n, c].
        temperatures: At least one.

    Returns:
        float64 [n, c], rows that add up to 1; 0 for classes beyond the top ones.
    """
    outside = logits.shape[1] - TOP_CLASSES
    least = np.partition(logits, outside, axis=1)[:, outside, None]
    shifted = np.where(logits >= least, logits - logits.max(axis=1, keepdims=True), -np.inf)
    total = np.zeros_like(logits)
    for temperature in temperatures:
        likelihoods = np.exp(shifted / temperature)
        total += likelihoods / likelihoods.sum(axis=1, keepdims=True)
    return total / len(temperatures)


def fit_ridge(
    rows: NDArray[np.floating],
    targets: NDArray[np.floating],
    regulariser: float = RIDGE_REGULARISER,
) -> Array:
    """Fit the map from classifier rows, centred and normalised, to centred text vectors.

    Args:
        rows: [c, f], the classifier's rows.
        targets: [c, 384], the classes' text vectors.
        regulariser: Added to the diagonal of the rows' cosines.

    Returns:
        float64 [f, 384].
    """
    inputs = normalise(rows - rows.mean(axis=0, dtype=np.float64))
    # The dual form: fewer classes than features.
    gram = inputs @ inputs.T + regulariser * np.eye(len(inputs))
    solution: Array = inputs.T @ np.linalg.solve(gram, targets - targets.mean(axis=0))
    return solution


def normalise(vectors: NDArray[np.floating]) -> Array:
    """Scale the rows to length 1, a row of zeros stays."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    unit: Array = vectors / np.where(lengths > 0, lengths, 1)
    return unit


def read_resource() -> bytes:
    """Read the shipped part of the bridge.

    Raises:
        ModelError: It is missing, cannot be read or is not the shipped one.
    """
    try:
        content = RESOURCE.read_bytes()
    except OSError as error:
        raise ModelError(
            f"The file {RESOURCE} is missing or cannot be read: reinstall imgtext-desktop."
        ) from error
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise ModelError(f"The file {RESOURCE} is damaged: reinstall imgtext-desktop.")
    return content


def read_tensors() -> dict[str, Array]:
    """Read the shipped arrays, by the names of :class:`Bridge`'s attributes.

    Raises:
        ModelError: The file is missing or damaged.
    """
    return {name: tensor.astype(np.float64) for name, tensor in load(read_resource()).items()}
