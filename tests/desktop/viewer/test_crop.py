import pytest
from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt

from imgtext_desktop.viewer.crop import GRIPS, Crop, Grip, cursor, handle

PICTURE = QSizeF(400, 300)


def _crop(x: float = 100, y: float = 50, width: float = 120, height: float = 80) -> Crop:
    return Crop(PICTURE, QRectF(x, y, width, height))


def test_a_drag_marks_from_where_it_began_in_any_direction() -> None:
    for end in (QPointF(30, 20), QPointF(170, 20), QPointF(30, 130), QPointF(170, 130)):
        crop = Crop.from_point(PICTURE, QPointF(100, 75))
        crop.drag_to(end)
        assert crop.rect == QRectF(QPointF(100, 75), end).normalized()


def test_a_drag_out_of_the_picture_ends_at_its_edge() -> None:
    crop = Crop.from_point(PICTURE, QPointF(-20, 250))
    crop.drag_to(QPointF(1000, 1000))
    assert crop.pixels() == QRect(0, 250, 400, 50)


@pytest.mark.parametrize("grip", GRIPS)
def test_each_handle_moves_its_own_edges_only(grip: Grip) -> None:
    crop = _crop()
    at = handle(crop.rect, grip)
    assert crop.grip_at(at + QPointF(3, -3), reach=5) == grip
    crop.grab(grip, at)
    crop.drag_to(at + QPointF(10, 7))
    left, top, right, bottom = 100, 50, 220, 130
    if grip & Grip.LEFT:
        left += 10
    if grip & Grip.RIGHT:
        right += 10
    if grip & Grip.TOP:
        top += 7
    if grip & Grip.BOTTOM:
        bottom += 7
    assert crop.rect == QRectF(QPointF(left, top), QPointF(right, bottom))
    assert cursor(grip) not in (Qt.CursorShape.CrossCursor, Qt.CursorShape.SizeAllCursor)


def test_an_edge_may_pass_the_opposite_one() -> None:
    crop = _crop()
    crop.grab(Grip.RIGHT, QPointF(220, 90))
    crop.drag_to(QPointF(60, 90))
    assert crop.rect == QRectF(60, 50, 40, 80)


def test_the_inside_moves_the_whole_as_far_as_the_picture_goes() -> None:
    crop = _crop()
    assert crop.grip_at(QPointF(150, 75), reach=5) is Grip.INSIDE
    assert crop.grip_at(QPointF(20, 20), reach=5) is Grip.NONE
    crop.grab(Grip.INSIDE, QPointF(150, 75))
    crop.drag_to(QPointF(170, 85))
    assert crop.rect == QRectF(120, 60, 120, 80)
    crop.drag_to(QPointF(900, -900))
    assert crop.rect == QRectF(280, 0, 120, 80)


def test_steps_move_and_size_within_the_picture() -> None:
    crop = _crop()
    crop.move(-1000, 3)
    assert crop.rect == QRectF(0, 53, 120, 80)
    crop.grow(10, -5)
    assert crop.rect == QRectF(0, 53, 130, 75)
    crop.grow(10_000, 10_000)
    assert crop.rect == QRectF(0, 53, 400, 247)
    crop.grow(-10_000, -10_000)
    assert crop.pixels() == QRect(0, 53, 16, 16)
    assert crop.is_large_enough


def test_growing_never_enlarges_what_was_to_shrink() -> None:
    crop = _crop(390, 290, 10, 10)
    crop.grow(-3, -3)
    assert crop.rect == QRectF(390, 290, 10, 10)
    assert not crop.is_large_enough


@pytest.mark.parametrize(("side", "is_enough"), [(15.4, False), (15.6, True), (16, True)])
def test_a_part_of_16_pixels_is_the_smallest(side: float, is_enough: bool) -> None:
    assert _crop(10, 10, side, 100).is_large_enough is is_enough
    assert _crop(10, 10, 100, side).is_large_enough is is_enough
