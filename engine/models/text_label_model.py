"""What ``text-classifier`` trained, ready to be used: stored features -> label probabilities."""

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load_file

from engine.errors import ModelError
from engine.models.versions import WEIGHTS, read_config

_BLOCK: Final = 4096  # photos at once, to bound the memory

Rows = NDArray[np.float32]


class TextSupervisedLabels:
    """A text-supervised classifier, mixed as it was adopted. Numpy only.

    Args:
        folder: The version's folder.

    Attributes:
        labels: What it knows.
        thresholds: From which probability on each label is shown, float32 [labels].

    Raises:
        ModelError: It is damaged.
    """

    def __init__(self, folder: Path) -> None:
        config = read_config(folder)
        try:
            tensors = load_file(folder / WEIGHTS)
            self.labels: tuple[str, ...] = tuple(config["labels"])
            self.thresholds = np.array(config["thresholds"], np.float32)
            self._groups = [np.array(columns, np.int64) for columns in config["groups"]]
            self.groups = tuple(
                tuple(self.labels[column] for column in columns if column < len(self.labels))
                for columns in self._groups
            )
            self._mean = tensors["feature_mean"]
            self._visual_weight = tensors["visual_weight"].T
            self._texts = [(tensors["projection"], tensors["scale"] * tensors["weight"].T)]
            if "start_weight" in tensors:
                start = tensors["start_scale"] * tensors["start_weight"].T
                self._texts.append((tensors["start_projection"], start))
            self._bias = tensors["bias"] + tensors["visual_bias"]
        except (OSError, KeyError, TypeError, ValueError, SafetensorError) as error:
            raise ModelError(f"The model in {folder} is damaged; train it anew.") from error

    def probabilities(self, features: NDArray[np.float16]) -> Rows:
        """Return the probability of each label.

        Args:
            features: Stored features, float16 [n, F]; may be mapped, and is read in blocks.

        Returns:
            float32 [n, labels]. Labels of one group, and none of them, add up to 1.
        """
        found = np.empty((len(features), len(self.labels)), np.float32)
        for start in range(0, len(features), _BLOCK):
            block = features[start : start + _BLOCK, : len(self._mean)].astype(np.float32)
            found[start : start + _BLOCK] = self._of_block(block)
        return found

    def _of_block(self, pooled: Rows) -> Rows:
        rows = _unit(pooled - self._mean)
        logits: Rows = rows @ self._visual_weight + self._bias
        for projection, weight in self._texts:
            logits += _unit(rows @ projection) @ weight
        for columns in self._groups:
            part = np.exp(logits[:, columns] - logits[:, columns].max(axis=1, keepdims=True))
            logits[:, columns] = part / part.sum(axis=1, keepdims=True)
        return logits[:, : len(self.labels)]


def _unit(rows: Rows) -> Rows:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(lengths > 0, lengths, 1), np.float32)
