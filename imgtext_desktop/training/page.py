"""The page of training: choose and begin, watch, read the report."""

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from engine.training.process import RunEnd
from engine.training.readiness import Topic
from engine.training.runs import Run, RunStatus
from imgtext_desktop import tokens
from imgtext_desktop.actions import with_keys
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.training.choose import ChoosePage
from imgtext_desktop.training.live import LivePage
from imgtext_desktop.training.overview import (
    Overview,
    ReportData,
    RunLine,
    read_overview,
    read_report,
)
from imgtext_desktop.training.report_page import ReportPage
from imgtext_desktop.training.supervisor import Supervisor
from imgtext_desktop.training.words import (
    LABEL_METHODS,
    line_words,
    method_words,
    moment_words,
    summary_words,
)

_OVERVIEW, _REPORT = "training.overview", "training.report"
_SPACING: Final = 14


class TrainPage(QWidget):
    """One of three pages under a header.

    Args:
        context: The window's surroundings.
        supervisor: Follows the run that is going on.

    Attributes:
        choose: What to learn.
        live: The run that is going on.
        report: What came out of one.

    Signals:
        adopt_requested: A version shall answer; carries its name.
        compare_requested: It shall be compared with the one in use; carries its name.
        label_requested: The user wants to label more photos; carries the label, perhaps none.
        suggestions_requested: The user wants captions to be suggested.
        guess_answered: A guess is right or wrong: content id, label, whether it is right.
        estimates_wanted: How long would these take, a list of RunSettings with the number of
            photos that each would use? See :meth:`set_estimate`.
    """

    adopt_requested = Signal(str)
    compare_requested = Signal(str)
    label_requested = Signal(str)
    suggestions_requested = Signal()
    guess_answered = Signal(int, str, bool)
    estimates_wanted = Signal(object)

    def __init__(
        self, context: Context, supervisor: Supervisor, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("trainPage")
        self._context = context
        self._supervisor = supervisor
        self._overview: Overview | None = None
        self.choose = ChoosePage(context)
        self.live = LivePage(context, supervisor)
        self.report = ReportPage(context)
        self._stack = QStackedWidget()
        for page in (self.choose, self.live, self.report):
            self._stack.addWidget(page)
        self._lay_out()
        self._make_actions()
        self._connect()
        self._show_page(self.live if supervisor.is_running else self.choose)

    def refresh(self) -> None:
        """Read anew what there is to learn from, the earlier runs, and the report at hand."""
        if self._stack.currentWidget() is self.report and self.report.data is not None:
            self.show_run(self.report.data.line.run)
        library = self._context.library
        self._context.jobs.read(
            lambda: read_overview(library), self._on_overview, channel=_OVERVIEW
        )

    def set_estimate(self, method: str, seconds: float | None) -> None:
        """Say on a card how long a run would take."""
        self.choose.set_estimate(method, seconds)

    def show_run(self, run: Run) -> None:
        """Show what came out of a run."""
        library = self._context.library
        self._context.jobs.read(lambda: read_report(library, run), self._on_report, channel=_REPORT)

    def take_focus(self) -> None:
        """Give the focus to the first control."""
        page = self._stack.currentWidget()
        if page is self.live:
            self.live.pause_button.setFocus()
        elif page is self.report:
            self._back.setFocus()
        elif (card := self.choose.cards.get(self.choose.method)) is not None:
            card.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Override: what there is to learn from may have changed."""
        super().showEvent(event)
        self.refresh()

    # -- building ---------------------------------------------------------------------------

    def _lay_out(self) -> None:
        header = QFrame()
        header.setObjectName("trainHeader")
        header.setMinimumHeight(tokens.HEADER_HEIGHT)
        row = QHBoxLayout(header)
        row.setContentsMargins(32, 0, 32, 0)
        row.setSpacing(_SPACING)
        font = self._context.theme.font
        self._title = text_label("", font(tokens.TITLE))
        self._hint = text_label("", font(tokens.BODY), role="secondary", wraps=True)
        self._back = QPushButton(self.tr("All runs"))
        self._back.setProperty("kind", "link")
        self._back.setToolTip(self.tr("Back to what can be learned (Esc)"))
        self._back.clicked.connect(self._go_back)
        row.addWidget(self._title)
        row.addWidget(self._hint, 1)
        row.addWidget(self._back)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(header)
        layout.addWidget(self._stack, 1)

    def _make_actions(self) -> None:
        self._action(self.tr("Start learning, or adopt"), ("Ctrl+Return", "Ctrl+Enter"), self._go)
        self._action(self.tr("Stop learning"), ("Ctrl+.",), self._supervisor.stop)
        pause = self._supervisor.toggle_pause
        self._action(self.tr("Pause learning, or go on"), ("Ctrl+Shift+.", "Ctrl+>"), pause)
        report = self.report
        for text, keys, button in (
            (self.tr("Compare versions"), "Ctrl+K", report.compare_button),
            (self.tr("Discard the version"), "Ctrl+Backspace", report.discard_button),
        ):
            self._action(text, (keys,), partial(self._click_in_report, button))
        self._action(self.tr("Back"), ("Esc",), self._go_back)

    def _action(self, text: str, keys: tuple[str, ...], slot: object) -> None:
        action = QAction(text, self)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setToolTip(with_keys(text, action.shortcut()))
        action.triggered.connect(slot)
        self.addAction(action)

    def _connect(self) -> None:
        choose, report, supervisor = self.choose, self.report, self._supervisor
        choose.start_requested.connect(supervisor.start)
        choose.settings_changed.connect(self._ask_for_estimate)
        choose.runs.resume_requested.connect(self._resume)
        choose.runs.report_requested.connect(lambda line: self.show_run(line.run))
        choose.resume_requested.connect(self._resume)
        choose.readiness.label_requested.connect(self.label_requested)
        choose.readiness.suggestions_requested.connect(self.suggestions_requested)
        choose.readiness.caption_requested.connect(lambda: self.label_requested.emit(""))
        choose.unsure.answered.connect(
            lambda question, is_yes: self.guess_answered.emit(
                question.content_id, question.label, is_yes
            )
        )
        report.adopt_requested.connect(self.adopt_requested)
        report.compare_requested.connect(self.compare_requested)
        report.gentler_requested.connect(self._mix_gentler)
        report.discard_requested.connect(self._discard)
        supervisor.began.connect(self._on_began)
        supervisor.changed.connect(self._show_header)
        supervisor.ended.connect(self._on_ended)

    # -- what is shown ----------------------------------------------------------------------

    def _show_page(self, page: QWidget) -> None:
        had_focus = self.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        self._stack.setCurrentWidget(page)
        self._show_header()
        if had_focus and self.isVisible():
            self.take_focus()

    def _show_header(self) -> None:
        page, data = self._stack.currentWidget(), self.report.data
        self._back.setVisible(page is self.report)
        if page is self.report and data is not None:
            self._title.setText(self.tr("Training report"))
            name = method_words(data.line.method).name
            self._hint.setText(f"{name} · {moment_words(data.line.created)}")
            return
        self._title.setText(self.tr("Training"))
        if page is self.choose:
            self._hint.setText(self.tr("Teach the program your own labels and words"))
        elif self._supervisor.is_paused:
            self._hint.setText(self.tr("Paused"))
        elif self._supervisor.is_stopping:
            self._hint.setText(self.tr("Stopping"))
        elif self._supervisor.is_last_round:
            self._hint.setText(self.tr("Stops when this round is done"))
        else:
            self._hint.setText(self.tr("Running"))

    def _on_overview(self, overview: Overview) -> None:
        self._overview = overview
        self.choose.show_overview(overview)
        self._show_facts()
        self._ask_for_estimate()

    def _show_facts(self) -> None:
        """Say on the page of the run what it is examined on."""
        method = self._supervisor.method
        if self._overview is None or method not in self._overview.readiness:
            return
        lines = self._overview.readiness[method].lines
        exam = [line for line in lines if line.topic is Topic.EXAM]
        is_about_labels = method in LABEL_METHODS
        words = [line_words(line, is_about_labels=is_about_labels)[0] for line in exam]
        _, learned = summary_words(self._overview.readiness[method])
        self.live.show_facts(" · ".join([learned, *words]))

    def _ask_for_estimate(self) -> None:
        """Ask about the chosen method first, then about the others that could begin."""
        if self._overview is None or not self.isVisible() or self._supervisor.is_running:
            return
        chosen, wanted = self.choose.method, []
        ready = [name for name, found in self._overview.readiness.items() if found.can_start]
        for method in sorted(ready, key=lambda name: name != chosen):
            lines = self._overview.readiness[method].lines
            photos = next((line.count for line in lines if line.topic is Topic.EXAM), 0)
            wanted.append((self.choose.settings_for(method), photos))
        self.estimates_wanted.emit(wanted)

    def _on_report(self, data: ReportData | None) -> None:
        if data is None:
            self._context.notifier.error(self.tr("The report of this run is gone."))
            return
        self.report.show_report(data)
        if not self._supervisor.is_running:
            self._show_page(self.report)

    # -- the run ----------------------------------------------------------------------------

    def _on_began(self, _: str) -> None:
        self.choose.show_failure("", None)
        self._show_facts()
        self._show_page(self.live)

    def _on_ended(self, run: Run | None, end: RunEnd) -> None:
        self.refresh()
        if end.status is RunStatus.FINISHED and run is not None:
            self.show_run(run)
            return
        if end.status is RunStatus.FAILED:
            self.choose.show_failure(end.sentence, run)
        self._show_page(self.choose)

    # -- what the user does -----------------------------------------------------------------

    def _go(self) -> None:
        page = self._stack.currentWidget()
        if page is self.choose:
            self.choose.start()
        elif page is self.report:
            self.report.decide_first()

    def _go_back(self) -> None:
        if self._stack.currentWidget() is self.report:
            self._context.jobs.drop(_REPORT)  # else one that is read anew would come back
            self._show_page(self.choose)
            self.refresh()

    def _click_in_report(self, button: QPushButton) -> None:
        if self._stack.currentWidget() is self.report and button.isVisible():
            button.click()

    def _resume(self, line: RunLine) -> None:
        self._supervisor.resume(line.run, line.method)

    def _mix_gentler(self, line: RunLine) -> None:
        self._supervisor.gentler(line.run, line.method)

    def _discard(self, line: RunLine) -> None:
        learning = self._context.library.learning

        def done(_: None) -> None:
            self._context.notifier.post(self.tr("The version is discarded."))
            self._go_back()

        self._context.jobs.read(
            lambda: learning.discard(line.run), done, failed=self._context.notifier.error
        )
