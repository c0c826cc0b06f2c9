"""The photos of the grid as a model: ids at once, rows when they are needed."""

import html
import os
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import (
    QAbstractListModel,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)
from shiboken6 import isValid

from engine.catalog.browse import Browse
from engine.catalog.records import FileState, PhotoRow
from engine.paths import printable
from imgtext_desktop.context import Context
from imgtext_desktop.grid.roles import Role

Index = QModelIndex | QPersistentModelIndex
Ids = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float32]

_PAGE = 256  # rows a read: a screenful at the smallest zoom
_CACHED_ROWS = 20_000
_NO_IDS: Ids = np.empty(0, np.int64)
# Of the rows that were asked for, the latest matter: the others have been scrolled away.
_ASKED_ROWS = 4 * _PAGE

_ROW_ROLES = [
    Role.RowRole,
    Role.PathRole,
    Role.StateRole,
    Role.GoneRole,
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
]


class PhotoModel(QAbstractListModel):
    """A list of photos.

    Ids come first and are all that the grid's layout needs. What is shown of a photo is read when
    it is asked for, a page at a time and the latest first, and kept by id: a row that has become
    old is shown until the new one is there.

    Attributes:
        ids: The photos, int64 [n].
        is_ranked: Whether they are hits, best first.
        keeps_place: Whether the last reset was the same list grown, so that a view stays.

    Signals:
        refreshed: Rows are being read again.
    """

    refreshed = Signal()

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = context.jobs
        self._browse = context.library.browse
        self.ids: Ids = _NO_IDS
        self.is_ranked = False
        self.keeps_place = False
        self._scores: Scores | None = None
        self._rows: OrderedDict[int, PhotoRow] = OrderedDict()
        self._gone: set[int] = set()
        self._new: frozenset[int] = frozenset()
        self._fresh: set[int] = set()
        self._visible = range(0)
        self._asked: OrderedDict[int, None] = OrderedDict()
        self._is_reading = False
        self._read_soon = QTimer(self, singleShot=True, interval=0)
        self._read_soon.timeout.connect(self._read_page)

    # -- what is listed ---------------------------------------------------------------------

    def set_photos(
        self, ids: Ids, *, scores: Scores | None = None, is_ranked: bool = False
    ) -> None:
        """Show other photos, from the top.

        Args:
            ids: Ledger rows in their order, int64 [n].
            scores: Their scores, float32 [n].
            is_ranked: Whether they are hits, best first.
        """
        self.keeps_place = False
        self._reset(ids, scores, is_ranked)

    def set_new(self, ids: frozenset[int]) -> None:
        """Mark photos as new, such as those that only one of two versions has found."""
        self._new = ids
        if len(self.ids):
            self.dataChanged.emit(self.index(0), self.index(len(self.ids) - 1), [Role.NewRole])

    def update_ids(self, ids: Ids) -> None:
        """Show the same list after photos came or went; a view keeps its place."""
        if np.array_equal(ids, self.ids) and not self.is_ranked:
            return
        self.keeps_place = True
        self._reset(ids, None, False)

    def refresh(self) -> None:
        """Read rows again, such as after a batch of an import; the old ones are shown meanwhile."""
        self._fresh.clear()
        self._ask(self._visible)
        self.refreshed.emit()

    def set_visible(self, visible: range, ahead: range) -> None:
        """Say which photos are on the screen, and which will come next.

        Args:
            visible: Their places; read first.
            ahead: Places that are read when the visible ones are there.
        """
        self._visible = visible
        self._ask(ahead)
        self._ask(visible)

    # -- asked by id ------------------------------------------------------------------------

    def row(self, photo_id: int) -> PhotoRow | None:
        """Return what is known of a photo without reading."""
        return self._rows.get(photo_id)

    def place_of(self, photo_id: int) -> int | None:
        """Return where a photo is in the list, or None."""
        found = np.flatnonzero(self.ids == photo_id)
        return int(found[0]) if len(found) else None

    def read_rows(self, ids: Sequence[int], done: Callable[[dict[int, PhotoRow]], None]) -> None:
        """Read any number of photos.

        Args:
            ids: Listed or not.
            done: Takes what was found by id, later, in the order of ``ids``.
        """
        browse = self._browse
        self._jobs.read(lambda: _read(browse, ids), done, priority=1)

    def paths(self, ids: Sequence[int], done: Callable[[list[bytes]], None]) -> None:
        """Read the paths of any number of photos; those that are gone are left out.

        Args:
            ids: Listed or not.
            done: Takes the paths, later, in the order of ``ids``.
        """
        self.read_rows(ids, lambda rows: done([row.path for row in rows.values()]))

    # -- the model --------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's
        """Override: the number of photos."""
        return 0 if parent.isValid() else len(self.ids)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Override: the same for all, so that choosing a million reads nothing."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsDragEnabled
            | Qt.ItemFlag.ItemNeverHasChildren
        )

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Override: see :class:`Role`."""
        if not index.isValid() or index.row() >= len(self.ids):
            return None
        place = index.row()
        photo_id = int(self.ids[place])
        match role:
            case Role.IdRole:
                return photo_id
            case Role.RankRole:
                return place + 1 if self.is_ranked else None
            case Role.ScoreRole:
                return None if self._scores is None else float(self._scores[place])
            case Role.GoneRole | Role.NewRole:
                return photo_id in (self._gone if role == Role.GoneRole else self._new)
        if photo_id not in self._fresh:
            self._ask(range(place, place + 1))
        return self._row_data(place, self._rows.get(photo_id), role)

    def _row_data(self, place: int, row: PhotoRow | None, role: int) -> object:
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(place, row)
        if row is None:
            return None
        value: object = None
        match role:
            case Role.RowRole:
                value = row
            case Role.PathRole:
                value = row.path
            case Role.StateRole:
                value = row.state
            case Qt.ItemDataRole.DisplayRole:
                value = printable(os.path.basename(row.path))
            case Qt.ItemDataRole.ToolTipRole:
                # As rich text, so that Qt does not guess from the name whether it is.
                value = f"<qt>{html.escape(printable(row.path))}</qt>"
        return value

    def _spoken(self, place: int, row: PhotoRow | None) -> str:
        locale = QLocale()
        parts = [
            self.tr("%1 of %2")
            .replace("%1", locale.toString(place + 1))
            .replace("%2", locale.toString(len(self.ids)))
        ]
        if int(self.ids[place]) in self._new:
            parts.append(self.tr("new"))
        if row is not None:
            date = QDateTime.fromMSecsSinceEpoch(row.date_ns // 1_000_000).date()
            parts.append(printable(os.path.basename(row.path)))
            parts.append(locale.toString(date, self.tr("d MMM yyyy")))
            parts += row.labels
            parts += [self.tr("guess: %1").replace("%1", name) for name in row.guesses]
            if row.state is FileState.OFFLINE:
                parts.append(self.tr("offline"))
            elif row.state is FileState.PENDING:
                parts.append(self.tr("waiting, cannot be found yet"))
            elif row.state is FileState.FAILED:
                parts.append(self.tr("cannot be read"))
        elif int(self.ids[place]) in self._gone:
            parts.append(self.tr("no longer there"))
        return self.tr(", ").join(parts)

    # -- reading ----------------------------------------------------------------------------

    def _reset(self, ids: Ids, scores: Scores | None, is_ranked: bool) -> None:
        self.beginResetModel()
        self.ids = np.ascontiguousarray(ids, np.int64)
        self._scores = scores
        self.is_ranked = is_ranked
        self._asked.clear()
        self._visible = range(0)
        self.endResetModel()

    def _ask(self, places: range) -> None:
        """Read these rows soon, unless they are fresh; before what was asked for earlier."""
        for place in reversed(places):
            if place < len(self.ids) and int(self.ids[place]) not in self._fresh:
                self._asked[place] = None
                self._asked.move_to_end(place)
        while len(self._asked) > _ASKED_ROWS:
            self._asked.popitem(last=False)
        if self._asked and not self._is_reading:
            self._read_soon.start()

    def _read_page(self) -> None:
        """Read the rows that were asked for last, one page at a time."""
        if self._is_reading:
            return
        wanted: dict[int, int] = {}  # id -> place
        while self._asked and len(wanted) < _PAGE:
            place, _ = self._asked.popitem()
            photo_id = int(self.ids[place])
            if photo_id not in self._fresh:
                wanted[photo_id] = place
        if not wanted:
            return
        self._is_reading = True
        browse = self._browse
        self._jobs.read(
            lambda: browse.rows(list(wanted)),
            lambda rows: self._on_rows(wanted, rows),
            failed=lambda _: self._on_failed(),
            priority=2,
        )

    def _on_failed(self) -> None:
        """Go on with the next page; these rows are asked for again when they are painted."""
        if isValid(self):
            self._is_reading = False

    def _on_rows(self, wanted: dict[int, int], rows: dict[int, PhotoRow]) -> None:
        if not isValid(self):
            return
        self._is_reading = False
        changed: dict[int, int] = {}
        for photo_id, place in wanted.items():
            self._fresh.add(photo_id)
            row = rows.get(photo_id)
            was_gone = photo_id in self._gone
            if row != self._rows.get(photo_id) or (row is None) != was_gone:
                changed[photo_id] = place
            if row is None:
                self._rows.pop(photo_id, None)
                self._gone.add(photo_id)
            else:
                self._rows[photo_id] = row
                self._gone.discard(photo_id)
        while len(self._rows) > _CACHED_ROWS:
            self._fresh.discard(self._rows.popitem(last=False)[0])
        self._tell(changed)
        if self._asked:
            self._read_soon.start()

    def _tell(self, changed: dict[int, int]) -> None:
        """Tell views which photos are others; the list may be another since they were asked for."""
        places = {
            place
            for photo_id, place in changed.items()
            if place < len(self.ids) and self.ids[place] == photo_id
        }
        if len(places) < len(changed):
            places.update(np.flatnonzero(np.isin(self.ids, list(changed))).tolist())
        for run in runs_of(np.array(sorted(places), np.int64)):
            self.dataChanged.emit(self.index(run.start), self.index(run.stop - 1), _ROW_ROLES)


def runs_of(places: npt.NDArray[np.int64]) -> Iterable[range]:
    """Yield ascending places as runs of neighbours."""
    if not len(places):
        return
    cuts = np.flatnonzero(np.diff(places) != 1) + 1
    for run in np.split(places, cuts) if len(cuts) else [places]:
        yield range(int(run[0]), int(run[-1]) + 1)


def _read(browse: Browse, ids: Sequence[int]) -> dict[int, PhotoRow]:
    found: dict[int, PhotoRow] = {}
    for start in range(0, len(ids), _PAGE):
        page = ids[start : start + _PAGE]
        rows = browse.rows(page)
        found.update((photo_id, rows[photo_id]) for photo_id in page if photo_id in rows)
    return found
