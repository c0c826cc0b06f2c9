"""The first page of training: what to learn, whether there is enough, earlier runs."""

from collections.abc import Mapping

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.training.methods import METHODS, Needs
from engine.training.readiness import Readiness
from engine.training.runs import Run
from engine.training.settings import RunSettings
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.training.columns import Columns, heading
from imgtext_desktop.training.earlier_runs import EarlierRuns
from imgtext_desktop.training.failure import Failure
from imgtext_desktop.training.method_card import MethodCard
from imgtext_desktop.training.overview import Overview, RunLine, offered
from imgtext_desktop.training.readiness_list import ReadinessList
from imgtext_desktop.training.settings_card import SettingsCard
from imgtext_desktop.training.unsure import UnsurePhotos
from imgtext_desktop.training.words import LABEL_METHODS

_RIGHT = 340


class ChoosePage(Columns):
    """See the module.

    Attributes:
        start_button: Begins a run.
        runs: Earlier ones.
        readiness: What there is to learn from.
        unsure: Photos that an answer would help with.

    Signals:
        start_requested: A run shall begin; carries its RunSettings.
        settings_changed: Another method, effort or device is chosen.
        resume_requested: The run (a RunLine) that failed shall go on.
    """

    start_requested = Signal(object)
    settings_changed = Signal()
    resume_requested = Signal(object)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(_RIGHT, parent)
        theme = context.theme
        self._theme = theme
        self._overview: Overview | None = None
        self.cards = {method: MethodCard(theme, method) for method in offered()}
        for card in self.cards.values():
            card.toggled.connect(self._on_toggled)
        self.readiness = ReadinessList(theme)
        self.unsure = UnsurePhotos(context)
        self.settings_card = SettingsCard(theme)
        self.settings_card.changed.connect(self.settings_changed)
        self.runs = EarlierRuns(theme)
        self.start_button = QPushButton(self.tr("Start learning"))
        self.start_button.setObjectName("startTrainingButton")
        self.start_button.setProperty("kind", "primary")
        self.start_button.setProperty("large", True)
        self.start_button.setIconSize(QSize(26, 18))
        self.start_button.setToolTip(self.tr("Start learning (Ctrl+Enter)"))
        self.start_button.clicked.connect(self.start)
        self._more_button = QPushButton()
        self._more_button.setProperty("kind", "link")
        self._more_button.setToolTip(self.tr("Show more photos at once"))
        self._more_button.clicked.connect(self.unsure.show_more)
        self.unsure.shown.connect(self._on_shown)
        self._failed_run: Run | None = None
        self.failure = Failure(theme)
        self.failure.resume_button.clicked.connect(self._on_resume)
        self._lay_out()
        theme.changed.connect(self._retint)
        self._retint()
        if self.cards:
            next(iter(self.cards.values())).setChecked(True)
        self.start_button.setEnabled(False)

    @property
    def method(self) -> str:
        """The method that is chosen; empty if there is none."""
        return next((name for name, card in self.cards.items() if card.isChecked()), "")

    def settings_for(self, method: str) -> RunSettings:
        """Return what a run would be asked for."""
        return self.settings_card.settings(method)

    def show_overview(self, overview: Overview) -> None:
        """Show what there is."""
        is_first = self._overview is None
        self._overview = overview
        if is_first:
            self._choose_ready(overview.readiness)
        for method, readiness in overview.readiness.items():
            self.cards[method].show_readiness(readiness)
        self.runs.show_runs(overview.runs)
        for widget in (self._runs_heading, self.runs):
            widget.setVisible(bool(overview.runs))
        self.unsure.show_questions(overview.questions)
        for widget in (self._unsure_heading, self.unsure):
            widget.setVisible(bool(overview.questions))
        self._show_method()
        self._show_resumable()

    def set_estimate(self, method: str, seconds: float | None) -> None:
        """Say on a card how long a run would take."""
        for name, card in self.cards.items():
            if name == method or (name in LABEL_METHODS and method in LABEL_METHODS):
                card.set_estimate(seconds)

    def show_failure(self, sentence: str, run: Run | None) -> None:
        """Say why a run failed, and offer to go on; an empty sentence takes that away."""
        self._failed_run = run
        self.failure.show_sentence(sentence)
        self._show_resumable()

    def start(self) -> None:
        """Begin what is chosen, if it can."""
        if self.start_button.isEnabled() and self.method:
            self.start_requested.emit(self.settings_for(self.method))

    def _lay_out(self) -> None:
        left, right = self.left, self.right
        left.addWidget(self.failure)
        left.addLayout(heading(self._theme, self.tr("What should it learn?")))
        row = QHBoxLayout()
        row.setSpacing(16)
        for card in self.cards.values():
            row.addWidget(card, 1)
        for _ in range(3 - len(self.cards)):
            row.addStretch(1)
        left.addLayout(row)
        left.addLayout(heading(self._theme, self.tr("Is there enough to learn from?")))
        self._empty = text_label(
            self.tr("Label or caption a few photos first."),
            self._theme.font(tokens.BODY),
            role="secondary",
            wraps=True,
        )
        left.addWidget(self._empty)
        left.addWidget(self.readiness)
        self._unsure_heading = QWidget()
        unsure = heading(
            self._theme,
            self.tr("Your answers here help most"),
            self.tr("The program is unsure about these. Press Y or N."),
        )
        unsure.addWidget(self._more_button)
        self._unsure_heading.setLayout(unsure)
        left.addWidget(self._unsure_heading)
        left.addWidget(self.unsure)
        left.addStretch(1)
        right.addLayout(heading(self._theme, self.tr("Settings")))
        right.addWidget(self.settings_card)
        begin = QVBoxLayout()
        begin.setSpacing(12)
        begin.addWidget(self.start_button)
        begin.addWidget(
            text_label(
                self.tr(
                    "You can keep searching meanwhile. Nothing changes until you adopt the result."
                ),
                self._theme.font(tokens.CAPTION),
                role="secondary",
                wraps=True,
            )
        )
        right.addLayout(begin)
        self._runs_heading = QWidget()
        self._runs_heading.setLayout(heading(self._theme, self.tr("Earlier runs")))
        right.addWidget(self._runs_heading)
        right.addWidget(self.runs)
        right.addStretch(1)

    def _choose_ready(self, readiness: Mapping[str, Readiness]) -> None:
        """Choose the first method that can begin, if the first of all cannot."""
        ready = [method for method, found in readiness.items() if found.can_start]
        if ready and not readiness[self.method].can_start:
            self.cards[ready[0]].setChecked(True)

    def _on_toggled(self, is_chosen: bool) -> None:
        if is_chosen:
            self._show_method()
            self.settings_changed.emit()

    def _show_method(self) -> None:
        overview, method = self._overview, self.method
        if overview is None or not method:
            return
        readiness = overview.readiness[method]
        is_about_labels = METHODS[method].needs is Needs.LABELS
        self.readiness.show_readiness(readiness, is_about_labels=is_about_labels)
        self.start_button.setEnabled(readiness.can_start)
        self._empty.setVisible(not any(found.can_start for found in overview.readiness.values()))
        self.settings_card.show_method(method, has_baseline=overview.has_baseline)

    def _show_resumable(self) -> None:
        self.failure.resume_button.setVisible(self._failed_line is not None)

    @property
    def _failed_line(self) -> RunLine | None:
        """The run that failed, if it can go on."""
        runs = self._overview.runs if self._overview is not None else ()
        failed = (line for line in runs if line.run == self._failed_run and line.can_resume)
        return next(failed, None)

    def _on_resume(self) -> None:
        if (line := self._failed_line) is not None:
            self.resume_requested.emit(line)

    def _on_shown(self, waiting: int) -> None:
        self._more_button.setText(self.tr("Show %Ln more", "", waiting))
        self._more_button.setVisible(waiting > 0)

    def _retint(self) -> None:
        self.start_button.setIcon(self._theme.icon("play", "on_accent"))
