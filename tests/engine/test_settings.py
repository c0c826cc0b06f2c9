import json
from pathlib import Path

import pytest

from engine.settings import Settings, load_settings


def test_a_missing_file_means_defaults(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "settings.json") == Settings()


def test_good_values_are_kept_beside_bad_ones_and_the_file_is_set_aside(
    tmp_path: Path, expected_log: list[str]
) -> None:
    expected_log.append("Some settings were not understood")
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"batch_size": 7, "decode_seconds": "soon", "colour": 1}))
    settings = load_settings(path)
    assert settings.batch_size == 7
    assert settings.decode_seconds == Settings().decode_seconds
    assert json.loads((tmp_path / "settings.json.bad").read_text())["decode_seconds"] == "soon"


@pytest.mark.parametrize("content", [b"{", b"[1]", b"\xff\xfe", b"null"])
def test_a_file_that_is_no_settings_never_stops_the_program(
    tmp_path: Path, expected_log: list[str], content: bytes
) -> None:
    expected_log.append("defaults are used")
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    assert load_settings(path) == Settings()


def test_the_environment_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"decode_workers": 2}')
    monkeypatch.setenv("IMGTEXT_DECODE_WORKERS", "3")
    assert load_settings(path).worker_count == 3
