"""A training set to take along: what a run needs, without the library.

Layout of a package::

    run.toml      what to learn and how (RunSettings); may be changed, or another one put beside it
    data/         the snapshot (:mod:`engine.training.examples`)
    thumbnails/   small pictures of the photos of which something is said
    models/       versions that a run reads, and those that it makes
    parents.json  the version in use in each slot
    runs/         one for each content of a run.toml; the same again goes on, or tells its end

What it makes, a folder in ``models``, is taken up by a library like any other version.
"""

import hashlib
import json
import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from engine.errors import TrainingError
from engine.images.thumbnails import ThumbnailStore
from engine.models import registry
from engine.models.versions import Slot, VersionStore
from engine.models.versions import read_config as read_model_config
from engine.settings import limit_of
from engine.training.examples import TrainingSet
from engine.training.methods import info_of, read_settings
from engine.training.runs import DATA, Run, RunSpec, RunStatus
from engine.training.settings import RunSettings

CONFIG: Final = "run.toml"
_THUMBNAILS, _MODELS, _RUNS, _PARENTS = "thumbnails", "models", "runs", "parents.json"


def write_package(
    folder: Path,
    data: TrainingSet,
    settings: RunSettings,
    parents: Mapping[Slot, str],
    store: VersionStore,
) -> None:
    """Write a package.

    Args:
        folder: A new or empty folder.
        data: The snapshot.
        settings: What to learn.
        parents: The version that answers in each slot, or empty.
        store: The library's versions; those that a run reads are copied.

    Raises:
        TrainingError: The folder holds something already, or cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise TrainingError(f"{folder} is not empty; choose a new folder for the training set.")
        _copy_thumbnails(data, folder / _THUMBNAILS)
        replace(data, thumbnails=folder / _THUMBNAILS).save(folder / DATA)
        (folder / _MODELS).mkdir()
        for version in _with_bases({*parents.values(), data.feature_space}, store):
            shutil.copytree(store.check(version), folder / _MODELS / version)
        (folder / _PARENTS).write_text(json.dumps(parents), encoding="utf-8")
        (folder / CONFIG).write_text(_as_toml(settings), encoding="utf-8")
    except OSError as error:
        raise TrainingError(
            f"The training set cannot be written to {folder} ({error.strerror}); choose another "
            "folder."
        ) from error


def read_config(config: Path) -> RunSettings:
    """Read what to learn, and how.

    Raises:
        TrainingError: It cannot be read, or something in it is not understood.
    """
    try:
        values = tomllib.loads(config.read_text(encoding="utf-8"))
        options = {name: str(value) for name, value in values.pop("options", {}).items()}
        return RunSettings(**values, options=options)
    except OSError as error:
        raise TrainingError(f"{config} cannot be read ({error.strerror}).") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, AttributeError) as error:
        raise TrainingError(f"{config} is no TOML file: {error}") from error
    except (ValidationError, TypeError) as error:
        problem = error.errors()[0] if isinstance(error, ValidationError) else None
        told = f"“{problem['loc'][0]}”: {limit_of(problem)}" if problem else str(error)
        raise TrainingError(f"{config} cannot be followed, {told}.") from error


def packaged_run(config: Path, *, is_maker: bool = True) -> Run:
    """Return the run that a configuration asks for: a new one, or where it was left.

    Args:
        config: A ``run.toml`` in a package.
        is_maker: Whether to make what is not there; of several processes one does.

    Raises:
        TrainingError: It lies in no package, or cannot be read, or a setting is not understood.
    """
    settings = read_config(config)
    read_settings(settings)
    package = config.absolute().parent
    digest = hashlib.sha256(settings.model_dump_json().encode()).hexdigest()
    run = Run(package / _RUNS / f"{config.stem}-{digest[:8]}")
    if is_maker and not (run.folder / DATA).is_dir() and run.report is None:
        data = TrainingSet.load(package / DATA)
        run.folder.mkdir(parents=True, exist_ok=True)
        data.save(run.folder / DATA)
        run.change_state(status=RunStatus.WAITING)
    if is_maker:  # the package may have been moved since
        run.save_spec(RunSpec(settings, package / _MODELS, _parent(package, settings.method)))
    return run


def _parent(package: Path, method: str) -> str:
    try:
        parents = json.loads((package / _PARENTS).read_text(encoding="utf-8"))
        return str(parents[info_of(method).slot])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TrainingError(
            f"{package} is no training set; write one with `imgtext training-set export DIR`."
        ) from error


def _with_bases(versions: set[str], store: VersionStore) -> set[str]:
    """Return the versions that have a folder, and those that they are built upon."""
    found = versions - {"", registry.built_in_version()}
    bases = {str(read_model_config(store.path(version)).get("base", "")) for version in found}
    return found | _with_bases(bases - found, store) if found else found


def _copy_thumbnails(data: TrainingSet, folder: Path) -> None:
    folder.mkdir()
    if data.thumbnails is None:
        return
    theirs, ours = ThumbnailStore(data.thumbnails), ThumbnailStore(folder)
    for example in data.examples:
        content = bytes.fromhex(example.content_hash)
        if not (example.labels or example.captions) or not theirs.has(content):
            continue
        ours.path(content).parent.mkdir(exist_ok=True)
        shutil.copyfile(theirs.path(content), ours.path(content))


def _as_toml(settings: RunSettings) -> str:
    epochs = "# epochs = 40" if settings.epochs is None else f"epochs = {settings.epochs}"
    options = "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.options.items())
    return (
        f'method = "{settings.method}"\n'
        f'effort = "{settings.effort}"  # quick, balanced or thorough\n'
        f'device = "{settings.device}"  # auto, cpu, cuda or mps\n'
        f"seed = {settings.seed}\n{epochs}\n\n"
        "[options]  # what `--set` sets; an unknown one is answered with all that there are\n"
        f"{options}"
    )
