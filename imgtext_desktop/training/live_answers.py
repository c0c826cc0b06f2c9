"""Some answers of a run while it learns, at its start and now."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from engine.training.answers import Answer
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import ElidedLabel
from imgtext_desktop.training.columns import card, clear, heading
from imgtext_desktop.training.sign import Sign
from imgtext_desktop.training.thumbs import Thumb, Thumbs

_PICTURE: Final = QSize(64, 46)


class LiveAnswers(QWidget):
    """A card of a few questions; hidden while there are none.

    Args:
        context: The window's surroundings.
    """

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._theme = context.theme
        self._thumbs = Thumbs(context, _PICTURE, self)
        self._shown: tuple[Answer, ...] = ()
        frame, self._rows = card(10, margin=16)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 16, 0, 0)
        column.setSpacing(12)
        column.addLayout(
            heading(self._theme, self.tr("Its best answer"), self.tr("at the start and now"))
        )
        column.addWidget(frame)
        self.hide()

    def show_answers(self, answers: Sequence[Answer], *, are_photos: bool) -> None:
        """Show these, instead of those before.

        Args:
            answers: A few.
            are_photos: Whether answers are photos that captions found; else labels of photos.
        """
        if tuple(answers) == self._shown:
            return
        self._shown = tuple(answers)
        clear(self._rows)
        for answer in answers:
            self._rows.addWidget(self._found(answer) if are_photos else self._named(answer))
        self.setVisible(bool(answers))

    def _found(self, answer: Answer) -> QWidget:
        """A caption, and the photos that it found."""
        row = QWidget()
        column = QVBoxLayout(row)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._text(self.tr("“%1”").replace("%1", answer.query)))
        pictures = QHBoxLayout()
        pictures.setSpacing(10)
        for picture in (self._picture(answer.before), self._arrow(), self._picture(answer.after)):
            pictures.addWidget(picture)
        pictures.addStretch(1)
        column.addLayout(pictures)
        return row

    def _named(self, answer: Answer) -> QWidget:
        """A photo, and the labels that it got."""
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(10)
        line.addWidget(self._picture(answer.photo))
        line.addWidget(self._text(answer.before), 1)
        line.addWidget(self._arrow())
        line.addWidget(self._text(answer.after), 1)
        return row

    def _text(self, text: str) -> ElidedLabel:
        label = ElidedLabel(text, Qt.TextElideMode.ElideRight)
        label.setFont(self._theme.font(tokens.CAPTION))
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        return label

    def _picture(self, content: str) -> Thumb:
        picture = Thumb(self._theme, self._thumbs, _PICTURE)
        picture.show_photo(bytes.fromhex(content))
        return picture

    def _arrow(self) -> Sign:
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        return Sign(self._theme, "arrow-left" if is_mirrored else "arrow-right", "text2", 14)
