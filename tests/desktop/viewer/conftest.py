"""A viewer over a library with photos."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from imgtext_desktop.context import Context
from imgtext_desktop.viewer.viewer import Viewer
from tests.desktop.viewer.filled_library import fill

Key = Qt.Key
NO_MODIFIER = Qt.KeyboardModifier.NoModifier


class Bench:
    """A viewer that is shown, with what tests ask of it."""

    def __init__(self, qtbot: QtBot, context: Context, folder: Path) -> None:
        self.qtbot = qtbot
        self.context = context
        self.folder = folder
        self.window = QWidget()
        self.window.resize(900, 640)
        qtbot.addWidget(self.window)
        self.viewer = Viewer(context, self.window)
        self.viewer.resize(900, 640)
        self.ids: npt.NDArray[np.int64] = np.empty(0, np.int64)

    def draw(self, name: str, size: tuple[int, int] = (320, 240), seed: int = 0) -> Path:
        """Draw a photo in which each pixel has its own colour."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        across, down = np.arange(size[0]), np.arange(size[1])
        data = np.zeros((size[1], size[0], 3), np.uint8)
        data[..., 0] = across % 256
        data[..., 1] = (down % 256)[:, None]
        data[..., 2] = across // 256 * 16 + (down // 256)[:, None] + seed
        Image.fromarray(data).save(path)
        return path

    def fill(self, names: list[str], size: tuple[int, int] = (320, 240)) -> None:
        """Draw photos and take them into the library."""
        for seed, name in enumerate(names):
            self.draw(name, size, seed)
        self.ids = fill(self.context.library, self.folder)

    def open(self, position: int = 0) -> None:
        """Open the viewer and wait for the picture, or for the sentence in its place."""
        self.viewer.show()
        self.window.show()
        with self.qtbot.waitSignal(self.viewer.stage.settled):
            self.viewer.open(self.ids, position)

    def press(self, key: Key, modifiers: Qt.KeyboardModifier = NO_MODIFIER) -> None:
        """Press a key where the focus is."""
        QTest.keyClick(self.viewer.focusWidget() or self.viewer, key, modifiers)

    def go(self, key: Key) -> None:
        """Press a key that changes the photo, and wait for it."""
        with self.qtbot.waitSignal(self.viewer.stage.settled):
            self.press(key)

    def search_part(self, key: Key = Key.Key_Return) -> tuple[QImage, str]:
        """Press a key that searches with the marked part; return the part and its label."""
        with self.qtbot.waitSignal(self.viewer.part_searched) as searched:
            self.press(key)
        image, label = searched.args
        return image, label

    @property
    def name(self) -> str:
        """The name in the header."""
        return self.viewer.header.name.text()

    @property
    def place(self) -> str:
        """The line below it."""
        return self.viewer.header.place.text()

    @property
    def sentence(self) -> str:
        """The sentence over the photo; empty where there is none."""
        notice = self.viewer.stage.notice
        return notice.sentence.text() if notice.isVisible() else ""


@pytest.fixture
def bench(qtbot: QtBot, context: Context, tmp_path: Path) -> Bench:
    return Bench(qtbot, context, tmp_path / "photos")
