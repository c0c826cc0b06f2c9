"""Downloads, from a server of our own behind a Unix socket: cut, resumed, damaged, refused."""

import hashlib
import json
import os
import socketserver
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import httpx2
import pytest

from engine.errors import ModelError
from engine.jobs import run
from engine.library import Library
from engine.models.hub import Hub, folder_name
from tests.checkpoints import make_clip

if sys.platform == "win32":
    pytest.skip("needs Unix sockets", allow_module_level=True)

MODEL = "maker/tiny-clip"


class Server(socketserver.ThreadingUnixStreamServer):
    """Gives the files of a folder as a hub does.

    Attributes:
        cut_after: Bytes of weights after which a connection ends; None for no end.
        asked: Paths and ranges that were asked for.
        spoil: Whether weights arrive damaged.
    """

    daemon_threads = True

    def __init__(self, path: Path, folder: Path) -> None:
        self.folder = folder
        self.cut_after: int | None = None
        self.spoil = False
        self.asked: list[tuple[str, str]] = []
        super().__init__(str(path), Handler)

    def siblings(self) -> Iterator[dict[str, Any]]:
        for file in sorted(self.folder.iterdir()):
            data = file.read_bytes()
            git = hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
            told: dict[str, Any] = {"rfilename": file.name, "size": len(data), "blobId": git}
            if file.suffix == ".safetensors":
                told["lfs"] = {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}
            yield told
        yield {"rfilename": "onnx/model.onnx", "size": 10**12, "blobId": "0"}
        yield {"rfilename": "pytorch_model.bin", "size": 10**12, "blobId": "0"}


class Handler(BaseHTTPRequestHandler):
    server: Server

    def address_string(self) -> str:
        return "unix"

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        place, wanted = self.path.partition("?")[0], self.headers.get("Range", "")
        self.server.asked.append((place, wanted))
        if place == f"/api/models/{MODEL}":
            told = {"sha": "abc", "siblings": list(self.server.siblings())}
            self.answer(200, json.dumps(told).encode())
        elif place.startswith(f"/{MODEL}/resolve/abc/"):
            data = (self.server.folder / os.path.basename(place)).read_bytes()
            start = int(wanted.removeprefix("bytes=").rstrip("-") or 0)
            is_large = place.endswith(".safetensors")
            if self.server.spoil and is_large:
                data = data[:-1] + b"?"
            cut = self.server.cut_after if is_large else None
            self.answer(206 if start else 200, data[start:], cut)
        else:
            self.answer(404, b"")

    def answer(self, status: int, data: bytes, cut: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data[:cut])


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_clip(tmp_path_factory.mktemp("hub") / "tiny-clip")


@pytest.fixture
def server(checkpoint: Path, tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "s", checkpoint) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
        yield server
        server.shutdown()


@pytest.fixture
def hub(server: Server) -> Iterator[Hub]:
    with httpx2.Client(transport=httpx2.HTTPTransport(uds=str(server.server_address))) as client:
        yield Hub(client, "http://hub")


def test_a_cut_download_adds_nothing_and_goes_on_where_it_was(
    server: Server, hub: Hub, tmp_path: Path
) -> None:
    with Library(tmp_path / "library", writable=True) as library:
        learning = library.learning
        server.cut_after = 100_000
        with pytest.raises(ModelError, match=r"stopped at \d\d %; start it again"):
            run(learning.download(MODEL, hub=hub))
        assert not learning.versions()
        kept = library.models.store.folder / folder_name(MODEL) / "model.safetensors.part"
        assert kept.stat().st_size == 100_000
        server.cut_after = None
        server.asked.clear()
        card = run(learning.download(MODEL, hub=hub))
        weights = [wanted for place, wanted in server.asked if place.endswith(".safetensors")]
        assert weights == ["bytes=100000-"]
        assert not any("config.json" in place for place, _ in server.asked)
        assert (card.title, card.kind) == ("tiny-clip", "pretrained")
        assert [known.problem for known in learning.versions()] == [""]
        library.models.store.check(card.version)
        assert not kept.parent.exists()


def test_progress_is_told_and_closing_keeps_what_came(hub: Hub, tmp_path: Path) -> None:
    job = hub.download(MODEL, tmp_path / "new")
    told = [next(job) for _ in range(4)]
    job.close()
    assert (told[-1].total, told[-1].done) == (1, 0)  # megabytes
    assert any((tmp_path / "new").iterdir())


@pytest.mark.parametrize(
    ("model", "said"),
    [("maker/nothing", "does not give maker/nothing"), (MODEL, "arrived damaged")],
)
def test_what_cannot_be_downloaded_is_told_in_a_sentence(
    model: str, said: str, server: Server, hub: Hub, tmp_path: Path
) -> None:
    server.spoil = True
    with pytest.raises(ModelError, match=said):
        run(hub.download(model, tmp_path / "new"))
    assert not (tmp_path / "new" / "model.safetensors").exists()
    assert not (tmp_path / "new" / "model.safetensors.part").exists()


def test_without_a_network_it_says_so(tmp_path: Path) -> None:
    def refuse(_: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError("no route")

    client = httpx2.Client(transport=httpx2.MockTransport(refuse))
    with client, pytest.raises(ModelError, match="need a network"):
        run(Hub(client, "http://hub").download(MODEL, tmp_path / "new"))
    assert not (tmp_path / "new").exists()
