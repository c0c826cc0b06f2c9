"""The most memory that a program and all its processes have together (Linux).

Proportional set size, in which a page that several processes share counts once. Private memory is
the part of it that is mapped from no file, which the system cannot take back.
"""

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
        most_private_bytes: The most private memory that was seen.
    """

    def __init__(self) -> None:
        self.most_bytes = self.most_private_bytes = 0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    @property
    def peak_megabytes(self) -> int:
        """The same in megabytes."""
        return self.most_bytes // 1_000_000

    @property
    def peak_private_megabytes(self) -> int:
        """The same of private memory."""
        return self.most_private_bytes // 1_000_000

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._end.wait(0.1):
            family = [os.getpid(), *_children(os.getpid())]
            texts = list(map(_read, family))
            self.most_bytes = max(self.most_bytes, _sum("Pss", texts))
            self.most_private_bytes = max(self.most_private_bytes, _sum("Pss_Anon", texts))


def _children(process: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += [int(child) for child in task.read_text().split()]
    return found


def _read(process: int) -> str:
    try:
        return Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return ""


def _sum(name: str, texts: list[str]) -> int:
    found = (re.search(rf"^{name}:\s+(\d+) kB", text, re.MULTILINE) for text in texts)
    return sum(1024 * int(match[1]) for match in found if match)
