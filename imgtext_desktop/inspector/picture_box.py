"""A thumbnail with rounded corners in the inspector."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from imgtext_desktop import icons, tokens
from imgtext_desktop.inspector.details import Thumbnail

_ICON = 32


class PictureBox(QWidget):
    """Shows a picture as wide as the box.

    Args:
        colour: Returns a colour by its token's name.
        aspect: Height for a width of 1, for a picture cut to a given shape; None takes the
            picture's own, but at most a square.
    """

    def __init__(
        self,
        colour: Callable[[str], QColor],
        *,
        aspect: float | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._colour = colour
        self._fixed_aspect = aspect
        self._pixmap: QPixmap | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def has_picture(self) -> bool:
        """Whether there is a picture to show."""
        return self._pixmap is not None

    def show_thumbnail(self, thumbnail: Thumbnail | None) -> None:
        """Show a picture, or an empty frame."""
        self._pixmap = QPixmap.fromImage(thumbnail.as_image()) if thumbnail is not None else None
        self.updateGeometry()
        self.update()

    def heightForWidth(self, width: int) -> int:
        """Override: as high as the picture is at this width."""
        return round(width * self._aspect)

    def hasHeightForWidth(self) -> bool:
        """Override: it does."""
        return True

    def sizeHint(self) -> QSize:
        """Override: the inspector's inner width."""
        width = tokens.INSPECTOR_WIDTH - 32
        return QSize(width, self.heightForWidth(width))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: the picture in the middle, the rest cut off."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        area = QRectF(self.rect())
        if self._pixmap is None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._colour("hover"))
            painter.drawRoundedRect(area, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
            sign = QRectF(0, 0, _ICON, _ICON)
            sign.moveCenter(area.center())
            icons.paint_icon(painter, "image", sign, self._colour("text3"))
            return
        size = self._pixmap.size()
        if self._fixed_aspect is None:
            shown = size.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        else:
            shown = size.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatioByExpanding)
        target = QRectF(0, 0, shown.width(), shown.height())
        target.moveCenter(area.center())
        clip = QPainterPath()
        clip.addRoundedRect(target & area, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
        painter.setClipPath(clip)
        painter.drawPixmap(target, self._pixmap, QRectF(self._pixmap.rect()))

    @property
    def _aspect(self) -> float:
        if self._fixed_aspect is not None:
            return self._fixed_aspect
        if self._pixmap is None:
            return 0.6
        return min(1.0, self._pixmap.height() / self._pixmap.width())
