"""Walking a root and bringing the ledger in line with what is on disk.

Nothing is opened here: names and ``stat`` decide. A file that cannot be reached for the moment is
offline, never removed; only a file missing from a folder that can be listed leaves the ledger.
"""

import logging
import os
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.catalog.files import Files, FolderChange
from engine.catalog.records import FileState, FoundFile, KnownFile, Root
from engine.catalog.roots import Roots
from engine.indexing.mounts import KnownMounts, with_parents
from engine.indexing.skips import HIDDEN, PATTERN, SYSTEM, TRASH, Skips
from engine.indexing.walk import (
    DEAD_LINK,
    NO_ACCESS,
    NO_FILE,
    NOT_A_PHOTO,
    UNKNOWN,
    Folder,
    Part,
    Remembered,
    Walk,
    WholeScanNeededError,
)
from engine.jobs import Job, Progress
from engine.paths import printable

logger = logging.getLogger(__name__)

CLOSED_FOLDER = "this folder cannot be listed; check its permissions and its disk"
DISK_AWAY = "the disk that was connected here is away; connect it again"
SCAN_REASONS = frozenset(
    {
        NOT_A_PHOTO,
        HIDDEN,
        SYSTEM,
        TRASH,
        PATTERN,
        NO_FILE,
        DEAD_LINK,
        NO_ACCESS,
        CLOSED_FOLDER,
    }
)

_WRITE_EVERY = 2000  # files between two transactions: few commits, little to redo
_TOP = os.fsencode(os.curdir)


@dataclass(slots=True)
class ScanResult:
    """What a scan found.

    Attributes:
        removed: Files that left the ledger, counted by the content they had (None: never read).
        unreadable: Folders that could not be listed, absolute, with the reason.
    """

    removed: Counter[int | None] = field(default_factory=Counter)
    unreadable: list[tuple[bytes, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a scan must know beside its root.

    Attributes:
        library: The library's own folder, which is never walked into.
        patterns: What the user wants skipped, in the words of gitignore(5).
    """

    library: Path | None = None
    patterns: Sequence[str] = ()


_ALONE = Surroundings()


def scan_root(
    root: Root,
    *,
    roots: Roots,
    files: Files,
    around: Surroundings = _ALONE,
    part: Part | None = None,
) -> Job[ScanResult]:
    """Bring the ledger of one root up to date.

    Args:
        root: The root to walk.
        roots: Where a root that cannot be reached is noted.
        files: The ledger.
        around: The library's own folder and the user's patterns.
        part: What may have changed; None for everything. Photos in it that changed a moment ago
            are left as they are in the ledger: they may still be written.

    Yields:
        Progress with the number of photos seen; what lies beside them is not counted.

    Returns:
        What was removed or could not be read.
    """
    result = ScanResult()
    remembered = Remembered(frozenset(files.folders(root)), roots.mounts(root))
    problem = root_problem(root, has_files=bool(remembered.folders))
    roots.set_problem(root, problem)
    if problem:
        _note_offline(root, problem, result, files=files, folders=remembered.folders)
        return result
    elsewhere = [other.path for other in roots.all() if other.id != root.id]
    if around.library is not None:
        elsewhere.append(os.fsencode(around.library))
    skips = Skips(root.path, around.patterns)
    scan = _Scan(root, roots, files, result, remembered)
    try:
        walk = Walk(root.path, skips, elsewhere=elsewhere, part=part, remembered=remembered)
        yield from scan.run(walk, is_whole=part is None)
    except WholeScanNeededError:
        walk = Walk(root.path, skips, elsewhere=elsewhere, remembered=remembered)
        yield from scan.run(walk, is_whole=True)
    return result


def note_if_away(root: Root, *, roots: Roots, files: Files) -> list[tuple[bytes, str]]:
    """Turn the files of a root offline if it has gone since it was scanned.

    Args:
        root: The root.
        roots: Where it is noted.
        files: The ledger.

    Returns:
        Its absolute path with the reason; nothing if it is there.
    """
    result = ScanResult()
    folders = files.folders(root)
    problem = root_problem(root, has_files=bool(folders))
    if problem:
        roots.set_problem(root, problem)
        _note_offline(root, problem, result, files=files, folders=folders)
    return result.unreadable


class _Scan:
    """Brings what a walk shows into the ledger of a root."""

    def __init__(
        self, root: Root, roots: Roots, files: Files, result: ScanResult, remembered: Remembered
    ) -> None:
        self._root = root
        self._roots = roots
        self._files = files
        self._result = result
        self._remembered = remembered
        self._mounts = KnownMounts(root.path, remembered.mounts)

    def run(self, walk: Walk, *, is_whole: bool) -> Job[None]:
        root, files, known = self._root, self._files, self._remembered.folders
        writer = _LedgerWriter(root, files, self._result.removed, self._mounts)
        seen: dict[bytes, frozenset[bytes]] = {}
        closed: set[bytes] = set()  # what lies below is out of reach
        for folder in walk.folders():
            seen[folder.path] = folder.subfolders
            closed.update(os.path.join(folder.path, link) for link in folder.dead_links)
            writer.take_up(folder)
            yield Progress("scanning", done=writer.count, detail=os.fsdecode(folder.path))
        self._result.unreadable.extend(walk.unreadable)
        unlisted = {os.path.relpath(path, root.path) for path, _ in walk.unreadable}
        unseen = known - seen.keys() if is_whole else _vanished(known, seen)
        # Its disk may have gone while we walked: then nothing is known of what was not seen.
        problem = root_problem(root, has_files=bool(known))
        if problem or _TOP in unlisted:
            problem = problem or CLOSED_FOLDER
            self._roots.set_problem(root, problem)
            writer.flush()
            _note_offline(root, problem, self._result, files=files, folders=unseen)
            return
        away = self._mounts.away()
        closed |= unlisted | away
        out_of_reach = {path for path in unseen if not closed.isdisjoint(with_parents(path))}
        files.set_offline(root, out_of_reach)
        for path in unseen - out_of_reach:
            writer.compare(path, {})
        writer.compare_unlisted(unlisted, seen, is_whole=is_whole)
        writer.flush()
        self._note_mounts(walk.mounts if is_whole else walk.mounts | self._mounts.folders, away)

    def _note_mounts(self, there: Collection[bytes], away: Collection[bytes]) -> None:
        """Remember where disks are mounted, and those that are away with files of ours."""
        missed = {
            parent
            for folder in (self._files.offline_folders(self._root) if away else ())
            for parent in with_parents(folder)
            if parent in away
        }
        path = self._root.path
        self._result.unreadable.extend((os.path.join(path, m), DISK_AWAY) for m in sorted(missed))
        mounts = frozenset(there) - frozenset(away) | missed
        if mounts != self._mounts.folders:
            self._roots.set_mounts(self._root, mounts)


def _vanished(known: Iterable[bytes], seen: Mapping[bytes, Collection[bytes]]) -> set[bytes]:
    """Return the known folders that the nearest folder seen above them has no more."""
    gone: set[bytes] = set()
    for path in known:
        below = path
        for parent in with_parents(path):
            if parent in seen:
                if parent != path and os.path.basename(below) not in seen[parent]:
                    gone.add(path)
                break
            below = parent
    return gone


def _note_offline(
    root: Root, problem: str, result: ScanResult, *, files: Files, folders: Iterable[bytes]
) -> None:
    logger.warning("%s is offline: %s", printable(root.path), problem)
    files.set_offline(root, folders)
    result.unreadable.append((root.path, problem))


def root_problem(root: Root, *, has_files: bool) -> str:
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


class _LedgerWriter:
    """Compares folders with the ledger and writes the differences in large transactions."""

    def __init__(
        self, root: Root, files: Files, removed: Counter[int | None], mounts: KnownMounts
    ) -> None:
        self._root = root
        self._mounts = mounts
        self._files = files
        self._removed = removed
        self._waiting: list[tuple[bytes, FolderChange]] = []
        self._unwritten = 0
        self._unlisted: dict[bytes, KnownFile] = {}  # folders that the ledger has as such
        self.count = 0

    def take_up(self, folder: Folder) -> None:
        """Take up one folder as it is now."""
        found = {file.name: file for file in folder.files}
        self.compare(folder.path, found, untouched=folder.young)

    def compare(
        self,
        folder: bytes,
        found: Mapping[bytes, FoundFile],
        *,
        untouched: Collection[bytes] = (),
    ) -> None:
        """Compare the files of a folder (none if it is gone); leave some lines as they are."""
        known = self._files.in_folder(self._root, folder)
        change = FolderChange()
        missing = known.keys() - found.keys() - set(untouched)
        is_away = bool(missing) and self._mounts.is_away(folder)
        for name in missing:
            if known[name].reason == CLOSED_FOLDER:
                self._unlisted[os.path.join(folder, name)] = known[name]
            elif is_away:
                change.lost.extend([] if known[name].is_offline else [known[name].id])
            else:
                change.removed.append(known[name])
        for name, file in found.items():
            before = known.get(name)
            if before is None:
                change.added.append(file)
            elif file.problem and before.stat != file.stat:  # it was read, and may be again
                change.lost.extend([] if before.is_offline else [before.id])
            elif _has_changed(before, file):
                change.changed.append((before.id, file))
            elif before.is_offline:
                change.returned.append(before.id)
            if before and file.sidecar != before.sidecar:
                change.reworded.append((before.id, file.sidecar))
        self.count += sum(not file.skip_reason for file in found.values())
        self._note(folder, change)

    def compare_unlisted(
        self, folders: Collection[bytes], seen: Mapping[bytes, Collection[bytes]], *, is_whole: bool
    ) -> None:
        """Take up, after all others, the folders that cannot be listed: each is a line.

        Args:
            folders: Relative to the root.
            seen: The folders that were listed, with the names of their sub-folders.
            is_whole: Whether every sub-folder was tried; otherwise lines of the others stay.
        """
        for path in set(folders) - self._unlisted.keys():
            parent, name = os.path.split(path)
            if parent in seen or name not in self._files.in_folder(self._root, parent):
                found = FoundFile(name, UNKNOWN, problem=CLOSED_FOLDER)
                self._note(parent, FolderChange(added=[found]))
        for path in self._unlisted.keys() - set(folders):
            parent, name = os.path.split(path)
            if is_whole or path in seen or name not in seen.get(parent, ()):
                self._note(parent, FolderChange(removed=[self._unlisted[path]]))

    def _note(self, folder: bytes, change: FolderChange) -> None:
        if change:
            self._waiting.append((folder, change))
            self._unwritten += len(change.added) + len(change.changed) + len(change.removed)
        if self._unwritten >= _WRITE_EVERY:
            self.flush()

    def flush(self) -> None:
        """Write what has been compared."""
        if not self._waiting:
            return
        self._files.apply(self._root, self._waiting)
        for _, change in self._waiting:
            self._removed.update(
                file.content_id for file in change.removed if file.reason != CLOSED_FOLDER
            )
        self._waiting, self._unwritten = [], 0


def _has_changed(before: KnownFile, now: FoundFile) -> bool:
    if before.stat != now.stat:
        return True
    if now.skip_reason:
        return before.state is not FileState.SKIPPED or before.reason != now.skip_reason
    if now.problem:
        return before.state is not FileState.FAILED or before.reason != now.problem
    # A file skipped for what it contains stays skipped; one skipped by an older rule does not.
    return before.state is FileState.SKIPPED and before.reason in SCAN_REASONS
