"""What the tests of the pool have its processes do; imported by name in those."""

import os
import signal
import threading
from collections.abc import Callable

from engine.errors import ImageError
from engine.images.prepare import KnownPhoto
from engine.images.room import MAX_MEMORY, Purpose, Reserve
from engine.images.views import PictureFile
from engine.metadata.photo_metadata import PhotoMetadata


def misbehave(path: bytes, known: frozenset[bytes], reserve: Reserve) -> KnownPhoto:
    """Do what the path says, then tell who did it."""
    del known
    if path.startswith(b"/"):
        _hold_pipe(path)
    if path.startswith(b"large"):
        reserve(Purpose.PIXELS, MAX_MEMORY)
    deed = _DEEDS.get(path.removeprefix(b"large "), lambda: None)
    text = str(deed() or f"{path.decode()} by {os.getpid()}")
    return KnownPhoto(text.encode(), 0, PhotoMetadata())


def misbehave_as_told(source: PictureFile, reserve: Reserve) -> str:
    """Do the same for a reader of single pictures."""
    return misbehave(source.path, frozenset(), reserve).content_hash.decode()


def _hold_pipe(path: bytes) -> None:
    """Hang with an open named pipe, the end of which tells that this process is gone."""
    with open(path, "wb", buffering=0) as pipe:
        pipe.write(b"here")
        threading.Event().wait()


def _break() -> None:
    raise ImageError("The file is broken.", skip=True)


def _make_noise() -> None:
    os.write(1, b"noise")
    os.write(2, b"noise")


_DEEDS: dict[bytes, Callable[[], object]] = {
    b"hang": threading.Event().wait,
    b"spin": lambda: sum(iter(int, 1)),
    b"segfault": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    b"abort": os.abort,
    b"killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    b"exit": lambda: os._exit(0),
    b"hog": lambda: len(bytes(4_000_000_000)),
    b"bug": lambda: 1 / 0,
    b"broken": _break,
    b"interrupt": lambda: os.kill(os.getpid(), signal.SIGINT),
    b"noise": _make_noise,
    b"conditions": lambda: f"{os.nice(0)} {os.environ.get('OMP_NUM_THREADS')}",
}
