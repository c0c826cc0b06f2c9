"""Paints a folder of the sidebar: caret, icon, name, plug, count."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from imgtext_desktop import icons
from imgtext_desktop.controls.plug import paint_plug
from imgtext_desktop.controls.side_row import (
    ICON,
    ICON_GAP,
    MARGIN,
    SideRowDelegate,
    centred,
    is_mirrored,
    mirrored,
)
from imgtext_desktop.roots.model import Role
from imgtext_desktop.theme import Theme

if TYPE_CHECKING:
    from engine.search.query import Place

INDENT = 14
_CARET, _PLUG = 10, 13
CARET_ZONE = 24  # from the row's edge: a click here opens or closes


class FolderDelegate(SideRowDelegate):
    """Paints the rows of :class:`~imgtext_desktop.roots.model.RootsModel`.

    Attributes:
        chosen: The place that the library is narrowed to, or None.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.chosen: Place | None = None

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
        is_chosen = index.data(Role.PlaceRole) == self.chosen
        is_away = bool(index.data(Role.ProblemRole))
        token = "accent_text" if is_chosen else "text3" if is_away else "text"
        self._paint_ground(painter, option, is_chosen=is_chosen)
        left = row.left() + MARGIN + index.data(Role.DepthRole) * INDENT
        self._paint_caret(painter, option, index, left)
        left += _CARET + 2
        icon = "hard-drive" if is_away else "folder"
        self._paint_icon(painter, option, icon, left, "text2" if token == "text" else token)
        count_token = "accent_text" if is_chosen else "text3"
        right = row.right() - MARGIN - 10
        count = QLocale().toString(index.data(Role.CountRole))
        right = self._paint_count(painter, option, count, right, count_token)
        right -= 8
        if is_away:
            plug = QRect(right - _PLUG, row.top(), _PLUG, row.height())
            paint_plug(painter, centred(mirrored(plug, option), _PLUG), self._theme.colour(token))
            right -= _PLUG + 8
        name = index.data(Qt.ItemDataRole.DisplayRole)
        self._paint_name(painter, option, name, (left + ICON + ICON_GAP, right), token)
        painter.restore()

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
        closed = "caret-left" if is_mirrored(option) else "caret-right"
        zone = QRect(left, option.rect.top(), _CARET, option.rect.height())
        icons.paint_icon(
            painter,
            "caret-down" if is_open else closed,
            centred(mirrored(zone, option), _CARET),
            self._theme.colour("text3"),
        )
