"""The models on their way, a row each: how far, stop, go on, give up."""

from PySide6.QtCore import QSize, Qt, Signal
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

from engine.models.hub import DOWNLOADING
from engine.models.versions import COPYING
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import ElidedLabel, text_label
from imgtext_desktop.models.arrivals import Arrival, Arrivals
from imgtext_desktop.models.words import joined, size_text

_MB = 1_000_000
_ICON = 18


class ArrivalList(QFrame):
    """Shows the models on their way; hidden while there is none.

    Args:
        context: The window's surroundings.
        arrivals: Brings them.

    Attributes:
        rows: The rows, from the top.
    """

    def __init__(self, context: Context, arrivals: Arrivals) -> None:
        super().__init__()
        self.setObjectName("arrivalList")
        self.setProperty("kind", "card")
        self._context = context
        self._arrivals = arrivals
        self.rows: list[ArrivalRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(20, 4, 12, 4)
        self._column.setSpacing(0)
        arrivals.changed.connect(self._show)
        arrivals.progressed.connect(self._on_progressed)
        self._show()

    def _show(self) -> None:
        arrivals = self._arrivals.all
        kept = {row.arrival.key: row for row in self.rows}
        for row in self.rows:
            self._column.removeWidget(row)
        self.rows = [
            kept.pop(one.key) if one.key in kept else self._make_row(one) for one in arrivals
        ]
        for gone in kept.values():
            gone.hide()
            gone.deleteLater()
        for row, arrival in zip(self.rows, arrivals, strict=True):
            self._column.addWidget(row)
            row.show_arrival(arrival)
        self.setVisible(bool(self.rows))

    def _make_row(self, arrival: Arrival) -> "ArrivalRow":
        row = ArrivalRow(self._context, arrival)
        row.stop_requested.connect(lambda: self._arrivals.stop(row.arrival.key))
        row.resume_requested.connect(
            lambda: self._arrivals.download(row.arrival.key, row.arrival.name)
        )
        row.forget_requested.connect(lambda: self._arrivals.forget(row.arrival.key))
        return row

    def _on_progressed(self, key: str) -> None:
        for row in self.rows:
            if row.arrival.key == key:
                row.show_progress()


class ArrivalRow(QWidget):
    """One model on its way.

    Attributes:
        arrival: The model.
        button: Stops, or goes on.
        forget_button: Gives up a download that was stopped.

    Signals:
        stop_requested: It shall stop.
        resume_requested: It shall go on.
        forget_requested: What has come of it shall go.
    """

    stop_requested = Signal()
    resume_requested = Signal()
    forget_requested = Signal()

    def __init__(self, context: Context, arrival: Arrival) -> None:
        super().__init__()
        self._theme = context.theme
        self.arrival = arrival
        font = context.theme.font
        self._sign = QLabel()
        self._title = ElidedLabel()
        self._title.setFont(font(tokens.TypeStyle(tokens.BODY.pixels, 500)))
        self._detail = text_label("", font(tokens.CAPTION), role="secondary", wraps=True)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self.button = QPushButton()
        self.button.setProperty("kind", "small")
        self.button.clicked.connect(self._on_pressed)
        self.forget_button = QToolButton()
        self.forget_button.setIconSize(QSize(_ICON, _ICON))
        self.forget_button.clicked.connect(self.forget_requested)
        text = QVBoxLayout()
        text.setSpacing(4)
        text.addWidget(self._title)
        text.addWidget(self._bar)
        text.addWidget(self._detail)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 10, 0, 10)
        row.setSpacing(12)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(text, 1)
        row.addWidget(self.button)
        row.addWidget(self.forget_button)
        context.theme.changed.connect(self._retint)

    def show_arrival(self, arrival: Arrival) -> None:
        """Show how it stands now."""
        self.arrival = arrival
        is_running = arrival.activity is not None
        self._title.setText(arrival.name)
        self.button.setText(self.tr("Cancel") if is_running else self.tr("Resume"))
        stop = (
            self.tr("Stop; what has been downloaded is kept")
            if arrival.can_go_on
            else self.tr("Stop; nothing of it is kept")
        )
        self.button.setToolTip(stop if is_running else self.tr("Go on where it was"))
        self.button.setAccessibleName(f"{self.button.text()}: {arrival.name}")
        forget = self.tr("Delete what has come of %1").replace("%1", arrival.name)
        self.forget_button.setToolTip(forget)
        self.forget_button.setAccessibleName(forget)
        self.forget_button.setVisible(not is_running)
        self._bar.setAccessibleName(arrival.name)
        self._detail.setProperty("role", "warning" if arrival.sentence else "secondary")
        self._detail.style().polish(self._detail)
        self.show_progress()
        self._retint()

    def show_progress(self) -> None:
        """Show how far it is."""
        arrival = self.arrival
        progress = None if arrival.activity is None else arrival.activity.progress
        stage = "" if progress is None else progress.stage
        done, total = arrival.done // _MB, arrival.total // _MB
        if progress is not None:
            done, total = progress.done, progress.total or 0
        is_unknown = arrival.activity is not None and not total
        self._bar.setRange(0, 0 if is_unknown else max(total, 1))
        self._bar.setValue(done)
        self._bar.setVisible(arrival.activity is not None or total > 0)
        amount = self.tr("%1 of %2").replace("%1", size_text(done * _MB))
        amount = amount.replace("%2", size_text(total * _MB)) if total else ""
        if arrival.activity is not None:
            doing = {
                DOWNLOADING: self.tr("Downloading"),
                COPYING: self.tr("Copying into the library"),
            }
            self._detail.setText(joined(doing.get(stage, self.tr("Looking at the model")), amount))
        else:
            stopped = self.tr("Stopped. It goes on where it was.")
            self._detail.setText(joined(arrival.sentence or stopped, amount))

    def _on_pressed(self) -> None:
        is_running = self.arrival.activity is not None
        (self.stop_requested if is_running else self.resume_requested).emit()

    def _retint(self) -> None:
        is_bad = bool(self.arrival.sentence)
        icon = self._theme.icon(
            "warning" if is_bad else "download-simple", "warn" if is_bad else "accent_text"
        )
        self._sign.setPixmap(icon.pixmap(QSize(_ICON, _ICON), self.devicePixelRatioF()))
        self.forget_button.setIcon(self._theme.icon("trash"))
