import json
import os
from pathlib import Path

import pytest
from pydantic import ValidationError

from engine.errors import LibraryError, SettingsError
from engine.settings import Settings, environment_name, load_settings, save_values


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


def test_saving_changes_only_what_was_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IMGTEXT_DECODE_SECONDS", "9")
    path = tmp_path / "new folder" / "settings.json"
    save_values(path, {"batch_size": 7}, Settings)
    assert json.loads(path.read_text()) == {"batch_size": 7}  # not what the environment says
    path.write_text(json.dumps({"batch_size": 7, "of_a_newer_version": [1]}))
    settings = save_values(path, {"decode_workers": 2}, Settings)
    assert (settings.batch_size, settings.decode_workers) == (7, 2)
    assert save_values(path, {"batch_size": None}, Settings).batch_size == Settings().batch_size
    assert json.loads(path.read_text()) == {"of_a_newer_version": [1], "decode_workers": 2}
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]
    assert environment_name("decode_seconds") == "IMGTEXT_DECODE_SECONDS"
    assert environment_name("batch_size") == ""


def test_a_bad_value_or_a_full_disk_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"batch_size": 7}')
    with pytest.raises(ValidationError):
        save_values(path, {"batch_size": 0}, Settings)
    assert path.read_text() == '{"batch_size": 7}'
    (tmp_path / "file").write_text("x")
    with pytest.raises(LibraryError, match="cannot be saved"):
        save_values(tmp_path / "file" / "settings.json", {"batch_size": 7}, Settings)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("IMGTEXT_BATCH_SIZE", "many"),
        ("IMGTEXT_BATCH_SIZE", "1" * 5000),
        ("IMGTEXT_DECODE_SECONDS", "nan"),
        ("IMGTEXT_DECODE_SECONDS", "1e300"),
        ("IMGTEXT_DECODE_MEGABYTES", "9" * 30),
    ],
)
def test_nonsense_in_the_environment_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=f"variable {name} .* correct or unset it") as found:
        load_settings(tmp_path / "settings.json")
    assert len(str(found.value)) < 250
    assert "\n" not in str(found.value)


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 100_000,
        b'{"batch_size": ' + b"[" * 900 + b"]" * 900 + b"}",
        b"{" + b" " * 2_000_000 + b"}",
        b'{"decode_seconds": Infinity, "batch_size": 1e99}',
        b'{"batch_size": ' + b"9" * 5000 + b"}",
    ],
)
def test_deep_and_huge_files_never_stop_the_program(
    tmp_path: Path, expected_log: list[str], content: bytes
) -> None:
    expected_log.append("defaults are used")
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    assert load_settings(path) == Settings()


def test_names_that_pydantic_would_obey_are_nothing_here(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    secret = tmp_path / "secret"
    secret.write_text("IMGTEXT_BATCH_SIZE=7")
    path.write_text(json.dumps({"_env_file": str(secret), "_cli_parse_args": ["x"], "self": 1}))
    assert load_settings(path) == Settings()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes there")
def test_a_pipe_is_not_waited_for(tmp_path: Path, expected_log: list[str]) -> None:
    expected_log.append("defaults are used")
    os.mkfifo(tmp_path / "settings.json")
    assert load_settings(tmp_path / "settings.json") == Settings()
