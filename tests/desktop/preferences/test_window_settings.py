import json
from pathlib import Path

import pytest

from engine.catalog.browse import SortKey
from imgtext_desktop.preferences.window_settings import (
    WindowSettings,
    load_window_settings,
    save_window_settings,
    window_settings_path,
)
from imgtext_desktop.theme import Appearance


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "config" / "window.json"
    monkeypatch.setattr(
        "imgtext_desktop.preferences.window_settings.platformdirs.user_config_path",
        lambda *_, **__: path.parent,
    )


def test_what_is_saved_comes_back() -> None:
    assert load_window_settings() == WindowSettings()
    save_window_settings({"appearance": Appearance.DARK, "sort": SortKey.SIZE})
    save_window_settings({"zoom": 200, "geometry": "AAA="})
    settings = load_window_settings()
    assert (settings.appearance, settings.sort) == (Appearance.DARK, SortKey.SIZE)
    assert (settings.zoom, settings.geometry) == (200, "AAA=")
    assert save_window_settings({"zoom": None}).zoom == WindowSettings().zoom


def test_a_damaged_file_never_stops_the_window(expected_log: list[str]) -> None:
    expected_log.append("Some settings were not understood")
    window_settings_path().parent.mkdir(parents=True)
    window_settings_path().write_text(json.dumps({"appearance": "purple", "zoom": 104}))
    settings = load_window_settings()
    assert (settings.appearance, settings.zoom) == (Appearance.SYSTEM, 104)
    assert window_settings_path().with_name("window.json.bad").exists()
