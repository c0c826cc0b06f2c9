"""Runs searches: the latest wins, and the model is loaded meanwhile."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from engine.errors import EmptyLibraryError
from engine.jobs import Job, Progress
from engine.library import Library
from engine.search.query import Place, Query, Space, Term
from engine.search.search import Answer
from imgtext_desktop.context import Context
from imgtext_desktop.jobs.activity import Activity, ActivityState
from imgtext_desktop.search.query_state import Reach

_CHANNEL: Final = "search"
_PRIORITY: Final = 10  # before thumbnails
_LIMIT: Final = 5000
_DIM_MILLISECONDS: Final = 150
_BUSY_MILLISECONDS: Final = 400


class SearchController(QObject):
    """Answers the query in the box.

    A search while the model still loads waits for it; it takes no place from thumbnails.

    Signals:
        started: A search was asked for.
        answered: The :class:`~engine.search.search.Answer` to the latest search.
        nothing_indexed: Instead of an answer: no photo can be searched yet.
        failed: The sentence of a failure of the latest search.
        dim_changed: Whether what is shown is old by 150 ms and shall be dimmed.
        busy_changed: Whether it takes 400 ms and more, so that a spinner shall turn.
    """

    started = Signal()
    answered = Signal(object)
    nothing_indexed = Signal()
    failed = Signal(str)
    dim_changed = Signal(bool)
    busy_changed = Signal(bool)

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._is_warm = False
        self._is_warming = False
        self._waiting: Query | None = None  # for the model
        self._is_dim = False
        self._is_busy = False
        self._dim_timer = self._make_timer(_DIM_MILLISECONDS)
        self._dim_timer.timeout.connect(lambda: self._set_dim(True))
        self._busy_timer = self._make_timer(_BUSY_MILLISECONDS)
        self._busy_timer.timeout.connect(lambda: self._set_busy(True))
        context.jobs.failed.connect(self._on_bug_met)

    def search(
        self,
        terms: Sequence[Term],
        place: Place | None = None,
        labels: Sequence[str] = (),
        reach: Reach | None = None,
    ) -> None:
        """Search; an answer still on its way is dropped.

        Args:
            terms: What is wanted and what is not; none ends the search.
            place: Only photos here, or None for all.
            labels: Only photos with all of these labels.
            reach: Only look-alikes by code within it; only where one picture is wanted.
        """
        if not terms:
            self.cancel()
            return
        query = Query(
            tuple(terms),
            space=Space.CODE if reach else Space.AUTO,
            limit=_LIMIT,
            place=place,
            labels=tuple(labels),
            radius=reach.radius if reach else None,
        )
        self._context.jobs.drop(_CHANNEL)
        if not self._dim_timer.isActive() and not self._is_dim:
            self._dim_timer.start()
        if not self._busy_timer.isActive() and not self._is_busy:
            self._busy_timer.start()
        self.started.emit()
        if self._is_warm:
            self._run(query)
        else:
            self._waiting = query
            self.warm_up()

    def cancel(self) -> None:
        """Forget the search; nothing more is told of it."""
        self._context.jobs.drop(_CHANNEL)
        self._waiting = None
        self._settle()

    def warm_up(self) -> None:
        """Load the model in the background, so that the first search need not wait for it."""
        if self._is_warm or self._is_warming:
            return
        self._is_warming = True
        activity = self._context.jobs.start(
            self.tr("Getting ready to search"), self._load_model, is_quiet=True
        )
        activity.ended.connect(lambda: self._on_warming_ended(activity))

    def _load_model(self) -> Job[bool]:
        yield Progress("loading")
        self._context.library.warm_up()
        return True

    def _run(self, query: Query) -> None:
        self._context.jobs.read(
            partial(_search, self._context.library, query),
            self._on_answered,
            failed=self._on_failed,
            channel=_CHANNEL,
            priority=_PRIORITY,
        )

    def _on_warming_ended(self, activity: Activity) -> None:
        self._is_warming = False
        self._is_warm = activity.state is ActivityState.DONE
        query, self._waiting = self._waiting, None
        if query is None:
            return
        if self._is_warm:
            self._run(query)
        else:
            self._on_failed(activity.sentence or self.tr("The search was stopped."))

    def _on_answered(self, answer: Answer | None) -> None:
        self._settle()
        if answer is None:
            self.nothing_indexed.emit()
        else:
            self.answered.emit(answer)

    def _on_failed(self, sentence: str) -> None:
        self._settle()
        self.failed.emit(sentence)

    def _on_bug_met(self) -> None:
        # It may have been the search: better no spinner than one that turns for ever.
        if self._waiting is None:
            self._settle()

    def _settle(self) -> None:
        self._dim_timer.stop()
        self._busy_timer.stop()
        self._set_dim(False)
        self._set_busy(False)

    def _set_dim(self, is_dim: bool) -> None:
        if is_dim != self._is_dim:
            self._is_dim = is_dim
            self.dim_changed.emit(is_dim)

    def _set_busy(self, is_busy: bool) -> None:
        if is_busy != self._is_busy:
            self._is_busy = is_busy
            self.busy_changed.emit(is_busy)

    def _make_timer(self, milliseconds: int) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        return timer


def _search(library: Library, query: Query) -> Answer | None:
    """Search, in a worker; None where no photo can be searched yet."""
    try:
        return library.search(query)
    except EmptyLibraryError:
        return None
