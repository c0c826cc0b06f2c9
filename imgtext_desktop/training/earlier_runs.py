"""The list of earlier runs: what came of them, and what can go on."""

from functools import partial
from typing import Final

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.training.runs import RunStatus
from imgtext_desktop import tokens
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.engine_words.sentences import in_user_words
from imgtext_desktop.theme import Theme
from imgtext_desktop.training.columns import clear, row_line
from imgtext_desktop.training.overview import RunLine
from imgtext_desktop.training.words import day_words, method_words, number

_SHOWN: Final = 6


class EarlierRuns(QFrame):
    """Rows of runs, newest first.

    Signals:
        resume_requested: A run (a RunLine) shall go on.
        report_requested: What came of a run (a RunLine) shall be shown.
    """

    resume_requested = Signal(object)
    report_requested = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self._theme = theme
        self._lines: tuple[RunLine, ...] = ()
        self._are_all_shown = False
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(1, 4, 1, 4)
        self._rows.setSpacing(0)

    def show_runs(self, lines: tuple[RunLine, ...]) -> None:
        """Show runs, instead of those before."""
        self._lines = lines
        clear(self._rows)
        shown = lines if self._are_all_shown else lines[:_SHOWN]
        for line in shown:
            if self._rows.count():
                self._rows.addWidget(row_line())
            self._rows.addWidget(self._row(line))
        if len(shown) < len(lines):
            more = QPushButton(self.tr("%Ln more", "", len(lines) - len(shown)))
            more.setProperty("kind", "link")
            more.setToolTip(self.tr("Show all earlier runs"))
            more.clicked.connect(self._show_all)
            self._rows.addWidget(more, 0, Qt.AlignmentFlag.AlignLeading)

    def _show_all(self) -> None:
        self._are_all_shown = True
        self.show_runs(self._lines)

    def _row(self, line: RunLine) -> QWidget:
        row = QWidget()
        name = method_words(line.method).name
        facts = " · ".join(part for part in (day_words(line.created), self._outcome(line)) if part)
        row.setAccessibleName(f"{name}, {facts}")
        texts = QVBoxLayout()
        texts.setSpacing(1)
        title = text_label(name, self._theme.font(tokens.BODY))
        title.setProperty("strong", True)
        texts.addWidget(title)
        caption = self._theme.font(tokens.CAPTION)
        texts.addWidget(text_label(facts, caption, role="secondary", wraps=True))
        if line.sentence:
            why = text_label(in_user_words(line.sentence), caption, role="warn", wraps=True)
            texts.addWidget(why)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(16, 8, 14, 8)
        layout.setSpacing(10)
        layout.addLayout(texts, 1)
        layout.addWidget(self._end(line, f"{name}, {facts}"), 0, Qt.AlignmentFlag.AlignVCenter)
        return row

    def _outcome(self, line: RunLine) -> str:
        if line.before is not None and line.after is not None:
            words = self.tr("%1 → %2 of 100")
            words = words.replace("%1", QLocale().toString(round(100 * line.before)))
            return words.replace("%2", QLocale().toString(round(100 * line.after)))
        if line.status is RunStatus.STOPPED:
            return self.tr("stopped by you, round %1").replace("%1", number(line.epoch))
        if line.status is RunStatus.FAILED:
            return self.tr("failed")
        if line.status is RunStatus.WAITING:
            return self.tr("was cut off")
        return self.tr("too few photos for an exam") if line.has_report else ""

    def _end(self, line: RunLine, spoken: str) -> QWidget:
        """Return the button of a run, or what became of it."""
        if line.can_resume:
            button = QPushButton(self.tr("Resume"))
            button.setProperty("kind", "pill")
            button.setToolTip(self.tr("Go on from the last finished round"))
            button.clicked.connect(partial(self.resume_requested.emit, line))
        elif line.has_report and line.status is not RunStatus.DISCARDED:
            button = QPushButton(self.tr("In use") if line.is_active else self.tr("Report"))
            button.setProperty("kind", "pill")
            button.setProperty("tone", "good" if line.is_active else "accent")
            button.setToolTip(self.tr("Show what came of this run"))
            button.clicked.connect(partial(self.report_requested.emit, line))
        else:
            is_gone = line.status is RunStatus.DISCARDED
            words = self.tr("Discarded") if is_gone else self.tr("Stopped")
            pill = text_label(words, self._theme.font(tokens.MICRO))
            pill.setProperty("pill", "calm")
            return pill
        button.setAccessibleDescription(spoken)
        return button
