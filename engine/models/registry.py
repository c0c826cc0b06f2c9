"""Which models there are. Light to import: torch comes with :func:`load`."""

import functools
from typing import TYPE_CHECKING, Final

from engine.errors import ModelError
from engine.models import bridge, packages, visual

if TYPE_CHECKING:
    from engine.models.embedded import EmbeddedModel

# What the embedded model stores and derives (a test compares it with the model itself).
FEATURE_DIMENSION: Final = 2048
DIMENSIONS: Final = {"text": 384, "visual": visual.VISUAL_DIM}


def active_version() -> str:
    """Return the version of the active model, without loading it."""
    return packages.embedded_version()


def versions() -> frozenset[str]:
    """Return every version that is in use or may be again; only these keep their vectors.

    Raises:
        ModelError: The active version is not known.
    """
    return frozenset({active_version()})


def check(version: str) -> None:
    """Tell at once, without loading it, that there is no such version.

    Raises:
        ModelError: There is no such version.
    """
    if version != active_version():
        raise ModelError(
            f"There is no model version {version}; this program has {active_version()}."
        )


@functools.cache
def load(version: str) -> "EmbeddedModel":
    """Load a model; a second call returns the same one.

    Args:
        version: A model version.

    Raises:
        ModelError: There is no such version, or its files are missing or altered.
    """
    check(version)
    from engine.models.embedded import EmbeddedModel

    return EmbeddedModel.load()


def model_files() -> list[dict[str, str]]:
    """Verify each file of the embedded model.

    Returns:
        ``file``, ``sha256`` (as published) and ``problem`` (empty if the file is sound).
    """
    return [*(_examine(file) for file in packages.MODEL_FILES), _examine_bridge()]


def _examine_bridge() -> dict[str, str]:
    problem = ""
    try:
        bridge.read_resource()
    except ModelError as error:
        problem = str(error)
    return {"file": str(bridge.RESOURCE), "sha256": bridge.SHA256, "problem": problem}


def _examine(file: packages.ModelFile) -> dict[str, str]:
    try:
        where, problem = str(file.verify()), ""
    except ModelError as error:
        where, problem = file.path, str(error)
    return {"file": where, "sha256": file.sha256, "problem": problem}


def devices() -> list[str]:
    """Return the devices that a model can run on."""
    import torch

    found = ["cpu"]
    for number in range(torch.cuda.device_count()):
        found.append(f"cuda:{number} {torch.cuda.get_device_name(number)}")
    if torch.backends.mps.is_available():
        found.append("mps")
    return found
