"""The page of suggested captions: the job that makes them, then a review, photo by photo."""

import os
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.paths import printable
from engine.training.caption_providers import Match
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.suggesting.pictures import (
    PicturePane,
    Pixels,
    read_sharp,
    read_small,
    read_thumbnail,
)
from imgtext_desktop.suggesting.review_footer import ReviewFooter, quiet_button
from imgtext_desktop.suggesting.session import Answer, Item, Session
from imgtext_desktop.suggesting.suggestion_cards import SuggestionCards
from imgtext_desktop.suggesting.waiting import SentencePage, WorkingPage

_SMALL, _SHARP, _MATCH = "suggestSmall", "suggestSharp", "suggestMatch"
_RIGHT: Final = 340
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_WORKING, _SENTENCE, _REVIEW = range(3)


class ReviewPage(QWidget):
    """See the module.

    Attributes:
        session: What is reviewed; None before there is anything.
        cards: What is suggested for the photo at hand.
        footer: The row of buttons.
        working: Shows how far the job is.
        ending: Says how it ended.

    Signals:
        answered: The user has said something of an item: its place, an :class:`Answer`, the texts
            that are accepted (list).
        finish_requested: The user wants to leave the review.
        stop_requested: The job shall stop.
        again_requested: Another way shall be chosen.
        closed: There is nothing more to do here.
    """

    answered = Signal(int, object, list)
    finish_requested = Signal()
    stop_requested = Signal()
    again_requested = Signal()
    closed = Signal()

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.setObjectName("suggestPage")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._context = context
        self.session: Session | None = None
        theme = context.theme
        self._count = text_label("", theme.font(tokens.BODY), role="secondary")
        self._finish_button = quiet_button(self.tr("Finish"), self.tr("Finish (Esc)"))
        self._finish_button.clicked.connect(self.finish_requested)
        self.cards = SuggestionCards(theme)
        self.photo = PicturePane(theme, self.tr("Your photo"))
        self.match = PicturePane(theme, self.tr("The matching picture"))
        self._state = text_label("", theme.font(tokens.BODY), role="secondary", wraps=True)
        self.working, self.ending = WorkingPage(theme), SentencePage(theme)
        self.footer = ReviewFooter(theme)
        self._pages = QStackedWidget()
        for page in (self.working, self.ending, self._make_review()):
            self._pages.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._make_header())
        layout.addWidget(self._pages, 1)
        self._connect()

    # -- what is shown ----------------------------------------------------------------------

    @property
    def is_reviewing(self) -> bool:
        """Whether photos are shown, and not the job or how it ended."""
        return self._pages.currentIndex() == _REVIEW

    def show_working(self, title: str) -> None:
        """Show that suggestions are being made."""
        self.session = None
        self.working.begin(title)
        self._show(_WORKING)

    def show_sentence(self, sentence: str, *, can_choose: bool) -> None:
        """Show how it ended where there is nothing to review; see :class:`SentencePage`."""
        self.ending.show_sentence(sentence, can_choose=can_choose)
        self._show(_SENTENCE)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, sentence))

    def show_session(self, session: Session) -> None:
        """Review these suggestions."""
        self.session = session
        self._show(_REVIEW)
        self._show_item()

    def take_answer_back(self, session: Session, place: int) -> None:
        """An answer was undone: show its photo again."""
        if session is self.session:
            session.set_answer(place, None)
            self.show_session(session)

    def take_answer_again(self, session: Session, place: int, answer: Answer) -> None:
        """An answer that was undone was given again."""
        if session is self.session:
            session.set_answer(place, answer)
            self._show_next()

    def _show(self, page: int) -> None:
        self._pages.setCurrentIndex(page)
        self._finish_button.setVisible(page == _REVIEW)
        self._count.setVisible(page == _REVIEW)
        if self.isVisible():
            self.setFocus()

    # -- building ---------------------------------------------------------------------------

    def _make_header(self) -> QWidget:
        header = QFrame()
        header.setObjectName("suggestHeader")
        header.setMinimumHeight(tokens.HEADER_HEIGHT)
        row = QHBoxLayout(header)
        row.setContentsMargins(32, 12, 32, 12)
        row.setSpacing(14)
        title = self.tr("Suggested captions")
        row.addWidget(text_label(title, self._context.theme.font(tokens.TITLE)))
        row.addWidget(self._count, 1)
        row.addStretch(0)
        row.addWidget(self._finish_button)
        return header

    def _make_review(self) -> QWidget:
        pictures = QHBoxLayout()
        pictures.setSpacing(16)
        pictures.addWidget(self.photo, 1)
        pictures.addWidget(self.match, 1)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setFixedWidth(_RIGHT)
        inner = QWidget()
        inner.setObjectName("suggestCards")
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(12)
        column.addWidget(self._state)
        column.addWidget(self.cards)
        column.addStretch(1)
        area.setWidget(inner)
        body = QHBoxLayout()
        body.setContentsMargins(32, 20, 32, 16)
        body.setSpacing(24)
        body.addLayout(pictures, 1)
        body.addWidget(area)
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(body, 1)
        layout.addWidget(self.footer)
        return page

    def _connect(self) -> None:
        self.working.stop_requested.connect(self.stop_requested)
        self.ending.again_requested.connect(self.again_requested)
        self.ending.closed.connect(self.closed)
        self.cards.ticked_changed.connect(self._show_buttons)
        self.cards.entered.connect(self._on_entered)
        self.cards.left.connect(self.setFocus)
        self.footer.accepted.connect(self.accept)
        self.footer.edit_requested.connect(self.cards.edit)
        self.footer.rejected.connect(self.reject)
        self.footer.skipped.connect(self.skip)
        self.footer.back_requested.connect(self.go_back)

    # -- the photo at hand ------------------------------------------------------------------

    def _show_item(self) -> None:
        session = self.session
        if session is None:
            return
        item = session.item
        self.cards.show_proposals(item.proposals)
        name = printable(os.path.basename(item.path))
        self.photo.words.setText(name)
        self._read_pictures(item)
        self._show_count(session)
        self._show_buttons()
        spoken = ". ".join((name, *item.texts))
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, spoken))

    def _read_pictures(self, item: Item) -> None:
        read, store, reader = (
            self._context.jobs.read,
            self._context.library.thumbnails,
            self._context.reader,
        )
        self.photo.show_picture(None)
        read(partial(read_thumbnail, store, item), self._on_small, channel=_SMALL, priority=10)
        match = item.proposals[0].match
        self.match.setVisible(match is not None)
        if match is not None:
            self.match.words.setText(f"{match.name}: {self._match_words(match)}")
            work = partial(read_small, match.thumbnail)
            read(work, self.match.show_picture, channel=_MATCH, priority=9)
        work = partial(read_sharp, reader, item, self.photo.room)
        self._context.jobs.drop(_SHARP)
        read(work, self._on_sharp, channel=_SHARP, priority=8)

    def _match_words(self, match: Match) -> str:
        locale = self.locale()
        if match.cosine is None:
            words = self.tr("the same picture, %1 of 64 marks differ")
            return words.replace("%1", locale.toString(match.bits or 0))
        words = self.tr("a similar picture, alike %1 of 1")
        return words.replace("%1", locale.toString(match.cosine, "f", 2))

    def _on_small(self, pixels: Pixels | None) -> None:
        if not self.photo.has_picture:
            self.photo.show_picture(pixels)

    def _on_sharp(self, pixels: Pixels | None) -> None:
        if pixels is not None:
            self.photo.show_picture(pixels)

    def _show_count(self, session: Session) -> None:
        locale = self.locale()
        text = self.tr("Photo %1 of %2").replace("%1", locale.toString(session.place + 1))
        text = text.replace("%2", locale.toString(len(session.items)))
        left = self.tr("%Ln still to review", "", len(session.open_items))
        self._count.setText(f"{text} · {left}")
        words = {
            Answer.ACCEPTED: self.tr("Accepted. Ctrl+Z takes it back."),
            Answer.CHANGED: self.tr("Changed and accepted. Ctrl+Z takes it back."),
            Answer.REJECTED: self.tr("Rejected. Ctrl+Z takes it back."),
        }
        answer = session.answer
        self._state.setText(words[answer] if answer is not None else "")
        self._state.setVisible(answer is not None)

    def _show_buttons(self) -> None:
        session = self.session
        if session is None:
            return
        is_open = session.answer is None
        self.cards.setEnabled(is_open)
        self.footer.allow(
            answers=is_open,
            accept=bool(self.cards.texts),
            skip=bool(session.open_items),
            back=session.place > 0,
        )

    # -- what the user does -----------------------------------------------------------------

    def accept(self) -> None:
        """Make the ticked texts captions of the user's own."""
        answer = Answer.CHANGED if self.cards.is_changed else Answer.ACCEPTED
        if self.cards.texts:
            self._give(answer, self.cards.texts)

    def reject(self) -> None:
        """Take none of the texts."""
        self._give(Answer.REJECTED, [])

    def skip(self) -> None:
        """Say nothing of this photo now."""
        if self.session is not None:
            self.session.go_on()
            self._show_item()

    def go_back(self) -> None:
        """Look at the photo before."""
        if self.session is not None:
            self.session.go_back()
            self._show_item()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: a key each."""
        key = Qt.Key(event.key())
        is_over = self._pages.currentIndex() == _SENTENCE
        if self.is_reviewing and key == Qt.Key.Key_Escape:
            self.finish_requested.emit()
        elif key == Qt.Key.Key_Escape or (is_over and key in _ENTER and self.hasFocus()):
            self.closed.emit()
        elif not self.is_reviewing or event.isAutoRepeat() or not self._act_on(key, event):
            super().keyPressEvent(event)

    def _act_on(self, key: Qt.Key, event: QKeyEvent) -> bool:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if key in _ENTER and self.hasFocus():
            self.accept()
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_9 and self.cards.isEnabled():
            self.cards.toggle(key - Qt.Key.Key_0)
        else:
            return self.footer.press(key)
        return True

    def _on_entered(self) -> None:
        self._show_buttons()
        self.accept()

    def _give(self, answer: Answer, texts: list[str]) -> None:
        if self.session is None or self.session.answer is not None:
            return
        place = self.session.give(answer)
        self.setFocus()
        self.answered.emit(place, answer, texts)
        self._show_next()

    def _show_next(self) -> None:
        """Show the next photo, or that all are reviewed."""
        session = self.session
        if session is None:
            return
        if session.open_items:
            self._show_item()
            return
        count = self.locale().toString
        words = self.tr("All are reviewed: %1 accepted, %2 changed, %3 rejected.")
        words = words.replace("%1", count(session.count(Answer.ACCEPTED)))
        words = words.replace("%2", count(session.count(Answer.CHANGED)))
        self.show_sentence(
            words.replace("%3", count(session.count(Answer.REJECTED))), can_choose=False
        )
