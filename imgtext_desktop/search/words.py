"""Reads what is typed into the search box.

The rule: a word that begins with a minus sign and a letter is not wanted (``-people``), and so is
a phrase in quotation marks after a minus sign (``-"two words"``). A hyphen inside a word
(``double-decker``), a minus before a number and a minus alone are ordinary text. Enter turns what
is not wanted into chips.
"""

import re
from dataclasses import dataclass
from typing import Final

_EXCLUSION: Final = re.compile(
    r"""(?:(?<=\s)|^)[-−–]          # at the start of a word
        (?: ["“„«](?P<phrase>[^"“”„«»]*)(?:["”“»]|$)
          | (?P<word>[^\W\d_]\S*) )""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Words:
    """A typed text, taken apart.

    Attributes:
        text: What is wanted, single spaces between words.
        exclusions: What is not wanted, in order, each once.
    """

    text: str
    exclusions: tuple[str, ...]


def parse(typed: str) -> Words:
    """Take a typed text apart.

    >>> parse('dog -people -"red car"')
    Words(text='dog', exclusions=('people', 'red car'))
    """
    found = [
        " ".join((match["phrase"] or match["word"] or "").split())
        for match in _EXCLUSION.finditer(typed)
    ]
    text = " ".join(_EXCLUSION.sub(" ", typed).split())
    return Words(text, tuple(dict.fromkeys(phrase for phrase in found if phrase)))


def as_typed(exclusion: str) -> str:
    """Return an exclusion as one would type it."""
    return f'-"{exclusion}"' if " " in exclusion else f"-{exclusion}"
