"""What can be set for ``baseline-classifier``."""

from pydantic import Field

from engine.training.settings import Effort, LoopOptions, RunSettings, read_options


class Options(LoopOptions):
    """Of the baseline; background is how many photos without a word at most stand for "none"."""

    learning_rate: float = Field(default=0.02, gt=0, le=10, allow_inf_nan=False)
    weight_decay: float = Field(default=0.05, ge=0, le=10, allow_inf_nan=False)
    background: int = Field(default=2000, ge=0, le=100_000)


_EFFORTS = {
    Effort.QUICK: {"epochs": 30},
    Effort.BALANCED: {"epochs": 80},
    Effort.THOROUGH: {"epochs": 200, "patience": 25},
}


def read(settings: RunSettings) -> Options:
    """Check what the user chose; see :func:`read_options`."""
    return read_options(Options, settings, _EFFORTS[settings.effort])
