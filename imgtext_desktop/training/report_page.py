"""The report of a run: verdict, evidence, and what to do with the new version."""

from PySide6.QtCore import QLocale, QSize, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.models.versions import Slot
from engine.training.methods import METHODS
from engine.training.report import Report
from engine.training.runs import RunStatus
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.engine_words.sentences import in_user_words
from imgtext_desktop.training.answers import Answers
from imgtext_desktop.training.columns import Columns, card, heading, set_property
from imgtext_desktop.training.dumbbells import Dumbbell, Dumbbells
from imgtext_desktop.training.facts import Facts
from imgtext_desktop.training.overview import ReportData
from imgtext_desktop.training.sign import Sign
from imgtext_desktop.training.verdict import (
    exam_words,
    judge,
    measures_of,
    rounds_words,
    searched_words,
)
from imgtext_desktop.training.words import (
    LABEL_METHODS,
    LOOKS,
    WORDS,
    duration_words,
    method_words,
    number,
    percent,
)

_RIGHT = 308


class ReportPage(Columns):
    """See the module.

    Attributes:
        adopt_button: Lets the version answer.
        gentler_button: Mixes it less strongly.
        compare_button: Compares it with the one in use.
        discard_button: Deletes it.
        answers: The exam question by question.
        verdict: The tinted sentence.

    Signals:
        adopt_requested: The version shall answer; carries its name.
        gentler_requested: The version shall be mixed less strongly; carries the RunLine.
        compare_requested: It shall be compared on the user's own search; carries its name.
        discard_requested: It shall be deleted; carries the RunLine.
    """

    adopt_requested = Signal(str)
    gentler_requested = Signal(object)
    compare_requested = Signal(str)
    discard_requested = Signal(object)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(_RIGHT, parent)
        self._theme = context.theme
        self.data: ReportData | None = None
        self.verdict = _Verdict(context)
        self._measures, self._general = Dumbbells(self._theme), Dumbbells(self._theme)
        self.answers = Answers(context)
        self._facts = Facts(self._theme)
        self.adopt_button = self._button("adoptButton", self._on_adopt)
        self.gentler_button = self._button("gentlerButton", self._on_gentler)
        self.compare_button = self._button("compareButton", self._on_compare)
        self.discard_button = self._button("discardButton", self._on_discard)
        self._lay_out()
        self._theme.changed.connect(self._retint)

    def show_report(self, data: ReportData) -> None:
        """Show what came out of a run."""
        self.data = data
        report = data.report
        self.verdict.show_report(report)
        self._show_exam(report)
        self._show_general(report)
        is_about_captions = report.method == WORDS
        self.answers.setVisible(bool(report.answers))
        self.answers.show_answers(
            report.answers,
            is_about_captions=is_about_captions,
            are_photos=report.method not in LABEL_METHODS,
        )
        notes = "\n".join(in_user_words(note) for note in report.notes)
        self._notes.setText("\n".join(part for part in (notes, searched_words(report)) if part))
        self._notes.setVisible(bool(self._notes.text()))
        self._show_decision(data)
        self._facts.show_facts(self._facts_of(data))
        self.verticalScrollBar().setValue(0)

    # -- building ---------------------------------------------------------------------------

    def _lay_out(self) -> None:
        font = self._theme.font
        strong = font(tokens.TypeStyle(13, 600))
        self.left.addWidget(self.verdict)
        self._exam_title = text_label("", strong, wraps=True)
        self._exam, column = card(10, margin=20)
        column.setContentsMargins(20, 16, 20, 8)
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(self._exam_title, 1)
        for icon, token, words in (
            ("circle", "edge", self.tr("Before")),
            ("circle-fill", "accent", self.tr("After, with 95 % range")),
        ):
            top.addWidget(Sign(self._theme, icon, token, 13))
            top.addWidget(text_label(words, font(tokens.CAPTION), role="secondary"))
            top.addSpacing(8)
        column.addLayout(top)
        column.addWidget(self._measures)
        self.left.addWidget(self._exam)
        self._general_card, column = card(2, margin=20)
        column.setContentsMargins(20, 14, 20, 8)
        top = QHBoxLayout()
        top.addWidget(text_label(self.tr("General check"), strong), 1)
        self._general_pill = text_label("", font(tokens.MICRO))
        top.addWidget(self._general_pill)
        column.addLayout(top)
        column.addWidget(self._general)
        self.left.addWidget(self._general_card)
        self._notes = text_label("", font(tokens.CAPTION), role="secondary", wraps=True)
        self.left.addWidget(self._notes)
        self.left.addWidget(self.answers)
        self.left.addStretch(1)
        self._decide = QVBoxLayout()
        self._decide.setSpacing(10)
        self._decide.addLayout(heading(self._theme, self.tr("Decide")))
        self._ends = QHBoxLayout()
        self._ends.setSpacing(10)
        self._decide.addWidget(self.gentler_button)
        self._decide.addWidget(self.adopt_button)
        self._decide.addWidget(self.compare_button)
        self._ends.addWidget(self.discard_button)
        self._decide.addLayout(self._ends)
        self._state = text_label("", font(tokens.CAPTION), role="secondary", wraps=True)
        self._decide.addWidget(self._state)
        self.right.addLayout(self._decide)
        self.right.addLayout(heading(self._theme, self.tr("About this run")))
        self.right.addWidget(self._facts)
        self.right.addStretch(1)

    def _button(self, name: str, slot: object) -> QPushButton:
        button = QPushButton()
        button.setObjectName(name)
        button.setProperty("large", True)
        button.setIconSize(QSize(26, 18))
        button.clicked.connect(slot)
        return button

    # -- what is shown ----------------------------------------------------------------------

    def _show_exam(self, report: Report) -> None:
        rows = [
            Dumbbell(name, measured.before, measured.after, *measured.after_range)
            for name, measured in measures_of(report)
        ]
        self._exam.setVisible(bool(rows))
        self._exam_title.setText(exam_words(report))
        self._measures.show_rows(rows)

    def _show_general(self, report: Report) -> None:
        general = report.general
        self._general_card.setVisible(general is not None)
        if general is None:
            return
        is_about_looks = report.method == LOOKS
        name = self.tr("%Ln everyday things", "", general.count)
        if is_about_looks:
            name = self.tr("Alike by looks alone")
        row = Dumbbell(name, general.before, general.after, general.after, general.after)
        self._general.show_rows([row])
        lost = -row.points
        if general.is_worse:
            words, tone = self.tr("⚠ Forgot %Ln points", "", lost), "warn"
        elif lost > 0:
            words = (
                self.tr("Less by looks, as asked") if is_about_looks else self.tr("No clear loss")
            )
            tone = "calm"
        else:
            words, tone = self.tr("✓ Nothing forgotten"), "good"
        self._general_pill.setText(words)
        set_property(self._general_pill, "pill", tone)

    def _show_decision(self, data: ReportData) -> None:
        report = data.report
        forgot = report.general is not None and report.general.is_worse
        can_mix = data.can_mix_gentler and report.method != LOOKS  # codes are new, or as they were
        offers_gentler = forgot and data.can_decide and can_mix
        self.gentler_button.setVisible(offers_gentler)
        self.gentler_button.setText(self.tr("Use a gentler mix"))
        share = percent(report.mix / 2)
        self.gentler_button.setToolTip(
            self.tr("Mix in %1 of the new version and examine it again").replace("%1", share)
        )
        self.adopt_button.setText(
            self.tr("Adopt this version") if report.is_recommended else self.tr("Adopt anyway")
        )
        self.adopt_button.setToolTip(self.tr("Let this version answer (Ctrl+Enter)"))
        self.compare_button.setText(self.tr("Compare on my own search"))
        self.compare_button.setToolTip(self.tr("Both versions side by side (Ctrl+K)"))
        self.discard_button.setText(self.tr("Discard"))
        self.discard_button.setToolTip(self.tr("Delete this version (Ctrl+Backspace)"))
        for button in (self.adopt_button, self.compare_button, self.discard_button):
            button.setVisible(data.can_decide)
        if METHODS[report.method].slot is Slot.CODES:
            self.compare_button.hide()  # its searches are of another kind
        place = self._decide if report.is_recommended else self._ends
        if report.is_recommended:
            self._decide.insertWidget(1, self.adopt_button)
        else:
            place.addWidget(self.adopt_button)
        self._state.setText(self._state_words(data))
        self._retint()

    def _state_words(self, data: ReportData) -> str:
        if data.line.is_active:
            return self.tr("This version answers now. You can go back on the Models page.")
        if data.line.status is RunStatus.DISCARDED or not data.can_decide:
            return self.tr("This version was discarded. Your search is unchanged.")
        return self.tr(
            "Nothing has changed in your search yet. After adopting, you can go back with one "
            "click."
        )

    def _retint(self) -> None:
        """Let the one that we would choose stand out."""
        report = self.data.report if self.data is not None else None
        is_recommended = report is not None and report.is_recommended
        has_gentler = not self.gentler_button.isHidden()
        for button, icon, is_first in (
            (self.gentler_button, "drop-half", has_gentler),
            (self.adopt_button, "check", is_recommended),
            (self.compare_button, "columns", False),
            (self.discard_button, "", not is_recommended and not has_gentler),
        ):
            set_property(button, "kind", "primary" if is_first else "")
            token = "on_accent" if is_first else "text"
            if icon:
                button.setIcon(self._theme.icon(icon, token))

    def _facts_of(self, data: ReportData) -> list[tuple[str, str]]:
        report = data.report
        parent = self.tr("Built-in model")
        if data.parent_name:
            parent = method_words(data.parent_name).name
        learned = [self.tr("%Ln photos", "", report.learned)]
        if report.captions:
            learned.append(self.tr("%Ln captions", "", report.captions))
        mix = ""
        if report.mix < 1 or report.is_mix_at_parent:
            mix = self.tr("%1 new, %2 old")
            mix = mix.replace("%1", percent(report.mix)).replace("%2", percent(1 - report.mix))
        size = QLocale().formattedDataSize(
            report.size_bytes, 1, QLocale.DataSizeFormat.DataSizeSIFormat
        )
        return [
            (self.tr("Made from"), parent),
            (self.tr("Learned from"), ", ".join(learned)),
            (self.tr("Labels"), number(report.labels) if report.method != WORDS else ""),
            (self.tr("Mix with old version"), mix),
            (self.tr("Rounds"), rounds_words(report)),
            (self.tr("Time"), duration_words(report.seconds)),
            (self.tr("Size"), size),
        ]

    # -- what the user does -----------------------------------------------------------------

    def decide_first(self) -> None:
        """Do what stands out: adopt, or use a gentler mix."""
        if not self.gentler_button.isHidden():
            self.gentler_button.click()
        elif self.data is not None and self.data.report.is_recommended:
            self.adopt_button.click()

    def _on_adopt(self) -> None:
        if self.data is not None:
            self.adopt_requested.emit(self.data.report.version)

    def _on_gentler(self) -> None:
        if self.data is not None:
            self.gentler_requested.emit(self.data.line)

    def _on_compare(self) -> None:
        if self.data is not None:
            self.compare_requested.emit(self.data.report.version)

    def _on_discard(self) -> None:
        if self.data is not None:
            self.discard_requested.emit(self.data.line)


class _Verdict(QFrame):
    def __init__(self, context: Context) -> None:
        super().__init__()
        font = context.theme.font
        self._sign = Sign(context.theme, "info", "text2", 24)
        self._title = text_label("", font(tokens.SUBTITLE), wraps=True)
        self._sentence = text_label("", font(tokens.BODY), wraps=True)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self._title)
        texts.addWidget(self._sentence)
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 14, 20, 14)
        row.setSpacing(16)
        row.addWidget(self._sign)
        row.addLayout(texts, 1)

    @property
    def text(self) -> str:
        """Title and sentence."""
        return f"{self._title.text()}. {self._sentence.text()}"

    def show_report(self, report: Report) -> None:
        """Say what came out."""
        judgement = judge(report)
        self._title.setText(judgement.title)
        self._sentence.setText(judgement.sentence)
        token = "text2" if judgement.tint == "calm" else judgement.tint
        self._sign.show_icon(judgement.icon, token)
        set_property(self, "tint", judgement.tint)
        self.setAccessibleName(self.text)
