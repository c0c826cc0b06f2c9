"""The most memory that a program and all its processes have together (Linux)."""

import contextlib
import os
import re
import threading
from pathlib import Path
from typing import Self


class MemoryWatch:
    """Samples proportional set size ten times a second, from entering it to leaving it.

    Attributes:
        most_bytes: The most that was seen.
    """

    def __init__(self) -> None:
        self.most_bytes = 0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    @property
    def peak_megabytes(self) -> int:
        """The same in megabytes."""
        return self.most_bytes // 1_000_000

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._end.wait(0.1):
            family = [os.getpid(), *_children(os.getpid())]
            self.most_bytes = max(self.most_bytes, sum(_memory(process) for process in family))


def _children(process: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += [int(child) for child in task.read_text().split()]
    return found


def _memory(process: int) -> int:
    try:
        text = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0
    found = re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)
    return 1024 * int(found[1]) if found else 0
