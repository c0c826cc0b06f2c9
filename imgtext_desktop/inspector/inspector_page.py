"""What the inspector's pages have in common: a column, and colours that may not be the theme's."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QVBoxLayout, QWidget

from imgtext_desktop.theme import Theme


class InspectorPage(QWidget):
    """A page of the inspector.

    Args:
        theme: Fonts.
        colour: Returns a colour by its token's name.
        icon: Returns an icon by its name, in a token's colour.
        parent: Its owner.

    Attributes:
        column: Its layout.
    """

    def __init__(
        self,
        theme: Theme,
        colour: Callable[[str], QColor],
        icon: Callable[[str, str], QIcon],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._colour = colour
        self._icon = icon
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(16, 16, 16, 16)
        self.column.setSpacing(8)
        self._build()
        self.tint()

    def tint(self) -> None:
        """Take up other colours."""
        raise NotImplementedError

    def _build(self) -> None:
        """Make what stands on the page."""
        raise NotImplementedError

    def _put_into_focus_chain(self, panel: QWidget, following: QWidget) -> None:
        """Let Tab come to a panel before another widget of the page."""
        first = following
        while (before := first.previousInFocusChain()) is not None:
            first = before
            if first.focusPolicy() & Qt.FocusPolicy.TabFocus:
                break
        panel.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # setTabOrder passes over all others
        QWidget.setTabOrder(first, panel)
        panel.setFocusPolicy(Qt.FocusPolicy.NoFocus)
