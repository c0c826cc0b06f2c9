"""A choice of one among a few, side by side."""

from collections.abc import Hashable
from typing import Any

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QWidget


class SegmentedControl(QFrame):
    """Buttons of which exactly one is down; arrow keys move between them.

    Attributes:
        current: The key that is chosen, or None before the first is added.

    Signals:
        chosen: The user chose another; carries its key.
    """

    chosen = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "segmented")
        self.setAccessibleName(name)
        self._buttons: dict[Hashable, QPushButton] = {}
        self._texts: dict[Hashable, str] = {}
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._group.buttonClicked.connect(self._on_clicked)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(2, 2, 2, 2)
        self._layout.setSpacing(0)
        self.current: Any = None

    def add(self, key: Hashable, text: str, tip: str = "") -> None:
        """Add a choice; the first one is chosen."""
        button = QPushButton(text)
        button.setCheckable(True)
        button.setProperty("kind", "choice")
        button.setToolTip(tip or text)
        button.setAccessibleName(text)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        self._buttons[key], self._texts[key] = button, text
        self._group.addButton(button)
        self._layout.addWidget(button)
        if self.current is None:
            self.choose(key)

    def choose(self, key: Hashable) -> None:
        """Choose without telling anybody."""
        self.current = key
        self._buttons[key].setChecked(True)

    def set_count(self, key: Hashable, count: int) -> None:
        """Show a number behind a choice."""
        text = f"{self._texts[key]}  {QLocale().toString(count)}"
        self._buttons[key].setText(text)
        self._buttons[key].setAccessibleName(text)

    def button(self, key: Hashable) -> QPushButton:
        """Return the button of a choice."""
        return self._buttons[key]

    def _on_clicked(self, clicked: QPushButton) -> None:
        for key, button in self._buttons.items():
            if button is clicked and key != self.current:
                self.current = key
                self.chosen.emit(key)
                return
