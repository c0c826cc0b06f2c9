"""Which models there are. Light to import: torch comes with :func:`load`."""

import functools
from typing import TYPE_CHECKING, Any, Final

from engine.errors import ModelError
from engine.models import packages

if TYPE_CHECKING:
    from engine.models.embedded import EmbeddedModel


def active_version() -> str:
    """Return the version of the active model, without loading it."""
    return packages.embedded_version()


@functools.cache
def load(version: str) -> "EmbeddedModel":
    """Load a model; a second call returns the same one.

    Args:
        version: A model version.

    Raises:
        ModelError: There is no such version, or its files are missing or altered.
    """
    if version != active_version():
        raise ModelError(
            f"There is no model version {version}; this program has {active_version()}."
        )
    from engine.models.embedded import EmbeddedModel

    return EmbeddedModel.load()


def devices() -> list[str]:
    """Return the devices that a model can run on."""
    import torch

    found = ["cpu"]
    if torch.cuda.is_available():
        found.extend(
            f"cuda:{n} {torch.cuda.get_device_name(n)}" for n in range(torch.cuda.device_count())
        )
    if torch.backends.mps.is_available():
        found.append("mps")
    return found
