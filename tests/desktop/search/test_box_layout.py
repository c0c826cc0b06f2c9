import itertools
from collections.abc import Sequence

import pytest

from imgtext_desktop.search.box_layout import Arrangement, ChipWidth, arrange

PICTURE = ChipWidth(natural=140, compact=56, is_trailing=False)
WORD = ChipWidth(natural=110, compact=80, is_trailing=True)


def _arrange(chips: Sequence[ChipWidth], width: int) -> Arrangement:
    return arrange(chips, width=width, text_width=160, gap=8)


def test_text_has_all_room_without_chips() -> None:
    places = _arrange([], 500)
    assert (places.lines, places.text.x, places.text.width) == (1, 0, 500)


def test_unwanted_chips_stand_behind_the_text() -> None:
    places = _arrange([PICTURE, WORD], 600)
    picture, word = places.chips
    assert places.lines == 1
    assert picture.x == 0
    assert places.text.x == 148
    assert word.x == places.text.x + places.text.width + 8
    assert word.x + word.width == 600


def test_a_second_line_comes_before_anything_is_cut() -> None:
    places = _arrange([PICTURE, PICTURE, WORD], 420)
    assert places.lines == 2
    assert [slot.width for slot in places.chips] == [140, 140, 110]


def test_pictures_become_narrow_before_words() -> None:
    places = _arrange([PICTURE] * 6 + [WORD], 500)
    assert [slot.width for slot in places.chips] == [56] * 6 + [110]


@pytest.mark.parametrize("width", [200, 300, 400, 560, 900, 2000])
@pytest.mark.parametrize("count", range(9))
def test_text_keeps_its_width_and_nothing_overlaps(width: int, count: int) -> None:
    places = _arrange([PICTURE] * (count // 2) + [WORD] * (count - count // 2), width)
    assert places.text.width >= 160
    assert places.lines <= 2
    slots = sorted([*places.chips, places.text], key=lambda slot: (slot.line, slot.x))
    for left, right in itertools.pairwise(slots):
        assert left.line < right.line or left.x + left.width <= right.x
    if width >= 560:
        assert all(slot.x + slot.width <= width for slot in slots)
