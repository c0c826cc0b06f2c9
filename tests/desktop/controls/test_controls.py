from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import ElidedLabel
from imgtext_desktop.controls.segmented import SegmentedControl
from imgtext_desktop.controls.switch import Switch


def test_one_segment_is_down_and_arrow_keys_move(context: Context, qtbot: QtBot) -> None:
    control = SegmentedControl("Speed")
    qtbot.addWidget(control)
    for key in ("gentle", "normal", "full"):
        control.add(key, key.title())
    control.show()
    assert control.current == "gentle"
    control.activateWindow()
    control.button("gentle").setFocus()
    qtbot.waitUntil(control.button("gentle").hasFocus)
    with qtbot.waitSignal(control.chosen) as chosen:
        qtbot.keyClick(control.button("gentle"), Qt.Key.Key_Right)
    assert chosen.args == ["normal"]
    assert control.button("normal").isChecked()
    with qtbot.assertNotEmitted(control.chosen):
        control.choose("full")
        qtbot.mouseClick(control.button("full"), Qt.MouseButton.LeftButton)


def test_a_switch_is_worked_by_key_and_is_no_small_target(context: Context, qtbot: QtBot) -> None:
    switch = Switch(context.theme)
    qtbot.addWidget(switch)
    switch.show()
    assert min(switch.sizeHint().toTuple()) >= 24
    off = switch.grab().toImage()
    qtbot.keyClick(switch, Qt.Key.Key_Space)
    assert switch.isChecked()
    assert switch.grab().toImage() != off


def test_a_long_name_never_widens_its_place(context: Context, qtbot: QtBot) -> None:
    label = ElidedLabel("a very long name " * 30)
    qtbot.addWidget(label)
    assert label.minimumSizeHint().width() == 0
    assert label.toolTip() == label.text()
    label.resize(100, 20)
    label.grab()
