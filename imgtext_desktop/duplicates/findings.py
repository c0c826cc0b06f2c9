"""The groups that were found: looked for by a job, kept until the library changes."""

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum, auto
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from engine.jobs import Job, Progress
from engine.search.duplicates import Copy, Group, find_duplicates
from imgtext_desktop.context import Context
from imgtext_desktop.jobs.activity import Activity, ActivityState

_FLUSH_MILLISECONDS = 250

# EXIF orientation -> whether it mirrors, and then by how many quarters it turns clockwise.
_PARTS = {
    1: (False, 0),
    6: (False, 1),
    3: (False, 2),
    8: (False, 3),
    2: (True, 0),
    7: (True, 1),
    4: (True, 2),
    5: (True, 3),
}
_ORIENTATIONS = {parts: orientation for orientation, parts in _PARTS.items()}

Numbers = tuple[int, ...]


class FindingState(Enum):
    """How far the search for groups has come."""

    NONE = auto()
    BUSY = auto()
    DONE = auto()
    STOPPED = auto()
    FAILED = auto()


class Findings(QObject):
    """Groups of the same picture.

    Args:
        context: The window's surroundings.
        parent: Its owner.

    Attributes:
        groups: Those that were found; while it is being looked, those found so far.
        state: How far the search has come.
        is_stale: Whether the library has changed since.
        progress: Of the search that runs.
        sentence: Why it failed.

    Signals:
        changed: Groups or the state are others.
        progressed: The search has come further.
    """

    changed = Signal()
    progressed = Signal()

    _found = Signal(int, object)

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.groups: list[Group] = []
        self.state = FindingState.NONE
        self.is_stale = False
        self.progress: Progress | None = None
        self.sentence = ""
        self._activity: Activity | None = None
        self._generation = 0
        self._incoming: list[Group] = []
        self._excepted: set[Numbers] = set()
        self._fingerprint: Numbers = ()
        self._is_accepting = False
        self._found.connect(self._on_found)
        self._flush_timer = QTimer(self, singleShot=True, interval=_FLUSH_MILLISECONDS)
        self._flush_timer.timeout.connect(self._flush)

    def look(self) -> None:
        """Look for groups, unless that is just being done."""
        if self.state is FindingState.BUSY:
            return
        self._generation += 1
        self.groups, self._incoming, self._excepted = [], [], set()
        self.state, self.is_stale = FindingState.BUSY, False
        self._is_accepting = False
        self.progress, self.sentence = None, ""
        generation = self._generation
        self._activity = activity = self._context.jobs.start(
            self.tr("Looking for duplicates"), partial(self._job, generation)
        )
        activity.progressed.connect(self._on_progressed)
        activity.ended.connect(self._on_ended)
        self.changed.emit()

    def stop(self) -> None:
        """Stop looking; what was found stays."""
        if self._activity is not None:
            self._activity.cancel()

    def check(self) -> None:
        """See whether the library has changed since."""
        if self.state is FindingState.DONE:
            self._context.jobs.read(
                self._context.library.duplicates.fingerprint,
                self._on_fingerprint,
                channel="duplicates.fingerprint",
            )

    def accept_changes(self) -> None:
        """Take the library as it is now for the one in which groups were found."""
        self._is_accepting = True  # whoever asks next, of whom only the last is answered
        self.check()

    def except_group(self, group: Group) -> list[Group]:
        """Take a group away, as its contents are not duplicates; equal files stay together.

        Returns:
            The groups as they were, for :meth:`bring_back`.
        """
        before = list(self.groups)
        self._excepted.add(tuple(sorted(group.content_ids)))
        place = self.groups.index(group)
        self.groups[place : place + 1] = _twins(group)
        self.changed.emit()
        return before

    def bring_back(self, group: Group, before: list[Group]) -> None:
        """Undo :meth:`except_group`."""
        self._excepted.discard(tuple(sorted(group.content_ids)))
        twins = {twin.copies[0].file.file_id for twin in _twins(group)}
        rest = [other for other in self.groups if other.copies[0].file.file_id not in twins]
        if group in rest:
            return
        following = before[before.index(group) + 1 :]
        place = next((rest.index(other) for other in following if other in rest), len(rest))
        rest.insert(place, group)
        self.groups = rest
        self.changed.emit()

    def take_away(self, file_ids: Iterable[int]) -> None:
        """Take files away that are in the trash, and groups of which one file is left."""
        gone = set(file_ids)
        left = (_without(group, gone) for group in self.groups)
        self.groups = [group for group in left if group is not None]
        self.changed.emit()

    def _job(self, generation: int) -> Job[tuple[Numbers, list[Group]]]:
        library = self._context.library
        fingerprint = library.duplicates.fingerprint()
        groups = yield from find_duplicates(
            library.duplicates, library.thumbnails, found=partial(self._found.emit, generation)
        )
        return fingerprint, groups

    def _on_found(self, generation: int, group: Group) -> None:
        if generation == self._generation and self.state is FindingState.BUSY:
            self._incoming.append(group)
            if not self._flush_timer.isActive():
                self._flush_timer.start()

    def _flush(self) -> None:
        self._flush_timer.stop()
        self.groups += self._kept(self._incoming)
        self._incoming = []
        self.changed.emit()

    def _kept(self, groups: Iterable[Group]) -> list[Group]:
        """Return the groups, but for those that the user took apart meanwhile."""
        return [
            part
            for group in groups
            for part in (
                _twins(group) if tuple(sorted(group.content_ids)) in self._excepted else [group]
            )
        ]

    def _on_progressed(self, progress: Progress) -> None:
        self.progress = progress
        self.progressed.emit()

    def _on_ended(self) -> None:
        activity = self._activity
        assert activity is not None
        self._activity = None
        self._flush_timer.stop()
        if activity.state is ActivityState.DONE:
            self._fingerprint, groups = activity.result
            self.groups = self._kept(groups)
            self.state = FindingState.DONE
        else:
            self.groups += self._kept(self._incoming)
            is_failed = activity.state is ActivityState.FAILED
            self.state = FindingState.FAILED if is_failed else FindingState.STOPPED
            self.sentence = activity.sentence
        self._incoming = []
        self.changed.emit()

    def _on_fingerprint(self, fingerprint: Numbers) -> None:
        if self._is_accepting:
            self._is_accepting, self._fingerprint = False, fingerprint
        is_stale = fingerprint != self._fingerprint and self.state is FindingState.DONE
        if is_stale and not self.is_stale:
            self.is_stale = True
            self.changed.emit()


def _twins(group: Group) -> list[Group]:
    """Return the groups of equal files within a group of copies."""
    parts: dict[int, list[Copy]] = {}
    for copy in group.copies:
        parts.setdefault(copy.file.content_id, []).append(copy)
    if len(parts) == 1:
        return [group]
    return [
        Group(tuple(replace(copy, distance=0, orientation=1, is_equal=True) for copy in copies))
        for copies in parts.values()
        if len(copies) > 1
    ]


def _without(group: Group, gone: set[int]) -> Group | None:
    """Return what is left of a group, told relative to the best file that is left."""
    copies = [copy for copy in group.copies if copy.file.file_id not in gone]
    if len(copies) == len(group.copies):
        return group
    if len(copies) < 2:
        return None
    first = copies[0]
    return Group(
        tuple(
            replace(
                copy,
                orientation=_relative(copy.orientation, first.orientation),
                is_equal=copy.file.content_id == first.file.content_id,
            )
            for copy in copies
        )
    )


def _relative(orientation: int, first: int) -> int:
    """Return the orientation that makes one turned picture another (both of a third one)."""
    is_mirrored, turns = _PARTS[orientation]
    first_is_mirrored, first_turns = _PARTS[first]
    if is_mirrored == first_is_mirrored:
        return _ORIENTATIONS[False, (turns - first_turns) % 4]
    return _ORIENTATIONS[True, (turns + first_turns) % 4]
