"""Where a picture to search with comes from, and the work that makes it ready.

The sources are made in the GUI thread and cost nothing; :func:`load` runs in a worker.
"""

import base64
import binascii
import os
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QSize, Qt
from PySide6.QtGui import QColorSpace, QImage, QImageWriter

from engine.errors import ImageError
from engine.images.prepare import PreparedPhoto
from engine.images.reader import PictureReader
from engine.images.thumbnails import thumbnail_pixels
from engine.images.views import PictureData, PictureFile, prepared
from engine.paths import printable
from imgtext_desktop.search.picture import QueryPicture

# A pasted picture is kept at this size: enough to search with a part of it.
_MOST_SIDE: Final = 2048
_FAST_PNG: Final = 85  # Qt's scale from 0, smallest file, to 100, no compression


@dataclass(frozen=True)
class FileSource:
    """A file.

    Attributes:
        path: As ``os.fsencode`` gives it.
    """

    path: bytes


@dataclass(frozen=True)
class DataSource:
    """The bytes of a picture file.

    Attributes:
        data: The bytes.
        label: A name for display, or empty.
    """

    data: bytes
    label: str = ""


@dataclass(frozen=True, eq=False)
class ImageSource:
    """Pixels.

    Attributes:
        image: The picture; it is not changed.
        label: A name for display, or empty.
    """

    image: QImage
    label: str = ""


@dataclass(frozen=True)
class DataUrlSource:
    """A picture that lies in its own address (RFC 2397).

    Attributes:
        url: From ``data:`` on.
    """

    url: bytes


Source = FileSource | DataSource | ImageSource | DataUrlSource


def load(source: Source, reader: PictureReader) -> QueryPicture:
    """Make a picture ready to search with; takes up to seconds, so it runs in a worker.

    Args:
        source: Where it comes from.
        reader: Reads it in a process of its own.

    Raises:
        ImageError: It is no picture or cannot be read.
    """
    match source:
        case FileSource(path):
            photo = reader.read(prepared, PictureFile(path))
            return _picture(photo, label=printable(os.path.basename(path)), path=path)
        case DataSource(data, label):
            return _from_data(data, label, reader)
        case ImageSource(image, label):
            return _from_data(_encoded(image), label, reader)
        case DataUrlSource(url):
            return _from_data(_url_data(url), "", reader)


def _from_data(data: bytes, label: str, reader: PictureReader) -> QueryPicture:
    photo = reader.read(prepared, PictureData(data))
    return _picture(photo, label=label, original=data)


def _picture(
    photo: PreparedPhoto, *, label: str, path: bytes | None = None, original: bytes | None = None
) -> QueryPicture:
    thumbnail = QImage.fromData(photo.thumbnail)
    upright = thumbnail_pixels(photo.thumbnail)
    return QueryPicture(label, thumbnail, photo.pixels, upright, path=path, original=original)


def _encoded(image: QImage) -> bytes:
    """Return an image as the bytes of a PNG file, in sRGB and not larger than need be."""
    if image.isNull():
        raise ImageError(
            QCoreApplication.translate("Sources", "The picture is empty. Copy it again.")
        )
    if max(image.width(), image.height()) > _MOST_SIDE:
        image = image.scaled(
            QSize(_MOST_SIDE, _MOST_SIDE),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    if image.colorSpace().isValid():
        image = image.convertedToColorSpace(QColorSpace(QColorSpace.NamedColorSpace.SRgb))
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, b"PNG")
    writer.setQuality(_FAST_PNG)
    writer.write(image)
    return bytes(data.data())


def _url_data(url: bytes) -> bytes:
    head, comma, body = url.partition(b",")
    try:
        if not comma:
            raise ValueError("no comma")
        data = unquote_to_bytes(body)
        if head.rstrip().lower().endswith(b";base64"):
            data = base64.b64decode(b"".join(data.split()), validate=True)
    except (ValueError, binascii.Error) as error:
        raise ImageError(
            QCoreApplication.translate("Sources", "The picture came incomplete. Copy it again.")
        ) from error
    return data
