"""Paints a folder of the sidebar: caret, icon, name, plug, count."""

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QLocale,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from imgtext_desktop import icons, tokens
from imgtext_desktop.controls.plug import paint_plug
from imgtext_desktop.roots.model import Role
from imgtext_desktop.theme import Theme

if TYPE_CHECKING:
    from engine.search.query import Place

INDENT = 14
_HEIGHT, _MARGIN = 32, 8
_CARET, _ICON, _PLUG = 10, 16, 13
CARET_ZONE = 24  # from the row's edge: a click here opens or closes


class FolderDelegate(QStyledItemDelegate):
    """Paints the rows of :class:`~imgtext_desktop.roots.model.RootsModel`.

    Attributes:
        chosen: The place that the library is narrowed to, or None.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.chosen: Place | None = None
        self._font = QFont(theme.font(tokens.BODY))
        self._font.setWeight(QFont.Weight.Medium)
        self._count_font = theme.font(tokens.CAPTION)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Override: as high as the font needs."""
        return QSize(0, max(_HEIGHT, QFontMetrics(self._font).height() + 12))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Override: ground, caret, icon, count, plug, name."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row: QRect = option.rect
        painter.setLayoutDirection(option.direction)
        self._paint_ground(painter, option, index)
        token = self._text_token(index)
        left = row.left() + _MARGIN + index.data(Role.DepthRole) * INDENT
        right = row.right() - _MARGIN - 10
        self._paint_caret(painter, option, index, left)
        left += _CARET + 2
        self._paint_icon(painter, option, index, QRect(left, row.top(), _ICON, row.height()))
        left += _ICON + 10
        right = self._paint_count(painter, option, index, right) - 8
        if index.data(Role.ProblemRole):
            plug = QRect(right - _PLUG, row.top(), _PLUG, row.height())
            paint_plug(painter, _centred(_mirrored(plug, option), _PLUG), self._theme.colour(token))
            right -= _PLUG + 8
        painter.setFont(self._font)
        painter.setPen(self._theme.colour(token))
        name = QRect(left, row.top(), max(0, right - left), row.height())
        shown = QFontMetrics(self._font).elidedText(
            index.data(Qt.ItemDataRole.DisplayRole), Qt.TextElideMode.ElideMiddle, name.width()
        )
        painter.drawText(
            _mirrored(name, option),
            int(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter),
            shown,
        )
        painter.restore()

    def _text_token(self, index: QModelIndex | QPersistentModelIndex) -> str:
        if index.data(Role.PlaceRole) == self.chosen:
            return "accent_text"
        return "text3" if index.data(Role.ProblemRole) else "text"

    def _paint_ground(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        state: QStyle.StateFlag = option.state
        ground = QRectF(option.rect).adjusted(_MARGIN, 1, -_MARGIN, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        if index.data(Role.PlaceRole) == self.chosen:
            painter.setBrush(self._theme.colour("accent_tint"))
            painter.drawRoundedRect(ground, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(self._theme.colour("hover"))
            painter.drawRoundedRect(ground, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.colour("accent"), 2))
            painter.drawRoundedRect(
                ground.adjusted(1, 1, -1, -1), tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL
            )

    def _paint_caret(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
        left: int,
    ) -> None:
        if not index.model().hasChildren(index):
            return
        is_open = bool(option.state & QStyle.StateFlag.State_Open)
        closed = "caret-left" if _is_mirrored(option) else "caret-right"
        zone = QRect(left, option.rect.top(), _CARET, option.rect.height())
        icons.paint_icon(
            painter,
            "caret-down" if is_open else closed,
            _centred(_mirrored(zone, option), _CARET),
            self._theme.colour("text3"),
        )

    def _paint_icon(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
        zone: QRect,
    ) -> None:
        is_away = bool(index.data(Role.ProblemRole))
        token = self._text_token(index)
        icons.paint_icon(
            painter,
            "hard-drive" if is_away else "folder",
            _centred(_mirrored(zone, option), _ICON),
            self._theme.colour("text2" if token == "text" else token),
        )

    def _paint_count(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
        right: int,
    ) -> int:
        """Draw the count up to ``right``; return where it begins."""
        text = QLocale().toString(index.data(Role.CountRole))
        width = QFontMetrics(self._count_font).horizontalAdvance(text)
        zone = QRect(right - width, option.rect.top(), width, option.rect.height())
        painter.setFont(self._count_font)
        is_chosen = index.data(Role.PlaceRole) == self.chosen
        painter.setPen(self._theme.colour("accent_text" if is_chosen else "text3"))
        painter.drawText(_mirrored(zone, option), int(Qt.AlignmentFlag.AlignCenter), text)
        return right - width


def _is_mirrored(option: QStyleOptionViewItem) -> bool:
    return bool(option.direction is Qt.LayoutDirection.RightToLeft)


def _mirrored(zone: QRect, option: QStyleOptionViewItem) -> QRect:
    return QStyle.visualRect(option.direction, option.rect, zone)


def _centred(zone: QRect, side: int) -> QRectF:
    centre = QRectF(zone).center()
    return QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)
