"""What can be set for the hash model of a library, and what the efforts mean for it."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from pydantic import Field, field_validator

from engine.framing import SQUASHED
from engine.models.codes import BITS, BLOCKS
from engine.training.hash_settings import HashOptions
from engine.training.settings import Effort, RunSettings, read_options


class Learns(StrEnum):
    """What a run changes.

    CODES: a network on stored features. BLOCKS: the last blocks of the image network, too. NETWORK:
    all of it.
    """

    CODES = "codes"
    BLOCKS = "blocks"
    NETWORK = "network"


class Options(HashOptions):
    """Of the method.

    Attributes:
        bits: Length of the code: 32, 64, 128 or 256.
        smoothing: Share of each target that is spread over all labels where photos have several.
            Targets sum to 1 in any case: a sigmoid for each label is worse (Hoe et al., OrthoHash,
            NeurIPS 2021; ``benchmarks.hash_multi_label``, where smoothing gains nothing).
        layout: Whether the network reads where things are, too, and not only what is shown.
        learns: What is changed; the rest is for what is learned from pixels.
        learned_blocks: Stages of the image network that ``blocks`` learns, from the last.
        side: Pixels a side of a photo.
        trunk_rate: Learning rate of the image network; that of the layers upon it is
            ``learning_rate``.
    """

    bits: int = 64
    smoothing: float = Field(default=0.0, ge=0, lt=1, allow_inf_nan=False)
    layout: bool = False
    fewest_updates: int = Field(default=20, ge=1, le=100_000)
    # The loss passes the threshold long before codes are as good as they get: with eight photos a
    # class, stopping at once costs three points of mAP.
    judged_after: int = Field(default=400, ge=0, le=1_000_000)
    learns: Learns = Learns.CODES
    learned_blocks: int = Field(default=1, ge=1, lt=BLOCKS)
    side: int = Field(default=SQUASHED.side, ge=64, le=SQUASHED.side, multiple_of=32)
    trunk_rate: float = Field(default=1e-4, gt=0, le=1, allow_inf_nan=False)

    @field_validator("bits")
    @classmethod
    def _check_bits(cls, value: int) -> int:
        if value not in BITS:
            raise ValueError(f"choose one of {', '.join(map(str, BITS))}")
        return value


_EFFORTS: Final[Mapping[str, Mapping[Effort, Mapping[str, object]]]] = {
    Learns.CODES: {
        Effort.QUICK: {"epochs": 20},
        Effort.BALANCED: {"epochs": 60},
        Effort.THOROUGH: {"epochs": 150, "patience": 30},
    },
    Learns.BLOCKS: {
        Effort.QUICK: {"epochs": 5},
        Effort.BALANCED: {"epochs": 15},
        Effort.THOROUGH: {"epochs": 40, "learned_blocks": 2},
    },
    Learns.NETWORK: {
        Effort.QUICK: {"epochs": 4},
        Effort.BALANCED: {"epochs": 10},
        Effort.THOROUGH: {"epochs": 30},
    },
}
_THROUGH_CONVOLUTIONS: Final = {
    Learns.CODES: {},
    Learns.BLOCKS: {"batch_size": 16},
    Learns.NETWORK: {"batch_size": 16, "side": 160},
}


def read(settings: RunSettings) -> Options:
    """Check what the user chose; see :func:`read_options`."""
    return read_options(Options, settings, _defaults_of(settings))


def _defaults_of(settings: RunSettings) -> Mapping[str, object]:
    learns = settings.options.get("learns", Learns.CODES)
    if learns not in _EFFORTS:
        return {}  # the options say that there is no such
    return {**_THROUGH_CONVOLUTIONS[Learns(learns)], **_EFFORTS[learns][settings.effort]}
