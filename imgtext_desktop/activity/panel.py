"""The list of jobs, a popover above the strip."""

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGraphicsDropShadowEffect,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from imgtext_desktop import tokens
from imgtext_desktop.activity.job_buttons import JobButtons
from imgtext_desktop.activity.log import ActivityEntry, ActivityLog
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import ElidedLabel, text_label
from imgtext_desktop.jobs.activity import ActivityState
from imgtext_desktop.theme import Theme

_WIDTH, _MARGIN, _STEPS = 400, 12, 1000
_ICONS = {
    ActivityState.RUNNING: ("folder-plus", "text2"),
    ActivityState.PAUSED: ("pause", "text2"),
    ActivityState.DONE: ("check-circle", "good"),
    ActivityState.CANCELLED: ("x-circle", "text2"),
    ActivityState.FAILED: ("warning-circle", "bad"),
}


class ActivityPanel(QFrame):
    """Every job that runs, and those that ended not long ago.

    Args:
        context: The window's surroundings.
        log: The jobs.
        window: It lies over this widget.

    Signals:
        closed: It was closed; the focus should go back to the strip.
    """

    closed = Signal()

    def __init__(self, context: Context, log: ActivityLog, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("activityPanel")
        self.setAccessibleName(self.tr("Activity"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme = context.theme
        self._theme = theme
        self._log = log
        self._window = window
        self._anchor: QWidget | None = None
        self._rows: dict[ActivityEntry, _Row] = {}
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(32)
        shadow.setOffset(0, 8)
        shadow.setColor(QColor(0, 0, 0, round(0.28 * 255)))
        self.setGraphicsEffect(shadow)
        self._lay_out()
        log.listed.connect(self._on_listed)
        log.changed.connect(self._on_changed)
        theme.changed.connect(self._retint)
        self._retint()
        self._on_listed()
        self.hide()

    def toggle_above(self, anchor: QWidget) -> None:
        """Open it above a widget of the same window, or close it."""
        if self.isVisible():
            self.close_panel()
            return
        self._anchor = anchor
        self._log.mark_seen()
        self.show()
        self._place()
        self.raise_()
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        self._window.installEventFilter(self)
        QApplication.instance().focusChanged.connect(self._on_focus_changed)  # type: ignore[union-attr]

    def close_panel(self) -> None:
        """Close it."""
        if self.isHidden():
            return
        QApplication.instance().focusChanged.disconnect(self._on_focus_changed)  # type: ignore[union-attr]
        self._window.removeEventFilter(self)
        self.hide()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override: Esc closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_panel()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override: it keeps its place while the window changes its size."""
        if event.type() is QEvent.Type.Resize:
            self._place()
        return False

    def _lay_out(self) -> None:
        title = text_label(self.tr("Activity"), self._theme.font(tokens.SUBTITLE))
        self._close = QToolButton()
        self._close.setIconSize(QSize(14, 14))
        self._close.setToolTip(self.tr("Close (Esc)"))
        self._close.setAccessibleName(self.tr("Close"))
        self._close.clicked.connect(self.close_panel)
        self._top = QHBoxLayout()
        self._top.setContentsMargins(16, 10, 12, 6)
        self._top.addWidget(title, 1)
        self._top.addWidget(self._close)
        self._nothing = text_label(
            self.tr("Nothing is running."), self._theme.font(tokens.BODY), role="secondary"
        )
        self._nothing.setContentsMargins(16, 4, 16, 8)
        self._list = QWidget()
        self._list.setObjectName("activityList")
        self._list_layout = QVBoxLayout(self._list)
        self._list_layout.setContentsMargins(0, 0, 0, 0)
        self._list_layout.setSpacing(0)
        self._list_layout.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setObjectName("activityScroll")
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(self._list)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 8)
        layout.setSpacing(0)
        layout.addLayout(self._top)
        layout.addWidget(self._nothing)
        layout.addWidget(self._scroll, 1)

    def _on_listed(self) -> None:
        entries = self._log.entries
        for entry in [known for known in self._rows if known not in entries]:
            self._rows.pop(entry).deleteLater()
        for position, entry in enumerate(entries):
            if entry not in self._rows:
                row = _Row(self._theme, entry)
                self._rows[entry] = row
                self._list_layout.insertWidget(position, row)
        for position, entry in enumerate(entries):
            self._rows[entry].set_first(position == 0)
        self._nothing.setVisible(not entries)
        self._scroll.setVisible(bool(entries))
        if self.isVisible():
            self._place()

    def _on_changed(self) -> None:
        if self.isVisible():
            for row in self._rows.values():
                row.show_entry()

    def _place(self) -> None:
        """As high as its rows, between the window's top and the anchor."""
        window, anchor, layout = self._window, self._anchor, self.layout()
        if anchor is None or layout is None:
            return
        for row in self._rows.values():
            row.ensurePolished()
            row.show_entry()
        bottom = anchor.mapTo(window, QPoint(0, 0)).y() - _MARGIN
        width = min(_WIDTH, window.width() - 2 * _MARGIN)
        rows = self._list_layout.totalHeightForWidth(width - 2) if self._rows else 0
        margins = self.contentsMargins() + layout.contentsMargins()
        rest = margins.top() + self._top.sizeHint().height() + margins.bottom()
        if not self._rows:
            rest += self._nothing.sizeHint().height()
        height = min(rest + rows, bottom - _MARGIN)
        left = window.width() - width - _MARGIN if self.isRightToLeft() else _MARGIN
        self.setGeometry(left, bottom - height, width, height)

    def _on_focus_changed(self, _: QWidget | None, now: QWidget | None) -> None:
        """Close when the focus goes elsewhere in the window."""
        is_inside = now is None or now is self or self.isAncestorOf(now) or now is self._anchor
        if not is_inside:
            self.close_panel()

    def _retint(self) -> None:
        self._close.setIcon(self._theme.icon("x"))
        if self.isVisible():
            self._place()


class _Row(QFrame):
    def __init__(self, theme: Theme, entry: ActivityEntry) -> None:
        super().__init__()
        self.setProperty("kind", "activityRow")
        self._theme = theme
        self._entry = entry
        self._shown: tuple[str, str] | None = None
        self._icon = QLabel()
        self._title = ElidedLabel(entry.title)
        self._title.setFont(theme.font(tokens.BODY))
        self._title.setProperty("strong", True)
        self._buttons = JobButtons(theme)
        self._bar = QProgressBar()
        self._bar.setRange(0, _STEPS)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(entry.title)
        self._line = text_label("", theme.font(tokens.CAPTION), role="secondary", wraps=True)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self._icon)
        top.addWidget(self._title, 1)
        top.addWidget(self._buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 10, 12, 10)
        layout.setSpacing(6)
        layout.addLayout(top)
        layout.addWidget(self._bar)
        layout.addWidget(self._line)
        theme.changed.connect(self._on_theme_changed)
        self.show_entry()

    def set_first(self, is_first: bool) -> None:
        """The first row has no line above it."""
        self.setProperty("first", is_first)
        self.style().polish(self)

    def show_entry(self) -> None:
        entry = self._entry
        icon = _ICONS[entry.state]
        if icon != self._shown:
            self._shown = icon
            pixmap = self._theme.icon(*icon).pixmap(QSize(16, 16), self.devicePixelRatioF())
            self._icon.setPixmap(pixmap)
        self._buttons.show_entry(entry)
        self._bar.setVisible(entry.is_active)
        self._bar.setValue(round(entry.fraction * _STEPS))
        self._line.setText(entry.line)
        self.setAccessibleName(f"{entry.title}, {entry.line}")

    def _on_theme_changed(self) -> None:
        self._shown = None
        self.show_entry()
