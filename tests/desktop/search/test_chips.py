import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QToolButton, QWidget
from pytestqt.qtbot import QtBot

from imgtext_desktop.context import Context
from imgtext_desktop.search.chip_row import ChipRow
from imgtext_desktop.search.chips import Chip, weight_text
from imgtext_desktop.search.query_state import ChipState
from imgtext_desktop.theme import Appearance
from tests.desktop.search.conftest import MakePicture

PEOPLE = ChipState(text="people", is_excluded=True)


def _shown(chip: Chip) -> Chip:
    chip.resize(chip.sizeHint())
    chip.show()
    return chip


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def test_it_speaks(context: Context, host: QWidget, make_picture: MakePicture) -> None:
    picture = make_picture()
    liked = Chip(context.theme, ChipState(picture, weight=1.5), host)
    assert liked.accessibleName() == "More like picture 1.png ×1.5"
    disliked = Chip(context.theme, ChipState(picture, is_excluded=True), host)
    assert disliked.accessibleName() == "Less like picture 1.png"
    words = Chip(context.theme, PEOPLE, host)
    assert words.accessibleName() == "Not “people”"
    assert "Del" in words.toolTip()
    remove = words.findChild(QToolButton)
    assert remove.accessibleName() == "Remove Not “people”"
    assert min(remove.width(), remove.height()) >= 24


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace])
def test_keys_remove_it(context: Context, host: QWidget, qtbot: QtBot, key: Qt.Key) -> None:
    chip = _shown(Chip(context.theme, PEOPLE, host))
    with qtbot.waitSignal(chip.remove_requested):
        qtbot.keyClick(chip, key)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_keys_open_it(context: Context, host: QWidget, qtbot: QtBot, key: Qt.Key) -> None:
    chip = _shown(Chip(context.theme, PEOPLE, host))
    with qtbot.waitSignal(chip.clicked):
        qtbot.keyClick(chip, key)


def test_its_button_removes_it(context: Context, host: QWidget, qtbot: QtBot) -> None:
    host.show()
    chip = _shown(Chip(context.theme, PEOPLE, host))
    button = chip.findChild(QToolButton)
    assert button.geometry().right() == chip.width() - 4
    with qtbot.waitSignal(chip.remove_requested):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    chip.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert button.x() == 3


def test_it_paints_its_tokens_and_its_picture(
    context: Context, host: QWidget, make_picture: MakePicture
) -> None:
    picture = make_picture()
    picture.thumbnail.fill(Qt.GlobalColor.green)
    host.show()
    for appearance in (Appearance.LIGHT, Appearance.DARK):
        context.theme.apply(appearance)
        for state, token in ((ChipState(picture), "accent_tint"), (PEOPLE, "bad_tint")):
            chip = _shown(Chip(context.theme, state, host))
            image = chip.grab().toImage()
            assert image.pixelColor(1, 16) == context.theme.colour(token)
            if state.picture:
                assert image.pixelColor(16, 16) == Qt.GlobalColor.green


def test_a_long_exclusion_is_cut_but_all_of_it_can_be_read(context: Context, host: QWidget) -> None:
    text = "people " * 40
    chip = Chip(context.theme, ChipState(text=text, is_excluded=True), host)
    wanted = chip.width_wanted()
    assert wanted.compact < wanted.natural < 400
    assert text in chip.toolTip()


def test_weights_are_written_in_the_users_way() -> None:
    assert weight_text(1.0) == ""
    assert weight_text(1.0001) == ""
    assert [weight_text(weight) for weight in (1.5, 3.0, 1 / 3)] == ["×1.5", "×3", "×0.33"]
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.German))
    try:
        assert weight_text(1.5) == "×1,5"
    finally:
        QLocale.setDefault(before)


def test_unwanted_chips_come_last_and_focus_goes_to_a_neighbour(
    context: Context, host: QWidget, qtbot: QtBot, make_picture: MakePicture
) -> None:
    row = ChipRow(context.theme, host)
    assert row.isHidden()
    row.add(PEOPLE)
    row.add(ChipState(make_picture(1)))
    row.add(ChipState(make_picture(2)))
    assert [state.is_excluded for state in row.states] == [False, False, True]
    host.show()
    qtbot.waitUntil(host.isActiveWindow)
    first, second, third = row.chips
    second.setFocus()
    qtbot.keyClick(second, Qt.Key.Key_Delete)
    assert host.focusWidget() is third
    qtbot.keyClick(third, Qt.Key.Key_Backspace)
    assert host.focusWidget() is first
    with qtbot.waitSignal(row.focus_left):
        qtbot.keyClick(first, Qt.Key.Key_Delete)
    assert row.isHidden()
