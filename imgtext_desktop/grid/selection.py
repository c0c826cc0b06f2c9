"""The selection by id: it outlives another order, another zoom and a grown library."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QItemSelectionModel, Qt

from imgtext_desktop.grid.computed_view import ComputedGridView
from imgtext_desktop.grid.model import Ids, PhotoModel, runs_of

# A selection that another order has torn into more pieces would make every painting slow.
_MOST_RUNS = 2000

_Flag = QItemSelectionModel.SelectionFlag


@dataclass(frozen=True)
class _Kept:
    """What was chosen before a reset.

    Attributes:
        ids: The chosen photos.
        current: The current photo, or None.
        start: Where a range begins, or None.
    """

    ids: Ids
    current: int | None
    start: int | None


class PhotoSelection:
    """Which photos of a view are chosen.

    Args:
        view: The view; its selection model holds the truth.
        model: Its photos.
    """

    def __init__(self, view: ComputedGridView, model: PhotoModel) -> None:
        self._view = view
        self._model = model
        self._start: int | None = None
        self._kept = _Kept(model.ids[:0], None, None)

    @property
    def runs(self) -> list[range]:
        """The places of the chosen photos, in order."""
        selection = self._view.selectionModel().selection()
        parts = (selection.at(number) for number in range(selection.count()))
        return sorted(
            (range(part.top(), part.bottom() + 1) for part in parts), key=lambda run: run.start
        )

    @property
    def count(self) -> int:
        """How many photos are chosen."""
        return sum(map(len, self.runs))

    def ids(self) -> Ids:
        """Return the chosen photos in their order, int64 [n]."""
        parts = [self._model.ids[run.start : run.stop] for run in self.runs]
        return np.concatenate(parts) if parts else self._model.ids[:0]

    def choose(self, place: int, modifiers: Qt.KeyboardModifier) -> None:
        """Choose as a click does: one; Ctrl adds or takes away; Shift extends."""
        is_added = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            self.extend(place, is_added=is_added)
        elif is_added:
            self.toggle(place)
        else:
            self._start = place
            self._go(place, _Flag.ClearAndSelect)

    def extend(self, place: int, *, is_added: bool = False) -> None:
        """Choose all from where the last choice began."""
        start = place if self._start is None else min(self._start, len(self._model.ids) - 1)
        self._start = start
        self._go(place, _Flag.NoUpdate)
        run = range(min(start, place), max(start, place) + 1)
        flag = _Flag.Select if is_added else _Flag.ClearAndSelect
        self._view.selectionModel().select(self._view.selection_of([run]), flag)

    def toggle(self, place: int) -> None:
        """Add a photo, or take it away."""
        self._start = place
        self._go(place, _Flag.Toggle)

    def go(self, place: int) -> None:
        """Make a photo the current one, without choosing it."""
        self._start = place
        self._go(place, _Flag.NoUpdate)

    def choose_ids(self, ids: Ids) -> None:
        """Choose photos; those that are not listed are left out."""
        places = np.flatnonzero(np.isin(self._model.ids, ids))
        runs = list(runs_of(places))
        if len(runs) > _MOST_RUNS:
            runs = []
        selection = self._view.selection_of(runs)
        self._view.selectionModel().select(selection, _Flag.ClearAndSelect)

    def remember(self) -> None:
        """Note the chosen ids: the model is about to be reset."""
        current = self._view.currentIndex()
        self._kept = _Kept(
            ids=self.ids(),
            current=self._id_at(current.row() if current.isValid() else None),
            start=self._id_at(self._start),
        )

    def restore(self) -> bool:
        """Choose the same ids again after a reset.

        Returns:
            Whether the chosen photos are others now.
        """
        kept, self._kept = self._kept, _Kept(self._model.ids[:0], None, None)
        self._start = None if kept.start is None else self._model.place_of(kept.start)
        if kept.current is not None:
            place = self._model.place_of(kept.current)
            if place is not None:
                index = self._model.index(place)
                self._view.selectionModel().setCurrentIndex(index, _Flag.NoUpdate)
        if len(kept.ids):
            self.choose_ids(kept.ids)
        return not np.array_equal(self.ids(), kept.ids)

    def _id_at(self, place: int | None) -> int | None:
        is_there = place is not None and place < len(self._model.ids)
        return int(self._model.ids[place]) if is_there and place is not None else None

    def _go(self, place: int, flag: QItemSelectionModel.SelectionFlag) -> None:
        index = self._model.index(place)
        self._view.selectionModel().setCurrentIndex(index, flag)
