"""The exam question by question: the user's own words, before and after."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.training.answers import Answer
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import ElidedLabel, text_label
from imgtext_desktop.controls.segmented import SegmentedControl
from imgtext_desktop.training.columns import clear, row_line
from imgtext_desktop.training.sign import Sign
from imgtext_desktop.training.thumbs import Thumb, Thumbs

_PICTURE: Final = QSize(72, 52)
_FIRST, _MORE = 8, 30
_ANSWER, _ARROW, _OUTCOME = 108, 24, 108  # widths of the columns


class Kept(Enum):
    """Which answers are shown."""

    CHANGED = auto()
    NOW_WRONG = auto()
    ALL = auto()


class Answers(QFrame):
    """Rows of answers, filtered; a few at first.

    Attributes:
        filter: Which are shown.
    """

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self._theme = context.theme
        self._thumbs = Thumbs(context, _PICTURE, self)
        self._answers: Sequence[Answer] = ()
        self._most = _FIRST
        self._is_about_captions = self._are_photos = False
        self.filter = SegmentedControl(self.tr("Which answers are shown"))
        self.filter.add(Kept.CHANGED, self.tr("Changed"), self.tr("Right now, or no longer"))
        self.filter.add(Kept.NOW_WRONG, self.tr("Now wrong"), self.tr("Right before, wrong now"))
        self.filter.add(Kept.ALL, self.tr("All"), self.tr("Every question of the exam"))
        self.filter.chosen.connect(self._on_chosen)
        self._lay_out()

    def show_answers(
        self, answers: Sequence[Answer], *, is_about_captions: bool, are_photos: bool
    ) -> None:
        """Show these, instead of those before.

        Args:
            answers: Of the exam.
            is_about_captions: Whether questions are captions; else they are photos.
            are_photos: Whether answers are photos; else they are labels.
        """
        self._answers, self._is_about_captions = answers, is_about_captions
        self._are_photos = are_photos
        self._most = _FIRST
        for kept in Kept:
            self.filter.set_count(kept, len(self._kept(kept)))
        self._title.setText(
            self.tr("Your own words, before and after")
            if is_about_captions
            else self.tr("Your own photos, before and after")
        )
        self._question.setText(self.tr("Caption") if is_about_captions else self.tr("Photo"))
        self.filter.choose(Kept.CHANGED if self._kept(Kept.CHANGED) else Kept.ALL)
        self._fill()

    @property
    def shown(self) -> list[Answer]:
        """The answers that have a row."""
        return self._kept(self.filter.current)[: self._most]

    def _lay_out(self) -> None:
        font = self._theme.font
        self._title = text_label("", font(tokens.TypeStyle(13, 600)), wraps=True)
        top = QHBoxLayout()
        top.setContentsMargins(20, 12, 14, 6)
        top.addWidget(self._title, 1)
        top.addWidget(self.filter)
        self._question = text_label("", font(tokens.CAPTION), role="secondary")
        names = QHBoxLayout()
        names.setContentsMargins(20, 0, 20, 6)
        names.setSpacing(0)
        names.addWidget(self._question, 1)
        before = text_label(self.tr("Before"), font(tokens.CAPTION), role="secondary")
        after = text_label(self.tr("After"), font(tokens.CAPTION), role="secondary")
        before.setFixedWidth(_ANSWER + _ARROW)
        after.setFixedWidth(_ANSWER + _OUTCOME)
        names.addWidget(before)
        names.addWidget(after)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self._more = QPushButton()
        self._more.setProperty("kind", "link")
        self._more.setToolTip(self.tr("Show more answers"))
        self._more.clicked.connect(self._show_more)
        self._none = text_label("", font(tokens.CAPTION), role="secondary", wraps=True)
        self._none.setContentsMargins(20, 10, 20, 10)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 8)
        column.setSpacing(0)
        column.addLayout(top)
        column.addLayout(names)
        column.addLayout(self._rows)
        column.addWidget(self._none)
        column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeading)

    def _kept(self, kept: Kept) -> list[Answer]:
        if kept is Kept.CHANGED:
            return [
                answer
                for answer in self._answers
                if answer.is_right_before != answer.is_right_after
            ]
        if kept is Kept.NOW_WRONG:
            return [
                answer
                for answer in self._answers
                if answer.is_right_before and not answer.is_right_after
            ]
        return list(self._answers)

    def _fill(self) -> None:
        clear(self._rows)
        kept, shown = self._kept(self.filter.current), self.shown
        self._thumbs.want(self._contents(shown))
        for answer in shown:
            self._rows.addWidget(row_line())
            self._rows.addWidget(self._row(answer))
        waiting = len(kept) - len(shown)
        self._more.setText(self.tr("Show %Ln more", "", waiting))
        self._more.setVisible(waiting > 0)
        self._none.setText(self.tr("None."))
        self._none.setVisible(not kept)

    def _contents(self, answers: Sequence[Answer]) -> list[bytes]:
        found = [] if self._is_about_captions else [answer.photo for answer in answers]
        if self._are_photos:
            found += [text for answer in answers for text in (answer.before, answer.after)]
        return [content for text in found if (content := _content(text)) is not None]

    def _row(self, answer: Answer) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(20, 7, 20, 7)
        layout.setSpacing(0)
        if self._is_about_captions:
            quoted = self.tr("“%1”").replace("%1", answer.query)
            question: QWidget = text_label(quoted, self._theme.font(tokens.BODY), wraps=True)
            layout.addWidget(question, 1)
            layout.addSpacing(12)
        else:
            layout.addWidget(self._picture(answer.photo))
            layout.addSpacing(12)
            layout.addWidget(text_label(answer.query, self._theme.font(tokens.BODY), wraps=True), 1)
        layout.addWidget(self._answer(answer.before))
        arrow = Sign(self._theme, "arrow-right", "text2", 14)
        if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            arrow.show_icon("arrow-left", "text2")
        layout.addWidget(arrow)
        layout.addSpacing(_ARROW - 14)
        layout.addWidget(self._answer(answer.after))
        pill = self._outcome(answer)
        box = QWidget()
        box.setFixedWidth(_OUTCOME)
        inside = QHBoxLayout(box)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(pill, 0, Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(box)
        row.setAccessibleName(f"{answer.query}: {pill.text()}")
        return row

    def _answer(self, said: str) -> QWidget:
        if self._are_photos:
            box = QWidget()
            box.setFixedWidth(_ANSWER)
            inside = QHBoxLayout(box)
            inside.setContentsMargins(0, 0, 0, 0)
            inside.addWidget(self._picture(said), 0, Qt.AlignmentFlag.AlignLeading)
            return box
        label = ElidedLabel(said or self.tr("nothing"), Qt.TextElideMode.ElideRight)
        label.setFont(self._theme.font(tokens.BODY))
        label.setFixedWidth(_ANSWER)
        label.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        return label

    def _picture(self, content: str) -> Thumb:
        picture = Thumb(self._theme, self._thumbs, _PICTURE)
        picture.show_photo(_content(content))
        return picture

    def _outcome(self, answer: Answer) -> QLabel:
        if answer.is_right_after and not answer.is_right_before:
            words, tone = self.tr("✓ Now right"), "good"
        elif answer.is_right_before and not answer.is_right_after:
            words, tone = self.tr("✕ Now wrong"), "bad"
        elif answer.is_right_after:
            words, tone = self.tr("✓ Still right"), "calm"
        else:
            words, tone = self.tr("Still wrong"), "calm"
        pill = text_label(words, self._theme.font(tokens.MICRO))
        pill.setProperty("pill", tone)
        return pill

    def _on_chosen(self) -> None:
        self._most = _FIRST
        self._fill()

    def _show_more(self) -> None:
        self._most += _MORE
        self._fill()


def _content(text: str) -> bytes | None:
    """Return the content that an answer names, or None if it names none."""
    try:
        return bytes.fromhex(text) or None
    except ValueError:
        return None
