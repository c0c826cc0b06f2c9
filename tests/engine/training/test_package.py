"""A training set is taken along, and learned from by one process or by two together."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.errors import TrainingError
from engine.models.versions import Slot, VersionStore
from engine.training.package import CONFIG, packaged_run, read_config, write_package
from engine.training.run import execute
from engine.training.settings import Device, RunSettings
from tests.engine.training.made_set import made_set
from tests.engine.training.test_trainer import Watch

NONE_IN_USE = dict.fromkeys(Slot, "")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """What is said of 60 photos, for two rounds of both methods."""
    folder = tmp_path / "taken along"
    data = made_set(dict.fromkeys(("dog", "cat", "sea", "tree", "car"), 12), noise=3)
    settings = RunSettings(method="baseline-classifier", epochs=4, device=Device.CPU)
    write_package(folder, data, settings, NONE_IN_USE, VersionStore(tmp_path / "models"))
    (folder / "words.toml").write_text(
        'method = "dual-encoder"\ndevice = "cpu"\neffort = "quick"\nepochs = 2\n'
        "[options]\nbatch_size = 16\npatience = 0\n"
    )
    return folder


def learn_in_two(config: Path) -> dict[str, Any]:
    """Run the command in two processes, as on another machine."""
    launch = ["-m", "torch.distributed.run", "--nproc-per-node=2", "-m", "engine.cli"]
    done = subprocess.run(
        [sys.executable, *launch, "train", "--config", str(config), "--json"],
        check=True,
        stdout=subprocess.PIPE,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        timeout=280,
    )
    document: dict[str, Any] = json.loads(done.stdout)
    return document


@pytest.mark.parametrize("config", [CONFIG, "words.toml"])
def test_two_processes_learn_what_one_does(package: Path, config: str) -> None:
    two = learn_in_two(package / config)
    assert (package / "models" / two["version"]).is_dir()
    done = packaged_run(package / config).report
    assert done is not None
    assert done.version == two["version"], "the same again tells the end of the finished run"
    twin = package / f"twin-{config}"
    twin.write_text((package / config).read_text())
    one = execute(packaged_run(twin), Watch())
    # The captions' losses are those of the photos that a process has; the rest is of all.
    shared = "L1" if "L1" in one.train else "loss"
    assert two["train"][shared] == pytest.approx(one.train[shared], rel=0.1)
    for name, value in one.measures.items():
        assert two["held_out"]["after"][name] == pytest.approx(value.after, abs=0.03), name


def test_a_package_is_only_written_where_nothing_is(package: Path, tmp_path: Path) -> None:
    data = made_set({"dog": 2})
    store = VersionStore(tmp_path / "models")
    with pytest.raises(TrainingError, match="is not empty; choose a new folder"):
        write_package(package, data, RunSettings(method="hash"), NONE_IN_USE, store)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("method = ", "is no TOML file"),
        ('method = "hash"\nspeed = 3', "“speed”: there is no such setting"),
        ("epochs = 3", "“method”: it is missing"),
        ('method = "hash"\nepochs = 0', "“epochs”: it must be 1 or more"),
    ],
)
def test_a_configuration_that_cannot_be_followed_is_a_sentence(
    tmp_path: Path, text: str, sentence: str
) -> None:
    config = tmp_path / CONFIG
    config.write_text(text)
    with pytest.raises(TrainingError, match=sentence):
        read_config(config)


def test_a_configuration_outside_of_a_package_is_a_sentence(tmp_path: Path) -> None:
    config = tmp_path / CONFIG
    config.write_text('method = "hash"')
    with pytest.raises(TrainingError, match="start a new run"):
        packaged_run(config)


def test_a_setting_that_is_refused_makes_no_run(package: Path) -> None:
    words = (package / "words.toml").read_text()
    (package / "words.toml").write_text(words.replace("batch_size = 16", "batch_size = 0"))
    with pytest.raises(TrainingError, match="“batch_size” cannot be “0”"):
        packaged_run(package / "words.toml")
    assert not (package / "runs").exists()
