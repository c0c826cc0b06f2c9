"""What happens when the program makes a mistake: a dialog with details, never a silent death."""

import faulthandler
import logging
import sys
import threading
import traceback
from pathlib import Path
from types import TracebackType
from typing import TextIO

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

logger = logging.getLogger(__name__)

CRASH_FILE = "crash.txt"


class CrashReporter(QObject):
    """Catches every exception that nobody handled, in any thread.

    Args:
        log_folder: Where the log is; a crash of the interpreter itself is written beside it.

    Attributes:
        parent_window: The window that the dialog belongs to, once there is one.
    """

    _caught = Signal(str)

    def __init__(self, log_folder: Path) -> None:
        super().__init__()
        self.parent_window: QWidget | None = None
        self._log_folder = log_folder
        self._is_showing = False
        self._crash_file: TextIO | None = None
        self._caught.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def install(self) -> str:
        """Start to catch.

        Returns:
            What the last run wrote when it crashed; empty if it did not.
        """
        sys.excepthook = self._on_exception
        threading.excepthook = lambda args: self._on_exception(
            args.exc_type, args.exc_value, args.exc_traceback
        )
        path = self._log_folder / CRASH_FILE
        try:
            last = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
            self._crash_file = path.open("w", encoding="utf-8")
            faulthandler.enable(self._crash_file)
        except OSError as error:
            logger.warning("Crashes cannot be written to %s: %s", path, error)
            return ""
        return last

    def uninstall(self) -> None:
        """Stop to catch."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        if self._crash_file is not None:
            faulthandler.disable()
            self._crash_file.close()
            self._crash_file = None

    def report(self, error: BaseException) -> None:
        """Take up an exception that a worker met."""
        self._on_exception(type(error), error, error.__traceback__)

    def _on_exception(
        self,
        kind: type[BaseException],
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        logger.error("unexpected error", exc_info=(kind, error or kind(), trace))
        self._caught.emit("".join(traceback.format_exception(kind, error, trace)))

    def _show(self, details: str) -> None:
        if self._is_showing:  # one mistake often brings its like; one dialog is enough
            return
        self._is_showing = True
        box = QMessageBox(self.parent_window)
        box.setObjectName("crashDialog")
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(self.tr("The program made a mistake"))
        box.setText(
            self.tr(
                "The program made a mistake. Your photos and your library are safe, and you can "
                "go on."
            )
        )
        log = self.tr("The details are in the log: %1").replace("%1", str(self._log_folder))
        box.setInformativeText(log)
        box.setDetailedText(details)
        copy = box.addButton(self.tr("Copy details"), QMessageBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QApplication.clipboard().setText(details))
        box.addButton(QMessageBox.StandardButton.Close)
        box.finished.connect(self._on_finished)
        box.open()

    def _on_finished(self) -> None:
        self._is_showing = False
