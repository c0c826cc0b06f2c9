"""A library's folder: what is called how in it, who holds it, and its log."""

import os
import stat
import time
from logging import Handler
from pathlib import Path

from filelock import FileLock, Timeout

from engine import log
from engine.errors import LibraryError, OutputError

CATALOG = "catalog.db"
SETTINGS = "settings.json"
VECTORS, THUMBNAILS, LOGS, BACKUPS = "vectors", "thumbnails", "logs", "backups"
MODELS, RUNS = "models", "runs"
PARTS = (CATALOG, SETTINGS, VECTORS, MODELS)  # what a saved copy holds
READY = "restored"  # a copy, whole and checked, that takes the library's place at once


class FolderHold:
    """A library's folder while the library is open.

    A writer's lock keeps the window and the command line from writing one library at once; what
    an interrupted restore left is finished under it.

    Args:
        folder: The folder.
        writable: Whether to hold the lock and to write the log; the folder is made if it is
            missing.

    Raises:
        LibraryError: The folder cannot be used, another program holds it, or there is no library
            to read in it.
    """

    def __init__(self, folder: Path, *, writable: bool) -> None:
        self._log_handler: Handler | None = None
        self._lock = take_lock(folder) if writable else None
        try:
            if writable:
                finish_restore(folder)
            elif not has_catalog(folder):
                raise LibraryError(
                    f"There is no library in {folder} yet; "
                    "run `imgtext import FOLDER` with a folder of photos first."
                )
            _check_subfolders(folder)
            if writable:
                self._log_handler = _start_log(folder)
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        """Give the lock back and end the log; later calls do nothing."""
        if self._log_handler is not None:
            log.stop_log_file(self._log_handler)
            self._log_handler = None
        if self._lock is not None:
            self._lock.release()


def has_catalog(folder: Path) -> bool:
    """Tell whether there is a library in a folder.

    Raises:
        LibraryError: One cannot tell, for want of permission.
    """
    try:
        return stat.S_ISREG(os.stat(folder / CATALOG).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise LibraryError.cannot_open(folder) from error


def refuse_own(target: Path) -> None:
    """Refuse to write what the user takes along over a library's own files.

    Args:
        target: Where the user wants it; ``backups`` is the one place for it in a library.

    Raises:
        OutputError: It lies in a library's folder.
    """
    parents = Path(os.path.realpath(target)).parents
    for below, folder in zip([None, *parents], parents, strict=False):
        if os.path.isfile(folder / CATALOG) and below != folder / BACKUPS:
            raise OutputError(
                f"{target} lies in the folder of the library itself; choose another place."
            )


def take_lock(folder: Path) -> FileLock:
    """Make the folder if it is missing, and hold it until the lock is released.

    Raises:
        LibraryError: Another program holds it, or it cannot be used.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / "library.lock", timeout=0)
        lock.acquire()
    except Timeout as error:
        raise LibraryError(
            f"The library {folder} is in use by another window or command; "
            "close it or wait until it is done."
        ) from error
    except (FileExistsError, NotADirectoryError) as error:
        raise LibraryError(f"{folder} is a file, no folder; choose another --library.") from error
    except OSError as error:
        raise LibraryError(
            f"The library folder {folder} cannot be written ({error.strerror}); "
            "make it writable or choose another with --library."
        ) from error
    return lock


def finish_restore(folder: Path) -> None:
    """Finish what an interrupted ``backup.restore_copy`` left; does nothing if there is nothing.

    Args:
        folder: The library's folder, locked by the caller.
    """
    ready = folder / READY
    if not ready.is_dir():
        return
    old, is_emptied = ready / "old", ready / "old is complete"
    if not is_emptied.exists():  # nothing of the copy is in the library's place yet
        old.mkdir(exist_ok=True)
        for name in (*PARTS, f"{CATALOG}-wal", f"{CATALOG}-shm"):
            if (folder / name).exists():
                (folder / name).replace(old / name)
        is_emptied.touch()
    for name in PARTS:
        if (ready / name).exists():
            (ready / name).replace(folder / name)
    if old.exists():
        kept = folder / BACKUPS / f"replaced-{time.strftime('%Y%m%d-%H%M%S')}"
        kept.parent.mkdir(exist_ok=True)
        old.replace(kept)
    is_emptied.unlink()
    ready.rmdir()


def _check_subfolders(folder: Path) -> None:
    """Check that no file lies where the library has a folder.

    Raises:
        LibraryError: One does.
    """
    for name in (VECTORS, THUMBNAILS, LOGS, BACKUPS):
        if os.path.lexists(folder / name) and not (folder / name).is_dir():
            raise LibraryError.in_the_way(folder / name)


def _start_log(folder: Path) -> Handler:
    """Begin to write the library's log.

    Raises:
        LibraryError: The folder cannot be written.
    """
    try:
        return log.start_log_file(folder / LOGS)
    except OSError as error:
        raise LibraryError.not_writable(folder) from error
