"""What can be set for the dual encoder, and what the efforts mean for it."""

from enum import StrEnum
from pathlib import Path
from typing import Final

from pydantic import Field, field_validator

from engine.training.settings import Effort, LoopOptions, RunSettings, read_options


class Selection(StrEnum):
    """Which photos of a batch are captioned, by each pair's share of L1 (claim 2).

    ALL: every one. LOW: those that fit their sentence best, which leaves wrong captions out. HIGH:
    the hardest. GATE: every one of a batch whose L1 is below a threshold, else none.
    """

    ALL = "all"
    LOW = "low"
    HIGH = "high"
    GATE = "gate"


class Start(StrEnum):
    """Where the projections begin: CCA of the user's captions, or random values."""

    CCA = "cca"
    RANDOM = "random"


class DualEncoderOptions(LoopOptions):
    """Of the dual encoder; ``learning_rate`` is that of both projections.

    Attributes:
        decoder_rate: Learning rate of the decoders.
        trunk_rate: Learning rate of trained blocks of the trunks.
        dimension: Of the space that both towers share.
        temperature: To begin with; learned from L1.
        omega: Weight of L2 beside L1.
        selection: Which photos are captioned.
        fraction: How many of a batch, for ``low`` and ``high``.
        gate: Largest L1 of a batch that is captioned, for ``gate``.
        caption_warm_up: Epochs in which all are captioned, unless L1 is small before.
        feature_dropout: Share of the trunks' values set to 0 while learning.
        start: Where the projections begin.
        width: Of the decoders.
        depth: Layers of each decoder.
        most_words: Tokens of a caption that are read and written.
        vocabulary: Most words that are one token each.
        share_words: Whether the decoders borrow the text tower's word vectors, as constants.
        text_tower: Folder of a text network; empty for the embedded one.
        image_tower: Folder of an image network; empty for the embedded one.
        trained_blocks: Last blocks of both trunks that are learned; -1, or more than there are,
            for all. Of the embedded image network up to 5 can be, the last convolution first; the
            embedded text network stays as it is.
    """

    epochs: int = Field(default=30, ge=1, le=10_000)
    batch_size: int = Field(default=64, ge=2, le=65_536)
    learning_rate: float = Field(default=1e-5, gt=0, le=10, allow_inf_nan=False)
    patience: int = Field(default=0, ge=0, le=10_000)
    decoder_rate: float = Field(default=3e-3, gt=0, le=10, allow_inf_nan=False)
    trunk_rate: float = Field(default=2e-5, gt=0, le=10, allow_inf_nan=False)
    dimension: int = Field(default=128, ge=2, le=2048)
    temperature: float = Field(default=0.07, ge=0.01, le=10, allow_inf_nan=False)
    omega: float = Field(default=0.2, ge=0, le=100, allow_inf_nan=False)
    selection: Selection = Selection.LOW
    fraction: float = Field(default=0.5, gt=0, le=1, allow_inf_nan=False)
    gate: float = Field(default=2.0, gt=0, le=100, allow_inf_nan=False)
    caption_warm_up: int = Field(default=3, ge=0, le=10_000)
    feature_dropout: float = Field(default=0.1, ge=0, lt=1, allow_inf_nan=False)
    start: Start = Start.CCA
    width: int = Field(default=128, ge=8, le=1024, multiple_of=8)
    depth: int = Field(default=1, ge=1, le=12)
    most_words: int = Field(default=40, ge=4, le=126)
    vocabulary: int = Field(default=4000, ge=50, le=50_000)
    share_words: bool = False
    text_tower: str = ""
    image_tower: str = ""
    trained_blocks: int = Field(default=0, ge=-1, le=48)

    @field_validator("text_tower", "image_tower")
    @classmethod
    def _check_folder(cls, value: str) -> str:
        if value and not Path(value).is_dir():
            raise ValueError("it must be the folder of a model")
        return value


EFFORTS: Final[dict[Effort, dict[str, object]]] = {
    Effort.QUICK: {"epochs": 4},
    Effort.BALANCED: {"epochs": 30},
    Effort.THOROUGH: {"epochs": 40, "trained_blocks": 1, "depth": 2},
}


def read(settings: RunSettings) -> DualEncoderOptions:
    """Check what the user chose; see :func:`read_options`."""
    return read_options(DualEncoderOptions, settings, EFFORTS[settings.effort])
