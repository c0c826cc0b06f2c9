"""Messages over the bottom of the window; each goes by itself, errors stay longer."""

from collections import deque
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label
from imgtext_desktop.notifier import Message, Severity

_SECONDS: Final = {Severity.INFO: 8, Severity.WARNING: 12, Severity.ERROR: 20}
_ICONS: Final = {
    Severity.INFO: ("info", "accent"),
    Severity.WARNING: ("warning", "warn"),
    Severity.ERROR: ("warning-circle", "bad"),
}
_MARGIN: Final = 24
_GAP: Final = 12
_MOST_WIDE: Final = 640


class Toast(QFrame):
    """Shows the notifier's messages, one after another; of mere information only the latest."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("toast")
        self._context = context
        self._window = parent
        self._waiting: deque[Message] = deque()
        self._message: Message | None = None
        self._below: list[QWidget] = []
        self._icon = QLabel()
        self._text = text_label("", context.theme.font(tokens.BODY), wraps=True)
        self._action = QPushButton()
        self._action.setProperty("kind", "link")
        self._action.clicked.connect(self._on_action)
        self._close = QToolButton()
        self._close.setIconSize(QSize(14, 14))
        self._close.setAccessibleName(self.tr("Close the message"))
        self._close.setToolTip(self.tr("Close the message"))
        self._close.clicked.connect(self._next)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 10, 10, 10)
        row.setSpacing(12)
        row.addWidget(self._icon)
        row.addWidget(self._text, 1)
        row.addWidget(self._action)
        row.addWidget(self._close)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._next)
        context.notifier.posted.connect(self._on_posted)
        context.theme.changed.connect(self._retint)
        parent.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override: stay at the bottom of the window."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._take_place()
        return False

    def undo(self) -> bool:
        """Take back what the message that is shown tells of; return whether it offers that."""
        if self._message is None or not self._message.is_undo:
            return False
        self._on_action()
        return True

    def _on_posted(self, message: Message) -> None:
        if message == self._message or message in self._waiting:
            return
        if message.severity is Severity.INFO:
            # Older news is no news: each edit would wait for the one before to go.
            self._waiting = deque(m for m in self._waiting if m.severity is not Severity.INFO)
        self._waiting.append(message)
        shown = None if self._message is None else self._message.severity
        if shown is None or (shown is Severity.INFO and message.severity is Severity.INFO):
            self._next()

    def stay_above(self, widget: QWidget) -> None:
        """Do not cover this part of the window."""
        self._below.append(widget)

    def _next(self) -> None:
        self._timer.stop()
        if not self._waiting:
            self._message = None
            self.hide()
            return
        message = self._message = self._waiting.popleft()
        self._retint()
        self._text.setText(message.text)
        self._action.setText(message.action_text)
        self._action.setVisible(bool(message.action_text))
        self._take_place()
        self.show()
        self.raise_()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, message.text))
        self._timer.start(_SECONDS[message.severity] * 1000)

    def _retint(self) -> None:
        theme = self._context.theme
        self._close.setIcon(theme.icon("x"))
        if self._message is not None:
            icon, token = _ICONS[self._message.severity]
            pixmap = theme.icon(icon, token).pixmap(QSize(20, 20), self.devicePixelRatioF())
            self._icon.setPixmap(pixmap)

    def _on_action(self) -> None:
        message = self._message
        self._next()
        if message is not None and message.action is not None:
            message.action()

    def _take_place(self) -> None:
        parent = self._window
        width = min(parent.width() - 2 * _MARGIN, _MOST_WIDE)
        self.setFixedWidth(width)
        height = max(self.heightForWidth(width), self.sizeHint().height())
        self.resize(width, height)
        x = (parent.width() - width) // 2
        bottom = parent.height() - _MARGIN
        for widget in self._below:
            if widget.isVisible():
                bottom = widget.mapTo(parent, QPoint()).y() - _GAP
        self.move(x, bottom - height)

    def setVisible(self, visible: bool) -> None:
        """Override: a hidden toast leaves no timer."""
        super().setVisible(visible)
        if not visible:
            self._timer.stop()

    def minimumSizeHint(self) -> QSize:
        """Override: it may become narrow."""
        return QSize(0, super().minimumSizeHint().height())
