"""Cards that offer models: some to download, and one for a folder on this computer."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QLocale, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.models.recommended import Need, RecommendedModel
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.models.words import joined, languages_text, published_text, size_text

_GAP = 16
_NARROW_BELOW = 1000
_COLUMNS, _NARROW_COLUMNS = 4, 2


class AddCards(QWidget):
    """A row of cards; two rows where there is little room.

    Attributes:
        folder_button: Asks for a folder.

    Signals:
        download_requested: A :class:`RecommendedModel` shall be downloaded.
        folder_requested: A model's folder shall be chosen.
    """

    download_requested = Signal(object)
    folder_requested = Signal()

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._theme = context.theme
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(_GAP)
        self._cards: list[_Card] = []
        self._offers: dict[str, _Card] = {}
        self._columns = 0
        self._own = _Card(
            context,
            icon="folder-simple",
            button_icon="folder-open",
            title=self.tr("Your own"),
            name=self.tr("A folder on this computer"),
            facts=self.tr(
                "CLIP, SigLIP, Chinese-CLIP or AltCLIP as safetensors, or a version that was "
                "exported. Or drop the folder here."
            ),
            action=self.tr("Choose folder…"),
        )
        self.folder_button = self._own.button
        self.folder_button.clicked.connect(self.folder_requested)
        self._context = context
        self.show_models(())

    def show_models(self, models: Sequence[RecommendedModel]) -> None:
        """Show what can be downloaded.

        Args:
            models: In their order; none leaves the card for a folder alone.
        """
        for card in self._cards:
            if card is not self._own:
                card.deleteLater()
        self._offers = {model.hub_id: self._make_card(model) for model in models}
        self._cards = [*self._offers.values(), self._own]
        self._columns = 0
        self._arrange()

    def show_busy(self, is_busy: Callable[[str], bool]) -> None:
        """Let no model be asked for that is on its way.

        Args:
            is_busy: Tells that of a model, by its name on the hub.
        """
        for model, card in self._offers.items():
            card.button.setEnabled(not is_busy(model))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override: two cards a row where there is little room."""
        super().resizeEvent(event)
        self._arrange()

    def _make_card(self, model: RecommendedModel) -> "_Card":
        icon, title = {
            Need.FAST: ("lightning", self.tr("Fast")),
            Need.ACCURATE: ("translate", self.tr("Accurate, many languages")),
            Need.CHINESE: ("globe-simple", self.tr("Chinese")),
        }[model.need]
        numbers = self.tr("%1 numbers a photo")
        numbers = numbers.replace("%1", QLocale().toString(model.dimensions))
        card = _Card(
            self._context,
            icon=icon,
            button_icon="download-simple",
            title=title,
            name=model.name,
            facts=joined(languages_text(model.languages), size_text(model.size), numbers),
            action=self.tr("Download"),
        )
        spoken = self.tr("Download %1 (%2)").replace("%1", model.name)
        card.button.setToolTip(published_text(model))  # the question before a download says it too
        card.button.setAccessibleName(spoken.replace("%2", size_text(model.size)))
        card.button.clicked.connect(partial(self.download_requested.emit, model))
        return card

    def _arrange(self) -> None:
        columns = _COLUMNS if self.width() >= _NARROW_BELOW else _NARROW_COLUMNS
        if columns == self._columns:
            return
        self._columns = columns
        for column in range(_COLUMNS):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        for number, card in enumerate(self._cards):
            self._grid.addWidget(card, number // columns, number % columns)


class _Card(QFrame):
    def __init__(  # noqa: PLR0913
        self,
        context: Context,
        *,
        icon: str,
        button_icon: str,
        title: str,
        name: str,
        facts: str,
        action: str,
    ) -> None:
        super().__init__()
        self._theme = context.theme
        self._icon, self._button_icon = icon, button_icon
        self.setProperty("kind", "card")
        font = context.theme.font
        self._sign = QLabel()
        heading = text_label(title, font(tokens.BODY), wraps=True)
        heading.setProperty("heading", True)
        said = text_label(facts, font(tokens.CAPTION), role="secondary", wraps=True)
        strong = text_label(name, font(tokens.BODY), wraps=True)
        strong.setProperty("strong", True)
        self.button = QPushButton(action)
        self.button.setProperty("kind", "small")
        self.button.setIconSize(QSize(20, 14))
        self.button.setToolTip(facts)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self._sign)
        top.addWidget(heading, 1)
        bottom = QHBoxLayout()
        bottom.addWidget(self.button)
        bottom.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(6)
        column.addLayout(top)
        column.addWidget(strong)
        column.addWidget(said)
        column.addStretch(1)
        column.addSpacing(2)
        column.addLayout(bottom)
        context.theme.changed.connect(self._retint)
        self._retint()

    def _retint(self) -> None:
        icon = self._theme.icon(self._icon, "accent_text")
        self._sign.setPixmap(icon.pixmap(QSize(18, 18), self.devicePixelRatioF()))
        self.button.setIcon(self._theme.icon(self._button_icon))
