"""Questions and their answers, before and after: of the exam, and while a run learns."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answer:
    """One question of the exam.

    Attributes:
        query: A caption; or, where photos are classified, the true label.
        photo: Content hash of the photo that was meant.
        before: What the version in use answered: a content hash, or a label.
        after: What the new version answered.
        is_right_before: Whether that was right.
        is_right_after: Whether that was right.
    """

    query: str
    photo: str
    before: str
    after: str
    is_right_before: bool
    is_right_after: bool


@dataclass(frozen=True, slots=True)
class Said:
    """What the modules answer to a question about validation photos.

    Attributes:
        query: A caption; or, where photos are classified, the true label.
        photo: Content hash of the photo that was meant.
        answer: A content hash, or a label; empty for none.
        is_right: Whether that is right.
    """

    query: str
    photo: str
    answer: str
    is_right: bool


def sample(before: Sequence[Said], now: Sequence[Said], *, most: int = 3) -> tuple[Answer, ...]:
    """Choose answers to show, at most one of a photo: those that became right come first.

    Args:
        before: Of the start.
        now: To the same questions.
        most: How many.
    """
    answers = [
        Answer(
            query=new.query,
            photo=new.photo,
            before=old.answer,
            after=new.answer,
            is_right_before=old.is_right,
            is_right_after=new.is_right,
        )
        for old, new in zip(before, now, strict=True)
    ]
    answers.sort(key=lambda a: (a.is_right_before or not a.is_right_after, a.before == a.after))
    chosen: dict[str, Answer] = {}
    for answer in answers:
        chosen.setdefault(answer.photo, answer)
    return tuple(chosen.values())[:most]
