"""The card of a version that answers: how good it is, what it costs, the way back."""

from PySide6.QtCore import QLocale, QSize, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from engine.models.versions import Slot
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import ElidedLabel, text_label
from imgtext_desktop.models import words
from imgtext_desktop.models.chip import Chip
from imgtext_desktop.models.overview import Line, Overview, Standing

_SIGN = 40
_SIGN_ICON = 20


class InUseCard(QFrame):
    """Says what answers in one slot.

    Attributes:
        slot: The slot.
        compare_button: Compares it with what answered before.
        rollback_button: Goes back to that.
        free_button: Deletes what is kept for going back.

    Signals:
        compare_requested: It shall be compared.
        rollback_requested: What answered before shall answer again.
        free_requested: What is kept for that shall go.
    """

    compare_requested = Signal()
    rollback_requested = Signal()
    free_requested = Signal()

    def __init__(self, context: Context, slot: Slot) -> None:
        super().__init__()
        self.slot = slot
        self._theme = context.theme
        self._icon_name = ""
        self.setProperty("kind", "card")
        font = context.theme.font
        self._sign = QLabel()
        self._sign.setObjectName("modelSign")
        self._sign.setFixedSize(_SIGN, _SIGN)
        self._sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._name = text_label("", font(tokens.SUBTITLE))
        self._chip = Chip(context.theme)
        self._origin = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._origin.setFont(font(tokens.CAPTION))
        self._origin.setProperty("role", "secondary")
        self.compare_button = _button(self.compare_requested)
        self.compare_button.setText(self.tr("Compare"))
        self.compare_button.setToolTip(
            self.tr("See what each of two versions finds for your own words")
        )
        self.rollback_button = _button(self.rollback_requested)
        self.free_button = QPushButton()
        self.free_button.setProperty("kind", "small")
        self.free_button.clicked.connect(self.free_requested)
        self._facts = [_Fact(context) for _ in range(4)]
        self._lay_out()
        context.theme.changed.connect(self._retint)

    def show_line(self, overview: Overview, line: Line, *, is_busy: bool, keys: str) -> None:
        """Show what answers.

        Args:
            overview: All versions.
            line: The one that answers.
            is_busy: Whether a switch is under way.
            keys: What goes back from here, to be shown; empty for none.
        """
        self._name.setText(words.name_text(line, overview.cards))
        self._chip.show_standing(Standing.IN_USE, "✓ ")
        self._origin.setText(words.origin_text(overview, line))
        self._icon_name = words.icon_name(line)
        others = [other for other in overview.lines if other.slot is self.slot]
        self.compare_button.setVisible(self.slot is not Slot.CODES and len(others) > 1)
        self._show_way_back(overview, is_busy=is_busy, keys=keys)
        self._show_facts(overview, line)
        self._retint()

    def _show_way_back(self, overview: Overview, *, is_busy: bool, keys: str) -> None:
        self.rollback_button.setVisible(overview.can_roll_back(self.slot))
        self.rollback_button.setEnabled(not is_busy)
        text = self.tr("Roll back to %1").replace("%1", previous_name(overview, self.slot))
        self.rollback_button.setText(text)
        self.rollback_button.setAccessibleName(text)
        tip = self.tr("What answered before answers again")
        self.rollback_button.setToolTip(f"{tip} ({keys})" if keys else tip)

    def _show_facts(self, overview: Overview, line: Line) -> None:
        facts = [self._exam(overview, line), self._general(line)]
        prepared = QLocale().toString(line.photos)
        is_all = line.photos >= overview.photos
        below = self.tr("all that can be read")
        if not is_all:
            below = self.tr("of %1").replace("%1", QLocale().toString(overview.photos))
        facts.append((self.tr("Photos prepared"), prepared, below, False))
        kept = overview.kept[self.slot] if overview.can_roll_back(self.slot) else 0
        size = words.size_text(kept)
        if kept:
            facts.append((self.tr("Kept for going back"), size, self.tr("old vectors"), False))
        free = self.tr("Free %1").replace("%1", size)
        self.free_button.setText(free)
        self.free_button.setAccessibleName(free)
        self.free_button.setToolTip(
            self.tr("Delete what is kept; going back is then prepared anew")
        )
        self.free_button.setVisible(bool(kept))
        shown = [fact for fact in facts if fact is not None]
        for number, fact in enumerate(self._facts):
            fact.setVisible(number < len(shown))
            self._grid.setColumnStretch(number, 1 if number < len(shown) - bool(kept) else 0)
            if number < len(shown):
                fact.show_values(*shown[number])
        if kept:
            self._facts[len(shown) - 1].add(self.free_button)

    def _exam(self, overview: Overview, line: Line) -> tuple[str, str, str, bool] | None:
        title = self.tr("Exam on your photos")
        result = words.exam_result(overview, line)
        if result is None:
            return None
        measured = words.exam_of(line.version.card)
        below = ""
        if measured is not None:
            below = self.tr("before %1").replace("%1", words.percent_text(measured[0]))
            parent = overview.line(line.version.card.parent)
            if self.slot is Slot.RETRIEVAL and parent is not None and parent.is_built_in:
                below = self.tr("built-in %1").replace("%1", words.percent_text(measured[0]))
        return title, words.percent_text(result), below, True

    def _general(self, line: Line) -> tuple[str, str, str, bool] | None:
        measured = words.general_of(line.version.card)
        if measured is None:
            return None
        below = self.tr("before %1").replace("%1", words.percent_text(measured[0]))
        return self.tr("General check"), words.percent_text(measured[1]), below, False

    def _lay_out(self) -> None:
        title = QHBoxLayout()
        title.setSpacing(9)
        title.addWidget(self._name)
        title.addWidget(self._chip, 0, Qt.AlignmentFlag.AlignVCenter)
        title.addStretch(1)
        text = QVBoxLayout()
        text.setSpacing(2)
        text.addLayout(title)
        text.addWidget(self._origin)
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self._sign)
        top.addLayout(text, 1)
        top.addWidget(self.compare_button)
        top.addWidget(self.rollback_button)
        line = QFrame()
        line.setProperty("role", "line")
        line.setFixedHeight(1)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(24)
        for number, fact in enumerate(self._facts):
            self._grid.addWidget(fact, 0, number)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(14)
        column.addLayout(top)
        column.addWidget(line)
        column.addLayout(self._grid)

    def _retint(self) -> None:
        theme = self._theme
        if self._icon_name:
            icon = theme.icon(self._icon_name, "accent_text")
            size = QSize(_SIGN_ICON, _SIGN_ICON)
            self._sign.setPixmap(icon.pixmap(size, self.devicePixelRatioF()))
        self.compare_button.setIcon(theme.icon("columns"))
        self.rollback_button.setIcon(theme.icon("arrow-counter-clockwise"))


class _Fact(QFrame):
    """A figure with what it is above and what it is compared with below."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        font = context.theme.font
        self._title = text_label("", font(tokens.CAPTION), role="secondary")
        self._value = text_label("", font(tokens.NUMBER))
        self._below = text_label("", font(tokens.CAPTION), role="secondary")
        text = QVBoxLayout()
        text.setSpacing(0)
        for label in (self._title, self._value, self._below):
            text.addWidget(label)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(12)
        self._row.addLayout(text)
        self._row.addStretch(1)

    def show_values(self, title: str, value: str, below: str, is_own: bool) -> None:
        """Show the texts; the user's own result is coloured."""
        self._title.setText(title)
        self._value.setText(value)
        self._value.setProperty("own", is_own)
        self._value.style().polish(self._value)
        self._below.setText(below)

    def add(self, button: QPushButton) -> None:
        """Put a button beside the figure."""
        self._row.insertWidget(1, button)


def previous_name(overview: Overview, slot: Slot) -> str:
    """Return what rolling back a slot returns to, in words."""
    line = overview.previous(slot)
    if line is None:
        return words.none_name(slot)
    if line.is_built_in:
        return words.translate("Versions", "built-in", "within: roll back to")
    return words.name_text(line, overview.cards)


def _button(signal: SignalInstance) -> QPushButton:
    button = QPushButton()
    button.setIconSize(QSize(22, 16))
    button.clicked.connect(signal)
    return button
