"""What was dropped or pasted: pictures, folders, words or nothing of use. Decodes nothing.

Addresses on the web are never followed: a picture is used only if its data came along.
"""

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QCoreApplication, QMimeData, QObject
from PySide6.QtGui import QImage

from engine.images.formats import looks_like_photo
from engine.paths import printable
from imgtext_desktop.search.sources import (
    DataSource,
    DataUrlSource,
    FileSource,
    ImageSource,
    Source,
)

translate = QCoreApplication.translate

_URI_LIST: Final = "text/uri-list"
# Taken as they are, best first: Qt would decode them in the GUI thread.
_ENCODED_IMAGES: Final = tuple(
    f"image/{name}" for name in ("png", "jpeg", "webp", "avif", "tiff", "gif", "bmp")
)
# Any host: programs name this machine in many ways.
_FILE_URL: Final = re.compile(rb"file:(?://[^/]*)?(/.*)", re.IGNORECASE)
_DATA_URL: Final = re.compile(rb"data:image/[^,\s\"'<>]*,", re.IGNORECASE)
_HTML_DATA_URL: Final = re.compile(
    rb"<img\b[^>]*?\bsrc\s*=\s*[\"']?(data:image/[^\"'\s>]+)", re.IGNORECASE
)
_SUFFIX: Final = re.compile(rb"[^.]\.[A-Za-z0-9]{1,8}\Z")
# Qt writes an undecodable byte of a path as a lone surrogate in UTF-8.
_SURROGATE: Final = re.compile(rb"\xed[\xb2\xb3][\x80-\xbf]")


class IntakeKind(Enum):
    """What can be done with something dropped or pasted."""

    PICTURES = auto()
    FOLDERS = auto()
    TEXT = auto()
    NOTHING = auto()


@dataclass(frozen=True)
class Intake:
    """What was dropped or pasted.

    Attributes:
        pictures: Pictures to search with, in the order given.
        folders: Folders, as ``os.fsencode`` gives them.
        text: Words; only where there are no pictures or folders.
        sentence: What the user is told of that which cannot be used; empty if all can.
    """

    pictures: tuple[Source, ...] = ()
    folders: tuple[bytes, ...] = ()
    text: str = ""
    sentence: str = ""

    @property
    def kind(self) -> IntakeKind:
        """What can be done with it; pictures come before folders."""
        if self.pictures:
            return IntakeKind.PICTURES
        if self.folders:
            return IntakeKind.FOLDERS
        return IntakeKind.TEXT if self.text else IntakeKind.NOTHING


def kind_from_mime(mime: QMimeData) -> IntakeKind:
    """Tell what can be done with data while it is still being dragged; fetches no image."""
    files = files_from_mime(mime)
    if files is not None:
        return files.kind
    if _has_image(mime) or _data_url(mime) is not None:
        return IntakeKind.PICTURES
    return IntakeKind.TEXT if _text(mime) else IntakeKind.NOTHING


def pictures_from_mime(mime: QMimeData) -> Intake:
    """Take what is of use out of dropped or pasted data.

    Files come before image data, so that a photo copied in a file manager is read in full, and
    image data before addresses on the web.
    """
    files = files_from_mime(mime)
    if files is not None:
        return files
    source = _image_source(mime) or _data_url(mime)
    if source is not None:
        return Intake(pictures=(source,))
    text = _text(mime)
    if text:
        return Intake(text=text)
    return Intake(sentence=_refusal(mime))


def is_plain_text(mime: QMimeData) -> bool:
    """Whether a text field would rather take the data as words, as from a cell of a table."""
    return bool(_text(mime)) and files_from_mime(mime) is None


def files_from_mime(mime: QMimeData) -> Intake | None:
    """Sort local files; None if there are none. It costs little, unlike image data."""
    paths = list(_local_paths(mime))
    if not paths:
        return None
    is_folder = {path: _is_folder(path) for path in paths}
    folders = tuple(path for path, is_one in is_folder.items() if is_one)
    files = [path for path, is_one in is_folder.items() if not is_one]
    pictures = tuple(FileSource(path) for path in files if _may_be_picture(path))
    left_out = len(files) - len(pictures)
    sentence = ""
    if left_out and (pictures or folders):
        sentence = _Words().left_out(left_out)
    elif left_out == 1:
        name = printable(os.path.basename(files[0]))
        sentence = translate("Intake", "“%1” is no picture. Use a photo, or a folder to add.")
        sentence = sentence.replace("%1", name)
    elif left_out:
        sentence = _Words().none_of(left_out)
    return Intake(pictures=pictures, folders=folders, sentence=sentence)


class _Words(QObject):
    """The sentences with plural forms: lupdate finds those in ``tr`` only."""

    def left_out(self, count: int) -> str:
        return self.tr("%Ln files are no pictures and were left out.", "", count)

    def none_of(self, count: int) -> str:
        return self.tr("None of these %Ln files is a picture.", "", count)


def _local_paths(mime: QMimeData) -> Iterator[bytes]:
    """Return the paths of local files.

    The list is read by hand: a path that is not UTF-8 does not survive ``QUrl``.
    """
    if os.name == "nt":
        for url in mime.urls():
            if url.isLocalFile():
                yield os.fsencode(url.toLocalFile())
        return
    for line in _data(mime, _URI_LIST).split(b"\n"):
        match = _FILE_URL.fullmatch(line.strip(b"\r\0 "))
        path = unquote_to_bytes(match[1]) if match else b""
        if path and b"\0" not in path:
            yield _existing(path.rstrip(b"/") or b"/")


def _existing(path: bytes) -> bytes:
    if _SURROGATE.search(path) and not os.path.lexists(path):
        return os.fsencode(path.decode("utf-8", "surrogatepass"))
    return path


def _is_folder(path: bytes) -> bool:
    try:
        return stat.S_ISDIR(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def _may_be_picture(path: bytes) -> bool:
    """Whether a file is worth a look: by its name, or because its name says nothing."""
    return looks_like_photo(path) or not _SUFFIX.search(os.path.basename(path))


def _has_image(mime: QMimeData) -> bool:
    return mime.hasImage() or any(mime.hasFormat(name) for name in _ENCODED_IMAGES)


def _image_source(mime: QMimeData) -> Source | None:
    for name in _ENCODED_IMAGES:
        if data := _data(mime, name):
            return DataSource(data)
    if mime.hasImage():
        image = mime.imageData()
        if isinstance(image, QImage):
            return ImageSource(image)
    return None


def _data_url(mime: QMimeData) -> Source | None:
    for name in (_URI_LIST, "text/plain"):
        data = _data(mime, name).strip()
        if _DATA_URL.match(data):
            return DataUrlSource(data)
    match = _HTML_DATA_URL.search(_html(mime))
    return DataUrlSource(match[1]) if match else None


def _data(mime: QMimeData, name: str) -> bytes:
    return bytes(mime.data(name).data()) if mime.hasFormat(name) else b""


def _html(mime: QMimeData) -> bytes:
    data = _data(mime, "text/html")
    # Some browsers give it in UTF-16.
    return data.replace(b"\0", b"") if b"\0" in data[:64] else data


def _text(mime: QMimeData) -> str:
    """Return plain words; an address that stands for a file or page is none."""
    if not mime.hasFormat("text/plain") or mime.hasFormat(_URI_LIST):
        return ""
    text = mime.text().strip()
    return "" if _DATA_URL.match(text[:200].encode("utf-8", "replace")) else text


def _refusal(mime: QMimeData) -> str:
    if mime.hasUrls():
        return translate(
            "Intake",
            "Only the address of the picture came along, and nothing here uses the network. "
            "Copy the picture itself and paste it.",
        )
    return translate("Intake", "There is no picture in this. Use a photo, or a folder to add.")
