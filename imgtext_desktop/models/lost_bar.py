"""The bar that says why the adopted model does not answer, with the ways on."""

from PySide6.QtCore import QSize, Signal, SignalInstance
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton

from engine.models.versions import Slot
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.engine_words.sentences import in_user_words
from imgtext_desktop.models.in_use_card import previous_name
from imgtext_desktop.models.overview import Overview


class LostBar(QFrame):
    """Shows itself while the files of the adopted model are gone.

    Signals:
        rollback_requested: What answered before shall answer again.
        built_in_requested: The built-in model shall answer for good.
        folder_requested: The folder of the model shall be chosen.
    """

    rollback_requested = Signal()
    built_in_requested = Signal()
    folder_requested = Signal()

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.setObjectName("lostModelBar")
        self._theme = context.theme
        self._icon = QLabel()
        self._text = text_label("", context.theme.font(tokens.BODY), wraps=True)
        self._back = _button(self.rollback_requested)
        built_in = _button(self.built_in_requested)
        built_in.setText(self.tr("Keep the built-in model"))
        built_in.setToolTip(self.tr("The built-in model answers from now on"))
        folder = _button(self.folder_requested)
        folder.setText(self.tr("Choose its folder…"))
        folder.setToolTip(self.tr("If the model was exported, take it up again"))
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 10, 12, 10)
        row.setSpacing(10)
        row.addWidget(self._icon)
        row.addWidget(self._text, 1)
        for button in (self._back, built_in, folder):
            row.addWidget(button)
        context.theme.changed.connect(self._retint)
        self._retint()
        self.hide()

    def show_overview(self, overview: Overview) -> None:
        """Show what is wrong, or nothing."""
        self.setVisible(bool(overview.lost))
        if not overview.lost:
            return
        text = self.tr(
            "The model that was adopted is not there. The built-in model answers meanwhile. %1"
        )
        self._text.setText(text.replace("%1", in_user_words(overview.lost)))
        previous = overview.previous(Slot.RETRIEVAL)
        self._back.setVisible(previous is not None and not previous.is_built_in)
        name = previous_name(overview, Slot.RETRIEVAL)
        self._back.setText(self.tr("Roll back to %1").replace("%1", name))

    def _retint(self) -> None:
        icon = self._theme.icon("warning", "warn")
        self._icon.setPixmap(icon.pixmap(QSize(18, 18), self.devicePixelRatioF()))


def _button(signal: SignalInstance) -> QPushButton:
    button = QPushButton()
    button.setProperty("kind", "small")
    button.clicked.connect(signal)
    return button
