"""What the tests of the pool have its processes do; imported by name in those."""

import os
import signal
import threading

from engine.errors import ImageError
from engine.images.prepare import KnownPhoto


def misbehave(path: bytes, known: frozenset[bytes]) -> KnownPhoto:
    """Do what the path says; else tell who did it and under what conditions."""
    del known
    match path:
        case b"hang":
            threading.Event().wait()
        case b"segfault":
            os.kill(os.getpid(), signal.SIGSEGV)
        case b"abort":
            os.abort()
        case b"killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case b"exit":
            os._exit(0)
        case b"hog":
            return KnownPhoto(bytes(4_000_000_000)[:1], 0)
        case b"bug":
            raise ZeroDivisionError("a fault of ours")
        case b"broken":
            raise ImageError("The file is broken.", skip=True)
        case b"interrupt":
            os.kill(os.getpid(), signal.SIGINT)
        case b"print":
            os.write(1, b"noise")
            os.write(2, b"noise")
        case b"conditions":
            threads = os.environ.get("OMP_NUM_THREADS", "")
            return KnownPhoto(f"{os.nice(0)} {threads}".encode(), 0)
        case _ if path.startswith(b"/"):
            hold_pipe(path)
    return KnownPhoto(b"%s by %d" % (path, os.getpid()), 0)


def hold_pipe(path: bytes) -> None:
    """Hang with an open named pipe, the end of which tells that this process is gone."""
    with open(path, "wb", buffering=0) as pipe:
        pipe.write(b"here")
        threading.Event().wait()
