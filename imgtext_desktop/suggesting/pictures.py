"""Large pictures of the review: read in workers, painted as large as there is room."""

import io
from dataclasses import dataclass

from PIL import Image
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from engine.errors import ImageError
from engine.images.reader import PictureReader
from engine.images.thumbnails import ThumbnailStore
from engine.images.views import PictureFile, View, fitted_view, lay_out
from imgtext_desktop import icons, tokens
from imgtext_desktop.controls.labels import ElidedLabel, text_label
from imgtext_desktop.suggesting.session import Item
from imgtext_desktop.theme import Theme

_SIGN = 40
_SMALLEST = QSize(160, 140)


@dataclass(frozen=True, slots=True)
class Pixels:
    """A picture, blue, green, red and 255 of each pixel."""

    data: bytearray
    size: tuple[int, int]

    def as_image(self) -> QImage:
        """Return a copy as an image; in the GUI thread only."""
        width, height = self.size
        kind = QImage.Format.Format_RGB32
        return QImage(self.data, width, height, 4 * width, kind).copy()


def read_small(content: bytes | None) -> Pixels | None:
    """Decode one of our own small pictures; None where it is missing or broken."""
    if content is None:
        return None
    try:
        with Image.open(io.BytesIO(content), formats=["JPEG"]) as image:
            picture = image.convert("RGB")
    except (OSError, ValueError, SyntaxError):  # what Pillow says of a broken file
        return None
    return Pixels(lay_out(picture), picture.size)


def read_thumbnail(store: ThumbnailStore, item: Item) -> Pixels | None:
    """Read the small picture of a photo."""
    return read_small(store.read(item.content_hash))


def read_sharp(reader: PictureReader, item: Item, box: tuple[int, int]) -> Pixels | None:
    """Read a photo as large as it is shown; None where its file cannot be read."""
    if item.is_offline:
        return None
    try:
        view: View = reader.read(fitted_view, PictureFile(item.path), box)
    except ImageError:
        return None
    return Pixels(view.data, view.size)


class PicturePane(QWidget):
    """A picture below a heading and a line.

    Args:
        theme: Colours and fonts.
        heading: What stands above it.

    Attributes:
        words: The line.
    """

    def __init__(self, theme: Theme, heading: str) -> None:
        super().__init__()
        self._canvas = _Canvas(theme)
        self._canvas.setAccessibleName(heading)
        self.words = ElidedLabel("")
        self.words.setFont(theme.font(tokens.CAPTION))
        self.words.setProperty("role", "secondary")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        title = text_label(heading, theme.font(tokens.BODY))
        title.setProperty("heading", True)
        column.addWidget(title)
        column.addWidget(self.words)
        column.addSpacing(6)
        column.addWidget(self._canvas, 1)

    @property
    def room(self) -> tuple[int, int]:
        """How many device pixels the picture has."""
        ratio = self._canvas.devicePixelRatioF()
        return round(self._canvas.width() * ratio), round(self._canvas.height() * ratio)

    @property
    def has_picture(self) -> bool:
        """Whether a picture is shown."""
        return self._canvas.image is not None

    def show_picture(self, pixels: Pixels | None) -> None:
        """Show a picture, or an empty frame."""
        self._canvas.image = None if pixels is None else pixels.as_image()
        self._canvas.update()


class _Canvas(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.image: QImage | None = None
        self.setMinimumSize(_SMALLEST)
        policy = QSizePolicy.Policy.Expanding
        self.setSizePolicy(policy, policy)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: the whole picture, as large as there is room."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        area = QRectF(self.rect())
        clip = QPainterPath()
        if self.image is None:
            clip.addRoundedRect(area, tokens.RADIUS_CARD, tokens.RADIUS_CARD)
            painter.fillPath(clip, self._theme.colour("hover"))
            sign = QRectF(0, 0, _SIGN, _SIGN)
            sign.moveCenter(area.center())
            icons.paint_icon(painter, "image", sign, self._theme.colour("text3"))
        else:
            size = self.image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
            target = QRectF(0, 0, size.width(), size.height())
            target.moveLeft(area.center().x() - target.width() / 2)
            clip.addRoundedRect(target, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
            painter.setClipPath(clip)
            painter.drawImage(target, self.image)
        painter.end()
