"""A root that is somewhere else now: recognising it, and telling the catalog."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from engine.catalog.files import Files
from engine.catalog.records import Root
from engine.catalog.roots import Roots
from engine.errors import RootError
from engine.indexing.scan import root_problem
from engine.indexing.skips import is_reached
from engine.paths import printable

_SAMPLE = 400  # photos looked for before an added folder is taken for a root that has moved
_NEARLY_ALL = 0.8
_ALMOST_NONE = 0.1


@dataclass(frozen=True, slots=True)
class Match:
    """How many photos of a root lie in another folder, by their relative path and size.

    Attributes:
        known: Photos that were looked for.
        found: Those that are there.
    """

    known: int
    found: int

    @property
    def share(self) -> float:
        """The part that was found, 0 to 1; 1 where there was nothing to find."""
        return self.found / self.known if self.known else 1.0


def match_files(root: Root, folder: bytes, *, files: Files, most: int | None = None) -> Match:
    """Look in a folder for the photos of a root.

    Args:
        root: The root.
        folder: Absolute path, bytes.
        files: The ledger.
        most: Look for about so many, evenly chosen; None for all.
    """
    photos = files.sizes(root)
    chosen = photos[:: max(1, len(photos) // most)] if most else photos
    found = sum(_has_size(os.path.join(folder, path), size) for path, size in chosen)
    return Match(len(chosen), found)


def find_relinked(folder: bytes, *, roots: Sequence[Root], files: Files) -> Root | None:
    """Return the root that a folder was before it was moved or renamed, or None.

    Args:
        folder: Absolute path of a folder that the user adds, bytes.
        roots: All roots; only those that are not where they were count.
        files: The ledger.
    """
    if any(is_reached(folder, root.path) or is_reached(root.path, folder) for root in roots):
        return None
    for root in roots:
        if root_problem(root, has_files=True):
            match = match_files(root, folder, files=files, most=_SAMPLE)
            if match.found and match.share >= _NEARLY_ALL:
                return root
    return None


@dataclass(frozen=True, slots=True)
class Relinked:
    """A root that was told where it is now.

    Attributes:
        root: With its new path.
        match: How many of its photos are there.
    """

    root: Root
    match: Match


def relink_root(
    root: Root, path: bytes, *, roots: Roots, files: Files, is_forced: bool = False
) -> Relinked:
    """Tell where a root is now; everything that is known of its photos stays.

    Args:
        root: As it was; its folder may be missing.
        path: Where it is, as :func:`engine.indexing.places.checked_root` returns it.
        roots: The table of roots.
        files: The ledger.
        is_forced: Whether to believe it where almost none of the photos is there.

    Raises:
        RootError: The folder overlaps with another root, or almost none of the photos is there.
            Nothing was changed.
    """
    if path == root.path:
        raise RootError(
            f"The folder {printable(path)} is where it was; give the folder where its photos are "
            "now."
        )
    _refuse_overlap(path, [other for other in roots.all() if other.id != root.id])
    match = match_files(root, path, files=files)
    if match.share < _ALMOST_NONE and not is_forced:
        raise RootError(
            f"Only {match.found} of the {match.known} photos of {printable(root.path)} are in "
            f"{printable(path)}; choose the folder that holds them now."
        )
    return Relinked(roots.relink(root, path), match)


def _refuse_overlap(path: bytes, others: Sequence[Root]) -> None:
    for other in others:
        if _reaches(other.path, path) or _is_same(path, other.path):
            raise RootError(
                f"The folder {printable(path)} is already part of {printable(other.path)} in this "
                "library; choose another folder."
            )
        if _reaches(path, other.path):
            raise RootError(
                f"The folder {printable(path)} holds {printable(other.path)}, which is in this "
                "library already; choose another folder."
            )


def _reaches(folder: bytes, inner: bytes) -> bool:
    """Tell whether a scan of a folder comes into another, perhaps by way of a link to it."""
    return is_reached(inner, folder) or is_reached(
        os.path.realpath(inner), os.path.realpath(folder)
    )


def _is_same(path: bytes, other: bytes) -> bool:
    try:
        return os.path.samefile(path, other)
    except OSError:
        return False


def _has_size(path: bytes, size: int) -> bool:
    try:
        return os.stat(path).st_size == size
    except OSError:
        return False
