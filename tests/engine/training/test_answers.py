from engine.training.answers import Said, sample


def said(answer: str, right: str, *, photo: str = "", query: str = "q") -> Said:
    return Said(query, photo or right, answer, answer == right)


def test_answers_that_became_right_come_first_and_no_photo_twice() -> None:
    before = [said("a", "a"), said("x", "b"), said("x", "c"), said("x", "d"), said("y", "d")]
    now = [said("a", "a"), said("x", "b"), said("y", "c"), said("d", "d"), said("d", "d")]
    shown = sample(before, now)
    assert [(answer.before, answer.after) for answer in shown] == [
        ("x", "d"),  # right now
        ("x", "y"),  # another one at least
        ("a", "a"),
    ]
    assert [answer.is_right_after for answer in shown] == [True, False, True]
    assert sample([], []) == ()
