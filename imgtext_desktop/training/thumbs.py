"""Small pictures of photos, by their content: decoded in workers, which make no Qt object."""

import io
from collections.abc import Iterable
from functools import partial
from typing import Final, NamedTuple

from PIL import Image, ImageOps
from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from engine.images.thumbnails import ThumbnailStore
from imgtext_desktop import icons, tokens
from imgtext_desktop.context import Context
from imgtext_desktop.theme import Theme

_BATCH: Final = 8
_KEPT: Final = 400
_SCALE: Final = 2  # as many pixels as a sharp screen wants
_SIGN: Final = 18


class _Pixels(NamedTuple):
    width: int
    height: int
    data: bytes


class Thumbs(QObject):
    """Makes and keeps small pictures.

    Args:
        context: The window's surroundings.
        size: Of a picture, pixels at 100 %.
        parent: Its owner.

    Signals:
        loaded: Contents (bytes) whose picture is there or is known to be missing, a set.
    """

    loaded = Signal(object)

    def __init__(self, context: Context, size: QSize, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._store = context.jobs, context.library.thumbnails
        self._size = (size.width() * _SCALE, size.height() * _SCALE)
        self._made: dict[bytes, QPixmap | None] = {}
        self._asked: set[bytes] = set()

    def pixmap(self, content: bytes) -> QPixmap | None:
        """Return a picture, or None while there is none."""
        return self._made.get(content)

    def want(self, contents: Iterable[bytes]) -> None:
        """Make pictures, as far as they are not there."""
        new = [
            content
            for content in dict.fromkeys(contents)
            if content not in self._made and content not in self._asked
        ]
        self._asked.update(new)
        for start in range(0, len(new), _BATCH):
            work = partial(_make_all, self._store, new[start : start + _BATCH], self._size)
            self._jobs.read(work, self._on_made)

    def _on_made(self, pictures: dict[bytes, _Pixels | None]) -> None:
        if not isValid(self):
            return
        self._asked.difference_update(pictures)
        for content, pixels in pictures.items():
            self._made[content] = None if pixels is None else _pixmap(pixels)
        for content in list(self._made)[: max(0, len(self._made) - _KEPT)]:
            del self._made[content]
        self.loaded.emit(set(pictures))


class Thumb(QWidget):
    """Shows one of them, rounded.

    Args:
        theme: Colours.
        thumbs: Where the pictures come from.
        size: Pixels at 100 %.
    """

    def __init__(self, theme: Theme, thumbs: Thumbs, size: QSize) -> None:
        super().__init__()
        self._theme, self._thumbs = theme, thumbs
        self._content: bytes | None = None
        self.setFixedSize(size)
        thumbs.loaded.connect(self._on_loaded)
        theme.changed.connect(self.update)

    def show_photo(self, content: bytes | None) -> None:
        """Show a photo, or an empty frame."""
        self._content = content
        if content is not None:
            self._thumbs.want([content])
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: the picture, or a frame with a sign."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        area = QRectF(self.rect())
        pixmap = None if self._content is None else self._thumbs.pixmap(self._content)
        clip = QPainterPath()
        clip.addRoundedRect(area, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
        if pixmap is not None:
            painter.setClipPath(clip)
            painter.drawPixmap(area, pixmap, QRectF(pixmap.rect()))
        else:
            painter.fillPath(clip, self._theme.colour("hover"))
            sign = QRectF(0, 0, _SIGN, _SIGN)
            sign.moveCenter(area.center())
            icons.paint_icon(painter, "image", sign, self._theme.colour("text3"))
        painter.end()

    def _on_loaded(self, contents: set[bytes]) -> None:
        if self._content in contents:
            self.update()


def _make_all(
    store: ThumbnailStore, contents: list[bytes], size: tuple[int, int]
) -> dict[bytes, _Pixels | None]:
    return {content: _make(store, content, size) for content in contents}


def _make(store: ThumbnailStore, content: bytes, size: tuple[int, int]) -> _Pixels | None:
    """Decode a thumbnail and cut it to fill its place; None where it is missing or broken."""
    try:
        data = store.read(content)
        if data is None:
            return None
        with Image.open(io.BytesIO(data), formats=["JPEG"]) as image:
            picture = ImageOps.fit(image.convert("RGB"), size, Image.Resampling.BILINEAR)
    except (OSError, ValueError, SyntaxError):  # what Pillow says of a broken file
        return None
    return _Pixels(*picture.size, picture.tobytes())


def _pixmap(pixels: _Pixels) -> QPixmap:
    width, height, data = pixels
    image = QImage(data, width, height, 3 * width, QImage.Format.Format_RGB888)
    return QPixmap.fromImage(image, Qt.ImageConversionFlag.AutoColor)  # copies the pixels
