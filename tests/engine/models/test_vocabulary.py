from pathlib import Path

import pytest

from engine.errors import ModelError
from engine.models.vocabulary import (
    END,
    START,
    UNKNOWN,
    UNKNOWN_MARK,
    Vocabulary,
    base_words,
    split_words,
)

CAPTIONS = ["A dog runs.", "The dog's ball, a red one.", "A dog runs home."]


def round_trip(vocabulary: Vocabulary, text: str) -> str:
    return vocabulary.decode(vocabulary.encode(text, most=100))


def test_repeated_words_are_one_token_and_others_are_spelled() -> None:
    vocabulary = Vocabulary.build(CAPTIONS)
    start, *words, end = vocabulary.encode("a dog runs.", most=10)
    assert (start, end) == (START, END)
    assert len(words) == 4
    assert len(vocabulary.encode("home", most=10)) == 2 + 4  # it occurs once


@pytest.mark.parametrize("text", ["A dog runs.", "Zorro-the-2nd's dog", "Dog (red), home!"])
def test_no_word_vanishes(text: str) -> None:
    vocabulary = Vocabulary.build([*CAPTIONS, "(!)"])
    assert round_trip(vocabulary, text).casefold() == text.casefold()


def test_a_character_that_was_never_seen_stays_visible() -> None:
    vocabulary = Vocabulary.build(CAPTIONS)
    assert UNKNOWN in vocabulary.encode("a ☃ dog", most=10)
    assert round_trip(vocabulary, "a ☃ dog") == f"A {UNKNOWN_MARK} dog"


def test_chinese_is_read_character_by_character() -> None:
    text = "一只狗在海滩上。"
    assert split_words(text) == list(text)
    assert round_trip(Vocabulary.build([text, text]), text) == text


def test_a_long_caption_is_cut() -> None:
    vocabulary = Vocabulary.build(CAPTIONS)
    ids = vocabulary.encode("dog " * 5000, most=30)
    assert len(ids) == 32
    assert ids[-1] == END


def test_the_base_list_adds_words_but_takes_no_place_from_the_users() -> None:
    base = base_words(50)
    assert "a" in base
    vocabulary = Vocabulary.build(["Zyx zyx."] * 2, base=base, most=10)
    assert len(vocabulary.encode("zyx", most=10)) == 3
    assert len(vocabulary.encode("a", most=10)) == 3


def test_saved_and_read_back(tmp_path: Path) -> None:
    vocabulary = Vocabulary.build(CAPTIONS)
    vocabulary.save(tmp_path)
    again = Vocabulary.load(tmp_path)
    assert len(again) == len(vocabulary)
    assert again.encode("a new dog", most=20) == vocabulary.encode("a new dog", most=20)
    (tmp_path / "vocabulary.json").write_text("{")
    with pytest.raises(ModelError, match="cannot be read"):
        Vocabulary.load(tmp_path)
