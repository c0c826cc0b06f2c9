import contextlib
import sqlite3
from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from engine.catalog.changes import Caption
from imgtext_desktop.context import Context
from imgtext_desktop.labeling.edits import Edits
from imgtext_desktop.notifier import Message, Severity


@pytest.fixture
def messages(context: Context) -> list[Message]:
    posted: list[Message] = []
    context.notifier.posted.connect(posted.append)
    return posted


def _wait(qtbot: QtBot, edits: Edits, action: Callable[[], None]) -> None:
    with qtbot.waitSignal(edits.changed):
        action()


def _press(message: Message) -> None:
    """Press the button of a message."""
    assert message.action is not None
    message.action()


def test_a_label_and_back(
    qtbot: QtBot, context: Context, edits: Edits, ids: list[int], messages: list[Message]
) -> None:
    _wait(qtbot, edits, lambda: edits.add_label(ids, "dog"))
    counts = context.library.annotations.label_counts
    assert counts() == {"dog": len(ids) - 1}  # one has not been read yet
    assert messages[-1].action_text == "Undo"
    assert edits.undo_text
    _wait(qtbot, edits, lambda: _press(messages[-1]))
    assert counts() == {}
    assert (edits.undo_text, bool(edits.redo_text)) == ("", True)
    _wait(qtbot, edits, edits.redo)
    assert counts() == {"dog": len(ids) - 1}


def test_edits_are_made_in_their_order(
    qtbot: QtBot, context: Context, edits: Edits, ids: list[int]
) -> None:
    seen: list[frozenset[int]] = []
    edits.changed.connect(seen.append)
    for stars in (1, 2, 3, 4, 5):
        edits.rate(ids[:1], stars)
    edits.add_caption(ids[:2], "words")
    edits.remove_label(ids, "none has it")
    edits.undo()  # in its turn: the caption, which is not there yet
    edits.redo()
    qtbot.waitUntil(lambda: len(seen) == 8)
    said = context.library.annotations.of([1, 2])
    assert (said[1].stars, said[1].captions[0].text) == (5, "words")
    for _ in range(3):
        _wait(qtbot, edits, edits.undo)
    said = context.library.annotations.of([1, 2])
    assert (said[1].stars, said[1].captions) == (3, ())


def test_a_new_edit_ends_what_could_be_redone(qtbot: QtBot, edits: Edits, ids: list[int]) -> None:
    _wait(qtbot, edits, lambda: edits.add_label(ids, "dog"))
    _wait(qtbot, edits, edits.undo)
    _wait(qtbot, edits, lambda: edits.rate(ids, 3))
    assert edits.redo_text == ""


def test_a_message_undoes_its_own_edit_only(
    qtbot: QtBot, context: Context, edits: Edits, ids: list[int], messages: list[Message]
) -> None:
    _wait(qtbot, edits, lambda: edits.add_label(ids[:1], "dog"))
    first = messages[-1]
    _wait(qtbot, edits, lambda: edits.add_label(ids[:1], "cat"))
    _press(first)
    assert context.library.annotations.label_counts() == {"dog": 1, "cat": 1}


def test_what_was_typed_last_is_saved_when_the_window_closes(
    context: Context, edits: Edits, ids: list[int]
) -> None:
    for number in range(50):
        edits.add_caption(ids[:1], f"caption {number}")
    edits.finish()
    context.jobs.close()
    assert len(context.library.annotations.of([1])[1].captions) == 50


def test_a_mistake_of_ours_does_not_stop_what_comes_after(
    qtbot: QtBot, context: Context, edits: Edits, ids: list[int]
) -> None:
    bugs: list[Exception] = []
    context.jobs.failed.disconnect()
    context.jobs.failed.connect(bugs.append)
    edits.rate(ids[:1], 7)
    _wait(qtbot, edits, lambda: edits.rate(ids[:1], 4))
    assert [str(bug) for bug in bugs] == ["no rating: 7"]
    assert context.library.annotations.of([1])[1].stars == 4


def test_captions_are_changed_and_deleted(
    qtbot: QtBot, context: Context, edits: Edits, ids: list[int]
) -> None:
    context.library.annotations.add_captions([Caption(1, "old")])
    (caption,) = context.library.annotations.of([1])[1].captions
    _wait(qtbot, edits, lambda: edits.edit_caption(caption, "new"))
    (caption,) = context.library.annotations.of([1])[1].captions
    assert caption.text == "new"
    _wait(qtbot, edits, lambda: edits.edit_caption(caption, " "))
    assert context.library.annotations.of([1])[1].captions == ()


@contextlib.contextmanager
def _locked(context: Context) -> Iterator[None]:
    """Another program has the catalog to itself."""
    writer = context.library._database._writer
    assert writer is not None
    writer.execute("PRAGMA busy_timeout = 1")
    with contextlib.closing(sqlite3.connect(context.library.folder / "catalog.db")) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield


def test_what_cannot_be_stored_when_the_window_closes_is_kept(
    context: Context, edits: Edits, ids: list[int]
) -> None:
    with _locked(context):
        edits.add_caption(ids[:1], "first")
        edits.add_caption(ids[:1], "second")
        assert "Another program" in edits.finish()
        assert "Another program" in edits.finish()
    assert edits.finish() == ""
    texts = [caption.text for caption in context.library.annotations.of([1])[1].captions]
    assert texts == ["first", "second"]
    assert edits.finish() == ""
    with _locked(context):
        edits.add_caption(ids[:1], "third")
        assert edits.finish()
        edits.give_up()
        assert edits.finish() == ""


def test_what_could_not_be_stored_is_stored_when_tried_again(
    qtbot: QtBot,
    context: Context,
    edits: Edits,
    ids: list[int],
    messages: list[Message],
) -> None:
    with _locked(context):
        edits.add_caption(ids[:1], "typed at the wrong moment")
        qtbot.waitUntil(lambda: bool(messages))
    assert messages[-1].severity is Severity.ERROR
    _wait(qtbot, edits, lambda: _press(messages[-1]))
    (caption,) = context.library.annotations.of([1])[1].captions
    assert caption.text == "typed at the wrong moment"
