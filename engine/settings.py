"""Settings of one library, in ``settings.json``; the environment (``IMGTEXT_...``) wins.

A file that cannot be understood never stops the program: it is set aside and defaults are used.
"""

import json
import logging
import os
from pathlib import Path

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

logger = logging.getLogger(__name__)


class Settings(BaseSettings):
    """What a user may change. Field titles and descriptions are shown to them."""

    model_config = SettingsConfigDict(env_prefix="IMGTEXT_", frozen=True, extra="ignore")

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
    )
    decode_seconds: float = Field(
        default=30.0,
        gt=0,
        title="Longest time for one photo",
        description="Seconds after which a photo that cannot be read is given up.",
    )
    decode_megabytes: int = Field(
        default=1500,
        ge=300,
        title="Most memory for one photo",
        description="Megabytes that reading one photo may take.",
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
        The settings. Values that are not understood are replaced by their defaults, and the file
        is copied to ``settings.json.bad`` so that nothing is lost.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        logger.warning("The settings cannot be read, defaults are used: %s", error)
        return Settings()
    try:
        values = json.loads(text)
        return Settings(**values)
    except (ValueError, TypeError) as error:
        _set_aside(path, text)
        logger.warning("Some settings were not understood, defaults are used: %s", error)
        return _good_values(values) if isinstance(error, ValidationError) else Settings()


def _set_aside(path: Path, text: str) -> None:
    try:
        path.with_name(path.name + ".bad").write_text(text, encoding="utf-8")
    except OSError as error:
        logger.warning("The settings file could not be set aside: %s", error)


def _good_values(values: dict[str, object]) -> Settings:
    """Keep each value that is valid by itself."""
    kept: dict[str, object] = {}
    for name, value in values.items():
        try:
            Settings(**{name: value})  # type: ignore[arg-type]  # validation is the point
        except ValidationError:
            continue
        kept[name] = value
    return Settings(**kept)  # type: ignore[arg-type]
