"""The labels of the library as rows of the sidebar, and how they are painted and renamed."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QLineEdit, QStyleOptionViewItem, QWidget

from engine.library import Library
from imgtext_desktop.controls.side_row import (
    ICON,
    ICON_GAP,
    MARGIN,
    SideRowDelegate,
    mirrored,
)
from imgtext_desktop.theme import Theme

Index = QModelIndex | QPersistentModelIndex

LONGEST: Final = 200  # characters of a label
_INSET: Final = 10  # of what a row shows, from its ground


class Role(IntEnum):
    """What the model answers.

    Attributes:
        CountRole: Photos with the label.
    """

    CountRole = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True)
class LabelRow:
    """A label as it was read.

    Attributes:
        name: As the user spells it.
        count: Photos that are shown and have it.
    """

    name: str
    count: int


@dataclass(frozen=True)
class LabelRows:
    """All of them.

    Attributes:
        rows: The most frequent first.
        has_folders: Whether there is a folder whose photos could have labels.
    """

    rows: tuple[LabelRow, ...]
    has_folders: bool


def read_labels(library: Library) -> LabelRows:
    """Read the labels of the photos that are shown (runs in a worker)."""
    counts = sorted(
        library.browse.counts_by_label().items(), key=lambda item: (-item[1], item[0].casefold())
    )
    return LabelRows(
        rows=tuple(LabelRow(name, count) for name, count in counts),
        has_folders=bool(library.roots.all()),
    )


class LabelsModel(QAbstractListModel):
    """A list of :class:`LabelRow`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[LabelRow, ...] = ()

    def show(self, rows: Sequence[LabelRow]) -> None:
        """Show other rows; where only numbers differ, the rows stay."""
        names = [row.name for row in self._rows]
        if names == [row.name for row in rows]:
            self._rows = tuple(rows)
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def index_of(self, name: str) -> QModelIndex:
        """Return where a label is, or an invalid index."""
        names = [row.name for row in self._rows]
        return self.index(names.index(name)) if name in names else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Override."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Override: a label can be renamed in its place."""
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        photos = self.tr("%Ln photos", "", row.count)
        return {
            int(Qt.ItemDataRole.DisplayRole): row.name,
            int(Qt.ItemDataRole.EditRole): row.name,
            int(Qt.ItemDataRole.ToolTipRole): f"{row.name}\n{photos}",
            int(Qt.ItemDataRole.AccessibleTextRole): f"{row.name}, {photos}",
            int(Role.CountRole): row.count,
        }.get(int(role))


class LabelDelegate(SideRowDelegate):
    """Paints a label, and lets its name be typed.

    Attributes:
        chosen: The label that the library is narrowed to; empty for none.

    Signals:
        renamed: A label (its name) shall have another name.
    """

    renamed = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.chosen = ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Override: ground, icon, count, name."""
        painter.save()
        painter.setLayoutDirection(option.direction)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        name = index.data(Qt.ItemDataRole.DisplayRole)
        is_chosen = name == self.chosen
        self._paint_ground(painter, option, is_chosen=is_chosen)
        left = option.rect.left() + MARGIN + _INSET
        ink = "accent_text" if is_chosen else ""
        self._paint_icon(painter, option, "tag-simple", left, ink or "text2")
        right = option.rect.right() - MARGIN - _INSET
        right = self._paint_count(
            painter, option, index.data(Role.CountRole), right, ink or "text3"
        )
        self._paint_name(painter, option, name, (left + ICON + ICON_GAP, right - 8), ink or "text")
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Override: a field as high as the row."""
        field = QLineEdit(parent)
        field.setObjectName("labelNameEdit")
        field.setAccessibleName(self.tr("New name of the label"))
        field.setMaxLength(LONGEST)
        return field

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Override: the icon is still seen."""
        left = MARGIN + _INSET + ICON + 2
        zone = QRect(option.rect).adjusted(left, 1, -MARGIN, -1)
        editor.setGeometry(mirrored(zone, option))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Override: the name changes when the library has taken it."""
        if isinstance(editor, QLineEdit):
            self.renamed.emit(index.data(Qt.ItemDataRole.EditRole), editor.text())
