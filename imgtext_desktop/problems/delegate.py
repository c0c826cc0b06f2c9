"""Paints the table of files: the name over its folder, sentences on two lines at most."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QPainter,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.catalog.records import FileState, LedgerRow
from engine.paths import printable
from imgtext_desktop import icons, tokens
from imgtext_desktop.controls.plug import paint_plug
from imgtext_desktop.problems.model import Column, Role, shown_folder
from imgtext_desktop.theme import Theme

_PADDING, _ICON, _LINES = 14, 16, 2
_ROW_HEIGHT = 58  # UI.md, tables; more where the font needs it
# Icon and colour of a file by its state; an offline one gets the plug.
MARKS = {
    FileState.FAILED: ("file-x", "bad"),
    FileState.SKIPPED: ("file-dotted", "text3"),
    FileState.PENDING: ("clock", "accent_text"),
}


def paint_mark(painter: QPainter, state: FileState, rect: QRectF, theme: Theme) -> None:
    """Draw the icon that stands for a state."""
    if state in MARKS:
        name, token = MARKS[state]
        icons.paint_icon(painter, name, rect, theme.colour(token))
    else:
        paint_plug(painter, rect, theme.colour("offline"))


class ProblemDelegate(QStyledItemDelegate):
    """Paints the cells of :class:`~imgtext_desktop.problems.model.ProblemsModel`."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._body = theme.font(tokens.BODY)
        self._caption = theme.font(tokens.CAPTION)

    @property
    def row_height(self) -> int:
        """The height of every row, pixels."""
        name, folder = QFontMetrics(self._body), QFontMetrics(self._caption)
        text = max(name.height() + folder.height(), _LINES * name.lineSpacing())
        return max(_ROW_HEIGHT, text + 20)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Override: rows are of one height."""
        return QSize(0, self.row_height)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Override: ground, line, text."""
        painter.save()
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        self._paint_ground(painter, rect, state, index)
        row: LedgerRow | None = index.data(Role.RowRole)
        if row is not None:
            inner = rect.adjusted(_PADDING, 0, -_PADDING, 0)
            if index.column() == Column.FILE:
                self._paint_file(painter, inner, row, shown_folder(row))
            else:
                token = "text" if index.column() == Column.WRONG else "text2"
                painter.setPen(self._theme.colour(token))
                text = index.data(Qt.ItemDataRole.DisplayRole)
                _paint_lines(painter, inner, text, self._body)
        painter.restore()

    def _paint_ground(
        self,
        painter: QPainter,
        rect: QRect,
        state: QStyle.StateFlag,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, self._theme.colour("accent_tint"))
        if index.row() < index.model().rowCount() - 1:
            line = QRect(rect.left(), rect.bottom(), rect.width(), 1)
            painter.fillRect(line, self._theme.colour("line"))
        view = self.parent()
        is_current = isinstance(view, QWidget) and view.hasFocus()
        if is_current and state & QStyle.StateFlag.State_Selected:
            accent = self._theme.colour("accent")
            painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 2), accent)
            painter.fillRect(QRect(rect.left(), rect.bottom() - 1, rect.width(), 2), accent)

    def _paint_file(self, painter: QPainter, rect: QRect, row: LedgerRow, folder: str) -> None:
        mark = QRectF(rect.left(), rect.center().y() - _ICON / 2, _ICON, _ICON)
        text = rect.adjusted(_ICON + 14, 0, 0, 0)
        if self._theme_is_mirrored(painter):
            mark.moveRight(rect.right())
            text = rect.adjusted(0, 0, -_ICON - 14, 0)
        paint_mark(painter, row.state, mark, self._theme)
        name, below = QFontMetrics(self._body), QFontMetrics(self._caption)
        top = rect.center().y() - (name.height() + below.height()) // 2
        lead = int(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        for font, metrics, words, token in (
            (self._body, name, printable(row.name), "text"),
            (self._caption, below, folder, "text2"),
        ):
            line = QRect(text.left(), top, text.width(), metrics.height())
            top += metrics.height()
            painter.setFont(_medium(font) if token == "text" else font)
            painter.setPen(self._theme.colour(token))
            shown = metrics.elidedText(words, Qt.TextElideMode.ElideMiddle, text.width())
            painter.drawText(line, lead, shown)

    @staticmethod
    def _theme_is_mirrored(painter: QPainter) -> bool:
        return painter.layoutDirection() is Qt.LayoutDirection.RightToLeft


def _medium(font: QFont) -> QFont:
    medium = QFont(font)
    medium.setWeight(QFont.Weight.Medium)
    return medium


def _paint_lines(painter: QPainter, rect: QRect, text: str, font: QFont) -> None:
    """Draw wrapped text, centred in height; what does not fit on the last line is cut."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    layout.setTextOption(option)
    metrics = QFontMetrics(font)
    starts: list[int] = []
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(rect.width())
        starts.append(line.textStart())
    layout.endLayout()
    lines = [
        text[start:end].strip() for start, end in zip(starts, [*starts[1:], len(text)], strict=True)
    ]
    if len(lines) > _LINES:
        rest = text[starts[_LINES - 1] :].strip()
        lines = [
            *lines[: _LINES - 1],
            metrics.elidedText(rest, Qt.TextElideMode.ElideRight, rect.width()),
        ]
    top = rect.center().y() - len(lines) * metrics.lineSpacing() // 2
    lead = int(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
    painter.setFont(font)
    for line_text in lines:
        painter.drawText(
            QRect(rect.left(), top, rect.width(), metrics.lineSpacing()), lead, line_text
        )
        top += metrics.lineSpacing()
