"""The row of small pictures below the photo: where one is, and what comes next."""

from collections import OrderedDict
from collections.abc import Sequence
from functools import partial

import numpy as np
import numpy.typing as npt
from PIL import Image
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from engine.errors import ImageError
from engine.images.decode import decode
from engine.library import Library
from imgtext_desktop import icons, tokens
from imgtext_desktop.jobs.runner import JobRunner
from imgtext_desktop.viewer.picture_reading import Pixels, to_pixels

SIDE = 56
CURRENT_SIDE = 72
GAP = 8
_RING = 2
_KEPT = 400
_CHANNEL = "viewer-filmstrip"
_PRIORITY = 10


class Filmstrip(QWidget):
    """A row of square thumbnails; the current one is larger and stays in the middle.

    Only those that are seen are loaded. The keyboard reaches the same photos by the viewer's
    keys.

    Signals:
        chosen: The position of a photo that was clicked.
    """

    chosen = Signal(int)

    def __init__(self, library: Library, jobs: JobRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._jobs = jobs
        self._ids: npt.NDArray[np.int64] = np.empty(0, np.int64)
        self._position = 0
        self._moved = 0.0  # by the wheel, away from the current photo
        self._hovered = -1
        self._pixmaps: OrderedDict[int, QPixmap | None] = OrderedDict()  # None: has no thumbnail
        self.setMouseTracking(True)
        self.setMinimumHeight(CURRENT_SIDE)
        self.setAccessibleName(self.tr("Photos before and after this one"))
        self.destroyed.connect(lambda: jobs.drop(_CHANNEL))

    def sizeHint(self) -> QSize:
        """Override: one row."""
        return QSize(14 * (SIDE + GAP), CURRENT_SIDE)

    def showEvent(self, event: QShowEvent) -> None:
        """Override: load what is seen now."""
        self._on_view_changed()

    def set_photos(self, ids: npt.NDArray[np.int64], position: int) -> None:
        """Show other photos."""
        self._ids = ids
        self.set_position(position)

    def set_position(self, position: int) -> None:
        """Show another photo as the current one."""
        self._position = position
        self._moved = 0.0
        self._on_view_changed()

    def clear(self) -> None:
        """Forget all pictures."""
        self._pixmaps.clear()
        self._jobs.drop(_CHANNEL)

    def seen(self) -> range:
        """Return the positions of the photos that are seen, in part at least."""
        pitch = SIDE + GAP
        first = int((-self._start() - CURRENT_SIDE) // pitch)
        last = int((self.width() - self._start()) // pitch) + 1
        return range(max(0, first), min(len(self._ids), last))

    def place(self, position: int) -> QRectF:
        """Return where a photo lies."""
        left = self._start() + position * (SIDE + GAP)
        if position > self._position:
            left += CURRENT_SIDE - SIDE
        side = CURRENT_SIDE if position == self._position else SIDE
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            left = self.width() - left - side
        return QRectF(round(left), (self.height() - side) // 2, side, side)

    def position_at(self, point: QPointF) -> int:
        """Return the position of the photo under a point, or -1."""
        return next((p for p in self.seen() if self.place(p).contains(point)), -1)

    def is_loaded(self, position: int) -> bool:
        """Whether a photo's thumbnail is there."""
        return self._pixmaps.get(int(self._ids[position])) is not None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: the row."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for position in self.seen():
            self._paint_photo(painter, position)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override: more or fewer photos are seen."""
        self._on_view_changed()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Override: look further along the row; the current photo stays the same."""
        delta = event.angleDelta()
        self._moved -= delta.y() or delta.x()
        start, lowest, highest = self._start_and_range()
        self._moved = min(max(self._moved, start - highest), start - lowest)
        self._on_view_changed()
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override: choose a photo."""
        position = self.position_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and position >= 0:
            self.chosen.emit(position)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override: show what a click would choose."""
        position = self.position_at(event.position())
        if position != self._hovered:
            self._hovered = position
            is_photo = position >= 0
            shape = Qt.CursorShape.PointingHandCursor if is_photo else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Override: nothing is pointed at any more."""
        self._hovered = -1
        self.update()

    def _paint_photo(self, painter: QPainter, position: int) -> None:
        place = self.place(position)
        pixmap = self._pixmaps.get(int(self._ids[position]))
        if pixmap is not None:
            painter.drawPixmap(place, pixmap, QRectF(pixmap.rect()))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.DARK.surface))
            painter.drawRoundedRect(place, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
            sign = QRectF(0, 0, 20, 20)
            sign.moveCenter(place.center())
            icons.paint_icon(painter, "image", sign, QColor(tokens.DARK.text3))
        if position == self._position:
            self._paint_ring(painter, place, tokens.DARK.accent)
        elif position == self._hovered:
            self._paint_ring(painter, place, tokens.DARK.text2)

    @staticmethod
    def _paint_ring(painter: QPainter, place: QRectF, colour: str) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colour), _RING))
        inner = place.adjusted(_RING / 2, _RING / 2, -_RING / 2, -_RING / 2)
        painter.drawRoundedRect(inner, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)

    def _start_and_range(self) -> tuple[float, float, float]:
        """Return where the first photo lies while the current one is in the middle, and limits."""
        length = len(self._ids) * (SIDE + GAP) - GAP + CURRENT_SIDE - SIDE
        room = self.width() - length
        if room >= 0:
            return room / 2, room / 2, room / 2
        middle = self._position * (SIDE + GAP) + CURRENT_SIDE / 2
        return min(max(self.width() / 2 - middle, room), 0.0), room, 0.0

    def _start(self) -> float:
        start, lowest, highest = self._start_and_range()
        return min(max(start - self._moved, lowest), highest)

    def _on_view_changed(self) -> None:
        self.update()
        missing = [int(self._ids[p]) for p in self.seen() if int(self._ids[p]) not in self._pixmaps]
        side = round(CURRENT_SIDE * self.devicePixelRatioF())
        if missing and self.isVisible():
            self._jobs.read(
                partial(load_thumbnails, self._library, missing, side),
                self._on_loaded,
                channel=_CHANNEL,
                priority=_PRIORITY,
            )

    def _on_loaded(self, thumbnails: dict[int, Pixels | None]) -> None:
        ratio = self.devicePixelRatioF()
        for file_id, pixels in thumbnails.items():
            self._pixmaps[file_id] = rounded(pixels, ratio) if pixels is not None else None
        while len(self._pixmaps) > _KEPT:
            self._pixmaps.popitem(last=False)
        self.update()


def load_thumbnails(library: Library, ids: Sequence[int], side: int) -> dict[int, Pixels | None]:
    """Read the strip's pictures; work for a worker.

    Args:
        library: Where the thumbnails are.
        ids: The photos.
        side: Of the squares, device pixels.

    Returns:
        A square picture for each photo, or None where there is no thumbnail.
    """
    rows = library.browse.rows(ids)
    thumbnails: dict[int, Pixels | None] = dict.fromkeys(ids)
    for file_id, row in rows.items():
        data = library.thumbnails.read(row.content_hash) if row.content_hash else None
        if data is None:
            continue
        try:
            picture = decode(data, min_side=side).image
        except ImageError:  # a damaged thumbnail: as good as none
            continue
        thumbnails[file_id] = to_pixels(_square(picture, side))
    return thumbnails


def rounded(pixels: Pixels, ratio: float) -> QPixmap:
    """Make a pixmap with rounded corners.

    Args:
        pixels: A square picture.
        ratio: Device pixels in a widget pixel.
    """
    pixmap = QPixmap(pixels.width, pixels.height)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(pixels.as_image()))
    radius = tokens.RADIUS_CHIP * ratio
    painter.drawRoundedRect(QRectF(pixmap.rect()), radius, radius)
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def _square(picture: Image.Image, side: int) -> Image.Image:
    width, height = picture.size
    short = min(width, height)
    left, top = (width - short) / 2, (height - short) / 2
    box = (left, top, left + short, top + short)
    return picture.resize((side, side), Image.Resampling.BICUBIC, box=box)
