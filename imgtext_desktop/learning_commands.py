"""Learning from the user: joins the page of training to the window, and lives without it."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox

from engine.training.process import RunEnd
from engine.training.runs import Run, RunStatus
from imgtext_desktop.context import Context
from imgtext_desktop.training.supervisor import Supervisor

if TYPE_CHECKING:
    from imgtext_desktop.labeling.edits import Edits
    from imgtext_desktop.main_window import MainWindow
    from imgtext_desktop.training.estimates import Estimates
    from imgtext_desktop.training.page import TrainPage


class LearningCommands(QObject):
    """Owns the run that is going on, and the page, which is made at the first visit.

    Args:
        context: The window's surroundings.
        edits: What the user says of photos.
        window: The window.

    Attributes:
        supervisor: Follows the run.

    Signals:
        adopt_requested: A version (its name) shall answer.
        compare_requested: A version (its name) shall be compared with the one in use.
    """

    adopt_requested = Signal(str)
    compare_requested = Signal(str)

    def __init__(self, context: Context, edits: "Edits", window: "MainWindow") -> None:
        super().__init__(window)
        self._context = context
        self._edits = edits
        self._window = window
        self._page: TrainPage | None = None
        self._estimates: Estimates | None = None
        self._has_asked = self._is_closing = False
        self.supervisor = Supervisor(context, self)
        self.supervisor.ended.connect(self._on_ended)
        edits.changed.connect(self._on_said)

    @property
    def has_page(self) -> bool:
        """Whether the page has been visited."""
        return self._page is not None

    @property
    def page(self) -> "TrainPage":
        """The page; made at the first visit, as it imports what draws charts."""
        if self._page is None:
            from imgtext_desktop.training.estimates import Estimates
            from imgtext_desktop.training.page import TrainPage

            page = self._page = TrainPage(self._context, self.supervisor)
            page.adopt_requested.connect(self.adopt_requested)
            page.compare_requested.connect(self.compare_requested)
            page.label_requested.connect(self._find_photos)
            page.suggestions_requested.connect(self._window.suggesting.suggest_uncaptioned)
            page.guess_answered.connect(self._on_guess_answered)
            estimates = self._estimates = Estimates(self._context, self)
            page.estimates_wanted.connect(estimates.ask)
            self.supervisor.began.connect(estimates.stop)
            estimates.found.connect(page.set_estimate)
        return self._page

    def refresh(self) -> None:
        """Show what has changed in the library."""
        if self._page is not None and self._page.isVisible():
            self._page.refresh()

    # -- closing ----------------------------------------------------------------------------

    def may_close(self, close: Callable[[], object]) -> bool:
        """Tell whether the window may close now; if not, the user is asked once.

        Args:
            close: Closes the window, once the answer is carried out.
        """
        if self._is_closing or not self.supervisor.is_running:
            return True
        if not self._has_asked:
            self._has_asked = True
            self._ask(close)
        return False

    def close(self) -> None:
        """Stop what runs and ask nothing more, since the window closes."""
        self._is_closing = True
        if self._estimates is not None:
            self._estimates.stop()
        self.supervisor.close()

    def _ask(self, close: Callable[[], object]) -> None:
        box = QMessageBox(self._window)
        box.setObjectName("closeWhileTraining")
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(self.tr("The program is still learning."))
        box.setInformativeText(
            self.tr("Finished rounds are kept. You can go on with the run the next time.")
        )
        after_round = box.addButton(
            self.tr("Finish this round, then close"), QMessageBox.ButtonRole.AcceptRole
        )
        now = box.addButton(self.tr("Stop now"), QMessageBox.ButtonRole.DestructiveRole)
        stay = box.addButton(self.tr("Keep learning"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(after_round)
        box.setEscapeButton(stay)
        box.finished.connect(lambda _: box.deleteLater())

        def answer() -> None:
            self._has_asked = False
            clicked = box.clickedButton()
            if clicked is now:
                self.close()
                close()
            elif clicked is after_round:
                self.supervisor.ended.connect(lambda *_: close())
                self.supervisor.stop_after_round()

        box.finished.connect(lambda _: answer())
        self.supervisor.ended.connect(box.reject)
        box.open()

    # -- what happens -----------------------------------------------------------------------

    def _on_ended(self, run: Run | None, end: RunEnd) -> None:
        """Tell how a run ended, where its page is not seen."""
        if self._page is not None and self._page.isVisible():
            return
        if end.status is RunStatus.FAILED:
            self._context.notifier.error(end.sentence)
        elif end.status is RunStatus.FINISHED and run is not None:
            self._context.notifier.post(
                self.tr("The program has learned. See whether it got better."),
                action_text=self.tr("Report"),
                action=partial(self._show_report, run),
            )

    def _show_report(self, run: Run) -> None:
        self._window.navigation.show_training()
        self.page.show_run(run)

    def _find_photos(self, label: str) -> None:
        """Show photos that may be worth a label."""
        self._window.navigation.show_library()
        self._window.library_page.search_bar.clear()
        if label:
            self._window.library_page.search_bar.set_text(label)

    def _on_said(self) -> None:
        self.refresh()

    def _on_guess_answered(self, content: int, label: str, is_right: bool) -> None:
        if is_right:
            self._edits.confirm_guess(content, label)
        else:
            self._edits.reject_guess(content, label)
