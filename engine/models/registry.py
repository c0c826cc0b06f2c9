"""Which models there are. Light to import: torch comes with :func:`load`."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.errors import ModelError
from engine.framing import SQUASHED, Framing
from engine.models import bridge, packages, visual
from engine.models.checkpoint_folders import FACTS, Facts
from engine.models.checkpoint_folders import KIND as PRETRAINED
from engine.models.codes import PIXELS, check_bits
from engine.models.mixed_space import NEIGHBOURS, scaled_dimension
from engine.models.trained_text import TOWER_FRAMING
from engine.models.versions import VersionStore, read_config

if TYPE_CHECKING:
    from engine.models.hash_encoder import HashEncoder
    from engine.models.retrieval_model import RetrievalModel

# What the embedded model stores and derives (a test compares it with the model itself).
FEATURE_DIMENSION: Final = 2048
DIMENSIONS: Final = {"text": 384, "visual": visual.VISUAL_DIM}


@dataclass(frozen=True, slots=True)
class ModelShape:
    """What must be known of a model that encodes photos, without loading it.

    Attributes:
        version: Its version.
        feature_space: Version of the model whose stored features it reads; its own for one that
            encodes photos itself.
        feature_dim: Values stored of a photo.
        dimensions: The spaces that are derived and their dimensions.
        framing: How it sees a photo.
    """

    version: str
    feature_space: str
    feature_dim: int
    dimensions: Mapping[str, int]
    framing: Framing = SQUASHED


def built_in_version() -> str:
    """Return the version of the model that comes with the program, without loading it."""
    return packages.embedded_version()


def built_in_size() -> int:
    """Return the bytes of the built-in model's files; those that are missing count nothing.

    Raises:
        ModelError: A package that carries them is not installed.
    """
    files = [file.find() for file in packages.MODEL_FILES]
    return sum(file.stat().st_size for file in files if file.is_file())


def describe(version: str, models: Path | None = None) -> ModelShape:
    """Tell what a retrieval model, or a hash model that encodes photos, stores and derives.

    Args:
        version: A model version.
        models: The library's versions; None knows only the built-in model.

    Raises:
        ModelError: There is no such version, or its facts are damaged.
    """
    if version == built_in_version():
        return ModelShape(version, version, FEATURE_DIMENSION, DIMENSIONS)
    if models is None:
        raise ModelError(
            f"There is no model version {version}; this program has {built_in_version()}."
        )
    config = read_config(VersionStore(models).path(version))
    try:
        if config.get("codes") == PIXELS:
            return ModelShape(version, version, check_bits(config["bits"]), {})
        base = describe(str(config["base"]), models) if config.get("base") else None
        return _shape(version, config, base)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ModelError(
            f"{version} is no model to search with; choose another version."
        ) from error


def _shape(version: str, config: Mapping[str, Any], base: ModelShape | None) -> ModelShape:
    """Read a model's shape from its ``config.json``, given that of the model it stands on."""
    if base is None:
        spaces = {str(name): int(size) for name, size in config["dimensions"].items()}
        framing = Framing.from_json(config[FACTS]["framing"])
        return ModelShape(version, version, int(config["feature_dim"]), spaces, framing)
    own = int(config["dimension"])
    text = scaled_dimension(base.dimensions["text"], own, int(config.get(NEIGHBOURS, 0)))
    spaces = {**base.dimensions, "text": text}
    if not config["encodes"]:
        return ModelShape(version, base.feature_space, base.feature_dim, spaces, base.framing)
    framing = base.framing
    if TOWER_FRAMING in config:
        framing = framing.together_with(Framing.from_json(config[TOWER_FRAMING]))
    return ModelShape(version, version, base.feature_dim + own, spaces, framing)


def check(version: str, models: Path | None = None) -> None:
    """Tell at once, without loading it, that there is no such version.

    Raises:
        ModelError: There is no such version.
    """
    describe(version, models)


@functools.cache
def load(version: str, models: Path | None = None) -> "RetrievalModel":
    """Load a model; a second call returns the same one.

    Args:
        version: A model version.
        models: The library's versions; None knows only the built-in model.

    Raises:
        ModelError: There is no such version, or its files are missing or altered.
    """
    check(version, models)
    if version == built_in_version():
        return _load_built_in()
    assert models is not None
    folder = VersionStore(models).check(version)
    config = read_config(folder)
    if config["kind"] == PRETRAINED:
        from engine.models.pretrained import PretrainedModel

        return PretrainedModel(folder)
    if config["kind"] == "dual-encoder":
        from engine.models.tuned import TunedModel

        return TunedModel(load(str(config["base"]), models), folder)
    if config.get("codes") == PIXELS:
        raise ModelError(f"{version} is no model to search with; choose another version.")
    raise ModelError(f"{version} is of a kind that this program lacks: “{config['kind']}”.")


@functools.cache
def _load_built_in() -> "RetrievalModel":
    """Load it once, however many libraries are opened: its networks take 130 MB."""
    from engine.models.embedded import EmbeddedModel

    return EmbeddedModel.load()


@functools.cache
def load_encoder(version: str, models: Path | None = None) -> "RetrievalModel | HashEncoder":
    """Load a model that encodes photos: one to search with, or a hash model over pixels.

    Args:
        version: A model version.
        models: The library's versions; None knows only the built-in model.

    Raises:
        ModelError: There is no such version, or its files are missing or altered.
    """
    check(version, models)
    if models is not None and version != built_in_version():
        store = VersionStore(models)
        if read_config(store.path(version)).get("codes") == PIXELS:
            from engine.models.hash_encoder import HashEncoder

            return HashEncoder(store.check(version))
    return load(version, models)


def read_facts(folder: Path) -> Facts:
    """Load a checkpoint that is no version yet; see :func:`engine.models.pretrained.read_facts`.

    Raises:
        ModelError: It cannot be used; the sentence says why.
    """
    from engine.models.pretrained import read_facts

    return read_facts(folder)


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
