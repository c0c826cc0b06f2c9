"""What ``imgtext doctor`` reports: versions, devices, model files, the library's health."""

import platform
from importlib import metadata
from pathlib import Path
from typing import Any

from engine.errors import EngineError, ModelError
from engine.folder import has_catalog
from engine.library import Library
from engine.models import registry

_PACKAGES = (
    "imgtext-desktop",
    "torch",
    "torchvision",
    "transformers",
    "timm",
    "faiss-cpu",
    "pillow",
    "numpy",
)


def examine(folder: Path) -> dict[str, Any]:
    """Examine the installation and one library.

    Args:
        folder: The library's folder; it may not exist.

    Returns:
        A JSON-ready document; ``problems`` is empty if all is well.
    """
    problems: list[str] = []
    document: dict[str, Any] = {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "versions": {name: _version(name) for name in _PACKAGES},
        "devices": registry.devices(),
        "model": _active_version(),
        "model_files": registry.model_files(),
        "library": _library(folder, problems),
    }
    for file in document["model_files"]:
        if file["problem"]:
            problems.append(file["problem"])
    document["problems"] = list(dict.fromkeys(problems))
    return document


def _active_version() -> str | None:
    try:
        return registry.built_in_version()
    except ModelError:  # told with the model's files
        return None


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _library(folder: Path, problems: list[str]) -> dict[str, Any]:
    """Describe the library; what is wrong with it goes to ``problems``."""
    described: dict[str, Any] = {"folder": str(folder), "exists": False}
    try:
        described["exists"] = has_catalog(folder)
        if not described["exists"]:
            return described
        with Library(folder, writable=False) as library:
            counts = library.files.counts()
            described["files"] = {state.value: count for state, count in counts.items()}
            problems.extend(library.problems())
    except EngineError as error:
        described["unusable"] = str(error)
        problems.append(str(error))
    return described
