"""Folders and files that a user names: which root they belong to, and whether they can be used."""

import contextlib
import os
import stat
from collections.abc import Sequence
from pathlib import Path

from engine.catalog.records import Root
from engine.catalog.roots import is_inside
from engine.errors import RootError
from engine.indexing.skips import is_reached
from engine.paths import printable


def checked_root(folder: Path, library: Path) -> bytes:
    """Return the absolute path of a folder that can be imported.

    Args:
        folder: What the user named.
        library: The library's folder, whose own pictures are no photos.

    Raises:
        RootError: It cannot.
    """
    path = os.fsencode(folder)
    try:
        path = os.path.abspath(path)  # which fails where the current folder was deleted
        status = os.stat(path)
        if not stat.S_ISDIR(status.st_mode):
            raise RootError(f"{printable(path)} is a file; give the folder that holds the photos.")
        os.scandir(path).close()
    except FileNotFoundError as error:
        raise RootError(
            f"The folder {printable(path)} does not exist; check its name and that its disk is "
            "connected."
        ) from error
    except OSError as error:
        raise RootError(
            f"The folder {printable(path)} cannot be read ({error.strerror}); "
            "check its permissions."
        ) from error
    if is_inside(os.path.realpath(path), os.path.realpath(os.fsencode(library))):
        raise RootError(
            f"The folder {printable(path)} belongs to the library itself; choose a folder with "
            "photos of your own."
        )
    return path


def root_of(path: bytes, roots: Sequence[Root]) -> Root | None:
    """Return the root whose scan comes into a folder or file, the nearest if there are several."""
    around = [root for root in roots if is_reached(path, root.path)]
    return max(around, key=lambda root: len(root.path), default=None)


def usual_name(path: bytes, roots: Sequence[Root]) -> bytes:
    """Return how a root calls this folder, if a link leads into it, else the path itself."""
    real = os.path.realpath(path)
    for root in roots:
        with contextlib.suppress(OSError):
            if os.path.samefile(path, root.path):
                return root.path
        top = os.path.realpath(root.path)
        if is_reached(real, top) and not is_inside(path, root.path):
            return os.path.join(root.path, os.path.relpath(real, top))
    return path


def place_of(path: bytes, roots: Sequence[Root]) -> tuple[Root, bytes, bytes]:
    """Return the root, the folder in it and the name of a file of the library.

    Raises:
        RootError: It lies in no folder of the library.
    """
    around = [root for root in roots if path != root.path and is_inside(path, root.path)]
    if not around:
        raise RootError(
            f"{printable(path)} lies in no folder of this library; `imgtext roots list` shows them."
        )
    root = max(around, key=lambda root: len(root.path))
    folder, name = os.path.split(os.path.relpath(path, root.path))
    return root, folder, name
