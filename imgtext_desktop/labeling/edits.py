"""The one door for what the user says of photos: edits in their order, with undo and redo."""

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from engine.catalog.annotations import Annotations
from engine.catalog.changes import Caption, Change, Label, Rejection
from engine.errors import EngineError
from imgtext_desktop.context import Context
from imgtext_desktop.labeling.said import answer_guesses
from imgtext_desktop.notifier import Severity

logger = logging.getLogger(__name__)

_MOST_STEPS: Final = 200  # of undo


@dataclass(frozen=True)
class _Step:
    """An edit that was made, and how it is called: "Labelled 4 photos".

    ``swapped`` is told when it is undone (True) or done again (False).
    """

    text: str
    change: Change
    swapped: Callable[[bool], None] | None = None


class _Request:
    """An edit that was asked for; it is made once, whoever comes first."""

    def __init__(
        self,
        work: Callable[[], Change],
        done: Callable[[Change], None],
        failed: Callable[[str], None],
    ) -> None:
        self.done = done
        self.failed = failed
        self._work = work
        self._lock = threading.Lock()
        self._change: Change | None = None

    def make(self) -> Change:
        with self._lock:
            if self._change is None:
                self._change = self._work()
            return self._change


def _same(request: _Request) -> _Request:
    return request


class Edits(QObject):
    """Makes edits outside the GUI thread, one after another.

    Photos are named by their ids in the grid; what is said of one belongs to its content.

    Signals:
        changed: What was said of contents has changed; carries their ids, a frozenset.
        steps_changed: There is something else to undo or redo.
    """

    changed = Signal(object)
    steps_changed = Signal()

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        # Requests that are not made before their turn: an undo takes back what was last then.
        self._waiting: deque[Callable[[], _Request | None]] = deque()
        self._current: _Request | None = None
        self._unstored: list[_Request] = []
        self._done: list[_Step] = []
        self._undone: list[_Step] = []

    @property
    def undo_text(self) -> str:
        """What would be undone, such as "Labelled 4 photos"; empty if nothing."""
        return self._done[-1].text if self._done else ""

    @property
    def redo_text(self) -> str:
        """What would be done again; empty if nothing."""
        return self._undone[-1].text if self._undone else ""

    # -- edits ------------------------------------------------------------------------------

    def add_label(self, ids: Sequence[int], name: str) -> None:
        """Give photos a label."""
        self._edit(
            ids,
            lambda said, contents: said.add_label(contents, name),
            lambda count: self.tr("Labelled %Ln photos", "", count),
        )

    def remove_label(self, ids: Sequence[int], name: str) -> None:
        """Take a label from photos."""
        self._edit(
            ids,
            lambda said, contents: said.remove_label(contents, name),
            lambda count: self.tr("Took a label from %Ln photos", "", count),
        )

    def rename_label(self, name: str, new_name: str) -> None:
        """Give a label another name on all photos; where that name exists, they become one."""
        self._edit(
            (),
            lambda said, _: said.rename_label(name, new_name),
            lambda _: self.tr("Renamed “%1” to “%2”").replace("%1", name).replace("%2", new_name),
        )

    def drop_label(self, name: str) -> None:
        """Take a label from all photos."""
        self._edit(
            (),
            lambda said, _: said.drop_label(name),
            lambda count: self.tr("Removed “%1” from %Ln photos", "", count).replace("%1", name),
        )

    def confirm_guess(self, content_id: int, name: str) -> None:
        """Give a photo, named by its content, a label that was guessed."""
        self._edit(
            (),
            lambda said, _: said.confirm_guess([content_id], name),
            lambda _: self.tr("Labelled a photo “%1”").replace("%1", name),
        )

    def reject_guess(self, content_id: int, name: str) -> None:
        """Remember that a photo, named by its content, does not have a label."""
        self._edit(
            (),
            lambda said, _: said.reject_guess([content_id], name),
            lambda _: self.tr("Noted that a photo is not “%1”").replace("%1", name),
        )

    def answer_guesses(
        self,
        ids: Sequence[int],
        name: str = "",
        *,
        is_right: bool,
        answered: Callable[[], None] | None = None,
    ) -> None:
        """Confirm or reject what is guessed of photos.

        Args:
            ids: The photos.
            name: The label that is meant; empty for the likeliest of each photo.
            is_right: Whether the photos get the label.
            answered: Called if there was anything to answer.
        """
        library, photos = self._context.library, list(ids)

        def done(change: Change) -> None:
            self._on_edited(partial(self._answer_text, change, is_right=is_right), change)
            if not change:
                self._context.notifier.post(self.tr("Nothing is guessed here."))
            elif answered is not None:
                answered()

        request = _Request(
            lambda: answer_guesses(library, photos, name, is_right=is_right),
            done,
            self._context.notifier.error,
        )
        self._ask(lambda: request)

    def _answer_text(self, change: Change, count: int, *, is_right: bool) -> str:
        answers = (one for one in change.added if isinstance(one, Label | Rejection))
        name, *others = dict.fromkeys(one.name for one in answers)
        if others and is_right:
            return self.tr("Confirmed guesses of %Ln photos", "", count)
        if others:
            return self.tr("Rejected guesses of %Ln photos", "", count)
        if is_right:
            return self.tr("Labelled %Ln photos “%1”", "", count).replace("%1", name)
        return self.tr("Noted that %Ln photos are not “%1”", "", count).replace("%1", name)

    def add_caption(self, ids: Sequence[int], text: str) -> None:
        """Add a caption to each of these photos."""
        self._edit(
            ids,
            lambda said, contents: said.add_captions(Caption(id_, text) for id_ in contents),
            lambda count: self.tr("Captioned %Ln photos", "", count),
        )

    def edit_caption(self, caption: Caption, text: str) -> None:
        """Replace the words of a caption; empty words delete it."""
        words = text.strip()
        self._edit(
            (),
            lambda said, _: said.edit_caption(caption, words),
            lambda _: self.tr("Changed a caption") if words else self.tr("Deleted a caption"),
        )

    def rate(self, ids: Sequence[int], stars: int) -> None:
        """Give photos 1 to 5 stars, or none (0)."""
        self._edit(
            ids,
            lambda said, contents: said.rate(contents, stars),
            lambda count: self.tr("Rated %Ln photos", "", count),
        )

    def take(
        self,
        make_change: Callable[[], Change],
        tell: Callable[[int], str],
        *,
        tell_nothing: Callable[[], str] | None = None,
        swapped: Callable[[bool], None] | None = None,
    ) -> None:
        """Make an edit that another part of the program knows how to make, such as an import.

        Args:
            make_change: Makes it, in a worker.
            tell: Says what was done, given the number of photos.
            tell_nothing: Says in a whole sentence why there was nothing to do.
            swapped: Told when the edit is undone or fails (True), and when it is done again
                (False). It can then be undone even where it changes nothing of the library; see
                :meth:`forget_empty`.
        """

        def done(change: Change) -> None:
            if not change and tell_nothing is not None:
                self._context.notifier.post(tell_nothing())
            self._on_edited(tell, change, swapped)

        def failed(sentence: str) -> None:
            self._context.notifier.error(sentence)
            if swapped is not None:
                swapped(True)

        request = _Request(make_change, done, failed)
        self._ask(lambda: request)

    def forget_empty(self) -> None:
        """Forget what can be undone but changed nothing of the library."""
        self._done = [step for step in self._done if step.change]
        self._undone = [step for step in self._undone if step.change]
        self.steps_changed.emit()

    def undo(self) -> None:
        """Take the last edit back, once those that were asked for before are made."""
        self._ask(lambda: self._swap(self._done, self._undone, is_undo=True))

    def redo(self) -> None:
        """Make the edit again that was taken back last."""
        self._ask(lambda: self._swap(self._undone, self._done, is_undo=False))

    def try_again(self) -> None:
        """Make the edits that could not be stored, and those that wait."""
        self._queue_unstored()
        self._work_on()

    def finish(self) -> str:
        """Make every edit that is not made yet, here and now: before the window closes.

        Returns:
            Why one cannot be stored: it is kept, and so are those after it. Empty if all are made.
        """
        self._queue_unstored()
        while self._current is not None or self._waiting:
            request = self._current or self._waiting.popleft()()
            self._current = None
            if request is None:
                continue
            try:
                change = request.make()
            except EngineError as error:
                self._unstored.append(request)
                return str(error)
            except Exception as bug:  # noqa: BLE001 - of ours: it must not keep the window open
                self._context.jobs.failed.emit(bug)
            else:
                request.done(change)
        return ""

    def give_up(self) -> None:
        """Forget the edits that are not made yet."""
        if self._unstored or self._waiting:
            logger.error("Edits that could not be stored were given up")
        self._unstored.clear()
        self._waiting.clear()

    def _queue_unstored(self) -> None:
        for request in reversed(self._unstored):
            self._waiting.appendleft(partial(_same, request))
        self._unstored.clear()

    # -- one after another ------------------------------------------------------------------

    def _edit(
        self,
        ids: Sequence[int],
        edit: Callable[[Annotations, list[int]], Change],
        tell: Callable[[int], str],
    ) -> None:
        library, photos = self._context.library, list(ids)

        def work() -> Change:
            return edit(library.annotations, library.browse.content_ids(photos))

        def failed(sentence: str) -> None:
            """Keep what was typed, until it is stored."""
            self._unstored.append(request)
            self._context.notifier.post(
                sentence,
                Severity.ERROR,
                action_text=self.tr("Try again"),
                action=self.try_again,
            )

        request = _Request(work, partial(self._on_edited, tell), failed)
        self._ask(lambda: request)

    def _swap(self, source: list[_Step], target: list[_Step], *, is_undo: bool) -> _Request | None:
        if not source:
            return None
        step = source.pop()
        annotations = self._context.library.annotations
        change = step.change.inverse if is_undo else step.change

        def done(_: Change) -> None:
            target.append(step)
            words = self.tr("Undone: %1") if is_undo else self.tr("Done again: %1")
            self._context.notifier.post(words.replace("%1", step.text))
            self.steps_changed.emit()
            self.changed.emit(change.content_ids)
            if step.swapped is not None:
                step.swapped(is_undo)

        def failed(sentence: str) -> None:
            source.append(step)
            self._context.notifier.error(sentence)

        return _Request(lambda: annotations.apply(change), done, failed)

    def _on_edited(
        self,
        tell: Callable[[int], str],
        change: Change,
        swapped: Callable[[bool], None] | None = None,
    ) -> None:
        if not change and swapped is None:
            return
        step = _Step(tell(len(change.content_ids)), change, swapped)
        self._done.append(step)
        del self._done[:-_MOST_STEPS]
        self._undone.clear()
        self._context.notifier.post(
            self.tr("%1.").replace("%1", step.text),
            action_text=self.tr("Undo"),
            action=partial(self._undo_step, step),
        )
        self.steps_changed.emit()
        self.changed.emit(change.content_ids)

    def _undo_step(self, step: _Step) -> None:
        """Undo what a message offers to undo, unless it was undone by other means."""
        if self._done and self._done[-1] is step:
            self.undo()

    def _ask(self, make_request: Callable[[], _Request | None]) -> None:
        self._waiting.append(make_request)
        self._work_on()

    def _work_on(self) -> None:
        while self._current is None and self._waiting:
            self._current = self._waiting.popleft()()
            if self._current is not None:
                self._begin(self._current)

    def _begin(self, request: _Request) -> None:
        def work() -> Change | Exception:
            try:
                return request.make()
            except EngineError:
                raise
            except Exception as bug:  # noqa: BLE001 - of ours: the edits after it go on
                return bug

        def done(result: Change | Exception) -> None:
            if self._current is not request:
                return  # it was made here and now, see `finish`
            self._current = None
            if isinstance(result, Change):
                request.done(result)
            else:
                self._context.jobs.failed.emit(result)
            self._work_on()

        def failed(sentence: str) -> None:
            if self._current is not request:
                return
            self._current = None
            request.failed(sentence)
            self._work_on()

        self._context.jobs.read(work, done, failed=failed, priority=10)
