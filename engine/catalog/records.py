"""The values that the catalog hands out."""

import os
from dataclasses import dataclass
from enum import StrEnum


class FileState(StrEnum):
    """Where a file stands in the ledger; every file is in exactly one of these."""

    INDEXED = "indexed"
    PENDING = "pending"
    FAILED = "failed"
    SKIPPED = "skipped"
    OFFLINE = "offline"


@dataclass(frozen=True, slots=True)
class Root:
    """A folder that the user added.

    Attributes:
        id: Its row.
        path: Absolute path, bytes of the file system.
        problem: Why it was offline at the last scan; empty if it was not.
    """

    id: int
    path: bytes
    problem: str = ""


@dataclass(frozen=True, slots=True)
class FileStat:
    """What tells whether a file has changed: any difference means that it is read again.

    Attributes:
        size: Bytes.
        mtime_ns: Time of last change of the data, nanoseconds.
        ctime_ns: Time of last change of the entry (on Windows of its creation), nanoseconds.
        inode: Number of the file on its disk.
    """

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class Sidecar:
    """The ``.xmp`` file beside a photo.

    Attributes:
        name: Bytes of the file system; empty for none.
        mtime_ns: Time of last change of the data, nanoseconds.
    """

    name: bytes = b""
    mtime_ns: int = 0


NO_SIDECAR = Sidecar()


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file as the ledger has it.

    Attributes:
        id: Its row.
        stat: As last seen.
        state: Without regard to being offline.
        reason: Why it is in this state.
        is_offline: Whether it could not be reached at the last scan.
        content_id: The content it had when last read, or None.
        sidecar: The file with words about it.
    """

    id: int
    stat: FileStat
    state: FileState
    reason: str
    is_offline: bool
    content_id: int | None
    sidecar: Sidecar


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file as the scan sees it.

    Attributes:
        name: Bytes of the file system.
        stat: As seen now.
        skip_reason: Why it will not be read; empty for a photo.
        problem: Why it cannot be read although it should be; empty for all others.
        sidecar: The file with words about it.
    """

    name: bytes
    stat: FileStat
    skip_reason: str = ""
    problem: str = ""
    sidecar: Sidecar = NO_SIDECAR


@dataclass(frozen=True, slots=True)
class PendingFile:
    """A file that waits to be read.

    Attributes:
        id: Its row.
        path: Absolute path, bytes.
        size: Bytes, as last seen.
        date_ns: When it was taken or last changed, nanoseconds.
        content_id: The content it had before it changed, or None.
        sidecar: Name of the file with words about it, bytes; empty for none.
    """

    id: int
    path: bytes
    size: int
    date_ns: int
    content_id: int | None
    sidecar: bytes

    @property
    def sidecar_path(self) -> bytes:
        """Absolute path of its sidecar, bytes; empty for none."""
        return os.path.join(os.path.dirname(self.path), self.sidecar) if self.sidecar else b""


@dataclass(frozen=True, slots=True)
class NewContent:
    """A photo's content, once read.

    Attributes:
        hash: BLAKE2b-128 of the file, 16 bytes.
        size: Bytes of the file.
        width: Upright width, pixels.
        height: Upright height, pixels.
        format: Name of the file format.
        perceptual_hash: 64 bits as 8 bytes.
    """

    hash: bytes
    size: int
    width: int
    height: int
    format: str
    perceptual_hash: bytes


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A file as shown to the user.

    Attributes:
        path: Absolute path, bytes.
        state: Where it stands.
        reason: Why; empty for an indexed file.
    """

    path: bytes
    state: FileState
    reason: str


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A file of the ledger in parts, for a list of files.

    Attributes:
        id: Its row.
        root: Absolute path of its root, bytes.
        folder: Its folder, relative to the root; empty at the top.
        name: Its name, bytes.
        state: Where it stands.
        reason: Why; for a file that is offline why its root cannot be reached, if that is known.
        size: Bytes, as last seen.
        tried_ns: When it could last not be read, nanoseconds since 1970; 0 for never.
        is_ignored: Whether the user does not want to hear of it.
    """

    id: int
    root: bytes
    folder: bytes
    name: bytes
    state: FileState
    reason: str
    size: int
    tried_ns: int = 0
    is_ignored: bool = False

    @property
    def path(self) -> bytes:
        """Absolute path, bytes."""
        return os.path.join(self.root, self.folder, self.name)


@dataclass(frozen=True, slots=True)
class RootCount:
    """What a root shows.

    Attributes:
        photos: Files that are indexed or wait, in reach or not.
        has_folders: Whether some of them lie in a sub-folder.
        offline: Those that are out of reach.
    """

    photos: int = 0
    has_folders: bool = False
    offline: int = 0


@dataclass(frozen=True, slots=True)
class PhotoPath:
    """Where a content can be found.

    Attributes:
        content_id: The content.
        file_id: The ledger row of the file.
        path: Absolute path of one of its files, bytes.
        is_offline: Whether the last scan could not reach it.
    """

    content_id: int
    file_id: int
    path: bytes
    is_offline: bool


@dataclass(frozen=True, slots=True)
class PhotoRow:
    """A photo as the window shows it: one file, with what is known of its content.

    Attributes:
        id: Its row in the ledger.
        content_id: Its content, or None while it waits to be read.
        content_hash: The content's hash, or None.
        path: Absolute path, bytes.
        state: Where it stands; ``OFFLINE`` if it cannot be reached.
        size: Bytes.
        mtime_ns: Time of the last change of the file, nanoseconds.
        width: Upright width, pixels; 0 while unknown.
        height: Upright height, pixels; 0 while unknown.
        format: Name of the file format; empty while unknown.
        date_ns: When it was taken; of photos that do not say, the file's time.
        labels: Its labels, by name.
        guesses: Labels that the adopted classifier gives it, likeliest first; none of ``labels``.
    """

    id: int
    content_id: int | None
    content_hash: bytes | None
    path: bytes
    state: FileState
    size: int
    mtime_ns: int
    width: int
    height: int
    format: str
    date_ns: int = 0
    labels: tuple[str, ...] = ()
    guesses: tuple[str, ...] = ()
