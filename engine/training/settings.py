"""What can be set for a run: of the loop, and by each method for itself."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.errors import TrainingError
from engine.settings import limit_of

Options = TypeVar("Options", bound=BaseModel)


class Effort(StrEnum):
    """How thorough a run is; each method knows what that means for it."""

    QUICK = "quick"
    BALANCED = "balanced"
    THOROUGH = "thorough"


class Device(StrEnum):
    """Where a run computes."""

    AUTO = "auto"
    CPU = "cpu"
    CUDA = "cuda"
    MPS = "mps"


class RunSettings(BaseModel):
    """What the user chooses for a run.

    Attributes:
        method: Name of the method.
        effort: How thorough.
        device: Where.
        seed: Equal seeds give equal results on the CPU.
        epochs: The most epochs, or None for the method's own.
        options: Settings of the method by name, as typed after ``--set``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    method: str
    effort: Effort = Effort.BALANCED
    device: Device = Device.AUTO
    seed: int = Field(default=0, ge=0, le=2**31 - 1)
    epochs: int | None = Field(default=None, ge=1, le=10_000)
    options: Mapping[str, str] = Field(default_factory=dict)


class LoopOptions(BaseModel):
    """What every method lets set of the loop; methods inherit and add their own fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    epochs: int = Field(default=40, ge=1, le=10_000)
    batch_size: int = Field(default=64, ge=1, le=65_536)
    learning_rate: float = Field(default=1e-3, gt=0, le=10, allow_inf_nan=False)
    weight_decay: float = Field(default=0.01, ge=0, le=10, allow_inf_nan=False)
    # Share of all steps over which the learning rate rises to its full height.
    warm_up: float = Field(default=0.05, ge=0, le=0.5, allow_inf_nan=False)
    # Largest norm of the gradient; 0 does not clip.
    clip_norm: float = Field(default=1.0, ge=0, le=1e6, allow_inf_nan=False)
    # Epochs without a better validation after which the loop stops; 0 never does.
    patience: int = Field(default=8, ge=0, le=10_000)
    mixed_precision: bool = True

    def check_labels(self, labels: Collection[str]) -> None:
        """Look whether what is set fits the labels that are learned; most settings name none.

        Raises:
            TrainingError: It does not.
        """


def read_options(
    kind: type[Options], settings: RunSettings, defaults: Mapping[str, object]
) -> Options:
    """Check a method's options.

    Args:
        kind: The method's own options.
        settings: What the user chose.
        defaults: What the chosen effort means.

    Raises:
        TrainingError: A name or a value is not understood; the sentence says which are.
    """
    values: dict[str, object] = dict(defaults) | dict(settings.options)
    if settings.epochs is not None:
        values["epochs"] = settings.epochs
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        problem = error.errors()[0]
        name = str(problem["loc"][0]) if problem["loc"] else ""
        if problem["type"] == "extra_forbidden":
            names = ", ".join(sorted(kind.model_fields))
            raise TrainingError(
                f"{settings.method} has no setting “{name}”; it has {names}."
            ) from error
        raise TrainingError(
            f"The setting “{name}” cannot be “{problem['input']}” ({limit_of(problem)})."
        ) from error
