"""Classifiers of the user's labels, ready to be used: stored features -> probabilities.

Only matrix products, so that a whole library takes seconds and no torch.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load_file

from engine.errors import ModelError
from engine.models.text_label_model import TextSupervisedLabels
from engine.models.versions import WEIGHTS, read_config

POOLED: Final = "pooled"
CENTRED: Final = "centred rows"
_POOLED_DIM: Final = 1280


class LabelModel(Protocol):
    """A trained classifier."""

    @property
    def labels(self) -> tuple[str, ...]:
        """What it knows."""

    @property
    def thresholds(self) -> NDArray[np.float32]:
        """From which probability on each label is shown, float32 [labels]."""

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Labels that exclude each other, each in one group."""

    def probabilities(self, features: NDArray[np.float16]) -> NDArray[np.float32]:
        """Return the probability of each label, float32 [n, labels], of features [n, F]."""


class LinearLabels:
    """A logistic regression for each label, from ``baseline-classifier``.

    Args:
        folder: The version's folder.

    Raises:
        ModelError: It is damaged.
    """

    def __init__(self, folder: Path) -> None:
        config = read_config(folder)
        try:
            tensors = load_file(folder / WEIGHTS)
            self._weight, self._bias = tensors["weight"], tensors["bias"]
            self._mean = tensors["mean"]
            self.labels: tuple[str, ...] = tuple(config["labels"])
            self.groups = tuple((label,) for label in self.labels)
            self.thresholds = np.array(config["thresholds"], np.float32)
        except (OSError, KeyError, SafetensorError) as error:
            raise ModelError(f"The model in {folder} is damaged; train it anew.") from error

    def probabilities(self, features: NDArray[np.float16]) -> NDArray[np.float32]:
        """Return the probability of each label, float32 [n, labels]."""
        rows = centred_rows(features[:, :_POOLED_DIM].astype(np.float32), self._mean)
        logits = rows @ self._weight.T + self._bias
        return np.asarray(0.5 * (1 + np.tanh(logits / 2)), np.float32)


def centred_rows(pooled: NDArray[np.float32], mean: NDArray[np.float32]) -> NDArray[np.float32]:
    """Take the mean from pooled features, [n, 1280], and scale them to length 1."""
    rows = pooled - mean
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(lengths > 0, lengths, 1), np.float32)


_KINDS: Final[dict[str, Callable[[Path], LabelModel]]] = {
    "baseline-classifier": LinearLabels,
    "text-classifier": TextSupervisedLabels,
}


def load_label_model(folder: Path) -> LabelModel:
    """Load a version of the slot ``labels``.

    Raises:
        ModelError: It is damaged, or of a kind that this program does not know.
    """
    kind = str(read_config(folder)["kind"])
    if kind not in _KINDS:
        raise ModelError(f"{folder} holds a model of the kind “{kind}”, which this program lacks.")
    return _KINDS[kind](folder)
