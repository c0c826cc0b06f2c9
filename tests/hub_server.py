"""A hub of our own behind a Unix socket: it gives the files of a folder, cut, damaged or slowly."""

import hashlib
import json
import os
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import httpx2

from engine.models.hub import Hub

MODEL = "maker/tiny-clip"
_LARGE = 100_000


class Server(socketserver.ThreadingUnixStreamServer):
    """Gives the files of a folder as a hub does.

    Attributes:
        cut_after: Bytes of weights after which a connection ends; None for no end.
        asked: Paths and ranges that were asked for.
        converter: Who offers the weights as safetensors; empty where they are in the main branch.
        is_closed: Whether nobody may offer anything.
        spoil: Whether weights arrive damaged.
        goes_on: While it is not set, connections rest in the middle of weights.
    """

    daemon_threads = True

    def __init__(self, path: Path, folder: Path) -> None:
        self.folder = folder
        self.cut_after: int | None = None
        self.spoil = False
        self.converter = ""
        self.is_closed = False
        self.goes_on = threading.Event()
        self.goes_on.set()
        self.asked: list[tuple[str, str]] = []
        super().__init__(str(path), Handler)

    def siblings(self, *, is_safe: bool) -> Iterator[dict[str, Any]]:
        for file in sorted(self.folder.iterdir()):
            if file.suffix == ".safetensors" and not is_safe:
                continue
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
        converter = self.server.converter
        if place == f"/api/models/{MODEL}":
            files = list(self.server.siblings(is_safe=not converter))
            self.answer_json({"sha": "def" if converter else "abc", "siblings": files})
        elif place == f"/api/models/{MODEL}/discussions" and not self.server.is_closed:
            offer = {"num": 7, "isPullRequest": True, "author": {"name": converter}}
            self.answer_json({"discussions": [offer] if converter else []})
        elif place == f"/api/models/{MODEL}/revision/refs%2Fpr%2F7":
            self.answer_json({"sha": "abc", "siblings": list(self.server.siblings(is_safe=True))})
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

    def answer_json(self, told: dict[str, Any]) -> None:
        self.answer(200, json.dumps(told).encode())

    def answer(self, status: int, data: bytes, cut: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        data = data[:cut]
        half = len(data) // 2 if status == 206 or len(data) > _LARGE else 0
        self.wfile.write(data[:half])
        if half:
            self.server.goes_on.wait(timeout=60)
        self.wfile.write(data[half:])


@contextmanager
def served(folder: Path, place: Path) -> Iterator[tuple[Server, Hub]]:
    """Serve a checkpoint; a short path is needed for the socket."""
    with Server(place, folder) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
        with httpx2.Client(transport=httpx2.HTTPTransport(uds=str(place))) as client:
            yield server, Hub(client, "http://hub")
        server.goes_on.set()
        server.shutdown()
