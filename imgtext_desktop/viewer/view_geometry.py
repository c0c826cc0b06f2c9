"""Where a picture stands in the viewer: fitted, zoomed, moved. Arithmetic only.

Three units: *picture* pixels (of the full, upright photo, whatever is loaded of it), *widget*
pixels (Qt's logical ones) and *device* pixels (those of the screen).
"""

from PySide6.QtCore import QPointF, QRectF, QSizeF

_MAX_FIT = 4.0  # device pixels for a picture pixel: an icon does not fill the screen
_MAX_ZOOM = 8.0


class ViewGeometry:
    """The mapping between a picture and the widget that shows it.

    Attributes:
        picture: Size of the full photo in picture pixels; empty while there is none.
        ratio: Device pixels in a widget pixel.
    """

    def __init__(self) -> None:
        self.picture = QSizeF()
        self.ratio = 1.0
        self._viewport = QSizeF(1, 1)
        self._margins = QSizeF()
        self._scale: float | None = None
        self._centre = QPointF()

    def set_picture(self, size: QSizeF) -> None:
        """Take another photo, fitted."""
        self.picture = size
        self.fit()

    def set_viewport(self, size: QSizeF, margins: QSizeF, ratio: float) -> None:
        """Take another place to show it in; the zoom and the middle of the view are kept.

        Args:
            size: The widget, widget pixels.
            margins: Room left free on each side of a fitted picture, widget pixels.
            ratio: Device pixels in a widget pixel.
        """
        if self._scale is not None:
            self._scale *= self.ratio / ratio  # 100 % stays 100 % on another screen
        self._viewport, self._margins, self.ratio = size, margins, ratio
        self._clamp()

    @property
    def is_fit(self) -> bool:
        """Whether the whole picture is shown and follows the widget's size."""
        return self._scale is None

    @property
    def box(self) -> tuple[int, int]:
        """Width and height of the room of a fitted picture, device pixels."""
        width = int((self._viewport.width() - 2 * self._margins.width()) * self.ratio)
        height = int((self._viewport.height() - 2 * self._margins.height()) * self.ratio)
        return max(1, width), max(1, height)

    @property
    def scale(self) -> float:
        """Widget pixels for a picture pixel."""
        return self._fit_scale() if self._scale is None else self._scale

    @property
    def zoom(self) -> float:
        """Device pixels for a picture pixel: 1 is 100 %."""
        return self.scale * self.ratio

    @property
    def can_pan(self) -> bool:
        """Whether a part of the picture lies outside the widget."""
        if self._scale is None:
            return False
        target = self.target()
        return target.width() > self._viewport.width() or target.height() > self._viewport.height()

    def target(self) -> QRectF:
        """Return where the picture lies: widget pixels, its edges on device pixels."""
        scale, ratio = self.scale, self.ratio
        left = self._viewport.width() / 2 - self._centre.x() * scale
        top = self._viewport.height() / 2 - self._centre.y() * scale
        return QRectF(
            round(left * ratio) / ratio,
            round(top * ratio) / ratio,
            max(1, round(self.picture.width() * scale * ratio)) / ratio,
            max(1, round(self.picture.height() * scale * ratio)) / ratio,
        )

    def to_picture(self, point: QPointF) -> QPointF:
        """Return the place in the picture under a point of the widget."""
        target = self.target()
        return QPointF(
            (point.x() - target.x()) / target.width() * self.picture.width(),
            (point.y() - target.y()) / target.height() * self.picture.height(),
        )

    def to_widget(self, area: QRectF) -> QRectF:
        """Return where an area of the picture lies in the widget."""
        target = self.target()
        across = target.width() / self.picture.width()
        down = target.height() / self.picture.height()
        return QRectF(
            target.x() + area.x() * across,
            target.y() + area.y() * down,
            area.width() * across,
            area.height() * down,
        )

    def fit(self) -> None:
        """Show the whole picture."""
        self._scale = None
        self._clamp()

    def show_pixels(self, at: QPointF) -> None:
        """Show one picture pixel on one device pixel; what is at this point stays there."""
        self._zoom_to(1 / self.ratio, at)

    def zoom_by(self, factor: float, at: QPointF) -> None:
        """Enlarge by a factor; what is at this point of the widget stays there."""
        fit = self._fit_scale()
        largest = max(_MAX_ZOOM / self.ratio, fit)
        wanted = min(self.scale * factor, largest)
        # Smaller than the widget is of no use, except for a small picture down to its own size.
        smallest = min(fit, 1 / self.ratio)
        if wanted <= smallest * 1.001 and smallest == fit:
            self.fit()
        else:
            self._zoom_to(max(wanted, smallest), at)

    def pan(self, by: QPointF) -> None:
        """Move the picture by so many widget pixels, as far as it goes."""
        self._centre -= by / self.scale
        self._clamp()

    def _zoom_to(self, scale: float, at: QPointF) -> None:
        place = self.to_picture(at)
        middle = QPointF(self._viewport.width() / 2, self._viewport.height() / 2)
        self._scale = scale
        self._centre = place - (at - middle) / scale
        self._clamp()

    def _fit_scale(self) -> float:
        if self.picture.isEmpty():
            return 1.0
        box = self.box
        across = box[0] / self.picture.width()
        down = box[1] / self.picture.height()
        return min(across, down, _MAX_FIT) / self.ratio

    def _clamp(self) -> None:
        """Leave no gap beside a picture that is larger than the widget, and centre others."""
        half = self._viewport / (2 * self.scale)
        self._centre = QPointF(
            _clamped(self._centre.x(), half.width(), self.picture.width()),
            _clamped(self._centre.y(), half.height(), self.picture.height()),
        )


def _clamped(centre: float, half: float, length: float) -> float:
    if 2 * half >= length:
        return length / 2
    return min(max(centre, half), length - half)
