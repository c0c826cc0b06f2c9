import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF

from engine.images.views import fitted
from imgtext_desktop.viewer.view_geometry import ViewGeometry

RATIOS = [1.0, 1.25, 1.5, 2.0]


def _geometry(ratio: float = 1.0, size: tuple[int, int] = (3000, 2000)) -> ViewGeometry:
    geometry = ViewGeometry()
    geometry.set_viewport(QSizeF(832, 612), QSizeF(16, 6), ratio)
    geometry.set_picture(QSizeF(*size))
    return geometry


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("size", [(3000, 2000), (2000, 3001), (12_000, 300), (7, 9000)])
def test_a_fitted_picture_lies_in_the_middle_and_has_the_size_that_is_loaded(
    ratio: float, size: tuple[int, int]
) -> None:
    geometry = _geometry(ratio, size)
    target = geometry.target()
    assert QRectF(15, 5, 802, 602).contains(target)
    assert target.center().x() == pytest.approx(416, abs=1)
    assert target.center().y() == pytest.approx(306, abs=1)
    loaded = fitted(size, geometry.box)
    assert (target.width() * ratio, target.height() * ratio) == pytest.approx(loaded)
    assert (target.x() * ratio).is_integer()
    assert (target.y() * ratio).is_integer()


def test_a_small_picture_is_enlarged_but_an_icon_does_not_fill_the_window() -> None:
    assert _geometry(size=(400, 300)).zoom == 2
    assert _geometry(size=(16, 16)).zoom == 4


@pytest.mark.parametrize("ratio", RATIOS)
def test_one_to_one_is_a_picture_pixel_on_a_device_pixel(ratio: float) -> None:
    geometry = _geometry(ratio)
    at = QPointF(300, 200)
    under = geometry.to_picture(at)
    geometry.show_pixels(at)
    assert geometry.zoom == pytest.approx(1)
    assert geometry.target().width() * ratio == 3000
    assert geometry.to_picture(at).x() == pytest.approx(under.x(), abs=1)
    assert geometry.to_picture(at).y() == pytest.approx(under.y(), abs=1)


@pytest.mark.parametrize("ratio", RATIOS)
def test_what_is_under_the_pointer_stays_there_through_any_zoom(ratio: float) -> None:
    geometry = _geometry(ratio)
    at = QPointF(500, 300)
    geometry.zoom_by(2, at)
    under = geometry.to_picture(at)
    for factor in (1.2, 1.2, 3, 1 / 1.2, 1 / 1.2):
        geometry.zoom_by(factor, at)
        assert geometry.to_picture(at).x() == pytest.approx(under.x(), abs=2)
        assert geometry.to_picture(at).y() == pytest.approx(under.y(), abs=2)


def test_zoom_has_ends() -> None:
    geometry = _geometry()
    middle = QPointF(416, 306)
    for _ in range(50):
        geometry.zoom_by(1.5, middle)
    assert geometry.zoom == 8
    for _ in range(50):
        geometry.zoom_by(1 / 1.5, middle)
    assert geometry.is_fit


def test_an_enlarged_small_picture_can_be_seen_at_its_own_size() -> None:
    geometry = _geometry(size=(400, 300))
    for _ in range(20):
        geometry.zoom_by(1 / 1.2, QPointF(416, 306))
    assert geometry.zoom == pytest.approx(1)
    assert geometry.target().center().x() == pytest.approx(416, abs=1)


def test_a_moved_picture_leaves_no_gap() -> None:
    geometry = _geometry()
    assert not geometry.can_pan
    geometry.show_pixels(QPointF(416, 306))
    assert geometry.can_pan
    geometry.pan(QPointF(1e6, 1e6))
    assert geometry.target().topLeft() == QPointF(0, 0)
    geometry.pan(QPointF(-1e6, -1e6))
    assert geometry.target().bottomRight() == QPointF(832, 612)
    geometry.pan(QPointF(10, 0))
    assert geometry.target().right() == 842


@pytest.mark.parametrize("ratio", RATIOS)
def test_there_and_back(ratio: float) -> None:
    geometry = _geometry(ratio)
    area = QRectF(100, 250, 1000, 700)
    for _ in range(3):
        there = geometry.to_widget(area)
        back = geometry.to_picture(there.bottomRight())
        assert (back.x(), back.y()) == pytest.approx((1100, 950))
        geometry.zoom_by(2.2, QPointF(100, 100))


def test_another_screen_keeps_one_to_one_and_another_size_keeps_the_middle() -> None:
    geometry = _geometry(1)
    geometry.show_pixels(QPointF(416, 306))
    geometry.set_viewport(QSizeF(832, 612), QSizeF(16, 6), 2)
    assert geometry.zoom == 1
    middle = geometry.to_picture(QPointF(416, 306))
    geometry.set_viewport(QSizeF(400, 300), QSizeF(16, 6), 2)
    assert geometry.to_picture(QPointF(200, 150)).x() == pytest.approx(middle.x(), abs=1)
