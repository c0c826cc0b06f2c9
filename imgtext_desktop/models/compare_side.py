"""One half of a comparison: a version's name over what it finds."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QStackedWidget, QVBoxLayout, QWidget

from engine.jobs import Progress
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import ElidedLabel, text_label
from imgtext_desktop.models.comparison import Found

_BAR = 220


@dataclass(frozen=True, slots=True)
class ResultGrid:
    """A grid of photos, lent by the window.

    Attributes:
        widget: The grid.
        show_photos: Shows files (int64 [n]) with scores (float32 [n]), and marks some of them.
    """

    widget: QWidget
    show_photos: Callable[[npt.NDArray[np.int64], npt.NDArray[np.float32], frozenset[int]], None]


class CompareSide(QWidget):
    """See the module.

    Args:
        context: The window's surroundings.
        grid: Shows the photos.
    """

    def __init__(self, context: Context, grid: ResultGrid) -> None:
        super().__init__()
        self._grid = grid
        font = context.theme.font
        self._role = text_label("", font(tokens.SUBTITLE))
        self._name = ElidedLabel()
        self._name.setFont(font(tokens.BODY))
        self._name.setProperty("role", "secondary")
        self._words = text_label("", font(tokens.BODY), role="secondary", wraps=True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(_BAR)
        self._bar.hide()
        message = QWidget()
        column = QVBoxLayout(message)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(12)
        column.addStretch(1)
        column.addWidget(self._words)
        column.addWidget(self._bar, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)
        self._message = message
        self._stack = QStackedWidget()
        self._stack.addWidget(grid.widget)
        self._stack.addWidget(message)
        title = QHBoxLayout()
        title.setContentsMargins(24, 14, 16, 0)
        title.setSpacing(10)
        title.addWidget(self._role)
        title.addWidget(self._name, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(title)
        layout.addWidget(self._stack, 1)

    @property
    def words(self) -> str:
        """The sentence in place of photos; empty while photos are shown."""
        return self._words.text() if self._stack.currentWidget() is self._message else ""

    def show_version(self, role: str, name: str) -> None:
        """Show whose photos these are."""
        self._role.setText(role)
        self._name.setText(name)
        self._grid.widget.setAccessibleName(f"{role}: {name}")

    def show_found(self, found: Found, marked: frozenset[int], nothing: str) -> None:
        """Show photos.

        Args:
            found: The photos.
            marked: Those that only this version has found.
            nothing: What is said where there are none.
        """
        self._grid.show_photos(found.ids, found.scores, marked)
        if len(found.ids):
            self._stack.setCurrentWidget(self._grid.widget)
        else:
            self.show_words(nothing)

    def show_words(self, words: str) -> None:
        """Show a sentence in place of photos."""
        self._words.setText(words)
        self._bar.hide()
        self._stack.setCurrentWidget(self._message)

    def show_progress(self, words: str, progress: Progress | None) -> None:
        """Show how far the preparing of the version is."""
        self.show_words(words)
        total = progress.total if progress is not None else None
        self._bar.setRange(0, total or 0)
        self._bar.setValue(progress.done if progress is not None else 0)
        self._bar.setAccessibleName(words)
        self._bar.show()
