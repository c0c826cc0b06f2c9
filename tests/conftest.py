"""What every test gets: no network, no unexpected log line, drawn pictures, one seed a day."""

import logging
import os
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
from PIL import Image

# Before anything of Qt is loaded: tests need no screen, and must not take one that is there.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

SEED = int(os.environ.get("IMGTEXT_SEED", "1"))
IS_STRESS = os.environ.get("IMGTEXT_STRESS") == "1"


@pytest.fixture(autouse=True, scope="session")
def _heed_ctrl_c() -> None:
    """What a shell runs in the background ignores Ctrl-C, and hands that on to what it starts."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in the program may reach for the network."""
    real_connect = socket.socket.connect

    def refuse(*_: object) -> NoReturn:
        pytest.fail("the program tried to use the network")

    def connect(self: socket.socket, address: object) -> None:
        if self.family != getattr(socket, "AF_UNIX", None):
            refuse()
        real_connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket.socket, "connect_ex", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)


@pytest.fixture(autouse=True)
def expected_log(caplog: pytest.LogCaptureFixture) -> Iterator[list[str]]:
    """Fail on a warning that the test did not expect; append part of an expected one."""
    expected: list[str] = []
    yield expected
    lines = [
        record.getMessage()
        for when in ("setup", "call", "teardown")
        for record in caplog.get_records(when)
        if record.levelno >= logging.WARNING and record.name.startswith("engine")
    ]
    surprises = [line for line in lines if not any(part in line for part in expected)]
    assert not surprises, f"unexpected log lines: {surprises}"
    missing = [part for part in expected if not any(part in line for line in lines)]
    assert not missing, f"log lines that were expected but did not come: {missing}"


@pytest.fixture
def rng() -> np.random.Generator:
    """Random numbers with the session's seed (IMGTEXT_SEED)."""
    return np.random.default_rng(SEED)


DrawPhoto = Callable[..., Path]


@pytest.fixture
def draw_photo() -> DrawPhoto:
    """Return ``draw(path, seed, size=(64, 48))``: a picture of random blocks, unlike any other."""

    def draw(path: Path, seed: int, size: tuple[int, int] = (64, 48)) -> Path:
        blocks = np.random.default_rng(seed).integers(0, 256, (6, 8, 3), np.uint8)
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(blocks).resize(size, Image.Resampling.NEAREST).save(path)
        return path

    return draw


@pytest.fixture
def trash_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A trash of our own, as the standard of freedesktop.org lays it out."""
    plat_other = pytest.importorskip("send2trash.plat_other")
    monkeypatch.setattr("send2trash.send2trash", plat_other.send2trash)
    monkeypatch.setattr(plat_other, "HOMETRASH_B", os.fsencode(tmp_path / "data" / "Trash"))
    monkeypatch.setattr(plat_other, "XDG_DATA_HOME", os.fsencode(tmp_path / "data"))
    monkeypatch.setattr(plat_other, "get_dev", lambda _: 1)
    return tmp_path / "data" / "Trash" / "files"
