"""How well the decoders know captions that they did not learn from."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class CaptionFigures:
    """How well the decoders know validation captions.

    Attributes:
        forward: Perplexity of the forward decoder.
        backward: Perplexity of the backward decoder.
        unigram: Perplexity of the words' frequencies alone.
    """

    forward: float
    backward: float
    unigram: float

    @property
    def saved(self) -> float:
        """Which share of the bits of a caption both decoders save on average."""
        bits = (math.log(max(1.0, self.forward)) + math.log(max(1.0, self.backward))) / 2
        return 1 - bits / max(1e-9, math.log(self.unigram))


def word_frequencies(captions: Sequence[Sequence[int]], size: int) -> NDArray[np.float64]:
    """Return the log-probability of each token by its frequency, one added to each count."""
    counts = np.ones(size)
    for caption in captions:
        np.add.at(counts, list(caption[1:]), 1)
    found: NDArray[np.float64] = np.log(counts / counts.sum())
    return found
