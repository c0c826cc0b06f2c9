"""Paints what the rows of the sidebar's lists share: ground, icon, count, name."""

from PySide6.QtCore import (
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
from imgtext_desktop.theme import Theme

MARGIN = 8
ICON, ICON_GAP = 16, 10
_HEIGHT = 32


class SideRowDelegate(QStyledItemDelegate):
    """The parts of a row; who paints a list puts them together.

    Args:
        theme: Colours and fonts.
        parent: The view.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._font = QFont(theme.font(tokens.BODY))
        self._font.setWeight(QFont.Weight.Medium)
        self._count_font = theme.font(tokens.CAPTION)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Override: as high as the font needs."""
        return QSize(0, max(_HEIGHT, QFontMetrics(self._font).height() + 12))

    def _paint_ground(
        self, painter: QPainter, option: QStyleOptionViewItem, *, is_chosen: bool
    ) -> None:
        state: QStyle.StateFlag = option.state
        ground = QRectF(option.rect).adjusted(MARGIN, 1, -MARGIN, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        if is_chosen:
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

    def _paint_icon(
        self, painter: QPainter, option: QStyleOptionViewItem, name: str, left: int, token: str
    ) -> None:
        zone = QRect(left, option.rect.top(), ICON, option.rect.height())
        icons.paint_icon(
            painter, name, centred(mirrored(zone, option), ICON), self._theme.colour(token)
        )

    def _paint_count(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        text: str,
        right: int,
        token: str,
    ) -> int:
        """Draw a count, as it is written, up to ``right``; return where it begins."""
        width = QFontMetrics(self._count_font).horizontalAdvance(text)
        zone = QRect(right - width, option.rect.top(), width, option.rect.height())
        painter.setFont(self._count_font)
        painter.setPen(self._theme.colour(token))
        painter.drawText(mirrored(zone, option), int(Qt.AlignmentFlag.AlignCenter), text)
        return right - width

    def _paint_name(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        name: str,
        sides: tuple[int, int],
        token: str,
    ) -> None:
        left, right = sides
        painter.setFont(self._font)
        painter.setPen(self._theme.colour(token))
        zone = QRect(left, option.rect.top(), max(0, right - left), option.rect.height())
        shown = QFontMetrics(self._font).elidedText(
            name, Qt.TextElideMode.ElideMiddle, zone.width()
        )
        painter.drawText(
            mirrored(zone, option),
            int(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter),
            shown,
        )


def is_mirrored(option: QStyleOptionViewItem) -> bool:
    """Tell whether a row is laid out from right to left."""
    return bool(option.direction is Qt.LayoutDirection.RightToLeft)


def mirrored(zone: QRect, option: QStyleOptionViewItem) -> QRect:
    """Return where a part of a row is in its direction of reading."""
    return QStyle.visualRect(option.direction, option.rect, zone)


def centred(zone: QRect, side: int) -> QRectF:
    """Return a square in the middle of a zone."""
    centre = QRectF(zone).center()
    return QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)
