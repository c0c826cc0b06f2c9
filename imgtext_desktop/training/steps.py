"""The steps of a run: what is done, what is being done, what comes."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel

from engine.training.progress import Stage
from imgtext_desktop import tokens
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.theme import Theme
from imgtext_desktop.training.columns import set_property
from imgtext_desktop.training.live_state import LiveState
from imgtext_desktop.training.sign import Sign
from imgtext_desktop.training.words import number, seconds_words, stage_words

_LONG: Final = 1.0  # seconds from which a step's time is worth a word


class Steps(QFrame):
    """One row a step, in their order."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self._theme = theme
        self._rows: dict[Stage, tuple[Sign, QLabel, QLabel]] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 12, 16, 12)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(11)
        grid.setColumnStretch(1, 1)
        for place, stage in enumerate(Stage):
            sign = Sign(theme, "circle", "text3", 16)
            words = text_label("", theme.font(tokens.BODY), wraps=True)
            facts = text_label("", theme.font(tokens.CAPTION), role="secondary")
            grid.addWidget(sign, place, 0, Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(words, place, 1)
            grid.addWidget(facts, place, 2, Qt.AlignmentFlag.AlignTrailing)
            self._rows[stage] = (sign, words, facts)

    def show_state(self, state: LiveState, *, is_about_labels: bool) -> None:
        """Show how far a run is."""
        order = list(Stage)
        current = order.index(state.stage) if state.stage is not None else -1
        for place, stage in enumerate(order):
            sign, words, facts = self._rows[stage]
            if place < current:
                sign.show_icon("check", "good")
            elif place == current:
                sign.show_icon("spinner", "accent")
            else:
                sign.show_icon("circle", "text3")
            text = stage_words(stage, is_about_labels=is_about_labels)
            words.setText(text)
            set_property(words, "role", "secondary" if place > current else "")
            set_property(words, "strong", place == current)
            facts.setText(self._facts(state, stage) if place <= current else "")
            words.setAccessibleName(self._spoken(text, place - current))

    def _facts(self, state: LiveState, stage: Stage) -> str:
        if stage is Stage.LEARNING and state.last is not None and state.stage is stage:
            return self.tr("round %1").replace("%1", number(state.last.epoch))
        if stage is Stage.PREPARING and state.notes.get(stage, "0").isdigit():
            groups = int(state.notes.get(stage, "0"))
            if groups:
                return self.tr("%Ln groups", "", groups)
        seconds = state.seconds.get(stage, 0.0)
        return seconds_words(seconds) if seconds >= _LONG and state.stage is not stage else ""

    def _spoken(self, words: str, distance: int) -> str:
        if distance < 0:
            return self.tr("%1: done").replace("%1", words)
        if distance == 0:
            return self.tr("%1: now").replace("%1", words)
        return self.tr("%1: to come").replace("%1", words)
