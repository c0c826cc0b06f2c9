import os

import pytest

from engine.catalog.duplicates import FileLook
from engine.search.duplicates import Copy, Group
from imgtext_desktop.duplicates.findings import _relative, _without
from imgtext_desktop.duplicates.marks import Mark, Marks, Refusal, in_folder, largest, oldest
from imgtext_desktop.duplicates.words import difference_text


def make_copy(
    number: int, *, folder: str = "/a", is_offline: bool = False, orientation: int = 1
) -> Copy:
    path = os.fsencode(f"{folder}/{number}.jpg")
    file = FileLook(
        file_id=number,
        content_id=number,
        content_hash=bytes([number]),
        perceptual_hash=bytes(8),
        path=path,
        size=1000 - number,
        mtime_ns=1000 - number,
        width=8,
        height=8,
        is_offline=is_offline,
    )
    return Copy(file, orientation=orientation, is_equal=number == 1)


@pytest.fixture
def marks() -> Marks:
    return Marks()


def test_what_is_kept_stands_in_for_what_goes(marks: Marks) -> None:
    group = Group(tuple(make_copy(number) for number in (1, 2, 3, 4)))
    first, second, third, _ = group.copies
    assert marks.set(group, first, Mark.TRASH) is None
    assert marks.set(group, third, Mark.KEEP) is None
    order = marks.order([group])
    assert (order.file_ids, dict(order.stand_ins), order.size) == ((1,), {1: 3}, 999)
    marks.set(group, third, None)
    assert dict(marks.order([group]).stand_ins) == {1: second.file.file_id}


def test_one_in_reach_always_stays(marks: Marks) -> None:
    group = Group((make_copy(1), make_copy(2), make_copy(3, is_offline=True)))
    first, second, offline = group.copies
    assert marks.set(group, offline, Mark.TRASH) is Refusal.OFFLINE
    assert marks.set(group, first, Mark.TRASH) is None
    assert marks.set(group, second, Mark.TRASH) is Refusal.LAST
    marks.restore({1: Mark.TRASH, 2: Mark.TRASH, 9: Mark.KEEP}, [group])
    assert not marks.has_any, "marks that would leave none, and those of other files, are dropped"


def test_rules_pick_only_what_is_in_reach(marks: Marks) -> None:
    offline = make_copy(1, is_offline=True)
    group = Group((offline, make_copy(2, folder="/b"), make_copy(3, folder="/a/sub")))
    marks.apply([group], largest)
    assert marks.order([group]).file_ids == (3,)
    marks.apply([group], oldest)
    assert marks.order([group]).file_ids == (2,)
    before = marks.apply([group], in_folder(b"/a"))
    assert marks.order([group]).file_ids == (2,)
    marks.apply([group], in_folder(b"/a/su"))
    assert marks.order([group]).file_ids == (2,), "no folder of that name: nothing changes"
    assert marks.mark_of(offline) is None
    marks.restore(before, [group])
    assert marks.order([group]).file_ids == (2,)
    assert marks.clear()
    assert not marks.has_any


def test_what_is_left_is_told_relative_to_the_best_that_is_left() -> None:
    group = Group((make_copy(1), make_copy(2, orientation=6), make_copy(3, orientation=6)))
    left = _without(group, {1})
    assert left is not None
    assert [copy.orientation for copy in left.copies] == [1, 1]
    assert left.copies[0].is_equal
    assert difference_text(left, left.copies[1]) == ""
    assert _without(group, {1, 2}) is None
    assert _without(group, {9}) is group
    assert _relative(2, 1) == 2
    assert _relative(3, 6) == 6, "half a turn is one quarter after one quarter"
    assert _relative(6, 2) in {5, 7}
    assert _relative(2, 2) == 1
