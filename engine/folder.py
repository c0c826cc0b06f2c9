"""A library's folder: what is called how in it, who holds it, and its log."""

import os
import stat
from logging import Handler
from pathlib import Path

from filelock import FileLock, Timeout

from engine import log
from engine.errors import LibraryError

CATALOG = "catalog.db"
SETTINGS = "settings.json"
VECTORS, THUMBNAILS, LOGS, BACKUPS = "vectors", "thumbnails", "logs", "backups"


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


def start_log(folder: Path) -> Handler:
    """Begin to write the library's log.

    Raises:
        LibraryError: The folder cannot be written.
    """
    try:
        return log.start_log_file(folder / LOGS)
    except OSError as error:
        raise LibraryError.not_writable(folder) from error


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
