"""A library in its window, which is closed and opened again when a copy takes its place."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
)

from engine.backup import restore_copy
from engine.errors import EngineError
from engine.jobs import Progress
from imgtext_desktop.jobs.runner import JobRunner
from imgtext_desktop.main_window import MainWindow

_STEPS = 1000


class Session(QObject):
    """Holds the window over a library.

    Args:
        folder: The library's folder.
        build: Builds the window over it; raises EngineError or OSError if that is not possible.

    Attributes:
        window: The window; None while a copy is restored, or when nothing could be opened again.

    Signals:
        opened: There is a new window, shown already.
        failed: The library could not be opened again; carries the exception.
    """

    opened = Signal(object)
    failed = Signal(object)

    def __init__(
        self, folder: Path, build: Callable[[], MainWindow], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._folder = folder
        self._build = build
        self.window: MainWindow | None = None

    def open(self) -> None:
        """Build the window and show it.

        Raises:
            EngineError: The library cannot be used.
            OSError: Its folder cannot.
        """
        window = self.window = self._build()
        window.user_data.restore_requested.connect(self.restore, Qt.ConnectionType.QueuedConnection)
        self.opened.emit(window)
        window.show()

    def come_to_front(self) -> None:
        """Show the window over the others."""
        if self.window is not None:
            self.window.come_to_front()

    def close(self) -> None:
        """Close the window, if there is one; nothing is asked any more."""
        if self.window is not None:
            self.window.learning.close()
            self.window.close()

    def restore(self, source: Path) -> "RestoreDialog":
        """Close the window, put a copy in the library's place and open the window again."""
        quits = QApplication.quitOnLastWindowClosed()
        QApplication.setQuitOnLastWindowClosed(False)
        if self.window is not None:
            self.close()
            self.window.deleteLater()
            self.window = None
        dialog = RestoreDialog(source, self._folder)

        def open_again() -> None:
            sentence = dialog.sentence
            dialog.deleteLater()
            try:
                self.open()
            except (EngineError, OSError) as error:
                self.failed.emit(error)
            else:
                self._tell(sentence)
            QApplication.setQuitOnLastWindowClosed(quits)

        dialog.finished.connect(open_again)
        dialog.start()
        return dialog

    def _tell(self, sentence: str) -> None:
        """Say why the library is as it was; nothing waits for an answer."""
        if sentence and self.window is not None:
            box = QMessageBox(self.window)
            box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            box.setIcon(QMessageBox.Icon.Warning)
            box.setText(sentence)
            box.addButton(QMessageBox.StandardButton.Close)
            box.open()


def _raise(error: Exception) -> None:
    """Hand a mistake of ours to whoever tells the user of those."""
    raise error


class RestoreDialog(QDialog):
    """Shows how far the restoring of a copy is; it ends by itself.

    Args:
        source: The copy.
        folder: The library's folder; nothing has it open.

    Attributes:
        sentence: Why it failed; empty if it did not.
    """

    def __init__(self, source: Path, folder: Path) -> None:
        super().__init__()
        self.setObjectName("restoreDialog")
        self.setWindowTitle(self.tr("Restore a copy"))
        self._source, self._folder = source, folder
        self._jobs = JobRunner(self)
        self._jobs.failed.connect(_raise)
        self.sentence = ""
        self._line = QLabel()
        self._line.setWordWrap(True)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, 0)
        self._bar.setAccessibleName(self.windowTitle())
        self._cancel = QPushButton(self.tr("Cancel"))
        self._cancel.setToolTip(self.tr("Leave the library as it is"))
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self._cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.addWidget(self._line)
        column.addWidget(self._bar)
        column.addLayout(buttons)
        self.resize(440, self.sizeHint().height())

    def start(self) -> None:
        """Begin."""
        text = self.tr("Checking “%1”").replace("%1", self._source.name)
        self._line.setText(text)
        self._activity = self._jobs.start(
            text, lambda: restore_copy(self._source, self._folder), is_quiet=True
        )
        self._activity.progressed.connect(self._on_progressed)
        self._activity.ended.connect(self._on_ended)
        self._cancel.clicked.connect(self._activity.cancel)
        self.show()

    def reject(self) -> None:
        """Override: Esc cancels; the dialog ends when that is done."""
        self._activity.cancel()

    def _on_progressed(self, progress: Progress) -> None:
        if progress.stage == "restoring":
            self._line.setText(self.tr("Restoring “%1”").replace("%1", self._source.name))
        self._bar.setRange(0, _STEPS)
        self._bar.setValue(round(_STEPS * progress.done / max(1, progress.total or 1)))

    def _on_ended(self) -> None:
        self.sentence = self._activity.sentence
        self._jobs.close()
        self.accept()
