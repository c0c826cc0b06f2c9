"""Is there enough to learn from? A row a fact, with what helps."""

from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.training.readiness import Readiness, ReadinessLine, Topic
from imgtext_desktop import tokens
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.theme import Theme
from imgtext_desktop.training.columns import clear, row_line
from imgtext_desktop.training.sign import Sign
from imgtext_desktop.training.words import line_words

_MOST_SMALL: Final = 3  # labels with few photos that get a row each


class ReadinessList(QFrame):
    """The facts about one method.

    Signals:
        label_requested: The user wants to label more photos; carries the label, perhaps none.
        caption_requested: The user wants to write captions.
        suggestions_requested: The user wants captions to be suggested.
    """

    label_requested = Signal(str)
    caption_requested = Signal()
    suggestions_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self._theme = theme
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(1, 4, 1, 4)
        self._rows.setSpacing(0)

    def show_readiness(self, readiness: Readiness, *, is_about_labels: bool) -> None:
        """Show the facts, instead of those before."""
        clear(self._rows)
        small = [line for line in readiness.lines if line.topic is Topic.FEW_OF_LABEL]
        hidden = small[_MOST_SMALL:]
        shown = [line for line in readiness.lines if line not in hidden]
        for line in shown:
            if self._rows.count():
                self._rows.addWidget(row_line())
            self._rows.addWidget(self._row(line, is_about_labels=is_about_labels))
            if hidden and line is small[_MOST_SMALL - 1]:
                self._rows.addWidget(row_line())
                self._rows.addWidget(self._more(len(hidden)))

    def _row(self, line: ReadinessLine, *, is_about_labels: bool) -> QWidget:
        words, more = line_words(line, is_about_labels=is_about_labels)
        button: QPushButton | None = None
        if line.topic is Topic.FEW_OF_LABEL:
            button = QPushButton(self.tr("Label more"))
            tip = self.tr("Find photos that may be “%1”, to label them").replace("%1", line.label)
            button.clicked.connect(partial(self.label_requested.emit, line.label))
        elif line.topic is Topic.NO_LABELS:
            button = QPushButton(self.tr("Label photos"))
            tip = self.tr("Go to the photos, to label some")
            button.clicked.connect(partial(self.label_requested.emit, ""))
        elif line.topic is Topic.NO_CAPTIONS and not is_about_labels:
            button = QPushButton(self.tr("Caption photos"))
            tip = self.tr("Go to the photos, to write captions")
            button.clicked.connect(self.caption_requested)
        elif line.topic in (Topic.CAPTIONS, Topic.NO_CAPTIONS):
            button = QPushButton(self.tr("Suggest captions…"))
            tip = self.tr("Let captions be suggested for photos that have none")
            button.clicked.connect(self.suggestions_requested)
        if button is not None:
            button.setProperty("kind", "small")
            button.setToolTip(tip)
            button.setAccessibleDescription(tip)
        return self._make_row(words, more, is_good=line.is_good, button=button)

    def _more(self, count: int) -> QWidget:
        words = self.tr("%Ln more labels have few photos", "", count)
        return self._make_row(words, self.tr("5 or more work better."), is_good=False)

    def _make_row(
        self, words: str, more: str, *, is_good: bool, button: QPushButton | None = None
    ) -> QWidget:
        row = QWidget()
        row.setAccessibleName(f"{words}. {more}")
        texts = QVBoxLayout()
        texts.setSpacing(2)
        title = text_label(words, self._theme.font(tokens.BODY), wraps=True)
        title.setProperty("strong", True)
        texts.addWidget(title)
        caption = self._theme.font(tokens.CAPTION)
        texts.addWidget(text_label(more, caption, role="secondary", wraps=True))
        layout = QHBoxLayout(row)
        layout.setContentsMargins(17, 9, 16, 9)
        layout.setSpacing(14)
        icon, token = ("check-circle", "good") if is_good else ("warning-circle", "warn")
        layout.addWidget(Sign(self._theme, icon, token))
        layout.addLayout(texts, 1)
        if button is not None:
            layout.addWidget(button)
        return row
