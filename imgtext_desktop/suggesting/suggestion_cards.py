"""What is suggested for one photo, as cards that are ticked or changed."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from engine.catalog.changes import CaptionSource
from engine.training.caption_providers import Proposal
from imgtext_desktop import tokens
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.labeling.caption_list import CaptionField
from imgtext_desktop.theme import Theme

MOST_NUMBERED = 9


class SuggestionCards(QWidget):
    """The cards of one photo; those that are ticked are meant.

    Signals:
        ticked_changed: Another choice is ticked.
        entered: A text was changed and entered; the photo shall have what is meant now.
        left: Changing was given up.
    """

    ticked_changed = Signal()
    entered = Signal()
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._cards: list[_Card] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)

    @property
    def texts(self) -> list[str]:
        """What is meant: the ticked texts, as they were changed."""
        return [card.text for card in self._cards if card.is_ticked and card.text]

    @property
    def is_changed(self) -> bool:
        """Whether a ticked text is not as it was suggested."""
        return any(card.is_ticked and card.is_changed for card in self._cards)

    def show_proposals(self, proposals: Sequence[Proposal]) -> None:
        """Show other suggestions, all of them ticked."""
        for card in self._cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self._cards = []
        for number, proposal in enumerate(proposals, start=1):
            card = _Card(self._theme, proposal, number if len(proposals) > 1 else 0)
            card.tick.toggled.connect(self.ticked_changed)
            card.entered.connect(self.entered)
            card.left.connect(self.left)
            self._column.addWidget(card)
            self._cards.append(card)

    def toggle(self, number: int) -> None:
        """Tick a card, or no longer, by its number from 1."""
        if 1 < len(self._cards) >= number > 0:
            self._cards[number - 1].tick.toggle()

    def edit(self) -> None:
        """Let the user change the first text that is ticked."""
        ticked = [card for card in self._cards if card.is_ticked] or self._cards[:1]
        for card in ticked[:1]:
            card.start_editing()


class _Card(QFrame):
    entered = Signal()
    left = Signal()

    def __init__(self, theme: Theme, proposal: Proposal, number: int) -> None:
        super().__init__()
        self.setObjectName("captionCard")
        self._suggested = self.text = proposal.text
        self.tick = QCheckBox(str(number) if 0 < number <= MOST_NUMBERED else "")
        self.tick.setAccessibleName(proposal.text)
        self.tick.setToolTip(self.tr("Accept this text, or not (%1)").replace("%1", str(number)))
        self.tick.setChecked(True)
        self.tick.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._label = text_label(proposal.text, theme.font(tokens.BODY), wraps=True)
        self._field: CaptionField | None = None
        self._column = QVBoxLayout()
        self._column.setSpacing(2)
        self._column.addWidget(self._label)
        self._column.addWidget(
            text_label(self._describe(proposal), theme.font(tokens.CAPTION), role="secondary")
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 10, 12, 10)
        row.setSpacing(10)
        row.addWidget(self.tick, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(self._column, 1)
        self.tick.setVisible(number > 0)  # it has a parent now, and is no window

    @property
    def is_ticked(self) -> bool:
        return self.tick.isChecked()

    @property
    def is_changed(self) -> bool:
        return self.text != self._suggested

    def start_editing(self) -> None:
        if self._field is not None:
            self._field.setFocus()
            return
        self.tick.setChecked(True)
        field = self._field = CaptionField()
        field.setObjectName("suggestionEdit")
        field.setAccessibleName(self.tr("Caption"))
        field.setToolTip(self.tr("Enter accepts it, Esc leaves it as it was"))
        field.setPlainText(self.text)
        field.selectAll()
        field.entered.connect(self._on_entered)
        field.left.connect(self._on_left)
        self._label.hide()
        self._column.insertWidget(0, field)
        field.setFocus()

    def _on_entered(self, text: str) -> None:
        field = self._field
        if field is None:
            return  # it is being put away, which takes the focus from it
        is_asked = field.hasFocus()  # else the focus went elsewhere: the words stay, unaccepted
        self.text = " ".join(text.split())
        self._stop_editing()
        if is_asked:
            self.entered.emit()

    def _on_left(self) -> None:
        self._stop_editing()
        self.left.emit()

    def _stop_editing(self) -> None:
        field, self._field = self._field, None
        if field is not None:
            self._label.setText(self.text)
            self._label.show()
            field.hide()
            field.deleteLater()

    def _describe(self, proposal: Proposal) -> str:
        sure = self.locale().toString(100 * proposal.confidence, "f", 0)
        if not proposal.confidence:  # it was kept
            weight = self.locale().toString(proposal.weight, "f", 2)
            return self.tr("Kept without a review, counts %1×").replace("%1", weight)
        if proposal.source is CaptionSource.PAIRS:
            return self.tr("From the matching picture")
        return self.tr("Written for this photo, %1 % sure").replace("%1", sure)
