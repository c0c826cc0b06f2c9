"""Settings of one library, in ``settings.json``; the environment (``IMGTEXT_...``) wins.

A file that cannot be understood never stops the program: it is set aside and defaults are used.
"""

import json
import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, Field, ValidationError
from pydantic_core import to_jsonable_python
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from engine.errors import LibraryError

logger = logging.getLogger(__name__)

S = TypeVar("S", bound=BaseModel)

_ENVIRONMENT = "IMGTEXT_"


class Settings(BaseSettings):
    """What a user may change.

    Field titles and descriptions are shown to them; ``unit`` stands behind a number, ``zero`` is
    what 0 means.
    """

    model_config = SettingsConfigDict(env_prefix=_ENVIRONMENT, frozen=True, extra="ignore")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Override: the environment wins over the file, whose values arrive as arguments."""
        return env_settings, init_settings

    decode_workers: int = Field(
        default=0,
        ge=0,
        le=64,
        title="Reading processes",
        description="How many photos are read at once while importing; 0 means one per core.",
        json_schema_extra={"zero": "One per core"},
    )
    decode_seconds: float = Field(
        default=30.0,
        gt=0,
        title="Longest time for one photo",
        description="Seconds after which a photo that cannot be read is given up.",
        json_schema_extra={"unit": "s"},
    )
    decode_megabytes: int = Field(
        default=1500,
        ge=300,
        title="Most memory for one photo",
        description="Megabytes that reading one photo may take.",
        json_schema_extra={"unit": "MB"},
    )
    batch_size: int = Field(
        default=32,
        ge=1,
        le=1024,
        title="Photos per step",
        description="How many photos are encoded and saved at once while importing.",
    )

    @property
    def worker_count(self) -> int:
        """Decoding processes to start."""
        return self.decode_workers or os.cpu_count() or 1


def load_settings(path: Path) -> Settings:
    """Read the settings of a library.

    Args:
        path: The JSON file; it may be missing.

    Returns:
        The settings, as :func:`load_values` keeps them.
    """
    return load_values(path, Settings)


def load_values(path: Path, kind: type[S]) -> S:
    """Read settings of any kind.

    Args:
        path: A JSON file; it may be missing.
        kind: What it holds; all its fields have defaults.

    Returns:
        The settings. Values that are not understood are replaced by their defaults, and the file
        is copied to one with the suffix ``.bad`` so that nothing is lost.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return kind()
    except (OSError, UnicodeDecodeError) as error:
        logger.warning("The settings cannot be read, defaults are used: %s", error)
        return kind()
    try:
        values = json.loads(text)
        return kind(**values)
    except (ValueError, TypeError) as error:
        _set_aside(path, text)
        logger.warning("Some settings were not understood, defaults are used: %s", error)
        return _good_values(values, kind) if isinstance(error, ValidationError) else kind()


def save_values(path: Path, changes: Mapping[str, object], kind: type[S]) -> S:
    """Change some settings and keep the others, also those of other versions of the program.

    The file is replaced in one step: a crash leaves the old one or the new one.

    Args:
        path: The JSON file; it may be missing.
        changes: New values by name; None takes a value out, so that its default counts.
        kind: What the file holds.

    Returns:
        The settings as they are now.

    Raises:
        ValidationError: A value is not allowed; nothing is written.
        LibraryError: The file cannot be written.
    """
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        stored = {}
    values = stored if isinstance(stored, dict) else {}
    wanted = {name: value for name, value in changes.items() if value is not None}
    kind.model_validate(wanted)
    values = {name: value for name, value in values.items() if name not in changes}
    values |= to_jsonable_python(wanted)
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(values, indent=2), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise LibraryError(
            f"The settings cannot be saved in {path.parent} ({error.strerror}); make the folder "
            "writable or free some space."
        ) from error
    return load_values(path, kind)


def environment_name(name: str) -> str:
    """Return the variable of the environment that wins over a setting, or an empty text."""
    variable = _ENVIRONMENT + name.upper()
    return variable if variable in os.environ else ""


def _set_aside(path: Path, text: str) -> None:
    try:
        path.with_name(path.name + ".bad").write_text(text, encoding="utf-8")
    except OSError as error:
        logger.warning("The settings file could not be set aside: %s", error)


def _good_values(values: dict[str, object], kind: type[S]) -> S:
    """Keep each value that is valid by itself."""
    kept: dict[str, object] = {}
    for name, value in values.items():
        try:
            kind(**{name: value})
        except ValidationError:
            continue
        kept[name] = value
    return kind(**kept)
