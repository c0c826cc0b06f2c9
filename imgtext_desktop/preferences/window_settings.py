"""The settings of the window: one file a person, in the folder for configuration."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

import platformdirs
from pydantic import BaseModel, ConfigDict, Field

from engine.catalog.browse import SortKey
from engine.paths import APP_NAME
from engine.settings import load_values, save_values
from imgtext_desktop.theme import Appearance


class Language(StrEnum):
    """The languages of the window."""

    SYSTEM = "system"
    ENGLISH = "en"
    CHINESE = "zh_CN"


class WindowSettings(BaseModel):
    """What the window remembers.

    Titles and descriptions are shown in the preferences; ``topic`` says on which page. A setting
    without a topic is changed elsewhere: by hand on the library page, or by closing the window.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    language: Language = Field(
        default=Language.SYSTEM,
        title="Language",
        description="Counts from the next start on.",
        json_schema_extra={"topic": "general"},
    )
    sort: SortKey = Field(
        default=SortKey.DATE,
        title="Sort photos by",
        description="How the library is shown while nothing is searched for.",
        json_schema_extra={"topic": "general"},
    )
    is_descending: bool = Field(
        default=True,
        title="Newest or largest first",
        description="Off: the oldest, the smallest or the first letter comes first.",
        json_schema_extra={"topic": "general"},
    )
    appearance: Appearance = Field(
        default=Appearance.SYSTEM,
        title="Appearance",
        description="Light, dark, or as the system is at the moment.",
        json_schema_extra={"topic": "appearance"},
    )
    is_animated: bool = Field(
        default=True,
        title="Motion",
        description="Photos fade in as they come. Off: nothing moves by itself.",
        json_schema_extra={"topic": "appearance"},
    )
    zoom: int = Field(
        default=176,
        ge=96,
        le=384,
        multiple_of=8,
        title="Size of the photos in the grid",
        description="The smallest side of a photo; the slider above the grid changes it as well.",
        json_schema_extra={"topic": "appearance", "unit": "px"},
    )
    is_whole: bool = Field(default=False, description="Whether the grid shows whole photos.")
    last_library: str = Field(default="", description="Folder of the library that was open.")
    geometry: str = Field(default="", description="Place of the window, base64.")
    is_inspector_shown: bool = Field(default=False, description="Whether the inspector was open.")


def window_settings_path() -> Path:
    """Return the file of the person's own settings (it may not exist yet)."""
    return platformdirs.user_config_path(APP_NAME, appauthor=False) / "window.json"


def load_window_settings() -> WindowSettings:
    """Read the person's own settings; what is not understood is replaced by its default."""
    return load_values(window_settings_path(), WindowSettings)


def save_window_settings(changes: Mapping[str, object]) -> WindowSettings:
    """Change some of the person's own settings.

    Args:
        changes: New values by name; None for the default.

    Returns:
        The settings as they are now.

    Raises:
        LibraryError: They cannot be saved.
    """
    return save_values(window_settings_path(), changes, WindowSettings)
