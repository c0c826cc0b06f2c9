import os
import sys

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from imgtext_desktop.operations.files import mime_of, path_of, url_of

NAMES = [
    b"/a/plain.jpg",
    b"/a/50% #1? &x=1;.jpg",
    b"/a/%41%2e.jpg",
    b"/a/file:name.jpg",
    b"/a/back\\slash.jpg",
    b"/a/new\nline.jpg",
    b"/a/\xff\xfe.jpg",
    "/a/鳥 🐦.jpg".encode(),
]


@pytest.mark.skipif(sys.platform == "win32", reason="such names are refused there")
@pytest.mark.parametrize("path", NAMES)
def test_any_name_survives_the_way_through_a_url(path: bytes) -> None:
    assert path_of(url_of(path)) == path
    assert path_of(QUrl.fromEncoded(url_of(path).toEncoded())) == path


@pytest.mark.skipif(sys.platform == "win32", reason="such names are refused there")
def test_any_name_survives_drag_and_drop(qtbot: QtBot) -> None:
    mime = mime_of(NAMES)
    assert [path_of(url) for url in mime.urls()] == NAMES
    sent = bytes(mime.data("text/uri-list").data())
    assert len(sent.split(b"\r\n")) >= len(NAMES)


def test_a_plain_local_url_and_a_foreign_one() -> None:
    assert path_of(QUrl.fromLocalFile(os.path.abspath("x.jpg"))) == os.fsencode(
        os.path.abspath("x.jpg")
    )
    assert path_of(QUrl("https://example.org/a.jpg")) is None
