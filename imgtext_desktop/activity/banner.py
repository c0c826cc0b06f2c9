"""The banner of the first import: one can search while the rest is read."""

import time
from collections import Counter
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QLocale, QSize
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from engine.catalog.records import FileState
from imgtext_desktop import tokens
from imgtext_desktop.activity.log import IMPORTING, ActivityEntry, ActivityLog
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import text_label


class ImportBanner(QFrame):
    """Shows itself while an import reads more photos than were in the library before.

    Args:
        context: The window's surroundings.
        parent: Its owner.
        clock: Seconds, monotonic.
    """

    def __init__(
        self,
        context: Context,
        parent: QWidget | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("importBanner")
        theme = context.theme
        self._context = context
        self._log = ActivityLog(context.jobs, self, clock=clock)
        self._hidden: ActivityEntry | None = None
        self._asked: ActivityEntry | None = None
        self._first: ActivityEntry | None = None
        self._icon = QLabel()
        self._words = text_label("", theme.font(tokens.BODY), wraps=True)
        hide = QPushButton(self.tr("Hide"))
        hide.setProperty("kind", "link")
        hide.setToolTip(self.tr("Hide this line; the import goes on"))
        hide.setAccessibleName(self.tr("Hide"))
        hide.clicked.connect(self._on_hide)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(18, 5, 12, 5)
        layout.setSpacing(12)
        layout.addWidget(self._icon)
        layout.addWidget(self._words, 1)
        layout.addWidget(hide)
        self._log.changed.connect(self._update)
        theme.changed.connect(self._retint)
        self._retint()
        self.hide()

    def _update(self) -> None:
        entry = self._entry()
        progress = entry.progress if entry else None
        if entry is None or progress is None or entry is self._hidden:
            self.hide()
            return
        if entry is not self._first:
            self._ask(entry)
            return
        ready, left = QLocale().toString(progress.done), entry.time_left()
        if left:
            words = self.tr(
                "You can search already. %1 of %Ln photos are ready, the rest follow in about %2.",
                "",
                progress.total or 0,
            ).replace("%2", left)
        else:
            words = self.tr(
                "You can search already. %1 of %Ln photos are ready.", "", progress.total or 0
            )
        self._words.setText(words.replace("%1", ready))
        self.show()

    def _ask(self, entry: ActivityEntry) -> None:
        """Find out, once for each import, whether most of the library is new."""
        if entry is not self._asked:
            self._asked = entry
            counts = self._context.library.files.counts
            self._context.jobs.read(
                counts, partial(self._on_counted, entry), channel="import banner"
            )

    def _on_counted(self, entry: ActivityEntry, counts: Counter[FileState]) -> None:
        if entry.progress is not None and counts[FileState.INDEXED] <= (entry.progress.total or 0):
            self._first = entry
            self._update()

    def _entry(self) -> ActivityEntry | None:
        """Return the import that has photos ready and more to come."""
        for entry in self._log.active:
            progress = entry.progress
            if (
                progress is not None
                and progress.stage == IMPORTING
                and progress.total
                and 0 < progress.done < progress.total
            ):
                return entry
        return None

    def _on_hide(self) -> None:
        self._hidden = self._entry()
        self.hide()

    def _retint(self) -> None:
        icon = self._context.theme.icon("check-circle", "accent_text")
        self._icon.setPixmap(icon.pixmap(QSize(18, 18), self.devicePixelRatioF()))
