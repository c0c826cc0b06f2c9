"""What the user wants to keep and to trash. Nothing is marked but by the user's own doing."""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QObject, Signal

from engine.catalog.roots import is_inside
from engine.search.duplicates import Copy, Group

Rule = Callable[[list[Copy]], list[Copy]]


class Mark(Enum):
    """What shall become of a file."""

    KEEP = auto()
    TRASH = auto()


class Refusal(Enum):
    """Why a file cannot be marked for the trash."""

    OFFLINE = auto()
    LAST = auto()


@dataclass(frozen=True, slots=True)
class Order:
    """What shall go to the trash.

    Attributes:
        file_ids: The files.
        stand_ins: For each of them the file of its group that is kept.
        size: Bytes of all of them.
    """

    file_ids: tuple[int, ...]
    stand_ins: Mapping[int, int]
    size: int


class Marks(QObject):
    """Marks of files, by their row in the ledger.

    At least one file of each group that is in reach stays unmarked or kept.

    Signals:
        changed: Some marks are others.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._marks: dict[int, Mark] = {}

    @property
    def has_any(self) -> bool:
        """Whether a file is marked."""
        return bool(self._marks)

    def mark_of(self, copy: Copy) -> Mark | None:
        """Return the mark of a file, or None."""
        return self._marks.get(copy.file.file_id)

    def refusal(self, group: Group, copy: Copy) -> Refusal | None:
        """Say why a file of a group may not be marked for the trash, or None if it may."""
        if copy.file.is_offline:
            return Refusal.OFFLINE
        others = [
            other
            for other in _in_reach(group)
            if other is not copy and self.mark_of(other) is not Mark.TRASH
        ]
        return None if others else Refusal.LAST

    def set(self, group: Group, copy: Copy, mark: Mark | None) -> Refusal | None:
        """Mark a file, or take its mark away.

        Returns:
            Why that cannot be; None if it was done.
        """
        refusal = self.refusal(group, copy) if mark is Mark.TRASH else None
        if refusal is None and self.mark_of(copy) is not mark:
            self._put(copy, mark)
            self.changed.emit()
        return refusal

    def apply(self, groups: Iterable[Group], rule: Rule) -> dict[int, Mark]:
        """Mark the files of groups by a rule: what it picks is kept, the others may go.

        A group of which it picks nothing, and files that are offline, stay as they are.

        Returns:
            The marks before, for :meth:`restore`.
        """
        before = dict(self._marks)
        for group in groups:
            reached = _in_reach(group)
            kept = rule(reached) if reached else []
            if kept:
                for copy in reached:
                    self._put(copy, Mark.KEEP if copy in kept else Mark.TRASH)
        self.changed.emit()
        return before

    def clear(self) -> dict[int, Mark]:
        """Take every mark away.

        Returns:
            The marks before, for :meth:`restore`.
        """
        before, self._marks = self._marks, {}
        self.changed.emit()
        return before

    def restore(self, marks: Mapping[int, Mark], groups: Iterable[Group]) -> None:
        """Bring marks back, as far as their files are still in these groups."""
        self._marks = dict(marks)
        self.keep_only(groups)

    def keep_only(self, groups: Iterable[Group]) -> None:
        """Forget marks of files that are in no group, and those that would leave no file."""
        marks: dict[int, Mark] = {}
        for group in groups:
            found = {
                copy.file.file_id: mark for copy in group.copies if (mark := self.mark_of(copy))
            }
            reached = _in_reach(group)
            is_sound = any(found.get(copy.file.file_id) is not Mark.TRASH for copy in reached)
            marks.update(found if is_sound else {})
        self._marks = marks
        self.changed.emit()

    def order(self, groups: Iterable[Group]) -> Order:
        """Return what is marked for the trash in these groups."""
        ids: list[int] = []
        stand_ins: dict[int, int] = {}
        size = 0
        for group in groups:
            going = [copy for copy in group.copies if self.mark_of(copy) is Mark.TRASH]
            if not going:
                continue
            staying = [copy for copy in _in_reach(group) if self.mark_of(copy) is not Mark.TRASH]
            if not staying:
                continue
            kept = next((copy for copy in staying if self.mark_of(copy)), staying[0])
            ids.extend(copy.file.file_id for copy in going)
            stand_ins.update({copy.file.file_id: kept.file.file_id for copy in going})
            size += sum(copy.file.size for copy in going)
        return Order(tuple(ids), stand_ins, size)

    def _put(self, copy: Copy, mark: Mark | None) -> None:
        if mark is None:
            self._marks.pop(copy.file.file_id, None)
        else:
            self._marks[copy.file.file_id] = mark


def _in_reach(group: Group) -> list[Copy]:
    return [copy for copy in group.copies if not copy.file.is_offline]


def largest(copies: list[Copy]) -> list[Copy]:
    """Pick the one with most pixels, then most bytes; a group's order is that."""
    return copies[:1]


def oldest(copies: list[Copy]) -> list[Copy]:
    """Pick the one whose file was changed longest ago."""
    return [min(copies, key=lambda copy: copy.file.mtime_ns)]


def in_folder(folder: bytes) -> Rule:
    """Return a rule that picks all that lie in a folder."""
    return lambda copies: [
        copy for copy in copies if is_inside(os.path.dirname(copy.file.path), folder)
    ]
