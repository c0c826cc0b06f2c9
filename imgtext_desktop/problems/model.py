"""The files in one state of the ledger: ids first, rows by the page when they are looked at."""

import os
from collections import OrderedDict
from enum import IntEnum
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QDate,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from engine.catalog.files import Files
from engine.catalog.records import LedgerRow
from engine.catalog.unread import Unread, UnreadKind
from engine.paths import printable
from imgtext_desktop.engine_words.reasons import explain
from imgtext_desktop.jobs.runner import JobRunner

Index = QModelIndex | QPersistentModelIndex

_PAGE = 128
_KEPT_PAGES = 32


class Column(IntEnum):
    """The columns of the table."""

    FILE = 0
    WRONG = 1
    ADVICE = 2
    TRIED = 3


class Role(IntEnum):
    """What else the model answers; None while a row has not been read.

    Attributes:
        RowRole: The file, a :class:`~engine.catalog.records.LedgerRow`.
    """

    RowRole = Qt.ItemDataRole.UserRole + 1


class ProblemsModel(QAbstractTableModel):
    """Files in one list: those that failed, for example.

    Args:
        files: The ledger.
        unread: Its lists.
        jobs: Reads them.
        parent: Its owner.

    Attributes:
        kind: The list that is shown.
        ids: Its files, int64 [n].

    Signals:
        listed: The list is as the ledger was just now; the model was reset if it differs.
    """

    listed = Signal()

    def __init__(
        self, files: Files, unread: Unread, jobs: JobRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._files = files
        self._unread = unread
        self._jobs = jobs
        self.kind = UnreadKind.FAILED
        self.ids: npt.NDArray[np.int64] = np.empty(0, np.int64)
        self._pages: OrderedDict[int, dict[int, LedgerRow]] = OrderedDict()
        self._stale: dict[int, LedgerRow] = {}  # shown until they are read again
        self._asked: set[int] = set()
        self._generation = 0

    def show_kind(self, kind: UnreadKind, reason: str | None = None) -> None:
        """Show another list, or the same one as it is now.

        Args:
            kind: The list.
            reason: Only its files with this reason; None for all.
        """
        self._jobs.read(
            lambda: self._unread.ids(kind, reason),
            partial(self._on_ids, kind),
            channel="problems.ids",
        )

    def row_of(self, file_id: int) -> int:
        """Return the row of a file, or -1."""
        found = np.flatnonzero(self.ids == file_id)
        return int(found[0]) if found.size else -1

    def ledger_row(self, row: int) -> LedgerRow | None:
        """Return a file, as it was if it is being read again, or None."""
        page = self._pages.get(row // _PAGE)
        if page is not None:
            return page.get(int(self.ids[row]))
        self._ask(row // _PAGE)
        return self._stale.get(int(self.ids[row]))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Override."""
        return 0 if parent.isValid() else len(self.ids)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Override."""
        return 0 if parent.isValid() else len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Override."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        titles = {
            Column.FILE: self.tr("File"),
            Column.WRONG: self.tr("What is wrong"),
            Column.ADVICE: self.tr("What you can do"),
            Column.TRIED: self.tr("Last tried"),
        }
        return titles[Column(section)]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override."""
        row = self.ledger_row(index.row()) if index.isValid() else None
        if row is None:
            return None
        is_file = index.column() == Column.FILE
        match role:
            case Role.RowRole:
                return row
            case Qt.ItemDataRole.AccessibleTextRole if is_file:
                return f"{printable(row.name)}, {shown_folder(row)}"
            case Qt.ItemDataRole.ToolTipRole if is_file:
                return printable(row.path)
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.ToolTipRole:
                return self._text(row, Column(index.column()))
        return None

    @staticmethod
    def _text(row: LedgerRow, column: Column) -> str:
        if column is Column.FILE:
            return printable(row.name)
        if column is Column.TRIED:
            return tried_text(row.tried_ns)
        explanation = explain(row.reason, row.state)
        return explanation.wrong if column is Column.WRONG else explanation.advice

    def _on_ids(self, kind: UnreadKind, ids: npt.NDArray[np.int64]) -> None:
        is_other = kind is not self.kind or not np.array_equal(ids, self.ids)
        if is_other:
            self.beginResetModel()  # first: who is told of it may still ask for the old rows
        self._stale = {key: row for page in self._pages.values() for key, row in page.items()}
        self._pages.clear()
        self._asked.clear()
        self._generation += 1
        self.kind, self.ids = kind, ids
        if is_other:
            self.endResetModel()
        elif ids.size:
            self.dataChanged.emit(self.index(0, 0), self.index(len(ids) - 1, len(Column) - 1))
        self.listed.emit()

    def _ask(self, page: int) -> None:
        if page in self._asked:
            return
        self._asked.add(page)
        ids = self.ids[page * _PAGE : (page + 1) * _PAGE].tolist()
        self._jobs.read(
            lambda: self._files.rows(ids),
            partial(self._on_rows, page, self._generation),
            priority=1,
        )

    def _on_rows(self, page: int, generation: int, rows: dict[int, LedgerRow]) -> None:
        if generation != self._generation:
            return
        self._asked.discard(page)
        self._pages[page] = rows
        while len(self._pages) > _KEPT_PAGES:
            self._pages.popitem(last=False)
        first, last = page * _PAGE, min((page + 1) * _PAGE, len(self.ids)) - 1
        self.dataChanged.emit(self.index(first, 0), self.index(last, len(Column) - 1))


def shown_folder(row: LedgerRow) -> str:
    """Return a file's folder as shown: the root's name and the way from there."""
    root = os.path.basename(row.root) or row.root
    return printable(os.path.join(root, row.folder) if row.folder else root)


def tried_text(nanoseconds: int) -> str:
    """Return when a file was tried: today and yesterday in words; empty for never."""
    if not nanoseconds:
        return ""
    moment, locale = QDateTime.fromMSecsSinceEpoch(nanoseconds // 1_000_000), QLocale()
    days = moment.date().daysTo(QDate.currentDate())
    if days == 0:
        time = locale.toString(moment.time(), QLocale.FormatType.ShortFormat)
        return QCoreApplication.translate("ProblemsModel", "Today %1").replace("%1", time)
    if days == 1:
        return QCoreApplication.translate("ProblemsModel", "Yesterday")
    return locale.toString(moment.date(), QLocale.FormatType.ShortFormat)
