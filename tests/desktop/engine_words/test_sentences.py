import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine import errors
from engine.errors import LibraryError
from imgtext_desktop.engine_words.sentences import in_user_words, is_known

_ROOT = Path(engine.__path__[0])
# What only the command line asks for; take out of this list what the window begins to use.
_NOT_SHOWN = (
    "cli.py",
    "commands/",
    "console.py",
    "doctor.py",
    "evaluation/",
    "models/codes.py",
    "models/towers.py",
    "training/package.py",
)
_ERRORS = {name for name in vars(errors) if name.endswith("Error")}
_FILLED = {
    "self._remedy": "reinstall it with pip install x",
    "error": "The file is empty.",
    "others": " The other folders were imported.",
}


def _text(node: ast.expr) -> str:
    """Return a sentence of the source, with "1" in place of what is filled in."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        value = ast.unparse(node.value)
        return _FILLED.get(value, "1")
    return ""


def _sentences() -> Iterator[tuple[str, str]]:
    for file in sorted(_ROOT.rglob("*.py")):
        name = file.relative_to(_ROOT).as_posix()
        if name.startswith(_NOT_SHOWN):
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = ast.unparse(node.func)
            is_error = called.split(".")[0] in _ERRORS
            is_constructor = name == "errors.py" and called == "cls"
            text = _text(node.args[0])
            if text and (is_error or is_constructor or called == "notes.append"):
                yield f"{name}:{node.lineno}", text


def test_every_sentence_of_the_engine_is_known() -> None:
    sentences = dict(_sentences())
    assert len(sentences) > 55
    # "This is ..., not a photo." is known for the kinds that there are: see test_reasons.py.
    lost = {place: text for place, text in sentences.items() if not is_known(text)}
    assert {place: text for place, text in lost.items() if text != "This is 1, not a photo."} == {}


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        (
            str(LibraryError.disk_full(Path("/photos/100%2"))),
            "The disk that holds the library /photos/100%2 is full. Free some space, then try "
            "again. What was done so far is kept.",
        ),
        (
            "/a/b.jpg cannot be searched with. The file is empty.",
            "/a/b.jpg cannot be searched with. The file is empty. Restore it from a backup.",
        ),
        ("Something that another version says; try again.",) * 2,
    ],
)
def test_sentences_are_told_in_the_words_of_the_window(sentence: str, shown: str) -> None:
    assert in_user_words(sentence) == shown
