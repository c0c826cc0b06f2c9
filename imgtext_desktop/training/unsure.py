"""Photos that the labels in use are unsure about: a yes or no here helps most."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.flow_layout import FlowLayout
from imgtext_desktop.controls.labels import ElidedLabel
from imgtext_desktop.training.overview import Question
from imgtext_desktop.training.thumbs import Thumb, Thumbs

_PICTURE: Final = QSize(104, 80)
_FIRST, _MORE = 6, 24


class UnsurePhotos(QFrame):
    """Tiles with two buttons each.

    Signals:
        answered: A Question and whether the answer is yes.
        shown: How many questions wait that are not on the screen.
    """

    answered = Signal(object, bool)
    shown = Signal(int)

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self._context = context
        self._thumbs = Thumbs(context, _PICTURE, self)
        self._questions: list[Question] = []
        self._tiles: list[_Tile] = []
        self._most = _FIRST
        area = QWidget()
        self._flow = FlowLayout((14, 16), area)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(20, 16, 20, 14)
        outer.addWidget(area)

    def show_questions(self, questions: Sequence[Question]) -> None:
        """Ask these, instead of those before; tiles that stay are not made anew."""
        self._questions = list(questions)
        self._fill()

    def show_more(self) -> None:
        """Show more of them at once."""
        self._most += _MORE
        self._fill()

    def _fill(self) -> None:
        wanted = self._questions[: self._most]
        for tile in [tile for tile in self._tiles if tile.question not in wanted]:
            self._tiles.remove(tile)
            self._flow.removeWidget(tile)
            tile.hide()
            tile.deleteLater()
        there = [tile.question for tile in self._tiles]
        for question in wanted:
            if question not in there:
                tile = _Tile(self._context, self._thumbs, question)
                tile.answered.connect(partial(self._on_answered, tile))
                self._tiles.append(tile)
                self._flow.addWidget(tile)
        self.shown.emit(max(0, len(self._questions) - len(wanted)))

    def _on_answered(self, tile: "_Tile", is_yes: bool) -> None:
        place = self._tiles.index(tile)
        had_focus = tile.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        self._questions.remove(tile.question)
        self._fill()
        if had_focus and self._tiles:
            self._tiles[min(place, len(self._tiles) - 1)].yes_button.setFocus()
        self.answered.emit(tile.question, is_yes)


class _Tile(QWidget):
    answered = Signal(bool)

    def __init__(self, context: Context, thumbs: Thumbs, question: Question) -> None:
        super().__init__()
        theme = context.theme
        self.question = question
        self._theme = theme
        asked = self.tr("%1?").replace("%1", question.label)
        self.setAccessibleName(asked)
        picture = Thumb(theme, thumbs, _PICTURE)
        picture.show_photo(question.content_hash)
        name = ElidedLabel(asked, Qt.TextElideMode.ElideRight)
        name.setFont(theme.font(tokens.TypeStyle(12, 600)))
        self.yes_button, self._no_button = QPushButton(), QPushButton()
        row = QHBoxLayout()
        row.setSpacing(8)
        for button, words, is_yes in (
            (self.yes_button, self.tr("Yes, it is “%1” (Y)"), True),
            (self._no_button, self.tr("No, it is not “%1” (N)"), False),
        ):
            button.setProperty("kind", "answer")
            spoken = words.replace("%1", question.label)
            button.setToolTip(spoken)
            button.setAccessibleName(spoken)
            button.setIconSize(QSize(16, 16))
            button.clicked.connect(partial(self.answered.emit, is_yes))
            row.addWidget(button, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(picture)
        column.addWidget(name)
        column.addLayout(row)
        self.setFixedWidth(_PICTURE.width())
        theme.changed.connect(self._retint)
        self._retint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: Y and N answer."""
        if event.key() in (Qt.Key.Key_Y, Qt.Key.Key_N) and not event.modifiers():
            self.answered.emit(event.key() == Qt.Key.Key_Y)
        else:
            super().keyPressEvent(event)

    def _retint(self) -> None:
        self.yes_button.setIcon(self._theme.icon("check", "good"))
        self._no_button.setIcon(self._theme.icon("x", "bad"))
