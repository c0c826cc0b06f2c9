"""Paints one tile of the grid, in small steps from back to front.

The picture comes rounded from the loader. Measures are those of the tile in the design: distances
from the edge of the tile, in pixels at 100 %, and mirrored for languages from right to left.
"""

import os
from typing import Final

from PySide6.QtCore import (
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSizeF,
    Qt,
)
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from engine.catalog.records import FileState, PhotoRow
from engine.paths import printable
from imgtext_desktop import icons, tokens
from imgtext_desktop.controls.plug import paint_plug
from imgtext_desktop.grid.badges import paint_broken_picture
from imgtext_desktop.grid.fading import Fading
from imgtext_desktop.grid.roles import Role
from imgtext_desktop.grid.stamps import Stamps
from imgtext_desktop.grid.thumbnails import ThumbnailLoader
from imgtext_desktop.grid.tile_labels import LABEL_GAP, fit_labels, paint_label
from imgtext_desktop.theme import Theme

RING_REACH: Final = 8  # how far the rings reach outside a tile

_INSET = 6.0  # of pill and badges
_CIRCLE_INSET = 8.0
_CIRCLE = 22.0
_CIRCLE_LINE = 2.0
_CIRCLE_TARGET = 38  # from the corner: easier to hit than the circle
_BADGE = 22.0
_BADGE_ICON = 14.0
_PILL = 22.0
_PILL_PADDING = 7.0
_LABELS_FROM = 160  # width of a tile
_BAND = 34.0
_BAND_FADE = 28.0
_NAME_INSET = 10.0
_TOP_SHADE = 56.0
_TOP_SHADE_ALPHA = 0.45
_RING = 3.0
_RING_GAP = 2.0
_FOCUS = 2.0
_FOCUS_AWAY = 4.0
_FOCUS_AWAY_SELECTED = 6.0  # beyond the ring of a selected tile, so that both are seen

_PILL_TYPE = tokens.TypeStyle(tokens.CAPTION.pixels, tokens.MICRO.weight)
_SMALL_BELOW = 128
_WHITE = QColor(Qt.GlobalColor.white)


class TileDelegate(QStyledItemDelegate):
    """Paints photos as square tiles.

    Args:
        theme: Colours and fonts.
        thumbnails: Where the pictures come from.
        fading: How much of a new picture is to be seen.
        parent: Its owner.
    """

    def __init__(
        self,
        theme: Theme,
        thumbnails: ThumbnailLoader,
        fading: Fading,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._thumbnails = thumbnails
        self._fading = fading
        self._stamps = Stamps()
        self._on_theme_changed()
        theme.changed.connect(self._on_theme_changed)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Override: the whole tile."""
        tile = QRectF(option.rect)
        row: PhotoRow | None = index.data(Role.RowRole)
        rank: int | None = index.data(Role.RankRole)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        is_hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.setLayoutDirection(option.direction)
        if index.data(Role.GoneRole):
            sentence = self.tr("No longer there")
            self._paint_unreadable(painter, tile, sentence, is_ranked=bool(rank))
        elif row is not None and row.state is FileState.FAILED:
            sentence = self.tr("Cannot be read")
            self._paint_unreadable(painter, tile, sentence, is_ranked=bool(rank))
        else:
            self._paint_picture(painter, tile, row)
        if is_hovered:
            self._paint_band(painter, tile)
        # On a small tile the name under the pointer needs the room of the pill.
        has_room = not is_hovered or tile.width() >= _SMALL_BELOW
        pill = self._paint_pill(painter, tile, rank) if rank and has_room else None
        if is_hovered and row is not None:
            self._paint_name(painter, tile, row, pill)
        if row is not None:
            self._paint_badge(painter, tile, row.state, is_new=bool(index.data(Role.NewRole)))
            if not is_hovered:  # the name needs their room
                self._paint_labels(painter, tile, row, pill)
        if is_selected:
            self._paint_ring(painter, tile)
        if is_hovered or is_selected:
            self._paint_circle(painter, tile, is_checked=is_selected)
        if option.state & QStyle.StateFlag.State_HasFocus:
            self._paint_focus(painter, tile, is_selected=is_selected)

    @staticmethod
    def is_on_circle(tile: QRect, x: int, y: int, direction: Qt.LayoutDirection) -> bool:
        """Return whether a point is where the select circle of a tile takes the click."""
        corner = QRect(tile.x(), tile.y(), _CIRCLE_TARGET, _CIRCLE_TARGET)
        return bool(QStyle.visualRect(direction, tile, corner).contains(x, y))

    # -- steps ------------------------------------------------------------------------------

    def _paint_picture(self, painter: QPainter, tile: QRectF, row: PhotoRow | None) -> None:
        pixmap = None if row is None else self._thumbnails.pixmap(row)
        if row is not None and pixmap is not None:
            seen = self._fading.opacity(row.content_hash)
            if seen < 1 or self._thumbnails.is_whole:
                name = "ground" if self._thumbnails.is_whole else "skeleton"
                draw = self._draw_ground if self._thumbnails.is_whole else self._draw_skeleton
                self._stamps.paint(painter, tile, name, draw)
            # While the size changes, speed counts more than looks; a rounded side is made smooth.
            away = abs(pixmap.width() - tile.width() * painter.device().devicePixelRatio())
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, away <= 1)
            opacity = painter.opacity()
            painter.setOpacity(opacity * seen)
            painter.drawPixmap(tile, pixmap, QRectF(pixmap.rect()))
            painter.setOpacity(opacity)
            return
        if row is not None and self._thumbnails.is_missing(row):
            self._stamps.paint(painter, tile, "missing", self._draw_missing)
        else:
            self._stamps.paint(painter, tile, "skeleton", self._draw_skeleton)

    def _draw_skeleton(self, painter: QPainter, tile: QRectF) -> None:
        self._paint_ground(painter, tile, "track")

    def _draw_ground(self, painter: QPainter, tile: QRectF) -> None:
        self._paint_ground(painter, tile, "panel")

    def _draw_missing(self, painter: QPainter, tile: QRectF) -> None:
        self._paint_ground(painter, tile, "track")
        icons.paint_icon(painter, "image", _centred(tile, _BAND), self._theme.colour("edge"))

    def _paint_unreadable(
        self, painter: QPainter, tile: QRectF, sentence: str, *, is_ranked: bool
    ) -> None:
        self._paint_ground(painter, tile, "panel")
        side = _BAND if tile.height() >= _SMALL_BELOW else _BADGE
        flags = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        flags |= int(Qt.TextFlag.TextWordWrap)
        room = tile.adjusted(8, 0, -8, -self._band if is_ranked else 0)
        text = QFontMetricsF(self._caption_font).boundingRect(room, flags, sentence)
        top = room.center().y() - (side + 4 + text.height()) / 2
        icon = QRectF(tile.center().x() - side / 2, top, side, side)
        paint_broken_picture(painter, icon, self._theme.colour("text3"))
        painter.setFont(self._caption_font)
        painter.setPen(self._theme.colour("text2"))
        below = QRectF(room.left(), icon.bottom() + 4, room.width(), text.height())
        painter.drawText(below, flags, sentence)

    def _paint_ground(self, painter: QPainter, tile: QRectF, token: str) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour(token))
        painter.drawRoundedRect(tile, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)

    def _paint_band(self, painter: QPainter, tile: QRectF) -> None:
        """Shade the bottom for the name, and the top for the circle."""
        height = tile.height()
        shade = QLinearGradient(tile.topLeft(), tile.bottomLeft())
        shade.setColorAt(0, _scrim(_TOP_SHADE_ALPHA))
        shade.setColorAt(min(0.5, _TOP_SHADE / height), _scrim(0))
        shade.setColorAt(max(0.5, 1 - (self._band + _BAND_FADE) / height), _scrim(0))
        shade.setColorAt(1 - self._band / height, _scrim(tokens.BAND_ALPHA))
        shade.setColorAt(1, _scrim(tokens.BAND_ALPHA))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(shade))
        painter.drawRoundedRect(tile, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)

    def _paint_pill(self, painter: QPainter, tile: QRectF, rank: int) -> QRectF:
        """Paint the rank at the bottom; return where."""
        text = QLocale().toString(rank)
        width = max(QFontMetricsF(self._pill_font).horizontalAdvance(text), 10) + 2 * _PILL_PADDING
        top = tile.bottom() - (self._band + self._pill) / 2
        pill = _mirrored(painter, tile, QRectF(tile.left() + _INSET, top, width, self._pill))
        _paint_scrim(painter, pill)
        painter.setFont(self._pill_font)
        painter.setPen(_WHITE)
        painter.drawText(pill, int(Qt.AlignmentFlag.AlignCenter), text)
        return pill

    def _paint_name(
        self, painter: QPainter, tile: QRectF, row: PhotoRow, pill: QRectF | None
    ) -> None:
        start = _NAME_INSET if pill is None else _INSET + pill.width() + 4
        width = tile.width() - start - _NAME_INSET
        band = QRectF(tile.left() + start, tile.bottom() - self._band, width, self._band)
        name = QFontMetricsF(self._name_font).elidedText(
            printable(os.path.basename(row.path)), Qt.TextElideMode.ElideMiddle, width
        )
        painter.setFont(self._name_font)
        painter.setPen(_WHITE)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        # Isolated: a name reads in its own direction, whatever the language around it.
        painter.drawText(
            _mirrored(painter, tile, band),
            int(flags) | int(Qt.TextFlag.TextSingleLine),
            f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}",
        )

    def _paint_labels(
        self, painter: QPainter, tile: QRectF, row: PhotoRow, pill: QRectF | None
    ) -> None:
        if tile.width() < _LABELS_FROM or not (row.labels or row.guesses):
            return
        guesses = [self.tr("%1?").replace("%1", name) for name in row.guesses]
        room = tile.width() - 2 * _INSET - (0 if pill is None else pill.width() + _INSET)
        right, bottom = tile.right() - _INSET, tile.bottom() - _INSET
        painter.setFont(self._pill_font)
        for label in reversed(fit_labels(row.labels, room, self._label_metrics, guesses=guesses)):
            left = right - label.width
            chip = QRectF(left, bottom - self._pill, label.width, self._pill)
            paint_label(painter, _mirrored(painter, tile, chip), label, self._theme)
            right = left - LABEL_GAP

    def _paint_badge(
        self, painter: QPainter, tile: QRectF, state: FileState, *, is_new: bool
    ) -> None:
        if is_new:
            self._paint_new(painter, tile)
            return
        if state not in (FileState.OFFLINE, FileState.PENDING):
            return
        corner = QRectF(tile.right() - _INSET - _BADGE, tile.top() + _INSET, _BADGE, _BADGE)
        badge = _mirrored(painter, tile, corner)
        if state is FileState.OFFLINE:
            self._stamps.paint(painter, badge, "offline", _draw_offline)
        else:
            self._stamps.paint(painter, badge, "pending", _draw_pending)

    def _paint_new(self, painter: QPainter, tile: QRectF) -> None:
        """Paint a pill at the top right: only this version has found the photo."""
        text = self.tr("new")
        words = QFontMetricsF(self._pill_font).horizontalAdvance(text)
        width = words + _BADGE_ICON + 4 + 2 * _PILL_PADDING
        corner = QRectF(tile.right() - _INSET - width, tile.top() + _INSET, width, self._pill)
        pill = _mirrored(painter, tile, corner)
        _paint_scrim(painter, pill)
        inside = pill.adjusted(_PILL_PADDING, 0, -_PILL_PADDING, 0)
        arrow = _mirrored(
            painter, inside, QRectF(inside.topLeft(), QSizeF(_BADGE_ICON, self._pill))
        )
        icons.paint_icon(painter, "arrow-up", arrow, _WHITE)
        painter.setFont(self._pill_font)
        painter.setPen(_WHITE)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inside, int(flags), text)

    def _paint_circle(self, painter: QPainter, tile: QRectF, *, is_checked: bool) -> None:
        corner = QRectF(0, 0, _CIRCLE + _CIRCLE_LINE, _CIRCLE + _CIRCLE_LINE)
        inset = _CIRCLE_INSET - _CIRCLE_LINE / 2
        corner.moveTopLeft(tile.topLeft() + QPointF(inset, inset))
        circle = _mirrored(painter, tile, corner)
        if is_checked:
            self._stamps.paint(painter, circle, "checked", self._draw_checked)
        else:
            self._stamps.paint(painter, circle, "circle", _draw_circle)

    def _draw_checked(self, painter: QPainter, rect: QRectF) -> None:
        _draw_disc(painter, rect, self._theme.colour("accent"))
        icon = _centred(rect, _BADGE_ICON)
        icons.paint_icon(painter, "check-bold", icon, self._theme.colour("on_accent"))

    def _paint_ring(self, painter: QPainter, tile: QRectF) -> None:
        around = tile.adjusted(-RING_REACH, -RING_REACH, RING_REACH, RING_REACH)
        self._stamps.paint(painter, around, "ring", self._draw_ring)

    def _draw_ring(self, painter: QPainter, around: QRectF) -> None:
        tile = around.adjusted(RING_REACH, RING_REACH, -RING_REACH, -RING_REACH)
        self._stroke(painter, tile, "canvas", width=_RING_GAP, away=-_RING_GAP / 2)
        self._stroke(painter, tile, "accent", width=_RING, away=_RING / 2)

    def _paint_focus(self, painter: QPainter, tile: QRectF, *, is_selected: bool) -> None:
        away = _FOCUS_AWAY_SELECTED if is_selected else _FOCUS_AWAY
        self._stroke(painter, tile, "accent", width=_FOCUS, away=away)

    def _stroke(
        self, painter: QPainter, tile: QRectF, token: str, *, width: float, away: float
    ) -> None:
        """Draw a line round a tile, its middle so far outside the edge."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.colour(token), width))
        radius = tokens.RADIUS_CONTROL + away
        painter.drawRoundedRect(tile.adjusted(-away, -away, away, away), radius, radius)

    def _on_theme_changed(self) -> None:
        self._stamps.clear()
        self._pill_font = self._theme.font(_PILL_TYPE)
        self._pill_font.setFeature(QFont.Tag("tnum"), 1)
        self._label_metrics = QFontMetricsF(self._pill_font)
        self._name_font = self._theme.font(tokens.BODY)
        self._caption_font = self._theme.font(tokens.CAPTION)
        # Larger text gets more room.
        self._band = max(_BAND, QFontMetricsF(self._name_font).height() + 12)
        self._pill = max(_PILL, QFontMetricsF(self._pill_font).height() + 4)


def _scrim(alpha: float) -> QColor:
    colour = QColor(tokens.SCRIM)
    colour.setAlphaF(alpha)
    return colour


def _paint_scrim(painter: QPainter, rect: QRectF) -> None:
    """Paint the dark ground of white marks on a photo."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_scrim(tokens.SCRIM_ALPHA))
    painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)


def _draw_offline(painter: QPainter, rect: QRectF) -> None:
    _paint_scrim(painter, rect)
    paint_plug(painter, _centred(rect, _BADGE_ICON), _WHITE)


def _draw_pending(painter: QPainter, rect: QRectF) -> None:
    _paint_scrim(painter, rect)
    icons.paint_icon(painter, "clock", _centred(rect, _BADGE_ICON), _WHITE)


def _draw_circle(painter: QPainter, rect: QRectF) -> None:
    _draw_disc(painter, rect, _scrim(0.5))


def _draw_disc(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    """Draw the select circle; half of its line lies outside the 22 pixels."""
    painter.setPen(QPen(_WHITE, _CIRCLE_LINE))
    painter.setBrush(colour)
    painter.drawEllipse(_centred(rect, _CIRCLE))


def _centred(rect: QRectF, side: float) -> QRectF:
    square = QRectF(0, 0, side, side)
    square.moveCenter(rect.center())
    return square


def _mirrored(painter: QPainter, tile: QRectF, rect: QRectF) -> QRectF:
    """Return the rectangle for the direction of the language."""
    if painter.layoutDirection() is not Qt.LayoutDirection.RightToLeft:
        return rect
    return rect.translated(tile.left() + tile.right() - rect.left() - rect.right(), 0)
