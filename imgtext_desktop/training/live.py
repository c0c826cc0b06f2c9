"""The page of a run that is going on: how far it is, what it has reached, the chart."""

import os

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.models.versions import Slot
from engine.training.methods import METHODS, Needs
from engine.training.progress import Stage, TrainingProgress
from imgtext_desktop import tokens
from imgtext_desktop.actions import with_keys
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.controls.segmented import SegmentedControl
from imgtext_desktop.training.columns import Columns, card, heading, set_property
from imgtext_desktop.training.live_answers import LiveAnswers
from imgtext_desktop.training.live_state import LiveState
from imgtext_desktop.training.loss_chart import LossChart, Shown
from imgtext_desktop.training.sign import Sign
from imgtext_desktop.training.steps import Steps
from imgtext_desktop.training.supervisor import Supervisor, done_share
from imgtext_desktop.training.words import (
    WORDS,
    method_words,
    number,
    percent,
    seconds_words,
    signed,
    trial_words,
)

_RIGHT, _STEPS = 308, 1000
_DRAW_MILLISECONDS = 250  # at most four charts a second


class LivePage(Columns):
    """See the module.

    Attributes:
        pause_button: Pauses, or goes on.
        cancel_button: Stops; what is done is kept.
        chart: The chart.
        answers: Some of its answers.
    """

    def __init__(self, context: Context, supervisor: Supervisor) -> None:
        super().__init__(_RIGHT)
        self._theme = context.theme
        self._supervisor = supervisor
        self._state = LiveState()
        self._is_dirty = False
        self._timer = QTimer(self, singleShot=True, interval=_DRAW_MILLISECONDS)
        self._timer.timeout.connect(self._on_timer)
        self.chart = LossChart(context.theme)
        self._steps = Steps(context.theme)
        self.answers = LiveAnswers(context)
        self._tiles = [_Tile(context) for _ in range(4)]
        self.pause_button, self.cancel_button = QPushButton(), QPushButton(self.tr("Stop"))
        self.cancel_button.setObjectName("cancelTrainingButton")
        self.cancel_button.setToolTip(self.tr("Stop; finished rounds are kept (Ctrl+.)"))
        self.pause_button.clicked.connect(supervisor.toggle_pause)
        self.cancel_button.clicked.connect(supervisor.stop)
        self._lay_out()
        supervisor.began.connect(self._on_began)
        supervisor.said.connect(self._on_said)
        supervisor.changed.connect(self._show_buttons)
        self._theme.changed.connect(self._show_buttons)
        if supervisor.is_running:
            self._on_began(supervisor.method)
        self._show_buttons()

    def show_facts(self, facts: str) -> None:
        """Say what the run learns from and is examined on."""
        self._facts.setText(facts)
        self._facts.setVisible(bool(facts))

    # -- building ---------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.left.addWidget(self._make_head())
        tiles = QHBoxLayout()
        tiles.setSpacing(16)
        for tile in self._tiles:
            tiles.addWidget(tile, 1)
        self.left.addLayout(tiles)
        self.left.addWidget(self._make_chart_card(), 1)
        self.right.addLayout(heading(self._theme, self.tr("Steps")))
        self.right.addWidget(self._steps)
        self.right.addWidget(self.answers)
        self.right.addStretch(1)
        self.right.addWidget(self._make_note())

    def _make_head(self) -> QFrame:
        font = self._theme.font
        self._sign = Sign(self._theme, "tag-simple", "accent_text", 20, ground=40)
        self._name = text_label("", font(tokens.SUBTITLE))
        self._facts = text_label("", font(tokens.CAPTION), role="secondary", wraps=True)
        for button in (self.pause_button, self.cancel_button):
            button.setIconSize(QSize(22, 16))
        names = QVBoxLayout()
        names.setSpacing(1)
        names.addWidget(self._name)
        names.addWidget(self._facts)
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self._sign)
        top.addLayout(names, 1)
        top.addWidget(self.pause_button)
        top.addWidget(self.cancel_button)
        self._bar = QProgressBar()
        self._bar.setRange(0, _STEPS)
        self._bar.setTextVisible(False)
        self._round = text_label("", font(tokens.CAPTION))
        self._left_time = text_label("", font(tokens.TypeStyle(12, 600)))
        bottom = QHBoxLayout()
        bottom.addWidget(self._round, 1)
        bottom.addWidget(self._left_time)
        frame, column = card(8, margin=20)
        column.setContentsMargins(20, 16, 20, 14)
        column.addLayout(top)
        column.addSpacing(4)
        column.addWidget(self._bar)
        column.addLayout(bottom)
        return frame

    def _make_chart_card(self) -> QFrame:
        self._title = text_label("", self._theme.font(tokens.TypeStyle(13, 600)), wraps=True)
        self.shown = SegmentedControl(self.tr("What the chart shows"))
        self.shown.add(Shown.EXAM, self.tr("Exam"))
        self.shown.add(Shown.LOSS, self.tr("Loss"), self.tr("What each round makes smaller"))
        self.shown.add(Shown.TERMS, self.tr("All terms"), self.tr("The parts of the loss"))
        self.shown.chosen.connect(self._on_shown_chosen)
        top = QHBoxLayout()
        top.addWidget(self._title, 1)
        top.addWidget(self.shown)
        frame, column = card(8, margin=20)
        column.setContentsMargins(20, 16, 20, 12)
        column.addLayout(top)
        column.addWidget(self.chart, 1)
        return frame

    def _make_note(self) -> QWidget:
        note = QFrame()
        note.setProperty("tint", "accent")
        row = QHBoxLayout(note)
        row.setContentsMargins(14, 12, 14, 12)
        row.setSpacing(12)
        row.addWidget(Sign(self._theme, "info", "accent_text", 16))
        words = self.tr("Keep working. Search uses the old version until you adopt the new one.")
        row.addWidget(text_label(words, self._theme.font(tokens.CAPTION), wraps=True), 1)
        return note

    # -- what the run says ------------------------------------------------------------------

    def _on_began(self, method: str) -> None:
        self._state = LiveState()
        words = method_words(method)
        self._sign.show_icon(words.icon, "accent_text")
        self._name.setText(words.name)
        self._bar.setAccessibleName(words.name)
        self._show()

    def _on_said(self, said: list[TrainingProgress]) -> None:
        self._state.take(said)
        if self._timer.isActive():
            self._is_dirty = True
        else:
            self._show()
            self._timer.start()

    def _on_timer(self) -> None:
        if self._is_dirty:
            self._show()
            self._timer.start()

    def _on_shown_chosen(self, shown: Shown) -> None:
        self._show_title()
        self.chart.choose(shown)

    def _show(self) -> None:
        self._is_dirty = False
        state, method = self._state, self._supervisor.method
        info = METHODS.get(method)
        is_about_labels = info is not None and info.needs is Needs.LABELS
        uses_version = info is not None and info.slot is Slot.RETRIEVAL
        self._show_round()
        self._show_tiles(uses_version=uses_version)
        self._show_title()
        self.chart.show_state(state, uses_version=uses_version)
        self._steps.show_state(state, is_about_labels=is_about_labels)
        self.answers.show_answers(state.answers, are_photos=not is_about_labels)

    def _show_round(self) -> None:
        last = self._state.last
        if last is None:
            self._round.setText(self.tr("Getting ready"))
            self._bar.setValue(0)
            self._left_time.setText("")
            return
        if last.stage is Stage.LEARNING:
            words = self.tr("Round %1 of at most %2")
            words = words.replace("%1", number(last.epoch)).replace("%2", number(last.epochs))
            self._left_time.setText("")
            if last.seconds_left is not None:
                left = self.tr("About %1 left").replace("%1", seconds_words(last.seconds_left))
                self._left_time.setText(left)
            self._bar.setValue(round(_STEPS * done_share(last)))
        else:
            words = self.tr("Getting ready") if not self._state.points else self.tr("Examining")
            if last.stage is Stage.SAVING:
                words = self.tr("Saving the new version")
        trial = trial_words(last)
        self._round.setText(f"{trial} · {words}" if trial else words)

    def _show_tiles(self, *, uses_version: bool) -> None:
        state = self._state
        best, start, last = state.best, state.start, state.last
        is_share = state.is_in_percent
        exam, before, gain, speed = self._tiles
        round_ = self.tr("round %1").replace("%1", number(best.round)) if best else ""
        exam.show_value(
            self.tr("Exam, best so far"),
            percent(best.exam) if best and is_share else _plain(best.exam if best else None),
            round_,
            "accent",
        )
        name = self.tr("Version in use now") if uses_version else self.tr("At the start")
        value = percent(start.exam) if start and is_share else _plain(start.exam if start else None)
        before.show_value(name, value, self.tr("on the same photos"), "secondary")
        points = round(100 * (best.exam - start.exam)) if best and start and is_share else None
        gain.show_value(
            self.tr("Points gained"),
            "–" if points is None else signed(points),
            self.tr("so far, not final"),
            "" if not points else "good" if points > 0 else "bad",
        )
        rate = round(last.photos_per_second) if last is not None else 0
        cores = self.tr("this computer, %Ln cores", "", os.cpu_count() or 1)
        speed.show_value(self.tr("Photos a second"), number(rate) if rate else "–", cores, "")

    def _show_title(self) -> None:
        if self.shown.current is not Shown.EXAM:
            words = self.tr("What each round makes smaller")
        elif self._supervisor.method == WORDS:
            words = self.tr("Right photo in the first 10 answers")
        else:
            words = self.tr("Right label first")
        self._title.setText(words)

    def _show_buttons(self) -> None:
        supervisor = self._supervisor
        is_paused, is_stopping = supervisor.is_paused, supervisor.is_stopping
        words = self.tr("Go on") if is_paused else self.tr("Pause")
        self.pause_button.setText(words)
        self.pause_button.setToolTip(with_keys(words, QKeySequence("Ctrl+Shift+.")))
        icon = self._theme.icon("play" if is_paused else "pause", "text")
        self.pause_button.setIcon(icon)
        self.cancel_button.setIcon(self._theme.icon("square", "text"))
        self.cancel_button.setText(self.tr("Stopping") if is_stopping else self.tr("Stop"))
        for button in (self.pause_button, self.cancel_button):
            button.setEnabled(supervisor.is_running and not is_stopping)


class _Tile(QFrame):
    """A figure with its name above and a hint below."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        font = context.theme.font
        self._name = text_label("", font(tokens.CAPTION), role="secondary", wraps=True)
        self._value = text_label("", font(tokens.NUMBER))
        self._hint = text_label("", font(tokens.CAPTION), role="secondary", wraps=True)
        column = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        column.setContentsMargins(18, 10, 12, 10)
        column.setSpacing(1)
        for label in (self._name, self._value, self._hint):
            column.addWidget(label)

    def show_value(self, name: str, value: str, hint: str, role: str) -> None:
        """Show a figure."""
        self._name.setText(name)
        self._value.setText(value)
        self._hint.setText(hint)
        set_property(self._value, "role", role)
        self.setAccessibleName(f"{name}: {value}, {hint}")


def _plain(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
