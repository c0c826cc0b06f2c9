"""Dragging photos out of the window, as files."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QLocale, QObject, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QDrag, QFontMetricsF, QGuiApplication, QPainter, QPixmap
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from engine.catalog.records import FileState, PhotoRow
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.grid.model import PhotoModel
from imgtext_desktop.grid.thumbnails import ThumbnailLoader
from imgtext_desktop.notifier import Severity
from imgtext_desktop.operations.files import mime_of

MOST_FILES = 10_000  # more URLs than this make other programs stand still

_CARD = 96
_CARD_MARGIN = 28  # room for the corners of the turned cards and for the count
_CARD_BORDER = 4
_TURNS = (-14.0, 9.0, -1.0)  # degrees, from the back to the front


class PhotoDrag(QObject):
    """Starts drags of photos.

    Args:
        context: For colours and messages.
        model: The photos.
        thumbnails: Their pictures.
        source: The widget that is dragged from.
    """

    def __init__(
        self, context: Context, model: PhotoModel, thumbnails: ThumbnailLoader, source: QWidget
    ) -> None:
        super().__init__(source)
        self._context = context
        self._model = model
        self._thumbnails = thumbnails
        self._source = source

    def begin(self, ids: Sequence[int]) -> None:
        """Drag photos, the first one on top.

        What is not known of them is read first, without keeping the window waiting; the drag then
        begins if the button is still held.
        """
        total = len(ids)
        wanted = ids[:MOST_FILES]
        known = {photo_id: self._model.row(photo_id) for photo_id in wanted}
        rows = [row for row in known.values() if row is not None]
        if len(rows) == len(wanted):
            self._drag(rows, total)
        else:
            self._model.read_rows(wanted, lambda found: self._on_read(list(found.values()), total))

    def _on_read(self, rows: list[PhotoRow], total: int) -> None:
        is_held = bool(QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton)
        if isValid(self) and is_held:
            self._drag(rows, total)

    def _drag(self, rows: list[PhotoRow], total: int) -> None:
        present = [row for row in rows if row.state is not FileState.OFFLINE]
        self._tell(len(rows) - len(present), is_any=bool(present), total=total)
        if not present:
            return
        drag = QDrag(self._source)
        drag.setMimeData(mime_of([row.path for row in present]))
        drag.setPixmap(self._fan(present))
        drag.setHotSpot(QPoint(_CARD // 2, _CARD // 2))
        # Only ever a copy: dragging never takes a photo from its folder.
        drag.exec(Qt.DropAction.CopyAction)

    def _tell(self, offline: int, *, is_any: bool, total: int) -> None:
        post = self._context.notifier.post
        if offline and not is_any:
            post(
                self.tr(
                    "%Ln photos are offline and cannot be dragged. Connect their disk first.",
                    "",
                    offline,
                ),
                Severity.WARNING,
            )
        elif offline:
            post(self.tr("%Ln photos are offline and stay behind.", "", offline), Severity.WARNING)
        if total > MOST_FILES:
            most = QLocale().toString(MOST_FILES)
            post(
                self.tr("Only the first %1 photos are dragged.").replace("%1", most),
                Severity.WARNING,
            )

    def _fan(self, rows: Sequence[PhotoRow]) -> QPixmap:
        """Paint up to three photos as a fan of cards, with their number."""
        ratio = self._source.devicePixelRatioF()
        side = _CARD + 2 * _CARD_MARGIN
        fan = QPixmap(round(side * ratio), round(side * ratio))
        fan.setDevicePixelRatio(ratio)
        fan.fill(Qt.GlobalColor.transparent)
        painter = QPainter(fan)
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        front = rows[: len(_TURNS)]
        for row, turn in zip(reversed(front), _TURNS[-len(front) :], strict=True):
            self._paint_card(painter, row, turn)
        if len(rows) > 1:
            self._paint_count(painter, len(rows))
        painter.end()
        return fan

    def _paint_card(self, painter: QPainter, row: PhotoRow, turn: float) -> None:
        theme = self._context.theme
        card = QRectF(-_CARD / 2, -_CARD / 2, _CARD, _CARD)
        middle = _CARD / 2 + _CARD_MARGIN
        painter.save()
        painter.translate(QPointF(middle, middle))
        painter.rotate(turn)
        painter.setPen(theme.colour("line"))
        painter.setBrush(theme.colour("raised"))
        painter.drawRoundedRect(card, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
        border = float(_CARD_BORDER)
        inner = card.adjusted(border, border, -border, -border)
        pixmap = self._thumbnails.pixmap(row)
        if pixmap is not None:
            painter.drawPixmap(inner, pixmap, QRectF(pixmap.rect()))
        else:
            painter.fillRect(inner, theme.colour("track"))
        painter.restore()

    def _paint_count(self, painter: QPainter, count: int) -> None:
        theme = self._context.theme
        font = theme.font(tokens.MICRO)
        text = QLocale().toString(count)
        metrics = QFontMetricsF(font)
        height = math.ceil(metrics.height()) + 8
        width = max(height, math.ceil(metrics.horizontalAdvance(text)) + 14)
        right = _CARD + 1.5 * _CARD_MARGIN
        pill = QRectF(right - width, _CARD_MARGIN / 2, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("accent"))
        painter.drawRoundedRect(pill, height / 2, height / 2)
        painter.setFont(font)
        painter.setPen(theme.colour("on_accent"))
        painter.drawText(pill, int(Qt.AlignmentFlag.AlignCenter), text)
