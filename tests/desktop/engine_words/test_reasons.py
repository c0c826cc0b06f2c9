import ast
from pathlib import Path

import pytest

import engine.images
from engine.catalog.records import FileState
from engine.indexing import scan
from imgtext_desktop.engine_words.reasons import Explanation, explain, is_known


def _text(node: ast.expr) -> str | None:
    """Return a string of the source, with "1" in place of what is filled in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = [_text(part) if isinstance(part, ast.Constant) else "1" for part in node.values]
        return "".join(part or "" for part in parts)
    return None


def _sentences() -> set[str]:
    """Return all that the engine says about a file that it cannot read."""
    found: set[str] = set()
    (folder,) = engine.images.__path__
    for file in Path(folder).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ImageError":
                text = _text(node.args[0])
                found |= {text} if text and text != "This is 1, not a photo." else set()
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_no_photo":
                kind = _text(node.args[0])
                found |= {f"This is {kind}, not a photo."} if kind else set()
            if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "_OTHER_MAGIC":
                assert isinstance(node.value, ast.Tuple)
                pairs = [pair.elts for pair in node.value.elts if isinstance(pair, ast.Tuple)]
                found |= {f"This is {_text(kind)}, not a photo." for _, kind in pairs}
    return found | scan.SCAN_REASONS


def test_every_sentence_of_the_engine_can_be_translated() -> None:
    sentences = _sentences()
    assert len(sentences) > 35
    assert [sentence for sentence in sorted(sentences) if not is_known(sentence)] == []


@pytest.mark.parametrize(
    ("reason", "wrong", "advice"),
    [
        (
            "The PNG file is damaged or of a rare kind: open it elsewhere and save it as JPEG.",
            "The PNG file is damaged or of a rare kind.",
            "Open it elsewhere and save it as JPEG",
        ),
        (
            "The picture is too large: 61440 x 18200 pixels, where 178 megapixels are the most for"
            " its format.",
            "The picture is too large: 61440 x 18200 pixels, where 178 megapixels are the most for"
            " its format.",
            "Save a smaller copy of it",
        ),
        (
            "This is a web page, not a photo.",
            "This is a web page with the ending of a picture.",
            "",
        ),
        # Sentences of another version: split where the advice begins, and only there.
        ("Something broke: save it elsewhere.", "Something broke.", "Save it elsewhere"),
        ("The disk is slow. Wait and see.", "The disk is slow.", "Wait and see"),
        ("It is odd: nobody knows why.", "It is odd: nobody knows why.", ""),
        ("the cable is loose; connect it", "The cable is loose.", "Connect it"),
    ],
)
def test_what_is_wrong_and_what_to_do(reason: str, wrong: str, advice: str) -> None:
    assert explain(reason, FileState.FAILED) == Explanation(wrong, advice)


def test_files_without_a_reason_say_how_they_stand() -> None:
    assert explain("", FileState.OFFLINE).wrong == "Its folder cannot be reached."
    assert explain("", FileState.PENDING).wrong == "It has not been read yet."
