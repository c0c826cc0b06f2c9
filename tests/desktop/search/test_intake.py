import base64
import os
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QClipboard, QImage

from imgtext_desktop.search.intake import (
    Intake,
    IntakeKind,
    is_plain_text,
    kind_from_mime,
    pictures_from_mime,
)
from imgtext_desktop.search.sources import DataSource, DataUrlSource, FileSource, ImageSource
from tests.desktop.search.conftest import uri_list

pytestmark = pytest.mark.usefixtures("qapp")

ODD_NAMES = [
    b"plain.jpg",
    b"with space.jpg",
    b"100%41#1?x=y&z.jpg",
    b"%41.jpg",
    "Größe 照片.JPG".encode(),
    b"line\nbreak.png",
    b"tab\tand\\slash.png",
    pytest.param(
        b"invalid \xff\xfe utf-8.jpg",
        marks=pytest.mark.skipif(sys.platform != "linux", reason="such names exist on Linux only"),
    ),
]


def _image() -> QImage:
    image = QImage(8, 6, QImage.Format.Format_RGB32)
    image.fill(0xFF00AA)
    return image


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_file_of_any_name_is_found(tmp_path: Path, name: bytes) -> None:
    path = os.fsencode(tmp_path) + b"/" + name
    with open(path, "wb"):
        pass
    intake = pictures_from_mime(uri_list(path))
    assert intake == Intake(pictures=(FileSource(path),))


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_file_named_by_a_qt_program_is_found(tmp_path: Path, name: bytes) -> None:
    path = os.fsencode(tmp_path) + b"/" + name
    with open(path, "wb"):
        pass
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(os.fsdecode(path))])
    assert pictures_from_mime(mime).pictures == (FileSource(path),)


def test_several_files_and_folders_are_told_apart(tmp_path: Path) -> None:
    paths = [os.fsencode(tmp_path / name) for name in ("a.jpg", "b", "album", "note.txt", "c.heic")]
    os.mkdir(paths[2])
    intake = pictures_from_mime(uri_list(*paths))
    assert intake.pictures == tuple(FileSource(path) for path in (paths[0], paths[1], paths[4]))
    assert intake.folders == (paths[2],)
    assert intake.sentence == "1 files are no pictures and were left out."
    assert intake.kind is IntakeKind.PICTURES


def test_a_folder_with_a_slash_or_a_dot_is_a_folder(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path / "holiday.jpg")
    os.mkdir(folder)
    intake = pictures_from_mime(uri_list(folder + b"/"))
    assert intake == Intake(folders=(folder,))
    assert intake.kind is IntakeKind.FOLDERS


def test_a_file_that_is_no_picture_gets_one_sentence(tmp_path: Path) -> None:
    intake = pictures_from_mime(uri_list(os.fsencode(tmp_path / "letter.pdf")))
    assert intake.kind is IntakeKind.NOTHING
    assert intake.sentence == "“letter.pdf” is no picture. Use a photo, or a folder to add."


def test_pixels_are_taken() -> None:
    mime = QMimeData()
    mime.setImageData(_image())
    (source,) = pictures_from_mime(mime).pictures
    assert isinstance(source, ImageSource)
    assert source.image == _image()


def test_the_bytes_of_a_file_come_before_pixels() -> None:
    mime = QMimeData()
    mime.setImageData(_image())
    mime.setData("image/png", b"\x89PNG...")
    assert pictures_from_mime(mime).pictures == (DataSource(b"\x89PNG..."),)


def test_a_copied_file_comes_before_its_small_picture(tmp_path: Path) -> None:
    mime = uri_list(os.fsencode(tmp_path / "a.jpg"))
    mime.setImageData(_image())
    assert pictures_from_mime(mime).pictures == (FileSource(os.fsencode(tmp_path / "a.jpg")),)


def test_a_browser_picture_with_its_data_needs_no_network() -> None:
    mime = QMimeData()
    mime.setUrls([QUrl("https://example.org/dog.jpg")])
    mime.setHtml('<img src="https://example.org/dog.jpg">')
    mime.setImageData(_image())
    assert kind_from_mime(mime) is IntakeKind.PICTURES
    (source,) = pictures_from_mime(mime).pictures
    assert isinstance(source, ImageSource)


def test_an_address_alone_is_not_followed() -> None:
    mime = QMimeData()
    mime.setUrls([QUrl("https://example.org/dog.jpg")])
    mime.setText("https://example.org/dog.jpg")
    intake = pictures_from_mime(mime)
    assert intake.kind is IntakeKind.NOTHING
    assert intake.sentence.startswith("Only the address of the picture came along")


@pytest.mark.parametrize("kind", ["text", "url", "html", "utf-16 html"])
def test_a_picture_in_its_address_is_taken(kind: str) -> None:
    url = "data:image/png;base64," + base64.b64encode(b"\x89PNG").decode()
    mime = QMimeData()
    match kind:
        case "text":
            mime.setText(url)
        case "url":
            mime.setUrls([QUrl(url)])
        case "html":
            mime.setHtml(f"<meta charset='utf-8'><img alt='x' src=\"{url}\">")
        case "utf-16 html":
            mime.setData("text/html", f"<img src='{url}'>".encode("utf-16"))
    assert kind_from_mime(mime) is IntakeKind.PICTURES
    assert pictures_from_mime(mime).pictures == (DataUrlSource(url.encode()),)
    assert not is_plain_text(mime)


def test_words_are_words() -> None:
    mime = QMimeData()
    mime.setText(" a dog\n on the beach ")
    assert is_plain_text(mime)
    assert pictures_from_mime(mime) == Intake(text="a dog\n on the beach")


def test_a_cell_of_a_table_is_text_to_a_field_though_it_has_a_picture() -> None:
    mime = QMimeData()
    mime.setText("1,234")
    mime.setImageData(_image())
    assert is_plain_text(mime)
    assert pictures_from_mime(mime).kind is IntakeKind.PICTURES


@pytest.mark.parametrize(
    "mime_type", ["application/x-color", "text/uri-list", "image/png", "text/html"]
)
def test_nonsense_gets_a_sentence(mime_type: str) -> None:
    mime = QMimeData()
    mime.setData(mime_type, b"" if mime_type == "image/png" else b"\0\xff file:/// %%% \0")
    intake = pictures_from_mime(mime)
    assert intake.kind is IntakeKind.NOTHING
    assert intake.sentence


def test_the_clipboard_gives_back_a_picture(clipboard: QClipboard) -> None:
    clipboard.setImage(_image())
    try:
        (source,) = pictures_from_mime(clipboard.mimeData()).pictures
        assert isinstance(source, ImageSource)
        assert source.image.size() == _image().size()
    finally:
        clipboard.clear()
