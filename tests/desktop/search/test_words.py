import pytest

from imgtext_desktop.search.words import Words, as_typed, parse


@pytest.mark.parametrize(
    ("typed", "text", "exclusions"),
    [
        ("", "", ()),
        ("dog on the beach", "dog on the beach", ()),
        ("dog -people", "dog", ("people",)),
        ("-people dog", "dog", ("people",)),
        ('dog -"two words" beach', "dog beach", ("two words",)),
        ("dog -“two  words”", "dog", ("two words",)),
        ("-people -cars -people", "", ("people", "cars")),
        ("red double-decker bus", "red double-decker bus", ()),
        ("-5 degrees", "-5 degrees", ()),
        ("dog - cat", "dog - cat", ()),
        ("dog -", "dog -", ()),
        ("狗 -人", "狗", ("人",)),
        ("dog −people", "dog", ("people",)),
        ('dog -"not closed', "dog", ("not closed",)),
        ('dog -""', "dog", ()),
        ("  dog\u00a0 \t-x  ", "dog", ("x",)),
    ],
)
def test_a_word_after_a_minus_sign_is_not_wanted(
    typed: str, text: str, exclusions: tuple[str, ...]
) -> None:
    assert parse(typed) == Words(text, exclusions)


@pytest.mark.parametrize("exclusion", ["people", "two words"])
def test_an_exclusion_can_be_typed_again(exclusion: str) -> None:
    assert parse(as_typed(exclusion)) == Words("", (exclusion,))
