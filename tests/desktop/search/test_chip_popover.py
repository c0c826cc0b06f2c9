from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QSlider, QWidget
from pytestqt.qtbot import QtBot

from imgtext_desktop.context import Context
from imgtext_desktop.search.chip_popover import ChipPopover
from imgtext_desktop.search.query_state import ChipState
from tests.desktop.search.conftest import MakePicture


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    widget.resize(960, 600)
    qtbot.addWidget(widget)
    widget.show()
    qtbot.waitUntil(widget.isActiveWindow)
    return widget


@pytest.fixture
def popover(context: Context, window: QWidget, make_picture: MakePicture) -> Iterator[ChipPopover]:
    popover = ChipPopover(context.theme, ChipState(make_picture()), window)
    popover.open_at(QPoint(100, 60))
    yield popover
    popover.dismiss()


def _button(popover: ChipPopover, text: str) -> QPushButton:
    return next(b for b in popover.findChildren(QPushButton) if b.text() == text)


def test_arrow_keys_choose_less_like_this(popover: ChipPopover, qtbot: QtBot) -> None:
    more = _button(popover, "More like this")
    assert QApplication.focusWidget() is more
    with qtbot.waitSignal(popover.edited) as edited:
        qtbot.keyClick(more, Qt.Key.Key_Right)
    state, is_held = edited.args
    assert state.is_excluded
    assert not is_held


def test_the_slider_is_logarithmic_and_ends_at_a_third_and_triple(
    popover: ChipPopover, qtbot: QtBot
) -> None:
    states: list[ChipState] = []
    popover.edited.connect(lambda state, _: states.append(state))
    slider = popover.findChild(QSlider)
    label = popover.findChild(QLabel, "chipWeight")
    assert (slider.value(), label.text()) == (0, "×1")
    for key in (Qt.Key.Key_End, Qt.Key.Key_Home):
        qtbot.keyClick(slider, key)
    slider.setValue(50)
    assert [round(state.weight, 3) for state in states] == [3.0, 0.333, round(3**0.5, 3)]
    assert label.text() == "×1.7"


def test_tab_stays_inside(popover: ChipPopover, qtbot: QtBot) -> None:
    seen = []
    for _ in range(6):
        seen.append(QApplication.focusWidget())
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert len(set(seen)) == 5
    assert seen[5] is seen[0]
    assert all(popover.isAncestorOf(widget) for widget in seen)


@pytest.mark.parametrize(
    ("text", "signal"),
    [
        ("Crop", "crop_requested"),
        ("Replace", "replace_requested"),
        ("Remove", "remove_requested"),
    ],
)
def test_its_buttons_close_it_and_say_what_is_wanted(
    popover: ChipPopover, qtbot: QtBot, text: str, signal: str
) -> None:
    with qtbot.waitSignals([popover.closed, getattr(popover, signal)]):
        qtbot.mouseClick(_button(popover, text), Qt.MouseButton.LeftButton)


def test_esc_and_a_press_outside_close_it_and_one_inside_does_not(
    context: Context, window: QWidget, qtbot: QtBot, make_picture: MakePicture
) -> None:
    for is_esc in (True, False):
        popover = ChipPopover(context.theme, ChipState(make_picture()), window)
        popover.open_at(QPoint(100, 60))
        qtbot.mouseClick(popover.findChild(QLabel), Qt.MouseButton.LeftButton)
        assert popover.isVisible()
        with qtbot.waitSignal(popover.closed):
            if is_esc:
                qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
            else:
                qtbot.mouseClick(window, Qt.MouseButton.LeftButton, pos=QPoint(900, 550))


@pytest.mark.parametrize("place", [QPoint(-50, -50), QPoint(900, 500)])
@pytest.mark.parametrize("direction", list(Qt.LayoutDirection)[:2])
def test_it_stays_in_the_window(
    context: Context,
    window: QWidget,
    make_picture: MakePicture,
    place: QPoint,
    direction: Qt.LayoutDirection,
) -> None:
    window.setLayoutDirection(direction)
    popover = ChipPopover(context.theme, ChipState(make_picture()), window)
    popover.open_at(place)
    for button in popover.findChildren(QPushButton):
        corner = button.mapTo(window, QPoint(0, 0))
        assert window.rect().contains(corner)
        assert window.rect().contains(corner + QPoint(button.width(), button.height()))
    popover.dismiss()
