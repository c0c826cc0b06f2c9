"""Pictures to search with, and ways to paste and drop."""

import os
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote_from_bytes

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import (
    QClipboard,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
)
from PySide6.QtWidgets import QApplication, QWidget

from engine.images.reader import PictureReader
from imgtext_desktop.context import Context
from imgtext_desktop.search.picture import QueryPicture
from imgtext_desktop.search.sources import FileSource, load
from tests.conftest import DrawPhoto

MakePicture = Callable[..., QueryPicture]


@pytest.fixture
def make_picture(tmp_path: Path, draw_photo: DrawPhoto, reader: PictureReader) -> MakePicture:
    """Return ``make(seed=1)``: a picture ready to search with."""

    def make(seed: int = 1) -> QueryPicture:
        path = draw_photo(tmp_path / f"picture {seed}.png", seed)
        return load(FileSource(os.fsencode(path)), reader)

    return make


@pytest.fixture(scope="session", autouse=True)
def clipboard(qapp: QApplication) -> QClipboard:
    """The clipboard, made before and held through all tests."""
    return QGuiApplication.clipboard()


@pytest.fixture
def sentences(context: Context) -> list[str]:
    """What the user is told."""
    told: list[str] = []
    context.notifier.posted.connect(lambda message: told.append(message.text))
    return told


def uri_list(*paths: bytes) -> QMimeData:
    """Return files as a file manager gives them."""
    mime = QMimeData()
    lines = [b"file://" + _quoted(path) for path in paths]
    mime.setData("text/uri-list", b"".join(line + b"\r\n" for line in lines))
    return mime


def drag_over(widget: QWidget, mime: QMimeData, at: QPoint) -> bool:
    """Drag something in and about; return whether it may be dropped there."""
    copy, left, none = _HOW
    enter = QDragEnterEvent(at, copy, mime, left, none)
    QApplication.sendEvent(widget, enter)
    if not enter.isAccepted():
        return False
    move = QDragMoveEvent(at, copy, mime, left, none)
    QApplication.sendEvent(widget, move)
    return move.isAccepted()


def drag_out(widget: QWidget) -> None:
    """Drag it out again."""
    QApplication.sendEvent(widget, QDragLeaveEvent())


def drop(widget: QWidget, mime: QMimeData, at: QPoint) -> QDropEvent:
    """Drag something over and let it go."""
    drag_over(widget, mime, at)
    copy, left, none = _HOW
    event = QDropEvent(at.toPointF(), copy | Qt.DropAction.MoveAction, mime, left, none)
    QApplication.sendEvent(widget, event)
    return event


_HOW = (Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)


def _quoted(path: bytes) -> bytes:
    return quote_from_bytes(path).encode()
