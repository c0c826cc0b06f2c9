import ast
from pathlib import Path

from engine.indexing import trash
from imgtext_desktop.engine_words.sentences import in_user_words, is_known
from imgtext_desktop.engine_words.stages import stage_text


def _text(node: ast.AST) -> str:
    """Return a sentence of the source, with "1" in place of what is filled in."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) for part in node.values)
    return "1" if isinstance(node, ast.FormattedValue) else ""


def _sentences() -> set[str]:
    found = set()
    for function in ast.walk(ast.parse(Path(trash.__file__).read_text("utf-8"))):
        if not isinstance(function, ast.FunctionDef):
            continue
        begins = "1 stays: " if function.name == "_reason" else ""
        docstring = ast.get_docstring(function, clean=False)
        for node in ast.walk(function):
            text = _text(node)
            if text.endswith(".") and text != docstring and " " in text.strip():
                found.add(begins + text)
    # A sentence's last part alone is found as well, as the source has it in pieces.
    return {text for text in found if not any(text != o and o.endswith(text) for o in found)}


def test_every_reason_to_stay_out_of_the_trash_is_known() -> None:
    sentences = _sentences()
    assert len(sentences) >= 13
    assert [text for text in sorted(sentences) if not is_known(text)] == []
    said = "/photos/a.jpg stays: it has changed since it was read; scan its folder first."
    assert in_user_words(said).endswith("it has changed since it was read. Scan its folder first.")


def test_the_stages_are_known() -> None:
    for stage in ("comparing hashes", "comparing pictures", "moving to the trash"):
        assert stage_text(stage)
    assert stage_text("scanning") == ""
