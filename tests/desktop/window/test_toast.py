"""Messages: errors wait their turn and are all read, of mere information the latest counts."""

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from imgtext_desktop.context import Context
from imgtext_desktop.notifier import Severity
from imgtext_desktop.toast import Toast


def test_news_takes_the_place_of_older_news_but_never_of_an_error(
    qtbot: QtBot, context: Context
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(800, 400)
    toast = Toast(context, window)
    window.show()
    post = context.notifier.post
    post("Labelled 1 photo.")
    post("Labelled 2 photos.")
    assert toast._text.text() == "Labelled 2 photos."
    post("The disk is full.", Severity.ERROR)
    toast._next()
    assert toast._text.text() == "The disk is full."
    post("Labelled 3 photos.")
    post("Labelled 4 photos.")
    assert toast._text.text() == "The disk is full."
    toast._next()
    assert toast._text.text() == "Labelled 4 photos."
    toast._next()
    assert toast.isHidden()


def test_undo_belongs_to_the_message_that_offers_it(qtbot: QtBot, context: Context) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    toast = Toast(context, window)
    undone: list[int] = []
    assert not toast.undo()
    context.notifier.post("Removed.", action=lambda: undone.append(1), is_undo=True)
    assert toast.undo()
    assert not toast.undo()
    context.notifier.post("Labelled.", action=lambda: undone.append(2))
    assert not toast.undo()
    assert undone == [1]
    toast.hide()
