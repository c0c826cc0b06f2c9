"""Walking a root and bringing the ledger in line with what is on disk.

Nothing is opened here: names and ``stat`` decide. A file that cannot be reached for the moment is
offline, never removed; only a file missing from a folder that can be listed leaves the ledger.
"""

import logging
import os
import stat
from collections import Counter, deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine.catalog.files import Files, FolderChange
from engine.catalog.records import FileStat, FileState, FoundFile, KnownFile, Root
from engine.catalog.roots import Roots, is_inside
from engine.images.formats import looks_like_photo
from engine.jobs import Job, Progress
from engine.paths import printable

logger = logging.getLogger(__name__)

NOT_A_PHOTO = "not a photo"
HIDDEN = "hidden"
SYSTEM = "system file"
NO_FILE = "not a regular file"
DEAD_LINK = "a link that leads nowhere"
NO_ACCESS = "its details cannot be read; check the permissions of its folder"
SCAN_REASONS = frozenset({NOT_A_PHOTO, HIDDEN, SYSTEM, NO_FILE, DEAD_LINK, NO_ACCESS})

_SYSTEM_NAMES = frozenset(
    {
        b"thumbs.db",
        b"desktop.ini",
        b"@eadir",
        b"#recycle",
        b"$recycle.bin",
        b"system volume information",
        b"lost+found",
        b"__macosx",
    }
)
_WRITE_EVERY = 2000  # files between two transactions: few commits, little to redo
_MAX_INODE = (1 << 63) - 1  # SQLite integers are signed; some file systems use all 64 bits


@dataclass(slots=True)
class ScanResult:
    """What a scan found.

    Attributes:
        removed: Files that left the ledger, counted by the content they had (None: never read).
        unreadable: Folders that could not be listed, absolute, with the reason.
    """

    removed: Counter[int | None] = field(default_factory=Counter)
    unreadable: list[tuple[bytes, str]] = field(default_factory=list)


@dataclass(slots=True)
class _Folder:
    path: bytes  # relative to the root
    files: list[FoundFile]


def scan_root(
    root: Root, *, roots: Roots, files: Files, library: Path | None = None
) -> Job[ScanResult]:
    """Bring the ledger of one root up to date.

    Args:
        root: The root to walk.
        roots: Where a root that cannot be reached is noted.
        files: The ledger.
        library: The library's own folder, which is never walked into.

    Yields:
        Progress with the number of files seen.

    Returns:
        What was removed or could not be read.
    """
    result = ScanResult()
    known_folders = set(files.folders(root))
    problem = _root_problem(root, has_files=bool(known_folders))
    roots.set_problem(root, problem)
    if problem:
        logger.warning("%s is offline: %s", printable(root.path), problem)
        files.set_offline(root, known_folders)
        result.unreadable.append((root.path, problem))
        return result

    writer = _LedgerWriter(root, files, result.removed)
    seen: set[bytes] = set()
    for folder in _walk(root.path, result.unreadable, library):
        seen.add(folder.path)
        writer.compare(folder.path, {found.name: found for found in folder.files})
        yield Progress("scanning", done=writer.count, detail=os.fsdecode(folder.path))
    blocked = [os.path.relpath(path, root.path) for path, _ in result.unreadable]
    unseen = known_folders - seen
    out_of_reach = {path for path in unseen if any(is_inside(path, folder) for folder in blocked)}
    files.set_offline(root, out_of_reach)
    for path in unseen - out_of_reach:
        writer.compare(path, {})
    writer.flush()
    return result


def _root_problem(root: Root, *, has_files: bool) -> str:
    """Say why a root cannot be trusted to show what it holds, or return an empty text."""
    try:
        with os.scandir(root.path) as entries:
            is_empty = next(entries, None) is None
    except FileNotFoundError:
        return "the folder is not there; connect its disk or tell where it is now"
    except NotADirectoryError:
        return "this is a file now, no folder"
    except OSError as error:
        return f"the folder cannot be listed: {error.strerror}"
    if is_empty and has_files:
        return "the folder is empty; its disk may not be connected"
    return ""


def _walk(
    top: bytes, unreadable: list[tuple[bytes, str]], library: Path | None
) -> Iterator[_Folder]:
    """Yield every folder below ``top`` once; real folders come before linked ones."""
    visited: set[tuple[int, int]] = set()
    if library is not None and library.exists():
        status = library.stat()
        visited.add((status.st_dev, status.st_ino))
    waiting, linked = deque([b""]), deque[bytes]()
    while waiting or linked:
        path = (waiting or linked).popleft()
        absolute = os.path.join(top, path) if path else top
        try:
            status = os.stat(absolute)
            if (status.st_dev, status.st_ino) in visited:
                continue
            visited.add((status.st_dev, status.st_ino))
            with os.scandir(absolute) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
        except FileNotFoundError:
            continue  # it went away while we walked; its files are gone with it
        except OSError as error:
            logger.warning("%s cannot be listed: %s", printable(absolute), error.strerror)
            unreadable.append((absolute, f"the folder cannot be listed: {error.strerror}"))
            continue
        found: list[FoundFile] = []
        for entry in listed:
            name_reason = _skip_by_name(entry.name)
            if _is_folder(entry) and not name_reason:
                (linked if entry.is_symlink() else waiting).append(os.path.join(path, entry.name))
            else:
                found.extend(_examine(entry, name_reason))
        yield _Folder(path, found)


def _is_folder(entry: os.DirEntry[bytes]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _skip_by_name(name: bytes) -> str:
    if name.lower() in _SYSTEM_NAMES:
        return SYSTEM
    return HIDDEN if name.startswith(b".") else ""


def _examine(entry: os.DirEntry[bytes], name_reason: str) -> Generator[FoundFile, None, None]:
    """Yield the file that an entry stands for; nothing if it has vanished."""
    try:
        status = entry.stat()
    except FileNotFoundError:
        if entry.is_symlink():
            yield FoundFile(entry.name, FileStat(0, 0, 0, 0), name_reason or DEAD_LINK)
        return
    except OSError:
        yield FoundFile(entry.name, FileStat(0, 0, 0, 0), name_reason or NO_ACCESS)
        return
    reason = name_reason
    if not reason and not stat.S_ISREG(status.st_mode):
        reason = NO_FILE
    if not reason and not looks_like_photo(entry.name):
        reason = NOT_A_PHOTO
    yield FoundFile(
        entry.name,
        FileStat(
            size=status.st_size,
            mtime_ns=status.st_mtime_ns,
            ctime_ns=status.st_ctime_ns,
            inode=status.st_ino & _MAX_INODE,
        ),
        reason,
    )


class _LedgerWriter:
    """Compares folders with the ledger and writes the differences in large transactions."""

    def __init__(self, root: Root, files: Files, removed: Counter[int | None]) -> None:
        self._root = root
        self._files = files
        self._removed = removed
        self._waiting: list[tuple[bytes, FolderChange]] = []
        self._unwritten = 0
        self.count = 0

    def compare(self, folder: bytes, found: dict[bytes, FoundFile]) -> None:
        """Take up one folder as it is now (empty if it is gone)."""
        known = self._files.in_folder(self._root, folder)
        change = FolderChange(removed=[file for name, file in known.items() if name not in found])
        for name, file in found.items():
            before = known.get(name)
            if before is None:
                change.added.append(file)
            elif _has_changed(before, file):
                change.changed.append((before.id, file))
            elif before.is_offline:
                change.returned.append(before.id)
        self.count += len(found)
        if change:
            self._waiting.append((folder, change))
            self._unwritten += len(found) + len(change.removed)
        if self._unwritten >= _WRITE_EVERY:
            self.flush()

    def flush(self) -> None:
        """Write what has been compared."""
        if not self._waiting:
            return
        self._files.apply(self._root, self._waiting)
        for _, change in self._waiting:
            self._removed.update(file.content_id for file in change.removed)
        self._waiting, self._unwritten = [], 0


def _has_changed(before: KnownFile, now: FoundFile) -> bool:
    if before.stat != now.stat:
        return True
    if now.skip_reason:
        return before.state is not FileState.SKIPPED or before.reason != now.skip_reason
    # A file skipped for what it contains stays skipped; one skipped by an older rule does not.
    return before.state is FileState.SKIPPED and before.reason in SCAN_REASONS
