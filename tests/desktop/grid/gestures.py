"""What a person does to the grid, and what it is filled with, in few words."""

import numpy as np
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from imgtext_desktop.grid.view import PhotoGrid

PLAIN, CTRL, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


def show(grid: PhotoGrid, count: int) -> None:
    """Show the ids 1001, 1002, ... at the places 0, 1, ..."""
    grid.photos.set_photos(np.arange(1001, 1001 + count))


def middle(grid: PhotoGrid, place: int) -> QPoint:
    """Return the middle of a tile."""
    return grid.rect_of(place).center()


def click(
    qtbot: QtBot, grid: PhotoGrid, place: int, modifiers: Qt.KeyboardModifier = PLAIN
) -> None:
    """Click on a tile."""
    qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, modifiers, middle(grid, place))


def press(qtbot: QtBot, grid: PhotoGrid, *keys: Qt.Key) -> None:
    """Press keys, one after another."""
    for key in keys:
        qtbot.keyClick(grid, key)
