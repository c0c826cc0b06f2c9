"""Suggested captions: asks for the way, runs the job, and joins the review to the window."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox

from engine.catalog.changes import Change
from imgtext_desktop.context import Context
from imgtext_desktop.jobs.activity import ActivityState
from imgtext_desktop.notifier import Severity

if TYPE_CHECKING:
    from imgtext_desktop.jobs.activity import Activity
    from imgtext_desktop.labeling.edits import Edits
    from imgtext_desktop.main_window import MainWindow
    from imgtext_desktop.suggesting.review_page import ReviewPage
    from imgtext_desktop.suggesting.session import Answer, Item, Session
    from imgtext_desktop.suggesting.ways import Chances, Choice, Found

_MOST_UNCAPTIONED: Final = 200  # more than a person reviews at one sitting


class SuggestCommands(QObject):
    """Owns the one review at a time, and its page, which is made at the first visit.

    Args:
        context: The window's surroundings.
        edits: What the user says of photos.
        window: The window, whose commands on photos are made.

    Signals:
        page_wanted: The page shall be shown.
        closed: The photos shall be shown again.
    """

    page_wanted = Signal()
    closed = Signal()

    def __init__(self, context: Context, edits: "Edits", window: "MainWindow") -> None:
        super().__init__(window)
        self._context = context
        self._edits = edits
        self._window = window
        self._page: ReviewPage | None = None
        self._activity: Activity | None = None
        self._choice: Choice | None = None
        self._ids: tuple[int, ...] = ()
        self._is_asking = False
        self.page_wanted.connect(window.navigation.show_suggestions)
        self.closed.connect(window.navigation.show_library)
        window.photo_commands.suggestions_requested.connect(self.suggest)

    @property
    def page(self) -> "ReviewPage":
        """The page of the job and the review."""
        if self._page is None:
            from imgtext_desktop.suggesting.review_page import ReviewPage

            page = self._page = ReviewPage(self._context)
            page.answered.connect(self._on_answered)
            page.finish_requested.connect(self.finish)
            page.stop_requested.connect(self._stop)
            page.again_requested.connect(lambda: self.suggest(self._ids))
            page.closed.connect(self._close)
            self._window.toast.stay_above(page.footer)
        return self._page

    @property
    def is_under_way(self) -> bool:
        """Whether a job runs or a review is not finished."""
        session = self._page.session if self._page is not None else None
        return self._activity is not None or (session is not None and bool(session.open_items))

    # -- asking -----------------------------------------------------------------------------

    def start(self) -> None:
        """Suggest captions for the photos that are chosen; or go on with what is under way."""
        window = self._window
        if self.is_under_way:
            self.page_wanted.emit()
            return
        ids = window.library_page.grid.selected_ids
        if window.viewer.isVisible() and window.viewer.current_id >= 0:
            ids = [window.viewer.current_id]
        self.suggest(ids)

    def suggest(self, ids: Sequence[int]) -> None:
        """Ask where captions for these photos shall come from."""
        if self.is_under_way:
            self.page_wanted.emit()
            return
        if not ids:
            self._context.notifier.post(
                self.tr("Select the photos first that want a caption."), Severity.WARNING
            )
            return
        from imgtext_desktop.suggesting.ways import read_chances

        work = partial(read_chances, self._context.library, list(ids))
        self._context.jobs.read(
            work, self._ask, failed=self._context.notifier.error, channel="suggest"
        )

    def suggest_uncaptioned(self) -> None:
        """The same for the newest photos without a caption."""
        from imgtext_desktop.suggesting.ways import photos_without_caption

        work = partial(photos_without_caption, self._context.library, _MOST_UNCAPTIONED)

        def done(ids: list[int]) -> None:
            if ids:
                self.suggest(ids)
            else:
                self._context.notifier.post(self.tr("Every photo has a caption."))

        self._context.jobs.read(work, done, channel="suggest")

    def _ask(self, chances: "Chances") -> None:
        from imgtext_desktop.suggesting.source_dialog import SourceDialog
        from imgtext_desktop.suggesting.ways import Choice, Way

        first = Choice(Way.PAIRS if chances.own_problem else Way.OWN)
        dialog = SourceDialog(self._context, chances, self._choice or first, self._window)
        dialog.chosen.connect(partial(self.begin, chances.ids))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    # -- the job ----------------------------------------------------------------------------

    def begin(self, ids: Sequence[int], choice: "Choice") -> None:
        """Make suggestions, one job at a time."""
        from imgtext_desktop.suggesting.ways import suggest

        self._choice, self._ids = choice, tuple(ids)
        title = self.tr("Suggesting captions for %Ln photos", "", len(ids))
        taken: list[Item] = []
        library = self._context.library
        self.page.show_working(title)
        activity = self._context.jobs.start(
            title, lambda: suggest(library, ids, choice, taken.append)
        )
        self._activity = activity
        activity.progressed.connect(self.page.working.show_progress)
        activity.ended.connect(partial(self._on_ended, activity, taken))
        self.page_wanted.emit()

    def _stop(self) -> None:
        if self._activity is not None:
            self._activity.cancel()

    def _on_ended(self, activity: "Activity", taken: "list[Item]") -> None:
        """Show what came out; of a job that was stopped, what it had written."""
        self._activity = None
        if activity.state is ActivityState.DONE:
            found: Found = activity.result
            self._review(found.items, self._nothing_text(found))
        elif activity.state is ActivityState.FAILED:
            bug = self.tr("That failed. The log tells more.")
            self._review(taken, activity.sentence or bug)
        else:
            self._review(taken, self.tr("Stopped. No caption was written yet."))

    def _review(self, items: "Sequence[Item]", otherwise: str) -> None:
        from imgtext_desktop.suggesting.session import Session

        if items:
            self.page.show_session(Session(items))
        else:
            self.page.show_sentence(otherwise, can_choose=True)
        if self.page.isVisible():
            return
        words = self.tr("Captions for %Ln photos wait for your review.", "", len(items))
        self._context.notifier.post(
            words if items else otherwise,
            action_text=self.tr("Review") if items else "",
            action=self.page_wanted.emit if items else None,
        )

    def _nothing_text(self, found: "Found") -> str:
        if not found.asked:
            return self.tr("These photos wait to be read. Try again once they are imported.")
        if not found.compared:
            return self.tr("No caption was written for these photos.")
        text = self.tr(
            "None of the %Ln pictures of the collection is like one of your photos. A lower "
            "threshold finds more.",
            "",
            found.compared,
        )
        unread = self.tr("%Ln of its pictures could not be read.", "", len(found.unreadable))
        return f"{text} {unread}" if found.unreadable else text

    # -- the review -------------------------------------------------------------------------

    def _on_answered(self, place: int, answer: "Answer", texts: list[str]) -> None:
        from imgtext_desktop.suggesting.session import Answer

        session = self.page.session
        assert session is not None
        item = session.items[place]
        settle = self._context.library.suggestions.settle
        words = {
            Answer.ACCEPTED: self.tr("Accepted a suggested caption"),
            Answer.CHANGED: self.tr("Changed a suggested caption"),
            Answer.REJECTED: self.tr("Rejected a suggested caption"),
        }
        self._edits.take(
            partial(settle, item.content_id, texts, item.texts),
            lambda _: words[answer],
            swapped=partial(self._on_swapped, session, place, answer),
        )

    def _on_swapped(
        self, session: "Session", place: int, answer: "Answer", is_undone: bool
    ) -> None:
        if is_undone:
            self.page.take_answer_back(session, place)
        else:
            self.page.take_answer_again(session, place, answer)

    def finish(self) -> None:
        """Leave the review; if something was not reviewed, ask what shall become of it."""
        session = self.page.session
        if session is not None and self._may_be_lost:
            self._ask_about_rest(session, self._close)
        else:
            self._close()

    def may_close(self, close: Callable[[], object]) -> bool:
        """Tell whether the window may close now; if not, the user is asked what to keep.

        Args:
            close: Closes the window, once the answer is carried out.
        """
        session = self._page.session if self._page is not None else None
        if session is None or not self._may_be_lost:
            return True
        if not self._is_asking:
            self.page_wanted.emit()

            def leave() -> None:
                self._close()
                close()

            self._ask_about_rest(session, leave)
        return False

    @property
    def _may_be_lost(self) -> bool:
        """Whether there are suggestions that were neither reviewed nor kept earlier."""
        from imgtext_desktop.suggesting.ways import Way

        session = self.page.session
        is_kept = self._choice is not None and self._choice.way is Way.KEPT
        return session is not None and bool(session.open_items) and not is_kept

    def _ask_about_rest(self, session: "Session", leave: Callable[[], object]) -> None:
        self._is_asking = True
        rest = session.open_items
        box = QMessageBox(self._window)
        box.setObjectName("suggestRest")
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setText(self.tr("%Ln photos are not reviewed.", "", len(rest)))
        box.setInformativeText(
            self.tr(
                "Suggestions that you keep are marked as not reviewed, and learning trusts them "
                "less than your own captions. You can review them later."
            )
        )
        keep = box.addButton(self.tr("Keep the rest unreviewed"), QMessageBox.ButtonRole.AcceptRole)
        drop = box.addButton(self.tr("Drop the rest"), QMessageBox.ButtonRole.DestructiveRole)
        stay = box.addButton(self.tr("Go on reviewing"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)

        def answered() -> None:
            self._is_asking = False
            clicked = box.clickedButton()
            box.deleteLater()
            if clicked is keep:
                self._keep(rest)
            if clicked in (keep, drop):
                leave()
            else:
                self.page.setFocus()

        box.finished.connect(lambda _: answered())
        box.open()

    def _keep(self, rest: "Sequence[Item]") -> None:
        proposals = [proposal for item in rest for proposal in item.proposals]
        suggestions = self._context.library.suggestions

        def work() -> Change:
            return suggestions.keep(proposals)

        self._edits.take(work, lambda count: self.tr("Kept suggestions for %Ln photos", "", count))

    def _close(self) -> None:
        """Go back to the photos; a job that runs goes on."""
        if self._activity is None:
            self.page.session = None
            self._edits.forget_empty()
        self.closed.emit()
