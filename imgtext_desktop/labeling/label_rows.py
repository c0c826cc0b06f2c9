"""The labels of the library as rows of the sidebar, and how they are painted and renamed."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QLocale,
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
    centred,
    mirrored,
)
from imgtext_desktop.controls.tag import paint_dashed_tag
from imgtext_desktop.theme import Theme

Index = QModelIndex | QPersistentModelIndex

LONGEST: Final = 200  # characters of a label
_INSET: Final = 10  # of what a row shows, from its ground


class Role(IntEnum):
    """What the model answers.

    Attributes:
        CountRole: Photos with the label.
        GuessedRole: More photos that it is guessed of.
    """

    CountRole = Qt.ItemDataRole.UserRole + 1
    GuessedRole = Qt.ItemDataRole.UserRole + 2


@dataclass(frozen=True)
class LabelRow:
    """A label as it was read.

    Attributes:
        name: As the user spells it.
        count: Photos that are shown and have it; 0 if it is only guessed.
        guessed: More photos that are shown and that it is guessed of.
    """

    name: str
    count: int
    guessed: int = 0


@dataclass(frozen=True)
class LabelRows:
    """All of them.

    Attributes:
        rows: The most frequent of the user's own first, then what is only guessed.
        has_folders: Whether there is a folder whose photos could have labels.
    """

    rows: tuple[LabelRow, ...]
    has_folders: bool


def read_labels(library: Library) -> LabelRows:
    """Read the labels of the photos that are shown (runs in a worker)."""
    counts, guessed = library.browse.counts_by_label(), library.browse.counts_by_guess()
    names = counts | guessed
    rows = [LabelRow(name, counts.get(name, 0), guessed.get(name, 0)) for name in names]
    rows.sort(key=lambda row: (-row.count, -row.guessed, row.name.casefold()))
    return LabelRows(rows=tuple(rows), has_folders=bool(library.roots.all()))


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
        """Override: a label of the user's own can be renamed in its place."""
        is_own = index.isValid() and self._rows[index.row()].count > 0
        editable = Qt.ItemFlag.ItemIsEditable if is_own else Qt.ItemFlag.NoItemFlags
        return super().flags(index) | editable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        parts = [self.tr("%Ln photos", "", row.count)] if row.count else []
        parts += [self.tr("guessed of %Ln photos", "", row.guessed)] if row.guessed else []
        return {
            int(Qt.ItemDataRole.DisplayRole): row.name,
            int(Qt.ItemDataRole.EditRole): row.name,
            int(Qt.ItemDataRole.ToolTipRole): "\n".join([row.name, *parts]),
            int(Qt.ItemDataRole.AccessibleTextRole): self.tr(", ").join([row.name, *parts]),
            int(Role.CountRole): row.count,
            int(Role.GuessedRole): row.guessed,
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
        count, guessed = index.data(Role.CountRole), index.data(Role.GuessedRole)
        if count:
            self._paint_icon(painter, option, "tag-simple", left, ink or "text2")
        else:
            zone = mirrored(QRect(left, option.rect.top(), ICON, option.rect.height()), option)
            paint_dashed_tag(painter, centred(zone, ICON), self._theme.colour(ink or "text2"))
        right = option.rect.right() - MARGIN - _INSET
        right = self._paint_count(
            painter, option, self._counts_text(count, guessed), right, ink or "text3"
        )
        self._paint_name(painter, option, name, (left + ICON + ICON_GAP, right - 8), ink or "text")
        painter.restore()

    def _counts_text(self, count: int, guessed: int) -> str:
        """Return "12", "12 · 30?" or "30?": what has the label, and what it is guessed of."""
        own, more = (QLocale().toString(number) for number in (count, guessed))
        if not guessed:
            return own
        words = self.tr("%1 · %2?") if count else self.tr("%2?")
        return words.replace("%1", own).replace("%2", more)

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
