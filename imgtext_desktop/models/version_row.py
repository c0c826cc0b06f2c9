"""One version in the list: name, exam, how it stands, what can be done."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import ElidedLabel, text_label
from imgtext_desktop.jobs.activity import Activity
from imgtext_desktop.models import words
from imgtext_desktop.models.chip import Chip
from imgtext_desktop.models.overview import Line, Overview, Standing

_INDENT = 16
_MARGIN = 20
_ICON = 18
_BAR = 84


class VersionRow(QFrame):
    """A row that takes the focus; its buttons and its menu follow it.

    Args:
        context: The window's surroundings.
        line: The version.

    Attributes:
        line: The version.
        button: Does what is most likely wanted.
        menu_button: Opens the menu.
        name: What the version is called.

    Signals:
        chosen: It has the focus now.
        acted: The button was pressed.
        stop_requested: Its preparing shall stop.
        menu_requested: Its menu shall open, at the given widget.
        moved: The focus shall go so many rows down.
    """

    chosen = Signal()
    acted = Signal()
    stop_requested = Signal()
    menu_requested = Signal(object)
    moved = Signal(int)

    def __init__(self, context: Context, line: Line) -> None:
        super().__init__()
        self._theme = context.theme
        self.line = line
        self.name = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(48)
        font = context.theme.font
        self._icon = QLabel()
        self._title = ElidedLabel()
        self._title.setFont(font(tokens.TypeStyle(tokens.BODY.pixels, 500)))
        self._detail = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._detail.setFont(font(tokens.CAPTION))
        self._exam = text_label("", font(tokens.TypeStyle(tokens.BODY.pixels, 600)))
        self._exam.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._chip = Chip(context.theme)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(_BAR)
        self.button = QPushButton()
        self.button.setProperty("kind", "small")
        self.button.clicked.connect(self._on_pressed)
        self.menu_button = QToolButton()
        self.menu_button.setIconSize(QSize(18, 18))
        self.menu_button.clicked.connect(lambda: self.menu_requested.emit(self.menu_button))
        self._activity: Activity | None = None
        self._lay_out(line)
        context.theme.changed.connect(self._retint)

    @property
    def cells(self) -> tuple[QWidget, ...]:
        """What must be as wide in every row: exam, state, button."""
        return self._exam, self._state, self._action

    def show_line(self, overview: Overview, line: Line, activity: Activity | None) -> None:
        """Show how the version stands.

        Args:
            overview: All versions.
            line: The version.
            activity: What prepares it now, or None.
        """
        self.line = line
        self._activity = activity
        self.name = words.name_text(line, overview.cards)
        self._title.setText(self.name)
        self._detail.setText(words.line_text(overview, line))
        is_bad = bool(line.version.problem)
        self._detail.setProperty("role", "warning" if is_bad else "secondary")
        self._detail.style().polish(self._detail)
        result = words.exam_result(overview, line)
        self._exam.setText("" if result is None else words.percent_text(result))
        standing = line.standing if activity is None else Standing.PREPARING
        self._chip.show_standing(standing)
        self._show_button(standing)
        self.show_progress()
        exam = self.tr("exam %1").replace("%1", self._exam.text()) if self._exam.text() else ""
        spoken = (self.name, exam, words.standing_text(standing), self._detail.text())
        self.setAccessibleName(self.tr(", ").join(part for part in spoken if part))
        more = self.tr("More for %1").replace("%1", self.name)
        self.menu_button.setToolTip(more)
        self.menu_button.setAccessibleName(more)
        self._retint()

    def show_progress(self) -> None:
        """Show how far the preparing is."""
        progress = None if self._activity is None else self._activity.progress
        self._bar.setVisible(self._activity is not None)
        self._bar.setAccessibleName(words.standing_text(Standing.PREPARING))
        total = progress.total if progress is not None else None
        self._bar.setRange(0, total or 0)
        self._bar.setValue(progress.done if progress is not None else 0)

    def _show_button(self, standing: Standing) -> None:
        text, tip = "", ""
        if standing is Standing.PREPARING:
            text, tip = self.tr("Stop"), self.tr("Stop preparing; what is done is kept")
        elif standing is Standing.CUT_OFF:
            text, tip = self.tr("Resume"), self.tr("Go on with preparing, then use this version")
        elif standing in (Standing.READY, Standing.STORED):
            is_back = self.line.is_built_in or self.line.version.is_previous
            text = self.tr("Go back to this") if is_back else self.tr("Adopt")
            tip = self.tr("Let this version answer (%1)")
            tip = tip.replace("%1", "Ctrl+Enter")
        self.button.setText(text)
        self.button.setToolTip(tip)
        self.button.setAccessibleName(f"{text}: {self.name}")
        self.button.setVisible(bool(text))

    def _on_pressed(self) -> None:
        if self._activity is None:
            self.acted.emit()
        else:
            self.stop_requested.emit()

    def _lay_out(self, line: Line) -> None:
        self._state, self._action = QWidget(), QWidget()
        state = QVBoxLayout(self._state)
        state.setContentsMargins(0, 0, 0, 0)
        state.setSpacing(4)
        state.addStretch(1)
        state.addWidget(self._chip, 0, Qt.AlignmentFlag.AlignLeft)
        state.addWidget(self._bar)
        state.addStretch(1)
        action = QHBoxLayout(self._action)
        action.setContentsMargins(0, 0, 0, 0)
        action.addStretch(1)
        action.addWidget(self.button)
        text = QVBoxLayout()
        text.setSpacing(0)
        text.addStretch(1)
        text.addWidget(self._title)
        text.addWidget(self._detail)
        text.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(_MARGIN + _INDENT * line.depth, 7, 10, 7)
        row.setSpacing(12)
        row.addWidget(self._icon)
        row.addLayout(text, 1)
        row.addWidget(self._exam)
        row.addSpacing(24)
        row.addWidget(self._state)
        row.addSpacing(12)
        row.addWidget(self._action)
        row.addWidget(self.menu_button)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: the arrows move, Enter does what the button does."""
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if event.key() in steps and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.moved.emit(steps[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            if self.button.isVisible():
                self.button.click()
        elif event.key() == Qt.Key.Key_Menu or (
            event.key() == Qt.Key.Key_F10 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        ):
            self.menu_requested.emit(self.menu_button)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: a line above, a ring while it has the focus; neither moves what is inside."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(0, 0, self.width(), 1, self._theme.colour("line"))
        if self.hasFocus():
            painter.setPen(QPen(self._theme.colour("accent"), 2))
            ring = QRectF(self.rect()).adjusted(2, 2, -2, -2)
            painter.drawRoundedRect(ring, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
        painter.end()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Override: told."""
        super().focusInEvent(event)
        self.update()
        self.chosen.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Override: the ring goes."""
        super().focusOutEvent(event)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Override: the right button opens the menu."""
        if event.button() == Qt.MouseButton.RightButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.menu_requested.emit(self)
        else:
            super().mouseReleaseEvent(event)

    def _retint(self) -> None:
        icon = self._theme.icon(words.icon_name(self.line))
        self._icon.setPixmap(icon.pixmap(QSize(_ICON, _ICON), self.devicePixelRatioF()))
        self.menu_button.setIcon(self._theme.icon("dots-three-vertical"))
