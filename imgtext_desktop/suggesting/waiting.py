"""What is seen while suggestions are made, and where there are none."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from engine.jobs import Progress
from imgtext_desktop import tokens
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.engine_words.stages import stage_text
from imgtext_desktop.suggesting.review_footer import quiet_button
from imgtext_desktop.theme import Theme


class WorkingPage(QWidget):
    """How far the job is.

    Signals:
        stop_requested: It shall stop.
    """

    stop_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._title = text_label("", theme.font(tokens.SUBTITLE), wraps=True)
        self._detail = text_label("", theme.font(tokens.BODY), role="secondary", wraps=True)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Progress"))
        stop = quiet_button(
            self.tr("Stop"), self.tr("Stop; what is written already can be reviewed")
        )
        stop.setObjectName("suggestStopButton")
        stop.clicked.connect(self.stop_requested)
        hint = self.tr("You can go elsewhere meanwhile. A message tells when it is done.")
        hint_label = text_label(hint, theme.font(tokens.CAPTION), role="hint", wraps=True)
        _fill(self, self._title, self._bar, self._detail, hint_label, _row(stop))

    def begin(self, title: str) -> None:
        """Show that a job has begun."""
        self._title.setText(title)
        self._detail.setText("")
        self._bar.setRange(0, 0)

    def show_progress(self, progress: Progress) -> None:
        """Show how far it is."""
        number = self.locale().toString
        self._bar.setRange(0, progress.total or 0)
        self._bar.setValue(progress.done)
        words = stage_text(progress.stage)
        if progress.total:
            count = self.tr("%1 of %2").replace("%1", number(progress.done))
            words = f"{words}: {count.replace('%2', number(progress.total))}"
        elif progress.done:
            words = f"{words}: {number(progress.done)}"
        self._detail.setText(words)


class SentencePage(QWidget):
    """How it ended where there is nothing to review.

    Signals:
        again_requested: Another way shall be chosen.
        closed: There is nothing more to do here.
    """

    again_requested = Signal()
    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.sentence = text_label("", theme.font(tokens.SUBTITLE), wraps=True)
        self.sentence.setObjectName("suggestSentence")
        self._again = quiet_button(
            self.tr("Choose another way…"), self.tr("Choose where captions shall come from")
        )
        self._again.clicked.connect(self.again_requested)
        back = quiet_button(self.tr("Back to the photos"), self.tr("Back to the photos (Esc)"))
        back.setProperty("kind", "primary")
        back.clicked.connect(self.closed)
        _fill(self, self.sentence, _row(self._again, back))

    def show_sentence(self, sentence: str, *, can_choose: bool) -> None:
        """Say how it ended.

        Args:
            sentence: What is said.
            can_choose: Whether another way is offered.
        """
        self.sentence.setText(sentence)
        self._again.setVisible(can_choose)


def _row(*buttons: QPushButton) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(10)
    for button in buttons:
        row.addWidget(button)
    row.addStretch(1)
    return row


def _fill(page: QWidget, *parts: QWidget | QHBoxLayout) -> None:
    """Put a column into the middle of a page."""
    column = QVBoxLayout()
    column.setSpacing(14)
    column.addStretch(2)
    for part in parts:
        if isinstance(part, QWidget):
            column.addWidget(part)
        else:
            column.addLayout(part)
    column.addStretch(3)
    row = QHBoxLayout(page)
    row.setContentsMargins(32, 0, 32, 0)
    row.addStretch(1)
    row.addLayout(column, 4)
    row.addStretch(1)
