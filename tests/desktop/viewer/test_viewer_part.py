import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest

from tests.desktop.viewer.conftest import Bench
from tests.desktop.viewer.image_pixels import pixels

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
THREE = ["a.png", "b.png", "c.png"]


@pytest.mark.parametrize("is_zoomed", [False, True])
@pytest.mark.parametrize("size", [(320, 240), (2400, 1800)])
def test_a_part_is_cut_from_the_photo_at_any_zoom(
    bench: Bench, size: tuple[int, int], is_zoomed: bool
) -> None:
    bench.fill(["a.png"], size)
    bench.open()
    canvas = bench.viewer.canvas
    if is_zoomed:
        bench.press(Key.Key_Z)
        bench.press(Key.Key_R)  # a drag would move the picture
    seen = canvas.target().toRect() & canvas.rect()
    start = seen.topLeft() + QPoint(20, 20)
    end = start + QPoint(90, 74)
    QTest.mousePress(canvas, LEFT, pos=start)
    QTest.mouseMove(canvas, (start + end) / 2)
    QTest.mouseMove(canvas, end)
    QTest.mouseRelease(canvas, LEFT, pos=end)
    part = canvas.part
    assert part is not None
    image, label = bench.search_part()
    assert label == "Part of a.png"
    with Image.open(bench.folder / "a.png") as photo:
        data = np.asarray(photo)
    expected = data[part.y() : part.y() + part.height(), part.x() : part.x() + part.width()]
    np.testing.assert_array_equal(pixels(image), expected)
    # And it is what lies below the two corners of the drag.
    target = canvas.target()
    for corner, pixel in ((start, expected[0, 0]), (end, expected[-1, -1])):
        x = (corner.x() - target.x()) / target.width() * size[0]
        y = (corner.y() - target.y()) / target.height() * size[1]
        position = (int(pixel[0]) + 256 * (int(pixel[2]) // 16), int(pixel[1]))
        assert abs(position[0] - x) <= 1 + 1 / canvas.zoom
        assert abs(position[1] - y % 256) <= 1 + 1 / canvas.zoom


def test_a_part_is_marked_moved_sized_and_searched_by_keys_alone(bench: Bench) -> None:
    bench.fill(THREE, (1200, 900))
    bench.open()
    canvas = bench.viewer.canvas
    bench.press(Key.Key_R)
    first = canvas.part
    assert first is not None
    crop = bench.viewer.findChild(QAction, "viewerCrop")
    assert crop is not None
    assert crop.isChecked()
    bench.press(Key.Key_Right)
    bench.press(Key.Key_Up)
    moved = canvas.part
    assert moved is not None
    assert moved.size() == first.size()
    assert (moved.x() > first.x(), moved.y() < first.y()) == (True, True)
    bench.press(Key.Key_Left, SHIFT)
    bench.press(Key.Key_Down, SHIFT)
    sized = canvas.part
    assert sized is not None
    assert sized.topLeft() == moved.topLeft()
    assert (sized.width() < moved.width(), sized.height() > moved.height()) == (True, True)
    assert bench.name == "a.png"  # the arrows did not change the photo
    image, _ = bench.search_part(Key.Key_Enter)
    assert abs(image.width() / image.height() - sized.width() / sized.height()) < 0.02
    bench.press(Key.Key_R)
    assert canvas.part is None
    assert not crop.isChecked()


def test_button_and_double_click_search_too(bench: Bench) -> None:
    bench.fill(["a.png"])
    bench.open()
    canvas = bench.viewer.canvas
    bench.press(Key.Key_R)
    with bench.qtbot.waitSignal(bench.viewer.part_searched):
        QTest.mouseClick(canvas.part_button, LEFT)
    with bench.qtbot.waitSignal(bench.viewer.part_searched):
        QTest.mouseDClick(canvas, LEFT, pos=canvas.rect().center())
    bench.press(Key.Key_Escape)
    QTest.mouseDClick(canvas, LEFT, pos=canvas.rect().center())
    assert canvas.zoom == 1


def test_a_part_that_is_too_small_is_refused_with_a_hint(bench: Bench) -> None:
    bench.fill(["a.png"], (60, 20))
    bench.open()
    canvas = bench.viewer.canvas
    bench.press(Key.Key_R)  # half of each side: 10 pixels high
    with bench.qtbot.assertNotEmitted(bench.viewer.part_searched):
        bench.press(Key.Key_Return)
    assert canvas.part_hint.isVisible()
    for _ in range(10):
        bench.press(Key.Key_Down, SHIFT)
        bench.press(Key.Key_Up)
    for _ in range(10):
        bench.press(Key.Key_Down, SHIFT)
    assert not canvas.part_hint.isVisible()
    image, _ = bench.search_part()
    assert image.height() >= 16
