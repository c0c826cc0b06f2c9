"""Walking a root, or the part of it that changed: what lies in each folder.

Nothing is opened here and nothing is written: names and ``stat`` decide. What the ledger makes of
it is :mod:`engine.indexing.scan`'s.
"""

import errno
import logging
import os
import stat
import time
from collections import deque
from collections.abc import Collection, Generator, Iterator
from dataclasses import dataclass, replace

from engine.catalog.records import FileStat, FoundFile, Sidecar
from engine.catalog.roots import is_inside
from engine.images.formats import looks_like_photo
from engine.images.sidecar_names import pair_sidecars
from engine.indexing.mounts import is_mounted, mount_table, with_parents
from engine.indexing.skips import Skips, is_reached
from engine.paths import printable

logger = logging.getLogger(__name__)

NOT_A_PHOTO = "not a photo"
NO_FILE = "not a regular file"
DEAD_LINK = "a link that leads nowhere"
NO_ACCESS = "its details cannot be read; check the permissions of its folder"

YOUNG_SECONDS = 2.0  # a file that changed so lately may still be written
UNKNOWN = FileStat(0, 0, 0, 0)

_MAX_NUMBER = (1 << 63) - 1  # SQLite integers are signed; some file systems use all 64 bits
_NO_DEVICE = -1


class WholeScanNeededError(Exception):
    """A part cannot be looked at alone: a link or a mounted disk is new in it."""


@dataclass(frozen=True, slots=True)
class Part:
    """What of a root may have changed. Folders are relative to the root, ``b""`` is its top.

    Attributes:
        folders: What lies in them directly; sub-folders only where they are new.
        trees: These and everything below them.
    """

    folders: frozenset[bytes] = frozenset()
    trees: frozenset[bytes] = frozenset()

    def __or__(self, other: "Part") -> "Part":
        return Part(self.folders | other.folders, self.trees | other.trees)


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder as it is on disk.

    Attributes:
        path: Relative to the root.
        files: What lies in it, sub-folders that are skipped among it.
        subfolders: Names of the folders in it that are not skipped.
        dead_links: Names of links that lead nowhere.
        young: Names of photos that may still be written; they are not among ``files``.
    """

    path: bytes
    files: list[FoundFile]
    subfolders: frozenset[bytes]
    dead_links: list[bytes]
    young: frozenset[bytes]


@dataclass(frozen=True, slots=True)
class Remembered:
    """What the catalog has of a root's folders, which are relative to it.

    Attributes:
        folders: Those with files.
        mounts: Those where a disk was mounted.
    """

    folders: frozenset[bytes]
    mounts: frozenset[bytes]


class Walk:
    """One pass over a root. Each folder comes once, by its own name rather than by a link.

    Args:
        top: Absolute path of the root.
        skips: What is not read.
        elsewhere: Folders that are never walked into: the library's, and roots of their own.
        part: What to look at; None for everything.
        remembered: What earlier scans found.

    Attributes:
        unreadable: Folders that could not be listed, absolute, with the reason.
        mounts: Folders where a disk is mounted.
    """

    def __init__(
        self,
        top: bytes,
        skips: Skips,
        *,
        elsewhere: Collection[bytes] = (),
        part: Part | None = None,
        remembered: Remembered,
    ) -> None:
        self.unreadable: list[tuple[bytes, str]] = []
        self.mounts: set[bytes] = set()
        self._top = top
        self._skips = skips
        self._part = part
        self._known = frozenset(
            parent for path in remembered.folders for parent in with_parents(path)
        )
        self._known_mounts = remembered.mounts
        self._real_top = os.path.realpath(top)
        self._mount_table = mount_table()
        identities = {_identity(path) for path in elsewhere} - {_identity(top)}
        self._visited = {identity for identity in identities if identity is not None}
        # A folder with the device of the one above it; links and mounts wait till the end.
        self._waiting: deque[tuple[bytes, int]] = deque()
        self._later: deque[bytes] = deque()
        self._trees: frozenset[bytes] = frozenset()

    def folders(self) -> Iterator[Folder]:
        """Yield the folders; links and mounted disks come after all others.

        Raises:
            WholeScanNeededError: See there.
        """
        self._waiting.extend((path, _NO_DEVICE) for path in self._beginnings())
        while self._waiting or self._later:
            path, device = (
                self._waiting.popleft() if self._waiting else (self._later.popleft(), _NO_DEVICE)
            )
            listed = self._list(path, device)
            if listed is not None:
                yield self._take_up(path, *listed)

    def _list(self, path: bytes, device: int) -> tuple[int, list[os.DirEntry[bytes]]] | None:
        """Return the device and the entries of a folder; None if it is not to be shown now."""
        absolute = self._absolute(path)
        try:
            status = os.stat(absolute)
            if self._is_mount(path, status.st_dev, device) and device != _NO_DEVICE:
                if self._is_wanted(path, is_detour=True):
                    self._later.append(path)
                return None
            identity = (status.st_dev, status.st_ino)
            if identity in self._visited:
                return None
            self._visited.add(identity)
            with os.scandir(absolute) as entries:
                return status.st_dev, sorted(entries, key=lambda entry: entry.name)
        except (FileNotFoundError, NotADirectoryError):
            return None  # it went away while we walked; its files are gone with it
        except OSError as error:
            logger.warning("%s cannot be listed: %s", printable(absolute), error.strerror)
            self.unreadable.append((absolute, f"the folder cannot be listed: {error.strerror}"))
            return None

    def _absolute(self, path: bytes) -> bytes:
        return os.path.join(self._top, path) if path else self._top

    def _beginnings(self) -> list[bytes]:
        """Return the folders to begin with, by their own names, those that are above first."""
        if self._part is None:
            return [b""]
        own = {path: self._own_name(path) for path in self._part.folders | self._part.trees}
        self._trees = frozenset(
            name
            for path in self._part.trees
            if (name := own[path]) is not None and os.path.isdir(self._absolute(path))
        )
        return sorted({name for name in own.values() if name is not None})

    def _own_name(self, path: bytes) -> bytes | None:
        """Return the nearest folder that exists, not by way of a link; None if it is skipped."""
        while path and not os.path.isdir(self._absolute(path)):
            path = os.path.dirname(path)
        real = os.path.realpath(self._absolute(path))
        if is_inside(real, self._real_top):
            own = b"" if real == self._real_top else os.path.relpath(real, self._real_top)
            return own if self._is_walked(own) else None
        if path in self._known or os.path.dirname(path) in self._known:
            return path
        raise WholeScanNeededError

    def _is_walked(self, path: bytes) -> bool:
        return not any(
            self._skips.reason(parent, is_folder=True) for parent in with_parents(path) if parent
        )

    def _is_wanted(self, path: bytes, *, is_detour: bool) -> bool:
        """Tell whether to go down into a sub-folder; a link or mounted disk is a detour."""
        if self._part is None:
            return True
        if not is_detour:
            return path not in self._known or not self._trees.isdisjoint(with_parents(path))
        if path in self._known or path in self._known_mounts:
            return False  # looked at when something in it has changed
        absolute = self._absolute(path)
        if os.path.islink(absolute) and is_reached(os.path.realpath(absolute), self._real_top):
            return False
        raise WholeScanNeededError

    def _is_mount(self, path: bytes, device: int, device_above: int) -> bool:
        is_likely = (
            path in self._known_mounts
            or device_above not in {_NO_DEVICE, device}
            or os.path.join(self._real_top, path).rstrip(b"/") in self._mount_table
        )
        if (is_likely or not path) and is_mounted(self._absolute(path)):
            self.mounts.add(path)
        return path in self.mounts

    def _take_up(self, path: bytes, device: int, entries: list[os.DirEntry[bytes]]) -> Folder:
        """Sort what lies in a folder, and note the sub-folders to go down into."""
        found: list[FoundFile] = []
        subfolders: set[bytes] = set()
        dead_links: list[bytes] = []
        young: set[bytes] = set()
        for entry in entries:
            is_folder = _is_folder(entry)
            below = os.path.join(path, entry.name)
            reason = self._skips.reason(below, is_folder=is_folder)
            if is_folder and not reason:
                subfolders.add(entry.name)
                self._note_subfolder(below, device, is_link=entry.is_symlink())
                continue
            files = list(_examine(entry, reason))
            if entry.is_symlink() and any(file.stat == UNKNOWN for file in files):
                dead_links.append(entry.name)
            if self._part is not None and any(map(_is_young, files)):
                young.add(entry.name)
            else:
                found.extend(files)
        return Folder(
            path,
            _with_sidecars(found),
            subfolders=frozenset(subfolders),
            dead_links=dead_links,
            young=frozenset(young),
        )

    def _note_subfolder(self, path: bytes, device: int, *, is_link: bool) -> None:
        if not self._is_wanted(path, is_detour=is_link):
            return
        if is_link:
            self._later.append(path)
        else:
            self._waiting.append((path, device))


def file_stat(status: os.stat_result) -> FileStat:
    """Return what the ledger keeps of a file's details."""
    return FileStat(
        size=status.st_size,
        mtime_ns=_storable(status.st_mtime_ns),
        ctime_ns=_storable(status.st_ctime_ns),
        inode=status.st_ino & _MAX_NUMBER,
    )


def _storable(nanoseconds: int) -> int:
    """Return a time as far as the catalog can hold it: from the year 1677 to 2262."""
    return max(-_MAX_NUMBER, min(nanoseconds, _MAX_NUMBER))


def _identity(folder: bytes) -> tuple[int, int] | None:
    try:
        status = os.stat(folder)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _is_folder(entry: os.DirEntry[bytes]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_young(file: FoundFile) -> bool:
    """Tell whether a photo changed a moment ago; a time in the future says nothing."""
    now = time.time_ns()
    times = (file.stat.mtime_ns, file.stat.ctime_ns)
    return not (file.skip_reason or file.problem) and any(
        0 <= now - then < YOUNG_SECONDS * 1e9 for then in times
    )


def _examine(entry: os.DirEntry[bytes], name_reason: str) -> Generator[FoundFile, None, None]:
    """Yield the file that an entry stands for; nothing if it has vanished."""
    try:
        status = entry.stat()
    except OSError as error:
        is_dead = isinstance(error, FileNotFoundError) or error.errno == errno.ELOOP
        if is_dead and entry.is_symlink():
            yield FoundFile(entry.name, UNKNOWN, name_reason or DEAD_LINK)
        elif not is_dead and not name_reason and looks_like_photo(entry.name):
            yield FoundFile(entry.name, UNKNOWN, problem=NO_ACCESS)
        elif not is_dead:
            yield FoundFile(entry.name, UNKNOWN, name_reason or NO_ACCESS)
        return
    reason = name_reason
    if not reason and not stat.S_ISREG(status.st_mode):
        reason = NO_FILE
    if not reason and not looks_like_photo(entry.name):
        reason = NOT_A_PHOTO
    yield FoundFile(entry.name, file_stat(status), reason)


def _with_sidecars(files: list[FoundFile]) -> list[FoundFile]:
    """Return the files of a folder; its photos know the files with words about them."""
    times = {file.name: file.stat.mtime_ns for file in files}
    pairs = pair_sidecars(times)
    return [
        replace(file, sidecar=Sidecar(pairs[file.name], times[pairs[file.name]]))
        if file.name in pairs
        else file
        for file in files
    ]
