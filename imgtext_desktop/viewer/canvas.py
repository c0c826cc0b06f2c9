"""Shows one picture: fitted, zoomed, moved, with a part marked."""

import math

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QImage,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from imgtext_desktop import icons, tokens
from imgtext_desktop.viewer import crop as crops
from imgtext_desktop.viewer.crop import Crop, Grip
from imgtext_desktop.viewer.picture_reading import Picture
from imgtext_desktop.viewer.view_geometry import ViewGeometry

_MARGINS = QSizeF(16, 6)  # so that handles at the picture's edge can be seen
_CORNER = 4
_REACH = 14  # from the middle of a handle, widget pixels
_STEP = 8  # of an arrow key, widget pixels
_WHEEL_FACTOR = 1.2
_SHARP_ZOOM = 3  # from here on a pixel is meant to be seen as such


class Canvas(QWidget):
    """The picture of the viewer.

    Dragging marks a part of a picture that is wholly seen, and moves one that is zoomed in.

    Attributes:
        picture: What is shown, or None.
        part_button: Searches with the marked part; lies below it.
        part_hint: Says that the part is too small; in the same place.

    Signals:
        view_changed: The zoom or the room for the picture has changed.
        part_changed: A part was marked, changed or given up.
        part_confirmed: The marked part is to be searched with.
    """

    view_changed = Signal()
    part_changed = Signal()
    part_confirmed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture: Picture | None = None
        self._geometry = ViewGeometry()
        self._crop: Crop | None = None
        self._pressed_at: QPointF | None = None
        self._panned_from: QPointF | None = None
        self._is_dragging = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(QSize(200, 120))
        self.part_button = QPushButton(self.tr("Search with this part"), self)
        self.part_button.setObjectName("partButton")
        self.part_button.setProperty("kind", "primary")
        self.part_button.setIcon(icons.icon("magnifying-glass", tokens.DARK.on_accent))
        self.part_button.setIconSize(QSize(26, 18))  # wider than the icon: room before the text
        self.part_button.setToolTip(self.tr("Search with this part (Enter)"))
        self.part_button.setCursor(Qt.CursorShape.ArrowCursor)
        self.part_button.clicked.connect(self.part_confirmed)
        side = self.locale().toString(crops.MIN_SIDE)
        text = self.tr("Mark a larger part: at least %1 × %1 pixels.").replace("%1", side)
        self.part_hint = QLabel(text, self)
        self.part_hint.setObjectName("partHint")
        self.part_button.hide()
        self.part_hint.hide()

    @property
    def box(self) -> tuple[int, int]:
        """Width and height of the room of a fitted picture, device pixels."""
        return self._geometry.box

    @property
    def zoom(self) -> float:
        """Device pixels for a picture pixel: 1 is 100 %."""
        return self._geometry.zoom

    @property
    def is_fit(self) -> bool:
        """Whether the whole picture is shown."""
        return self._geometry.is_fit

    @property
    def can_pan(self) -> bool:
        """Whether a part of the picture lies outside."""
        return self.picture is not None and self._geometry.can_pan

    @property
    def needs_detail(self) -> bool:
        """Whether more pixels of the picture would be seen if they were loaded."""
        if self.picture is None:
            return False
        most = 1 / self.picture.reduction
        return self.picture.detail < 0.99 * min(self._geometry.zoom, most)

    @property
    def part(self) -> QRect | None:
        """The marked part, picture pixels, or None."""
        return self._crop.pixels() if self._crop else None

    @property
    def is_part_large_enough(self) -> bool:
        """Whether a part is marked that can be searched with."""
        return self._crop is not None and self._crop.is_large_enough

    def target(self) -> QRectF:
        """Return where the picture lies, widget pixels; empty while there is none."""
        return QRectF() if self.picture is None else self._geometry.target()

    def part_target(self) -> QRectF:
        """Return where the marked part lies, widget pixels."""
        return self._geometry.to_widget(self._crop.rect) if self._crop else QRectF()

    def show_picture(self, picture: Picture | None) -> None:
        """Show another photo, fitted, or nothing."""
        self.picture = picture
        self._set_crop(None)
        self._pressed_at = self._panned_from = None
        size = QSizeF(picture.width, picture.height) if picture else QSizeF()
        self._geometry.set_picture(size)
        self._on_view_changed()

    def sharpen(self, picture: Picture) -> None:
        """Show the same photo in another detail; zoom and marked part are kept."""
        size = QSizeF(picture.width, picture.height)
        if self.picture is None or size != self._geometry.picture:
            self.show_picture(picture)
            return
        self.picture = picture
        self.update()

    def toggle_zoom(self, at: QPointF | None = None) -> None:
        """Change between the whole picture and its pixels one to one."""
        if self.picture is None:
            return
        if self._geometry.is_fit:
            self._geometry.show_pixels(at or QPointF(self.rect().center()))
        else:
            self._geometry.fit()
        self._on_view_changed()

    def fit(self) -> None:
        """Show the whole picture."""
        self._geometry.fit()
        self._on_view_changed()

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Enlarge by a factor around a point, else around the middle."""
        if self.picture is not None:
            self._geometry.zoom_by(factor, at or QPointF(self.rect().center()))
            self._on_view_changed()

    def pan(self, by: QPointF) -> None:
        """Move a zoomed picture by so many widget pixels."""
        self._geometry.pan(by)
        self._on_view_changed()

    def mark_part(self) -> None:
        """Mark the middle of what is seen."""
        if self.picture is None:
            return
        seen = self.target() & QRectF(self.rect())
        inset = QPointF(seen.width(), seen.height()) / 4
        corners = (seen.topLeft() + inset, seen.bottomRight() - inset)
        rect = QRectF(*(self._geometry.to_picture(corner) for corner in corners))
        self._set_crop(Crop(self._geometry.picture, rect))

    def unmark(self) -> None:
        """Give up the marked part."""
        self._set_crop(None)

    def step_part(self, dx: int, dy: int, *, is_size: bool) -> None:
        """Move the marked part, or its right and lower edges, by a step of the arrow keys."""
        if self._crop is None:
            return
        step = max(1.0, _STEP / self._geometry.scale)
        (self._crop.grow if is_size else self._crop.move)(dx * step, dy * step)
        self._set_crop(self._crop)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: the picture, then the marked part."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(tokens.SCRIM))
        if self.picture is None:
            return
        self._paint_picture(painter, self.picture)
        if self._geometry.is_fit:
            self._round_corners(painter)
        if self._crop is not None:
            seen = self.target() & QRectF(self.rect())
            crops.paint(painter, self._geometry.to_widget(self._crop.rect), seen)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override: fit anew."""
        self._take_viewport()

    def event(self, event: QEvent) -> bool:
        """Override: another screen may have other pixels."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._take_viewport()
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override: begin to mark, to change the marked part, or to move the picture."""
        position = event.position()
        if self.picture is None or event.button() not in (
            Qt.MouseButton.LeftButton,
            Qt.MouseButton.MiddleButton,
        ):
            super().mousePressEvent(event)
            return
        is_middle = event.button() == Qt.MouseButton.MiddleButton
        if is_middle or (self._crop is None and self.can_pan):
            self._panned_from = position
            self._show_cursor(position)
            return
        self._pressed_at = position
        self._is_dragging = False
        if self._crop is not None:
            place = self._geometry.to_picture(position)
            grip = self._crop.grip_at(place, _REACH / self._geometry.scale)
            if grip is not Grip.NONE:
                self._crop.grab(grip, place)
                self._is_dragging = True

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override: go on with what was begun."""
        position = event.position()
        if self._panned_from is not None:
            by = position - self._panned_from
            self._panned_from = position
            self.pan(by)
        elif self._pressed_at is not None:
            self._drag(self._pressed_at, position)
        else:
            self._show_cursor(position)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Override: end what was begun."""
        self._pressed_at = self._panned_from = None
        self._is_dragging = False
        self._show_cursor(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Override: search with the marked part, or change the zoom here."""
        if self.picture is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if self._crop is None:
            self.toggle_zoom(event.position())
        elif self._crop.rect.contains(self._geometry.to_picture(event.position())):
            self.part_confirmed.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Override: zoom at the pointer."""
        self.zoom_by(_WHEEL_FACTOR ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def _drag(self, start: QPointF, position: QPointF) -> None:
        if not self._is_dragging:
            if (
                position - start
            ).manhattanLength() < QGuiApplication.styleHints().startDragDistance():
                return
            self._crop = Crop.from_point(self._geometry.picture, self._geometry.to_picture(start))
            self._is_dragging = True
        assert self._crop is not None
        self._crop.drag_to(self._geometry.to_picture(position))
        self._set_crop(self._crop)

    def _set_crop(self, crop: Crop | None) -> None:
        self._crop = crop
        self._place_part_controls()
        self.update()
        self.part_changed.emit()

    def _place_part_controls(self) -> None:
        """Put the button, or the hint, below the marked part, and always where it is seen."""
        is_marked = self._crop is not None
        self.part_button.setVisible(is_marked and self.is_part_large_enough)
        self.part_hint.setVisible(is_marked and not self.is_part_large_enough)
        if not is_marked:
            return
        rect = self.part_target()
        for control in (self.part_button, self.part_hint):
            control.adjustSize()
            left = rect.center().x() - control.width() / 2
            top = rect.bottom() + 16
            if top + control.height() > self.height():
                above = rect.top() - 16 - control.height()
                top = above if above >= 0 else self.height() - control.height() - 16
            left = min(max(left, 0), max(0, self.width() - control.width()))
            control.move(QPoint(round(left), round(max(top, 0))))

    def _paint_picture(self, painter: QPainter, picture: Picture) -> None:
        """Draw in device pixels, so that a picture loaded for this size is copied as it is."""
        ratio = self._geometry.ratio
        target = self.target()
        place = QRect(
            round(target.x() * ratio),
            round(target.y() * ratio),
            round(target.width() * ratio),
            round(target.height() * ratio),
        )
        painter.save()
        painter.scale(1 / ratio, 1 / ratio)
        image = picture.image
        off = max(abs(image.width() - place.width()), abs(image.height() - place.height()))
        if off <= 1:
            painter.drawImage(place.topLeft(), image)
        else:
            is_smooth = self._geometry.zoom < _SHARP_ZOOM or picture.detail < 1
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, is_smooth)
            _draw_seen(painter, image, place, self.size() * ratio)
        painter.restore()

    def _round_corners(self, painter: QPainter) -> None:
        target = self.target()
        path = QPainterPath()
        path.addRect(target)
        path.addRoundedRect(target, _CORNER, _CORNER)  # odd-even: the corners are left over
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(path, QColor(tokens.SCRIM))
        painter.restore()

    def _show_cursor(self, position: QPointF) -> None:
        if self._panned_from is not None:
            shape = Qt.CursorShape.ClosedHandCursor
        elif self._crop is not None:
            place = self._geometry.to_picture(position)
            shape = crops.cursor(self._crop.grip_at(place, _REACH / self._geometry.scale))
        elif self.can_pan:
            shape = Qt.CursorShape.OpenHandCursor
        else:
            shape = Qt.CursorShape.ArrowCursor
        self.setCursor(shape)

    def _take_viewport(self) -> None:
        ratio = self.devicePixelRatioF()
        self._geometry.set_viewport(QSizeF(self.size()), _MARGINS, ratio)
        self._on_view_changed()

    def _on_view_changed(self) -> None:
        self._place_part_controls()
        self.update()
        self.view_changed.emit()


def _draw_seen(painter: QPainter, image: QImage, place: QRect, viewport: QSize) -> None:
    """Draw the part of an enlarged or reduced image that is seen; device pixels."""
    seen = place & QRect(QPoint(), viewport)
    across, down = image.width() / place.width(), image.height() / place.height()
    left = math.floor((seen.left() - place.left()) * across)
    top = math.floor((seen.top() - place.top()) * down)
    right = min(math.ceil((seen.right() + 1 - place.left()) * across), image.width())
    bottom = min(math.ceil((seen.bottom() + 1 - place.top()) * down), image.height())
    source = QRectF(left, top, right - left, bottom - top)
    target = QRectF(
        place.left() + left / across,
        place.top() + top / down,
        source.width() / across,
        source.height() / down,
    )
    painter.drawImage(target, image, source)
