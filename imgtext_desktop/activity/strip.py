"""The strip at the foot of the sidebar: what is being done, or that all is done."""

from collections import Counter
from collections.abc import Mapping

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QVBoxLayout, QWidget

from engine.catalog.records import FileState
from imgtext_desktop import tokens
from imgtext_desktop.activity.job_buttons import JobButtons
from imgtext_desktop.activity.log import ActivityEntry, ActivityLog
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import ElidedLabel, text_label

_STEPS = 1000  # of the bar


class ActivityStrip(QFrame):
    """Shows the oldest job that runs.

    Signals:
        panel_requested: It was clicked, or Enter or Space pressed on it.
    """

    panel_requested = Signal()

    def __init__(self, context: Context, log: ActivityLog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("activityStrip")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._theme = context.theme
        self._log = log
        self._counts: Counter[FileState] = Counter()
        self._is_compact = False
        self._shown_icon = ("", "")
        self._idle = self._make_idle()
        self._busy = self._make_busy()
        self._rail = self._make_rail()
        self._layout = QVBoxLayout(self)
        self._layout.setSpacing(0)
        for part in (self._idle, self._busy, self._rail):
            self._layout.addWidget(part)
        log.changed.connect(self._update)
        log.ended.connect(self._on_ended)
        context.theme.changed.connect(self._on_theme_changed)
        self.set_compact(False)

    def set_compact(self, is_compact: bool) -> None:
        """Show an icon alone, with a bar while something runs; or the words as well."""
        self._is_compact = is_compact
        self._shown_icon = ("", "")
        side = 0 if is_compact else 18
        self._layout.setContentsMargins(side, 10, 0 if is_compact else 12, 10)
        self._update()

    def show_counts(self, counts: Mapping[FileState, int]) -> None:
        """Take up how many files are in each state; while idle it says so."""
        self._counts = Counter(counts)
        self._update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override: a click opens the panel."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.panel_requested.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: so do Enter and Space."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.panel_requested.emit()
        else:
            super().keyPressEvent(event)

    def _make_idle(self) -> QWidget:
        caption = self._theme.font(tokens.CAPTION)
        self._icon = QLabel()
        self._words = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._words.setFont(caption)
        self._words.setProperty("role", "secondary")
        self._count = text_label("", caption, role="secondary")
        idle = QWidget()
        layout = QHBoxLayout(idle)
        layout.setContentsMargins(0, 2, 6, 2)
        layout.setSpacing(10)
        layout.addWidget(self._icon)
        layout.addWidget(self._words, 1)
        layout.addWidget(self._count)
        return idle

    def _make_busy(self) -> QWidget:
        self._title = ElidedLabel()
        self._title.setFont(self._theme.font(tokens.BODY))
        self._title.setProperty("strong", True)
        self._buttons = JobButtons(self._theme)
        self._bar = QProgressBar()
        self._bar.setRange(0, _STEPS)
        self._bar.setTextVisible(False)
        self._line = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._line.setFont(self._theme.font(tokens.CAPTION))
        self._line.setProperty("role", "secondary")
        busy = QWidget()
        top = QHBoxLayout()
        top.setSpacing(4)
        top.addWidget(self._title, 1)
        top.addWidget(self._buttons)
        layout = QVBoxLayout(busy)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(top)
        layout.addWidget(self._bar)
        layout.addWidget(self._line)
        return busy

    def _make_rail(self) -> QWidget:
        self._rail_icon = QLabel()
        self._rail_icon.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._rail_bar = QProgressBar()
        self._rail_bar.setRange(0, _STEPS)
        self._rail_bar.setTextVisible(False)
        rail = QWidget()
        layout = QVBoxLayout(rail)
        layout.setContentsMargins(12, 4, 12, 4)
        layout.setSpacing(6)
        layout.addWidget(self._rail_icon)
        layout.addWidget(self._rail_bar)
        return rail

    def _update(self) -> None:
        active = self._log.active
        self._idle.setVisible(not active and not self._is_compact)
        self._busy.setVisible(bool(active) and not self._is_compact)
        self._rail.setVisible(self._is_compact)
        self._rail_bar.setVisible(bool(active))
        if active:
            self._show_entry(active[0], len(active) - 1)
        else:
            self._show_idle()

    def _show_entry(self, entry: ActivityEntry, others: int) -> None:
        self._title.setText(entry.title)
        self._buttons.show_entry(entry)
        self._bar.setValue(round(entry.fraction * _STEPS))
        self._bar.setAccessibleName(entry.title)
        self._rail_bar.setValue(self._bar.value())
        self._rail_bar.setAccessibleName(entry.title)
        self._show_icon("arrows-clockwise", "accent_text")
        more = [self.tr("%Ln more", "", others)] if others else []
        self._line.setText(" · ".join([entry.line, *more]))
        self._say(f"{entry.title}, {self._line.text()}")

    def _show_idle(self) -> None:
        counts, count = self._counts, ""
        if self._log.has_unseen_failure:
            icon, words = ("warning-circle", "bad"), self.tr("Something failed")
        elif not counts.total():
            icon, words = ("shield-check", "good"), self.tr("Nothing leaves this computer")
        elif counts[FileState.PENDING]:
            icon, words = ("clock", "text2"), self.tr("Waiting to be read")
            count = QLocale().toString(counts[FileState.PENDING])
        else:
            icon, words = ("check-circle", "good"), self.tr("Up to date")
            count = QLocale().toString(counts[FileState.INDEXED] + counts[FileState.OFFLINE])
        self._show_icon(*icon)
        self._words.setText(words)
        self._count.setText(count)
        self._count.setVisible(bool(count))
        self._say(f"{words} {count}".strip())

    def _show_icon(self, name: str, token: str) -> None:
        if (name, token) == self._shown_icon:
            return
        self._shown_icon = (name, token)
        icon, ratio = self._theme.icon(name, token), self.devicePixelRatioF()
        self._icon.setPixmap(icon.pixmap(QSize(16, 16), ratio))
        self._rail_icon.setPixmap(icon.pixmap(QSize(20, 20), ratio))

    def _say(self, words: str) -> None:
        """Name the strip; on the rail the words are in its tooltip."""
        self.setAccessibleName(words)
        hint = self.tr("Show what is being done (%1)").replace("%1", "Ctrl+J")
        self.setToolTip(f"{words}\n{hint}" if self._is_compact else hint)

    def _on_theme_changed(self) -> None:
        self._shown_icon = ("", "")
        self._update()

    def _on_ended(self, entry: ActivityEntry) -> None:
        """Tell those who cannot see the strip."""
        event = QAccessibleAnnouncementEvent(self, f"{entry.title}: {entry.line}")
        QAccessible.updateAccessibility(event)
