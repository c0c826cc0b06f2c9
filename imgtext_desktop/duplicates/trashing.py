"""Moving what is marked to the trash: asks once, runs as a job, says what stayed and why."""

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QLocale, QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from engine.indexing.trash import Trashed
from imgtext_desktop.context import Context
from imgtext_desktop.duplicates.marks import Order
from imgtext_desktop.duplicates.words import size_text
from imgtext_desktop.engine_words.sentences import in_user_words
from imgtext_desktop.jobs.activity import Activity, ActivityState
from imgtext_desktop.notifier import Severity


class Trashing(QObject):
    """Carries out an order.

    Args:
        context: The window's surroundings.
        window: Parent of the question.

    Attributes:
        notes: Why files stay, by their id, in the user's words.

    Signals:
        changed: It runs now, or no longer.
        ended: It has ended: the ids of files that are gone, or None if that is not known.
    """

    changed = Signal()
    ended = Signal(object)

    def __init__(self, context: Context, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._window = window
        self._activity: Activity | None = None
        self.notes: dict[int, str] = {}

    @property
    def is_running(self) -> bool:
        """Whether files are being moved."""
        return self._activity is not None

    def ask(self, order: Order) -> QMessageBox | None:
        """Ask whether to move files to the trash, and do it if the user agrees.

        Returns:
            The question, or None if there is nothing to move.
        """
        if not order.file_ids or self.is_running:
            return None
        count = len(order.file_ids)
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(self.tr("Move %Ln photos to the trash?", "", count))
        hint = self.tr("%1 can be freed. One photo of each group stays.", "")
        box.setInformativeText(
            " ".join(
                (
                    hint.replace("%1", size_text(order.size)),
                    self.tr("The system trash keeps them until you empty it."),
                )
            )
        )
        move = box.addButton(
            self.tr("Move %Ln photos", "", count), QMessageBox.ButtonRole.AcceptRole
        )
        move.setProperty("kind", "primary")
        move.style().polish(move)
        cancel = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        move.clicked.connect(partial(self.run, order))
        box.finished.connect(box.deleteLater)
        box.open()
        return box

    def run(self, order: Order) -> None:
        """Move files to the trash, without a question."""
        library = self._context.library
        self._activity = activity = self._context.jobs.start(
            self.tr("Moving photos to the trash"),
            lambda: library.trash.move(order.file_ids, stand_ins=order.stand_ins),
            failed=self._context.notifier.error,
        )
        activity.ended.connect(self._on_ended)
        self.changed.emit()

    def _on_ended(self) -> None:
        activity = self._activity
        assert activity is not None
        self._activity = None
        if activity.state is ActivityState.DONE:
            self._report(activity.result)
            gone = [file.file_id for file in activity.result if file.is_moved or not file.path]
            self.ended.emit(gone)
        else:
            self.ended.emit(None)
        self.changed.emit()

    def _report(self, files: Iterable[Trashed]) -> None:
        """Remember why files stay, and tell how many went."""
        files = list(files)
        moved = sum(file.is_moved for file in files)
        problems = [in_user_words(file.problem) for file in files if file.problem]
        self.notes.update(
            {file.file_id: in_user_words(file.problem) for file in files if not file.is_moved}
        )
        text = self.tr("%Ln photos are in the trash.", "", moved)
        if len(problems) == 1:
            text = f"{text} {problems[0]}"
        elif problems:
            more = self.tr("%1 And %2 more; the reason stands beside each.")
            more = more.replace("%2", QLocale().toString(len(problems) - 1))
            text = f"{text} {more.replace('%1', problems[0])}"
        severity = Severity.WARNING if problems else Severity.INFO
        self._context.notifier.post(text, severity)
