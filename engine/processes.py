"""What every process that we start does for the one that started it."""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from multiprocessing import connection


def serve_parent() -> None:
    """Leave Ctrl-C to the parent, and end when it ends, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def take_lowest_priority() -> None:
    """Let every other process go first."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), 0x40)  # IDLE_PRIORITY_CLASS
    else:
        with contextlib.suppress(OSError):
            os.nice(19)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
