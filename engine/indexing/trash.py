"""Moving photos to the system's trash, each with its sidecar. Nothing is ever deleted for good.

A photo goes only if the picture stays: another file of its content, or the copy that the caller
names as its stand-in, must be there, unchanged since it was read, and another file on the disk (a
link to it, or the same folder mounted elsewhere, is not). The last copy goes when asked
explicitly.
"""

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from engine.catalog.removal import HeldFile, Removal
from engine.images.sidecar_names import find_sidecar
from engine.indexing.walk import file_stat
from engine.jobs import Job, Progress
from engine.paths import printable

_WINDOWS_FIXED_DRIVE = 3  # GetDriveTypeW; others have no recycle bin, Windows deletes there


@dataclass(frozen=True, slots=True)
class Trashed:
    """What became of one file.

    Attributes:
        file_id: Its row in the ledger, which is gone if it was moved.
        path: Where it was, bytes; empty for an id that the library does not know.
        is_moved: Whether it is in the trash.
        sidecars: The sidecars that went with it, bytes.
        problem: Why it stays, or why its sidecar does: one sentence. Empty if all went well.
    """

    file_id: int
    path: bytes = b""
    is_moved: bool = False
    sidecars: tuple[bytes, ...] = ()
    problem: str = ""


def send_to_trash(path: bytes) -> None:
    """Move a file to the trash of this system.

    Raises:
        OSError: It cannot be moved; ``TrashPermissionError`` if its disk has no trash.
    """
    from send2trash import TrashPermissionError, send2trash

    if sys.platform == "win32":
        import ctypes

        drive = os.path.splitdrive(os.fsdecode(path))[0] + "\\"
        if ctypes.windll.kernel32.GetDriveTypeW(drive) != _WINDOWS_FIXED_DRIVE:
            raise TrashPermissionError(path)
    send2trash(os.fsdecode(path))


class Trash:
    """Moves files of a library to the trash.

    Args:
        removal: The ledger.
        send: Moves one file.
    """

    def __init__(self, removal: Removal, send: Callable[[bytes], None] = send_to_trash) -> None:
        self._removal = removal
        self._send = send

    def move(
        self,
        file_ids: Iterable[int],
        *,
        stand_ins: Mapping[int, int] | None = None,
        is_last_allowed: bool = False,
    ) -> Job[list[Trashed]]:
        """Move files to the trash; one that cannot go stays and the rest goes on.

        Args:
            file_ids: Ledger rows.
            stand_ins: For a file the one that is kept in its place, such as the original of a
                picture that was saved again. One that is to go too is none.
            is_last_allowed: Whether the last copy of a content may go.

        Yields:
            Progress of the stage ``"moving to the trash"``; each file is whole between two.

        Returns:
            What became of each file.
        """
        ids = list(dict.fromkeys(file_ids))
        remaining = _Remaining(self._removal, ids, stand_ins or {})
        done: list[Trashed] = []
        for number, file_id in enumerate(ids):
            file = remaining.wanted.get(file_id)
            detail = os.fsdecode(file.path) if file else ""
            yield Progress("moving to the trash", done=number, total=len(ids), detail=detail)
            if file is None:
                done.append(Trashed(file_id, problem="This file is not in the library any more."))
                continue
            problem = _why_it_stays(file)
            if not problem and not is_last_allowed and not remaining.has_other(file):
                problem = (
                    f"{printable(file.path)} stays: no other copy of this picture is in reach."
                )
            done.append(
                Trashed(file_id, file.path, problem=problem) if problem else self._move(file)
            )
        return done

    def _move(self, file: HeldFile) -> Trashed:
        # Looked up before: whose a sidecar is depends on the photos beside it.
        sidecar = find_sidecar(file.path)
        problem = self._try(file.path)
        if problem:
            return Trashed(file.file_id, file.path, problem=problem)
        self._removal.remove([file.file_id])
        if sidecar is None:
            return Trashed(file.file_id, file.path, is_moved=True)
        problem = self._try(sidecar)
        moved = () if problem else (sidecar,)
        return Trashed(file.file_id, file.path, is_moved=True, sidecars=moved, problem=problem)

    def _try(self, path: bytes) -> str:
        """Move one file, or say why it stays."""
        try:
            self._send(path)
        except (OSError, UnicodeError) as error:
            return f"{printable(path)} stays: {_reason(error)}"
        is_there = os.path.lexists(path)
        return f"{printable(path)} stays: the trash did not take it." if is_there else ""


def _reason(error: OSError | UnicodeError) -> str:
    from send2trash import TrashPermissionError

    if isinstance(error, TrashPermissionError):
        return "its disk has no trash that you may use."
    if isinstance(error, UnicodeError):
        return "the trash cannot write its name; rename it first."
    by_number = {
        errno.EROFS: "its disk is read-only.",
        errno.EACCES: "you may not change it or its folder; check the permissions.",
        errno.EPERM: "you may not change it or its folder; check the permissions.",
        errno.ENAMETOOLONG: "its name is too long for the trash; give it a shorter one.",
        errno.ENOSPC: "the disk of the trash is full.",
    }
    unknown = f"the trash does not take it ({error.strerror or error})."
    return by_number.get(error.errno or 0, unknown)


class _Remaining:
    """Knows which files stay when those that are wanted have gone."""

    def __init__(self, removal: Removal, file_ids: list[int], stand_ins: Mapping[int, int]) -> None:
        self.wanted = removal.files(file_ids)
        contents = {file.content_id for file in self.wanted.values()}
        self._stand_ins = stand_ins
        self._others = removal.files([stand_ins[id_] for id_ in file_ids if id_ in stand_ins])
        self._twins: dict[int, list[HeldFile]] = {}
        for twin in removal.files_of(id_ for id_ in contents if id_ is not None):
            if twin.content_id is not None:
                self._twins.setdefault(twin.content_id, []).append(twin)
        self._leaving = {_identity(file.path) for file in self.wanted.values()}

    def has_other(self, file: HeldFile) -> bool:
        """Whether the picture of a file stays without it."""
        twins = self._twins.get(file.content_id, []) if file.content_id is not None else []
        stand_in = self._others.get(self._stand_ins.get(file.file_id, file.file_id))
        others = [*twins, stand_in] if stand_in is not None else twins
        return any(self._stays(other) for other in others)

    def _stays(self, file: HeldFile) -> bool:
        if file.file_id in self.wanted or file.is_offline or not _is_as_read(file):
            return False
        return _identity(file.path) not in self._leaving


def _why_it_stays(file: HeldFile) -> str:
    """Say why a file may not be moved, whatever the others; empty if it may."""
    name = printable(file.path)
    if file.is_offline:
        return f"{name} stays: its disk is not connected."
    try:
        mode = os.lstat(file.path).st_mode
    except OSError as error:
        return f"{name} cannot be reached ({error.strerror}); scan its folder again."
    if not stat.S_ISREG(mode):
        return f"{name} stays: it is a link to a photo, not a photo of its own."
    if not _is_as_read(file):
        return f"{name} stays: it has changed since it was read; scan its folder first."
    return ""


def _is_as_read(file: HeldFile) -> bool:
    """Whether a file is there and is still the one that the ledger knows."""
    try:
        return bool(file_stat(os.stat(file.path)) == file.stat)
    except OSError:
        return False


def _identity(path: bytes) -> object:
    """Return what all names of one file share; the path if it cannot be reached."""
    try:
        status = os.stat(path)
    except OSError:
        return path
    return (status.st_dev, status.st_ino) if status.st_ino else os.path.realpath(path)
