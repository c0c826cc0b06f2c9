"""Facts of a run: names on the left, values on the right."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout

from imgtext_desktop import tokens
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.theme import Theme


class Facts(QFrame):
    """A card of them."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self._theme = theme
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 12, 16, 12)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(7)
        self._grid.setColumnStretch(1, 1)

    def show_facts(self, facts: Sequence[tuple[str, str]]) -> None:
        """Show these, instead of those before; those without a value are left out."""
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        caption = self._theme.font(tokens.CAPTION)
        for row, (name, value) in enumerate((name, value) for name, value in facts if value):
            label = text_label(name, caption, role="secondary")
            shown = text_label(value, caption, wraps=True)
            shown.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
            shown.setAccessibleName(f"{name}: {value}")
            self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(shown, row, 1)
