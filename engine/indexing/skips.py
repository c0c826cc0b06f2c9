"""Which names are never read: hidden, of the system, in the trash, or matched by the user."""

import logging
import os
from collections.abc import Iterable, Sequence

from engine.catalog.roots import is_inside
from engine.indexing.mounts import with_parents
from engine.paths import printable
from engine.settings import is_pattern

logger = logging.getLogger(__name__)

HIDDEN = "hidden"
SYSTEM = "system file"
TRASH = "in the trash"
PATTERN = "pattern"

IGNORE_FILE = b".imgtextignore"

_SEPARATOR = os.fsencode(os.sep)
_MOST_BYTES = 1 << 20  # of an ignore file; a longer one is something else
_SYSTEM_NAMES = frozenset(
    {
        b".@__thumb",
        b".ds_store",
        b".fseventsd",
        b".picasa.ini",
        b".spotlight-v100",
        b".thumbnails",
        b"@eadir",
        b"__macosx",
        b"desktop.ini",
        b"ehthumbs.db",
        b"lost+found",
        b"system volume information",
        b"thumbs.db",
    }
)
_TRASH_NAMES = frozenset(
    {
        b"#recycle",
        b"$recycle.bin",
        b".recycle",
        b".trash",
        b".trashes",
        b"@recycle",
        b"recycled",
        b"recycler",
    }
)


def skip_by_name(name: bytes) -> str:
    """Return why a file or folder of this name is not read; empty if it is."""
    lower = name.lower()
    if lower in _TRASH_NAMES or lower.startswith(b".trash-"):  # one a user: .Trash-1000
        return TRASH
    if lower in _SYSTEM_NAMES or name.startswith(b"._"):  # macOS keeps its words there
        return SYSTEM
    return HIDDEN if name.startswith(b".") else ""


def is_reached(path: bytes, folder: bytes) -> bool:
    """Tell whether a scan of ``folder`` comes into ``path``: hidden folders are not walked into.

    A hidden folder that the user adds is hence a root of its own.
    """
    if not is_inside(path, folder):
        return False
    below = os.path.relpath(path, folder)
    return path == folder or not any(map(skip_by_name, below.split(_SEPARATOR)))


class Skips:
    """What is skipped in one root.

    Args:
        top: Absolute path of the root; its file ``.imgtextignore`` is read.
        patterns: The user's own, in the words of gitignore(5). The last that matches decides, and
            those of the file come last.
    """

    def __init__(self, top: bytes, patterns: Sequence[str] = ()) -> None:
        lines = [*patterns, *_read_lines(os.path.join(top, IGNORE_FILE))]
        self._spec = None
        if lines:
            from pathspec import GitIgnoreSpec

            self._spec = GitIgnoreSpec.from_lines(_sound(lines))

    def reason(self, path: bytes, *, is_folder: bool) -> str:
        """Return why a file or folder is not read; empty if it is.

        Args:
            path: Relative to the root, in a folder that is not skipped itself.
            is_folder: What it is.
        """
        reason = skip_by_name(os.path.basename(path))
        if reason or self._spec is None:
            return reason
        text = os.fsdecode(path) + ("/" if is_folder else "")
        return PATTERN if self._spec.match_file(text) else ""


def is_walked(path: bytes, folder: bytes, patterns: Sequence[str]) -> bool:
    """Tell the same with regard to the user's patterns as well.

    Args:
        path: Absolute path of a folder.
        folder: Absolute path of a root.
        patterns: As for :class:`Skips`.
    """
    if not is_reached(path, folder):
        return False
    skips = Skips(folder, patterns)
    below = b"" if path == folder else os.path.relpath(path, folder)
    return not any(skips.reason(parent, is_folder=True) for parent in with_parents(below) if parent)


def _sound(lines: Iterable[str]) -> list[str]:
    sound = []
    for line in lines:
        if is_pattern(line):
            sound.append(line)
        else:
            logger.warning("“%s” is no pattern and is left out.", printable(os.fsencode(line)))
    return sound


def _read_lines(path: bytes) -> list[str]:
    try:
        if not os.path.isfile(path):  # a pipe would never end
            return []
        with open(path, "rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError as error:
        logger.warning("%s cannot be read: %s", printable(path), error.strerror)
        return []
    if len(content) > _MOST_BYTES:
        logger.warning("%s is too long to be a list of patterns.", printable(path))
        return []
    # Only as git ends a line: a form feed or a line separator may be part of a name.
    lines = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return [os.fsdecode(line.removesuffix(b"\r")) for line in lines]
