"""Hearing of changes in the roots while the program runs.

It yields which parts of which roots to look at again, and looks at nothing itself. It knows no
threads: the one who iterates is held up till something happens, and is let go at once when told.
"""

import itertools
import logging
import os
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.catalog.roots import is_inside
from engine.indexing.closed_folders import listen_around
from engine.indexing.mounts import mount_table
from engine.indexing.skips import IGNORE_FILE, skip_by_name
from engine.indexing.walk import YOUNG_SECONDS, Part
from engine.paths import printable

logger = logging.getLogger(__name__)

Changes = Mapping[bytes, Part | None]
Events = Iterator[Iterable[tuple[int, str]]]

_QUIET_SECONDS = YOUNG_SECONDS + 1  # later than a scan leaves a file alone that may be written
_LONGEST_SECONDS = 10.0  # a stream of new files is taken up in batches
_LOOK_SECONDS = 5.0  # between two looks whether a root has come or gone
_RARE_SECONDS = 1800.0  # between two scans of a root that cannot be watched
_STEP_MILLISECONDS = 100  # between two looks whether to stop
_TURN_MILLISECONDS = 500  # between two looks at what is due
_BURST = 10_000  # events at once; the system may have dropped some
_SEPARATOR = os.fsencode(os.sep)

# File systems that other machines, or the host of this one, change without our system's knowledge.
_UNHEARD = re.compile(
    r"9p|afs|ceph|cifs|drvfs|glusterfs|ncpfs|nfs4?|prl_fs|smb3|smbfs|vboxsf|virtiofs"
    r"|fuse\.(?:curlftpfs|davfs|gcsfuse|glusterfs|gvfsd-fuse|rclone|s3fs|sshfs|vmhgfs-fuse)"
)

_NO_TEXT = "Unable to decode path"  # says watchfiles of an event it cannot pass on

TOO_MANY = (
    "This system lets a program watch too few folders (fs.inotify.max_user_watches); "
    "changes in {} are looked for every half hour."
)
NETWORK = "{} is on a network disk, which tells of no changes; they are looked for every half hour."
NOT_WATCHED = "{} cannot be watched ({}); changes are looked for every half hour."


@dataclass(frozen=True, slots=True)
class Pace:
    """How long to wait, in seconds.

    Attributes:
        quiet: After the last change in a folder, so that files are whole.
        longest: After the first change, where changes do not end.
        look: Between two looks whether a root or a disk in it has come or gone.
        rare: Between two scans of a root that cannot be watched.
    """

    quiet: float = _QUIET_SECONDS
    longest: float = _LONGEST_SECONDS
    look: float = _LOOK_SECONDS
    rare: float = _RARE_SECONDS


@dataclass(slots=True)
class _Dirt:
    """A folder in which something has happened."""

    first: float
    last: float
    is_tree: bool = False


@dataclass(slots=True)
class _Watched:
    """A root, and what has happened in it since it was last told of."""

    path: bytes
    real: bytes
    told: float
    identity: object
    is_heard: bool = False
    is_whole: bool = False
    dirt: dict[bytes, _Dirt] = field(default_factory=dict)


def open_watch(paths: list[str], stop: threading.Event) -> Events:
    """Begin to watch folders and all below them.

    Args:
        paths: Absolute, without links.
        stop: Ends it.

    Returns:
        Batches of events, empty ones from time to time; the folders are watched already.

    Raises:
        OSError: The system refuses one.
        RuntimeError: So does watchfiles.
    """
    try:
        return _open(paths, stop)
    except PermissionError:
        pass
    try:
        return listen_around(paths, lambda part, is_deep: _open(part, stop, is_deep=is_deep))
    except PermissionError:  # behind a link
        # Only now: when told to pass over closed folders, it passes over the limit in silence too.
        return _open(paths, stop, ignores_closed=True)


def _open(
    paths: list[str],
    stop: threading.Event,
    *,
    is_deep: bool = True,
    ignores_closed: bool = False,
) -> Events:
    from watchfiles import watch

    events = watch(
        *paths,
        watch_filter=None,
        debounce=500,
        step=_STEP_MILLISECONDS,
        stop_event=stop,
        rust_timeout=_TURN_MILLISECONDS,
        yield_on_timeout=True,
        raise_interrupt=True,
        force_polling=False,
        recursive=is_deep,
        ignore_permission_denied=ignores_closed,
    )
    return itertools.chain([next(events, set())], events)  # the first step opens them


class Watcher:
    """Watches roots.

    Args:
        roots: Returns the absolute paths of the roots; asked again from time to time.
        library: The library's folder, whose changes are our own.
        stop: Ends :meth:`changes` within a tenth of a second when set.
        note: Takes a sentence for the user about a root that cannot be watched.
        pace: How long to wait.
    """

    def __init__(
        self,
        roots: Callable[[], Iterable[bytes]],
        *,
        library: Path,
        stop: threading.Event,
        note: Callable[[str], None] = logger.warning,
        pace: Pace | None = None,
    ) -> None:
        self._read_roots = roots
        self._roots: list[_Watched] = []
        self._library = os.path.realpath(os.fsencode(library))
        self._stop = stop
        self._note = note
        self._noted: set[str] = set()
        self._pace = pace or Pace()

    def changes(self) -> Iterator[Changes]:
        """Yield for each root in which something has happened what to scan again.

        What happened before the first step is not noticed; scan the roots once after it has begun.

        Yields:
            A part, or None for the whole root, by the root's path.
        """
        now = time.monotonic()
        self._roots = [_watched(path, now) for path in self._read_roots()]
        while not self._stop.is_set():
            yield from self._follow(self._listen())

    def _follow(self, events: Events) -> Iterator[Changes]:
        """Yield changes until a root or a disk has come or gone: then listen anew."""
        looked = time.monotonic()
        has_moved = False
        for batch in events:
            now = time.monotonic()
            self._take(batch, now)
            if now - looked >= self._pace.look:
                looked = now
                has_moved = self._look(now)
            if due := self._due(now):
                yield due
            if has_moved:
                return

    def _listen(self) -> Events:
        """Begin to watch what can be watched; yields nothing from time to time."""
        audible = self._audible()
        while audible:
            try:
                events = open_watch([os.fsdecode(root.real) for root in audible], self._stop)
                for root in audible:
                    root.is_heard = True
                yield from events
            except (OSError, RuntimeError) as error:  # RuntimeError: all else that Rust reports
                if _NO_TEXT in str(error):
                    self._take_nameless(audible, str(error))
                else:
                    audible = self._give_up(audible, error)
            else:
                return
        while not self._stop.wait(_STEP_MILLISECONDS / 1000):
            yield ()

    def _take_nameless(self, roots: list[_Watched], text: str) -> None:
        """Take up a name that is no text: watchfiles ends with it, and what came beside is lost."""
        concerned = [root for root in roots if os.fsdecode(root.real) in text] or roots
        for root in concerned:
            _note_dirt(root, b"", time.monotonic(), is_tree=True)

    def _audible(self) -> list[_Watched]:
        table = mount_table()
        audible = []
        for root in self._roots:
            root.is_heard = False
            if root.identity is None:
                continue
            if _is_unheard(root.real, table):
                self._tell(NETWORK.format(printable(root.path)))
            elif not _is_text(root.real):
                self._tell(NOT_WATCHED.format(printable(root.path), "its name is no text"))
            else:
                audible.append(root)
        return audible

    def _give_up(self, roots: list[_Watched], error: Exception) -> list[_Watched]:
        """Leave out the root that the system refuses, or all if it does not say which."""
        text = str(error)
        refused = [root for root in roots if os.fsdecode(root.real) in text] or roots
        for root in refused:
            root.is_heard = False
            name = printable(root.path)
            is_limit = "limit" in text.lower() or "os error 28" in text
            self._tell(TOO_MANY.format(name) if is_limit else NOT_WATCHED.format(name, text))
        return [root for root in roots if root not in refused]

    def _tell(self, sentence: str) -> None:
        if sentence not in self._noted:
            self._noted.add(sentence)
            self._note(sentence)

    def _take(self, batch: Iterable[tuple[int, str]], now: float) -> None:
        events = list(batch)
        for _, text in events:
            path = os.fsencode(text)
            if is_inside(path, self._library):
                continue
            for root in self._roots:
                if is_inside(path, root.real):
                    _note_event(root, os.path.relpath(path, root.real), now)
        if len(events) >= _BURST:
            for root in self._roots:
                root.is_whole = root.is_whole or bool(root.dirt)

    def _look(self, now: float) -> bool:
        """Notice roots that have come, gone or been replaced, and disks in them."""
        before = {root.path: root for root in self._roots}
        paths = list(self._read_roots())
        self._roots = [before.get(path) or _watched(path, now, is_whole=True) for path in paths]
        has_moved = before.keys() != set(paths)
        for root in self._roots:
            identity = _identity(root.path)
            if identity != root.identity:
                root.identity = identity
                root.real = os.path.realpath(root.path)
                root.is_whole = has_moved = True
            elif not root.is_heard and identity and now - root.told >= self._pace.rare:
                root.is_whole = True
        return has_moved

    def _due(self, now: float) -> dict[bytes, Part | None]:
        return {
            root.path: part
            for root in self._roots
            if (part := self._due_part(root, now)) is not _NOTHING
        }

    def _due_part(self, root: _Watched, now: float) -> Part | None:
        """Return what of a root is to be scanned now; the empty part for nothing."""
        if root.is_whole:
            root.is_whole, root.told = False, now
            root.dirt.clear()
            return None
        due = {
            folder: dirt
            for folder, dirt in root.dirt.items()
            if now - dirt.last >= self._pace.quiet or now - dirt.first >= self._pace.longest
        }
        for folder, dirt in due.items():
            if now - dirt.last >= self._pace.quiet:
                del root.dirt[folder]
            else:  # its youngest files are left out this time
                dirt.first = now
        if not due:
            return _NOTHING
        root.told = now
        return Part(
            folders=frozenset(due),
            trees=frozenset(folder for folder, dirt in due.items() if dirt.is_tree),
        )


_NOTHING = Part()


def merge_changes(first: Changes, second: Changes) -> Changes:
    """Return what covers both."""
    merged = dict(first)
    for path, part in second.items():
        before = merged.get(path, _NOTHING)
        merged[path] = None if before is None or part is None else before | part
    return merged


def _watched(path: bytes, now: float, *, is_whole: bool = False) -> _Watched:
    return _Watched(path, os.path.realpath(path), now, _identity(path), is_whole=is_whole)


def _note_event(root: _Watched, path: bytes, now: float) -> None:
    """Take up one event of a path relative to the root."""
    if path in {os.fsencode(os.curdir), IGNORE_FILE}:
        root.is_whole = root.is_whole or path == IGNORE_FILE
        return
    if any(map(skip_by_name, path.split(_SEPARATOR))):
        return  # a line of the ledger at most; the next whole scan sees it
    _note_dirt(root, os.path.dirname(path), now)
    if os.path.isdir(os.path.join(root.real, path)):
        _note_dirt(root, path, now, is_tree=True)


def _note_dirt(root: _Watched, folder: bytes, now: float, *, is_tree: bool = False) -> None:
    dirt = root.dirt.setdefault(folder, _Dirt(first=now, last=now))
    dirt.last = now
    dirt.is_tree = dirt.is_tree or is_tree


def _identity(root: bytes) -> object:
    """Return what changes when a root or a disk in it comes or goes; None if it is away."""
    try:
        status = os.stat(root)
    except OSError:
        return None
    real = os.path.realpath(root)
    mounts = frozenset(path for path in mount_table() if is_inside(path, real))
    return status.st_dev, status.st_ino, mounts


def _is_unheard(real: bytes, table: Mapping[bytes, str]) -> bool:
    if os.name == "nt":
        return real.startswith(b"\\\\")
    around = [place for place in table if is_inside(real, place)]
    kind = table[max(around, key=len)] if around else ""
    return _UNHEARD.fullmatch(kind) is not None


def _is_text(path: bytes) -> bool:
    """Tell whether a path is text, which is all that watchfiles takes."""
    try:
        path.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
