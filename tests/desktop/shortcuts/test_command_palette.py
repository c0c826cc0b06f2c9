import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from pytestqt.qtbot import QtBot

from imgtext_desktop.actions import Choice
from imgtext_desktop.context import Context
from imgtext_desktop.shortcuts.command_palette import CommandPalette

Key = Qt.Key


@pytest.fixture
def done() -> list[str]:
    return []


@pytest.fixture
def palette(context: Context, qtbot: QtBot, done: list[str]) -> CommandPalette:
    choices = [
        Choice(text, QKeySequence(keys), lambda text=text: done.append(text))
        for text, keys in (("Search", "Ctrl+F"), ("Scan folders again", "F5"), ("Quit", ""))
    ]
    palette = CommandPalette(context, choices)
    qtbot.addWidget(palette)
    palette.open()
    qtbot.waitUntil(palette.field.hasFocus)
    return palette


def _shown(palette: CommandPalette) -> list[str]:
    return [item.text(0) for item in palette._items() if not item.isHidden()]


def test_typing_narrows_and_enter_runs_the_first(
    palette: CommandPalette, qtbot: QtBot, done: list[str]
) -> None:
    assert _shown(palette) == ["Search", "Scan folders again", "Quit"]
    assert [item.text(1) for item in palette._items()] == ["Ctrl+F", "F5", ""]
    qtbot.keyClicks(palette.field, "AGAIN scan")  # words in any order
    assert _shown(palette) == ["Scan folders again"]
    qtbot.keyClick(palette.field, Key.Key_Return)
    assert done == ["Scan folders again"]
    assert not palette.isVisible()


def test_arrows_choose_while_the_field_keeps_the_focus(
    palette: CommandPalette, qtbot: QtBot, done: list[str]
) -> None:
    qtbot.keyClick(palette.field, Key.Key_Down)
    qtbot.keyClick(palette.field, Key.Key_Down)
    qtbot.keyClick(palette.field, Key.Key_Up)
    assert palette.field.hasFocus()
    qtbot.keyClick(palette.field, Key.Key_Enter)
    assert done == ["Scan folders again"]


def test_what_matches_nothing_runs_nothing_and_esc_closes(
    palette: CommandPalette, qtbot: QtBot, done: list[str]
) -> None:
    qtbot.keyClicks(palette.field, "zebra")
    assert _shown(palette) == []
    assert palette._nothing.isVisible()
    qtbot.keyClick(palette.field, Key.Key_Return)
    assert palette.isVisible()
    qtbot.keyClick(palette.field, Key.Key_Escape)
    assert not palette.isVisible()
    assert done == []
