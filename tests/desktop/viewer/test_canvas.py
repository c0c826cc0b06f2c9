import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from imgtext_desktop.viewer.canvas import Canvas
from imgtext_desktop.viewer.picture_reading import Picture, to_pixels
from tests.desktop.viewer.image_pixels import pixels

LEFT = Qt.MouseButton.LeftButton
MIDDLE = Qt.MouseButton.MiddleButton
RATIOS = [1.0, 1.5, 2.0]


class Screen(Canvas):
    """A canvas on a screen with other pixels than the tests' own."""

    ratio = 1.0

    def devicePixelRatioF(self) -> float:
        return self.ratio

    def shot(self) -> QImage:
        """What that screen would show, in its pixels."""
        image = QImage(self.size() * self.ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(self.ratio)
        self.render(image)
        return image


def _canvas(qtbot: QtBot, picture: Picture, ratio: float = 1.0) -> Screen:
    canvas = Screen()
    qtbot.addWidget(canvas)
    canvas.ratio = ratio
    canvas.resize(600, 400)
    canvas.show()
    canvas.show_picture(picture)
    return canvas


def _picture(width: int = 1200, height: int = 900, seed: int = 1) -> Picture:
    data = np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)
    return Picture(to_pixels(Image.fromarray(data)), width, height)


def _drag(canvas: Canvas, start: QPoint, end: QPoint, button: Qt.MouseButton = LEFT) -> None:
    QTest.mousePress(canvas, button, pos=start)
    QTest.mouseMove(canvas, (start + end) / 2)
    QTest.mouseMove(canvas, end)
    QTest.mouseRelease(canvas, button, pos=end)


@pytest.mark.parametrize("ratio", RATIOS)
def test_a_picture_loaded_for_the_window_is_copied_pixel_by_pixel(
    qtbot: QtBot, ratio: float
) -> None:
    whole = _picture()
    canvas = _canvas(qtbot, whole, ratio)
    size = canvas.target().size() * ratio
    small = _picture(round(size.width()), round(size.height()), seed=2)
    canvas.sharpen(Picture(small.pixels, whole.width, whole.height))
    shown = pixels(canvas.shot())
    target = canvas.target()
    left, top = round(target.x() * ratio), round(target.y() * ratio)
    expected = pixels(small.image)
    height, width, _ = expected.shape
    seen = shown[top : top + height, left : left + width]
    inner = slice(10, -10)  # the corners are rounded
    np.testing.assert_array_equal(seen[inner, inner], expected[inner, inner])


@pytest.mark.parametrize("ratio", RATIOS)
def test_at_100_percent_each_pixel_of_the_picture_is_one_of_the_screen(
    qtbot: QtBot, ratio: float
) -> None:
    picture = _picture(2000, 1500)
    canvas = _canvas(qtbot, picture, ratio)
    canvas.toggle_zoom(QPointF(100, 100))
    assert canvas.zoom == pytest.approx(1)
    shown = pixels(canvas.shot())
    left, top = (round(-v * ratio) for v in (canvas.target().x(), canvas.target().y()))
    expected = pixels(picture.image)
    height, width, _ = shown.shape
    np.testing.assert_array_equal(shown, expected[top : top + height, left : left + width])


def test_far_zoomed_in_the_right_place_is_seen(qtbot: QtBot) -> None:
    # Each block of 100 pixels has its own colour.
    rows, columns = np.mgrid[0:9, 0:12]
    blocks = np.stack([rows * 25, columns * 20, np.full_like(rows, 128)], axis=2).astype(np.uint8)
    data = blocks.repeat(100, axis=0).repeat(100, axis=1)
    canvas = _canvas(qtbot, Picture(to_pixels(Image.fromarray(data)), 1200, 900))
    canvas.toggle_zoom(QPointF(300, 200))
    for _ in range(12):
        canvas.zoom_by(1.5, QPointF(333, 222))
    assert canvas.zoom == 8
    canvas.pan(QPointF(-777, 1234))
    shown = pixels(canvas.shot())
    for x, y in ((5, 5), (300, 200), (595, 395)):
        place = canvas._geometry.to_picture(QPointF(x + 0.5, y + 0.5))
        expected = blocks[int(place.y() // 100), int(place.x() // 100)]
        np.testing.assert_allclose(shown[y, x].astype(int), expected, atol=1)


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("is_zoomed", [False, True])
def test_the_marked_part_is_what_was_dragged_over(
    qtbot: QtBot, ratio: float, is_zoomed: bool
) -> None:
    picture = _picture(1200, 800)
    canvas = _canvas(qtbot, picture, ratio)
    if is_zoomed:
        canvas.toggle_zoom(QPointF(300, 200))
        canvas.mark_part()  # else a drag would move the picture
    target = canvas.target()
    start, end = QPoint(30, 20), QPoint(150, 60)
    _drag(canvas, start, end)
    scale = canvas.zoom / ratio
    expected = QRect(
        round((30 - target.x()) / scale),
        round((20 - target.y()) / scale),
        round(120 / scale),
        round(40 / scale),
    )
    part = canvas.part
    assert part is not None
    assert (part.x(), part.y()) == pytest.approx((expected.x(), expected.y()), abs=1)
    size = (expected.width(), expected.height())
    assert (part.width(), part.height()) == pytest.approx(size, abs=1)


def test_handles_and_inside_can_be_dragged(qtbot: QtBot) -> None:
    canvas = _canvas(qtbot, _picture(1200, 900))
    _drag(canvas, QPoint(150, 100), QPoint(300, 200))
    before = canvas.part
    assert before is not None
    _drag(canvas, QPoint(300, 200), QPoint(330, 240))  # the lower right handle
    larger = canvas.part
    assert larger is not None
    assert larger.topLeft() == before.topLeft()
    assert larger.width() > before.width()
    _drag(canvas, QPoint(240, 170), QPoint(210, 190))  # the inside
    moved = canvas.part
    assert moved is not None
    assert moved.size() == larger.size()
    assert moved.x() < larger.x()
    assert moved.y() > larger.y()


def test_a_click_marks_nothing_and_keeps_what_is_marked(qtbot: QtBot) -> None:
    canvas = _canvas(qtbot, _picture())
    QTest.mouseClick(canvas, LEFT, pos=QPoint(200, 150))
    assert canvas.part is None
    _drag(canvas, QPoint(150, 100), QPoint(300, 200))
    before = canvas.part
    QTest.mouseClick(canvas, LEFT, pos=QPoint(450, 300))
    assert canvas.part == before


def test_a_zoomed_picture_is_moved_by_a_drag_and_the_middle_button_always_moves(
    qtbot: QtBot,
) -> None:
    canvas = _canvas(qtbot, _picture(2000, 1500))
    canvas.toggle_zoom(QPointF(300, 200))
    before = canvas.target().topLeft()
    _drag(canvas, QPoint(300, 200), QPoint(250, 230))
    assert canvas.part is None
    assert canvas.target().topLeft() - before == QPointF(-50, 30)
    canvas.mark_part()
    part = canvas.part
    _drag(canvas, QPoint(300, 200), QPoint(310, 200), MIDDLE)
    assert canvas.part == part
    assert canvas.target().topLeft() - before == QPointF(-40, 30)


def test_the_wheel_zooms_at_the_pointer(qtbot: QtBot) -> None:
    canvas = _canvas(qtbot, _picture(2000, 1500))
    at = QPointF(400, 150)
    canvas.zoom_by(2)  # from here on the picture is larger than the canvas
    under = canvas._geometry.to_picture(at)
    for _ in range(5):
        event = QWheelEvent(
            at,
            canvas.mapToGlobal(at),
            QPoint(),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(canvas, event)
    assert not canvas.is_fit
    assert canvas._geometry.to_picture(at).x() == pytest.approx(under.x(), abs=3)
    assert canvas._geometry.to_picture(at).y() == pytest.approx(under.y(), abs=3)


def test_more_detail_keeps_zoom_and_marked_part(qtbot: QtBot) -> None:
    whole = _picture(2000, 1500)
    small = _picture(400, 300)
    canvas = _canvas(qtbot, Picture(small.pixels, 2000, 1500))
    canvas.toggle_zoom(QPointF(100, 100))
    assert canvas.needs_detail
    canvas.mark_part()
    part, target = canvas.part, canvas.target()
    canvas.sharpen(whole)
    assert not canvas.needs_detail
    assert (canvas.part, canvas.target()) == (part, target)


def test_a_picture_that_turns_out_to_have_another_size_is_shown_anew(qtbot: QtBot) -> None:
    canvas = _canvas(qtbot, _picture(2000, 1500))
    canvas.toggle_zoom()
    canvas.mark_part()
    canvas.sharpen(_picture(900, 1200))
    assert canvas.is_fit
    assert canvas.part is None


@pytest.mark.parametrize("place", ["top", "bottom", "all"])
def test_the_button_is_always_seen(qtbot: QtBot, place: str) -> None:
    canvas = _canvas(qtbot, _picture(1200, 800))
    areas = {
        "top": (QPoint(200, 10), QPoint(300, 60)),
        "bottom": (QPoint(300, 330), QPoint(580, 395)),
        "all": (QPoint(17, 7), QPoint(583, 393)),
    }
    _drag(canvas, *areas[place])
    button = canvas.part_button
    assert button.isVisible()
    assert canvas.rect().contains(button.geometry())
    if place != "all":
        assert not canvas.part_target().toRect().intersects(button.geometry())


def test_a_part_that_is_too_small_gets_a_hint_in_place_of_the_button(qtbot: QtBot) -> None:
    canvas = _canvas(qtbot, _picture(120, 80))  # fitted at 400 %
    _drag(canvas, QPoint(200, 200), QPoint(250, 300))  # 12 pixels of the picture wide
    assert canvas.part is not None
    assert not canvas.is_part_large_enough
    assert canvas.part_hint.isVisible()
    assert "16 × 16" in canvas.part_hint.text()
    assert not canvas.part_button.isVisible()


def test_the_rest_of_the_picture_is_dimmed(qtbot: QtBot) -> None:
    white = Image.new("RGB", (1200, 800), "white")
    canvas = _canvas(qtbot, Picture(to_pixels(white), 1200, 800))
    _drag(canvas, QPoint(150, 100), QPoint(300, 200))
    shown = canvas.shot()
    assert shown.pixelColor(225, 130).lightness() == 255
    assert shown.pixelColor(450, 300).lightness() < 130
    assert shown.pixelColor(2, 200).lightness() < 30  # beside the picture


def test_nothing_can_be_done_without_a_picture(qtbot: QtBot) -> None:
    canvas = Canvas()
    qtbot.addWidget(canvas)
    canvas.resize(QSize(600, 400))
    canvas.show()
    canvas.toggle_zoom()
    canvas.zoom_by(2)
    canvas.mark_part()
    canvas.step_part(1, 0, is_size=False)
    _drag(canvas, QPoint(150, 100), QPoint(300, 200))
    QTest.mouseDClick(canvas, LEFT, pos=QPoint(200, 200))
    assert canvas.part is None
    assert not canvas.needs_detail
    canvas.grab()
