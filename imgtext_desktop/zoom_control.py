"""The slider for the size of the pictures, with a button at each end."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QSlider, QToolButton, QWidget

from imgtext_desktop import tokens
from imgtext_desktop.grid.geometry import ZOOM_MAX, ZOOM_MIN, ZOOM_STEP
from imgtext_desktop.grid.view import PhotoGrid
from imgtext_desktop.theme import Theme

_SLIDER_WIDTH: Final = 112


class ZoomControl(QWidget):
    """Zooms a grid.

    Args:
        theme: Colours.
        grid: What is zoomed.
        parent: Its owner.
    """

    def __init__(self, theme: Theme, grid: PhotoGrid, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._smaller = self._make_end(self.tr("Smaller pictures (Ctrl+-)"), grid.zoom_out)
        self._larger = self._make_end(self.tr("Larger pictures (Ctrl+=)"), grid.zoom_in)
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setRange(ZOOM_MIN // ZOOM_STEP, ZOOM_MAX // ZOOM_STEP)
        self._slider.setValue(grid.zoom // ZOOM_STEP)
        self._slider.setMinimumWidth(_SLIDER_WIDTH)
        self._slider.setAccessibleName(self.tr("Size of the pictures"))
        self._slider.setToolTip(self.tr("Size of the pictures (Ctrl+=, Ctrl+-)"))
        self._slider.valueChanged.connect(lambda value: grid.set_zoom(value * ZOOM_STEP))
        grid.zoomed.connect(lambda zoom: self._slider.setValue(zoom // ZOOM_STEP))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for part in (self._smaller, self._slider, self._larger):
            layout.addWidget(part)
        theme.changed.connect(self._retint)
        self._retint()

    def _make_end(self, text: str, run: Callable[[], None]) -> QToolButton:
        button = QToolButton()
        button.setIconSize(QSize(14, 14))
        button.setFixedSize(QSize(tokens.HEIGHT_SMALL, tokens.HEIGHT_SMALL))
        button.setProperty("kind", "compact")
        button.setToolTip(text)
        button.setAccessibleName(text)
        button.clicked.connect(run)
        return button

    def _retint(self) -> None:
        self._smaller.setIcon(self._theme.icon("squares-four"))
        self._larger.setIcon(self._theme.icon("square"))
