"""The line above the photo: back, its name and place in the row, and what can be done."""

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from imgtext_desktop import tokens
from imgtext_desktop.controls.labels import ElidedLabel
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
        self.name = ElidedLabel()
        self.name.setObjectName("viewerName")
        self.place = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
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
