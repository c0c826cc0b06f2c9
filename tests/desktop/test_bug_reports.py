"""Reports from comparable programs that are about the window; see the engine's for the others."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote_from_bytes

import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.catalog.records import FileState
from engine.images.reader import PictureReader
from engine.images.views import PictureFile
from engine.library import Library
from imgtext_desktop.app import build_main_window
from imgtext_desktop.context import Context
from imgtext_desktop.main_window import MainWindow
from imgtext_desktop.operations.files import mime_of, open_file, path_of
from imgtext_desktop.preferences import window_settings
from imgtext_desktop.preferences.window_settings import WindowSettings
from imgtext_desktop.search.intake import pictures_from_mime
from imgtext_desktop.search.sources import FileSource, load
from imgtext_desktop.viewer.picture_reading import load_picture
from tests.conftest import IS_STRESS, DrawPhoto
from tests.desktop.viewer.conftest import Bench
from tests.desktop.viewer.filled_library import fill
from tests.desktop.viewer.image_pixels import pixels
from tests.tricky_files import assert_true_colours, tricky_file, truth_of

NAMES = [
    b"50% #1 ?a=b&c;d+e.png",
    b"%41%2e%2e%2fx.png",
    b"file:name.png",
    b"back\\slash.png",
    b"line\nbreak.png",
    b"<b>bold<img src=x>.png",
    b"bad-\xff\xfe.png",
    b"surrogate-\xed\xa0\x80.png",
    b"cafe\xcc\x81.png",
    b"caf\xc3\xa9.png",
    b" leading and trailing .png",
]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", ["orient/heic_crop_exif6.heic", "heif/depth_gainmap.heic"])
def test_a04_the_large_view_turns_a_photo_once(name: str, reader: PictureReader) -> None:
    truth = truth_of(name)
    source = PictureFile(os.fsencode(tricky_file(name)))
    shown = load_picture(reader, source, (900, 640))
    assert (shown.width, shown.height) == (int(truth["true_width"]), int(truth["true_height"]))
    assert_true_colours(pixels(shown.image), truth)


def test_a11_no_limit_of_qt_leaves_a_photo_blank(
    qtbot: QtBot, context: Context, tmp_path: Path
) -> None:
    bench = Bench(qtbot, context, tmp_path / "photos")
    bench.folder.mkdir()
    shutil.copy(tricky_file("size/nearly_white_30MP.jpg"), bench.folder / "a.jpg")
    Image.new("RGB", (12_000, 9000), (20, 90, 160)).save(bench.folder / "b.jpg", quality=30)
    bench.ids = fill(context.library, bench.folder)
    for position in range(2):
        bench.open(position)
        picture = bench.viewer.canvas.picture
        assert picture is not None
        assert bench.sentence == ""
        seen = pixels(picture.image)
        if position == 0:
            assert_true_colours(seen, truth_of("size/nearly_white_30MP.jpg"))
        else:
            assert abs(seen.astype(int) - (20, 90, 160)).max() < 4


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    """The real window over an empty library; bugs of its jobs fail the test."""
    settings_file = tmp_path / "config" / "window.json"
    monkeypatch.setattr(window_settings, "window_settings_path", lambda: settings_file)
    monkeypatch.setattr(Library, "warm_up", lambda _: None)  # nothing is searched for here
    window = build_main_window(tmp_path / "library", WindowSettings())
    bugs: list[Exception] = []
    window.context.jobs.failed.connect(bugs.append)
    window.show()
    yield window
    window.close()
    window.deleteLater()
    QApplication.processEvents()
    assert bugs == []


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("_", range(10 if IS_STRESS else 1))
def test_a12_an_import_while_scrolling_and_resizing_warns_of_nothing(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, draw_photo: DrawPhoto, _: int
) -> None:
    count = 500 if IS_STRESS else 40
    for number in range(count):
        draw_photo(tmp_path / "photos" / f"{number:03}.png", number, (320, 240))
    window.imports.add([os.fsencode(tmp_path / "photos")])
    bar = window.library_page.grid.verticalScrollBar()
    steps = 0

    def is_done() -> bool:
        nonlocal steps
        steps += 1
        if steps % 5 == 0:
            bar.setValue(97 * steps % (bar.maximum() + 1))
        if steps % 20 == 0:  # the import gives way: all the time would be for ever
            window.resize(900 + 37 * (steps % 12), 600 + 23 * (steps % 9))
        return not window.imports.is_running

    qtbot.waitUntil(is_done, timeout=3_000_000)
    assert window.context.library.files.counts()[FileState.INDEXED] == count
    qtbot.waitUntil(lambda: len(window.library_page.grid.photos.ids) == count)


class _Viewer(QObject):
    """Stands in for the system's picture viewer."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[bytes | None] = []

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        self.opened.append(path_of(QUrl.fromEncoded(url.toEncoded())))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a13_any_name_is_shown_opened_dragged_and_dropped(
    context: Context, tmp_path: Path, draw_photo: DrawPhoto
) -> None:
    folder = os.fsencode(tmp_path / "#1 50%")
    os.mkdir(folder)
    for seed, name in enumerate(NAMES):
        drawn = draw_photo(tmp_path / "drawn.png", seed)
        os.rename(drawn, os.path.join(folder, name))
    ids = fill(context.library, Path(os.fsdecode(folder)))
    rows = context.library.browse.rows(ids.tolist())
    paths = {row.path for row in rows.values()}
    assert paths == {os.path.join(folder, name) for name in NAMES}
    viewer = _Viewer()
    QDesktopServices.setUrlHandler("file", viewer, "open")
    try:
        for path in paths:
            assert load_picture(context.reader, PictureFile(path), (100, 100)).width == 64
            assert open_file(path)
            from_file_manager = QMimeData()
            sent = b"file://" + quote_from_bytes(path).encode() + b"\r\n"
            from_file_manager.setData("text/uri-list", sent)
            for mime in (mime_of([path]), from_file_manager):
                (source,) = pictures_from_mime(mime).pictures
                assert source == FileSource(path)
                assert load(source, context.reader).thumbnail.width() == 64
    finally:
        QDesktopServices.unsetUrlHandler("file")
    assert viewer.opened == list(paths)
