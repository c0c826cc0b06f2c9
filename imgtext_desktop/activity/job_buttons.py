"""The two buttons of a job: pause or go on, and stop."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from imgtext_desktop.activity.log import ActivityEntry
from imgtext_desktop.jobs.activity import ActivityState
from imgtext_desktop.theme import Theme


class JobButtons(QWidget):
    """Acts on one job; hidden once that has ended."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._entry: ActivityEntry | None = None
        self._pause = QToolButton()
        self._stop = QToolButton()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for button in (self._pause, self._stop):
            button.setIconSize(QSize(14, 14))
            layout.addWidget(button)
        self._pause.clicked.connect(self._on_pause)
        self._stop.clicked.connect(self._on_stop)
        theme.changed.connect(self._update)

    def show_entry(self, entry: ActivityEntry | None) -> None:
        """Act on this job."""
        self._entry = entry
        self._update()

    def _update(self) -> None:
        entry = self._entry
        if entry is None or not entry.is_active:
            self.hide()
            return
        self.show()
        is_paused = entry.state is ActivityState.PAUSED
        pause = self.tr("Go on with “%1”") if is_paused else self.tr("Pause “%1”")
        for button, icon, text in (
            (self._pause, "play" if is_paused else "pause", pause),
            (self._stop, "x", self.tr("Stop “%1”; what is done is kept")),
        ):
            words = text.replace("%1", entry.title)
            button.setIcon(self._theme.icon(icon))
            if button.toolTip() != words:
                button.setToolTip(words)
                button.setAccessibleName(words)

    def _on_pause(self) -> None:
        if self._entry is None:
            return
        if self._entry.state is ActivityState.PAUSED:
            self._entry.activity.resume()
        else:
            self._entry.activity.pause()

    def _on_stop(self) -> None:
        if self._entry is not None:
            self._entry.activity.cancel()
