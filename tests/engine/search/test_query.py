import numpy as np
import pytest

from engine.errors import QueryError
from engine.search.query import Query, Space, Term, check_text, combine, shorten

PICTURE = np.zeros((224, 224, 3), np.uint8)


DOG, PHOTO = Term("a dog"), Term(picture=PICTURE)


@pytest.mark.parametrize(
    ("query", "space"),
    [
        (Query([DOG]), Space.TEXT),
        (Query([PHOTO]), Space.VISUAL),
        (Query([Term("  "), PHOTO]), Space.VISUAL),
        (Query([DOG, PHOTO]), Space.TEXT),
        (Query([Term("a dog", is_excluded=True), PHOTO]), Space.TEXT),
        (Query([PHOTO, Term(picture=PICTURE, is_excluded=True)]), Space.VISUAL),
        (Query([PHOTO], space=Space.TEXT), Space.TEXT),
    ],
)
def test_the_space_follows_from_what_is_given(query: Query, space: Space) -> None:
    assert query.resolved_space is space


@pytest.mark.parametrize("query", [Query([]), Query([Term("")]), Query([Term(" \n\t")])])
def test_nothing_to_look_for_is_said(query: Query) -> None:
    with pytest.raises(QueryError, match="describe a photo in words or give a picture"):
        _ = query.resolved_space


def test_words_have_no_visual_vector() -> None:
    with pytest.raises(QueryError, match="compares pictures only"):
        _ = Query([DOG, PHOTO], space=Space.VISUAL).resolved_space


class Reader:
    """Understands the letter x; a word is a token."""

    languages = "X"
    max_tokens = 3

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def unknown_share(self, text: str) -> float:
        return sum(char != "x" for char in text) / len(text)


def test_what_is_not_understood_is_said() -> None:
    assert check_text("xxxx", Reader()) == []
    with pytest.raises(QueryError, match=r"understands X only .* “ab\?”"):
        check_text("ab?", Reader())
    (note,) = check_text("xxyy", Reader())
    assert "part of “xxyy” is not read" in note
    assert any("first 3 words" in note for note in check_text("x x x x", Reader()))


def test_sums_are_weighted_and_of_unit_length(rng: np.random.Generator) -> None:
    a, b, c = (vector / np.linalg.norm(vector) for vector in rng.normal(size=(3, 8)))
    terms = [Term("a"), Term("b", weight=2), Term("c", is_excluded=True)]
    total = a + 2 * b - 0.5 * c
    np.testing.assert_allclose(
        combine([a, b, c], [term.factor for term in terms]),
        [total / np.linalg.norm(total)],
        rtol=1e-5,
        atol=1e-6,
    )
    assert not combine([a, a], [1, -1]).any()


def test_a_text_is_shown_on_one_short_line() -> None:
    assert shorten("a\nb\x1b[31m \u202e c") == "a b [31m c"
    assert len(shorten("word " * 5000)) == 40
