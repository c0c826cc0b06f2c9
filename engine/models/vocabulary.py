"""The words that the captioner reads and writes.

Frequent words are one token each. A word that is not in the list is spelled, character by
character, so that a name the user gave a dog comes back as it was; a character that was never
seen comes back as a mark that can be seen. Nothing vanishes. Words that occur once are spelled
too: that is how spelling is learned.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib import resources
from pathlib import Path
from typing import Final, Protocol, Self

from engine.errors import ModelError

PAD, START, END, UNKNOWN = 0, 1, 2, 3
MOST_WORDS: Final = 4000
BASE_WORDS: Final = 400
UNKNOWN_MARK: Final = "\N{REPLACEMENT CHARACTER}"
FILE: Final = "vocabulary.json"

_SPECIAL: Final = ("<pad>", "<start>", "<end>", "<unknown>")
_SCENES: Final = resources.files("resources") / "embedded" / "class_scenes.tsv"
# The first character of a spelled word, and each that follows.
_FIRST, _NEXT = "\N{LOWER ONE EIGHTH BLOCK}", "+"
# Chinese and Japanese are written without spaces: each character is a word.
_UNSPACED: Final = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD: Final = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+(?:['’-][^\W{_UNSPACED}]+)*|[^\w\s]")
_LATIN: Final = "abcdefghijklmnopqrstuvwxyz0123456789'-"
_CLOSING: Final = frozenset(".,;:!?)]}%。，、！？")
_OPENING: Final = frozenset("([{")


class CaptionTokens(Protocol):
    """Turns sentences into numbers and back; ids 0 to 3 are pad, start, end and unknown."""

    def __len__(self) -> int:
        """How many tokens there are."""

    def encode(self, text: str, *, most: int) -> list[int]:
        """Return start, at most ``most`` tokens of the text, end."""

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text; marks of start, end and padding are left out."""


class Vocabulary:
    """Words and characters, as :class:`CaptionTokens` wants them.

    Args:
        tokens: What follows the four special tokens: words, and characters with their marks.
    """

    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens = (*_SPECIAL, *tokens)
        self._ids = {token: number for number, token in enumerate(self._tokens)}

    def __len__(self) -> int:
        return len(self._tokens)

    @classmethod
    def build(
        cls, captions: Iterable[str], *, base: Sequence[str] = (), most: int = MOST_WORDS
    ) -> Self:
        """Take the words that captions repeat, the most frequent first, then a base list.

        Args:
            captions: The user's sentences.
            base: Further words, the most useful first.
            most: The most words; characters come on top.
        """
        counts: Counter[str] = Counter()
        for caption in captions:
            counts.update(split_words(caption))
        characters = sorted({character for word in counts for character in word} | set(_LATIN))
        repeated = [word for word in counts if counts[word] > 1]
        words = sorted(repeated, key=lambda word: (-counts[word], word))
        words += [word for word in base if counts[word] < 2]
        spelling = [mark + character for character in characters for mark in (_FIRST, _NEXT)]
        return cls([*words[:most], *spelling])

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Read the vocabulary of a model's folder.

        Raises:
            ModelError: It is missing or damaged.
        """
        try:
            tokens = json.loads((folder / FILE).read_text(encoding="utf-8"))
            return cls([str(token) for token in tokens])
        except (OSError, ValueError, TypeError) as error:
            raise ModelError(
                f"The words of the model in {folder} cannot be read; copy the folder again or "
                "train anew."
            ) from error

    def save(self, folder: Path) -> None:
        """Write it into a model's folder."""
        text = json.dumps(self._tokens[len(_SPECIAL) :], ensure_ascii=False)
        (folder / FILE).write_text(text, encoding="utf-8")

    def encode(self, text: str, *, most: int) -> list[int]:
        """See :class:`CaptionTokens`."""
        ids = [number for word in split_words(text) for number in self._encode_word(word)]
        return [START, *ids[:most], END]

    def decode(self, ids: Iterable[int]) -> str:
        """See :class:`CaptionTokens`; the first letter is a capital."""
        words: list[str] = []
        for number in ids:
            token = self._tokens[number]
            if number == UNKNOWN:
                words.append(UNKNOWN_MARK)
            elif number >= len(_SPECIAL):
                if len(token) == 2 and token[0] == _NEXT and words:
                    words[-1] += token[1]
                else:
                    words.append(token[1:] if _is_spelling(token) else token)
        text = _join(words)
        return text[:1].upper() + text[1:]

    def _encode_word(self, word: str) -> list[int]:
        if word in self._ids:
            return [self._ids[word]]
        marks = [_FIRST] + [_NEXT] * (len(word) - 1)
        return [
            self._ids.get(mark + character, UNKNOWN)
            for mark, character in zip(marks, word, strict=True)
        ]


def split_words(text: str) -> list[str]:
    """Split a sentence into words and punctuation, in small letters."""
    return _WORD.findall(text.casefold())


def base_words(most: int = BASE_WORDS) -> list[str]:
    """Return frequent words of everyday captions, from those of the 1000 known classes."""
    counts: Counter[str] = Counter()
    for line in _SCENES.read_text(encoding="utf-8").splitlines():
        for scene in line.split("\t")[1:]:
            counts.update(split_words(scene))
    return sorted(counts, key=lambda word: (-counts[word], word))[:most]


def _is_spelling(token: str) -> bool:
    return len(token) == 2 and token[0] in (_FIRST, _NEXT)


def _join(words: Sequence[str]) -> str:
    text = ""
    for word in words:
        is_tight = (
            not text
            or word in _CLOSING
            or text[-1] in _OPENING
            or (re.match(f"[{_UNSPACED}]", word) and re.match(f"[{_UNSPACED}]", text[-1]))
        )
        text += word if is_tight else f" {word}"
    return text


class TokenizerTokens:
    """The tokens of a text tower's own tokenizer, for decoders that borrow its word vectors.

    The special tokens are four more, in front of its own.

    Args:
        file: Its ``tokenizer.json``.
    """

    def __init__(self, file: Path) -> None:
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_file(str(file))

    def __len__(self) -> int:
        size: int = self._tokenizer.get_vocab_size(with_added_tokens=True)
        return len(_SPECIAL) + size

    def encode(self, text: str, *, most: int) -> list[int]:
        """See :class:`CaptionTokens`."""
        ids = self._tokenizer.encode(text, add_special_tokens=False).ids[:most]
        return [START, *(len(_SPECIAL) + number for number in ids), END]

    def decode(self, ids: Iterable[int]) -> str:
        """See :class:`CaptionTokens`."""
        own = [number - len(_SPECIAL) for number in ids if number >= len(_SPECIAL)]
        text: str = self._tokenizer.decode(own)
        return text.strip()
