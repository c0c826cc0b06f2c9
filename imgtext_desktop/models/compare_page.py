"""Two versions beside each other, on the user's own question."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QLocale, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QKeyEvent,
    QKeySequence,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.models.versions import Slot
from engine.search.query import Term
from imgtext_desktop import tokens
from imgtext_desktop.actions import with_keys
from imgtext_desktop.context import Context
from imgtext_desktop.controls.combo import ComboBox
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.models import words
from imgtext_desktop.models.changes import VersionChanges
from imgtext_desktop.models.compare_side import CompareSide, ResultGrid
from imgtext_desktop.models.comparison import (
    Comparison,
    compare_label,
    compare_words,
    guessed_labels,
)
from imgtext_desktop.models.overview import Line, Overview, read_overview

_CHANNEL = "compare"
_LABEL_WIDTH = 320


@dataclass(frozen=True, slots=True)
class QueryBox:
    """A search box, lent by the window.

    Attributes:
        widget: The box.
        terms: Returns what is looked for.
        set_busy: Shows that it is being looked for.
        changed: The query is another.
    """

    widget: QWidget
    terms: Callable[[], Sequence[Term]]
    set_busy: Callable[[bool], None]
    changed: SignalInstance


@dataclass(frozen=True, slots=True)
class CompareParts:
    """What the window lends to the page.

    Attributes:
        box: Where one asks.
        left: Shows what the version in use finds.
        right: Shows what the other version finds.
    """

    box: QueryBox
    left: ResultGrid
    right: ResultGrid


class ComparePage(QWidget):
    """Compares a version with the one in use.

    Versions that find photos by words are asked by words and pictures, those that give labels by
    a label.

    Args:
        context: The window's surroundings.
        changes: Prepares versions.
        parts: The search box and the grids.

    Attributes:
        adopt_button: Lets the other version answer.

    Signals:
        closed: The page that was there before shall be shown.
        adopt_requested: A version (its name) shall answer.
    """

    closed = Signal()
    adopt_requested = Signal(str)

    def __init__(self, context: Context, changes: VersionChanges, parts: CompareParts) -> None:
        super().__init__()
        self.setObjectName("comparePage")
        self._context = context
        self._changes = changes
        self._box = parts.box
        self._slot = Slot.RETRIEVAL
        self._left_version = self._right_version = ""
        self._right_name = ""
        self._is_ready = False
        self.left = CompareSide(context, parts.left)
        self.right = CompareSide(context, parts.right)
        self.label_box = ComboBox(context.theme)
        self.label_box.setAccessibleName(self.tr("Label to compare"))
        self.label_box.setMinimumWidth(_LABEL_WIDTH)
        self._verdict = text_label("", context.theme.font(tokens.BODY), wraps=True)
        self._verdict.setProperty("heading", True)
        self._hint = text_label(
            "", context.theme.font(tokens.CAPTION), role="secondary", wraps=True
        )
        self._make_actions()
        self._lay_out()
        self._box.changed.connect(self._ask)
        self.label_box.activated.connect(lambda _: self._ask())
        changes.progressed.connect(self._on_progressed)
        context.theme.changed.connect(self._retint)
        self._retint()

    @property
    def verdict(self) -> str:
        """How many of the first photos are the same, in words."""
        return self._verdict.text()

    def show_compare(self, version: str) -> None:
        """Compare a version with the one in use.

        Args:
            version: Its name; the built-in model is one too.
        """
        self._right_version, self._is_ready = version, False
        self._show_nothing()
        self._context.jobs.read(
            partial(read_overview, self._context.library),
            self._on_overview,
            failed=self._on_failed,
            channel=_CHANNEL,
        )

    def take_focus(self) -> None:
        """Give the focus to where one asks."""
        is_label = self._slot is Slot.LABELS
        (self.label_box if is_label else self._box.widget).setFocus()

    # -- building ---------------------------------------------------------------------------

    def _make_actions(self) -> None:
        self._adopt_action = QAction(self.tr("Adopt the new version"), self)
        self._adopt_action.setShortcuts([QKeySequence("Ctrl+Return"), QKeySequence("Ctrl+Enter")])
        self._adopt_action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._adopt_action.triggered.connect(self._on_adopt)
        self.addAction(self._adopt_action)

    def _lay_out(self) -> None:
        halves = QHBoxLayout()
        halves.setContentsMargins(0, 0, 0, 0)
        halves.setSpacing(0)
        halves.addWidget(self.left, 1)
        halves.addWidget(self.right, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._make_header())
        layout.addLayout(halves, 1)
        layout.addWidget(self._make_footer())

    def _make_header(self) -> QWidget:
        header = QFrame()
        header.setObjectName("compareHeader")
        header.setMinimumHeight(tokens.HEADER_HEIGHT)
        self._back_button = QToolButton()
        self._back_button.setIconSize(QSize(20, 20))
        self._back_button.setAccessibleName(self.tr("Back"))
        self._back_button.setToolTip(self.tr("Back (Esc)"))
        self._back_button.clicked.connect(self.closed)
        row = QHBoxLayout(header)
        row.setContentsMargins(20, 12, 32, 12)
        row.setSpacing(14)
        row.addWidget(self._back_button)
        row.addWidget(text_label(self.tr("Compare"), self._context.theme.font(tokens.TITLE)))
        row.addWidget(self._box.widget, 1)
        row.addWidget(self.label_box)
        self._space = QWidget()
        self._space.hide()
        row.addWidget(self._space, 1)
        return header

    def _make_footer(self) -> QWidget:
        footer = QFrame()
        footer.setObjectName("compareFooter")
        keep = QPushButton(self.tr("Keep the old one"))
        keep.setToolTip(self.tr("Go back; nothing changes"))
        keep.clicked.connect(self.closed)
        self.adopt_button = QPushButton(self._adopt_action.text())
        self.adopt_button.setObjectName("compareAdoptButton")
        self.adopt_button.setProperty("kind", "primary")
        self.adopt_button.setIconSize(QSize(22, 16))
        self.adopt_button.clicked.connect(self._adopt_action.trigger)
        text = QVBoxLayout()
        text.setSpacing(2)
        text.addWidget(self._verdict)
        text.addWidget(self._hint)
        row = QHBoxLayout(footer)
        row.setContentsMargins(32, 14, 32, 14)
        row.setSpacing(10)
        row.addLayout(text, 1)
        row.addWidget(keep)
        row.addWidget(self.adopt_button)
        self.footer = footer
        return footer

    # -- what is compared -------------------------------------------------------------------

    def _on_overview(self, overview: Overview) -> None:
        line = overview.line(self._right_version)
        if line is not None and line.version.is_active:  # what it took the place of
            line = overview.previous(line.slot)
        if line is None:
            self._right_version = ""
            self.right.show_words(self.tr("There is no other version to compare with."))
            return
        self._right_version = line.name
        self._slot = line.slot
        in_use = overview.in_use_of(line.slot)
        self._left_version = "" if in_use is None else in_use.name
        name = self.tr("no version")
        if in_use is not None:
            name = words.name_text(in_use, overview.cards)
        self.left.show_version(self.tr("In use now"), name)
        self._right_name = words.name_text(line, overview.cards)
        is_new = in_use is None or line.version.card.created > in_use.version.card.created
        self.right.show_version(self.tr("New") if is_new else self.tr("Other"), self._right_name)
        self._show_adopting(is_new=is_new)
        is_label = line.slot is Slot.LABELS
        self._box.widget.setVisible(not is_label)
        self.label_box.setVisible(is_label)
        self._space.setVisible(is_label)
        if self.isVisible():
            self.take_focus()
        self._prepare(line)

    def _show_adopting(self, *, is_new: bool) -> None:
        text = self.tr("Adopt the new version") if is_new else self.tr("Adopt the other version")
        self._adopt_action.setText(text)
        self.adopt_button.setText(text)
        self.adopt_button.setAccessibleName(text)
        self.adopt_button.setToolTip(with_keys(text, self._adopt_action.shortcut()))

    def _prepare(self, line: Line) -> None:
        """Make what the version needs to be compared, if that is not there."""
        if line.version.is_ready:
            self._on_ready(line.name)
            return
        self._changes.prepare(line.name, self._right_name, partial(self._on_ready, line.name))
        self._on_progressed(line.name)

    def _on_progressed(self, version: str) -> None:
        activity = self._changes.activity_of(version)
        if version == self._right_version and not self._is_ready and activity is not None:
            text = self.tr("%1 is being prepared. What answers now is not changed.")
            self.right.show_progress(text.replace("%1", self._right_name), activity.progress)

    def _on_ready(self, version: str) -> None:
        if version != self._right_version:
            return
        self._is_ready = True
        if self._slot is not Slot.LABELS:
            self._ask()
            return
        versions = [name for name in (self._left_version, self._right_version) if name]
        library = self._context.library
        self._context.jobs.read(
            partial(guessed_labels, library, versions), self._on_labels, channel=_CHANNEL
        )

    def _on_labels(self, labels: list[str]) -> None:
        chosen = self.label_box.currentText()
        self.label_box.clear()
        self.label_box.addItems(labels)
        if chosen in labels:
            self.label_box.setCurrentText(chosen)
        self._ask()

    # -- asking -----------------------------------------------------------------------------

    def _ask(self) -> None:
        """Ask both versions what is asked now."""
        if not self._right_version or not self._is_ready:
            return
        library, left, right = self._context.library, self._left_version, self._right_version
        if self._slot is Slot.LABELS:
            label = self.label_box.currentText()
            if not label:
                self._show_nothing(self.tr("Neither version guesses a label of any photo."))
                return
            work = partial(compare_label, library, left, right, label)
        else:
            terms = list(self._box.terms())
            if not terms:
                self._show_nothing(self.tr("Ask in your own words to see what each finds."))
                return
            work = partial(compare_words, library, left, right, terms)
        self._box.set_busy(True)
        self._context.jobs.read(
            work, self._on_compared, failed=self._on_failed, channel=_CHANNEL, priority=10
        )

    def _on_compared(self, comparison: Comparison) -> None:
        self._box.set_busy(False)
        nothing = self.tr("No photo is found.")
        without = self.tr("No version gives labels now.")
        self.left.show_found(
            comparison.left, frozenset(), nothing if self._left_version else without
        )
        self.right.show_found(comparison.right, comparison.new, nothing)
        locale = QLocale()
        if self._left_version and comparison.first:
            text = self.tr("%1 of the first %2 photos are the same")
            text = text.replace("%1", locale.toString(comparison.same))
            text = text.replace("%2", locale.toString(comparison.first))
        else:
            count = len(comparison.right.ids)
            text = self.tr("The new version guesses this label of %Ln photos", "", count)
        self._verdict.setText(text)
        hint = self.tr("Photos that only the other version found are marked.")
        own = self.tr("Search with your own words before you decide.")
        look = self.tr("Look through some labels before you decide.")
        self._hint.setText(f"{hint} {look if self._slot is Slot.LABELS else own}")
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def _on_failed(self, sentence: str) -> None:
        self._box.set_busy(False)
        self._show_nothing(sentence)

    def _show_nothing(self, sentence: str = "") -> None:
        self._context.jobs.drop(_CHANNEL)
        self._box.set_busy(False)
        for side in (self.left, self.right):
            side.show_words(sentence)
        self._verdict.setText("")
        self._hint.setText(self.tr("Nothing changes before you adopt a version."))

    # -- what the user does -----------------------------------------------------------------

    def _on_adopt(self) -> None:
        if self._right_version:
            self.adopt_requested.emit(self._right_version)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: Esc goes back."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _retint(self) -> None:
        theme = self._context.theme
        self._back_button.setIcon(theme.icon("arrow-left"))
        self.adopt_button.setIcon(theme.icon("check", "on_accent"))
