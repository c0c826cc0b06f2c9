"""Every string of the window is extracted and translated, and what is built of it works."""

import ast
import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

import imgtext_desktop
import resources
from imgtext_desktop import translation
from imgtext_desktop.app import build_main_window
from imgtext_desktop.context import Context
from imgtext_desktop.key_list import key_list
from imgtext_desktop.library_page import LibraryPage
from imgtext_desktop.preferences.dialog import PreferencesDialog
from imgtext_desktop.preferences.window_settings import WindowSettings
from imgtext_desktop.shortcuts.shortcuts_dialog import ShortcutsDialog

ROOT = Path(__file__).parents[2]
SHIPPED = Path(resources.__path__[0], "translations")
SOURCES = Path(imgtext_desktop.__path__[0])

# Functions that translate what a table of marked texts holds.
_LOOKUPS = {
    ("engine_words/reasons.py", "_translate"),
    ("engine_words/sentences.py", "_translate"),
    ("key_list.py", "_translate"),
    ("engine_words/stages.py", "stage_text"),
    ("preferences/words.py", "translated"),
}
# What shows its text to the user; a text written there would never be translated.
_SHOWING = {
    *("setText", "setToolTip", "setAccessibleName", "setAccessibleDescription", "setWindowTitle"),
    *("setPlaceholderText", "setHeaderLabels", "setDetailedText", "setInformativeText"),
    *("QLabel", "QPushButton", "QAction", "text_label", "ElidedLabel", "addAction", "addButton"),
    *("post", "error_box", "tell", "drawText", "ImageError"),
}
# Names, not words.
_NAMES = {"imgtext", "English", "MB"}


@dataclass(frozen=True)
class Message:
    """One text of a .ts file."""

    context: str
    source: str
    comment: str
    is_plural: bool
    kind: str
    forms: tuple[str, ...]

    @property
    def key(self) -> tuple[str, str, str, bool]:
        return self.context, self.source, self.comment, self.is_plural


def _messages(file: Path) -> list[Message]:
    found = []
    for context in ElementTree.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            text = message.find("translation")
            assert text is not None
            is_plural = message.get("numerus") == "yes"
            forms = [form.text for form in text] if is_plural else [text.text]
            found.append(
                Message(
                    context.findtext("name") or "",
                    message.findtext("source") or "",
                    message.findtext("comment") or "",
                    is_plural,
                    text.get("type", ""),
                    tuple(form or "" for form in forms),
                )
            )
    return found


def _setup(*arguments: str | Path) -> None:
    command = [sys.executable, "setup.py", "-q", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def extracted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of .ts files that the sources give."""
    folder = tmp_path_factory.mktemp("extracted")
    _setup("extract_translations", "--folder", folder)
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of translations that a build puts into the wheel."""
    folder = tmp_path_factory.mktemp("built")
    (folder / "egg").mkdir()
    _setup("egg_info", "--egg-base", folder / "egg", "build", "--build-base", folder)
    return folder / "lib" / "resources" / "translations"


@pytest.fixture
def app(
    qapp: QApplication, built: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[QCoreApplication]:
    """The application with the built translations at hand; English without them afterwards."""
    monkeypatch.setattr(translation, "_own_folder", lambda: str(built))
    before = QLocale()
    earlier = qapp.findChildren(QTranslator)
    yield qapp
    for translator in qapp.findChildren(QTranslator):
        if translator not in earlier:
            qapp.removeTranslator(translator)
            translator.deleteLater()
    QLocale.setDefault(before)


# -- the files ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_files_hold_the_texts_of_the_sources_and_no_others(
    extracted: Path, language: str
) -> None:
    name = f"imgtext_{language}.ts"
    wanted = {message.key for message in _messages(extracted / name)}
    shipped = {message.key for message in _messages(SHIPPED / name)}
    hint = "run: python setup.py extract_translations"
    assert sorted(wanted - shipped) == [], hint
    assert sorted(shipped - wanted) == [], hint
    assert len(wanted) > (15 if language == "en" else 400)


@pytest.mark.parametrize(("language", "plural_forms"), [("en", 2), ("zh_CN", 1)])
def test_every_text_is_translated(language: str, plural_forms: int) -> None:
    for message in _messages(SHIPPED / f"imgtext_{language}.ts"):
        assert message.kind == "", f"{message.kind}: {message}"
        assert all(form.strip() for form in message.forms), message
        assert len(message.forms) == (plural_forms if message.is_plural else 1), message


def _placeholders(text: str) -> list[str]:
    return sorted(re.findall(r"%L?(?:\d|n)", text))


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_what_is_filled_in_is_kept(language: str) -> None:
    for message in _messages(SHIPPED / f"imgtext_{language}.ts"):
        source = message.source
        assert "(s)" not in source, message
        assert "{" not in source, message
        assert "%n" not in source, f"%Ln writes numbers as the user does: {message}"
        assert ("%Ln" in source) == message.is_plural, message
        for form in message.forms:
            assert _placeholders(form) == _placeholders(source), message
            assert form.count("&") == source.count("&"), message
            assert form.endswith("…") == source.endswith("…"), message
            assert form.count("\n") == source.count("\n"), message


def test_chinese_is_written_as_chinese() -> None:
    for message in _messages(SHIPPED / "imgtext_zh_CN.ts"):
        for form in message.forms:
            assert not re.search(r"[一-鿿][,;!?:.]", form), f"half-width: {message}"
            assert not re.search(r"[!！]|您", form), message
            assert re.search(r"[.。]$", message.source) is None or form.endswith("。"), message
            if re.search(r"[A-Za-z]{3}", re.sub(r"%L?n", "", message.source)):
                assert re.search(r"[一-鿿]", form) or message.source in _NAMES, message


# -- the sources --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Call:
    """A call in the sources, with the class or function that holds it."""

    file: str
    line: int
    name: str
    owner: str
    function: str
    arguments: tuple[ast.expr, ...]


def _calls() -> Iterator[Call]:
    for path in sorted(SOURCES.rglob("*.py")):
        file = path.relative_to(SOURCES).as_posix()
        yield from _walk(ast.parse(path.read_text("utf-8")), file, "", "")


def _walk(node: ast.AST, file: str, owner: str, function: str) -> Iterator[Call]:
    if isinstance(node, ast.ClassDef):
        owner = node.name
    elif isinstance(node, ast.FunctionDef):
        function = node.name
    elif isinstance(node, ast.Call):
        name = str(getattr(node.func, "attr", "") or getattr(node.func, "id", ""))
        yield Call(file, node.lineno, name, owner, function, tuple(node.args))
    for child in ast.iter_child_nodes(node):
        yield from _walk(child, file, owner, function)


def _literal(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None


def test_every_text_in_the_sources_is_extracted(extracted: Path) -> None:
    known = {(m.context, m.source) for m in _messages(extracted / "imgtext_zh_CN.ts")}
    lost, count = [], 0
    for call in _calls():
        where = f"{call.file}:{call.line}"
        if call.name == "tr":
            key = call.owner, _literal(call.arguments[0])
        elif call.name in ("translate", "QT_TRANSLATE_NOOP") and len(call.arguments) > 1:
            if (call.file, call.function) in _LOOKUPS:
                continue
            context, text = call.arguments[:2]
            if _literal(context) is None and _literal(text) is None:
                continue  # a painter's, or a rectangle's
            key = _literal(context) or "", _literal(text)
        else:
            continue
        count += 1
        if key not in known:
            lost.append(f"{where}: {key}")
    assert lost == []
    assert count > 400


def _written(node: ast.expr) -> Iterator[str]:
    """Yield the words that stand in an expression without being translated."""
    if isinstance(node, ast.Call):
        return
    if (text := _literal(node)) is not None:
        yield text
    elif isinstance(node, ast.JoinedStr):
        for part in node.values:
            yield from _written(part)
    elif isinstance(node, ast.BinOp | ast.IfExp | ast.List):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from _written(child)


def test_no_text_is_shown_that_cannot_be_translated() -> None:
    bare = [
        f"{call.file}:{call.line}: {text}"
        for call in _calls()
        if call.name in _SHOWING
        for argument in call.arguments
        for text in _written(argument)
        if re.search(r"[A-Za-z]{3}", re.sub(r"<[^>]*>", "", text)) and text not in _NAMES
    ]
    assert bare == []


# -- the program --------------------------------------------------------------------------------


def test_a_build_holds_every_translation(built: Path) -> None:
    names = {file.with_suffix(".qm").name for file in SHIPPED.glob("*.ts")}
    assert names == {"imgtext_en.qm", "imgtext_zh_CN.qm"}
    assert names <= {file.name for file in built.iterdir()}


def test_english_counts_one_photo_and_two_photos(app: QCoreApplication) -> None:
    assert len(translation.install_translation(app, "en")) == 1
    count = [app.translate("LibraryPage", "%Ln photos", "", n) for n in (0, 1, 2, 12_480)]
    assert count == ["0 photos", "1 photo", "2 photos", "12,480 photos"]


def test_a_start_in_chinese(app: QCoreApplication, qtbot: QtBot, context: Context) -> None:
    assert len(translation.install_translation(app, "zh_CN")) == 2
    page = LibraryPage(context)
    qtbot.addWidget(page)
    assert page.tr("%Ln photos", "", 12_480) == "12,480 张照片"
    assert page.tr("%Ln photos", "", 1) == "1 张照片"
    box = QMessageBox(QMessageBox.Icon.Warning, "", "", QMessageBox.StandardButton.Close)
    qtbot.addWidget(box)
    assert "关闭" in box.button(QMessageBox.StandardButton.Close).text()  # by Qt's own translation


def test_a_missing_translation_leaves_the_window_in_english(
    app: QCoreApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(translation, "_own_folder", lambda: str(tmp_path))
    with caplog.at_level(logging.WARNING):
        assert translation.install_translation(app, "en") == []
    assert "English is shown" in caplog.text
    assert app.translate("LibraryPage", "%Ln photos", "", 2) == "2 photos"


def _shown(widget: QWidget) -> set[str]:
    """Return every text that a widget and its children show or speak."""
    found: set[str] = set()
    for part in (widget, *widget.findChildren(QWidget)):
        for name in ("text", "toolTip", "accessibleName", "placeholderText", "windowTitle"):
            read = getattr(part, name, None)
            if callable(read):
                found.add(read())
        for action in part.actions():
            found |= {action.text(), action.toolTip()}
    return found


def _english(texts: set[str]) -> list[str]:
    """Return the texts with English words; keys and names are none."""
    keys = r"MB|Ctrl|Shift|Alt|Esc|Enter|Return|Del|Home|End|PgUp|PgDown|Space|F\d+|imgtext|English"
    example = r"two dogs in the snow|people|\.xmp|\.gitignore|\.imgtextignore"
    return sorted(
        text
        for text in texts
        if re.search(r"[A-Za-z]{2}", re.sub(rf"{keys}|{example}|<[^>]*>|/\S+", "", text))
    )


def test_nothing_in_the_window_is_english_in_chinese(
    app: QCoreApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    translation.install_translation(app, "zh_CN")
    window = build_main_window(tmp_path / "照片", WindowSettings())
    qtbot.addWidget(window)
    preferences = PreferencesDialog(window.context, window)
    keys = ShortcutsDialog(window.context, key_list(window.commands), window)
    menu = window.photo_commands.build_menu([1])
    texts = _shown(window) | _shown(preferences) | _shown(keys) | _shown(menu)
    texts |= {text for line in key_list(window.commands) for text in (line.area, line.text)}
    assert "图库" in "".join(texts)
    assert _english(texts) == []
    window.close()


def test_keys_are_the_same_in_every_language(
    app: QCoreApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    keys = []
    for language in ("en", "zh_CN"):
        translation.install_translation(app, language)
        window = build_main_window(tmp_path / language, WindowSettings())
        qtbot.addWidget(window)
        actions = window.actions_by_name.values()
        keys.append([sequence.toString() for a in actions for sequence in a.shortcuts()])
        window.close()
    assert keys[0] == keys[1]
    assert len(keys[0]) > 15
