import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QToolButton, QWidget

from imgtext_desktop import tokens
from imgtext_desktop.theme import Appearance
from tests.desktop.viewer.conftest import Bench
from tests.desktop.viewer.filled_library import scan
from tests.desktop.viewer.image_pixels import pixels

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
THREE = ["a.png", "b.png", "c.png"]


def test_a_photo_is_shown_sharp_with_its_name_and_place(bench: Bench) -> None:
    bench.fill(THREE)
    bench.open(1)
    assert (bench.name, bench.place, bench.sentence) == ("b.png", "2 of 3", "")
    picture = bench.viewer.canvas.picture
    assert picture is not None
    with Image.open(bench.folder / "b.png") as image:
        np.testing.assert_array_equal(pixels(picture.image), np.asarray(image))
    assert bench.viewer.canvas.accessibleName() == "2 of 3, b.png"
    assert bench.viewer.canvas.hasFocus() or not bench.viewer.isActiveWindow()


def test_next_and_previous_go_round(bench: Bench) -> None:
    bench.fill(THREE)
    bench.open()
    seen: list[int] = []
    bench.viewer.current_changed.connect(seen.append)
    names = []
    for key in (Key.Key_Left, Key.Key_Left, Key.Key_Right, Key.Key_Right, Key.Key_Right):
        bench.go(key)
        names.append(bench.name)
    assert names == ["c.png", "b.png", "c.png", "a.png", "b.png"]
    assert seen == [bench.ids[n] for n in (2, 1, 2, 0, 1)]
    bench.go(Key.Key_End)
    assert bench.place == "3 of 3"
    bench.go(Key.Key_Home)
    assert bench.place == "1 of 3"
    assert bench.viewer.current_id == bench.ids[0]


def test_buttons_and_filmstrip_change_the_photo_too(bench: Bench) -> None:
    bench.fill(THREE)
    bench.open()
    button = bench.viewer.findChild(QToolButton, "viewerNextButton")
    assert button is not None
    with bench.qtbot.waitSignal(bench.viewer.stage.settled):
        QTest.mouseClick(button, LEFT)
    assert bench.name == "b.png"
    strip = bench.viewer.filmstrip
    with bench.qtbot.waitSignal(bench.viewer.stage.settled):
        QTest.mouseClick(strip, LEFT, pos=strip.place(2).center().toPoint())
    assert bench.name == "c.png"


def test_a_single_photo_has_no_next_and_no_photo_is_no_failure(bench: Bench) -> None:
    bench.fill(["a.png"])
    bench.open()
    button = bench.viewer.findChild(QToolButton, "viewerNextButton")
    assert button is not None
    assert not button.isVisible()
    bench.press(Key.Key_Right)
    assert bench.name == "a.png"
    bench.viewer.open(np.empty(0, np.int64), 0)
    assert bench.viewer.current_id == -1
    bench.press(Key.Key_Right)
    bench.viewer.grab()


def test_the_photos_beside_are_loaded_ahead(bench: Bench) -> None:
    bench.fill(["a.png", "b.png", "c.png", "d.png", "e.png"], (1200, 900))
    bench.open(2)
    loader = bench.viewer.stage._loader
    bench.qtbot.waitUntil(lambda: {int(bench.ids[1]), int(bench.ids[3])} <= loader._entries.keys())
    bench.press(Key.Key_Right)  # shown at once, no waiting
    picture = bench.viewer.canvas.picture
    assert picture is not None
    assert not bench.viewer.canvas.needs_detail
    assert bench.name == "d.png"


def test_while_keys_repeat_the_last_photo_wins(bench: Bench) -> None:
    bench.fill([f"{number:02}.png" for number in range(30)], (640, 480))
    bench.open()
    for _ in range(25):
        bench.press(Key.Key_Right)
    bench.qtbot.waitUntil(lambda: bench.viewer.canvas.picture is not None)
    bench.qtbot.waitUntil(lambda: not bench.viewer.canvas.needs_detail)
    assert (bench.name, bench.place) == ("25.png", "26 of 30")
    image = bench.viewer.canvas.picture.image  # type: ignore[union-attr]
    assert image.pixelColor(0, 0).blue() == 25  # the seed it was drawn with


def test_few_pictures_are_kept_and_none_while_hidden(bench: Bench) -> None:
    bench.fill([f"{number:02}.png" for number in range(12)])
    bench.open()
    for _ in range(9):
        bench.go(Key.Key_Right)
    loader = bench.viewer.stage._loader
    assert len(loader._entries) <= 5
    bench.viewer.hide()
    assert not loader._entries
    assert bench.viewer.canvas.picture is None
    with bench.qtbot.waitSignal(bench.viewer.stage.settled):
        bench.viewer.show()
    assert bench.name == "09.png"


def test_each_key_asks_for_what_it_stands_for(bench: Bench) -> None:
    bench.fill(THREE)
    bench.open(1)
    viewer = bench.viewer
    ids = [int(bench.ids[1])]
    table = [
        (Key.Key_S, Qt.KeyboardModifier.NoModifier, viewer.similar_requested),
        (Key.Key_X, Qt.KeyboardModifier.NoModifier, viewer.exclusion_requested),
        (Key.Key_C, CTRL, viewer.copy_requested),
        (Key.Key_C, CTRL | SHIFT, viewer.copy_path_requested),
        (Key.Key_Return, CTRL, viewer.folder_requested),
        (Key.Key_Enter, CTRL | Qt.KeyboardModifier.KeypadModifier, viewer.folder_requested),
        (Key.Key_Return, SHIFT, viewer.open_with_requested),
        (Key.Key_F10, SHIFT, viewer.menu_requested),
    ]
    for key, modifiers, signal in table:
        with bench.qtbot.waitSignal(signal, timeout=500) as asked:
            bench.press(key, modifiers)
        assert asked.args[0] == ids


def test_a_right_click_asks_for_the_menu_where_it_was(bench: Bench) -> None:
    bench.fill(THREE)
    bench.open()
    where = bench.viewer.mapToGlobal(QPoint(300, 200))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(300, 200), where)
    with bench.qtbot.waitSignal(bench.viewer.menu_requested) as asked:
        QApplication.sendEvent(bench.viewer, event)
    assert asked.args == [[int(bench.ids[0])], where]


def test_full_screen_is_left_with_the_viewer(bench: Bench) -> None:
    bench.fill(THREE)
    bench.open()
    asked: list[bool] = []
    bench.viewer.full_screen_requested.connect(asked.append)
    bench.press(Key.Key_F11)
    bench.press(Key.Key_F11)
    bench.press(Key.Key_F11)
    assert asked == [True, False, True]
    with bench.qtbot.waitSignal(bench.viewer.closed):
        bench.press(Key.Key_Escape)
    assert asked[-1] is False


def test_escape_gives_up_the_part_then_closes(bench: Bench) -> None:
    bench.fill(THREE)
    bench.open()
    closed: list[None] = []
    bench.viewer.closed.connect(lambda: closed.append(None))
    bench.press(Key.Key_R)
    assert bench.viewer.canvas.part is not None
    bench.press(Key.Key_Escape)
    assert bench.viewer.canvas.part is None
    assert not closed
    bench.press(Key.Key_Escape)
    assert len(closed) == 1


def test_the_viewers_keys_come_before_those_of_its_window(bench: Bench) -> None:
    bench.fill(THREE)
    window = bench.window
    stolen: list[str] = []
    for keys in ("S", "Left", "F11", "Esc", "Ctrl+Q"):
        action = QAction(window)
        action.setShortcut(keys)
        action.triggered.connect(lambda _=False, keys=keys: stolen.append(keys))
        window.addAction(action)
    bench.open(1)
    bench.qtbot.waitExposed(window)
    bench.viewer.canvas.setFocus()
    with bench.qtbot.waitSignal(bench.viewer.similar_requested, timeout=500):
        bench.press(Key.Key_S)
    bench.go(Key.Key_Left)
    bench.press(Key.Key_F11)
    bench.press(Key.Key_Q, CTRL)  # not the viewer's
    assert bench.name == "a.png"
    assert stolen == ["Ctrl+Q"]


def test_arrows_change_the_photo_even_from_a_button(bench: Bench) -> None:
    bench.fill(THREE)
    bench.open()
    button = bench.viewer.findChild(QToolButton, "viewerZoomButton")
    assert button is not None
    with bench.qtbot.waitSignal(bench.viewer.stage.settled):
        QTest.keyClick(button, Key.Key_Right)
    assert bench.name == "b.png"
    QTest.keyClick(button, Key.Key_Space)  # still presses the button
    assert not bench.viewer.canvas.is_fit


def test_every_button_says_what_it_does_and_its_key(bench: Bench) -> None:
    bench.fill(THREE)
    bench.open()
    buttons = bench.viewer.findChildren(QToolButton)
    assert len(buttons) >= 6
    for button in buttons:
        assert button.accessibleName()
        assert "(" in button.toolTip()
        assert min(button.width(), button.height()) >= 24
    assert all(action.toolTip() for action in bench.viewer.actions())


# -- zoom


def test_z_loads_and_shows_all_pixels_and_goes_back(bench: Bench) -> None:
    bench.fill(["a.png"], (2400, 1800))
    bench.open()
    canvas = bench.viewer.canvas
    assert canvas.picture is not None
    assert canvas.picture.detail < 0.5
    bench.press(Key.Key_Z)
    bench.qtbot.waitUntil(lambda: canvas.picture is not None and canvas.picture.detail == 1)
    assert canvas.zoom == 1
    assert bench.place == "1 of 1 · 100 %"
    action = bench.viewer.findChild(QAction, "viewerZoom")
    assert action is not None
    assert action.text() == "Show the whole photo"
    bench.press(Key.Key_Z)
    assert canvas.is_fit
    assert bench.place == "1 of 1"
    fitted = canvas.zoom
    for _ in range(3):
        bench.press(Key.Key_Plus)
    assert canvas.zoom == pytest.approx(fitted * 1.5**3)
    bench.press(Key.Key_Minus)
    bench.press(Key.Key_0, CTRL)
    assert canvas.is_fit


def test_a_zoomed_photo_is_moved_by_shift_and_arrows(bench: Bench) -> None:
    bench.fill(["a.png", "b.png"], (2400, 1800))
    bench.open()
    canvas = bench.viewer.canvas
    bench.press(Key.Key_Z)
    before = canvas.target().topLeft()
    bench.press(Key.Key_Right, SHIFT)
    bench.press(Key.Key_Down, SHIFT)
    moved = canvas.target().topLeft() - before
    assert (moved.x(), moved.y()) == (-64, -64)
    bench.go(Key.Key_Right)
    assert bench.name == "b.png"
    assert canvas.is_fit


def test_a_larger_window_gets_a_sharper_picture(bench: Bench) -> None:
    bench.fill(["a.png"], (2400, 1800))
    bench.open()
    canvas = bench.viewer.canvas
    small = canvas.picture.image.width()  # type: ignore[union-attr]
    bench.viewer.resize(1400, 1000)
    bench.qtbot.waitUntil(lambda: canvas.picture.image.width() > small)  # type: ignore[union-attr]
    assert canvas.picture.image.width() == canvas.target().width()  # type: ignore[union-attr]


def test_a_huge_photo_is_shown_reduced_and_that_is_said(bench: Bench) -> None:
    bench.folder.mkdir()
    Image.new("L", (12_000, 9000), 90).save(bench.folder / "huge.jpg", quality=30)
    bench.ids = scan(bench.context.library, bench.folder)  # a new photo, still to be imported
    bench.open()
    assert bench.place == "1 of 1 · very large, shown at 50 % at most"
    assert bench.viewer.canvas.picture is not None
    assert bench.viewer.canvas.picture.width == 12_000
    assert bench.viewer.canvas.picture.image.width() <= 900


# -- look


@pytest.mark.parametrize("appearance", [Appearance.LIGHT, Appearance.DARK])
def test_it_is_dark_in_either_appearance(bench: Bench, appearance: Appearance) -> None:
    bench.context.theme.apply(appearance)
    bench.fill(["a.png"])
    bench.open()
    shot = bench.viewer.grab().toImage()
    for point in (QPoint(450, 5), QPoint(3, 300), QPoint(450, 635)):
        assert shot.pixelColor(point).name().upper() == tokens.SCRIM
    bench.press(Key.Key_R)
    button = bench.viewer.canvas.part_button.grab().toImage()
    assert button.pixelColor(8, 8).name().upper() == tokens.DARK.accent


def test_a_long_name_is_shortened_in_the_middle(bench: Bench) -> None:
    name = "2021-08-14 Whitby " + "very " * 30 + "end.png"
    bench.fill([name])
    bench.viewer.resize(500, 400)
    bench.open()
    label = bench.viewer.header.name
    assert label.toolTip() == name
    assert label.width() < label.fontMetrics().horizontalAdvance(name)
    assert label.geometry().right() < bench.viewer.header.menu_button.geometry().left()


def test_the_information_panel_is_absent_until_there_is_one(bench: Bench) -> None:
    bench.fill(["a.png"])
    bench.open()
    button = bench.viewer.findChild(QToolButton, "viewerInfoButton")
    assert button is not None
    assert not button.isVisible()
    panel = QWidget()
    field = QLineEdit(panel)
    bench.viewer.set_info_panel(panel)
    assert (button.isVisible(), panel.isVisible()) == (True, False)
    bench.press(Key.Key_I, CTRL)
    assert panel.isVisible()
    with bench.qtbot.assertNotEmitted(bench.viewer.similar_requested):
        QTest.keyClick(field, Key.Key_S)  # typing is not a shortcut
    assert field.text() == "s"
    QTest.mouseClick(button, LEFT)
    assert not panel.isVisible()


def test_a_place_beyond_the_row_is_its_end(bench: Bench) -> None:
    bench.fill(THREE)
    bench.open(99)
    assert bench.place == "3 of 3"
