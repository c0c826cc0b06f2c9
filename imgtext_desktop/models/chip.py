"""A short word on a tinted ground: how a version stands."""

from PySide6.QtWidgets import QLabel

from imgtext_desktop import tokens
from imgtext_desktop.models.overview import Standing
from imgtext_desktop.models.words import standing_text
from imgtext_desktop.theme import Theme

_TINTS = {Standing.IN_USE: "good", Standing.UNUSABLE: "warn", Standing.CUT_OFF: "warn"}


class Chip(QLabel):
    """Says how a version stands."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "chip")
        self.setFont(theme.font(tokens.MICRO))

    def show_standing(self, standing: Standing, mark: str = "") -> None:
        """Show it.

        Args:
            standing: How the version stands.
            mark: What stands before the words, such as a tick.
        """
        self.setText(f"{mark}{standing_text(standing)}")
        self.setAccessibleName(standing_text(standing))
        self.setProperty("look", _TINTS.get(standing, "calm"))
        self.style().polish(self)
