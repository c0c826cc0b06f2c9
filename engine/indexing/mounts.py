"""Where other disks are mounted, so that one that is away is not taken for an empty folder."""

import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path

_TABLE = Path("/proc/self/mountinfo")  # proc_pid_mountinfo(5); other systems have none
_ESCAPED = re.compile(rb"\\([0-7]{3})")
_ON_DEMAND = "autofs"  # stands where a disk will be once it is asked for


def mount_table() -> dict[bytes, str]:
    """Return every place where a disk is mounted with the kind of its file system.

    Returns:
        Absolute paths without links, bytes; empty where the system keeps no such table.
    """
    try:
        lines = _TABLE.read_bytes().splitlines()
    except OSError:
        return {}
    table: dict[bytes, str] = {}
    for line in lines:
        place, _, source = line.partition(b" - ")
        path = _ESCAPED.sub(lambda found: bytes([int(found[1], 8)]), place.split(b" ")[4])
        table[path] = source.partition(b" ")[0].decode("ascii", "replace")
    return table


def is_mounted(folder: bytes) -> bool:
    """Tell whether a disk is mounted at a folder, or where a link leads to."""
    real = os.path.realpath(folder)
    table = mount_table()
    return table.get(real, _ON_DEMAND) != _ON_DEMAND if table else os.path.ismount(real)


def with_parents(path: bytes) -> Iterator[bytes]:
    """Yield a folder of a root, the one that it lies in, and so on to the root's top."""
    while path:
        yield path
        path = os.path.dirname(path)
    yield b""


class KnownMounts:
    """The folders of a root where a disk was mounted at an earlier scan.

    Args:
        top: Absolute path of the root.
        folders: Relative to it.
    """

    def __init__(self, top: bytes, folders: Collection[bytes]) -> None:
        self._top = top
        self.folders = frozenset(folders)

    def away(self) -> set[bytes]:
        """Return those whose disk is not there now."""
        return {folder for folder in self.folders if not self._is_there(folder)}

    def is_away(self, folder: bytes) -> bool:
        """Tell whether the disk that a folder lay on is not there now."""
        return any(
            parent in self.folders and not self._is_there(parent) for parent in with_parents(folder)
        )

    def _is_there(self, folder: bytes) -> bool:
        return is_mounted(os.path.join(self._top, folder) if folder else self._top)
