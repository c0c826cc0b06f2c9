import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.training.splits import FEW_HELD_OUT, Candidates, Parts, make_plan


def candidates(groups: list[int], strata: list[str] | None = None) -> Candidates:
    return Candidates(
        photos=np.arange(len(groups), dtype=np.int64),
        groups=groups,
        strata=strata or ["a"] * len(groups),
        names=[f"photo {number}" for number in range(len(groups))],
    )


def assert_apart(parts: Parts, groups: list[int]) -> None:
    of_part = [
        {groups[photo] for photo in part}
        for part in (parts.train, parts.validation, parts.held_out)
    ]
    assert not of_part[0] & of_part[1]
    assert not of_part[0] & of_part[2]
    assert not of_part[1] & of_part[2]


@given(
    st.lists(st.integers(0, 30), min_size=1, max_size=80),
    st.integers(0, 5),
    st.integers(0, 100),
)
def test_groups_never_straddle_parts_and_every_photo_has_a_place(
    groups: list[int], labels: int, seed: int
) -> None:
    strata = [f"label {number % (labels + 1)}" for number in range(len(groups))]
    plan = make_plan(candidates(groups, strata), seed=seed)
    everything = list(plan.exams) + ([plan.final] if plan.final is not None else [])
    for parts in everything:
        assert_apart(parts, groups)
        photos = np.concatenate([parts.train, parts.validation, parts.held_out])
        assert sorted(photos) == list(range(len(groups)))
        assert len(parts.train) > 0


def test_little_data_is_examined_photo_by_photo_once() -> None:
    groups = [number // 2 for number in range(60)]
    plan = make_plan(candidates(groups), seed=1)
    assert len(plan.exams) == 5
    examined = np.concatenate([parts.held_out for parts in plan.exams])
    assert sorted(examined) == list(range(60))
    assert plan.held_out_count == 60
    assert plan.final is not None
    assert len(plan.final.held_out) == 0


def test_much_data_has_one_exam_that_makes_the_version_too() -> None:
    plan = make_plan(candidates(list(range(1200))), seed=1)
    assert plan.final is None
    (parts,) = plan.exams
    assert len(parts.held_out) == 240 >= FEW_HELD_OUT
    assert len(parts.validation) == pytest.approx(0.15 * 960, abs=2)


def test_labels_are_spread_over_the_parts() -> None:
    strata = ["rare"] * 10 + ["common"] * 90
    plan = make_plan(candidates(list(range(100)), strata), seed=3)
    for parts in plan.exams:
        assert np.count_nonzero(parts.held_out < 10) == 2
        assert np.count_nonzero(parts.train < 10) >= 6


def test_a_label_with_one_photo_is_learned_in_the_end() -> None:
    strata = ["single"] + ["other"] * 20
    plan = make_plan(candidates(list(range(21)), strata), seed=0)
    assert plan.final is not None
    assert 0 in plan.final.train


def test_photos_that_come_later_leave_most_of_the_exam_as_it_was() -> None:
    first = make_plan(candidates(list(range(1100))), seed=7).exams[0].held_out
    later = make_plan(candidates(list(range(1150))), seed=7).exams[0].held_out
    assert len(set(first) & set(later)) > 0.8 * len(first)


def test_another_seed_holds_out_others() -> None:
    photos = candidates(list(range(1100)))
    first, second = (set(make_plan(photos, seed=seed).exams[0].held_out) for seed in (1, 2))
    assert len(first & second) < 0.5 * len(first)


def test_what_the_version_in_use_has_learned_is_examined_last() -> None:
    photos = candidates(list(range(1100)))
    learned = [f"photo {number}" for number in range(0, 1100, 2)]
    plan = make_plan(photos, seed=1, learned=learned)
    assert all(photo % 2 for photo in plan.exams[0].held_out)


def test_one_group_cannot_be_examined() -> None:
    plan = make_plan(candidates([4, 4, 4]), seed=0)
    assert plan.exams == ()
    assert plan.final is not None
    assert list(plan.final.train) == [0, 1, 2]
