"""The line above the photo: back, its name and place in the row, and what can be done."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from imgtext_desktop import tokens
from imgtext_desktop.theme import Theme

_BUTTONS = ("viewerZoom", "viewerCrop", "viewerInfo", "viewerMenu")
_BUTTON_SIZE = 36
_ICON_SIZE = 20


class ViewerHeader(QWidget):
    """Shows the name of a photo and buttons for actions.

    Attributes:
        name: The photo's name.
        place: Its place in the row and what else there is to say.
        menu_button: The button that opens the menu.
    """

    def __init__(
        self, theme: Theme, actions: Mapping[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setMinimumHeight(tokens.HEADER_HEIGHT)
        self.name = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        self.name.setObjectName("viewerName")
        self.place = ElidedLabel(Qt.TextElideMode.ElideRight)
        self.place.setObjectName("viewerPlace")
        self.place.setProperty("role", "secondary")
        self.place.setFont(theme.font(tokens.CAPTION))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch()
        words.addWidget(self.name)
        words.addWidget(self.place)
        words.addStretch()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 16, 0)
        layout.setSpacing(6)
        layout.addWidget(action_button(actions["viewerClose"]))
        layout.addSpacing(6)
        layout.addLayout(words, 1)
        buttons = {name: action_button(actions[name]) for name in _BUTTONS}
        for button in buttons.values():
            layout.addWidget(button)
        self.menu_button = buttons["viewerMenu"]


class ElidedLabel(QLabel):
    """One line of plain text that is shortened to its room; the tooltip has all of it."""

    def __init__(self, mode: Qt.TextElideMode, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mode = mode
        self.full_text = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def set_full_text(self, text: str) -> None:
        """Show a text, as much of it as there is room for."""
        self.full_text = text
        self.setAccessibleName(text)
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override: more or less of it fits."""
        super().resizeEvent(event)
        self._elide()

    def changeEvent(self, event: QEvent) -> None:
        """Override: so it does in another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._elide()

    def _elide(self) -> None:
        shown = self.fontMetrics().elidedText(self.full_text, self._mode, self.width())
        self.setText(shown)
        self.setToolTip("" if shown == self.full_text else self.full_text)


def action_button(action: QAction, size: int = _BUTTON_SIZE) -> QToolButton:
    """Return a button for an action: its icon, its tooltip, and its words for a screen reader."""
    button = QToolButton()
    button.setObjectName(action.objectName() + "Button")
    button.setDefaultAction(action)
    button.setFixedSize(QSize(size, size))
    button.setIconSize(QSize(_ICON_SIZE, _ICON_SIZE))
    button.setAccessibleName(action.text())
    action.changed.connect(lambda: _follow(button, action))
    _follow(button, action)
    return button


def _follow(button: QToolButton, action: QAction) -> None:
    button.setAccessibleName(action.text())
    button.setVisible(action.isVisible())
